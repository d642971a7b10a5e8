"""Generation of Kwatro's moves; README.md gives the order of reading."""
