"""Every lesson as a figure in every format and in several sizes, each judged by what can be
measured in the file.

``python -m benchmarks.figures [--sizes a4-column,slide-16x9] [--out FOLDER] [--latex]``: sizes to
0.1 mm, fonts embedded, one image a panel at the most, the scene comes back, the same bytes twice.
``--latex`` compiles each ``.tex`` with pdflatex and lualatex.
"""

from __future__ import annotations

import argparse
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import linclass_gui
from linclass_gui.figures.formats import EXPORTERS
from linclass_gui.figures.scripting import ScriptFigure
from linclass_gui.files.codec import encode
from linclass_gui.files.embedded_scene import embedded_text
from linclass_gui.files.shipped import lesson_paths

MM = 72.0 / 25.4
NEAR_MM = 0.1
WITHOUT_SCENE = frozenset({".csv", ".py"})


def size_mm(suffix: str, content: bytes) -> tuple[float, float] | None:
    """The size that a file says it has, None where the format has none."""
    if suffix == ".pdf":
        box = re.search(rb"/MediaBox \[([^\]]*)\]", content)
        x0, y0, x1, y1 = map(float, box[1].split()) if box else (0.0,) * 4
        return (x1 - x0) / MM, (y1 - y0) / MM
    if suffix == ".svg":
        width, height = re.findall(rb'(?:width|height)="([\d.]+)mm"', content)[:2]
        return float(width), float(height)
    if suffix == ".png":
        pixels = struct.unpack(">II", content[16:24])
        at = content.index(b"pHYs") + 4
        dots = struct.unpack(">II", content[at : at + 8])
        return 1000.0 * pixels[0] / dots[0], 1000.0 * pixels[1] / dots[1]
    if suffix in (".tikz", ".tex"):
        corner = re.search(rb"rectangle \(([\d.]+),([\d.]+)\)", content)
        return (float(corner[1]) / MM, float(corner[2]) / MM) if corner else (0.0, 0.0)
    return None


def faults(figure: ScriptFigure, suffix: str, content: bytes, again: bytes) -> Iterator[str]:
    """What is wrong with a file."""
    options = figure.options
    wanted, found = (options.width_mm, options.height_mm), size_mm(suffix, content)
    if found is not None and max(abs(a - b) for a, b in zip(found, wanted, strict=True)) > NEAR_MM:
        yield f"is {found[0]:.2f} x {found[1]:.2f} mm, not {wanted[0]:g} x {wanted[1]:g} mm"
    if content != again:
        yield "has other bytes the second time"
    images = (
        content.count(b"/Subtype /Image")
        if suffix == ".pdf"
        else content.count(b"<image")
        if suffix == ".svg"
        else 0
    )
    if images > len(figure.page.panels):
        yield f"has {images} images in {len(figure.page.panels)} panels"
    if suffix == ".pdf" and content.count(b"/FontDescriptor ") > content.count(b"/FontFile2"):
        yield "has fonts that are not embedded"
    if suffix not in WITHOUT_SCENE and embedded_text(content, suffix) != encode(figure.document):
        yield "does not give its scene back"


def compiled(path: Path) -> Iterator[str]:
    """What LaTeX says against a document."""
    for engine in filter(shutil.which, ("pdflatex", "lualatex")):
        arguments = [
            engine,
            "-interaction=nonstopmode",
            "-halt-on-error",
            f"-output-directory={path.parent}",
            str(path),
        ]
        done = subprocess.run(
            arguments, capture_output=True, text=True, check=False, errors="replace"
        )
        if done.returncode:
            yield (
                f"{engine} refuses it: "
                f"{next((line for line in done.stdout.splitlines() if line.startswith('!')), '')}"
            )
        elif "Missing character" in path.with_suffix(".log").read_text(
            encoding="utf-8", errors="replace"
        ):
            yield f"{engine} misses a character"


def main(arguments: list[str]) -> int:
    """Draw everything; the number of faults."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="a4-column,slide-16x9")
    parser.add_argument("--out", type=Path, default=Path("figures/every"))
    parser.add_argument("--latex", action="store_true")
    options = parser.parse_args(arguments)
    count = files = 0
    for size in options.sizes.split(","):
        folder = options.out / size
        folder.mkdir(parents=True, exist_ok=True)
        for lesson in (path.stem for path in lesson_paths()):
            figure = linclass_gui.figure(f"lesson:{lesson}", size=size)
            for exporter in EXPORTERS:
                content = exporter.encode(figure.page, figure.options)
                path = folder / f"{lesson}{exporter.suffix}"
                path.write_bytes(content)
                found = list(
                    faults(
                        figure,
                        exporter.suffix,
                        content,
                        exporter.encode(figure.page, figure.options),
                    )
                )
                found += compiled(path) if options.latex and exporter.suffix == ".tex" else ()
                files, count = files + 1, count + len(found)
                sys.stdout.writelines(f"{size} {path.name}: {fault}\n" for fault in found)
                sys.stdout.flush()
    sys.stdout.write(f"{files} files, {count} faults\n")
    return count


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
