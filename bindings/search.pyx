"""The engine's kernels for perft, rollouts and playouts as Python objects. They run without the GIL."""

from libc.math cimport NAN
from libc.stdint cimport uint64_t
from libc.stdlib cimport free
from libc.string cimport memcmp

from kiebitz.positions cimport Game, Position, View
from kiebitz.engine.clock cimport now
from kiebitz.engine.game cimport Move
from kiebitz.engine.kernels.perft cimport count_nodes
from kiebitz.engine.kernels.policy cimport (
    GREEDY, HEURISTIC, RANDOM, STATIC, Policy, play_on, policy_free, policy_move, policy_new,
)
from kiebitz.engine.kernels.rollout cimport Rollout, roll_out
from kiebitz.engine.memory cimport allocate
from kiebitz.engine.rng cimport STREAM_PLAYOUT, Rng
from kiebitz.engine.rng cimport seed as seed_rng
from kiebitz.moves cimport Moves
from kiebitz.state cimport GameState

from kiebitz import weights


POLICIES = {"greedy": GREEDY, "random": RANDOM, "static": STATIC, "heuristic": HEURISTIC}


def policy_number(Game game not None, str policy):
    """The number of a policy by its name in `POLICIES`. Loads the learned value of the game if the policy needs it.

    Raises ValueError if there is no such policy, or no learned value for it.
    """
    if policy not in POLICIES:
        raise ValueError(f"policy must be one of {', '.join(POLICIES)}, not {policy!r}")
    if policy == "static":
        weights.ensure(game)
    return POLICIES[policy]


def perft(Position position not None, int depth, bint verify=False):
    """The number of paths of 1 .. depth decisions, as a list. Nature draws in the order of the pile.

    depth: at least 1. Raises ValueError if it is less.
    verify: whether every move that is taken back must restore every byte. Raises AssertionError if one does not.
    Raises TooManyMovesError if the position has more moves than are ever listed.
    """
    cdef Position copy = position.copy()
    cdef uint64_t* counts
    if depth < 1:
        raise ValueError(f"depth must be at least 1, not {depth}")
    position.moves()    # refuses a position with too many moves
    counts = <uint64_t*>allocate(depth + 1, sizeof(uint64_t))
    try:
        with nogil:
            count_nodes(&copy.game.rules, copy.state, depth, verify, counts)
        return [counts[d] for d in range(depth)]
    finally:
        free(counts)


cdef class Rollouts:
    """Playouts of the candidate moves of a view, in the same sampled worlds for every move.

    World number w depends only on the seed and w, so batches may run in any order and on any thread.

    view: the view to play from. Its player must be to move.
    plies: changes of player after the move, played by the policy; 0: to the end of the game.
    seed: seed of the worlds.
    policy: a name in `POLICIES`.
    learned: whether playouts that are cut off have their learned value; else they have the value of the margin model.
    ending_nodes: with two players, a playout that reaches perfect information is solved with at most so many nodes. If
        they do not suffice, the policy plays it to the end. 0: endings are not solved.
    turns: the margin is the mean over the last `turns` changes of player, 1..plies.
    correct_bias: whether the bias of greedy replies is subtracted, if there are several turns.
    Raises ValueError if a parameter is out of its range.
    """
    cdef readonly View view
    cdef readonly Moves moves
    cdef Rollout task

    def __cinit__(self, View view not None, int plies=0, uint64_t seed=0, str policy="greedy", bint learned=False,
                  long long ending_nodes=0, int turns=1, bint correct_bias=True):
        self.view = view
        if learned:
            weights.ensure(view.game)
        self.task.policy = policy_number(view.game, policy)
        self.task.learned = learned
        if not 1 <= turns <= max(plies, 1):
            raise ValueError(f"turns must be in 1..{max(plies, 1)}, not {turns}")
        self.task.turns = turns
        self.task.correct_bias = correct_bias
        if ending_nodes < 0:
            raise ValueError(f"ending_nodes must be at least 0, not {ending_nodes}")
        self.task.ending_nodes = ending_nodes if view.game.players == 2 else 0
        self.moves = view.candidates()
        self.task.rules = &view.game.rules
        self.task.view = view.state
        self.task.player = view.state.to_move
        self.task.plies = plies
        self.task.seed = seed

    def run(self, const int[::1] which, long long first, float[:, ::1] margins, float[:, ::1] wins,
            const long long[::1] numbers=None, double seconds=0):
        """Plays some moves in sampled worlds; returns the number of moves made.

        World after world is played, each with all moves in the order of `which`.

        which: numbers of the moves in `moves`.
        first: the worlds are first, first + 1, ..., unless `numbers` is given.
        margins: gets the margins in points; shape (len(which), worlds).
        wins: gets the win shares, 0..1; the same shape.
        numbers: numbers of the worlds. They may repeat.
        seconds: most time. When it has passed, the playout that is going on is finished, and the results of the others are
            NaN. One playout is always made. Not more than 0: no limit.
        Raises ValueError if a shape is wrong, IndexError if a move does not exist.
        """
        cdef int i, n = which.shape[0]
        cdef int count = margins.shape[1]
        cdef long long nodes
        cdef Move* candidates
        cdef const long long* named = NULL
        cdef double deadline = now() + seconds if seconds > 0 else 0
        if margins.shape[0] != n or wins.shape[0] != n or wins.shape[1] != count:
            raise ValueError(f"margins and wins must both have the shape ({n}, worlds)")
        if numbers is not None and numbers.shape[0] != count:
            raise ValueError(f"there must be {count} numbers of worlds, not {numbers.shape[0]}")
        if n == 0 or count == 0:
            return 0
        if seconds > 0:
            margins[:] = NAN
            wins[:] = NAN
        candidates = <Move*>allocate(n, sizeof(Move))
        for i in range(n):
            if not 0 <= which[i] < self.moves.list.size:
                free(candidates)
                raise IndexError(f"there are {self.moves.list.size} moves, not {which[i]}")
            candidates[i] = self.moves.list.moves[which[i]]
        if numbers is not None:
            named = &numbers[0]
        try:
            with nogil:
                nodes = roll_out(&self.task, candidates, n, named, first, count, deadline, &margins[0, 0],
                                 &wins[0, 0])
        finally:
            free(candidates)
        return nodes

    def future(self, int index, uint64_t seed):
        """Greedy moves after move number `index` in one sampled world: returns (texts, points of the last move).

        The last text is the first decision of another player. The texts before it are the mover's own. Returns None if no
        other player decides any more.
        """
        cdef Position world = self.view.sample(seed)
        cdef int mover = world.state.to_move
        cdef list texts = []
        world.play(self.moves[index])
        while not world.over:
            move = world.greedy_move()
            texts.append(move.text)
            if world.state.to_move != mover:
                return tuple(texts), move.points
            world.play(move)
        return None


def played_out(Position position not None, move, str policy="greedy", uint64_t seed=0, int plies=0):
    """The position after a move and a playout by one policy. Nature draws in the order of the pile.

    move: a legal move, or its text.
    policy: a name in `POLICIES`.
    seed: seed of the policy "random".
    plies: changes of player after the turn of the move; 0: to the end of the game.
    """
    cdef Position end = position.copy()
    cdef Policy player
    cdef Rng rng
    seed_rng(&rng, seed, STREAM_PLAYOUT, 0)
    cdef int mover = position.state.to_move
    end.play(move)
    policy_new(&player, &end.game.rules, policy_number(end.game, policy))
    try:
        with nogil:
            if end.state.to_move == mover:      # the turn goes on, for example after a swap
                play_on(&player, end.state, 1, &rng)
            play_on(&player, end.state, plies, &rng)
    finally:
        policy_free(&player)
    end.forget()
    return end


cdef class Playouts:
    """Whole games by one policy from fresh deals, without Python between the moves. For measuring the engine.

    policy: a name in `POLICIES`.
    """
    cdef Game game
    cdef int policy

    def __cinit__(self, Game game not None, str policy="greedy"):
        self.game = game
        self.policy = policy_number(game, policy)

    def run(self, uint64_t seed, int games):
        """Plays games; returns (moves made, sum of all final scores). The sum is a signature of the results.

        seed: the deals are those of seed, seed + 1, ...
        games: number of games.
        """
        cdef Position position
        cdef Policy policy
        cdef Rng rng
        cdef long long nodes = 0, total = 0
        cdef int i, p
        policy_new(&policy, &self.game.rules, self.policy)
        try:
            for i in range(games):
                position = self.game.deal(seed + i)
                seed_rng(&rng, seed + i, STREAM_PLAYOUT, 0)
                with nogil:
                    nodes += play_on(&policy, position.state, 0, &rng)
                for p in range(self.game.players):
                    total += position.state.score[p]
        finally:
            policy_free(&policy)
        return nodes, total


def generate_repeatedly(GameState state not None, int times):
    """Lists all legal moves `times` times into one buffer. For measuring the generator.

    Returns the number of moves listed.
    """
    cdef Moves moves = state.legal_moves()
    cdef Py_ssize_t total = 0
    with nogil:
        for _ in range(times):
            moves.list.size = 0
            state.game.rules.generate(&state.game.rules, state.state, &moves.list)
            total += moves.list.size
    return total


def pick_repeatedly(GameState state not None, uint64_t seed, int times):
    """Asks the random policy `times` times. Returns how often it chose each legal move, as a list.

    Raises AssertionError if it chose an illegal move.
    """
    cdef Moves moves = state.legal_moves()
    cdef Policy policy
    cdef Move move
    cdef Rng rng
    cdef list picked = [0] * len(moves)
    cdef Py_ssize_t at
    seed_rng(&rng, seed, STREAM_PLAYOUT, 0)
    policy_new(&policy, &state.game.rules, RANDOM)
    try:
        for _ in range(times):
            policy_move(&policy, state.state, &rng, &move)
            at = moves.find(move)
            if at < 0:
                raise AssertionError(f"{state.game.codec.text(move, state.names)} is not legal")
            picked[at] += 1
    finally:
        policy_free(&policy)
    return picked


def make_and_take_back(Position position not None, int times):
    """Makes and takes back each legal move that scores `times` times, or each legal move if none scores. For measuring.

    Returns (moves made, sum of the mover's scores after them). Nature does not move in between.
    Raises AssertionError if a byte of the position differs afterwards.
    """
    cdef Position copy = position.copy()
    cdef Moves moves = position.legal_moves()
    cdef bint scoring = False
    cdef int mover = position.state.to_move
    cdef long long made = 0, total = 0
    cdef Py_ssize_t i
    cdef void* undo = allocate(1, position.game.rules.state_size)
    for i in range(moves.list.size):
        scoring |= moves.list.points[i] != 0
    with nogil:
        for _ in range(times):
            for i in range(moves.list.size):
                if scoring and moves.list.points[i] == 0:
                    continue
                copy.game.rules.make(&copy.game.rules, copy.state, moves.list.moves[i], undo)
                total += copy.state.score[mover]
                copy.game.rules.unmake(&copy.game.rules, copy.state, undo)
                made += 1
    free(undo)
    if memcmp(copy.state, position.state, copy.game.rules.state_size) != 0:
        raise AssertionError("a move was not taken back to the last byte")
    return made, total
