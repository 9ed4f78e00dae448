"""Fits as pictures and tables need them: jobs and answers of the worker, playback, decisions in the
plane, criteria, comparison.

Everything is computed from a scene or a document, and cached while its input is the same.
"""
