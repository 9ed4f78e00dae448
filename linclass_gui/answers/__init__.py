"""Answers as pictures and tables need them: jobs of the worker, decisions in the plane,
comparison, criteria, sweeps.
"""
