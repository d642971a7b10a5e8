"""What the parameters of a solver may be."""

from kiebitz.errors import BudgetError


def check_ranges(solver, **ranges):
    """BudgetError names the first parameter that is not in its range: pairs (least, most), both included."""
    for name, (least, most) in ranges.items():
        value = getattr(solver, name)
        if not least <= value <= most:
            raise BudgetError(f"{name} must be in {least}..{most}, not {value}")


def check_choices(solver, **choices):
    """BudgetError names the first parameter that is none of the texts known for it."""
    for name, known in choices.items():
        value = getattr(solver, name)
        if value not in known:
            raise BudgetError(f"{name} must be one of {', '.join(known)}, not {value!r}")
