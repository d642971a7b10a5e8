"""The learned value of positions, one-ply search with it, and self-play games from which it is learned."""

from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memset

import numpy as np

from kiebitz.positions cimport Game, Position
from kiebitz.engine.clock cimport now
from kiebitz.engine.game cimport ALL_PLAYERS, MAX_FEATURES, MAX_PLAYERS, OVER, MoveList, Rules, list_free
from kiebitz.engine.game cimport Move as CMove
from kiebitz.engine.kernels.one_ply cimport OnePly, best_move, one_ply_free, one_ply_new, value_after
from kiebitz.engine.kernels.evaluation cimport expected_scores, learned_sd
from kiebitz.engine.kernels.policy cimport Policy, policy_free, policy_new
from kiebitz.engine.kernels.self_play cimport Samples, record_game
from kiebitz.engine.rng cimport STREAM_PLAYOUT, Rng, below
from kiebitz.engine.rng cimport seed as seed_rng
from kiebitz.moves cimport Moves
from kiebitz.state cimport GameState

from kiebitz import weights
from kiebitz.errors import IllegalMoveError
from kiebitz.search import policy_number


def feature_names(Game game not None):
    """The names of the features, in their order. Empty if the game has no learned value."""
    return game.rules.value.feature_names.decode().split(";") if game.rules.value.feature_count else []


def features(GameState state not None, observer=None):
    """Returns (phase, array of shape (players, features)) of a position or view before the end of the game.

    observer: the seat whose knowledge counts. None: the knowledge of all players together for a position, the viewer's
        knowledge for a view.
    Raises ValueError if the game is over or the seat does not exist.
    """
    cdef float[MAX_PLAYERS * MAX_FEATURES] rows
    cdef int n = state.game.rules.value.feature_count
    if state.over:
        raise ValueError("the game is over: nothing is left to describe")
    memset(rows, 0, sizeof(rows))
    state.game.rules.value.features(&state.game.rules, state.state, known_to(state, observer), rows)
    found = np.array(<float[:state.game.players * n]>rows, dtype=np.float32)
    return state.game.rules.value.phase(&state.game.rules, state.state), found.reshape(state.game.players, n)


cdef int known_to(GameState state, observer) except -2:
    if observer is None:
        return ALL_PLAYERS if state.state.viewer < 0 else state.state.viewer
    if not 0 <= observer < state.game.players:
        raise ValueError(f"player {observer} is not in 0..{state.game.players - 1}")
    return observer


def expected(GameState state not None, observer=None):
    """Expected final scores by seat, in points. `observer` is that of `features`."""
    cdef double[MAX_PLAYERS] scores
    weights.ensure(state.game)
    expected_scores(&state.game.rules, state.state, known_to(state, observer), scores)
    return [scores[p] for p in range(state.game.players)]


def values(GameState state not None, which=None, double seconds=0):
    """Learned values after each candidate move, in the order of `candidate_moves()`: returns (margins, wins, deviation).

    Only the knowledge of the player to move counts.

    which: numbers of the moves to value, in this order. The others have the value NaN. None: all moves.
    seconds: most time, after which the values that are missing stay NaN. The first value is always computed. Not more than
        0: no limit.
    margins: expected margins in points; shape (moves,).
    wins: expected win shares, 0..1; shape (moves,).
    deviation: standard deviation of the final margin around the expected margin, in points.
    """
    cdef Moves moves = state.candidates()
    cdef GameState copy = state.copy()
    cdef OnePly memory
    cdef Py_ssize_t i, j, n = moves.list.size
    cdef const Rules* rules = &state.game.rules
    cdef double deadline = now() + seconds if seconds > 0 else 0
    weights.ensure(state.game)
    margins, wins = np.full(n, np.nan), np.full(n, np.nan)
    rows = np.arange(n, dtype=np.int32) if which is None else np.asarray(which, dtype=np.int32)
    if len(rows) and not 0 <= rows.min() <= rows.max() < n:
        raise IndexError(f"there are {n} moves, not {rows.max()}")
    cdef const int32_t[::1] row = rows
    cdef double[::1] margin = margins
    cdef double[::1] win = wins
    if not state.over and copy.state.viewer != copy.state.to_move:
        rules.mask(rules, copy.state, copy.state.to_move)
    try:
        one_ply_new(&memory, rules)
        with nogil:
            for j in range(row.shape[0]):
                if deadline and j and now() > deadline:
                    break
                i = row[j]
                value_after(&memory, copy.state, moves.list.moves[i], 0, &margin[i], &win[i])
    finally:
        one_ply_free(&memory)
    return margins, wins, learned_sd(rules, state.state)


def uses(GameState state not None):
    """Numbers of what each candidate takes from the hand and does with it; shape (moves,), in the order of `candidate_moves()`.

    Moves with the same number differ only in their place.
    """
    cdef Moves moves = state.candidates()
    cdef const Rules* rules = &state.game.rules
    cdef Py_ssize_t i, n = moves.list.size
    numbers = np.arange(n, dtype=np.uint64)
    cdef uint64_t[::1] number = numbers
    if rules.extras.use != NULL:
        for i in range(n):
            number[i] = rules.extras.use(rules, moves.list.moves[i])
    return numbers


def features_after(GameState state not None):
    """Returns (phases, scores, features) after each legal move, before nature moves, as the mover knows it.

    phases: shape (moves,); -1 if the same player goes on or the game is over.
    scores: present scores in points; shape (moves, players).
    features: shape (moves, players, features); 0 where the phase is -1.
    """
    cdef Moves moves = state.legal_moves()
    cdef GameState copy = state.copy()
    cdef OnePly memory
    cdef const Rules* rules = &state.game.rules
    cdef Py_ssize_t i, p, n = moves.list.size
    cdef int mover = state.state.to_move
    phases, scores = np.full(n, -1, np.int32), np.zeros((n, state.game.players), np.int32)
    rows = np.zeros((n, state.game.players, rules.value.feature_count), np.float32)
    cdef int32_t[::1] phase = phases
    cdef int32_t[:, ::1] score = scores
    cdef float[:, :, ::1] row = rows
    try:
        one_ply_new(&memory, rules)
        for i in range(n):
            rules.make(rules, copy.state, moves.list.moves[i], memory.undo[0])
            for p in range(state.game.players):
                score[i, p] = copy.state.score[p]
            if copy.state.to_move != mover and copy.state.to_move != OVER:
                phase[i] = rules.value.phase(rules, copy.state)
                rules.value.features(rules, copy.state, mover, &row[i, 0, 0])
            rules.unmake(rules, copy.state, memory.undo[0])
    finally:
        one_ply_free(&memory)
    return phases, scores, rows


def static_move(GameState state not None):
    """The move after which the learned value expects the highest margin.

    Raises IllegalMoveError if the game is over.
    """
    cdef GameState copy = state.copy()
    cdef OnePly memory
    cdef CMove best
    cdef double ignored
    weights.ensure(state.game)
    if state.over:
        raise IllegalMoveError("the game is over")
    try:
        one_ply_new(&memory, &state.game.rules)
        with nogil:
            best_move(&memory, copy.state, &best, &ignored)
    finally:
        one_ply_free(&memory)
    return state.legal_move(best)


def self_play(Game game not None, uint64_t seed, long long first, int games, str policy, int latest=0):
    """Plays games for learning; returns arrays (features, phases, players, points to come, scores, game indices).

    features has the shape (samples, features). The other arrays have the shape (samples,). Game indices count from 0.

    seed: seed of the games.
    first: number of the first game of this seed.
    games: number of games.
    policy: policy of all players, a name in `search.POLICIES`.
    latest: the random move of a game is one of its first `latest` moves; 0 counts as 1.
    """
    cdef Policy player
    cdef Samples samples
    cdef MoveList legal
    cdef Rng rng
    cdef Position position
    cdef long long number
    cdef int start
    memset(&samples, 0, sizeof(samples))
    memset(&legal, 0, sizeof(legal))
    ends = []
    policy_new(&player, &game.rules, policy_number(game, policy))
    try:
        for number in range(first, first + games):
            seed_rng(&rng, seed, STREAM_PLAYOUT, number)
            position = game.deal(seed * 1000003 + number)
            start = below(&rng, max(latest, 1))
            with nogil:
                record_game(&player, position.state, start, &rng, &legal, &samples)
            ends.append(samples.size)
        return unpacked(game, &samples, ends)
    finally:
        policy_free(&player)
        list_free(&legal)
        free(samples.samples)


cdef tuple unpacked(Game game, const Samples* samples, list ends):
    cdef Py_ssize_t i, j, n = samples.size
    cdef int f = game.rules.value.feature_count
    rows = np.empty((n, f), dtype=np.float32)
    numbers = np.empty((4, n), dtype=np.int32)
    cdef float[:, ::1] row = rows
    cdef int32_t[:, ::1] number = numbers
    for i in range(n):
        for j in range(f):
            row[i, j] = samples.samples[i].row[j]
        number[0, i] = samples.samples[i].phase
        number[1, i] = samples.samples[i].player
        number[2, i] = samples.samples[i].to_come
        number[3, i] = samples.samples[i].score
    games = np.searchsorted(np.array(ends), np.arange(n), side="right")
    return rows, *numbers, games
