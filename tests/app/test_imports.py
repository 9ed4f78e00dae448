"""What takes long to import is not waited for in an event."""

from __future__ import annotations

import os
import subprocess
import sys

BESIDE = """
import sys
from linclass_gui.app.running import load_what_is_slow
from linclass_gui.app.window import MainWindow
assert not any(name.startswith("scipy") for name in sys.modules), "the window needs none of it to open"
load_what_is_slow()
known = set(sys.modules)
from linclass_gui.core.fits.stretching import best_stretch
from solvers.losses import HINGE
from solvers.studies.populations import GaussianPopulation, Populations
import numpy as np
best_stretch(HINGE, np.array([1.0, -0.2]), 0.1)
wide, narrow = ((2.0, 0.3), (0.3, 1.0)), ((0.5, 0.0), (0.0, 0.4))
Populations(GaussianPopulation((0.0, 0.0), wide), GaussianPopulation((1.0, 0.0), narrow)).bayes_error
late = sorted(name for name in set(sys.modules) - known if name.startswith("scipy"))
assert not late, late
"""


def test_what_is_slow_to_import_is_imported_beside_the_window() -> None:
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", BESIDE], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
