"""Every method, listed by hand: adding one is a file here and a line below."""

from __future__ import annotations

from ..method import Method
from .soft_margin import SoftMarginSVM

METHODS: tuple[type[Method], ...] = (SoftMarginSVM,)
