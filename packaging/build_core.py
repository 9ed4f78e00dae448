"""Compile ``solvers/core/core.c`` beside its source: the build hook of installations and wheels.

    python packaging/build_core.py      # after a change of core.c, in a checkout

The same loops run in pages as WebAssembly, the same bits in every browser.  That is a file of the
checkout, :data:`PAGES`: zig alone compiles it, and only whoever changes core.c needs zig.

``$CC`` compiles it where that is set, else ``cc``, else zig from the package index, which is asked
for only where no ``cc`` does the work.  Where nothing compiles, the package is built without the
library, and the same loops run in plain Python.  With ``LINCLASS_PLATFORM``, one of
:data:`TARGETS`, zig builds for that platform.
"""

from __future__ import annotations

import base64
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "solvers" / "core" / "core.c"
LIBRARY = SOURCE.with_name("core.library")
PAGES = ROOT / "linclass_gui" / "live" / "core_code.mjs"
ZIG = "ziglang>=0.13"

# No licence to reorder or to fuse, no instruction that some processor of the platform lacks: the
# numbers are the same everywhere.
NUMBERS = ["-std=c99", "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=off"]
NUMBERS += ["-ffreestanding", "-fvisibility=hidden", "-fno-stack-protector"]
FLAGS = [*NUMBERS, "-O3", "-shared"]
# Nothing of a C library, except on macOS: there every library must name the system's.
ALONE = ["-nostdlib"]
TARGETS = {
    "manylinux_2_17_x86_64": ["x86_64-linux-gnu.2.17", "-fPIC", *ALONE],
    "manylinux_2_17_aarch64": ["aarch64-linux-gnu.2.17", "-fPIC", *ALONE],
    "musllinux_1_2_x86_64": ["x86_64-linux-musl", "-fPIC", *ALONE],
    "musllinux_1_2_aarch64": ["aarch64-linux-musl", "-fPIC", *ALONE],
    "macosx_10_13_x86_64": ["x86_64-macos.10.13", "-fPIC"],
    "macosx_11_0_arm64": ["aarch64-macos.11.0", "-fPIC"],
    "win_amd64": ["x86_64-windows-gnu", "-mno-stack-arg-probe", *ALONE],
    "win_arm64": ["aarch64-windows-gnu", *ALONE],
}
# The loops that pages call, small, and of the first instructions of WebAssembly alone.
EXPORTS = ("correct", "correct_together", "walk", "smo", "source_digest", "__heap_base")
OF_PAGES = ["wasm32-freestanding", "-mcpu=mvp", "-Os", "-nostdlib", "-Wl,--no-entry"]
OF_PAGES += [f"-Wl,--export={name}" for name in EXPORTS]
SYSTEM = {
    "win32": ["-mno-stack-arg-probe", *ALONE],
    "darwin": ["-fPIC"],
}.get(sys.platform, ["-fPIC", *ALONE])


def digest(source: bytes) -> str:
    """A word for the source, which the library repeats: another one is not loaded."""
    return f"crc32-{zlib.crc32(source):08x}"


def own_compiler() -> list[str]:
    """``$CC``, or ``cc``; on Windows the latter says little about what it can do."""
    return shlex.split(os.environ.get("CC", "")) or ([] if sys.platform == "win32" else ["cc"])


def zig(*target: str) -> list[str]:
    """Zig's compiler, for any processor of this kind of machine or for a target."""
    return [sys.executable, "-m", "ziglang", "cc", "-s", *(target or ["-mcpu=baseline"])]


def compile_core(compiler: list[str], target: Path = LIBRARY) -> str:
    """Compile the library; an empty text, or what went wrong.  Others see the file that was there
    before or the new one, never a part.
    """
    name, word = shlex.join(compiler), digest(SOURCE.read_bytes())
    with tempfile.TemporaryDirectory() as folder:
        new = Path(folder, target.name)
        # zig leaves more than the library behind
        caches = {"ZIG_GLOBAL_CACHE_DIR": folder, "ZIG_LOCAL_CACHE_DIR": folder}
        command = [*compiler, f'-DSOURCE_DIGEST="{word}"', "-o", str(new), str(SOURCE)]
        try:
            done = subprocess.run(
                command, env=os.environ | caches, capture_output=True, text=True, check=False
            )
            if done.returncode or not new.exists():
                return f"{name}: {done.stderr.strip() or done.returncode}"
            beside = target.with_name(f"{target.name}.{os.getpid()}")
            shutil.copyfile(new, beside)
            beside.replace(target)
        except OSError as error:
            return f"{name}: {error}"
    return ""


def build(platform: str = "") -> str:
    """The library for this machine or another platform; an empty text, or what went wrong, and then
    there is none.
    """
    if platform:
        name, *flags = TARGETS[platform]
        compilers = [[*zig("-target", name), *FLAGS, *flags]]
    else:
        own, others = own_compiler(), [] if "CC" in os.environ else [zig()]
        compilers = [[*compiler, *FLAGS, *SYSTEM] for compiler in ([own] if own else []) + others]
    failures = []
    for compiler in compilers:
        failure = compile_core(compiler)
        if not failure:
            return ""
        failures.append(failure)
    with suppress(OSError):  # of an older source it is not loaded
        LIBRARY.unlink()
    return "; ".join(failures)


def build_for_pages() -> str:
    """The loops as a script of pages, where it is of another core.c; an empty text, or what went
    wrong.
    """
    if is_current(PAGES.read_text(encoding="utf-8")):
        return ""
    name, *flags = OF_PAGES
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "core.wasm")
        failure = compile_core([*zig("-target", name), *NUMBERS, *flags], target)
        if failure:
            return f"pages keep their old loops; zig compiles them ({ZIG}): {failure}"
        code = base64.b64encode(target.read_bytes()).decode()
    words = "// The loops of core.c for pages, as packaging/build_core.py compiles them."
    PAGES.write_text(f'{words}\n\nexport const CODE = "{code}";\n', encoding="utf-8", newline="\n")
    return ""


def is_current(script: str) -> bool:
    """Whether a script of pages holds the loops of this core.c."""
    code = base64.b64decode(script.partition('"')[2].partition('"')[0])
    return digest(SOURCE.read_bytes()).encode() in code


class CoreBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Compile the library into the tree, and make the wheel one of its platform."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Zig, where no compiler of this machine does the work."""
        if "LINCLASS_PLATFORM" in os.environ:
            return [ZIG]
        return [ZIG] if "CC" not in os.environ and build() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the library, and tell what the wheel is."""
        platform = os.environ.get("LINCLASS_PLATFORM", "")
        failure = build(platform)
        if failure and platform:
            raise SystemExit(failure)
        if failure:
            self.app.display_warning(f"linclass will run its loops in plain Python: {failure}")
            return
        build_data["artifacts"].append(str(LIBRARY.relative_to(ROOT).as_posix()))
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform or next(iter(platform_tags()))}"


if __name__ == "__main__":
    sys.exit(build() or build_for_pages() or None)
