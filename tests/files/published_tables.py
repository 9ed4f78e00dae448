"""Published tables by their headers, with made-up rows: each measurement is normal, and its
mean differs from class to class.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

ROWS = 90
# the cell of a row, by its number and the number of its class
Cells = Callable[[random.Random, int, int], object]


@dataclass(frozen=True)
class Published:
    """A table: its columns, the classes of its label and class + (empty: either), and the columns
    that are fair axes.

    Without ``is_named`` the file has no header, and columns are x1, x2, ...
    """

    columns: dict[str, Cells]
    label: str
    classes: tuple[str, ...]
    axes: tuple[str, ...]
    positive: str = ""
    separator: str = ","
    is_named: bool = True
    weights: tuple[int, ...] = field(default=())

    def text(self, seed: str) -> str:
        """The file."""
        chance = random.Random(seed)
        weights = self.weights or (1,) * len(self.classes)
        lines = [self.separator.join(self.columns)] if self.is_named else []
        for row in range(ROWS):
            k = chance.choices(range(len(self.classes)), weights)[0] if row > 9 else row
            k %= len(self.classes)
            cells = [
                self.classes[k] if name == self.label else cell(chance, row, k)
                for name, cell in self.columns.items()
            ]
            lines.append(self.separator.join(map(str, cells)))
        return "\n".join(lines) + "\n"


def real(mean: float, deviation: float, step: float = 0.0, digits: int = 2) -> Cells:
    """A normal number; ``step`` from the mean of one class to that of the next."""
    return lambda chance, _, k: f"{chance.gauss(mean + step * k, deviation):.{digits}f}"


def positive(mean: float, deviation: float, step: float = 0.0, digits: int = 0) -> Cells:
    """A normal number, 0 at the least."""
    return lambda chance, _, k: f"{max(0.0, chance.gauss(mean + step * k, deviation)):.{digits}f}"


def words(text: str) -> Cells:
    """One of some words or digits."""
    return lambda chance, _, k: chance.choice(text.split("/"))


def row_number(first: int = 1) -> Cells:
    """The number of the row."""
    return lambda _, row, k: first + row


def number(low: int, high: int) -> Cells:
    """A whole number, the ends included."""
    return lambda chance, _, k: chance.randint(low, high)


def row_name(begin: str) -> Cells:
    """A name of the row."""
    return lambda _, row, k: f"{begin}{row}"


def of_class(_: random.Random, row: int, k: int) -> object:
    """The label: its cells are the classes."""
    raise NotImplementedError


PUBLISHED: dict[str, Published] = {
    "ToothGrowth (R)": Published(
        {
            "rownames": row_number(),
            "len": real(17, 6, 4, 1),
            "supp": of_class,
            "dose": words("0.5/1/2"),
        },
        "supp",
        ("VC", "OJ"),
        ("len", "dose"),
    ),
    "Cushings (R, MASS)": Published(
        {
            "rownames": row_name("a"),
            "Tetrahydrocortisone": real(8, 3, 6, 1),
            "Pregnanetriol": real(2, 1, 1),
            "Type": of_class,
        },
        "Type",
        ("a", "b", "c", "u"),
        ("Tetrahydrocortisone", "Pregnanetriol"),
    ),
    "fgl (R, MASS)": Published(
        {
            "rownames": row_number(),
            "RI": real(1, 3, -0.2),
            "Na": real(13, 0.6, 0.2),
            "Mg": real(3.5, 0.5, -0.4),
            "Al": real(1.2, 0.3, 0.2),
            "Si": real(72.6, 0.7, 0),
            "K": real(0.5, 0.2, 0),
            "Ca": real(8.7, 0.8, 0.1),
            "Ba": positive(0, 0.1, 0.2, 2),
            "Fe": positive(0.05, 0.05, 0, 2),
            "type": of_class,
        },
        "type",
        ("WinF", "WinNF", "Veh", "Con", "Tabl", "Head"),
        ("RI", "Na", "Mg", "Al", "Si", "K", "Ca", "Ba", "Fe"),
    ),
    "Auto (R, ISLR)": Published(
        {
            "mpg": real(20, 5, 4, 1),
            "cylinders": words("4/6/8"),
            "displacement": positive(240, 70, -60),
            "horsepower": positive(119, 30, -18),
            "weight": positive(3360, 600, -450),
            "acceleration": real(15, 2.5, 0.7, 1),
            "year": number(70, 82),
            "origin": of_class,
            "name": row_name("ford pinto "),
        },
        "origin",
        ("1", "2", "3"),
        ("mpg", "displacement", "horsepower", "weight", "acceleration"),
    ),
    "frogs (R, DAAG)": Published(
        {
            "rownames": row_number(2),
            "pres.abs": of_class,
            "northing": number(8, 200),
            "easting": number(600, 1200),
            "altitude": positive(1600, 150, -120),
            "distance": positive(2000, 900, -800),
            "NoOfPools": positive(15, 12, 12),
            "avrain": real(155, 10, 4),
            "meanmin": real(3.3, 0.7, 0.5),
            "meanmax": real(14, 1.2, 1),
        },
        "pres.abs",
        ("0", "1"),
        ("altitude", "distance", "NoOfPools", "avrain", "meanmin", "meanmax"),
        "1",
    ),
    "Davis (R, carData)": Published(
        {
            "rownames": row_number(),
            "sex": of_class,
            "weight": positive(57, 7, 18),
            "height": positive(165, 5, 13),
            "repwt": positive(57, 7, 18),
            "repht": positive(162, 5, 14),
        },
        "sex",
        ("F", "M"),
        ("weight", "height", "repwt", "repht"),
    ),
    "CreditCard (R, AER)": Published(
        {
            "rownames": row_number(),
            "card": of_class,
            "reports": words("0/1/2/3"),
            "age": real(33, 10, 0, 5),
            "income": real(3, 1, 0.5, 4),
            "share": positive(0.001, 0.002, 0.08, 7),
            "expenditure": positive(1, 2, 240, 4),
            "owner": words("no/yes"),
            "dependents": words("0/1/2/3"),
            "months": number(1, 200),
        },
        "card",
        ("no", "yes"),
        ("age", "income", "share", "expenditure", "months"),
        "yes",
        weights=(1, 3),
    ),
    "haberman.data (UCI)": Published(
        {
            "x1": number(30, 83),
            "x2": number(58, 69),
            "x3": positive(2, 3, 5),
            "x4": of_class,
        },
        "x4",
        ("1", "2"),
        ("x1", "x2", "x3"),
        is_named=False,
    ),
    "parkinsons.data (UCI)": Published(
        {
            "name": row_name("phon_R01_S"),
            "MDVP:Fo(Hz)": real(182, 45, -35, 3),
            "MDVP:Fhi(Hz)": real(223, 80, -30, 3),
            "MDVP:Jitter(%)": real(0.0039, 0.0015, 0.003, 5),
            "HNR": real(24.7, 3, -4, 3),
            "status": of_class,
            "RPDE": real(0.44, 0.08, 0.08, 6),
            "spread1": real(-6.8, 0.7, 1.4, 6),
            "PPE": real(0.12, 0.05, 0.11, 6),
        },
        "status",
        ("0", "1"),
        ("MDVP:Fo(Hz)", "MDVP:Fhi(Hz)", "MDVP:Jitter(%)", "HNR", "RPDE", "spread1", "PPE"),
        "1",
        weights=(1, 3),
    ),
    "Dry_Bean (UCI)": Published(
        {
            "Area": positive(30000, 3000, 9000),
            "Perimeter": real(650, 40, 80, 3),
            "MajorAxisLength": real(230, 15, 35, 4),
            "Eccentricity": real(0.6, 0.05, 0.04, 6),
            "Solidity": real(0.987, 0.003, 0, 6),
            "roundness": real(0.93, 0.03, -0.02, 6),
            "Class": of_class,
        },
        "Class",
        ("DERMASON", "SIRA", "SEKER", "HOROZ", "CALI", "BARBUNYA", "BOMBAY"),
        (
            *("Area", "Perimeter", "MajorAxisLength", "Eccentricity", "Solidity", "roundness"),
            "Extent",
        ),
    ),
    "User Knowledge (UCI)": Published(
        {
            "STG": real(0.35, 0.2),
            "SCG": real(0.36, 0.2),
            "STR": real(0.46, 0.24),
            "LPR": real(0.43, 0.25),
            "PEG": real(0.1, 0.08, 0.25),
            "UNS": of_class,
        },
        "UNS",
        ("very_low", "Low", "Middle", "High"),
        ("STG", "SCG", "STR", "LPR", "PEG"),
    ),
    "SouthGermanCredit (UCI)": Published(
        {
            "laufkont": words("1/2/3/4"),
            "laufzeit": positive(25, 10, -6),
            "moral": words("0/1/2/3/4"),
            "hoehe": positive(3900, 1800, -900),
            "alter": positive(34, 10, 2),
            "wohn": words("1/2/3"),
            "gastarb": words("1/2"),
            "kredit": of_class,
        },
        "kredit",
        ("0", "1"),
        ("laufzeit", "hoehe", "alter"),
        "1",
        " ",
        weights=(3, 7),
    ),
    "cardio_train (Kaggle)": Published(
        {
            "id": row_number(0),
            "age": number(10798, 23713),
            "gender": words("1/2"),
            "height": number(145, 195),
            "weight": real(72, 12, 5, 1),
            "ap_hi": positive(120, 13, 14),
            "ap_lo": positive(79, 9, 7),
            "cholesterol": words("1/2/3"),
            "gluc": words("1/2/3"),
            "active": words("0/1"),
            "cardio": of_class,
        },
        "cardio",
        ("0", "1"),
        ("age", "height", "weight", "ap_hi", "ap_lo"),
        "1",
        ";",
    ),
    "drug200 (Kaggle)": Published(
        {
            "Age": number(15, 74),
            "Sex": words("F/M"),
            "BP": words("HIGH/LOW/NORMAL"),
            "Cholesterol": words("HIGH/NORMAL"),
            "Na_to_K": real(10, 2, 3, 3),
            "Drug": of_class,
        },
        "Drug",
        ("drugA", "drugB", "drugC", "drugX", "DrugY"),
        ("Age", "Na_to_K"),
    ),
    "UniversalBank (a textbook on business analytics)": Published(
        {
            "ID": row_number(),
            "Age": number(23, 67),
            "Experience": number(0, 43),
            "Income": positive(66, 40, 78),
            "ZIP Code": number(90005, 96651),
            "Family": words("1/2/3/4"),
            "CCAvg": positive(1.7, 1.4, 2.2, 1),
            "Education": words("1/2/3"),
            "Mortgage": positive(50, 80, 40),
            "Personal Loan": of_class,
            "Securities Account": words("0/1"),
            "Online": words("0/1"),
            "CreditCard": words("0/1"),
        },
        "Personal Loan",
        ("0", "1"),
        ("Age", "Experience", "Income", "CCAvg", "Mortgage"),
        "1",
        weights=(5, 1),
    ),
    "banana (OpenML)": Published(
        {
            "At1": real(-0.5, 0.8, 1, 4),
            "At2": real(0.4, 0.9, -0.8, 4),
            "Class": of_class,
        },
        "Class",
        ("-1", "1"),
        ("At1", "At2"),
        "1",
    ),
}
