"""Kwatro as its rules page tells it: plain Python, slow but obviously right, for testing the engine against.

A position is a dict of plain values ("facts"), a move is its text, a card is colour, shape, number ("RT2") or "**".
What stands between double quotes is the rules page speaking.
"""

from collections import Counter
from functools import lru_cache
from itertools import combinations, permutations, product

WILD = "**"
COLOURS, SHAPES, NUMBERS = "RYGB", "OSTX", "1234"
IDENTITIES = [colour + shape + number for colour in COLOURS for shape in SHAPES for number in NUMBERS]
ANY_CARD = frozenset(IDENTITIES)
CARDS = [*IDENTITIES, WILD, WILD]
ALL_OPTIONS = {
    "contiguity": ("one_run", "same_row"),
    "wild_identity": ("any", "distinct_in_line", "unplayed"),
    "recycle": ("before_action", "consumes_turn", "off"),
    "traded_cards": ("bottom_in_order", "shuffle_in"),
    "doubling": ("product", "additive", "lot_only"),
    "final_round": (False, True),
    "stalemate_rounds": (3, 1, 2, 4),
    "wild_starter": ("redraw", "allow"),
}
DEFAULTS = {option: values[0] for option, values in ALL_OPTIONS.items()}
ROW, COLUMN = (0, 1), (1, 0)  # the step from one cell of a row or of a column to the next


def equal_or_different(values):
    """Whether colours, shapes or numbers are "all equal or all different"."""
    return len(set(values)) in (1, len(values))


@lru_cache(maxsize=1 << 18)
def is_line(cards):
    """No wilds: "2, 3 or 4 cards in which colour, shape and number are, each for itself, all equal or all
    different"."""
    return 2 <= len(cards) <= 4 and all(map(equal_or_different, zip(*cards, strict=True)))


@lru_cache(maxsize=1 << 18)
def may_be_line(cards):
    """False when no further cards and no reading of the wilds make a line of these cards, so that they need no trying:
    any two or three cards of a line would make a line, too."""
    real = tuple(card for card in cards if card != WILD)
    return len(cards) <= 4 and (len(real) < 2 or is_line(real))


def shifted(cell, step, times):
    return cell[0] + step[0] * times, cell[1] + step[1] * times


def neighbours(cell):
    return [shifted(cell, step, times) for step in (ROW, COLUMN) for times in (-1, 1)]


def run_through(table, cell, step):
    """The cells of the maximal contiguous run through a cell; the cell itself belongs to it, be it still empty or
    not."""
    run = [cell]
    for down, right in (step, (-step[0], -step[1])):
        row, column = cell[0] + down, cell[1] + right
        while (row, column) in table:
            run.append((row, column))
            row, column = row + down, column + right
    return tuple(sorted(run))


def lines_through(table, cell):
    """The lines a cell stands in: "a single card is no line"."""
    return [run for run in (run_through(table, cell, ROW), run_through(table, cell, COLUMN)) if len(run) > 1]


def cards_of(table, cells):
    return tuple([table[cell] for cell in cells])


@lru_cache(maxsize=1 << 16)
def completions(others):
    """What a wild can be in a line, given the line's other cards."""
    if not 1 <= len(others) <= 3:
        return frozenset()
    fitting = [
        [value for value in values if equal_or_different((*known, value))]
        for values, known in zip((COLOURS, SHAPES, NUMBERS), zip(*others, strict=True), strict=True)
    ]
    return frozenset(map("".join, product(*fitting)))


def forbidden(table, lines, wild_identity, touched):
    """The cards that a wild in these lines must not be."""
    if wild_identity == "distinct_in_line":  # "not equal to a real card of its own lines"
        return {table[cell] for line in lines for cell in line}
    if wild_identity == "unplayed" and any(line in touched for line in lines):
        return set(table.values())  # "for wilds in lines touched by the play, some fitting combination is not lying"
    return set()


def wilds_can_stand(table, wild_identity, touched=()):
    """Is there "an assignment of one (colour, shape, number) to each wild on the table such that every line containing
    a wild is valid with it; a wild in a row line and in a column line is the same card in both"? "All wilds on the
    table are tested together." `touched`: the lines that the play made or extended."""
    wilds = [cell for cell, card in table.items() if card == WILD]
    lines = {wild: lines_through(table, wild) for wild in wilds}
    shared = [line for line in lines[wilds[0]] if wilds[1] in line] if len(wilds) == 2 else []
    choices = []
    for wild in wilds:
        fitting = ANY_CARD - forbidden(table, lines[wild], wild_identity, touched)
        for line in lines[wild]:
            if line not in shared:
                fitting = fitting & completions(tuple(sorted(cards_of(table, [cell for cell in line if cell != wild]))))
        choices.append(fitting)
    if shared:  # for each card that the one can be: is there one that the other can be then?
        others = cards_of(table, [cell for cell in shared[0] if cell not in wilds])
        return any(choices[1] & completions((*others, first)) for first in choices[0])
    return all(choices)  # no choice left for one wild: none for the table


def lines_are_valid(table, lines, wild_identity, touched=()):
    """Rules 4 and 5: "every run of two or more cards that contains a played card is a valid line; every wild on the
    table can still stand for one card". A line with a wild in it is valid if the wild can stand; only its length is
    seen to here."""
    wild_concerned = False
    for line in lines:
        cards = cards_of(table, line)
        if len(cards) > 4:
            return False
        if WILD in cards:
            wild_concerned = True
        elif not is_line(cards):
            return False
    # if no wild is in these lines, all wilds stand in the same lines as before, when they could stand
    return not wild_concerned or wilds_can_stand(table, wild_identity, touched)


def lines_made(table, cells, contiguity):
    """The lines "made or extended" by playing on these empty cells, or None if rules 1 to 3 forbid it: "all k cells lie
    in one row or in one column; after the play all k cards stand in the same contiguous run; at least one of them is
    orthogonally adjacent to a card that was there before"."""
    if len({row for row, _ in cells}) == 1:
        step, across = ROW, COLUMN
    elif len({column for _, column in cells}) == 1:
        step, across = COLUMN, ROW
    else:
        return None
    filled = {*table, *cells}
    runs = {run_through(filled, cell, step) for cell in cells}
    if contiguity == "one_run" and len(runs) > 1:
        return None
    # "same_row: holes allowed, each card touching the grid": each run reaches the old cards (only one run by default)
    if not all(any(near in table for cell in run for near in [cell, *neighbours(cell)]) for run in runs):
        return None
    runs |= {run_through(filled, cell, across) for cell in cells}
    return [run for run in runs if len(run) > 1]  # "a single card is no line"


@lru_cache(maxsize=1 << 18)
def face_values(cards):
    """The sum of the face values; a wild has none."""
    return sum(int(card[2]) for card in cards if card != WILD)


def turn_score(lines, cards_played, goes_out, doubling):
    """What lines, given by their cards, are worth: "base = the sum of the face values of all their cards, a card in two
    lines counted twice. Turn score = base x 2 for each lot among these lines x 2 if four cards were played x 2 if the
    play ends the game"."""
    sums = [face_values(line) for line in lines]
    lots = [total for total, line in zip(sums, lines, strict=True) if len(line) == 4]
    if doubling == "lot_only":  # "only a lot's own sum"
        return sum(sums) + sum(lots)
    doublings = len(lots) + (cards_played == 4) + goes_out
    if doubling == "additive":  # "base x (1 + number of doublings)"
        return sum(sums) * (1 + doublings)
    return sum(sums) * 2**doublings


def play_points(facts, placed, lines, options):
    """The points for placing hand cards on empty cells ({cell: card}) that make these lines, or None if the cards do
    not fit there."""
    after = facts["table"] | placed
    if not lines_are_valid(after, lines, options["wild_identity"], touched=lines):
        return None
    # "The game ends at once when a player plays the last hand card while the draw pile is empty. That play is doubled."
    goes_out = not facts["pile"] and len(placed) == len(hand_to_move(facts))
    return turn_score([cards_of(after, line) for line in lines], len(placed), goes_out, options["doubling"])


def windows(table, touching, step, most):
    """Stretches of one to four cells which, when their 1 to `most` empty cells are filled, are a maximal run and touch
    the cards on the table. Every run that a play makes in its own direction is one of these."""
    found = set()
    for cell in touching:
        for before in range(4):  # so many cells of the window come before this one
            start = shifted(cell, step, -before)
            if shifted(start, step, -1) in table:
                continue
            for length in range(before + 1, 5):
                if shifted(start, step, length) not in table:
                    found.add(tuple([shifted(start, step, times) for times in range(length)]))
    return [window for window in found if sum([cell not in table for cell in window]) <= most]


def fillings(along, choices, hand):
    """Hand cards for some empty cells of one run, leaving out what cannot fit. `along`: the cards in that run so far;
    `choices`: for each empty cell the different hand cards that fit across the run."""
    found = [()]
    for fitting in choices:
        found = [
            (*cards, card)
            for cards in found
            for card in fitting
            if cards.count(card) < hand.count(card) and may_be_line((*along, *cards, card))
        ]
    return found


def placements(table, hand, step):
    """Every placement within one run, as (window, {cell: card})."""
    across = COLUMN if step == ROW else ROW
    fitting, different = {}, sorted(set(hand))
    for cell in {near for card in table for near in neighbours(card) if near not in table}:
        crossing = cards_of(table, [near for near in run_through(table, cell, across) if near != cell])
        fitting[cell] = [card for card in different if may_be_line((*crossing, card))]
    for window in windows(table, [cell for cell in fitting if fitting[cell]], step, len(hand)):
        along = cards_of(table, [cell for cell in window if cell in table])
        beside = [card for card in different if may_be_line((*along, card))]
        if not beside:
            continue
        empty = [cell for cell in window if cell not in table]
        choices = [[card for card in fitting.get(cell, different) if card in beside] for cell in empty]
        if all(choices):
            for cards in fillings(along, choices, hand):
                yield window, dict(zip(empty, cards, strict=True))


def several_runs(parts, hand, step):
    """Placements in two or more runs of one row (or column), put together from placements within one run."""
    for window, placed in parts:
        left, gap = without(hand, placed.values()), shifted(window[-1], step, 1)
        # the next run begins behind at least one cell that stays empty, and takes cards that are left
        beyond = [part for part in parts if part[0][0] > gap and Counter(part[1].values()) <= Counter(left)]
        for _, more in beyond:
            yield placed | more
        for more in several_runs(beyond, left, step):
            yield placed | more


def plays(facts, options):
    """Every way to "play k = 1..4 hand cards on k empty cells", with its points."""
    table, hand = facts["table"], hand_to_move(facts)
    points = {}
    for step in (ROW, COLUMN):
        within_one_run = list(placements(table, hand, step))
        # a single card has been tried with the rows
        tries = [placed for _, placed in within_one_run if step == ROW or len(placed) > 1]
        if options["contiguity"] == "same_row":
            fixed = 0 if step == ROW else 1
            for line in {window[0][fixed] for window, _ in within_one_run}:
                tries += several_runs([part for part in within_one_run if part[0][0][fixed] == line], hand, step)
        lines = {}  # they depend on the cells only, and many placements share these
        for placed in tries:
            cells = tuple(placed)
            if cells not in lines:
                lines[cells] = lines_made(table, cells, options["contiguity"])
            if lines[cells] is not None:
                value = play_points(facts, placed, lines[cells], options)
                if value is not None:
                    points[play_text(placed)] = value
    return points


def swaps(facts, options):
    """Before the action "the player may swap a real hand card for any wild on the table if the card makes all lines
    through that cell valid and the other wild still has an assignment. It scores nothing"."""
    if options["recycle"] == "off":
        return {}
    points = {}
    for cell in [cell for cell, card in facts["table"].items() if card == WILD]:
        for card in hand_to_move(facts):
            after = facts["table"] | {cell: card}
            if card != WILD and lines_are_valid(after, lines_through(after, cell), options["wild_identity"]):
                points["swap " + play_text({cell: card})] = 0
    return points


def trades(facts, options):
    """Pass: "put n = 0..4 hand cards (at most as many as the pile has) under the draw pile, in the order given"."""
    hand = hand_to_move(facts)
    choose = permutations if options["traded_cards"] == "bottom_in_order" else combinations
    counts = range(1, min(4, len(hand), len(facts["pile"])) + 1)
    return {"pass": 0} | {" ".join(["trade", *cards]): 0 for n in counts for cards in choose(sorted(hand), n)}


def play_text(placed):
    return " ".join(f"{placed[row, column]}@{row},{column}" for row, column in sorted(placed))


def placed_by(move):
    """The {cell: card} of a play's or swap's text."""
    placed = {}
    for word in move.removeprefix("swap ").split(" "):
        card, cell = word.split("@")
        row, column = cell.split(",")
        placed[int(row), int(column)] = card
    return placed


def points_of(facts, move, options):
    """The points of a move, or ValueError if it is none of the legal ones."""
    if not over(facts):
        if move in swaps(facts, options) or move in trades(facts, options):
            return 0
        try:
            placed = placed_by(move)
        except ValueError:  # not the text of any move
            placed = {}
        held = Counter(placed.values()) <= Counter(hand_to_move(facts))
        if play_text(placed) == move and held and not placed.keys() & facts["table"].keys():
            lines = lines_made(facts["table"], tuple(placed), options["contiguity"])
            points = None if lines is None else play_points(facts, placed, lines, options)
            if points is not None:
                return points
    raise ValueError(f"not a legal move here: {move}")


def deal(players, options, deck, shuffle=None):
    """Everybody gets "four hidden hand cards; one face-up starter card at row 0, column 0; the rest is the draw
    pile"."""
    hands = [sorted(deck[4 * seat : 4 * seat + 4]) for seat in range(players)]
    starter, *pile = deck[4 * players :]
    while starter == WILD and options["wild_starter"] == "redraw":
        # "A wild turned up as starter goes back into the pile at a random place and the next card is turned up."
        pile = [*pile, starter]
        starter, *pile = shuffle(pile) if shuffle else pile
    return {
        "game": "kwatro",
        "players": players,
        "to_move": 0,
        "table": {(0, 0): starter},
        "hands": hands,
        "pile": pile,
        "traded_by": [None] * len(pile),
        "known_wilds": [0] * players,
        "scores": [0] * players,
        "passes": 0,
        "out": [],
    }


def over(facts):
    return facts["to_move"] is None


def scores(facts):
    return list(facts["scores"])


def hand_to_move(facts):
    return facts["hands"][facts["to_move"]]


def without(cards, gone):
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


def legal(facts, options):
    """Every legal move of the player to move, with its immediate points."""
    if over(facts):
        return {}
    return plays(facts, options) | swaps(facts, options) | trades(facts, options)


def play(facts, move, options, shuffle=None):
    """The facts after a move, at the next decision."""
    points = points_of(facts, move, options)
    seat = facts["to_move"]
    after = facts | {key: list(facts[key]) for key in ("hands", "pile", "traded_by", "known_wilds", "scores", "out")}
    after["scores"][seat] += points
    if move == "pass" or move.startswith("trade "):
        trade(after, move.split(" ")[1:], options, shuffle)
        return next_to_move(after, options)
    placed = placed_by(move)
    after["table"] = facts["table"] | placed
    hand = without(facts["hands"][seat], placed.values())
    if move.startswith("swap "):  # "The wild goes to the hand." Everybody has seen it.
        after["hands"][seat] = sorted([*hand, WILD])
        after["known_wilds"][seat] += 1
        if options["recycle"] == "before_action":  # "may be repeated, and may be followed by a play, a pass or a trade"
            return after
    else:
        if not hand and not after["pile"]:
            after["out"].append(seat)
        after["hands"][seat] = hand
        draw(after, 4 - len(hand))  # "After a play draw up to four cards, as far as the pile lasts."
        after["known_wilds"][seat] = max(0, after["known_wilds"][seat] - list(placed.values()).count(WILD))
    after["passes"] = 0
    return next_to_move(after, options)


def trade(after, cards, options, shuffle):
    """Cards go under the pile before as many are drawn; nobody draws them back at once, as the pile has as many
    others."""
    seat = after["to_move"]
    after["hands"][seat] = without(after["hands"][seat], cards)
    after["pile"] += cards
    after["traded_by"] += [seat] * len(cards)
    if cards and options["traded_cards"] == "shuffle_in":
        after["pile"] = list(shuffle(after["pile"])) if shuffle else after["pile"]
        after["traded_by"] = [None] * len(after["pile"])
    draw(after, len(cards))
    after["known_wilds"][seat] = max(0, after["known_wilds"][seat] - len(cards))
    after["passes"] += 1


def draw(after, count):
    seat = after["to_move"]
    after["hands"][seat] = sorted(after["hands"][seat] + after["pile"][:count])
    del after["pile"][:count], after["traded_by"][:count]


def next_to_move(after, options):
    """Hands on the turn or ends the game: "with an empty pile one full round of passes ends the game; otherwise three
    full rounds of passes do". With the option final_round the seats behind the player who went out have one more turn
    each."""
    seat, players = after["to_move"], after["players"]
    rounds = options["stalemate_rounds"] if after["pile"] else 1
    stalemate = after["passes"] >= players * rounds
    finished = bool(after["out"]) and (not options["final_round"] or seat == players - 1)
    after["to_move"] = None if stalemate or finished else (seat + 1) % players
    return after


def greedy(facts, options):
    """The play of most immediate points, of several the first by its text; a pass when nothing can be played."""
    points = plays(facts, options)
    return min(points, key=lambda move: (-points[move], move), default="pass")
