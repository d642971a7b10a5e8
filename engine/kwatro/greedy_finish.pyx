"""Greedy play to the end."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from kiebitz.engine.bits cimport lowest, without_lowest
from kiebitz.engine.game cimport CHANCE, OVER, State, as_it_lies
from kiebitz.engine.kwatro.cards cimport pile_card, take
from kiebitz.engine.kwatro.line cimport CARDS, WILD
from kiebitz.engine.kwatro.movegen.best_play cimport best_play
from kiebitz.engine.kwatro.movegen.cross_line cimport NO_SLOT
from kiebitz.engine.kwatro.movegen.play_context cimport PlayContext, fill_context
from kiebitz.engine.kwatro.policy cimport greedy
from kiebitz.engine.kwatro.state cimport Cell
from kiebitz.engine.kwatro.turn cimport make
from kiebitz.engine.rng cimport STREAM_WORLDS, Rng, below, seed

cdef enum:
    SAMPLES = 4     # worlds of a mean; a world takes about 3 microseconds


cdef void copy_used(Kwatro* target, const Kwatro* k) noexcept nogil:
    memcpy(target, k, <const char*>&k.frontier[k.frontier_size] - <const char*>k)
    memset(&target.frontier[NO_SLOT], 0, sizeof(Cell))      # the generator of plays reads this empty cell


cdef int32_t best_known_play(const Rules* rules, Kwatro* copied, int player, const Holding* holding) noexcept nogil:
    cdef PlayContext context
    copied.mover = player
    copied.hand[player].cards = holding.cards
    copied.hand[player].wilds = holding.wilds
    fill_context(&context, copied, rules.options)
    best_play(&context, 0)
    return max(context.best_points, 0)


cdef void finish(const Rules* rules, Kwatro* k) noexcept nogil:
    while k.head.to_move != OVER:
        make(rules, <State*>k, as_it_lies() if k.head.to_move == CHANCE else greedy(rules, <State*>k), NULL)


cdef int list_cards(uint64_t cards, int wilds, uint8_t* list) noexcept nogil:
    cdef int n = 0
    while cards:
        list[n] = lowest(cards)
        cards = without_lowest(cards)
        n += 1
    for _ in range(wilds):
        list[n] = WILD
        n += 1
    return n


cdef void shuffle(uint8_t* list, int n, Rng* rng) noexcept nogil:
    cdef int i, j
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        list[i], list[j] = list[j], list[i]


cdef void hand_out(const Holding* holding, const uint8_t* card, Kwatro* world) noexcept nogil:
    """Fills the unknown cards of all hands and then the pile with these cards."""
    cdef int p, i, unknown, at = 0
    for p in range(world.head.players):
        unknown = world.hand[p].size - holding[p].known
        world.hand[p].cards = holding[p].cards
        world.hand[p].wilds = holding[p].wilds
        world.hand[p].size = holding[p].known
        for i in range(unknown):
            take(world, p, card[at + i])
        at += unknown
    for i in range(world.pile_size):
        pile_card(world, i)[0] = card[at + i]


cdef void add_sampled_finishes(const Rules* rules, const Kwatro* k, const Holding* holding, uint64_t unseen, int wilds,
                               float* points, int stride) noexcept nogil:
    cdef Kwatro world
    cdef uint8_t[CARDS] card
    cdef Rng rng
    cdef int n = list_cards(unseen, wilds, card), p
    seed(&rng, unseen, STREAM_WORLDS, wilds)
    for _ in range(SAMPLES):
        copy_used(&world, k)
        world.head.viewer = -1
        world.head.shuffle_seed = 0     # a view does not know it
        shuffle(card, n, &rng)
        hand_out(holding, card, &world)
        finish(rules, &world)
        for p in range(k.head.players):
            points[p * stride] += <float>(world.head.score[p] - k.head.score[p]) / SAMPLES
