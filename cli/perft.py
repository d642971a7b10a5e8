"""kiebitz perft: counts the sequences of moves from a fully known position, depth by depth."""

from time import perf_counter
from typing import Annotated

from typer import Option

from kiebitz import Position, View
from kiebitz.cli.interrupt import interruptible
from kiebitz.cli.options import Json, checked_seed
from kiebitz.cli.output import print_json
from kiebitz.cli.position import File, Line, read_state
from kiebitz.errors import Fault, PositionError

Depth = Annotated[int, Option("--depth", min=1, max=64, metavar="D", help="Count sequences of 1 to D moves.")]
Sample = Annotated[
    int | None, Option("--sample", min=0, metavar="SEED", help="Deal hidden cards at random with this seed.")
]


def perft(file: File = None, line: Line = None, depth: Depth = 2, sample: Sample = None, json: Json = False) -> None:
    """Counts the possible sequences of moves by their length.

    Every card must be known, also the order of the pile. Cards are drawn in that order, so the counts (nodes by depth)
    depend on the rules alone. Programs that follow the same rules get the same counts.
    """
    position = known_position(read_state(file, line), sample)
    if json:
        import kiebitz

        print_json({"depth": interruptible(kiebitz.perft, position, depth)})
    else:
        print_counts(position, depth)


def known_position(state: Position | View, sample: int | None) -> Position:
    """The position to count from.

    sample: seed of the deal of hidden cards, or None.

    Raises PositionError with the hidden cards if the state is a view and there is no seed.
    """
    if isinstance(state, Position):
        return state
    if sample is None:
        raise PositionError([Fault("perft", what_is_hidden(state))])
    return state.sample(checked_seed("--sample", sample))


def what_is_hidden(view: View) -> str:
    """A sentence that names the hidden cards of a view and says how to provide them."""
    facts = view.facts()
    sizes = zip(view.names, facts["hand_sizes"], facts["hands"], strict=True)
    hidden = [f"{size - len(hand)} cards of {name}" for name, size, hand in sizes if size > len(hand)]
    unknown = facts["pile"].count(None)
    hidden += [f"{unknown} cards of the pile"] if unknown else []
    return (
        f"needs a position with every card known, and {', '.join(hidden) or 'nothing'} are hidden here; "
        "give every hand and the pile in order, or --sample SEED to deal them"
    )


def print_counts(position: Position, depth: int) -> None:
    """Prints a row for each depth. Each depth is counted on its own, so that the first rows appear early."""
    import kiebitz

    print(f"{'depth':>5}  {'nodes':>15}  {'seconds':>9}  {'nodes/s':>13}", flush=True)
    for level in range(1, depth + 1):
        start = perf_counter()
        nodes = interruptible(kiebitz.perft, position, level)[-1]
        seconds = max(perf_counter() - start, 1e-9)
        print(f"{level:5}  {nodes:15,}  {seconds:9.3f}  {nodes / seconds:13,.0f}", flush=True)
