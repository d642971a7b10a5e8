"""The Qwinto rule book against worked examples, and invariants of random games under every option."""

import random
import tomllib
from copy import deepcopy
from itertools import chain, pairwise
from pathlib import Path

import pytest
from rulebook import qwinto

EXAMPLES = tomllib.loads((Path(__file__).parent / "data" / "qwinto_examples.toml").read_text())["example"]
GAP = {"orange": 3, "yellow": 5, "purple": 4}  # fields left of the gap


def options_of(example):
    return qwinto.DEFAULTS | example.get("options", {})


def row_from_text(text, row):
    left, right = text.split("|")
    numbers = [None if field == "." else int(field) for field in (left + right).split()]
    assert (len(left.split()), len(numbers)) == (GAP[row], 9), f"{row} row {text!r}"
    return numbers


def sheet_from_text(told):
    rows = {row: row_from_text(text, row) for row, text in told.items() if row != "penalties"}
    return qwinto.empty_sheet() | rows | {"penalties": told.get("penalties", 0)}


def facts_of(example):
    """The position an example sets up; what it leaves out is filled as the head of the data file says."""
    players, active = example.get("players", 2), example.get("active", 0)
    if example.get("deal"):
        return qwinto.deal(players, options_of(example), list(qwinto.CARDS))
    hands = [hand.split() for hand in example.get("hands", [])]
    square = example.get("square", "").replace("/", " ").split()
    pile, covered = example.get("pile", "").split(), example.get("covered", "").split()
    named = [*chain(*hands), *square, *pile, *covered]
    assert len(named) == len(set(named))
    assert set(named) <= set(qwinto.CARDS)
    free = [card for card in qwinto.CARDS if card not in named]
    while len(hands) < players:
        hands.append([free.pop(0) for _ in range(3)])
    square = square or [free.pop(0) for _ in range(4)]
    if "pile" not in example:
        pile, free = free, []
    elif "covered" not in example:
        covered, free = free, []
    assert not free, "hands, square, pile and covered leave cards over"
    told = example.get("sheets", {})
    return {
        "game": "qwinto",
        "players": players,
        "active": active,
        "to_move": example.get("to_move", active),
        "decision": "write" if "announced" in example else "place",
        "square": square,
        "covered": sorted(covered),
        "hands": [sorted(hand) for hand in hands],
        "pile": pile,
        "sheets": [sheet_from_text(told.get(str(seat), {})) for seat in range(players)],
        "announced": example.get("announced"),
        "writes": [None if field == "-" else field for field in example.get("writes", ["-"] * players)],
    }


def told_as_in_examples(facts, options, step):
    """What the facts say about everything that the step of an example names, in the words of the examples."""
    told = {
        "square": "{} {} / {} {}".format(*facts["square"]),
        "covered": " ".join(facts["covered"]),
        "hands": [" ".join(hand) for hand in facts["hands"]][: len(step.get("hands", []))],
        "pile": " ".join(facts["pile"]),
        "announced": facts["announced"] or {},
        "writes": [field or "-" for field in facts["writes"]],
        "penalties": [sheet["penalties"] for sheet in facts["sheets"]],
        "scores": qwinto.scores(facts),
        "over": qwinto.over(facts),
        "count": len(qwinto.legal(facts, options)),
    }
    return {key: told.get(key, facts.get(key)) for key in step if key not in ("move", "sheets")}


@pytest.fixture(params=EXAMPLES, ids=lambda example: example["name"])
def example(request):
    return request.param


def test_every_example_says_what_it_expects_and_has_a_name_of_its_own():
    names = [example["name"] for example in EXAMPLES]
    assert len(names) == len(set(names))
    position = {"players", "active", "to_move", "options", "hands", "square", "pile", "covered", "deal", "sheets"}
    expected = {"count", "legal", "illegal", "scores", "score", "after"}
    for example in EXAMPLES:
        assert set(example) <= {"name", "source", "announced", "writes"} | position | expected, example["name"]
        assert set(example) & expected, example["name"]


def test_the_legal_moves_and_scores_are_those_of_the_example(example):
    facts, options = facts_of(example), options_of(example)
    moves = qwinto.legal(facts, options)
    assert len(moves) == example.get("count", len(moves))
    assert qwinto.scores(facts)[0] == example.get("score", qwinto.scores(facts)[0])
    assert qwinto.scores(facts) == example.get("scores", qwinto.scores(facts))
    expected = {move["move"]: move["points"] for move in example.get("legal", [])}
    assert {move: moves.get(move) for move in expected} == expected
    for move in example.get("illegal", []):
        assert move not in moves
        with pytest.raises(ValueError, match="illegal move"):
            qwinto.play(facts, move, options)


def test_the_moves_of_the_example_lead_to_its_positions(example):
    facts, options = facts_of(example), options_of(example)
    for step in example.get("after", []):
        if "move" in step:
            facts = qwinto.play(facts, step["move"], options)
        expected = {key: value for key, value in step.items() if key not in ("move", "sheets")}
        assert told_as_in_examples(facts, options, step) == expected
        for seat, rows in step.get("sheets", {}).items():
            for row, text in rows.items():
                assert facts["sheets"][int(seat)][row] == row_from_text(text, row)


# ---- random games

VARIANTS = [
    {},
    {"active_may_decline": False},
    {"empty_pile": "no_refill"},
    {"empty_pile": "end"},
    {"start_player": "last seat"},
]


def variant_options(variant, players):
    options = qwinto.DEFAULTS | {"max_players": max(4, players)} | variant
    return options | ({"start_player": players - 1} if options["start_player"] == "last seat" else {})


def best_distance(facts, options):
    """How far off the number is at its best place, eighteen numbers being spread evenly over nine fields; that move."""
    writes = [move for move in qwinto.legal(facts, options) if move.startswith("write")]
    places = [qwinto.COLUMNS[qwinto.ROW[move[6]]].index(int(move[7:])) for move in writes]
    return min(
        (abs(facts["announced"]["sum"] - 2 * place - 1.5), move) for place, move in zip(places, writes, strict=True)
    )


def careful_move(facts, options):
    """Places so that the active player can write well, and writes so: such sheets get full."""
    if facts["decision"] == "write":
        distance, move = best_distance(facts, options)
        return move if distance < 4 or facts["to_move"] == facts["active"] else "decline"
    distances = []
    for move in qwinto.legal(facts, options):
        after = qwinto.play(facts, move, options)
        can_write = after["decision"] == "write" and after["to_move"] == after["active"] == facts["active"]
        distances.append((best_distance(after, options)[0] if can_write else 99, move))
    return min(distances)[1]


def game(players, options, seed):
    """Every position of a random game (even seeds) or a careful one (odd seeds) with the move made there, None last."""
    chance = random.Random(seed)
    facts = qwinto.deal(players, options, chance.sample(qwinto.CARDS, 32))
    while not qwinto.over(facts):
        move = careful_move(facts, options) if seed % 2 else chance.choice(list(qwinto.legal(facts, options)))
        yield facts, move
        facts = qwinto.play(facts, move, options, lambda cards: chance.sample(cards, len(cards)))
    yield facts, None


def is_possible(sheet):
    """Rows ascend from 1 to 18 and no number stands twice in a column."""
    for row in qwinto.COLUMNS:
        numbers = [number for number in sheet[row] if number is not None]
        if numbers != sorted(set(numbers) & set(range(1, 19))):
            return False
    for column in range(12):
        numbers = [number for number in qwinto.column_numbers(sheet, column) if number is not None]
        if len(numbers) != len(set(numbers)):
            return False
    return True


@pytest.fixture(
    scope="module", params=VARIANTS, ids=lambda variant: " ".join(f"{k} {v}" for k, v in variant.items()) or "defaults"
)
def variant(request):
    return request.param


@pytest.fixture(scope="module", params=range(1, 9), ids=lambda players: f"{players} players")
def some_games(request, variant):
    """Options, then the games as lists of (facts, move)."""
    options = variant_options(variant, request.param)
    return options, [list(game(request.param, options, seed)) for seed in range(2)]


def test_every_position_of_a_random_game_is_a_possible_one(some_games):
    for facts, move in (step for steps in some_games[1] for step in steps):
        cards = chain(*facts["hands"], facts["square"], facts["covered"], facts["pile"])
        assert sorted(cards) == sorted(qwinto.CARDS)
        assert all(hand == sorted(hand) for hand in facts["hands"])
        assert facts["covered"] == sorted(facts["covered"])
        assert all(is_possible(sheet) and sheet["penalties"] <= 4 for sheet in facts["sheets"])
        assert max(qwinto.scores(facts)) <= 116
        assert (facts["announced"] is None) == (facts["decision"] == "place")
        if facts["decision"] == "place":
            assert facts["writes"] == [None] * facts["players"]
            assert move is None or facts["to_move"] == facts["active"]
        else:
            assert facts["writes"][facts["to_move"]] is None
            assert 1 <= facts["announced"]["sum"] <= 18
            assert facts["announced"]["colours"]


def test_a_field_is_legal_exactly_if_the_sheet_stays_possible(some_games):
    options, games = some_games
    for facts, move in games[0] + games[1]:
        if move is None or facts["decision"] == "place":
            continue
        sheet, announced = facts["sheets"][facts["to_move"]], facts["announced"]
        expected = set()
        for letter in announced["colours"]:
            for index, column in enumerate(qwinto.COLUMNS[qwinto.ROW[letter]]):
                tried = deepcopy(sheet)
                tried[qwinto.ROW[letter]][index] = announced["sum"]
                if sheet[qwinto.ROW[letter]][index] is None and is_possible(tried):
                    expected.add(f"write {letter}{column}")
        assert {move for move in qwinto.legal(facts, options) if move != "decline"} == expected


def test_the_number_of_placements_depends_on_the_pairs_in_the_hand_only(some_games):
    options, games = some_games
    for facts, move in (step for steps in games for step in steps):
        if move is not None and facts["decision"] == "place":
            values = [card[1:] for card in facts["hands"][facts["active"]]]
            pairs = sum(a == b for i, a in enumerate(values) for b in values[:i])
            assert len(qwinto.legal(facts, options)) == 4 * len(values) + 16 * pairs


def test_a_move_changes_nothing_but_what_the_rules_say(some_games):
    for steps in some_games[1]:
        for (before, move), (after, _) in pairwise(steps):
            turn_goes_on = after["decision"] == "write"
            if turn_goes_on:
                assert after["sheets"] == before["sheets"]
                assert after["active"] == before["active"]
            for old, new in zip(before["sheets"], after["sheets"], strict=True):
                pairs = [pair for row in qwinto.COLUMNS for pair in zip(old[row], new[row], strict=True)]
                assert all(number in (None, now) for number, now in pairs), "a number was erased"
                assert sum(number != now for number, now in pairs) <= 1, "two numbers written in one turn"
            placed = [step.split("@")[0] for step in move.split()] if before["decision"] == "place" else []
            if placed and turn_goes_on:
                hand = before["hands"][before["active"]]
                assert sorted(after["hands"][before["active"]] + placed) == hand
                assert len(after["covered"]) == len(before["covered"]) + len(placed)
                assert all(card in after["square"] for card in placed)


def test_the_points_of_a_move_are_what_it_changes_in_the_own_score(some_games):
    options, games = some_games
    for steps in games:
        promised, declined = [0] * steps[0][0]["players"], False
        for (before, move), (after, _) in pairwise(steps):
            promised[before["to_move"]] += qwinto.legal(before, options)[move]
            declined |= move == "decline" and before["to_move"] == before["active"]
            if after["decision"] == "write":
                continue
            # Penalties without a decision: nobody may write, no legal field, or no card in the hand.
            for seat, sheet in enumerate(after["sheets"]):
                marked = sheet["penalties"] - before["sheets"][seat]["penalties"]
                promised[seat] -= 5 * (marked - (declined and seat == before["active"]))
            assert qwinto.scores(after) == promised
            declined = False


def test_play_leaves_the_old_facts_alone_and_refuses_other_moves(some_games):
    options, games = some_games
    for facts, move in games[0]:
        copy = deepcopy(facts)
        if move is not None:
            qwinto.play(facts, move, options)
            qwinto.legal(facts, options)
        with pytest.raises(ValueError, match="illegal move"):
            qwinto.play(facts, "write G1", options)
        assert facts == copy


def test_every_game_ends_for_a_reason_the_options_allow(some_games):
    options, games = some_games
    for steps in games:
        facts = steps[-1][0]
        assert qwinto.over(facts)
        assert qwinto.legal(facts, options) == {}
        # Each turn brings the active player a number or a penalty.
        assert sum(facts["decision"] == "place" for facts, _ in steps) <= 30 * facts["players"] + 1
        by_sheet = any(qwinto.sheet_ends_game(sheet) for sheet in facts["sheets"])
        by_pile = options["empty_pile"] == "end" and not facts["pile"] and len(facts["hands"][facts["active"]]) < 3
        by_hands = options["empty_pile"] == "no_refill" and not any(facts["hands"])
        assert by_sheet or by_pile or by_hands
        for facts, _ in steps[:-1]:
            assert not any(qwinto.sheet_ends_game(sheet) for sheet in facts["sheets"])


def test_every_hand_has_three_cards_before_a_placement_unless_the_pile_was_empty(some_games):
    options, games = some_games
    for facts, move in (step for steps in games for step in steps):
        if move is not None and facts["decision"] == "place" and options["empty_pile"] != "no_refill":
            assert all(len(hand) == 3 for hand in facts["hands"])


def test_writes_of_the_others_do_not_change_the_choices_of_a_player(some_games):
    options, games = some_games
    for facts, move in games[0]:
        if move is None or facts["decision"] == "place":
            continue
        moves = list(qwinto.legal(facts, options))
        first, last = (qwinto.play(facts, move, options) for move in (moves[0], moves[-1]))
        if first["decision"] == "write":
            assert qwinto.legal(first, options) == qwinto.legal(last, options)


def test_the_diagonal_stack_never_counts():
    for stack, diagonal in (("TL", 3), ("TR", 2), ("BL", 1), ("BR", 0)):
        square = ["P4", "Y3", "G6", "O2"]
        expected = qwinto.announcement(square, stack)
        square[diagonal] = "G-2"
        assert qwinto.announcement(square, stack) == expected


def test_games_end_by_full_rows_as_well_as_by_penalties():
    ends = [list(game(2, qwinto.DEFAULTS, seed))[-1][0]["sheets"] for seed in range(20)]
    assert any(sheet["penalties"] == 4 for sheets in ends for sheet in sheets)
    assert any(sum(None not in sheet[row] for row in qwinto.COLUMNS) == 2 for sheets in ends for sheet in sheets)


# ---- deal and options


def test_more_than_four_players_need_the_option_and_more_than_eight_never_play():
    deck = list(qwinto.CARDS)
    for players in range(5, 9):
        with pytest.raises(ValueError, match="may play"):
            qwinto.deal(players, qwinto.DEFAULTS, deck)
        assert len(qwinto.deal(players, qwinto.DEFAULTS | {"max_players": players}, deck)["hands"]) == players
    for players in (0, 9):
        with pytest.raises(ValueError, match="may play"):
            qwinto.deal(players, qwinto.DEFAULTS | {"max_players": 9}, deck)


def test_the_start_player_must_sit_at_the_table():
    with pytest.raises(ValueError, match="start_player"):
        qwinto.deal(2, qwinto.DEFAULTS | {"start_player": 2}, list(qwinto.CARDS))


def test_a_deck_with_a_card_twice_is_refused():
    with pytest.raises(ValueError, match="deck"):
        qwinto.deal(2, qwinto.DEFAULTS, ["O1", *qwinto.CARDS[1:]])


def test_the_defaults_are_among_the_allowed_values():
    assert set(qwinto.DEFAULTS) == set(qwinto.ALL_OPTIONS)
    assert all(value in qwinto.ALL_OPTIONS[name] for name, value in qwinto.DEFAULTS.items())


def test_a_reshuffle_hands_exactly_the_covered_cards_to_shuffle_and_draws_from_what_it_returns():
    calls = []

    def reverse(cards):
        calls.append(list(cards))
        return cards[::-1]

    facts = qwinto.deal(1, qwinto.DEFAULTS, list(qwinto.CARDS))
    facts = facts | {"pile": [], "covered": sorted(facts["pile"])}
    facts = qwinto.play(facts, "O0@TL", qwinto.DEFAULTS, reverse)
    assert calls == []
    covered = facts["covered"]
    facts = qwinto.play(facts, "write O6", qwinto.DEFAULTS, reverse)
    assert calls == [covered]
    assert facts["hands"] == [sorted(["O-2", "O1", covered[-1]])]
    assert facts["pile"] == covered[-2::-1]
    assert facts["covered"] == []
