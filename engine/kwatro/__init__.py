"""Kwatro (IOTA): the state with its board, the generation of moves (`movegen`), turns, worlds, values and endings."""
