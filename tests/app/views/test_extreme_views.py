"""Kernels and views at the ends of the range of numbers are drawn, or say in words why not; nothing crashes."""

from __future__ import annotations

import numpy as np
import pytest

from linclass_gui.app.window import MainWindow
from linclass_gui.core.document import Document, MethodInUse, View
from solvers import Dataset, GaussianKernel, Identity, Kernel, PolynomialKernel, SoftMarginSVM, TanhKernel

VIEWS = {
    "one double wide": View(1.0, 1.0 + 2.3e-16, 0.0, 1.0),
    "a few doubles wide": View(1.0, 1.0 + 1e-15, 1.0, 1.0 + 1e-15),
    "denormal": View(0.0, 5e-324, 0.0, 5e-324),
    "tiny": View(0.0, 1e-300, 0.0, 1e-300),
    "huge": View(-1e300, 1e300, -1e300, 1e300),
}
KERNELS = (GaussianKernel(1e-75), GaussianKernel(1e75), PolynomialKernel(6), TanhKernel(1e75, 1e75), None)


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_every_view_is_painted(window: MainWindow, kernel: Kernel | None) -> None:
    X = np.random.default_rng(0).normal(size=(12, 2))
    method = MethodInUse("m1", SoftMarginSVM(), 0, True, Identity(), kernel)
    for name, view in VIEWS.items():
        window.session.load(Document(Dataset(X, np.arange(12) % 2), methods=(method,), view=view))
        assert window.session.wait_idle()
        assert "m1" in window.session.scene.fits, name
        assert not window.grab().isNull(), name
