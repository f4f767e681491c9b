import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.presence import holds
from pipeline.quantities import Quantity, find_quantities
from pipeline.quantities.forms import SIGNS_OF_GROWTH, growths

DOC = Path(__file__).parent.parent.joinpath("docs/quantities.md").read_text("utf-8")
ROWS = [
    tuple(cell.strip().strip("`") for cell in row.split(" | "))
    for row in re.findall(r"^\| (`.+?` \| `.+) \|$", DOC, re.MULTILINE)
]
NO_FIGURES = re.findall(r"`(.+?)`", DOC.partition("Digits that are no figures:")[2].partition("\n")[0])


def only(text: str) -> Quantity:
    (quantity,) = find_quantities(text)
    return quantity


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
@pytest.mark.parametrize("around", ["{}", "we see {} here", "({})", "{}.", "It is {}, so"])
def test_each_row_of_the_documented_table_is_what_is_read(row: tuple[str, ...], around: str):
    written, figure, amounts, unit, comparator, relation = row[:6]
    quantity = only(around.format(written))
    assert quantity.text == figure
    assert ", ".join(f"{amount:.10g}" for amount in quantity.amounts) == amounts.replace("–", "")
    assert (quantity.unit or "–", quantity.comparator or "–", quantity.relation or "–") == (unit, comparator, relation)


def test_the_documented_table_is_all_there():
    assert len(ROWS) > 80
    assert len(NO_FIGURES) > 20


@pytest.mark.parametrize("written", NO_FIGURES)
def test_digits_of_names_citations_and_marks_are_no_figures(written: str):
    assert find_quantities(f"we see {written} here") == ()


def test_a_change_is_worth_what_it_leads_to_and_a_range_its_lower_bound():
    assert only("from 11.29 to 5.09").amount == 5.09
    assert only("5–10%").amount == 5
    assert only("95% CI [0.8, 1.2]").amount == 0.8
    assert only("$O(n)$").amount is None


def test_a_whole_number_alone_is_bare_and_a_result_is_not():
    assert only("on 27 datasets").is_bare
    assert not any(only(text).is_bare for text in ("27%", "2.7", ">27", "from 3 to 2", "-27", "27x"))


def test_percentages_in_a_list_are_each_found():
    found = find_quantities(r"by $35$\% and $75$\%, 36.3% and 58.2%, 98.1\% and 99.7\%")
    assert [quantity.amount for quantity in found] == [35, 75, 36.3, 58.2, 98.1, 99.7]


@pytest.mark.parametrize("blank", [" ", "\n", "\u2028", "\u00a0"])
def test_the_blank_before_a_figure_is_none_of_it(blank: str):
    assert only(f"by ${blank}3.5% of it").text == "3.5%"
    assert only(f"p <{blank}0.05").comparator == "<"


def test_manifolds_and_scaffolds_are_no_multiples():
    assert find_quantities(r"on one manifold and one scaffold, one \times") == ()


def test_a_multiple_that_begins_a_sentence_without_digits_is_found():
    assert only("Halves the error of full retraining.").amount == 0.5


def test_a_name_before_a_figure_does_not_take_it_along():
    found = find_quantities("GPT-4 to 95%, LLaMA-2-7B and 3.5x over Qwen 2.5 and Claude 3.5 at 12%")
    assert [(quantity.text) for quantity in found] == ["95%", "3.5x", "12%"]


@pytest.mark.parametrize("text", ["9" * 400, "9" * 400 + "%", "10^{999}", "1e999", "400 orders of magnitude"])
def test_what_no_float_can_hold_is_no_figure_with_an_amount(text: str):
    assert all(quantity.amounts == () for quantity in find_quantities(text))


NUMBERS = st.one_of(
    st.integers(0, 999).map(str),
    st.decimals(0, 999, places=2, allow_nan=False, allow_infinity=False).map(str),
    st.integers(1000, 9_999_999).map(lambda value: f"{value:,}"),
)
UNITS = st.sampled_from(
    [
        ("%", "%"), (r"\%", "%"), ("$\\%$", "%"), (" percent", "%"), ("x", "x"), ("×", "x"), (r"$\times$", "x"),
        ("-fold", "x"), (" pp", "pp"), (" percentage points", "pp"), (" points", "points"), (" dB", "dB"), ("倍", "x"),
        ("个百分点", "pp"), ("％", "%"),
    ]
)  # fmt: skip
BOUNDS = st.sampled_from(
    [("", None), (">", ">"), ("~", "~"), ("up to ", "<="), ("at least ", ">="), ("约", "~"), ("超过", ">")]
)
WRAPPERS = st.sampled_from([("", ""), (r"\textbf{", "}"), ("**", "**"), ("(", ")")])
SIGNS = st.sampled_from([
    "We show that", "🙂", "e\u0301", "مرحبا بكم", "提升了", "これは", "\u202bשלום\u202c", "$x$", "GPT-4", "👩‍🔬",
    "(see Fig. 2)",
    "n\u0303o", "\n", "in 2025,", r"\emph{so}", "“yes”", "Это", "ﬁne", "co\xadop",
])  # fmt: skip
AROUND = st.lists(SIGNS, max_size=4).map(" ".join)


@given(number=NUMBERS, unit=UNITS, bound=BOUNDS, wrapper=WRAPPERS, around=st.tuples(AROUND, AROUND))
def test_a_planted_quantity_is_found_with_its_amount_in_any_surroundings(
    number: str, unit: tuple[str, str], bound: tuple[str, str | None], wrapper: tuple[str, str], around: tuple[str, str]
):
    planted = f"{number}{unit[0]}"
    head = f"{around[0]} {bound[0]}{wrapper[0]}"
    text = f"{head}{planted}{wrapper[1]} {around[1]}"
    found = [quantity for quantity in find_quantities(text) if quantity.start <= len(head) < quantity.end]
    assert len(found) == 1
    assert found[0].end == len(head) + len(planted)
    assert found[0].amounts == (float(number.replace(",", "")),)
    assert (found[0].unit, found[0].comparator) == (unit[1], bound[1])


@given(low=NUMBERS, high=NUMBERS, unit=UNITS, form=st.sampled_from(["from {} to {}", "{} to {}", "{}–{}", "{}--{}"]))
def test_two_numbers_written_out_are_read_back(low: str, high: str, unit: tuple[str, str], form: str):
    quantity = only(f"It goes {form.format(low + unit[0], high + unit[0])} here")
    assert quantity.amounts == (float(low.replace(",", "")), float(high.replace(",", "")))
    assert quantity.unit == unit[1]
    assert quantity.relation == ("from-to" if form.startswith("from") else "range")


PIECES = st.lists(
    st.sampled_from(
        [
            *"0123456789.,-–%$\\{}()[]+~<>=^_x× \n",
            r"\times",
            "from ",
            " to ",
            "10^{",
            "CI",
            "two ",
            "times ",
            "½",
            "倍",
            "三",
        ]
    )
).map("".join)


GROWTH_PIECES = st.lists(
    st.sampled_from(["O", "Θ", r"\Theta", r"\Omega", r"\mathcal{O", r"\mathcal O", r"\left", r"\big", *"} \x1f(n)$"])
).map("".join)


@given(GROWTH_PIECES)
def test_no_order_of_growth_lacks_the_signs_by_which_a_sentence_is_known_to_have_one(text: str):
    assert holds(SIGNS_OF_GROWTH)(text) or not list(growths(text))


@given(st.one_of(PIECES, st.text()))
def test_quantities_are_in_order_apart_and_slice_to_their_own_text(text: str):
    position = 0
    for quantity in find_quantities(text):
        assert position <= quantity.start < quantity.end <= len(text)
        assert text[quantity.start : quantity.end] == quantity.text
        position = quantity.end


@pytest.mark.parametrize(
    "run",
    [
        "1",
        "$",
        "1,",
        "1 ",
        "1-",
        "1.",
        "\\",
        "(",
        "O(",
        "from 1 to ",
        "{,}",
        "10^{",
        "½",
        "95% CI [",
        "one ",
        "~",
        "1$\\",
        "百分之",
        "1 000 ",
    ],
)
def test_long_runs_are_read_in_linear_steps(run: str):
    text = run * (60_000 // len(run))
    assert all(quantity.end <= len(text) for quantity in find_quantities(text))
