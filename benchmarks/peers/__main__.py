"""Compares the speed of kiebitz with other packages.

    python -m kiebitz.benchmarks.peers

`make bench-peers` installs the peers first. The exit status is 0 if the comparison is done, and 2 if the input is wrong
or no peer is installed.
"""

import json
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Any

from typer import Exit, Option

from kiebitz.benchmarks.command_line import BAD_INPUT, Rounds, positive, run
from kiebitz.benchmarks.peers import open_spiel, own, ratios, rlcard_games, rulebooks
from kiebitz.benchmarks.peers.work import LeftOut, Work

PEERS = (open_spiel, rlcard_games, rulebooks)

Seconds = Annotated[float, Option(parser=positive, metavar="S", help="Seconds of one measurement.")]
Json = Annotated[bool, Option("--json", help="Print one JSON document instead of text.")]


def peer_works(peers: Sequence[Any] = PEERS) -> tuple[list[Work], list[LeftOut]]:
    """The works of the installed peers, and the works that are left out."""
    found = [one for peer in peers for one in works_of(peer)]
    return [one for one in found if not isinstance(one, LeftOut)], [one for one in found if isinstance(one, LeftOut)]


def works_of(peer: Any) -> list[Work | LeftOut]:
    """The works of one peer. A work that cannot be measured is replaced by the reason."""
    module = getattr(peer, "MODULE", None)
    try:
        if module is not None:
            import_module(module)
    except Exception as error:  # not installed, or built for another Python
        return [LeftOut(peer.NAME, f"cannot be imported ({error}); make bench-peers installs it")]
    return list(peer.works())


def versions(peers: Sequence[Any] = PEERS) -> dict[str, str]:
    """The versions of the peers that are installed packages."""
    found = {}
    for peer in peers:
        try:
            found[peer.NAME] = version(getattr(peer, "PACKAGE", ""))
        except (PackageNotFoundError, ValueError):
            continue
    return found


def compare_peers(peers: Sequence[Any], rounds: int, seconds: float, as_json: bool) -> int:
    """Measures, prints the ratios and returns the exit status."""
    theirs, left_out = peer_works(peers)
    for who, reason in left_out:
        print(f"left out: {who}: {reason}", file=sys.stderr)
    if not theirs:
        print("Error: there is no peer to compare with; make bench-peers installs them", file=sys.stderr)
        return BAD_INPUT
    kinds = {work.kind for work in theirs}
    ours = [work for work in own.works() if work.kind in kinds]
    rates = ratios.measured([*ours, *theirs], rounds, seconds, tell)
    found = ratios.ratios(ours, theirs, rates[: len(ours)], rates[len(ours) :])
    if as_json:
        print(json.dumps(json_report(found, left_out, peers)))
    else:
        shown = ", ".join(f"{name} {number}" for name, number in versions(peers).items()) or "no packages"
        print(f"times as many units in the same processor time, medians of {rounds} rounds; {shown}")
        print(*ratios.lines(found), sep="\n")
    return 0


def json_report(found: list[ratios.Ratio], left_out: list[LeftOut], peers: Sequence[Any]) -> dict[str, Any]:
    """The comparison as one JSON report."""
    return {
        "versions": versions(peers),
        "ratios": [ratio._asdict() for ratio in found],
        "left_out": [reason._asdict() for reason in left_out],
    }


def tell(share: float) -> None:
    """Prints a line of progress."""
    print(f"{share:.0%} done", file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None, peers: Sequence[Any] = PEERS) -> int:
    """Runs the program against these peers and returns its exit status."""

    def compare(rounds: Rounds = 9, seconds: Seconds = 0.1, json: Json = False) -> None:
        """Measures how many times as fast as a peer kiebitz is.

        make bench-peers installs the peers first. The exit status is 0 if the comparison is done, and 2 if the input is
        wrong or no peer is installed.
        """
        raise Exit(compare_peers(peers, rounds, seconds, json))

    return run("kiebitz.benchmarks.peers", compare, arguments)


if __name__ == "__main__":
    sys.exit(main())
