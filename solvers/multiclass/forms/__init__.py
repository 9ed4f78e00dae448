"""What the two-class methods with a closed form are for K classes.

:mod:`solvers.multiclass.known` says which form belongs to which method.
"""
