"""Dead tables of Kwatro: on them the engine calls the scores final, and the rule book finds nothing to play."""

import random
from itertools import product

import pytest
from rulebook import kwatro as book

import kiebitz
from kiebitz.solvers import SOLVERS

CARDS = ["".join(parts) for parts in product("RYGB", "SOTX", "1234")]
BLOCK = "RO1 YS1 GT1 BX1 / YS2 GT2 BX2 RO2 / GT3 BX3 RO3 YS3 / BX4 RO4 YS4 GT4"
CORNERS = [(0, 0), (0, 3), (3, 0), (3, 3)]
DEFAULTS = {name: values[0] for name, values in book.ALL_OPTIONS.items()}


def table_of(rows):
    grid = [row.split() for row in rows.split("/")]
    return {(r, c): card for r, row in enumerate(grid) for c, card in enumerate(row) if card != "."}


def random_block(choice, side=4):
    """A block of real cards whose rows and columns are valid lines; None if the random choices lead nowhere."""
    table = {}
    for cell in product(range(side), repeat=2):
        left = choice.sample(CARDS, len(CARDS))
        fits = (card for card in left if card not in table.values() and fits_at(table | {cell: card}, cell))
        card = next(fits, None)
        if card is None:
            return None
        table[cell] = card
    return table


def fits_at(table, cell):
    return book.lines_are_valid(table, book.lines_through(table, cell), "free")


def view_of(table, scores=(100, 90), hand=None):
    rows, columns = (1 + max(cell[axis] for cell in table) for axis in range(2))
    grid = "/".join(",".join(table.get((r, c), ".") for c in range(columns)) for r in range(rows))
    held = hand or [card for card in CARDS if card not in table.values()][:4]
    known = f"scores={scores[0]},{scores[1]} hand={','.join(held)} grid={grid}"
    return kiebitz.parse(f"kiebitz1 game=kwatro players=Anna,Ben to_move=Anna {known}")


def playable(table, card, options):
    """Whether the rule book lets a player with this card alone play it."""
    facts = {"table": table, "hands": [[card]], "to_move": 0, "pile": [""], "scores": [0, 0]}
    return bool(book.plays(facts, options))


def test_on_a_full_block_every_solver_says_the_final_margin_and_all_moves_are_tied():
    view = view_of(table_of(BLOCK), hand=["RS1", "RS2", "RS3", "RS4"])
    for name in SOLVERS:
        if name.startswith("oracle"):
            continue
        advice = kiebitz.hint(view, name, nodes=2000)
        assert len(advice.moves) == len(view.legal_moves()) == 65, name
        for move in advice.moves:
            assert (move.margin, move.margin_ci, move.win, move.win_ci) == (10, (10, 10), 1, (1, 1)), name
            assert move.tied, name
            assert move.exact, name


@pytest.mark.parametrize(("scores", "win"), [((63, 41), 1), ((41, 63), 0), ((50, 50), 0.5)])
def test_the_scores_of_a_dead_table_decide_the_win(scores, win):
    best = kiebitz.hint(view_of(table_of(BLOCK), scores=scores), "best", nodes=2000).best
    assert (best.margin, best.win) == (scores[0] - scores[1], win)


@pytest.mark.parametrize("side", [3, 4])
def test_scores_are_final_only_if_the_rule_book_can_play_no_card_at_all(side):
    choice = random.Random(side)
    final = 0
    for _ in range(600):
        table = random_block(choice, side)
        if table is None:
            continue
        for corner in choice.sample(CORNERS, choice.choice((0, 0, 1))):
            table.pop(corner, None)
        view = view_of(table)
        rest = [card for card in CARDS if card not in table.values()]
        if view.scores_final:
            final += 1
            assert not any(playable(table, card, DEFAULTS) for card in [*rest, "**"])
    assert (final > 20) if side == 4 else (final == 0)


def test_on_a_dead_table_no_play_changes_the_scores():
    known = view_of(table_of(BLOCK)).sample(3)
    choice = random.Random(1)
    while not known.over:
        assert known.scores_final
        known.play(choice.choice(list(known.legal_moves())))
    assert known.scores == [100, 90]
