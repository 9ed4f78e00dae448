"""The soft margin: the exact active set and what makes it quick and sure, interior point, SMO,
subgradient, and one-point drags.

``by_*`` go from data units to data units; the others work on standardised, signed samples.  How
they play together: docs/exact-soft-margin.md.
"""
