"""The results of Qwinto's write decisions that end the game, over all that the others may write, by the rule book."""

from itertools import product

from rulebook import qwinto as book


def options_of(facts, player, options):
    """What a player may decide: fields, and None for nothing."""
    fields = book.legal_fields(facts["sheets"][player], facts["announced"])
    must_write = player == facts["active"] and not options["active_may_decline"] and fields
    return fields if must_write else [*fields, None]


def sheet_after(facts, player, field):
    """The sheet of a player after this decision."""
    sheet = facts["sheets"][player]
    if field is not None:
        return book.written(sheet, facts["announced"]["sum"], field)
    return {**sheet, "penalties": sheet["penalties"] + (player == facts["active"])}


def result(scores, player):
    """(margin, share of the win) of final scores."""
    best = max(scores)
    share = (scores[player] == best) / scores.count(best)
    return scores[player] - max(score for other, score in enumerate(scores) if other != player), share


def ranges(facts, options=book.DEFAULTS):
    """By move: [lowest margin, highest margin, lowest share of the win, highest], or None if the game may go on."""
    mover, found = facts["to_move"], {}
    for move in book.legal(facts, options):
        own = move.removeprefix("write ") if move != "decline" else None
        choices = [
            [own] if player == mover else options_of(facts, player, options) for player in range(facts["players"])
        ]
        results = []
        for decisions in product(*choices):
            sheets = [sheet_after(facts, player, field) for player, field in enumerate(decisions)]
            if not any(map(book.sheet_ends_game, sheets)):
                results = None
                break
            results.append(result([book.sheet_score(sheet) for sheet in sheets], mover))
        if results is None:
            found[move] = None
            continue
        margins, shares = zip(*results, strict=True)
        found[move] = [min(margins), max(margins), min(shares), max(shares)]
    return found
