"""What the two-class methods with a closed form are for K classes.

:mod:`solvers.multiclass.form_lookup` says which form belongs to which method.
"""
