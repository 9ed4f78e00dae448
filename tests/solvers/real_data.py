"""Two columns and two classes of the real data that come with scikit-learn."""

from __future__ import annotations

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine

DATA = {"iris": load_iris, "wine": load_wine, "cancer": load_breast_cancer, "digits": load_digits}
PAIRS = {
    "iris petal": ("iris", (2, 1), (2, 3)),
    "iris sepal": ("iris", (2, 1), (0, 1)),
    "cancer radius, perimeter": ("cancer", (1, 0), (0, 2)),
    "cancer radius, texture": ("cancer", (1, 0), (0, 1)),
    "cancer area, smoothness": ("cancer", (1, 0), (3, 4)),
    "wine alcohol, proline": ("wine", (1, 0), (0, 12)),
    "wine hue, colour": ("wine", (2, 1), (10, 9)),
}


def pair(
    name: str, classes: tuple[int, int], columns: tuple[int, int]
) -> tuple[np.ndarray, np.ndarray]:
    """The points of two classes, the first of them +1, in two columns of a data set."""
    X, y = DATA[name](return_X_y=True)
    rows = np.isin(y, classes)
    return X[rows][:, list(columns)], np.where(y[rows] == classes[0], 1.0, -1.0)
