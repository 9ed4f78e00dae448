"""Names of files: what a title becomes."""

import pytest

from linclass_gui.files.names import slug


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Two clouds, two answers", "two-clouds-two-answers"),
        ("LDA — or logistic?", "lda-or-logistic"),
        ("C = 1.5", "c-1.5"),
        ("Größer: Äpfel", "größer-äpfel"),
        ("線形分類", "線形分類"),
        ("a/b\\c\n[*]", "a-b-c"),
        (" ... ", "scene"),
        ("", "scene"),
        ("x" * 500, "x" * 60),
    ],
)
def test_a_title_becomes_a_name_without_stray_signs(title: str, name: str) -> None:
    assert slug(title, "scene") == name
