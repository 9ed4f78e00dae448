"""Every method that exists for K classes only, listed by hand: adding one is a file here, and
an import and a line below.
"""

# ruff: noqa: PLC0414 - listed here to be imported elsewhere

from __future__ import annotations

from .all_at_once import MulticlassSVM as MulticlassSVM
from .linear_machine import LinearMachine as LinearMachine
from .method import ManyMethod
from .schemes import OneVsOne as OneVsOne
from .schemes import OneVsRest as OneVsRest
from .softmax import Softmax as Softmax

SCHEMES: tuple[type[ManyMethod], ...] = (
    OneVsOne,
    OneVsRest,
    LinearMachine,
    Softmax,
    MulticlassSVM,
)
