"""Parameters of solvers are described once; checks, texts, help and documents agree with the description."""

import inspect
import re
from dataclasses import dataclass, fields
from pathlib import Path

import pytest

import kiebitz
from kiebitz.solvers import SOLVERS, make_solver
from kiebitz.solvers.parameters import about, allowed_text, check_parameters, description, documented, parameter

SEARCH = Path(__file__).parents[1] / "docs" / "search.md"
PARAMETERS = [(name, known) for name, make in SOLVERS.items() for known in fields(make())]
each_parameter = pytest.mark.parametrize(
    ("solver", "known"), PARAMETERS, ids=[f"{name}:{known.name}" for name, known in PARAMETERS]
)


@documented
@dataclass(frozen=True)
class Patient:
    """Waits."""

    days: int = parameter(3, "How long it waits.", unit="days", within=(0, 7), excluded=5)
    mood: str = parameter("calm", "How it waits.", choices=("calm", "cross"))
    name: str = "Ann"

    def __post_init__(self):
        check_parameters(self)


@each_parameter
def test_every_parameter_has_a_meaning_that_is_a_sentence(solver, known):
    meaning = description(known).meaning
    assert meaning[0].isupper() or meaning[0] == "`"
    assert meaning.endswith(".")


@each_parameter
def test_every_default_is_allowed_and_every_number_has_a_range(solver, known):
    described = description(known)
    if isinstance(known.default, int | float) and not isinstance(known.default, bool):
        assert described.least <= known.default <= described.most
    if described.choices:
        assert known.default in described.choices


@each_parameter
def test_values_outside_the_description_are_refused_and_those_at_its_edges_are_not(solver, known):
    described = description(known)
    wrong = []
    if described.choices:
        wrong = ["nonsense"]
    elif described.least is not None:
        wrong = [described.least - 1, *([described.most + 1] if described.most < float("inf") else [])]
        for edge in (described.least, described.most):
            if edge not in (described.excluded, float("inf")):
                make_solver(f"{solver}:{known.name}={edge}")
    if described.excluded is not None:
        wrong.append(described.excluded)
    for value in wrong:
        with pytest.raises(kiebitz.SolverError, match=f"{known.name} must"):
            make_solver(f"{solver}:{known.name}={value}")


@each_parameter
def test_the_docstring_of_a_solver_has_a_line_for_every_parameter(solver, known):
    assert f"\n{known.name}: {about(known)}" in inspect.getdoc(type(SOLVERS[solver]()))


def test_a_third_party_dataclass_may_describe_its_parameters_too():
    for wrong, message in (
        ({"days": 8}, r"days must be in 0\.\.7, not 8"),
        ({"days": 5}, "days must not be 5"),
        ({"mood": "glad"}, "mood must be one of calm, cross, not 'glad'"),
    ):
        with pytest.raises(kiebitz.SolverError, match=message):
            Patient(**wrong)
    days, mood, name = fields(Patient())
    assert [allowed_text(known) for known in (days, mood, name)] == ["whole number, 0 to 7", "calm, cross", "text"]
    assert about(days) == "How long it waits. Unit: days."
    assert inspect.getdoc(Patient) == "Waits.\n\ndays: How long it waits. Unit: days.\nmood: How it waits."


@pytest.mark.parametrize("solver", ["endgame", "rollout", "expectimax"])
@pytest.mark.skipif(not SEARCH.is_file(), reason="the tests run away from the tree")
def test_the_table_of_a_solver_in_the_documents_names_its_parameters(solver):
    section = re.search(rf"^## [^\n]*`{solver}`\n(.*?)^## ", SEARCH.read_text(), re.M | re.S)[1]
    table = re.search(r"^\| parameter \| default \| \|\n(.*?)\n\n", section, re.M | re.S)[1]
    names = {name for row in table.splitlines()[1:] for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert names == {known.name for known in fields(SOLVERS[solver]())}
