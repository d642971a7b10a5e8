"""A mutation sample: planted faults that the tests must notice."""
