"""Exact solutions of positions that hide nothing; the GIL is released while the engine searches."""

from cpython.exc cimport PyErr_CheckSignals

from kiebitz.clock cimport now
from kiebitz.core cimport Game, Moves, Position, Table
from kiebitz.engine.game cimport Rules, has_perfect_information, win_of
from kiebitz.engine.kernels.endgame cimport Endgame as Memory
from kiebitz.engine.kernels.endgame cimport RootMove, endgame_free, endgame_new, solve
from kiebitz.engine.kernels.table cimport EXACT, table_clear
from kiebitz.engine.kernels.depth_first cimport MARGIN, WIN_FIRST

from collections import namedtuple

OBJECTIVES = {"win": WIN_FIRST, "margin": MARGIN}
LOG_ENTRIES = 18    # of the table: 16 MB


Outcome = namedtuple("Outcome", "move margin win exact scores")
Outcome.__doc__ = """What a move of the root leads to.

move: the `Move`; margin, win: at the end, of the player to move; exact: whether margin is the value and not a bound from
above; scores: final scores by seat, None with two players, where only the margin is searched for.
"""

Solution = namedtuple("Solution", "outcomes exact depth nodes hits interrupted")
Solution.__doc__ = """outcomes: best first; exact: solved to the end, else what `depth` decisions ahead promise; nodes: decisions
looked into; hits: answers of the table; interrupted: by Ctrl-C.
"""


def settled(Table table not None):
    """Whether a table can be solved: no chance is left, and all who still decide know every card that matters."""
    return table.state.to_move >= 0 and has_perfect_information(&table.game.rules, table.state)


def position_hash(Position position not None):
    """Hash, of 64 bits, of all that decides the rest of a game whose cards are all known: everything but the scores.

    The solver's table knows positions by it. ValueError if the game is over or has no exact endings.
    """
    cdef const Rules* rules = &position.game.rules
    if rules.extras.hash == NULL or position.over:
        raise ValueError(f"a position of {position.game.name} cannot be hashed for a solver here")
    return rules.extras.hash(rules, position.state)


cdef struct Watch:          # over a search that runs without the GIL
    double deadline         # 0: none
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
    """A solver with a table of its own, for one thread.

    objective: what a player of three or more strives for, "win" (the share of the win, then the margin) or "margin".
    log_entries: log2 of the table's positions.
    """
    cdef readonly Game game
    cdef Memory memory
    cdef Watch watch

    def __init__(self, Game game not None, str objective="win", int log_entries=LOG_ENTRIES):
        if objective not in OBJECTIVES:
            raise ValueError(f"objective must be one of {', '.join(OBJECTIVES)}, not {objective!r}")
        if not 1 <= log_entries <= 30:
            raise ValueError(f"log_entries must be in 1..30, not {log_entries}")
        if game.rules.extras.hash == NULL:
            raise ValueError(f"positions of {game.name} cannot be solved exactly")
        self.game = game
        endgame_new(&self.memory, &game.rules, log_entries)
        self.memory.tree.objective = OBJECTIVES[objective]
        self.memory.tree.stop = has_to_stop
        self.memory.tree.context = &self.watch

    def __dealloc__(self):
        endgame_free(&self.memory)

    def clear(self):
        """Forgets all positions."""
        table_clear(&self.memory.tree.table)

    def solve(self, Position position not None, long long nodes=0, double seconds=0, int top=1):
        """The `Solution` of a position: its best `top` moves with their values, those behind with bounds.

        nodes, seconds: limits, 0 for none. Where the pile holds cards, everybody is taken to know them. ValueError if
        the game is over or another one.
        """
        cdef Position copy = position.copy()
        cdef long long hits = self.memory.tree.table.hits, used
        self._check(position, top)
        self.watch.deadline = now() + seconds if seconds > 0 else 0
        self.watch.interrupted = False
        with nogil:
            used = solve(&self.memory, copy.state, nodes, top)
        return Solution(
            self._outcomes(position), self.memory.exact, self.memory.depth, used, self.memory.tree.table.hits - hits,
            self.watch.interrupted
        )

    def _check(self, Position position, int top):
        if position.game != self.game:
            raise ValueError(f"a position of {position.game!r} cannot be solved as one of {self.game!r}")
        if position.over:
            raise ValueError("the game is over: there is nothing to solve")
        if top < 1:
            raise ValueError(f"top must be at least 1, not {top}")

    cdef list _outcomes(self, Position position):
        cdef Moves moves = position.legal_moves()
        cdef const RootMove* root
        cdef Py_ssize_t i
        cdef int players = self.game.players, mover = position.state.to_move, p
        cdef list found = []
        for i in range(self.memory.size):
            root = &self.memory.moves[i]
            scores = None if players == 2 else [root.scores[p] for p in range(players)]
            win = win_of(root.scores, players, mover)
            found.append(Outcome(moves[moves.find(root.move)], root.margin, win, root.bound == EXACT, scores))
        return found

    def line(self, Position position not None, move, long long nodes=0, double seconds=0):
        """Texts of the best play after a move up to the end, or as far as each step is solved within the limits."""
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
