# What a game is to the search: a table of functions over an opaque, pointer-free State.
#
#   Game (Python) ---- Rules ----> deal  generate  make  unmake  mask  determinize  greedy ...
#                                    |
#   State  [ score | seed | to_move players decision | the game's own bytes ... ]
#            \________ head: every kernel reads it ____/ \__ only the game does __/
#
# A game advances by moves. At a decision (to_move >= 0) a player moves. At a chance node (to_move == CHANCE) nature moves: it
# draws, refills, shuffles. AS_IT_LIES, the move (0, 0), is nature's move "take what the pile of this state holds". In a
# position or a sampled world every card is known. `mask` blanks the cards that a player does not know, which makes a
# view; `determinize` fills the blanks. A view has no place that could hold a hidden card.
#
# A function that a kernel calls must not allocate, except in a MoveList; it runs without the GIL on any thread.

from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t
from libc.string cimport memcpy

from kiebitz.engine.rng cimport Rng

cdef enum:
    MAX_PLAYERS = 8
    MAX_OPTIONS = 16
    CHANCE = -1     # to_move: nature decides
    OVER = -2       # to_move: the game is over, score is final
    ALL_PLAYERS = -1    # observer: knows what all players know together, but no card that none of them knows
    MAX_FEATURES = 64

cdef enum:          # what `reconstruct_hand` returns
    UNKNOWN = -1
    IMPOSSIBLE = 0
    RECONSTRUCTED = 1


cdef struct Move:           # 128 bits, compared and hashed as a whole; each game has a layout of its own
    uint64_t lo
    uint64_t hi


cdef struct State:          # the head of every game's state
    int32_t score[MAX_PLAYERS]  # points so far; final when over
    uint64_t shuffle_seed       # seeds the shuffles still to come; 0 in a view
    int8_t to_move              # player, CHANCE or OVER
    int8_t players
    uint8_t decision            # the kind of decision, by the game's own numbers
    int8_t viewer               # the player whose view this is; -1: every card is known
    uint8_t spare[4]


cdef struct MoveList:       # grows as needed; the owner calls list_free
    Move* moves
    int32_t* points         # of a player's move the immediate points, of nature's move its number of ways
    Py_ssize_t size
    Py_ssize_t capacity


cdef struct Rules       # below


cdef struct MarginModel:    # how the final margin of strong players lies around the present one, in points
    double sd               # standard deviation of the final margin; 0 when over
    double shift            # what the margin is expected to gain until the end; 0 when over
    # Greedy replies are too weak, so playouts of the greedy policy favour the player that searched for the move before:
    double rollout_bias     # points to subtract from a margin that greedy playouts have led to
    double rollout_bias_sd  # how far strong players stray from that, beside sd


cdef struct Value:          # what is known of the points still to come; feature_count 0: a learned value does not exist
    int feature_count       # at most MAX_FEATURES
    int phases              # number of phases; each has weights of its own
    const char* feature_names   # separated by semicolons; NULL without features
    # Phase of the game, 0 .. phases - 1; any node but the end. NULL without features.
    int (*phase)(const Rules*, const State*) noexcept nogil
    # Writes one row of feature_count features for each player, as far as `observer` can know them: a player, or
    # ALL_PLAYERS for all that the state holds. Any node but the end; at a chance node the outcome counts as unknown.
    # NULL without features.
    void (*features)(const Rules*, const State*, int observer, float* rows) noexcept nogil
    # [phases][feature_count + 1]: points a unit of each feature, then the standard deviation of the final margin around
    # the expected one, in points. NULL as long as no weights were loaded.
    const float* weights
    # The margin of `player` from here on, if `next` is the next player to decide. Never NULL.
    void (*margin_model)(const Rules*, const State*, int player, int next, MarginModel*) noexcept nogil


cdef struct Extras:         # functions that only some searches use; a game may leave out each of them
    # Hash of all that decides what may still come at a decision with every card known: which moves for how many points,
    # but not the scores. NULL: positions cannot be solved exactly; perfect_information is NULL too.
    uint64_t (*hash)(const Rules*, const State*) noexcept nogil
    # Whether the rest has perfect information: chance is over, and every player who still decides knows every card that
    # matters. Of a view: the viewer knows them too, so all its worlds are one. Asked at decisions. NULL: never.
    bint (*perfect_information)(const Rules*, const State*) noexcept nogil
    # Turns a move into what the other players see of it: blanks the cards they do not see; False if they see nothing at
    # the time of the move. NULL: every move is public.
    bint (*observed)(const Rules*, const State*, Move*) noexcept nogil
    # Fills a player's hand from before the player's latest move into `before`, and the hidden cards into the move. `before`
    # is another player's view from before the move, the move is what that player saw, and `after` is a world (or a state
    # filled in like this) that holds the hand after it. A random choice of the present cards counts as drawn since.
    # Returns RECONSTRUCTED, IMPOSSIBLE (in this world) or UNKNOWN (in any world). NULL: UNKNOWN always.
    int (*reconstruct_hand)(const Rules*, State* before, Move*, const State* after, Rng*) noexcept nogil
    # Appends the outcomes of a chance node as far as the state knows it, with their numbers of ways as points, and returns
    # their number; 0 if there are more than `most`, or if they cannot be listed or stay hidden from the viewer. `make` plays
    # them on the view itself, and cards that they do not name stay hidden after the next `mask`. NULL: 0 always.
    int (*outcomes)(const Rules*, const State*, int most, MoveList*) except -1 nogil
    # A legal move, each with the same chance; the list is scratch memory. NULL: a random one of `generate`.
    int (*random_move)(const Rules*, const State*, MoveList*, Rng*, Move*) except -1 nogil


cdef struct Rules:          # what every game must have; no function is NULL
    size_t state_size       # bytes of a state; also the most that `make` may write to undo
    int32_t options[MAX_OPTIONS]    # in the order of the game's options; a named value is its index
    # Deals a new game: every card is known, and the state is at its first node.
    void (*deal)(const Rules*, State*, int players, Rng*) noexcept nogil
    # Appends all moves of the player to move, each once, with their immediate points. Only allocation can fail.
    int (*generate)(const Rules*, const State*, MoveList*) except -1 nogil
    # Appends the candidate moves for search: like `generate`, without dominated moves, with heuristic scores as points. A
    # game without dominated moves takes `generate` itself.
    int (*candidates)(const Rules*, const State*, MoveList*) except -1 nogil
    # Plays a legal move of a player or of nature; it is not checked. undo: state_size bytes, or NULL.
    void (*make)(const Rules*, State*, Move, void* undo) noexcept nogil
    # Restores every byte from before the last `make` with this undo.
    void (*unmake)(const Rules*, State*, const void* undo) noexcept nogil
    # Turns a state into the view of `player`: blanks every card that the player does not know.
    void (*mask)(const Rules*, State*, int player) noexcept nogil
    # Fills in a world that agrees with a view, uniform over all of them. world and view are two states.
    void (*determinize)(const Rules*, const State* view, State* world, Rng*) noexcept nogil
    # The move of most immediate points this turn; the game's heuristic breaks ties.
    Move (*greedy)(const Rules*, const State*) noexcept nogil
    # The move of the game's hand-written policy for playouts; `greedy` where no better one was found.
    Move (*heuristic)(const Rules*, const State*) noexcept nogil
    Value value
    Extras extras


cdef inline bint before(Move a, Move b) noexcept nogil:
    """An order of moves, independent of the order in which they were listed."""
    return a.hi < b.hi or (a.hi == b.hi and a.lo < b.lo)


cdef inline bint same(Move a, Move b) noexcept nogil:
    return a.lo == b.lo and a.hi == b.hi


cdef inline Move as_it_lies() noexcept nogil:
    return Move(0, 0)


cdef inline void copy(const Rules* rules, State* target, const State* source) noexcept nogil:
    memcpy(target, source, rules.state_size)


cdef inline void resolve_chance(const Rules* rules, State* state) noexcept nogil:
    """Lets nature move by the order of the pile, to the next decision or the end."""
    while state.to_move == CHANCE:
        rules.make(rules, state, as_it_lies(), NULL)


cdef inline void advance(const Rules* rules, State* state, Move move) noexcept nogil:
    """Plays a move and then nature's moves."""
    rules.make(rules, state, move, NULL)
    resolve_chance(rules, state)


cdef inline int32_t margin_of(const int32_t* scores, int players, int player) noexcept nogil:
    """Score minus the best score of the others. Of a single player it is the score."""
    cdef int p
    cdef int32_t best = -(1 << 30)
    if players == 1:
        return scores[player]
    for p in range(players):
        if p != player and scores[p] > best:
            best = scores[p]
    return scores[player] - best


cdef inline int32_t present_margin(const State* state, int player) noexcept nogil:
    return margin_of(state.score, state.players, player)


cdef inline bint has_perfect_information(const Rules* rules, const State* state) noexcept nogil:
    """Whether the rest of the game, at a decision, can be solved exactly."""
    return rules.extras.perfect_information != NULL and rules.extras.perfect_information(rules, state)


cdef inline double win_of(const int32_t* scores, int players, int player) noexcept nogil:
    """Win share: 1 for the highest score, 1/k if k players share it, else 0."""
    cdef int p, leaders = 0
    for p in range(players):
        if scores[p] > scores[player]:
            return 0.0
        leaders += scores[p] == scores[player]
    return 1.0 / leaders


cdef inline double win_share(const State* state, int player) noexcept nogil:
    return win_of(state.score, state.players, player)


# Keeps the `width` moves of most points, in falling order; 0 keeps and sorts all.
cdef void list_keep(MoveList* list, Py_ssize_t width) noexcept nogil
cdef int list_reserve(MoveList* list, Py_ssize_t extra) except -1 nogil
cdef void list_free(MoveList* list) noexcept nogil


cdef inline int list_push(MoveList* list, Move move, int32_t points) except -1 nogil:
    if list.size == list.capacity:
        list_reserve(list, 1)
    list.moves[list.size] = move
    list.points[list.size] = points
    list.size += 1
    return 0
