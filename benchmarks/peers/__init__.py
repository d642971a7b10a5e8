"""Speed relative to other packages (peers), which do comparable work on their own games.

The figures are ratios from measurements in turn, not absolute speeds. Different games are never fully comparable, so
every row says what work was done, and how many legal moves a decision had on both sides. A peer that is not installed,
or cannot do a piece of work, is named and skipped.
"""
