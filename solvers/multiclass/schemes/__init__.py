"""Schemes: K classes by several two-class fits, and what two classes are among many.

Every member is an ordinary fit of any two-class method, map or kernel.
"""
