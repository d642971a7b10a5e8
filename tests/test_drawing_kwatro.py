from pathlib import Path

import kiebitz
from kiebitz.notation.kwatro import NOTATION

EVENING = kiebitz.load(Path(__file__).parents[1] / "examples" / "kwatro" / "evening.toml")


def test_a_table_wider_than_the_screen_is_drawn_in_parts_that_show_every_card_once():
    whole = NOTATION.draw_rich(EVENING.facts(), EVENING.names).plain
    parts = NOTATION.draw_rich(EVENING.facts(), EVENING.names, width=30).plain
    assert max(map(len, parts.splitlines()[:-4])) <= 30
    assert sorted(part for part in parts.split() if part[:1] in "RYGB") == sorted(
        part for part in whole.split() if part[:1] in "RYGB"
    )
