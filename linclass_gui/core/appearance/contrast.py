"""Colours as numbers: mixing them, and making a colour readable on a ground."""

from __future__ import annotations

READABLE = 4.5  # the contrast at which small text can be read (WCAG 2.1, criterion 1.4.3)
STEPS = 40  # from a colour to black or white


def rgb(colour: str) -> tuple[int, int, int]:
    """The three channels of "#rrggbb"."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix_colours(below: str, above: str, opacity: float) -> str:
    """The colour that ``above`` with an opacity gives over ``below``."""
    return "#" + "".join(
        f"{round(b + opacity * (a - b)):02X}" for b, a in zip(rgb(below), rgb(above), strict=True)
    )


def luminance(colour: str) -> float:
    """The relative luminance, 0 for black and 1 for white."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255.0 for channel in rgb(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable(colour: str, grounds: tuple[str, ...]) -> str:
    """The colour, darkened or lightened just enough to be readable on every ground."""
    end = "#000000" if luminance(grounds[0]) > 0.18 else "#FFFFFF"
    steps = (mix_colours(colour, end, k / STEPS) for k in range(STEPS + 1))
    return next(
        (step for step in steps if min(contrast(step, ground) for ground in grounds) >= READABLE),
        end,
    )
