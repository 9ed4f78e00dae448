"""Any number of classes: schemes over two-class fits, and methods that see all classes at once.

``SCHEMES`` lists the methods that exist for K classes only; :mod:`.known` those that exist for two classes, too.
"""

from __future__ import annotations

from .known import takes_many as takes_many
from .method import AnyMethod as AnyMethod
from .method import ManyDrag as ManyDrag
from .method import ManyMethod as ManyMethod
from .one_vs_one import OneVsOne as OneVsOne
from .one_vs_rest import OneVsRest as OneVsRest
from .problem import ManyProblem as ManyProblem
from .result import ManyCertificate as ManyCertificate
from .result import ManyFit as ManyFit
from .result import ManyIterate as ManyIterate

SCHEMES: tuple[type[ManyMethod], ...] = (
    OneVsRest,
    OneVsOne,
)
