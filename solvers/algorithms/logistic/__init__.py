"""Logistic regression: its objective (``problem``), Newton and gradient steps (``descent``), and
the bounds that certify an answer (``gap``).
"""
