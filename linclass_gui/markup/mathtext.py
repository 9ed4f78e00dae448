"""The mark-up of labels and formulas: plain text with mathematics between dollar signs, parsed
into a tree of runs, scripts, fractions, sums and roots that can be laid out.

Outside ``$...$`` text is set as it is; ``_`` and ``^`` start a subscript or superscript of
``{...}``, or of one character at the end of a word (``income_net`` is a name). Inside, letters are
variables (italic), digits, operators and names such as ``max`` upright, and ``\\frac{a}{b}``,
``\\sum_{i=1}^{n}``, ``\\sqrt{..}`` and ``\\alpha``-like names are known, with the spacing classes
of Knuth's TeX (The TeXbook, chapter 18). Spaces that the author types in a formula do not matter.
``<w, x>`` without inner spaces at the brackets is an inner product.

Labels contain names that users type, so every string parses: text that cannot be mark-up is shown
as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

Face = Literal["sans", "serif", "italic"]


@dataclass(frozen=True)
class TextRun:
    """Characters in one face; ``sans`` takes the weight of the surrounding text."""

    text: str
    face: Face


@dataclass(frozen=True)
class FormulaSpace:
    """A horizontal space in units of the text size."""

    width: float


@dataclass(frozen=True)
class Script:
    """A base with a subscript and a superscript (either may be empty)."""

    base: Row
    sub: Row = ()
    sup: Row = ()


@dataclass(frozen=True)
class Fraction:
    """A numerator over a denominator with a bar between."""

    numerator: Row
    denominator: Row


@dataclass(frozen=True)
class Sum:
    """A large operator with what is below and above it."""

    symbol: str
    below: Row = ()
    above: Row = ()


@dataclass(frozen=True)
class Root:
    """A square root."""

    radicand: Row


Node = TextRun | FormulaSpace | Script | Fraction | Sum | Root
Row = tuple[Node, ...]

SUPERSCRIPTS = str.maketrans("0123456789−+", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺")


def plain_text(row: Row) -> str:
    """The characters of a tree in reading order, for tool tips, alternative texts and searching;
    powers of numbers stay up.
    """
    return "".join(_words(row))


def _raise_power(words: str) -> str:
    """A power that is a number in raised characters; ``n−1`` would be read as an inverse."""
    is_number = words.lstrip("−+").isdecimal()
    return words.translate(SUPERSCRIPTS) if is_number else words


def _words(row: Row) -> Iterator[str]:
    for node in row:
        match node:
            case TextRun(text):
                yield text
            case FormulaSpace(width):
                yield " " if width > 0.1 else ""
            case Script(base, sub, sup):
                yield plain_text(base) + plain_text(sub) + _raise_power(plain_text(sup))
            case Fraction(numerator, denominator):
                yield f"{plain_text(numerator)}/{plain_text(denominator)}"
            case Sum(symbol, below, above):
                yield symbol + plain_text(below) + plain_text(above)
            case Root(radicand):
                yield f"√{plain_text(radicand)}"


Kind = Literal["ord", "op", "bin", "rel", "open", "close", "punct", "inner"]

_SYMBOL_TABLE = """
alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ
upsilon υ phi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω le ≤ leq ≤ ge ≥ geq ≥
ne ≠ neq ≠ approx ≈ equiv ≡ in ∈ to → infty ∞ partial ∂ nabla ∇ cdot · times × pm ± langle ⟨ rangle ⟩ prime ′ top ⊤ perp ⊥ ell ℓ
"""  # noqa: E501
SYMBOLS = dict(zip(_SYMBOL_TABLE.split()[::2], _SYMBOL_TABLE.split()[1::2], strict=True))
_NAME_TABLE = (
    "max min exp log ln sign sup inf arg argmin argmax cos sin tan tanh det tr var cov diag rank "
    "erf if for"
)
NAMES = frozenset(_NAME_TABLE.split())
LARGE = {"sum": "∑", "prod": "∏"}
_RELATIONS = frozenset("=<>≤≥≠≈≡∈∉→←⇒⇔∼≪≫∝⊂⊆:")
_BINARY = frozenset("+−±·×÷∘∪∩∧∨⊕⊙")
_KINDS: dict[str, Kind] = {
    **dict.fromkeys(_RELATIONS, "rel"),
    **dict.fromkeys(_BINARY, "bin"),
    **dict.fromkeys("([{⟨⌈⌊", "open"),
    **dict.fromkeys(")]}⟩⌉⌋!", "close"),
    **dict.fromkeys(",;", "punct"),
}
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[A-Za-z]+|[0-9]+(?:[.,][0-9]+)*|\s+|.", re.DOTALL)
_INNER_PRODUCT = re.compile(r"<(?=\S)([^<>]*?\S)>")
DEEPEST = 24  # levels of braces and arguments
_THIN, _MEDIUM, _THICK = 3 / 18, 4 / 18, 5 / 18
_SPACES = {",": _THIN, ":": _MEDIUM, ";": _THICK, " ": _THICK, "quad": 1.0}


def parse_math(text: str) -> Row:
    """The tree of a formula (what would be between the dollar signs)."""
    text = text.replace("$", "").replace("-", "−").replace("*", "∗")
    text = _INNER_PRODUCT.sub(r"⟨\1⟩", text)
    return _Formula(text).row()


@dataclass
class _Atom:
    """One symbol of a formula with its class, before the spaces are put in."""

    base: list[Node]
    kind: Kind
    sub: Row = ()
    sup: Row = ()

    def nodes(self) -> Iterator[Node]:
        match self.base:
            case [Sum(symbol)]:
                yield Sum(symbol, self.sub, self.sup)
            case _ if self.sub or self.sup:
                yield Script(tuple(self.base), self.sub, self.sup)
            case _:
                yield from self.base


@dataclass
class _Formula:
    """A recursive descent over the tokens of a formula; it never fails, so that any text can be
    shown.
    """

    text: str
    script: bool = False
    tokens: list[str] = field(init=False)
    position: int = 0
    depth: int = 0

    def __post_init__(self) -> None:
        self.tokens = [token for token in _TOKEN.findall(self.text) if not token.isspace()]

    def row(self, closing: str = "") -> Row:
        if self.depth == DEEPEST:
            return self.rest()
        self.depth += 1
        atoms: list[_Atom] = []
        while (token := self.next()) is not None and token != closing:
            if token in "_^":
                self.attach(token, atoms)
            else:
                atoms.extend(self.atoms(token))
        self.depth -= 1
        return _add_spaces(atoms, self.script)

    def rest(self) -> Row:
        """All that is left, unchanged: no formula is meant to be nested this deep, and the stack
        has an end.
        """
        words, self.position = "".join(self.tokens[self.position :]), len(self.tokens)
        return (TextRun(words, "serif"),)

    def next(self) -> str | None:
        if self.position == len(self.tokens):
            return None
        self.position += 1
        return self.tokens[self.position - 1]

    def group(self) -> Row:
        """The next argument: ``{...}``, one name, or one character."""
        if self.depth == DEEPEST:
            return self.rest()
        self.depth += 1
        argument = self.argument()
        self.depth -= 1
        return argument

    def argument(self) -> Row:
        token = self.next()
        if token is None:
            return ()
        if token == "{":
            return self.row("}")
        if len(token) > 1 and token[0] != "\\":
            # TeX takes one character: x^12 is x^1 2.
            self.position -= 1
            self.tokens[self.position : self.position + 1] = [token[0], token[1:]]
            token = self.next() or ""
        return _add_spaces(self.atoms(token), True)

    def radicand(self) -> Row:
        """The content of the sign √: a number as a whole, which TeX would take apart after
        ``\\sqrt``, else an argument.
        """
        is_number = (
            self.tokens[self.position : self.position + 1]
            and self.tokens[self.position][0].isdigit()
        )
        return (TextRun(self.next() or "", "serif"),) if is_number else self.group()

    def attach(self, token: str, atoms: list[_Atom]) -> None:
        outer, self.script = self.script, True
        script = self.group()
        self.script = outer
        if not atoms:
            atoms.append(_Atom([], "ord"))
        if token == "_":
            atoms[-1].sub += script
        else:
            atoms[-1].sup += script

    def atoms(self, token: str) -> list[_Atom]:
        if token[0] == "\\":
            return self.command(token[1:])
        if token == "{":
            return [_Atom(list(self.row("}")), "ord")]
        if token in {"∑", "∏"}:
            return [_Atom([Sum(token)], "op")]
        if token == "√":
            return [_Atom([Root(self.radicand())], "ord")]
        if token in NAMES:
            return [_Atom([TextRun(token, "serif")], "op")]
        if token[0].isalpha() and token[0].isascii():
            letters = [_Atom([TextRun(letter, "italic")], "ord") for letter in token]
            # A function keeps a space from a factor before it: y f(x).
            is_function = token == "f" and self.tokens[self.position : self.position + 1] == ["("]
            return [replace(letters[0], kind="op")] if is_function else letters
        return [_Atom([TextRun(token, _face(token))], _KINDS.get(token, "ord"))]

    def command(self, name: str) -> list[_Atom]:
        if name == "frac":
            return [_Atom([Fraction(self.group(), self.group())], "inner")]
        if name == "sqrt":
            return [_Atom([Root(self.group())], "ord")]
        if name in LARGE:
            return [_Atom([Sum(LARGE[name])], "op")]
        if name in {"text", "mathrm", "operatorname"}:
            return [
                _Atom([TextRun(self.words(), "serif")], "op" if name == "operatorname" else "ord")
            ]
        if name in _SPACES:
            return [_Atom([FormulaSpace(_SPACES[name])], "open")]
        if name in NAMES:
            return [_Atom([TextRun(name, "serif")], "op")]
        symbol = {"|": "‖"}.get(name, SYMBOLS.get(name, name))
        return [_Atom([TextRun(symbol, _face(symbol))], _KINDS.get(symbol, "ord"))]

    def words(self) -> str:
        """The raw words of ``\\text{...}``."""
        if self.tokens[self.position : self.position + 1] != ["{"]:
            return ""
        self.position += 1
        words = []
        while (token := self.next()) is not None and token != "}":
            words.append(token)
        return "\u00a0".join(words)


def _face(symbol: str) -> Face:
    return (
        "italic" if symbol.isalpha() and (symbol.isascii() or "α" <= symbol[0] <= "ω") else "serif"
    )


def _add_spaces(atoms: list[_Atom], script: bool) -> Row:
    """The nodes with the spaces of their classes; neighbouring letters of one face are joined."""
    nodes: list[Node] = []
    previous: Kind | None = None
    for number, atom in enumerate(atoms):
        kind = atom.kind
        if kind == "bin" and (
            previous in {None, "bin", "rel", "open", "punct", "op"} or number + 1 == len(atoms)
        ):
            kind = "ord"  # a sign, not an operation
        if previous is not None and (width := _width(previous, kind, script)):
            nodes.append(FormulaSpace(width))
        for node in atom.nodes():
            _append(nodes, node)
        previous = kind
    return tuple(nodes)


def _append(nodes: list[Node], node: Node) -> None:
    if (
        nodes
        and isinstance(node, TextRun)
        and isinstance(last := nodes[-1], TextRun)
        and last.face == node.face
    ):
        nodes[-1] = TextRun(last.text + node.text, node.face)
    else:
        nodes.append(node)


def _width(left: Kind, right: Kind, script: bool) -> float:
    """The space between two classes; scripts keep only what separates an operator from its
    operand.
    """
    pair = {left, right}
    if (
        "op" in pair
        and left != "open"
        and right not in {"open", "close", "punct"}
        and not pair & {"rel", "bin"}
    ):
        return _MEDIUM if "inner" in pair else _THIN
    if script or left == "open" or right in {"close", "punct"}:
        return 0.0
    if "rel" in pair:
        return 0.0 if left == right else _THICK
    if "bin" in pair:
        return _MEDIUM
    if "inner" in pair:
        return _MEDIUM
    if left == "punct":
        return _THIN
    return 0.0


# Line breaks and control characters: a label is one line, and no font has a glyph for them.
_UNSEEN = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029]+")
_SCRIPT = re.compile(r"\\([\\$_^{}])|([_^])(?:\{([^{}]*)\}|([^\s_^{}\\])(?![^\W_]))")


def parse(text: str) -> Row:
    """The tree of a label: plain text with mathematics between dollar signs."""
    pieces = re.split(r"(?<!\\)\$", _UNSEEN.sub(" ", text))
    if len(pieces) % 2 == 0:
        # A dollar sign without its partner is shown as it is.
        pieces[-2:] = [pieces[-2] + r"\$" + pieces[-1]]
    return tuple(
        node
        for number, piece in enumerate(pieces)
        for node in (parse_math(piece) if number % 2 else _plain(piece))
    )


def escape_label(text: str) -> str:
    """A user's own words as a label that shows them character by character."""
    return re.sub(r"([\\$_^])", r"\\\1", text)


@lru_cache(maxsize=64)
def name_label(words: str) -> str:
    """A name that a user gave, as a label: with dollar signs or as a letter with an index (``ω_1``)
    it is mathematics.

    Anything else is shown character by character: ``not_spam`` has no index.
    """
    if words.count("$") >= 2:
        return words
    return f"${words}$" if re.fullmatch(r"[^\W\d_](_\w)", words) else escape_label(words)


def cut_name(label: str, most: int) -> str:
    """A name of so many characters at the most, the rest as an ellipsis; a formula stays whole."""
    cut = label[: most - 1].rstrip(" \\")
    return label if len(label) <= most or "$" in label else f"{cut}…"


def as_math(label: str) -> Row:
    """The tree of an axis label: ``x_1``, ``f(x)`` and the like are formulas, words (``x_max``) are
    words, dollar signs decide.
    """
    short = re.fullmatch(r"(?!.*[_^][^\W_]{2})(\\[a-z]+|([A-Za-z]\s+)?[A-Za-z]([_^(].*)?)", label)
    return parse_math(label) if "$" not in label and short else parse(label)


def _plain(text: str) -> Iterator[Node]:
    """Text with scripts; a script follows the character before it and is set in the same face."""
    words, position = "", 0
    for match in _SCRIPT.finditer(text):
        words += text[position : match.start()]
        position = match.end()
        if match[1]:
            words += match[1]
            continue
        script: Row = (TextRun((match[3] or match[4] or "").replace("-", "−"), "sans"),)
        if words:
            yield TextRun(words, "sans")
        yield Script((), script, ()) if match[2] == "_" else Script((), (), script)
        words = ""
    words += text[position:]
    if words:
        yield TextRun(words, "sans")


def plain(label: str) -> str:
    """A label as plain text: powers of numbers stay raised, everything else loses its mark-up."""
    return plain_text(parse(label))


def first_sentence(text: str) -> str:
    """The first sentence of a text; one that ends inside a formula goes on."""
    end = 0
    while (end := text.find(". ", end + 1)) > 0:
        if text.count("$", 0, end) % 2 == 0:
            return text[: end + 1]
    return text
