"""All threads of the program share one heap."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

LOOK = """
import ctypes, threading
from linclass_gui.app.heap import keep_one_heap
assert keep_one_heap()

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
barrier = threading.Barrier(9)
def allocate():
    libc.malloc(1000)
    barrier.wait(60)
for _ in range(8):
    threading.Thread(target=allocate).start()
barrier.wait(60)
libc.malloc_info(0, ctypes.c_void_p.in_dll(libc, "stdout"))
libc.fflush(None)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library, which has one heap anyway")
def test_threads_share_one_heap() -> None:
    done = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("<heap nr=") == 1


GIVE_BACK = """
import ctypes
from linclass_gui.app.heap import give_back
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.free.argtypes = (ctypes.c_void_p,)
libc.malloc_trim(0)
assert not give_back()
blocks = [libc.malloc(100_000) for _ in range(2_000)]
for block in blocks:
    ctypes.memset(block, 1, 100_000)
for block in blocks[:-1]:
    libc.free(block)
def resident():
    return int(open("/proc/self/statm").read().split()[1])
before = resident()
assert give_back()
print(before - resident())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library, which has no such heap")
def test_what_a_large_computation_left_is_given_back() -> None:
    done = subprocess.run([sys.executable, "-c", GIVE_BACK], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 40_000  # pages, of the 48 800 that were used
