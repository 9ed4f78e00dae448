"""Logistic regression: objective, Newton, gradient, what rescues them on hard data, and the bounds that certify an answer.

``answer`` has the last look; ``drag`` follows one dragged point.
"""
