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
from .schemes import Scheme
from .softmax import Softmax as Softmax

SCHEMES: tuple[type[ManyMethod], ...] = (
    OneVsOne,
    OneVsRest,
    LinearMachine,
    Softmax,
    MulticlassSVM,
)
# Those of two-class fits, by their names in files and on the command line, as one-vs-rest.
OF_MEMBERS: dict[str, type[Scheme]] = {
    kind.label.replace(" ", "-"): kind for kind in SCHEMES if issubclass(kind, Scheme)
}
