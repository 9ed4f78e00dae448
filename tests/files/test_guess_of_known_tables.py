"""The guess on the headers of well-known tables, with rows made up for their kinds of columns."""

import random
from collections.abc import Callable

import pytest

from linclass_gui.files.first_picture import first_picture
from linclass_gui.files.tables import parse_table

ROWS = 40
Cells = Callable[[random.Random, int], object]


def words(text: str) -> Cells:
    """One of some words."""
    return lambda chance, _: chance.choice(text.split("/"))


def whole(low: int, high: int) -> Cells:
    """A whole number, the ends included."""
    return lambda chance, _: chance.randint(low, high)


def real(low: float, high: float) -> Cells:
    """A number with three digits behind the point."""
    return lambda chance, _: f"{chance.uniform(low, high):.3f}"


def count(first: int) -> Cells:
    """The number of the row."""
    return lambda _, row: first + row


def name(begin: str) -> Cells:
    """A name of the row."""
    return lambda _, row: f"{begin}{row}"


def date(_: random.Random, row: int) -> object:
    """A day as one number."""
    return 20140501 + row % 28


# A column is its name and its cells; then the possible labels, and columns that must be no axis.
TABLES: dict[str, tuple[dict[str, Cells], str, str]] = {
    "passengers": (
        {
            "PassengerId": count(1),
            "Survived": whole(0, 1),
            "Pclass": whole(1, 3),
            "Name": name("Mr "),
            "Sex": words("male/female"),
            "Age": real(1, 80),
            "SibSp": whole(0, 4),
            "Ticket": whole(10000, 400000),
            "Fare": real(7, 500),
            "Embarked": words("S/C/Q"),
        },
        "Survived",
        "PassengerId",
    ),
    "digits": (
        {
            **{f"pixel_{k // 8}_{k % 8}": whole(0, 16) for k in range(16)},
            "pixel_7_0": whole(0, 1),
            "digit": whole(0, 9),
        },
        "digit",
        "pixel_7_0",
    ),
    "bank marketing": (
        {
            "age": whole(18, 90),
            "job": words("admin./technician/services"),
            "marital": words("married/single"),
            "default": words("no/yes"),
            "balance": whole(-500, 9000),
            "day": whole(1, 31),
            "month": words("may/jun/jul"),
            "duration": whole(5, 3000),
            "poutcome": words("unknown/failure/success"),
            "y": words("no/yes"),
        },
        "y",
        "day",
    ),
    "card default": (
        {
            "ID": count(1),
            "LIMIT_BAL": whole(10, 500),
            "SEX": whole(1, 2),
            "AGE": whole(21, 75),
            "BILL_AMT1": whole(0, 90000),
            "PAY_AMT1": whole(0, 9000),
            "default.payment.next.month": whole(0, 1),
        },
        "default.payment.next.month",
        "ID",
    ),
    "card defaults, by student": (
        {
            "rownames": count(1),
            "default": words("No/Yes"),
            "student": words("No/Yes"),
            "balance": real(0, 2600),
            "income": real(770, 73000),
        },
        "default",
        "rownames",
    ),
    "customers of a bank": (
        {
            "RowNumber": count(1),
            "CustomerId": whole(15565701, 15815690),
            "Surname": name("Smith"),
            "CreditScore": whole(350, 850),
            "Geography": words("France/Spain/Germany"),
            "Gender": words("Male/Female"),
            "Age": whole(18, 92),
            "Balance": real(0, 250000),
            "IsActiveMember": whole(0, 1),
            "EstimatedSalary": real(11, 199992),
            "Exited": whole(0, 1),
        },
        "Exited",
        "RowNumber/CustomerId",
    ),
    "strokes": (
        {
            "id": whole(67, 72940),
            "gender": words("Male/Female"),
            "age": real(1, 82),
            "hypertension": whole(0, 1),
            "ever_married": words("Yes/No"),
            "avg_glucose_level": real(55, 271),
            "bmi": real(10, 97),
            "smoking_status": words("smokes/never smoked/Unknown"),
            "stroke": whole(0, 1),
        },
        "stroke",
        "id",
    ),
    "tumours": (
        {
            "id": whole(8670, 911320502),
            "diagnosis": words("M/B"),
            "radius_mean": real(6, 28),
            "texture_mean": real(9, 40),
            "area_mean": real(143, 2501),
            "smoothness_mean": real(0.05, 0.17),
        },
        "diagnosis",
        "id",
    ),
    "hearts": (
        {
            "row.names": count(1),
            "sbp": whole(101, 218),
            "tobacco": real(0, 31),
            "ldl": real(1, 15),
            "famhist": words("Present/Absent"),
            "age": whole(15, 64),
            "chd": whole(0, 1),
        },
        "chd",
        "row.names",
    ),
    "births": (
        {
            "rownames": count(4),
            "low": whole(0, 1),
            "age": whole(14, 45),
            "lwt": whole(80, 250),
            "smoke": whole(0, 1),
            "ftv": whole(0, 6),
            "bwt": whole(700, 5000),
        },
        "low/smoke",
        "rownames",
    ),
    "infertility": (
        {
            "rownames": count(1),
            "education": words("0-5yrs/6-11yrs/12+ yrs"),
            "age": whole(21, 44),
            "parity": whole(1, 6),
            "case": whole(0, 1),
            "stratum": whole(1, 83),
            "pooled.stratum": whole(1, 63),
        },
        "case/education",
        "rownames",
    ),
    "glasses": (
        {
            "Id": count(1),
            "RI": real(1.511, 1.534),
            "Na": real(10, 17),
            "Mg": real(0, 4.5),
            "Al": real(0.2, 3.5),
            "Type": whole(1, 7),
        },
        "Type",
        "Id",
    ),
    "weather": (
        {
            "Date": date,
            "Location": words("Albury/Sydney/Perth"),
            "MinTemp": real(-8, 34),
            "MaxTemp": real(-4, 48),
            "Humidity9am": whole(0, 100),
            "RainToday": words("No/Yes"),
            "RainTomorrow": words("No/Yes"),
        },
        "RainTomorrow",
        "Date",
    ),
    "bookings": (
        {
            "hotel": words("Resort Hotel/City Hotel"),
            "is_canceled": whole(0, 1),
            "lead_time": whole(0, 700),
            "arrival_date_year": whole(2015, 2017),
            "stays_in_week_nights": whole(0, 5),
            "adr": real(0, 500),
            "customer_type": words("Transient/Contract/Group"),
        },
        "is_canceled",
        "arrival_date_year",
    ),
    "water": (
        {
            "ph": real(0, 14),
            "Hardness": real(47, 323),
            "Solids": real(320, 61227),
            "Sulfate": real(129, 481),
            "Potability": whole(0, 1),
        },
        "Potability",
        "",
    ),
    "prostates": (
        {
            "rownames": count(1),
            "lcavol": real(-1.3, 3.8),
            "lweight": real(2.3, 4.8),
            "age": whole(41, 79),
            "svi": whole(0, 1),
            "gleason": whole(6, 9),
            "lpsa": real(-0.4, 5.6),
            "train": words("T/F"),
        },
        "svi/gleason",
        "rownames/train",
    ),
    "fraud": (
        {
            "Time": whole(0, 172792),
            "V1": real(-5, 3),
            "V2": real(-7, 4),
            "Amount": real(0, 3000),
            "Class": whole(0, 1),
        },
        "Class",
        "",
    ),
    "phones": (
        {
            "State": words("KS/OH/NJ"),
            "Account length": whole(1, 232),
            "Area code": whole(408, 510),
            "International plan": words("No/Yes"),
            "Total day minutes": real(0, 350),
            "Total day calls": whole(40, 160),
            "Total eve minutes": real(0, 363),
            "Customer service calls": whole(0, 9),
            "Churn": words("False/True"),
        },
        "Churn",
        "Area code",
    ),
    "wine of two colours": (
        {
            "type": words("red/white"),
            "fixed acidity": real(4, 15),
            "pH": real(2.7, 4),
            "alcohol": real(8, 15),
            "quality": whole(3, 8),
        },
        "type/quality",
        "",
    ),
    "banknotes": (
        {
            "variance": real(-7, 7),
            "skewness": real(-13, 13),
            "curtosis": real(-5, 18),
            "entropy": real(-8, 2),
            "class": whole(0, 1),
        },
        "class",
        "",
    ),
    "schools": (
        {
            "rownames": name("College "),
            "Private": words("Yes/No"),
            "Apps": whole(81, 48094),
            "Accept": whole(72, 26330),
            "Outstate": whole(2340, 21700),
            "Grad.Rate": whole(10, 118),
        },
        "Private",
        "rownames",
    ),
    "directions of a market": (
        {
            "Year": whole(1990, 2010),
            "Lag1": real(-18, 12),
            "Lag2": real(-18, 12),
            "Volume": real(0, 9),
            "Direction": words("Down/Up"),
        },
        "Direction",
        "Year",
    ),
    "pupils": (
        {
            "Student ID": whole(100, 999),
            "Hours studied": real(0, 12),
            "Previous score": real(30, 100),
            "Passed": words("no/yes"),
            "School no": whole(1, 30),
        },
        "Passed",
        "Student ID/School no",
    ),
}


@pytest.mark.parametrize("title", TABLES)
def test_a_known_table_opens_with_its_classes_and_measurements(title: str) -> None:
    columns, labels, never = TABLES[title]
    chance = random.Random(title)
    rows = ([cells(chance, row) for cells in columns.values()] for row in range(ROWS))
    lines = [",".join(columns), *(",".join(map(str, row)) for row in rows)]
    as_read = first_picture(parse_table("\n".join(lines) + "\n", "t")).as_read
    assert as_read.label in labels.split("/")
    assert not set(as_read.columns) & set(never.split("/"))
