"""Logistic regression: its objective (``problem``), Newton and gradient steps (``descent``), and
the bounds that certify an answer (``gap``).

``newton_drag`` follows one dragged point.
"""
