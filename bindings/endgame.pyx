"""Exact solutions of positions that hide nothing. The engine searches without the GIL."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t
from libc.string cimport memset

from kiebitz.positions cimport Game, Position
from kiebitz.engine.clock cimport now
from kiebitz.engine.game cimport MoveList, Rules, has_perfect_information, list_free, list_push, win_of
from kiebitz.engine.kernels.alpha_beta cimport BEYOND
from kiebitz.engine.kernels.endgame cimport EndgameSearch, RootMove, endgame_free, endgame_new, solve
from kiebitz.engine.kernels.move_value cimport move_value
from kiebitz.engine.kernels.search_stack cimport MARGIN, WIN_FIRST
from kiebitz.engine.kernels.transposition cimport EXACT, transposition_clear
from kiebitz.moves cimport Move
from kiebitz.state cimport GameState

from collections import namedtuple

OBJECTIVES = {"win": WIN_FIRST, "margin": MARGIN}
LOG_ENTRIES = 18    # log2 of the entries of the transposition table: 16 MB


Outcome = namedtuple("Outcome", "move margin win exact scores")
Outcome.__doc__ = """The result of a move of the solved position.

move: the `Move`.
margin: final margin of the player to move, in points.
win: win share of the player to move, 0..1.
exact: True if margin is the value, False if it is an upper bound.
scores: final scores by seat; None with two players, because the search finds only their margin.
"""

Solution = namedtuple("Solution", "outcomes exact depth nodes hits interrupted")
Solution.__doc__ = """The result of a search.

outcomes: an `Outcome` for every legal move, or every move asked for; best first.
exact: True if the position was solved to the end. Else the values come from `depth` decisions ahead.
depth: depth of the last whole iteration, in decisions.
nodes: number of decisions searched.
hits: number of positions found in the transposition table.
interrupted: True if Ctrl-C ended the search.
"""

MoveValue = namedtuple("MoveValue", "margin exact nodes interrupted")
MoveValue.__doc__ = """The value of one move, or a bound of it.

margin: final margin of the player to move, in points; outside the window it is a bound.
exact: True if the search reached the end of the game. Else the margin tells nothing.
nodes: number of decisions searched.
interrupted: True if Ctrl-C ended the search.
"""


def has_endings(Game game not None):
    """Whether positions of a game can be solved exactly at all."""
    return game.rules.extras.hash != NULL


def perfect_information(GameState state not None):
    """Whether the rest of the game has perfect information, so that a position or view can be solved.

    Chance must decide nothing any more, and each player who still decides must know every card that matters.
    """
    return state.state.to_move >= 0 and has_perfect_information(&state.game.rules, state.state)


settled = perfect_information   # the former name stays


def position_hash(Position position not None):
    """The 64-bit hash of everything that decides the rest of the game. Scores are not part of it.

    `Endgame` finds positions in its table by this hash. Raises ValueError if the game is over or has no exact endings.
    """
    cdef const Rules* rules = &position.game.rules
    if rules.extras.hash == NULL or position.over:
        raise ValueError(f"a position of {position.game.name} cannot be hashed for a solver here")
    return rules.extras.hash(rules, position.state)


cdef struct Watch:          # stops a search that runs without the GIL
    double deadline         # time of `now`, in seconds; 0: no limit
    bint interrupted


cdef bint has_to_stop(void* context) noexcept nogil:
    cdef Watch* watch = <Watch*>context
    if watch.deadline and now() > watch.deadline:
        return True
    with gil:
        try:
            PyErr_CheckSignals()
        except KeyboardInterrupt:
            watch.interrupted = True
    return watch.interrupted


cdef class Endgame:
    """An exact search with a transposition table of its own, for one thread.

    objective: the players' objective if there are three or more: "win" (win share, then margin) or "margin".
    log_entries: log2 of the number of entries of the table, 1..30. An entry has 64 bytes.
    shortcuts: whether the search uses what the game knows about its last moves. The results are the same without,
        but a search may take many times as long. Tests compare both.
    Raises ValueError if a parameter is out of range or the game has no exact endings.
    """
    cdef readonly Game game
    cdef Rules rules
    cdef EndgameSearch search
    cdef Watch watch

    def __cinit__(self, Game game not None, str objective="win", int log_entries=LOG_ENTRIES, bint shortcuts=True):
        if objective not in OBJECTIVES:
            raise ValueError(f"objective must be one of {', '.join(OBJECTIVES)}, not {objective!r}")
        if not 1 <= log_entries <= 30:
            raise ValueError(f"log_entries must be in 1..30, not {log_entries}")
        if game.rules.extras.hash == NULL:
            raise ValueError(f"positions of {game.name} cannot be solved exactly")
        self.game = game
        self.rules = game.rules
        if not shortcuts:
            self.rules.extras.last_move = NULL
            self.rules.extras.other_moves = NULL
            self.rules.extras.independent = NULL
        endgame_new(&self.search, &self.rules, log_entries)
        self.search.stack.objective = OBJECTIVES[objective]
        self.search.stack.stop = has_to_stop
        self.search.stack.context = &self.watch

    def __dealloc__(self):
        endgame_free(&self.search)

    def clear(self):
        """Drops all positions from the table."""
        transposition_clear(&self.search.stack.table)

    def solve(self, Position position not None, long long nodes=0, double seconds=0, int top=1, moves=None):
        """The `Solution` of a position. All players count as knowing the cards of the pile.

        nodes: most decisions searched; 0: no limit.
        seconds: most time; 0: no limit.
        top: number of moves that get values, at least 1. The other moves get upper bounds.
        moves: the only moves to search, a sequence of `Move`; None: all legal moves. With top=len(moves) all of them get
            values, for a fraction of the nodes that the values of all legal moves need.

        The table keeps what was found. So a second call with a larger `top` does not search the best move again.
        Raises ValueError if the game is over, is another game, if top is out of range, or if no legal move is in `moves`.
        """
        cdef Position copy = position.copy()
        cdef long long hits = self.search.stack.table.hits, used
        cdef MoveList only
        self._check(position, top)
        memset(&only, 0, sizeof(MoveList))
        self.watch.deadline = now() + seconds if seconds > 0 else 0
        self.watch.interrupted = False
        try:
            self._keep_only(position, moves, &only)
            with nogil:
                used = solve(&self.search, copy.state, nodes, top)
        finally:
            self.search.only = NULL
            list_free(&only)
        return Solution(
            self._outcomes(position), self.search.exact, self.search.depth, used, self.search.stack.table.hits - hits,
            self.watch.interrupted
        )

    def move_value(self, Position position not None, Move move not None, int low=-BEYOND, int high=BEYOND,
                   long long nodes=0, double seconds=0):
        """The `MoveValue` of a move of a position with two players. All players count as knowing the cards of the pile.

        move: a legal move.
        low, high: the window. The value is exact between them. A margin of at most `low` is an upper bound, and a margin
            of at least `high` is a lower bound.
        nodes: most decisions searched; 0: no limit.
        seconds: most time; 0: no limit.
        Raises ValueError if the game is over, is another game or has not two players, or if the window is empty.
        """
        cdef Position copy = position.copy()
        cdef int32_t margin = 0
        cdef long long used
        self._check(position, 1)
        if self.game.players != 2:
            raise ValueError("windows are for two players")
        if low >= high:
            raise ValueError(f"low must be less than high, not {low} and {high}")
        self.watch.deadline = now() + seconds if seconds > 0 else 0
        self.watch.interrupted = False
        with nogil:
            used = move_value(&self.search, copy.state, move.value, low, high, nodes, &margin)
        return MoveValue(margin, self.search.exact, used, self.watch.interrupted)

    def _check(self, Position position, int top):
        if position.game != self.game:
            raise ValueError(f"a position of {position.game!r} cannot be solved as one of {self.game!r}")
        if position.over:
            raise ValueError("the game is over: there is nothing to solve")
        if top < 1:
            raise ValueError(f"top must be at least 1, not {top}")

    cdef int _keep_only(self, Position position, moves, MoveList* only) except -1:
        """Lets the next search look at these moves only. None: at all."""
        cdef Move move
        if moves is None:
            return 0
        for move in moves:
            if position.is_legal(move):
                list_push(only, move.value, 0)
        if only.size == 0:
            raise ValueError("moves must name a legal move")
        self.search.only = only.moves
        self.search.only_size = only.size
        return 0

    cdef list _outcomes(self, Position position):
        cdef const RootMove* root
        cdef Py_ssize_t i
        cdef int players = self.game.players, mover = position.state.to_move, p
        cdef list found = []
        for i in range(self.search.size):
            root = &self.search.moves[i]
            scores = None if players == 2 else [root.scores[p] for p in range(players)]
            win = win_of(root.scores, players, mover)
            found.append(Outcome(position.legal_move(root.move), root.margin, win, root.bound == EXACT, scores))
        return found

    def line(self, Position position not None, move, long long nodes=0, double seconds=0):
        """The texts of the best moves after a move, as a list.

        The line ends with the game, or at the first position that is not solved within the limits.

        move: a legal move, or its text.
        nodes: most decisions searched in each position; 0: no limit.
        seconds: most time for the whole line; 0: no limit.
        """
        cdef Position after = position.copy()
        cdef double end = now() + seconds if seconds > 0 else 0
        after.play(move)
        texts = []
        while not after.over:
            solution = self.solve(after, nodes, max(end - now(), 1e-6) if end else 0)
            if not solution.exact:
                break
            texts.append(solution.outcomes[0].move.text)
            after.play(solution.outcomes[0].move)
        return texts
