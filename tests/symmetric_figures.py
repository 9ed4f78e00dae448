"""Figures of a blackboard whose classes have one mean: no direction tells them apart."""

import numpy as np


def ring(n, radius=1.0):
    angles = 2.0 * np.pi * np.arange(n) / n
    return radius * np.column_stack([np.cos(angles), np.sin(angles)])


def board(k, classes=2):
    cells = np.array([(i, j) for i in range(k) for j in range(k)])
    return cells.astype(float), cells.sum(axis=1) % classes


XOR = np.array(
    [
        (x * (2 + i), y * (2 + j))
        for x in (-1, 1)
        for y in (-1, 1)
        for i in (0, 0.5)
        for j in (0, 0.5)
    ]
)
TWO = {
    "plus sign": (np.array([[1, 0], [-1, 0], [0, 1], [0, -1.0]]), np.array([0, 0, 1, 1])),
    "ring in ring": (np.concatenate([ring(8), ring(8, 2.5)]), np.repeat([0, 1], 8)),
    "3 x 3 board": board(3),
    "4 x 4 board": board(4),
    "centre of four": (
        np.array([[1, 1], [-1, 1], [1, -1], [-1, -1], [0, 0.0]]),
        np.array([0, 0, 0, 0, 1]),
    ),
    "copies of XOR": (XOR, (XOR[:, 0] * XOR[:, 1] > 0).astype(int)),
    "hexagon": (ring(6), np.arange(6) % 2),
    "12-gon": (ring(12, 2.0), np.arange(12) % 2),
}
PLACE = np.array([1.8, -1.4])
THREE = {
    "hexagon": (ring(6), np.arange(6) % 3),
    "pairs": (
        np.array([[1, 0], [-1, 0], [0, 1], [0, -1], [1.5, 1.5], [-1.5, -1.5]]),
        np.array([0, 0, 1, 1, 2, 2]),
    ),
    "rings": (np.concatenate([ring(6), ring(6, 2.0), ring(6, 3.0)]), np.repeat([0, 1, 2], 6)),
    "6 x 6 board": board(6, 3),
}


def placed(figure, place):
    """The figure turned, scaled and moved to a place with one decimal; the place 0 leaves it at the
    origin.
    """
    rng = np.random.default_rng(place)
    return figure * (0.5, 1.0, 0.7)[place % 3] + np.round(rng.uniform(-3.0, 3.0, 2), 1) * (
        place > 0
    )
