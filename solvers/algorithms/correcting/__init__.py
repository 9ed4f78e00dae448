"""Error-correcting rules: normalised samples, the order in which they are visited, and the
correction itself.

Perceptron, relaxation and LMS are this rule with different steps.
"""
