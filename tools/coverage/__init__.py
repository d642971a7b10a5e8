"""Measures whether the intervals of hints mean what they say."""
