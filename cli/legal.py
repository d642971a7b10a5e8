"""kiebitz legal: every legal move with its immediate points."""

from typing import Annotated, Any

from typer import Option

from kiebitz import Moves, Position, TooManyMovesError, View
from kiebitz.cli.options import Json
from kiebitz.cli.output import print_json
from kiebitz.cli.position import At, File, Line, decision, mover, read_state

# There are many moves of this kind, and they are alike. They are counted, and listed only with --all.
SUMMARISED = "trade"

# More moves are not listed. 100,000 moves with their texts take a second and 100 MB.
MOST_SHOWN = 100_000

Top = Annotated[int | None, Option("--top", min=1, metavar="K", help="Show only the K moves with the most points.")]
All = Annotated[bool, Option("--all", help="List the trades too. Without --all they are only counted.")]


def legal(
    file: File = None, line: Line = None, top: Top = None, everything: All = False, at: At = None, json: Json = False
) -> None:
    """Lists every legal move with its immediate points.

    The moves with the most points come first. Moves of equal points are in alphabetical order. If there are too many
    moves to list them, the answer is a selection of them and says so: the moves that take most, and a random sample.
    """
    state = read_state(file, line, at)
    found = listed_moves(state)
    moves = sorted_moves(found)
    if json:
        print_json(answer(state, found, moves, top))
    else:
        print_moves(state, found, moves, top, everything)


def listed_moves(state: Position | View) -> Moves:
    """All legal moves, or a selection of them if there are more than are ever listed."""
    try:
        return state.legal_moves() if state.candidate_moves().total <= MOST_SHOWN else state.candidate_moves()
    except TooManyMovesError:
        return state.candidate_moves()


def sorted_moves(legal_moves: Moves) -> list[tuple[int, str]]:
    """Points and text of every move, most points first, then by text."""
    pairs = [(legal_moves.points(i), text) for i, text in enumerate(legal_moves.texts())]
    return sorted(pairs, key=lambda pair: (-pair[0], pair[1]))


def answer(state: Position | View, found: Moves, moves: list[tuple[int, str]], top: int | None) -> dict[str, Any]:
    """The answer for JSON. `count` counts all moves, also those that --top leaves out.

    If `moves` comes from a selection, `count` is an estimate and `selection` tells how many moves were looked at.
    """
    fields, facts = state.game.notation.move_fields, state.facts()
    shown = [{"move": text, "points": points, **fields(text, facts, state.names)} for points, text in moves[:top]]
    return {
        "game": state.game.name,
        "to_move": mover(state),
        "decision": decision(state) if moves else None,
        "count": found.total,
        **({} if found.complete else {"selection": {"moves": len(found), "total": found.total}}),
        "moves": shown,
    }


def print_moves(
    state: Position | View, found: Moves, moves: list[tuple[int, str]], top: int | None, everything: bool
) -> None:
    """Prints the moves, most points first, and the number of moves that are not shown.

    found: the moves as they were listed; `moves` are their points and texts.
    top: the number of moves to show; None for all.
    everything: whether to list trades.
    """
    # Plain text needs no rich, whose import would double the time of the whole answer.
    name = mover(state)
    if name is None:
        print("The game is over; there is nothing to decide.")
        return
    fields = state.game.notation.move_fields
    facts = state.facts()
    kept = [pair for pair in moves if everything or fields(pair[1], facts, state.names)["kind"] != SUMMARISED]
    if found.complete:
        print(f"{name} to move, {counted(len(moves), 'legal move')}")
    else:
        print(f"{name} to move, about {found.total:,} legal moves; these are {len(moves):,} of them:")
        print("the moves that take most, and a random sample of all moves")
    if kept:
        print("points  move")
    for points, text in kept[:top]:
        print(f"{points:6}  {text}")
    if len(kept) > len(kept[:top]):
        print(f"        and {counted(len(kept) - len(kept[:top]), 'more move')} (--top shows K of them)")
    if len(moves) > len(kept):
        print(f"        {summary(moves, kept)}")


def summary(moves: list[tuple[int, str]], kept: list[tuple[int, str]]) -> str:
    """A remark about the moves that are counted but not listed."""
    passing = any(text == "pass" for _, text in moves)
    trades = len(moves) - len(kept) - passing
    parts = [counted(trades, "trade")] if trades else []
    parts += ["the pass"] if passing else []
    return f"and {' and '.join(parts)}, 0 points (--all lists them)"


def counted(count: int, noun: str) -> str:
    """A count with its noun."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
