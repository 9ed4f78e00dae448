"""Files and live pages of a scene with a scenario have no plain word of an error."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from drawing_scenes import clouds, document_of

from linclass_gui.cli import main
from linclass_gui.files.codec import save_document
from linclass_gui.scene.scenarios import with_own_scenario
from solvers import LogisticRegression

PLAIN_WORDS = re.compile(r"(?i)\bfalse.alarms?\b|\bmiss(es|ed)?\b|\bclass [+−]")
DATA = re.compile(r"<script type=\"application/json\" id=\"figure\">(.*?)</script>", re.S)
NAMES, ERRORS = ("ham", "spam"), ("ham mail lost", "spam mail read")
SCRIPTS = re.compile(r"<script type=\"module\">.*?</script>|<style>.*?</style>|data:[^\"]*", re.S)


@pytest.fixture
def scene_file(tmp_path: Path) -> Path:
    document = document_of(clouds(40, apart=0.6), [LogisticRegression(l2=0.01)])
    path = tmp_path / "mails.json"
    save_document(with_own_scenario(document, NAMES, ERRORS), path)
    return path


@pytest.mark.slow
@pytest.mark.usefixtures("no_remarks")
@pytest.mark.parametrize(
    "options",
    [
        ["x.svg"],
        pytest.param(["x.html"], marks=pytest.mark.exhaustive),
        ["x.html", "--live"],
    ],
)
def test_no_exported_file_speaks_plainly(
    qapp: object, scene_file: Path, options: list[str]
) -> None:
    name, *more = options
    out = scene_file.with_name(name)
    views = "canvas,roc" if more else "canvas,roc,cost,confusion"
    assert main(["export", str(scene_file), "-o", str(out), "--views", views, *more]) == 0
    text = SCRIPTS.sub("", out.read_text(encoding="utf-8"))
    for data in DATA.findall(text):
        facts = json.loads(data)
        facts.pop("say")  # how fits end, in signs
        text = text.replace(data, json.dumps(facts, ensure_ascii=False))
    assert [text[m.start() - 60 : m.end() + 20] for m in PLAIN_WORDS.finditer(text)] == []
    assert "ham mail lost" in text
