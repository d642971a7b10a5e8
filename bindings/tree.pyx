"""Tree search as a Python object; the GIL is released while it runs."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc

import numpy as np

from kiebitz.core cimport Move, Moves, Position, View
from kiebitz.engine.game cimport MAX_PLAYERS, advance
from kiebitz.engine.game cimport Move as CMove
from kiebitz.engine.kernels.leaf cimport Taste, unit_of
from kiebitz.engine.kernels.nodes cimport NONE, nodes_bytes
from kiebitz.engine.kernels.tree cimport Settings, Tree, step_down, tree_close, tree_follow, tree_free, tree_new, tree_run

from kiebitz import weights
from kiebitz.errors import IllegalMoveError
from kiebitz.search import policy_number

NO_LIMIT = 2**62


cdef class TreeSearch:
    """A search tree over sampled worlds, to be run as long as one likes.

    c, alpha, widening, trust, cap: see engine/kernels/choice.pxd. plies: changes of player by the policy from the leaf on.
    learned: value leaves and order the root by the learned value, else by the points at hand. win_weight: share of the
    win chance in what is sought, 0..1, the rest is margin. multi: a tree for each player instead of one. per_world: 1
    for information sets, more for a tree of so many iterations in each world, averaged at the root. World number w depends
    on the seed and w only; this search takes first, first + stride, ...: with disjoint worlds searches may run on several
    threads and be added up. limit: nodes of the tree. width: moves at the root, 0 for all. wanted: moves that are looked
    at whatever they are worth.
    """
    cdef readonly View view
    cdef Moves legal
    cdef Tree tree

    def __init__(self, View view not None, *, double c, double alpha, double widening, double trust, double cap,
                 int plies, str policy, bint learned, double win_weight, bint multi=False, int per_world=1, uint64_t seed=0,
                 uint64_t first=0, uint64_t stride=1, uint32_t limit=10_000_000, int width=0, wanted=()):
        cdef Settings settings
        cdef Taste taste
        cdef CMove* moves
        cdef Move move
        cdef Py_ssize_t i, n = len(wanted)
        check(c=c >= 0, alpha=0 <= alpha <= 1, widening=widening > 0, trust=trust > 0, cap=cap >= 0, plies=plies >= 0,
              win_weight=0 <= win_weight <= 1, per_world=per_world >= 1, stride=stride >= 1)
        self.view = view
        self.legal = view.legal_moves()
        if view.state.to_move < 0:
            raise IllegalMoveError("the game is over")
        if learned:
            weights.ensure(view.game)
        settings.urge.c = c
        settings.urge.alpha = alpha
        settings.urge.widening = widening
        settings.urge.trust = trust
        settings.urge.cap = cap
        settings.plies = plies
        settings.policy = policy_number(view.game, policy)
        settings.multi = multi
        settings.per_world = per_world
        settings.seed = seed
        settings.first = first
        settings.stride = stride
        taste.learned = learned
        taste.win_weight = win_weight
        taste.unit = unit_of(&view.game.rules, view.state, learned)
        moves = <CMove*>malloc(max(n, 1) * sizeof(CMove))
        if moves == NULL:
            raise MemoryError(f"no memory for {n} moves")
        try:
            for i in range(n):
                move = wanted[i]
                if self.legal.find(move.value) < 0:
                    raise IllegalMoveError(f"{move.text!r} is not legal here")
                moves[i] = move.value
            with nogil:
                tree_new(&self.tree, &view.game.rules, view.state, &settings, &taste, limit, width, moves, n)
        finally:
            free(moves)

    def __dealloc__(self):
        tree_free(&self.tree)

    def run(self, long long worlds, nodes=None):
        """Goes on for that many sampled worlds; ends earlier when so many moves have been made in all.

        A world of several iterations may then be left unfinished: the next run goes on with it. MemoryError when the tree
        has reached its limit: what was found until then stays.
        """
        cdef long long most = NO_LIMIT if nodes is None else nodes
        with nogil:
            tree_run(&self.tree, worlds, most)

    def close(self):
        """Counts an unfinished world as it is, for want of a better one."""
        if self.tree.left:
            tree_close(&self.tree)

    @property
    def moves(self):
        """The moves of the root that are in question, in the order of their priors: numbers in `view.legal_moves()`."""
        return [self.legal.find(self.tree.root[i].move) for i in range(self.tree.candidates)]

    def tallies(self):
        """(visits, available, sums, squares) by move of `moves`: sums of shape (3, moves) of margin, win and utility.

        An observation is an iteration or, with several iterations a world, a world.
        """
        cdef int i, j, n = self.tree.candidates
        visits, available = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
        sums, squares = np.empty((3, n)), np.empty((3, n))
        for i in range(n):
            visits[i] = self.tree.tally[i].visits
            available[i] = self.tree.tally[i].available
            for j in range(3):
                sums[j, i] = self.tree.tally[i].sum[j]
                squares[j, i] = self.tree.tally[i].square[j]
        return visits, available, sums, squares

    @property
    def worlds(self):
        """Worlds sampled so far."""
        return self.tree.worlds

    @property
    def nodes(self):
        """Moves made so far, in the tree and in playouts."""
        return self.tree.nodes

    @property
    def size(self):
        """Nodes of the tree at hand."""
        return self.tree.arena.size

    @property
    def memory(self):
        """Bytes that the nodes take."""
        return nodes_bytes(&self.tree.arena)

    def look(self, moves):
        """(visits, available, mean utility) of the node after these moves, for who made the last one; None if it is not there.

        With a tree for each player it is looked for in that of the last mover.
        """
        cdef uint32_t[MAX_PLAYERS] here
        cdef Position world = self.view.sample()
        cdef Move move
        cdef int own = 0
        start(here)
        for move in moves:
            own = world.state.to_move if self.tree.trees > 1 else 0
            step_down(&self.tree, here, world.state.to_move, move.value)
            advance(&self.view.game.rules, world.state, move.value)
        if here[own] == NONE:
            return None
        node = self.tree.arena.nodes[here[own]]
        return node.visits, node.available, node.mean

    def future(self, int index, uint64_t seed):
        """(texts of what follows legal move number `index`, points of the last one) in one sampled world.

        The most visited moves, greedy ones where the tree has not been. The last text is the first decision of another
        player, those before it are the mover's own; None if there is none.
        """
        cdef uint32_t[MAX_PLAYERS] here
        cdef Position world = self.view.sample(seed)
        cdef int mover = world.state.to_move, now
        cdef CMove chosen
        cdef Py_ssize_t at
        cdef list texts = []
        if not 0 <= index < self.legal.list.size:
            raise IndexError(f"there are {self.legal.list.size} moves, not {index}")
        start(here)
        chosen = self.legal.list.moves[index]
        step_down(&self.tree, here, mover, chosen)
        advance(&self.view.game.rules, world.state, chosen)
        while world.state.to_move >= 0:
            now = world.state.to_move
            if not tree_follow(&self.tree, world.state, here, &chosen):
                chosen = self.view.game.rules.greedy(&self.view.game.rules, world.state)
            texts.append(self.view.game.codec.text(chosen, self.view.names))
            if now != mover:
                at = world.moves().find(chosen)
                return tuple(texts), world.legal.list.points[at]
            advance(&self.view.game.rules, world.state, chosen)
        return None


cdef void start(uint32_t* here) noexcept:
    cdef uint32_t t
    for t in range(<uint32_t>MAX_PLAYERS):
        here[t] = t


def check(**good):
    """ValueError that names the first parameter out of its range."""
    for name, fine in good.items():
        if not fine:
            raise ValueError(f"{name} is out of its range")
