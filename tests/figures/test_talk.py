"""A talk as a file or a folder: its slides, what is refused, adding and putting in order."""

from __future__ import annotations

import itertools
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from drawing_scenes import clouds, document_of

from linclass_gui.cli import main
from linclass_gui.errors import UserError
from linclass_gui.figures.talk import Talk, add_slide, entry_of, talk_of, write_order
from linclass_gui.files import toml_lists
from linclass_gui.files.codec import encode, save_document
from linclass_gui.files.recovery import Claim
from linclass_gui.files.toml_lists import append_entry, reorder_entries, toml_of
from solvers import Fisher, SoftMarginSVM


def scene(folder: Path, name: str, title: str = "", notes: str = "") -> Path:
    document = replace(document_of(clouds(), (SoftMarginSVM(), Fisher())), title=title, notes=notes)
    save_document(document, folder / name)
    return folder / name


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b.json", "a2.json", "a10.json"):
        scene(tmp_path, name)
    return tmp_path


def titles(talk: Talk) -> list[str]:
    return [slide.title for slide in talk.slides]


def test_a_folder_is_a_talk_in_the_order_of_its_names(folder: Path):
    (folder / "notes.md").write_text("x")
    (folder / "c.json").write_text("{")
    talk = talk_of(folder)
    assert titles(talk) == ["a2", "a10", "b"]
    assert talk.other_files == ("notes.md",)
    assert [refusal.path for refusal in talk.refusals] == [folder / "talk.toml"]
    assert "slide 4" in talk.refusals[0].reason
    assert "c.json" in talk.refusals[0].reason


@pytest.mark.usefixtures("qapp")
def test_figures_that_carry_a_scene_are_slides_and_others_are_not(folder: Path):
    assert main(["export", str(folder / "b.json"), "-o", str(folder / "c.svg")]) == 0
    (folder / "d.svg").write_text("<svg/>")
    talk = talk_of(folder)
    assert [slide.path.name for slide in talk.slides] == ["a2.json", "a10.json", "b.json", "c.svg"]
    assert talk.other_files == ("d.svg",)


def test_a_file_gives_title_notes_and_what_is_shown_first(folder: Path):
    scene(folder, "t.json", "Its own title", "Its own notes")
    (folder / "talk.toml").write_text(
        'title = "Margins"\n'
        '[[slide]]\nscene = "t.json"\n'
        '[[slide]]\nscene = "t.json"\ntitle = "Which line?"\nnotes = "Wait."\n'
        'layers = ["boundary"]\nmethods = ["fisher"]\nstep = 2\nplots = ["losses"]\n'
        '[[slide]]\nscene = "lesson:xor"\n'
    )
    talk = talk_of(folder)
    own, changed, lesson = talk.slides
    assert (talk.title, talk.refusals, talk.file) == ("Margins", (), folder / "talk.toml")
    assert (own.title, own.notes, own.name) == ("Its own title", "Its own notes", "t")
    assert (changed.title, changed.notes, changed.name) == ("Which line?", "Wait.", "t (2)")
    assert changed.document.layers == frozenset({"boundary"})
    assert [type(m.method) for m in changed.document.enabled_methods] == [Fisher]
    assert (changed.position, changed.plots) == (2, ("losses",))
    assert lesson.steps
    assert lesson.path is None
    # saved, a scene keeps what only the talk chose otherwise
    as_saved = encode(changed.as_saved(changed.document))
    assert as_saved == (folder / "t.json").read_text()


def test_what_is_wrong_is_said_with_line_reason_and_advice_and_the_rest_is_shown(folder: Path):
    (folder / "talk.toml").write_text(
        '# mine\n[[slide]]\nscene = "a2.json"\nlayer = ["boundary"]\n\n'
        '[[slide]]\nscene = "gone.json"\n\n[[slide]]\ntitle = "no scene"\n\n'
        '[[slide]]\nscene = "b.json"\nlayers = ["margins", "streets"]\nstep = -1\nnotes = 3\n'
    )
    talk = talk_of(folder)
    assert titles(talk) == ["a2", "b"]
    assert talk.slides[1].document.layers == frozenset({"margins"})
    reasons = [refusal.reason for refusal in talk.refusals]
    for reason, place, words in zip(
        reasons,
        ("line 2, slide 1", "line 6, slide 2", "line 9, slide 3", *3 * ["line 12, slide 4"]),
        ("'layer'", "leave this slide out", "scene is missing", "'streets'", "notes", "step"),
        strict=True,
    ):
        assert reason.startswith(f"{folder / 'talk.toml'}, {place}: ")
        assert words in reason
        is_shown = place.endswith(("slide 1", "slide 4"))
        assert reason.endswith("; the slide is shown without it") == is_shown


def test_a_name_that_fits_two_methods_is_said(folder: Path):
    twice = document_of(clouds(12), (SoftMarginSVM(), SoftMarginSVM(C=9.0)))
    save_document(twice, folder / "b.json")
    entry = '[[slide]]\nscene = "b.json"\nmethods = ["soft-margin-svm{}"]\n'
    (folder / "talk.toml").write_text(entry.format("") + entry.format("#2"))
    (refusal,) = talk_of(folder).refusals
    assert "slide 1: methods: soft-margin-svm fits soft-margin-svm#1 and" in refusal.reason


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("slide = 3", "no slides"),
        ("", "no slides"),
        ("[[slide]\n", "line 1"),
        ('[[slide]]\nscene = "gone.json"\n', "gone.json"),
    ],
)
def test_a_file_without_a_slide_is_refused(tmp_path: Path, text: str, words: str):
    (tmp_path / "talk.toml").write_text(text)
    with pytest.raises(UserError, match=words):
        talk_of(tmp_path)


def test_figures_of_a_project_are_slides_where_there_are_no_others(folder: Path):
    path = folder / "lecture.toml"
    path.write_text(
        '[[figure]]\nscene = "b.json"\noutput = "b.pdf"\nsize = "a4-column"\n'
        '[[figure]]\nscene = "a2.json"\noutput = "a.pdf"\n'
    )
    talk = talk_of(path)
    assert (titles(talk), talk.refusals) == (["b", "a2"], ())
    write_order(talk, ["a2", "b"])
    assert [figure["output"] for figure in toml_of(path)["figure"]] == ["a.pdf", "b.pdf"]


MINE = """\
# The talk of Monday.
title = "Monday"   # short

# begin calmly
[[slide]]
scene = "b.json"  # blobs
notes = \"\"\"
Two
lines\"\"\"

[[figure]]
scene = "b.json"
output = "b.pdf"

# the end
[[slide]]
scene = "a2.json"
"""


def test_adding_keeps_all_that_was_there(folder: Path):
    path = folder / "talk.toml"
    path.write_text(MINE)
    add_slide(path, "a10.json", 'The "end"')
    assert path.read_text().startswith(MINE)
    assert titles(talk_of(path)) == ["b", "a2", 'The "end"']
    add_slide(folder / "new.toml", "b.json")
    assert (folder / "new.toml").read_text() == '[[slide]]\nscene = "b.json"\n'
    assert entry_of(folder / "b.json", folder / "talks" / "talk.toml") == "../b.json"


def test_slides_take_their_comments_along(folder: Path):
    path = folder / "talk.toml"
    path.write_text(MINE)
    write_order(talk_of(path), ["a2", "b"])
    text = path.read_text()
    assert titles(talk_of(path)) == ["a2", "b"]
    assert text.index("# the end") < text.index("[[figure]]") < text.index("# begin calmly")
    assert text.startswith('# The talk of Monday.\ntitle = "Monday"   # short\n')
    assert "# blobs" in text
    write_order(talk_of(path), ["b", "a2"])
    assert path.read_text() == MINE
    write_order(talk_of(path), ["a2"])
    assert titles(talk_of(path)) == ["a2"]
    assert toml_of(path)["figure"]


def test_a_slide_that_is_refused_keeps_its_place_in_the_file(folder: Path):
    path = folder / "talk.toml"
    for name in ("a2.json", "gone.json", "b.json", "a10.json"):
        add_slide(path, name)
    write_order(talk_of(path), ["a10", "a2", "b"])
    entries = [entry["scene"] for entry in toml_of(path)["slide"]]
    assert entries == ["a10.json", "a2.json", "gone.json", "b.json"]


def test_entries_that_cannot_be_told_apart_stay_as_they_are(tmp_path: Path):
    path = tmp_path / "talk.toml"
    for text in (
        'slide = [{ scene = "a.json" }, { scene = "b.json" }]\n',
        '[[slide]]\nnotes = """\n[[slide]]\n"""\n[[slide]]\nscene = "b.json"\n',
    ):
        path.write_text(text)
        with pytest.raises(UserError, match="editor"):
            reorder_entries(path, "slide", toml_of(path)["slide"], (1, 0))
        assert path.read_text() == text


def test_the_ends_of_lines_stay(tmp_path: Path):
    path = tmp_path / "talk.toml"
    path.write_bytes(b'[[slide]]\r\nscene = "a.json"\r\n')
    append_entry(path, "slide", {"scene": "b.json"})
    reorder_entries(path, "slide", toml_of(path)["slide"], (1, 0))
    assert path.read_bytes() == (
        b'[[slide]]\r\nscene = "b.json"\r\n\r\n[[slide]]\r\nscene = "a.json"\r\n'
    )


def test_two_programs_add_to_one_talk_and_lose_nothing(tmp_path: Path):
    path = tmp_path / "talk.toml"
    names = [[f"{letter}{k}.json" for k in range(6)] for letter in "abcd"]

    def add_all(own_names: list[str]) -> None:
        for name in own_names:
            add_slide(path, name)

    with ThreadPoolExecutor(len(names)) as pool:
        list(pool.map(add_all, names))
    entries = [entry["scene"] for entry in toml_of(path)["slide"]]
    assert sorted(entries) == sorted(itertools.chain(*names))
    assert [[e for e in entries if e[0] == own[0][0]] for own in names] == names  # each in order
    assert [file.name for file in tmp_path.iterdir()] == ["talk.toml"]  # no lock is left


def test_a_claim_that_is_given_up_between_two_looks_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Whoever writes without it undoes what the next holder adds."""
    answers = itertools.chain([None, None], itertools.repeat(Claim.on))
    asked: list[Path] = []

    def claim_on(path: Path) -> Claim | None:
        asked.append(path)
        claim = next(answers)
        return None if claim is None else claim(path)

    monkeypatch.setattr(toml_lists, "Claim", SimpleNamespace(on=claim_on))
    add_slide(tmp_path / "talk.toml", "a")
    assert len(asked) == 3


def test_an_order_of_other_entries_is_not_written(tmp_path: Path):
    path = tmp_path / "talk.toml"
    for name in "abc":
        add_slide(path, name)
    seen = toml_of(path)["slide"]
    add_slide(path, "d")  # by another program
    with pytest.raises(UserError, match="open the talk again"):
        reorder_entries(path, "slide", seen, (2, 1, 0))
    assert [entry["scene"] for entry in toml_of(path)["slide"]] == list("abcd")


# --- as one PDF -----------------------------------------------------------------------------------


def _strings(pdf: bytes) -> list[str]:
    """The titles in a PDF, of itself and its pages."""
    texts = re.findall(rb"/Title <FEFF([0-9A-F]*)>", pdf)
    return [bytes.fromhex(text.decode()).decode("utf-16-be") for text in texts]


@pytest.fixture
def talk_file(folder: Path) -> Path:
    path = folder / "talk.toml"
    path.write_text(
        'title = "Two slides"\n'
        '[[slide]]\nscene = "a2.json"\ntitle = "{errors} errors, $x_1$"\nnotes = "Wait."\n'
        '[[slide]]\nscene = "gone.json"\n'
        '[[slide]]\nscene = "b.json"\n'
    )
    return path


@pytest.mark.slow
@pytest.mark.usefixtures("qapp", "no_remarks")
def test_a_talk_is_one_pdf_with_a_page_a_slide(
    talk_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = talk_file.with_name("out.pdf")
    arguments = ["export", str(talk_file), "-o", str(target), "--size", "beamer-16x9"]
    assert main([*arguments, "--with-notes"]) == 1  # a slide is not in it
    output = capsys.readouterr()
    assert output.out.strip() == str(target)
    assert "gone.json" in output.err
    assert f"2 of 3 slides are in {target}" in output.err
    pdf = target.read_bytes()
    *pages, of_file = _strings(pdf)
    title, last = pages
    assert re.fullmatch(r"\d+ errors, x1", title)
    assert (last, of_file) == ("b", "Two slides")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 2
    assert pdf.count(b"/S /Figure") == 2
    boxes = set(re.findall(rb"/MediaBox \[0 \S+ 396.85 (\d+)\]", pdf))
    assert boxes == {b"278"}  # 199 without the notes


@pytest.mark.parametrize(
    ("arguments", "words"),
    [((), "say where the slides go"), (("-o", "talk.svg"), "written as one PDF")],
)
def test_slides_need_a_pdf(
    talk_file: Path, arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", str(talk_file), *arguments]) == 2
    assert words in capsys.readouterr().err


def test_a_missing_folder_is_said_before_a_slide_is_drawn(
    talk_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("linclass_gui.figures.headless.pages_of_talk", None)
    target = talk_file.parent / "none" / "talk.pdf"
    assert main(["export", str(talk_file), "-o", str(target)]) == 2
    assert f"the folder {target.parent} does not exist" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.usefixtures("qapp", "no_remarks")
def test_a_slide_that_cannot_be_drawn_is_named_and_the_rest_is_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = folder / "x.pdf"
    (folder / "talk.toml").write_text(
        '[[slide]]\nscene = "gone.json"\n[[slide]]\nscene = "b.json"\nstep = 99999\n'
        '[[slide]]\nscene = "a2.json"\n'
    )
    arguments = ["export", str(folder / "talk.toml"), "-o", str(target)]
    assert main(arguments) == 1
    gone, late, count = capsys.readouterr().err.splitlines()
    assert "talk.toml, line 1, slide 1: " in gone
    assert "talk.toml, slide 2: b.json: " in late
    assert "step 99999" in late
    assert count == f"1 of 3 slides are in {target}"
    assert _strings(target.read_bytes())[0] == "a2"
    target.unlink()
    (folder / "talk.toml").write_text('[[slide]]\nscene = "b.json"\nstep = 99999\n')
    assert main(arguments) == 2
    assert "slide 1: b.json: " in capsys.readouterr().err
    assert not target.exists()


def test_adding_to_a_file_that_is_not_toml_changes_nothing(tmp_path: Path):
    path = tmp_path / "talk.toml"
    path.write_text("[[slide]\n")
    with pytest.raises(UserError, match="not TOML"):
        add_slide(path, "a.json")
    assert path.read_text() == "[[slide]\n"
