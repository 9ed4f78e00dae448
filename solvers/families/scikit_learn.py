"""What scikit-learn calls the support vector machines."""

from __future__ import annotations

from ..criterion import Peer
from ..kernels import Kernel, LinearKernel

PRECISE = "tol=1e-10, cache_size=500"


def svc(kernel: Kernel | None, cost: float, remark: str) -> Peer | None:
    """SVC with a cost for each point; without a kernel it sees the features themselves."""
    shape = LinearKernel().as_svc if kernel is None else kernel.as_svc
    return None if shape is None else Peer("sklearn.svm", f"SVC({shape}, C={cost!r}, {PRECISE})", "decision_function", remark)
