"""The letters of the lessons are explained wherever they stand."""

import pytest

from linclass_gui.lessons.course import shipped_course
from linclass_gui.lessons.glossary import GLOSSARY, symbols_in
from linclass_gui.live.notation import html_of, with_terms

UNEXPLAINED = {"i", "j", "N", "β", "T"}  # indices, the name of a law, a free number, transposing


@pytest.mark.parametrize(
    ("label", "letters"),
    [
        ("no formula", []),
        (r"$w = \sum_i α_i y_i x_i$", ["w", "α_i", "y_i", "x_i"]),
        ("$p_i (1 − p_i)$ and $p(x)$", ["p_i", "p", "x"]),
        ("$ξ_i = max(0, 1 − y_i f(x_i))$", ["ξ_i", "y_i", "f", "x_i"]),
        ("$w = S_W^{-1} (m_1 − m_2)$", ["w", "S_W", "m_1", "m_2"]),
        ("$argmax_k f_k(x)$", ["f", "x"]),
        (r"$\\frac{1}{2} ‖w‖^2$".replace("\\\\", "\\"), ["‖w‖"]),
        ("$ln (θ_{+j}/θ_{−j})$", ["θ"]),
        ("$∇ + H d$", ["∇", "H"]),
    ],
)
def test_the_letters_of_a_formula(label: str, letters: list[str]) -> None:
    found = symbols_in(label)
    assert [sign.strip("$") for sign, _ in found if sign != "$k$"] == letters
    assert all(words for _, words in found)


def test_one_letter_with_two_indices_has_two_meanings() -> None:
    meanings = dict(symbols_in("$m$, $m_+$, $z$, $z_i$, $C$, $C_W$, $J(w)$, $J_p$"))
    assert len(set(meanings.values())) == 9


@pytest.mark.parametrize("lesson", shipped_course().lessons, ids=lambda lesson: lesson.name)
def test_every_letter_of_a_lesson_is_explained(lesson) -> None:
    texts = [lesson.text, *(step.say for step in lesson.steps)]
    if lesson.goal is not None:
        texts += [lesson.goal.say, lesson.goal.closing]
    for formula in (part for text in texts for part in text.split("$")[1::2]):
        explained = {sign.strip("$")[0] for sign, _ in symbols_in(f"${formula}$")}
        letters = {c for c in formula if c.isalpha() and ord(c) > 127}
        assert letters <= explained | UNEXPLAINED, formula


@pytest.mark.parametrize(
    ("name", "sign", "words"),
    [
        ("three-irises", "$λ$", "eigenvalue"),
        ("penalty", "$λ$", "penalty"),
        ("iris", "$b$", "targets"),
        ("two-sides", "$b$", "offset"),
        ("bayes", "$p$", "density"),
        ("priors-and-costs", "$p$", "probability"),
        ("no-signal", "$p$", "labellings"),
        ("kernels", "$z$", "second point"),
        ("xor", "$z$", "second point"),
        ("perceptron", "$z$", "sign of its class"),
        ("kernels", "$γ$", "kernel"),
        ("perceptron", "$γ$", "least score"),
        ("perceptron", "$y$", "+1 or −1"),
        ("newton", "$t_i$", "target"),
        ("slack", "$y_i$", "+1 or −1"),
        ("two-thresholds", "$x$", "number of a point"),
        ("two-sides", "$x$", "point of the plane"),
        ("counting-words", "$x$", "a text"),
    ],
)
def test_a_sign_has_the_meaning_of_its_lesson(name: str, sign: str, words: str) -> None:
    course = shipped_course()
    lesson = course.lessons[course.places[name]]
    meanings = [
        meaning
        for part in lesson.all_words.split("$")[1::2]
        for letter, meaning in symbols_in(f"${part}$", lesson.all_words)
        if letter == sign
    ]
    assert meanings
    assert all(words in meaning for meaning in meanings)
    paged = with_terms(html_of(lesson.text), lesson.all_words)
    assert sign not in GLOSSARY or sign not in lesson.text or words in paged
