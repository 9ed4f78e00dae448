"""The terms of one update of an iterative method, computed from the data and from the weights
before it: a file for each family of methods, the list of them in ``steps``.
"""
