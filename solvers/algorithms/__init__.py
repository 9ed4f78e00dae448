"""Algorithms that several methods share: pure functions on arrays, without parameters of their
own.
"""
