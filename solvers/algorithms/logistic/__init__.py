"""Logistic regression: objective, Newton, gradient, and the bounds that certify an answer.

``gap`` certifies; ``newton_drag`` follows one dragged point.
"""
