"""The signs and words of the lessons, a sentence each, for everything that explains them in place.

``GLOSSARY`` has the signs in the mark-up of labels; a longer sign stands before its parts.
"""

from __future__ import annotations

GLOSSARY: dict[str, str] = {
    "$C_W$": "the scatter within the classes, summed over both and not divided by n",
    "$S_W$": "the scatter matrix within the classes: S of one class plus S of the other",
    "$p_i$": "the probability of class + at point i: 1/(1 + exp(−f(xᵢ)))",
    "$y_i$": "the class of point i as a number: +1 or −1",
    "$x_i$": "point i of the data set, the point of row i",
    "$m_+$": "the mean of the points of class +",
    "$m_−$": "the mean of the points of class −",
    "$α_i$": "the multiplier of point i: 0 unless the point holds the line",
    "$ξ_i$": "the slack of point i, max(0, 1 − yᵢf(xᵢ)): how much it lacks of the margin",
    "$α$": "the multipliers, one for each point: 0 unless the point holds the line",
    "$ξ$": "the slack of a point, max(0, 1 − y f(x)): how much it lacks of the margin",
    "$∇$": "the gradient: the direction in which a function rises fastest",
    "$H$": "the Hessian: the matrix of second derivatives, the curvature of the objective",
    "$λ$": "how strongly a penalty holds the weights down",
    "$C$": "the price of slack: large C lets few points into the margin",
    "$J$": "Fisher’s criterion: squared distance of the projected means over their scatter",
    "$φ$": "the features of a point; a line in their space is a curve in the plane",
    "$σ$": "the width of a kernel or the logistic function 1/(1 + exp(−t)), as the text says",
    "$ρ$": "the margin: 1/‖w‖ where the nearest points have the scores 1 and −1",
    "$f$": "the score f(x) = ⟨w, x⟩ + b: class + where it is positive",
    "$w$": "the weights: perpendicular to the line, towards class +",
    "$b$": "the offset of the line: it shifts the line along w",
    "$n$": "how many points there are",
    "slack": "how much a point lacks of the margin: max(0, 1 − y f(x)), never negative",
    "multiplier": "the weight of a point in w = ∑ αᵢ yᵢ xᵢ: 0 unless the point holds the line",
}
