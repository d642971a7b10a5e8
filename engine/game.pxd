# What a game is to the search: a table of functions over an opaque, pointer-free State.
#
#   Game (Python) ---- Rules ----> deal  generate  make  unmake  hide  sample  greedy ...
#                                    |
#   State  [ score | noise | to_move players decision | the game's own bytes ... ]
#            \________ head: every kernel reads it ____/ \__ only the game does __/
#
# A game advances by moves. At a decision (to_move >= 0) they are the player's; at a chance node (to_move == CHANCE) they
# are nature's: draws, refills, shuffles. The Move AS_IT_LIES stands for "what the pile of this state holds" at any
# chance node. A state with every card known is a position or a sampled world; one whose hidden cards were blanked by
# `hide` is a view, and `sample` fills the blanks. There is nowhere in a view a hidden card could be.

from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t
from libc.string cimport memcpy

from kiebitz.engine.rng cimport Rng

cdef enum:
    MAX_PLAYERS = 8
    MAX_OPTIONS = 16
    CHANCE = -1     # to_move: nature decides
    OVER = -2       # to_move: the game is over, score is final
    EVERYBODY = -1  # eye: knows what all players together know, but no more of the pile than they do
    MAX_FEATURES = 64

cdef enum:          # what `recall` returns
    UNKNOWN = -1
    IMPOSSIBLE = 0
    RECALLED = 1


cdef struct Move:           # compared and hashed as 128 bits; the layout is the game's own; (0, 0) is AS_IT_LIES
    uint64_t lo
    uint64_t hi


cdef struct State:          # the head of every game's state
    int32_t score[MAX_PLAYERS]  # points so far; final when over
    uint64_t noise              # seeds the shuffles still to come; 0 in a view
    int8_t to_move              # player, CHANCE or OVER
    int8_t players
    uint8_t decision            # the game's own number for the kind of decision
    int8_t viewer               # whose view this is; -1: everything is known
    uint8_t spare[4]


cdef struct MoveList:       # grows as needed; whoever owns it calls list_free
    Move* moves
    int32_t* points         # immediate points of a player's move; number of ways of nature's
    Py_ssize_t size
    Py_ssize_t capacity


cdef struct Rules:          # a function may be NULL only where it says what that means
    size_t state_size       # bytes a kernel copies
    size_t undo_size        # bytes `make` may write to undo
    int32_t options[MAX_OPTIONS]    # in the order of the game's options, named values by their index
    # A new game: every card known, at its first node.
    void (*deal)(const Rules*, State*, int players, Rng*) noexcept nogil
    # Appends all moves of the player to move, without doubles; only allocation can fail.
    int (*generate)(const Rules*, const State*, MoveList*) except -1 nogil
    # The moves worth a thought, with rough values in place of points: `generate` without what is never better than another
    # move. It is `generate` itself where nothing can be left out.
    int (*propose)(const Rules*, const State*, MoveList*) except -1 nogil
    # Any legal move, each with the same chance; the list is memory, whatever it holds. NULL: by listing all.
    int (*pick)(const Rules*, const State*, MoveList*, Rng*, Move*) except -1 nogil
    # Plays a legal move (or nature's), trusting it. undo may be NULL.
    void (*make)(const Rules*, State*, Move, void* undo) noexcept nogil
    # Restores every byte from before the last `make` with this undo.
    void (*unmake)(const Rules*, State*, const void* undo) noexcept nogil
    # Turns a state into what `player` knows of it.
    void (*hide)(const Rules*, State*, int player) noexcept nogil
    # A world that agrees with a view, uniform over all of them; world must not be view.
    void (*sample)(const Rules*, const State* view, State* world, Rng*) noexcept nogil
    # The move of most immediate points this turn, ties by the game's heuristic.
    Move (*greedy)(const Rules*, const State*) noexcept nogil
    # The game's hand-written policy for playouts; greedy where nothing better was found.
    Move (*heuristic)(const Rules*, const State*) noexcept nogil
    # Standard deviation of the final margin around the present one, among strong players; 0 when over.
    double (*spread)(const Rules*, const State*) noexcept nogil
    # What a player's margin is expected to gain from here, among strong players, if `next` is the next to decide. NULL:
    # nothing is known. Asked before the end only.
    double (*drift)(const Rules*, const State*, int player, int next) noexcept nogil
    # By how much margins of a round, or of the end, that the greedy policy played on to flatter whoever searched for the move
    # before: to be taken off; and how far strong players stray from them beyond the spread. NULL: not known, nothing.
    void (*flattery)(const Rules*, const State*, double* margin, double* doubt) noexcept nogil
    # The learned value: points still to come for a player = features of the player times the weights of the stage.
    int features
    int stages
    const char* feature_names   # separated by semicolons
    int (*stage)(const Rules*, const State*) noexcept nogil
    # One row of features for each player, as far as `eye` can know: a player, or EVERYBODY for all that the state holds.
    # Any node but the end; at a chance node what nature is about to bring counts as unknown.
    void (*describe)(const Rules*, const State*, int eye, float* rows) noexcept nogil
    const float* weights    # [stages][features]; NULL as long as none were loaded
    const float* deviations     # [stages]: standard deviation of the final margin around what is expected
    # Endings: no chance is left, and all who still decide know every card that matters (of a view: also the viewer, by
    # what is left of the deck, so that all sampled worlds are the same one). Asked at decisions only.
    bint (*settled)(const Rules*, const State*) noexcept nogil
    # All that decides, at a decision with every card known, what may still come: who may do what for how many points, but
    # not the scores. `key` hashes it; `essence` writes it as `essence_size` words, for verifying keys.
    uint64_t (*key)(const Rules*, const State*) noexcept nogil
    void (*essence)(const Rules*, const State*, uint64_t* words) noexcept nogil
    size_t essence_size
    # What the others see of a move: hides the cards in it that they do not see, false if they see nothing of it as it is
    # made. NULL: every move is public.
    bint (*show)(const Rules*, const State*, Move*) noexcept nogil
    # What a hand was before its owner's latest move, if `after` is what it is now. `before` is another player's view from
    # before the move, and the move what that player saw: the mover's hand and the hidden cards of the move are filled in,
    # a random choice of the present cards counting as drawn since. `after` is a world, or a state filled in like that.
    # Returns RECALLED, IMPOSSIBLE in this world, or UNKNOWN, whatever the world. NULL: hands are never recalled.
    int (*recall)(const Rules*, State* before, Move*, const State* after, Rng*) noexcept nogil
    # Appends the events that this chance node can bring as the state knows it, their numbers of ways as points, and
    # returns how many; none if they are more than `most`, cannot be told one by one, or stay hidden from the viewer.
    # `make` plays them on the view itself; what they do not name stays hidden, once `hide` was called again. NULL: none
    # are ever told.
    int (*outcomes)(const Rules*, const State*, int most, MoveList*) except -1 nogil
    # Bounds of a player's margin at this and every later node of the game. NULL: none are known.
    void (*bounds)(const Rules*, const State*, int player, double* low, double* high) noexcept nogil


cdef inline bint before(Move a, Move b) noexcept nogil:
    """An order of moves that does not depend on how they were listed."""
    return a.hi < b.hi or (a.hi == b.hi and a.lo < b.lo)


cdef inline bint same(Move a, Move b) noexcept nogil:
    return a.lo == b.lo and a.hi == b.hi


cdef inline Move as_it_lies() noexcept nogil:
    return Move(0, 0)


cdef inline void copy(const Rules* rules, State* target, const State* source) noexcept nogil:
    memcpy(target, source, rules.state_size)


cdef inline void resolve_chance(const Rules* rules, State* state) noexcept nogil:
    """Lets nature move as the pile lies, up to the next decision or the end."""
    while state.to_move == CHANCE:
        rules.make(rules, state, as_it_lies(), NULL)


cdef inline void advance(const Rules* rules, State* state, Move move) noexcept nogil:
    """Plays a move and lets nature answer."""
    rules.make(rules, state, move, NULL)
    resolve_chance(rules, state)


cdef inline int32_t margin_of(const int32_t* scores, int players, int player) noexcept nogil:
    """Score minus the best other player's; the score itself when alone."""
    cdef int p
    cdef int32_t best = -(1 << 30)
    if players == 1:
        return scores[player]
    for p in range(players):
        if p != player and scores[p] > best:
            best = scores[p]
    return scores[player] - best


cdef inline int32_t margin(const State* state, int player) noexcept nogil:
    return margin_of(state.score, state.players, player)


cdef inline double margin_foreseen(const Rules* rules, const State* state, int player) noexcept nogil:
    """The margin at hand and what whose turn it is makes of it."""
    if rules.drift == NULL or state.to_move < 0:
        return margin(state, player)
    return margin(state, player) + rules.drift(rules, state, player, state.to_move)


cdef inline double win_of(const int32_t* scores, int players, int player) noexcept nogil:
    """1 for a win, 1/k for a win shared by k, else 0."""
    cdef int p, leaders = 0
    for p in range(players):
        if scores[p] > scores[player]:
            return 0.0
        leaders += scores[p] == scores[player]
    return 1.0 / leaders


cdef inline double win_share(const State* state, int player) noexcept nogil:
    return win_of(state.score, state.players, player)


# The `width` moves of most points come first, in falling order, and the others are forgotten; 0 keeps and sorts all.
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
