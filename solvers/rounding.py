"""The sizes that count as rounding, for every method: a name for each meaning."""

from __future__ import annotations

import numpy as np

EPS = float(np.finfo(np.float64).eps)
TINY = float(np.finfo(np.float64).tiny)
# A sum of products is taken to be off by this part of the sum of their absolute values.
PRODUCTS = 2.0 * EPS
# A part of a whole below this is rounding: forming sums and squares costs some tens of eps.
LEAST_PART = 1e-14
# Singular values of scaled columns below this part of the largest are none.
RANK = 1e-12
# Scores this small, and offsets this near, are rounding beside margins of 1.
NO_SCORE = 1e-9
# Sums of multipliers that differ by this part of them all are equal.
BALANCED = 1e-9
# Up to here doubles hold every whole number.
LARGEST_WHOLE = 2.0**53
# Above this smallest eigenvalue of a correlation matrix its squares have their digits; below, the
# points are decomposed themselves.
WELL_CONDITIONED = 1e-6
