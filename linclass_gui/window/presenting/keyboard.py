"""Keys by their places on the board: a key whose sign has no command in a presentation has that of
the sign which a US board has there, so that Cyrillic letters and the digit row of a French board
work.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from PySide6.QtGui import QKeyEvent

ROWS = {2: "1234567890", 16: "QWERTYUIOP", 30: "ASDFGHJKL", 44: "ZXCVBNM"}  # by the first code
ROWS_OF_MACS = {
    0: "ASDFHGZXCV",
    11: "BQWERYT123465",
    25: "97",
    28: "8",
    31: "OU",
    34: "IP",
    37: "LJ",
    40: "K",
    45: "NM",
}
BEFORE_SCAN_CODES = 0 if sys.platform == "win32" else 8  # X and Wayland count from 8
IS_MAC = sys.platform == "darwin"
FIRST_SPECIAL = 0x01000000  # from here on a key has no sign: arrows, Escape, function keys


def _signs_by_code(rows: Mapping[int, str]) -> dict[int, str]:
    return {first + k: sign for first, signs in rows.items() for k, sign in enumerate(signs)}


SIGNS = _signs_by_code(ROWS_OF_MACS if IS_MAC else ROWS)


def key_at_place(event: QKeyEvent) -> int:
    """The key that a US board has at the place of another one; of a Latin letter, a digit or a key
    without a sign that key itself.
    """
    key = event.key()
    is_latin = key < 0x80 and chr(key).isalnum()
    if is_latin or key >= FIRST_SPECIAL:
        return key
    code = event.nativeVirtualKey() if IS_MAC else event.nativeScanCode() - BEFORE_SCAN_CODES
    sign = SIGNS.get(code)
    return key if sign is None else ord(sign)
