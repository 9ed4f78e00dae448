"""A few kills in the middle of saving; ``make kills`` runs as many as are wanted."""

from __future__ import annotations

from pathlib import Path
from random import Random

from killing import SavedScenes, kill_at_random, saver

from linclass_gui.files.codec import load_document, save_document


def test_a_kill_while_saving_leaves_a_whole_file_and_nothing_for_long(tmp_path: Path) -> None:
    path = tmp_path / "scene.json"
    scenes = SavedScenes(path)
    assert min(kill_at_random(saver(path, 1), scenes.check, 5, Random(0), longest=0.0)) >= 1
    save_document(load_document(path), path)
    assert [p.name for p in tmp_path.iterdir()] == ["scene.json"]
