"""How many times a peer's work kiebitz does in the same time.

    python -m kiebitz.benchmarks.peers

`make bench-peers` installs the peers first. Exit status: 0 done, 2 bad input or nothing to compare with.
"""

import json
import sys
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

from kiebitz.benchmarks.command_line import Parser, at_least, positive
from kiebitz.benchmarks.peers import open_spiel, own, ratios, rlcard_games, rulebooks
from kiebitz.benchmarks.peers.work import LeftOut

PEERS = (open_spiel, rlcard_games, rulebooks)


def peer_works(peers=PEERS):
    """(works, what is left out) of the peers that are there."""
    found = [one for peer in peers for one in works_of(peer)]
    return [one for one in found if not isinstance(one, LeftOut)], [one for one in found if isinstance(one, LeftOut)]


def works_of(peer):
    module = getattr(peer, "MODULE", None)
    if module is None:
        return peer.works()
    try:
        import_module(module)
    except Exception as error:  # not installed, or built for another Python
        return [LeftOut(peer.NAME, f"cannot be imported ({error}); make bench-peers installs it")]
    return peer.works()


def versions(peers=PEERS):
    """The peers' versions, as far as they are packages and installed."""
    found = {}
    for peer in peers:
        try:
            found[peer.NAME] = version(getattr(peer, "PACKAGE", ""))
        except (PackageNotFoundError, ValueError):
            continue
    return found


def options():
    parser = Parser("kiebitz.benchmarks.peers", __doc__)
    parser.add_argument("--rounds", type=at_least(1), default=9, help="measurements of everything (default 9)")
    parser.add_argument("--seconds", type=positive, default=0.1, help="of one measurement (default 0.1)")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead")
    return parser


def main(arguments=None, peers=PEERS):
    wanted = options().parse_args(arguments)
    theirs, left_out = peer_works(peers)
    for who, reason in left_out:
        print(f"left out: {who}: {reason}", file=sys.stderr)
    if not theirs:
        print("Error: there is no peer to compare with; make bench-peers installs them", file=sys.stderr)
        return 2
    kinds = {work.kind for work in theirs}
    ours = [work for work in own.works() if work.kind in kinds]
    rates = ratios.measured([*ours, *theirs], wanted.rounds, wanted.seconds, tell)
    found = ratios.ratios(ours, theirs, rates[: len(ours)], rates[len(ours) :])
    if wanted.json:
        print(json.dumps(document(found, left_out, peers)))
    else:
        shown = ", ".join(f"{name} {number}" for name, number in versions(peers).items()) or "no packages"
        print(f"times as many units in the same processor time, medians of {wanted.rounds} rounds; {shown}")
        print(*ratios.lines(found), sep="\n")
    return 0


def document(found, left_out, peers):
    return {
        "versions": versions(peers),
        "ratios": [ratio._asdict() for ratio in found],
        "left_out": [reason._asdict() for reason in left_out],
    }


def tell(share):
    print(f"{share:.0%} done", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
