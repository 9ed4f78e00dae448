"""Answers as they are typed, and the numbers that the window and a page read there."""

TYPED: dict[str, float | None] = {
    " 52 ": 52.0,
    "−1/3": -1 / 3,
    "- 1/3": -1 / 3,
    "1.5/2": 0.75,
    "0,25": 0.25,
    "2.": 2.0,
    "+.5": 0.5,
    "−1e−3": -1e-3,
    "1 000": 1000.0,
    "": None,
    "x": None,
    "12/": None,
    "1/0": None,
    "1/2/3": None,
    "1_000": None,
    "nan": None,
    "1e999": None,
}
