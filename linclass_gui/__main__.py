"""``python -m linclass_gui`` is ``linclass-gui``."""

import sys

from .cli import main

sys.exit(main())
