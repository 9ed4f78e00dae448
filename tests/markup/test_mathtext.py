"""The mark-up: what each construction parses to, and that every string parses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linclass_gui.markup.mathtext import (
    FormulaSpace,
    Fraction,
    Root,
    Script,
    Sum,
    TextRun,
    as_math,
    cut_name,
    escape_label,
    name_label,
    parse,
    parse_math,
    plain_text,
)

THIN, MEDIUM, THICK = FormulaSpace(3 / 18), FormulaSpace(4 / 18), FormulaSpace(5 / 18)


def italic(text: str) -> TextRun:
    return TextRun(text, "italic")


def serif(text: str) -> TextRun:
    return TextRun(text, "serif")


def sans(text: str) -> TextRun:
    return TextRun(text, "sans")


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("income_net, x_max", (sans("income_net, x_max"),)),
        ("7·10^{-13}", (sans("7·10"), Script((), (), (sans("−13"),)))),
        ("n_+ points", (sans("n"), Script((), (sans("+"),), ()), sans(" points"))),
        ("class + $f(x)$", (sans("class + "), italic("f"), serif("("), italic("x"), serif(")"))),
        (r"5 \$ \_ \^", (sans("5 $ _ ^"),)),
        ("costs 5 $", (sans("costs 5 $"),)),
        ("", ()),
    ],
    ids=[
        "words",
        "power of ten",
        "subscript of one sign",
        "mixed",
        "escapes",
        "lonely dollar",
        "nothing",
    ],
)
def test_labels(text: str, tree: tuple[object, ...]) -> None:
    assert parse(text) == tree


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("x_1", (Script((italic("x"),), (serif("1"),)),)),
        ("x_i^2", (Script((italic("x"),), (italic("i"),), (serif("2"),)),)),
        ("x^12y", (Script((italic("x"),), (), (serif("1"),)), serif("2"), italic("y"))),
        ("a-b", (italic("a"), MEDIUM, serif("−"), MEDIUM, italic("b"))),
        ("f = -1", (italic("f"), THICK, serif("="), THICK, serif("−1"))),
        ("0,5", (serif("0,5"),)),
        ("(a, b)", (serif("("), italic("a"), serif(","), THIN, italic("b"), serif(")"))),
        ("max(0, 1)", (serif("max"), serif("("), serif("0,"), THIN, serif("1)"))),
        (
            r"\lambda\|w\|^2",
            (italic("λ"), serif("‖"), italic("w"), Script((serif("‖"),), (), (serif("2"),))),
        ),
        (r"\frac{C}{n}", (Fraction((italic("C"),), (italic("n"),)),)),
        (r"\frac12", (Fraction((serif("1"),), (serif("2"),)),)),
        (
            r"\sum_{i=1}^n x",
            (Sum("∑", (italic("i"), serif("=1")), (italic("n"),)), THIN, italic("x")),
        ),
        (r"\sqrt{2}", (Root((serif("2"),)),)),
        (r"\sqrt12", (Root((serif("1"),)), serif("2"))),
        ("√15 x", (Root((serif("15"),)), italic("x"))),
        ("√{15} x", (Root((serif("15"),)), italic("x"))),
        (
            "<w, x> + b",
            (
                serif("⟨"),
                italic("w"),
                serif(","),
                THIN,
                italic("x"),
                serif("⟩"),
                MEDIUM,
                serif("+"),
                MEDIUM,
                italic("b"),
            ),
        ),
        ("f < 0", (italic("f"), THICK, serif("<"), THICK, serif("0"))),
        ("wx", (italic("wx"),)),
        (r"\text{if } x", (serif("if"), italic("x"))),
    ],
)
def test_formulas(text: str, tree: tuple[object, ...]) -> None:
    assert _merged(parse_math(text)) == _merged(tree)


def _merged(row: tuple[object, ...]) -> list[object]:
    """Neighbouring runs of one face count as one: how they are cut does not show."""
    result: list[object] = []
    for node in row:
        if (
            isinstance(node, TextRun)
            and result
            and isinstance(last := result[-1], TextRun)
            and last.face == node.face
        ):
            result[-1] = TextRun(last.text + node.text, node.face)
        else:
            result.append(node)
    return result


PIECES = [*"ab1 +-=<>_^{}()$\\,∑√‖", r"\frac", r"\sum", r"\sqrt", r"\alpha", r"\text"]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_every_string_parses(text: str) -> None:
    parse(text)
    parse_math(text)
    as_math(text)


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("not_spam", r"not\_spam"),
        ("ω_1", "$ω_1$"),
        ("$\\omega_1$", "$\\omega_1$"),
    ],
)
def test_names_are_shown_as_a_user_means_them(name: str, label: str) -> None:
    assert name_label(name) == label


@given(st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), max_size=20))
def test_escaped_words_show_character_by_character_also_when_they_are_cut(text: str) -> None:
    label = escape_label(text)
    assert plain_text(parse(label)) == text
    assert text.startswith(plain_text(parse(cut_name(label, 6))).removesuffix("…"))


@pytest.mark.parametrize("piece", ["{", "\\frac", "\\sqrt{", "x^", "\\frac{1}{"])
def test_endless_nesting_is_shown_and_does_not_exhaust_the_stack(piece: str) -> None:
    assert parse_math(piece * 3000)
