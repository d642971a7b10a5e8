# A game as the searches see it: a table of functions over a State without pointers.
#
#   Game (Python) ---- Rules ----> deal  generate  make  unmake  mask  determinize  greedy ...
#                                    |
#   State  [ score | seed | to_move players decision | the game's own bytes ... ]
#            \________ head: every kernel reads it ____/ \__ only the game does __/
#
# A game advances by moves. At a decision (to_move >= 0) a player moves. At a chance node (to_move == CHANCE) nature moves: it
# draws, refills or shuffles. Nature's move as_it_lies(), the move (0, 0), takes the next cards of the pile in this state.
# In a position or a sampled world every card is known. `mask` blanks the cards that a player does not know and so makes a
# view. `determinize` fills the blanks. A view has no field that could hold a hidden card.
#
# Kernels call these functions without the GIL, on any thread. The functions must not allocate memory, except in a MoveList.

from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t
from libc.string cimport memcpy

from kiebitz.engine.rng cimport Rng

cdef enum:
    MAX_PLAYERS = 8
    MAX_OPTIONS = 16
    CHANCE = -1     # to_move: nature moves
    OVER = -2       # to_move: the game is over, score is final
    ALL_PLAYERS = -1    # observer: knows each card that at least one player knows
    MAX_FEATURES = 64
    # Moves of one decision that searches look at. They look at a selection of more (`list_some`), and exact search gives up.
    MOST_CANDIDATES = 4096

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
    int32_t* points         # a player's move: its immediate points; nature's move: its number of ways
    Py_ssize_t size
    Py_ssize_t capacity


cdef struct Rules       # below


cdef struct MarginModel:    # the final margin between strong players, compared with the present margin; in points
    double sd               # standard deviation of the final margin; 0 when the game is over
    double shift            # expected final margin minus present margin; 0 when the game is over
    # Greedy replies are too weak. So greedy playouts favour the player that searched for the move before them.
    double rollout_bias     # subtract this from the margin after greedy playouts that were cut off
    double ended_bias       # the same after playouts that greedy play has ended
    double ended_bias_sd    # standard deviation of that bias


cdef struct Value:          # estimates of the points still to come
    int feature_count       # 0 .. MAX_FEATURES; 0: the game has no learned value
    int phases              # number of phases; each has weights of its own
    const char* feature_names   # separated by semicolons; NULL without features
    # Returns the phase of the game, 0 .. phases - 1. Not called at the end. NULL without features.
    int (*phase)(const Rules*, const State*) noexcept nogil
    # Writes one row of feature_count features for each player. Not called at the end. NULL without features.
    #   observer   a player: the features use only what this player knows; ALL_PLAYERS: they use all cards in the state
    #   rows       [players][feature_count]
    # At a chance node the features do not use the outcome, although the state may hold it.
    void (*features)(const Rules*, const State*, int observer, float* rows) noexcept nogil
    # [phases][feature_count + 1]. The row of a phase holds a weight for each feature, in points per unit, then the standard
    # deviation of the final margin around the expected margin, in points. NULL until weights are loaded.
    const float* weights
    # Writes the margin model of `player`. `next` is the next player to decide. Never NULL.
    void (*margin_model)(const Rules*, const State*, int player, int next, MarginModel*) noexcept nogil


cdef struct Extras:         # functions that only some searches use; each may be NULL
    # Hash of a decision in which every card is known. It covers everything that decides future moves and their points, but
    # not the scores. NULL: positions cannot be solved exactly, and perfect_information is NULL too.
    uint64_t (*hash)(const Rules*, const State*) noexcept nogil
    # Whether the rest of the game has perfect information: chance decides nothing any more, and each player who still
    # decides knows every card that matters. The viewer of a view must know them too, so that the view has one world only.
    # Called at decisions. NULL: never.
    bint (*perfect_information)(const Rules*, const State*) noexcept nogil
    # Whether no move can change the scores any more, although the game goes on. It must be cheap, may miss such states, and is
    # never True by mistake. Called before the end. NULL: never.
    bint (*scores_final)(const Rules*, const State*) noexcept nogil
    # The next three functions make the exact search of two players faster. All are NULL or none is.
    # Writes the move that ends the game at once with the most points, and returns its points; -1 if there is none.
    int32_t (*last_move)(const Rules*, const State*, Move*) noexcept nogil
    # Appends all other moves of `generate`. It may leave out moves that end the game at once, for `last_move` is no worse.
    # Moves come with a key instead of points:
    #   2 * points      the final margin after the move is unknown
    #   2 * most + 1    the move changes the margin by at most `most` to the end of the game, because the other player can end
    #                   the game right after it
    int (*other_moves)(const Rules*, const State*, MoveList*) except -1 nogil
    # Whether a move and a reply of the other player do not touch each other. If both are possible in a state, or the reply is
    # legal after the move, then the reply is legal after every move that it does not touch, with the same points. If in
    # doubt: False. With this function, states of equal hash have the same legal moves.
    bint (*independent)(const Rules*, const State*, Move reply, Move move) noexcept nogil
    # Turns a move into the move that the other players see: blanks the cards that they do not see. Returns False if they
    # see nothing of the move when it is made. NULL: every move is public.
    bint (*observed)(const Rules*, const State*, Move*) noexcept nogil
    # Reconstructs the hand that a player held before an observed move.
    #   before   in: the observer's view from before the move; out: the same with the mover's hand
    #   move     in: the move as the observer saw it; out: the same with its hidden cards
    #   after    a state with the mover's hand after the move: a world, or `before` of the mover's next move as filled in here
    # The cards that the mover drew after the move are a random choice of the cards in `after`.
    # Returns RECONSTRUCTED; IMPOSSIBLE if `after` cannot explain the move; UNKNOWN if no state can. NULL: always UNKNOWN.
    int (*reconstruct_hand)(const Rules*, State* before, Move*, const State* after, Rng*) noexcept nogil
    # Appends the outcomes of a chance node of a view, with their numbers of ways as points. Returns the number of outcomes.
    # It is 0 if there are more than `most`, if the game cannot list them, or if the viewer does not see the outcome.
    # `make` plays an outcome on the view itself. Cards that the outcome does not name are hidden after the next `mask`.
    # NULL: always 0.
    int (*outcomes)(const Rules*, const State*, int most, MoveList*) except -1 nogil
    # Orders what the facts of a state leave open, such as an index, so that states of equal facts become equal bytes, except for
    # shuffle_seed. Then equal views get equal answers. Bindings call it for every state that they hand out; searches need
    # not. NULL: states of equal facts are equal bytes.
    void (*canonicalize)(const Rules*, State*) noexcept nogil
    # What a move takes from the hand, and what it does with it, without the place. Moves of one player with the same number
    # differ only in their place. NULL: every move has a number of its own.
    uint64_t (*use)(const Rules*, Move) noexcept nogil
    # Whether the players who are still to decide do so at the same time: none of them sees the others' decisions of this turn,
    # and nature does not move before the last of them has decided. Their legal moves do not depend on hidden cards. In a view
    # the decisions that the viewer does not know are still to be made. NULL: players always decide one after the other.
    bint (*simultaneous)(const Rules*, const State*) noexcept nogil
    # Writes a random legal move; all have the same chance. The list is scratch memory. NULL: callers choose from `generate`.
    int (*random_move)(const Rules*, const State*, MoveList*, Rng*, Move*) except -1 nogil
    # Whether a move is legal for the player to move, without a list of all moves. The move may be any 128 bits. Writes its
    # immediate points. NULL: callers look for the move in `generate`.
    bint (*legal)(const Rules*, const State*, Move, int32_t* points) noexcept nogil
    # Appends every legal move if there are at most `most`. Else appends a selection of at most `most` legal moves, each once:
    # those of the highest value, and a uniform sample. Returns the number of legal moves; it is an estimate, above `most`,
    # after a selection. NULL: positions of the game have never more moves than `generate` can list in a few milliseconds.
    double (*generate_some)(const Rules*, const State*, Py_ssize_t most, MoveList*) except -1 nogil


cdef struct Rules:          # what every game must have; no function is NULL
    size_t state_size       # bytes of a state; `make` writes at most as many bytes to undo
    int32_t options[MAX_OPTIONS]    # in the order of the game's options; a named value is its index
    # Deals a new game: every card is known, and the state is at its first node.
    void (*deal)(const Rules*, State*, int players, Rng*) noexcept nogil
    # Appends every legal move of the player to move once, with its immediate points. It fails only if memory runs out.
    int (*generate)(const Rules*, const State*, MoveList*) except -1 nogil
    # Appends the candidate moves for search: like `generate`, without dominated moves, with heuristic scores as points.
    # A game without dominated moves uses `generate` here.
    int (*candidates)(const Rules*, const State*, MoveList*) except -1 nogil
    # Plays a legal move of a player or of nature. The move is not checked. undo: state_size bytes, or NULL.
    void (*make)(const Rules*, State*, Move, void* undo) noexcept nogil
    # Takes back the `make` that filled this undo: restores every byte of the state.
    void (*unmake)(const Rules*, State*, const void* undo) noexcept nogil
    # Turns a state into the view of `player`: blanks every card that the player does not know.
    void (*mask)(const Rules*, State*, int player) noexcept nogil
    # Writes a random world that agrees with a view; all such worlds have the same chance. `world` is not `view`.
    void (*determinize)(const Rules*, const State* view, State* world, Rng*) noexcept nogil
    # The move with the most immediate points this turn. The game's heuristic breaks ties.
    Move (*greedy)(const Rules*, const State*) noexcept nogil
    # The move of the game's hand-written policy for playouts. A game without a better policy uses `greedy` here.
    Move (*heuristic)(const Rules*, const State*) noexcept nogil
    Value value
    Extras extras


cdef inline bint before(Move a, Move b) noexcept nogil:
    """Whether a comes before b in a fixed order of moves. It makes results independent of the order of generation."""
    return a.hi < b.hi or (a.hi == b.hi and a.lo < b.lo)


cdef inline bint same(Move a, Move b) noexcept nogil:
    return a.lo == b.lo and a.hi == b.hi


cdef inline Move as_it_lies() noexcept nogil:
    return Move(0, 0)


cdef inline void copy(const Rules* rules, State* target, const State* source) noexcept nogil:
    memcpy(target, source, rules.state_size)


cdef inline void resolve_chance(const Rules* rules, State* state) noexcept nogil:
    """Lets nature draw in the order of the pile, until the next decision or the end."""
    while state.to_move == CHANCE:
        rules.make(rules, state, as_it_lies(), NULL)


cdef inline void advance(const Rules* rules, State* state, Move move) noexcept nogil:
    """Plays a move and then nature's moves."""
    rules.make(rules, state, move, NULL)
    resolve_chance(rules, state)


cdef inline void canonicalize(const Rules* rules, State* state) noexcept nogil:
    if rules.extras.canonicalize != NULL:
        rules.extras.canonicalize(rules, state)


cdef inline int32_t margin_of(const int32_t* scores, int players, int player) noexcept nogil:
    """Score minus the best other player's score. With a single player the margin is the score."""
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


cdef inline bint is_final(const Rules* rules, const State* state) noexcept nogil:
    """Whether the scores are final: the game is over, or no move can change them."""
    return state.to_move == OVER or (rules.extras.scores_final != NULL and rules.extras.scores_final(rules, state))


cdef inline double list_some(const Rules* rules, const State* state, Py_ssize_t most, MoveList* list) except -1 nogil:
    """Appends every legal move, or a selection if there are more than `most`. Returns the number of legal moves."""
    cdef Py_ssize_t size = list.size
    if rules.extras.generate_some != NULL:
        return rules.extras.generate_some(rules, state, most, list)
    rules.generate(rules, state, list)
    return list.size - size


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


# Keeps the `width` moves with the most points and sorts them, most points first. 0 keeps all moves.
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
