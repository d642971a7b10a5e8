"""Statistics of paired deals: intervals, ratings, sequential tests, luck, calibration. They need numpy and scipy only.

The sample is always the unit, one deal played in all seatings. Games of one unit never count as independent.
Quantiles of Student's t come from scipy.special, because the import of scipy.stats takes half a second.
"""
