"""The view of feature space: along which features, and from where.

Features are counted from 0 in the order of the map's terms; ``SCORE`` means ``f(x)``, the direction
across the boundary, which shows a boundary of any number of features as a level line.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

SCORE = -1
MOST_FEATURES = 1000  # of a map: more than any has
EXPECTED = (
    '{"axes": two or three features counted from 0 (or one and "f"), "turn": degrees, "tilt": '
    "degrees}"
)
LOWEST, HIGHEST = 5.0, 85.0  # the tilt, in degrees: from beside the floor to above it


@dataclass(frozen=True)
class FeatureView:
    """``axes`` are two features, a feature and ``SCORE``, or three features (none: what suits the
    map); three are seen turned about the third one by ``turn`` degrees, from ``tilt`` degrees
    above.
    """

    axes: tuple[int, ...] = ()
    turn: float = 25.0
    tilt: float = 22.0

    def of(self, features: int) -> tuple[int, ...]:
        """The axes for a map with ``features`` features: the chosen ones where it has them.

        Two or three features are shown whole; of more, no two or three contain the boundary, so it
        is seen edge-on.
        """
        if are_axes(self.axes) and max(self.axes) < features:
            return self.axes
        return (0, 1) if features == 2 else (0, 1, 2) if features == 3 else (0, SCORE)

    def turn_by(self, turn: float, tilt: float) -> FeatureView:
        """The view turned; angles stay in their ranges."""
        return replace(
            self, turn=(turn + 180.0) % 360.0 - 180.0, tilt=min(max(tilt, LOWEST), HIGHEST)
        )

    def choosing(self, place: int, feature: int | None, features: int) -> FeatureView:
        """Another feature (or ``SCORE``) on one of the axes; None on the third one makes the
        picture flat.

        A feature that is already on another axis swaps places with the one it replaces.
        """
        axes = list(self.of(features))
        if feature is None:
            return replace(self, axes=tuple(axes[:2]))
        if feature == SCORE:
            return replace(self, axes=(axes[0], SCORE))
        free = (k for k in range(features) if k not in (*axes, feature))
        if place == len(axes):  # a third one: all three are features
            axes = [next(free) if axis == SCORE else axis for axis in axes]
            axes.append(next(free, feature))
        if feature in axes:
            other = axes[place]
            axes[axes.index(feature)] = next(free) if other == SCORE else other
        axes[place] = feature
        return replace(self, axes=tuple(axes))

    def to_json(self) -> dict[str, Any]:
        """The text in a scene file."""
        return {
            "axes": ["f" if axis == SCORE else axis for axis in self.axes],
            "turn": self.turn,
            "tilt": self.tilt,
        }

    @staticmethod
    def from_json(raw: object) -> FeatureView | None:
        """The view in a scene file, None where there is something else."""
        if (
            not isinstance(raw, dict)
            or set(raw) - {"axes", "turn", "tilt"}
            or not isinstance(raw.get("axes", []), list)
        ):
            return None
        axes = tuple(SCORE if axis == "f" else axis for axis in raw.get("axes", []))
        angles = [raw.get("turn", FeatureView.turn), raw.get("tilt", FeatureView.tilt)]
        are_numbers = all(
            isinstance(a, int | float) and not isinstance(a, bool) and abs(a) <= 1e6 for a in angles
        )
        are_features = all(
            isinstance(a, int) and not isinstance(a, bool) and a < MOST_FEATURES for a in axes
        )
        if not (are_numbers and are_features and (not axes or are_axes(axes))):
            return None
        return FeatureView(axes).turn_by(*map(float, angles))


def are_axes(axes: tuple[int, ...]) -> bool:
    """Whether these can be the axes of one picture."""
    if len(set(axes)) != len(axes) or not 2 <= len(axes) <= 3:
        return False
    return min(axes) >= 0 or (len(axes) == 2 and axes[1] == SCORE and axes[0] >= 0)


AS_IT_SUITS = FeatureView()
