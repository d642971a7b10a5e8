"""The rules of Qwinto: Das Kartenspiel in plain Python: slow, obviously right, the yardstick of the engine.

A position is a dict of plain values ("facts"), a move is its text: `G5@TL`, `O3@TL P3@TR`, `write Y7`, `decline`.
Quotation marks in docstrings hold the words of the rules.

Readings, where the rules leave room:
- Eight players at most: nine would fit the stated inequality, but the rules say "up to 8".
- A start player who does not sit at the table is an error, not taken modulo the players.
- A decision skipped for want of a field is noted as "decline" when its turn in the order comes, not earlier.
- When a turn is over, announcement and writes are wiped. When the game is over, `to_move` is None, the decision reads
  "place", and `active` stays at the player whose turn ended the game (a turn skipped for want of cards included).
- A turn that ends the game by rows or penalties is not followed by a refill. Option "end" keeps what could be drawn.
- A reshuffle may come between the two draws after a pair; it takes in the cards covered in the same turn. `shuffle`
  gets the covered cards sorted as text.
- The game that ends because nobody holds a card ends right after the refill, before anybody is penalized for it.
- A player without a legal field who is asked all the same (a position set up by hand) may only decline.
"""

from copy import deepcopy

DEFAULTS = {"max_players": 4, "active_may_decline": True, "empty_pile": "reshuffle", "start_player": 0}
ALL_OPTIONS = {
    "max_players": tuple(range(1, 9)),
    "active_may_decline": (True, False),
    "empty_pile": ("reshuffle", "no_refill", "end"),
    "start_player": tuple(range(8)),
}

VALUES = (-2, 0, 1, 2, 3, 4, 5, 6)
CARDS = [f"{colour}{value}" for colour in "OYPG" for value in VALUES]

# The nine columns of every row, left to right; the numbers of a sheet's row stand in the same order.
COLUMNS = {
    "orange": (2, 3, 4, 6, 7, 8, 9, 10, 11),
    "yellow": (1, 2, 3, 4, 5, 7, 8, 9, 10),
    "purple": (0, 1, 2, 3, 5, 6, 7, 8, 9),
}
ROW = {"O": "orange", "Y": "yellow", "P": "purple"}
PENTAGON = {2: "purple", 3: "orange", 7: "orange", 8: "yellow", 9: "purple"}  # three-field column -> row

STACKS = ("TL", "TR", "BL", "BR")
NEIGHBOURS = {"TL": ("TR", "BL"), "TR": ("TL", "BR"), "BL": ("TL", "BR"), "BR": ("TR", "BL")}


def value(card):
    return int(card[1:])


def empty_sheet():
    return {"orange": [None] * 9, "yellow": [None] * 9, "purple": [None] * 9, "penalties": 0}


def column_numbers(sheet, column):
    """What stands in the column's one, two or three fields, top to bottom."""
    return [sheet[row][COLUMNS[row].index(column)] for row in COLUMNS if column in COLUMNS[row]]


def may_write(sheet, n, row, column):
    """Legal: "1 <= n <= 18; the field is empty; n is larger than every number to its left and smaller than every number
    to its right in the row; n is not yet in the same column"."""
    place = COLUMNS[row].index(column)
    left = [number for number in sheet[row][:place] if number is not None]
    right = [number for number in sheet[row][place + 1 :] if number is not None]
    return (
        1 <= n <= 18
        and sheet[row][place] is None
        and all(number < n for number in left)
        and all(number > n for number in right)
        and n not in column_numbers(sheet, column)
    )


def legal_fields(sheet, announced):
    """Every legal "field of one row of a named colour", such as "Y7"."""
    return [
        f"{letter}{column}"
        for letter in announced["colours"]
        for column in COLUMNS[ROW[letter]]
        if may_write(sheet, announced["sum"], ROW[letter], column)
    ]


def written(sheet, n, field):
    """A copy of the sheet with n in the field."""
    row = ROW[field[0]]
    numbers = list(sheet[row])
    numbers[COLUMNS[row].index(int(field[1:]))] = n
    return {**sheet, row: numbers}


def row_points(numbers):
    """Row: "all nine filled, the number in its rightmost field; else one point per number"."""
    filled = [number for number in numbers if number is not None]
    return numbers[-1] if len(filled) == 9 else len(filled)


def column_points(sheet, column):
    """Column: "each three-field column that is full: the number in its pentagon field"."""
    row = PENTAGON[column]
    return 0 if None in column_numbers(sheet, column) else sheet[row][COLUMNS[row].index(column)]


def sheet_score(sheet):
    """Rows, three-field columns, "minus 5 per penalty"."""
    rows = sum(row_points(sheet[row]) for row in COLUMNS)
    columns = sum(column_points(sheet, column) for column in PENTAGON)
    return rows + columns - 5 * sheet["penalties"]


def sheet_ends_game(sheet):
    """A player "has two full rows or four penalties"."""
    return sum(None not in sheet[row] for row in COLUMNS) >= 2 or sheet["penalties"] >= 4


def placements(hand):
    """Place "exactly one hand card face up on one of the four stacks, or two hand cards of the same number (colours do
    not matter): the first, then the second on an orthogonally adjacent stack. No passing"."""
    singles = [f"{card}@{stack}" for card in hand for stack in STACKS]
    pairs = [
        f"{first}@{stack} {second}@{neighbour}"
        for first in hand
        for second in hand
        if first != second and value(first) == value(second)
        for stack in STACKS
        for neighbour in NEIGHBOURS[stack]
    ]
    return singles + pairs


def write_moves(facts, options):
    """Write or decline: "a player other than the active one may always decline. The active player who writes nothing
    marks one penalty box"; with active_may_decline false that player "must write when a field is legal"."""
    player, announced = facts["to_move"], facts["announced"]
    sheet = facts["sheets"][player]
    before = sheet_score(sheet)
    moves = {
        f"write {field}": sheet_score(written(sheet, announced["sum"], field)) - before
        for field in legal_fields(sheet, announced)
    }
    if player != facts["active"]:
        moves["decline"] = 0
    elif options["active_may_decline"] or not moves:
        moves["decline"] = -5
    return moves


def legal(facts, options):
    """Every legal move of the player to move with its immediate points; nothing when the game is over."""
    if over(facts):
        return {}
    if facts["decision"] == "place":
        return dict.fromkeys(placements(facts["hands"][facts["to_move"]]), 0)
    return write_moves(facts, options)


def deal(players, options, deck, shuffle=None):
    """Deal "three hidden hand cards each; four cards face up as a 2x2 square; the rest is the draw pile". The deck, top
    first, was shuffled before."""
    if not 1 <= players <= min(options["max_players"], 8):
        raise ValueError(f"{players} players, but 1 to {options['max_players']} may play")
    if not 0 <= options["start_player"] < players:
        raise ValueError(f"start_player is {options['start_player']}, but the seats are 0 to {players - 1}")
    if sorted(deck) != sorted(CARDS):
        raise ValueError("the deck is not made of the 32 cards, each once")
    rest = deck[3 * players :]
    return {
        "game": "qwinto",
        "players": players,
        "active": options["start_player"],
        "to_move": options["start_player"],
        "decision": "place",
        "square": rest[:4],
        "covered": [],
        "hands": [sorted(deck[3 * seat : 3 * seat + 3]) for seat in range(players)],
        "pile": rest[4:],
        "sheets": [empty_sheet() for _ in range(players)],
        "announced": None,
        "writes": [None] * players,
    }


def play(facts, move, options, shuffle=None):
    """The facts at the next decision after the move; the given facts stay as they are. "If n < 1 or all three cards
    are grey, nobody writes and the active player marks a penalty box"."""
    if move not in legal(facts, options):
        raise ValueError(f"illegal move {move!r}")
    facts = deepcopy(facts)
    if facts["decision"] == "write":
        facts["writes"][facts["to_move"]] = move.removeprefix("write ")
        ask_next_writer(facts, options, shuffle)
        return facts
    facts["announced"] = announcement(facts["square"], place(facts, move))
    if facts["announced"]["sum"] < 1 or not facts["announced"]["colours"]:
        facts["sheets"][facts["active"]]["penalties"] += 1
        end_turn(facts, options, shuffle)
    else:
        facts["decision"] = "write"
        ask_next_writer(facts, options, shuffle)
    return facts


def place(facts, move):
    """Moves the cards from the hand to the stacks; returns the stack of the card placed last."""
    for step in move.split():
        card, stack = step.split("@")
        facts["hands"][facts["active"]].remove(card)
        facts["covered"].append(facts["square"][STACKS.index(stack)])
        facts["square"][STACKS.index(stack)] = card
    facts["covered"].sort()
    return stack


def announcement(square, stack):
    """Announce "n = the card placed last + the tops of its two orthogonal neighbours (never the diagonal). Colours =
    the colours of those three cards without grey"."""
    three = [square[STACKS.index(name)] for name in (stack, *NEIGHBOURS[stack])]
    named = {card[0] for card in three}
    return {"sum": sum(value(card) for card in three), "colours": "".join(c for c in "OYP" if c in named)}


def ask_next_writer(facts, options, shuffle):
    """The active player decides first, then clockwise; a player without a legal field is not asked. After the last
    decision "all write at the same time"."""
    for step in range(facts["players"]):
        player = (facts["active"] + step) % facts["players"]
        if facts["writes"][player] is None:
            if legal_fields(facts["sheets"][player], facts["announced"]):
                facts["to_move"] = player
                return
            facts["writes"][player] = "decline"
    for player, decision in enumerate(facts["writes"]):
        if decision != "decline":
            facts["sheets"][player] = written(facts["sheets"][player], facts["announced"]["sum"], decision)
        elif player == facts["active"]:
            facts["sheets"][player]["penalties"] += 1
    end_turn(facts, options, shuffle)


def end_turn(facts, options, shuffle):
    """End "after a turn in which some player has two full rows or four penalties"; otherwise "refill the active hand".
    "The next player clockwise is active", or is skipped with a penalty for want of cards."""
    facts.update(decision="place", to_move=None, announced=None, writes=[None] * facts["players"])
    if any(sheet_ends_game(sheet) for sheet in facts["sheets"]) or not refill(facts, options, shuffle):
        return
    while any(facts["hands"]):
        facts["active"] = (facts["active"] + 1) % facts["players"]
        if facts["hands"][facts["active"]]:
            facts["to_move"] = facts["active"]
            return
        facts["sheets"][facts["active"]]["penalties"] += 1
        if sheet_ends_game(facts["sheets"][facts["active"]]):
            return


def refill(facts, options, shuffle):
    """Draw "to three from the draw pile". When it is empty, "all covered cards under the four tops are shuffled into a
    new pile", or "play on without drawing", or "the game ends after this turn" (then False)."""
    hand = facts["hands"][facts["active"]]
    while len(hand) < 3:
        if not facts["pile"] and options["empty_pile"] == "reshuffle":
            facts["pile"] = list(shuffle(facts["covered"])) if shuffle else facts["covered"]
            facts["covered"] = []
        if not facts["pile"]:
            return options["empty_pile"] != "end"
        hand.append(facts["pile"].pop(0))
        hand.sort()
    return True


def over(facts):
    return facts["to_move"] is None


def scores(facts):
    """The total of every sheet now, final when over: "highest total wins; a tie is a shared win"."""
    return [sheet_score(sheet) for sheet in facts["sheets"]]
