"""Where both programs of the bundle begin."""

import sys

from linclass_gui.start import window

sys.exit(window())
