"""What scikit-learn calls the support vector machines."""

from __future__ import annotations

from ..criterion import Peer
from ..kernels import Kernel, LinearKernel

PRECISE = "tol=1e-10, cache_size=500"


def svc(
    kernel: Kernel | None, cost: float, remark: str, positive_weight: float = 1.0
) -> Peer | None:
    """SVC with a cost for each point; without a kernel it sees the features themselves."""
    shape = LinearKernel().as_svc if kernel is None else kernel.as_svc
    call = f"SVC({shape}, C={cost!r}{class_weight(positive_weight)}, {PRECISE})"
    return None if shape is None else Peer("sklearn.svm", call, "decision_function", remark)


def class_weight(positive_weight: float) -> str:
    """The argument that weighs the points of label 1; nothing where they count once."""
    return "" if positive_weight == 1.0 else f", class_weight={{1: {positive_weight!r}}}"
