"""Climb in plain Python, written from its rules alone."""

CARDS = [str(number) for number in range(10, 30)]
ALL_OPTIONS = {"hand_size": (3, 1, 2, 4)}
DEFAULTS = {name: values[0] for name, values in ALL_OPTIONS.items()}


def deal(players, options, deck, shuffle):
    deck, hands = list(deck), [[] for _ in range(players)]
    for _ in range(options["hand_size"]):
        for hand in hands:
            hand.append(deck.pop(0))
    top = deck.pop(0)
    hands = [sorted(hand) for hand in hands]
    start = {"game": "climb", "players": players, "to_move": 0, "top": top, "played": [], "scores": [0] * players}
    return start | {"hands": hands, "pile": deck}


def legal(facts, options):
    if over(facts):
        return {}
    hand, top = facts["hands"][facts["to_move"]], int(facts["top"])
    return {f"play {card}": max(int(card) - top, 0) for card in hand}


def play(facts, move, options, shuffle):
    card, seat = move.split()[1], facts["to_move"]
    hands, scores, pile = [list(hand) for hand in facts["hands"]], list(facts["scores"]), list(facts["pile"])
    scores[seat] += legal(facts, options)[move]
    hands[seat].remove(card)
    hands[seat] = sorted([*hands[seat], *pile[:1]])
    order = [(seat + step) % facts["players"] for step in range(1, facts["players"] + 1)]
    to_move = next((other for other in order if hands[other]), None)
    played = sorted([*facts["played"], facts["top"]])
    after = {"to_move": to_move, "top": card, "played": played, "hands": hands, "scores": scores, "pile": pile[1:]}
    return facts | after


def over(facts):
    return facts["to_move"] is None


def scores(facts):
    return facts["scores"]
