"""The tests as other machines run them: other kernels of the linear algebra, fewer instructions,
other threads, files in any order.

python tests/processors.py [arguments of pytest]

Kernels differ in the order of their sums, and so in the last digits of all that is computed: no
test may depend on those.
"""

import os
import subprocess
import sys
from collections.abc import Iterator

import numpy as np

Kind = tuple[str, dict[str, str]]


def kinds(found: list[str]) -> Iterator[Kind]:
    """What to run by its name, with the environment that makes it so; ``found`` are numpy's
    instruction sets above its lowest.

    Where a library has no such kernels (ARM, Apple), the names are ignored and the order of the
    files still differs.
    """
    if any(name.startswith(("AVX512", "X86_V4")) for name in found):
        yield "SkylakeX, one thread", {"OPENBLAS_CORETYPE": "SkylakeX", "OPENBLAS_NUM_THREADS": "1"}
    yield "Haswell, two threads", {"OPENBLAS_CORETYPE": "Haswell", "OPENBLAS_NUM_THREADS": "2"}
    lowest = {
        "OPENBLAS_CORETYPE": "Prescott",
        "OPENBLAS_NUM_THREADS": "1",
        "NPY_DISABLE_CPU_FEATURES": " ".join(found),
    }
    yield "Prescott, one thread, numpy without higher instruction sets", lowest


def main(arguments: list[str]) -> int:
    """Run all kinds, whatever becomes of each; 1 if one fails."""
    found = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    failed = []
    for seed, (name, environment) in enumerate(kinds(found), start=1):
        print(f"{name}, files shuffled with seed {seed}", flush=True)
        command = [sys.executable, "-m", "pytest", f"--shuffle={seed}", *arguments]
        if subprocess.run(command, env={**os.environ, **environment}, check=False).returncode:
            failed.append(name)
    print("\n".join(f"FAILED: {name}" for name in failed) or "every kind of processor: passed")
    return bool(failed)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
