"""``python -m linclass_gui`` is ``linclass-gui``."""

import sys

from .start import main

sys.exit(main())
