"""The soft margin: the exact active set and what makes it quick and sure, interior point, SMO,
subgradient, one-point drags, and every solution over C at once (``path``).

``by_*``, ``smo`` and ``subgradient`` go from data units to data units; the others work on
standardised, signed samples.  How
they play together: docs/exact-soft-margin.md.
"""
