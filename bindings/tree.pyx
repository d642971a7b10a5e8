"""Tree search as a Python object. It runs without the GIL."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free

import numpy as np

from kiebitz.positions cimport Position, View
from kiebitz.engine.game cimport MAX_PLAYERS, advance
from kiebitz.engine.game cimport Move as CMove
from kiebitz.engine.kernels.leaf_utility cimport points_per_win
from kiebitz.engine.kernels.node_pool cimport NONE, pool_bytes
from kiebitz.engine.kernels.tree cimport (
    Tree, TreeSettings, step_down, tree_close, tree_follow, tree_free, tree_new, tree_run,
)
from kiebitz.engine.memory cimport allocate
from kiebitz.moves cimport Move, Moves

from kiebitz import weights
from kiebitz.errors import IllegalMoveError
from kiebitz.search import policy_number

NO_LIMIT = 2**62


cdef class TreeSearch:
    """A search tree over sampled worlds. It can run in several parts.

    World number w depends only on the seed and w. Searches over disjoint worlds may run on several threads, and their
    tallies can be added up.

    view: the view to search from. Its player must be to move.
    c: weight of exploration, 0 or more.
    alpha: exponent of the progressive widening, 0..1.
    widening: candidates at a node with one visit, more than 0.
    prior_visits: weight of a prior in visits, more than 0.
    prior_cap: largest difference of two priors that come from heuristic scores, as a share of a win, 0 or more.
    plies: changes of player after the leaf, played by the policy; 0: none.
    policy: a name in `search.POLICIES`.
    learned: whether the learned value values leaves and orders the moves at the root. Else the margin model values leaves,
        and heuristic scores order the moves.
    win_weight: weight of the win share in the utility, 0..1. The margin has the rest.
    multi: whether each player has a tree; else there is one tree, as the searching player sees the moves.
    per_world: 1: one tree over all worlds (information sets). More: iterations in the tree of each world; these trees are
        averaged at the root.
    seed: seed of the worlds.
    first: number of the first world.
    stride: step between two worlds: the worlds are first, first + stride, ...
    limit: most nodes of the tree.
    width: moves at the root; 0: all.
    wanted: legal moves that get visits whatever their values are.
    Raises ValueError if a parameter is out of its range, IllegalMoveError if the game is over or a wanted move is not legal.
    """
    cdef readonly View view
    cdef Moves legal
    cdef Tree tree

    def __cinit__(self, View view not None, *, double c, double alpha, double widening, double prior_visits,
                  double prior_cap, int plies, str policy, bint learned, double win_weight, bint multi=False,
                  int per_world=1, uint64_t seed=0, uint64_t first=0, uint64_t stride=1, uint32_t limit=10_000_000,
                  int width=0, wanted=()):
        cdef TreeSettings settings
        cdef CMove* extra
        cdef Move move
        cdef Py_ssize_t i, n = len(wanted)
        require_in_range(
            c=c >= 0, alpha=0 <= alpha <= 1, widening=widening > 0, prior_visits=prior_visits > 0,
            prior_cap=prior_cap >= 0, plies=plies >= 0, win_weight=0 <= win_weight <= 1, per_world=per_world >= 1,
            stride=stride >= 1)
        self.view = view
        self.legal = view.candidates()
        if view.state.to_move < 0:
            raise IllegalMoveError("the game is over")
        if learned:
            weights.ensure(view.game)
        settings.uct.c = c
        settings.uct.alpha = alpha
        settings.uct.widening = widening
        settings.uct.prior_visits = prior_visits
        settings.uct.prior_cap = prior_cap
        settings.utility.learned = learned
        settings.utility.win_weight = win_weight
        settings.utility.points_per_win = points_per_win(&view.game.rules, view.state, learned)
        settings.plies = plies
        settings.policy = policy_number(view.game, policy)
        settings.multi = multi
        settings.per_world = per_world
        settings.node_limit = limit
        settings.seed = seed
        settings.first = first
        settings.stride = stride
        extra = <CMove*>allocate(n, sizeof(CMove))
        try:
            for i in range(n):
                move = wanted[i]
                if self.legal.find(move.value) < 0:
                    raise IllegalMoveError(f"{move.text!r} is not legal here")
                extra[i] = move.value
            with nogil:
                tree_new(&self.tree, &view.game.rules, view.state, &settings, width, extra, n)
        finally:
            free(extra)

    def __dealloc__(self):
        tree_free(&self.tree)

    def run(self, long long worlds, nodes=None):
        """Searches more sampled worlds.

        worlds: number of worlds.
        nodes: the run ends as soon as so many moves were made in all runs together; None: no limit. A world with several
            iterations may then stay unfinished. The next run continues it.
        Raises MemoryError if the tree has reached its limit. Earlier results stay.
        """
        cdef long long most = NO_LIMIT if nodes is None else nodes
        with nogil:
            tree_run(&self.tree, worlds, most)

    def close(self):
        """Counts an unfinished world like a finished one."""
        if self.tree.left:
            tree_close(&self.tree)

    @property
    def moves(self):
        """The moves at the root in the order of their priors, as numbers in `view.candidate_moves()`."""
        return [self.legal.find(self.tree.root.candidate[i].move) for i in range(self.tree.root.size)]

    def tallies(self):
        """Returns arrays (visits, available, sums, squares), with a column for each move in the order of `moves`.

        An observation is an iteration; if a world has several iterations, it is a world.

        visits: number of observations in which the move was played; shape (moves,).
        available: number of observations in which the move could be played; shape (moves,).
        sums: sums of margin (points), win share and utility (shares of a win); shape (3, moves).
        squares: sums of their squares; shape (3, moves).
        """
        cdef int i, j, n = self.tree.root.size
        visits, available = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
        sums, squares = np.empty((3, n)), np.empty((3, n))
        for i in range(n):
            visits[i] = self.tree.root.tally[i].visits
            available[i] = self.tree.root.tally[i].available
            for j in range(3):
                sums[j, i] = self.tree.root.tally[i].sum[j]
                squares[j, i] = self.tree.root.tally[i].square[j]
        return visits, available, sums, squares

    @property
    def worlds(self):
        """Number of worlds searched so far."""
        return self.tree.worlds

    @property
    def nodes(self):
        """Number of moves made so far, in the tree and in playouts."""
        return self.tree.nodes

    @property
    def size(self):
        """Number of nodes of the present tree."""
        return self.tree.pool.size

    @property
    def memory(self):
        """Bytes of memory of the nodes."""
        return pool_bytes(&self.tree.pool)

    def look(self, moves):
        """Returns (visits, available, mean utility of the last mover) of the node after these moves, or None.

        None: there is no such node. If each player has a tree, the node is in the tree of the last mover.
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
        node = self.tree.pool.nodes[here[own]]
        return node.visits, node.available, node.mean

    def future(self, int index, uint64_t seed):
        """Expected moves after candidate move number `index` in one sampled world: returns (texts, points of the last move).

        Moves are the most visited ones, and greedy where the tree has no node. The last text is the first decision of
        another player. The texts before it are the mover's own. Returns None if no other player decides any more.
        """
        cdef uint32_t[MAX_PLAYERS] here
        cdef Position world = self.view.sample(seed)
        cdef int mover = world.state.to_move, now
        cdef CMove chosen
        cdef Move move
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
                move = world.legal_move(chosen)
                return tuple(texts), move.points
            advance(&self.view.game.rules, world.state, chosen)
        return None


cdef void start(uint32_t* here) noexcept:
    cdef uint32_t t
    for t in range(<uint32_t>MAX_PLAYERS):
        here[t] = t


def require_in_range(**good):
    """Raises a ValueError that names the first parameter out of its range."""
    for name, fine in good.items():
        if not fine:
            raise ValueError(f"{name} is out of its range")
