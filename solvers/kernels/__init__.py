"""Every kernel, listed by hand: adding one is a file here and a line below."""

from __future__ import annotations

from .formula_kernel import FormulaKernel as FormulaKernel
from .gaussian_kernel import GaussianKernel as GaussianKernel
from .kernel import CentredKernel as CentredKernel
from .kernel import Kernel as Kernel
from .linear import LinearKernel as LinearKernel
from .polynomial_kernel import PolynomialKernel as PolynomialKernel
from .tanh import TanhKernel as TanhKernel

KERNELS: tuple[type[Kernel], ...] = (
    LinearKernel,
    PolynomialKernel,
    GaussianKernel,
    TanhKernel,
    FormulaKernel,
)
