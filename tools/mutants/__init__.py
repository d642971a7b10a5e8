"""A mutation sample: faults are planted into the sources, and the tests must notice them."""
