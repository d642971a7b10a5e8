"""The report: one page that needs nothing else, with all charts and the command that made it."""

import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

import pytest
from arena_play import GREEDY_RANDOM, changed, here

from kiebitz.arena.plan import Plan
from kiebitz.arena.report import AFTER_A_STOP, page, write_report
from kiebitz.errors import KiebitzError

pytest.importorskip("matplotlib")


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    """A page with all sections."""
    plan = changed(GREEDY_RANDOM, luck=2)
    result = here(plan, tmp_path_factory.mktemp("report") / "a.db", 40, sprt=(0.0, 10.0))
    return page(result, "kiebitz arena --solvers greedy,random --db 'my file.db'")


class Balance(HTMLParser):
    """Collects tags that are not closed in the right order."""

    def __init__(self):
        super().__init__()
        self.open, self.wrong, self.headings = [], [], []

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "wbr"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        """Closed at once."""

    def handle_endtag(self, tag):
        if self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, text):
        if self.open and self.open[-1] == "h2":
            self.headings.append(text)


def test_all_sections_are_there_and_every_tag_is_closed(everything):
    parser = Balance()
    parser.feed(everything)
    assert (parser.wrong, parser.open) == ([], [])
    assert parser.headings == [
        "Standings",
        "Ratings",
        "Cross table",
        "Pairs",
        "Margins",
        "Strength against time per move",
        "Luck taken out",
        "Sequential test",
        "Reproduce",
    ]


def test_nothing_is_fetched_from_elsewhere(everything):
    rest = re.sub(r'xmlns(:\w+)?="[^"]*"', "", everything)
    assert "//" not in rest
    assert "<script" not in rest
    assert not re.search(r"<(link|img|iframe)|@import|url\((?!#)", rest)


def test_charts_are_pictures_with_a_name_and_with_text_that_can_be_read(everything):
    charts = re.findall(r"<svg.*?</svg>", everything, flags=re.DOTALL)
    assert len(charts) == 5
    for chart in charts:
        root = ElementTree.fromstring(chart)
        assert root.get("role") == "img"
        assert root.get("aria-label")
        assert root.get("width") is None
        assert root.findall(".//{http://www.w3.org/2000/svg}text")


def test_the_page_shows_the_command_unchanged(everything):
    assert "<pre>kiebitz arena --solvers greedy,random --db &#39;my file.db&#39;</pre>" in everything


def test_texts_of_solvers_cannot_inject_html(tmp_path):
    plan = Plan("kwatro", ("misbehaving:Raises", "greedy"))
    result = here(plan, tmp_path / "a.db", 4)
    result.json_report["reasons"][0]["reason"] = "<script>alert(1)</script>"
    text = page(result, "<b>")
    assert "<script>" not in text
    assert "&lt;script&gt;" in text
    assert "<b>" not in text


def test_an_arena_of_errors_only_still_has_a_report(tmp_path):
    result = here(Plan("kwatro", ("misbehaving:Exits", "misbehaving:Nothing")), tmp_path / "a.db", 2)
    assert "SystemExit" in page(result, "")


def test_one_unit_has_figures_without_intervals(tmp_path):
    text = page(here(GREEDY_RANDOM, tmp_path / "a.db", 2), "")
    assert "<td>1</td>" in text
    assert not re.search(r"\binf\b|\bnan\b", text)


def test_removed_luck_has_figures_and_charts_of_margins_and_wins(everything):
    section = everything[everything.index("<h2>Luck taken out</h2>") :]
    section = section[: section.index("</section>")]
    assert re.findall(r"<th>([^<]+)</th>", section) == [
        "solver",
        *("margin", "raw", "times the units"),
        *("win %", "raw", "times the units"),
    ]
    assert len(re.findall(r"<span class=interval>", section)) == 2 * 6
    assert {"mean margin, points, 95 % interval", "share of the win, %, 95 % interval"} <= set(
        re.findall(r">([^<>]+)</text>", section)
    )


def test_the_page_of_solvers_that_play_alone_shows_scores_and_differences_only(tmp_path):
    plan = Plan("qwinto", ("greedy", "random"), players=1)
    text = page(here(plan, tmp_path / "a.db", 8), "")
    heads = re.findall(r"<th>([^<]+)</th>", text)
    assert {"score", "ahead by"} <= set(heads)
    assert not {"win %", "Elo v mean"} & set(heads)


def test_a_page_after_a_sequential_stop_says_that_intervals_ignore_the_stop(tmp_path):
    text = page(here(GREEDY_RANDOM, tmp_path / "a.db", 400, sprt=(0.0, 50.0)), "")
    assert f"units: high. {AFTER_A_STOP}" in text


def test_a_report_that_cannot_be_written_is_a_clear_error(tmp_path):
    result = here(GREEDY_RANDOM, tmp_path / "a.db", 2)
    write_report(tmp_path / "a.html", result, "")
    with pytest.raises(KiebitzError, match="cannot be written"):
        write_report(tmp_path / "missing" / "a.html", result, "")
