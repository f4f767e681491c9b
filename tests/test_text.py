import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.text import sentences

PIECES = st.sampled_from(
    [
        "We show this",
        "Then that",
        " ",
        "  ",
        "\n",
        "\n\n",
        "\n- ",
        ".",
        "!",
        "?",
        "...",
        "。",
        "？",
        "؟",
        "।",
        "e.g.",
        "et al.",
        "3.67",
        r"\textbf{3.67$\times$}",
        "$O(n)$",
        "$",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        '"',
        "“",
        "”",
        "``",
        "''",
        "'",
        "*",
        "**",
        "_",
        "<",
        ">",
        "«",
        "1.",
        "II.",
        "(2)",
        "a)",
        "https://a.b/c?d=1",
        "我们提出",
        "これは",
        "مرحبا",
        "Это т. е.",
        "z. B.",
        "🙂",
        "e\u0301",
        "\u202b",
        "\xad",
        "\u2028",
        "\u00a0",
        "C",
        "\x1c",
    ]
)
TEXTS = st.one_of(st.text(), st.lists(PIECES).map("".join), st.lists(PIECES).map(" ".join))


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@given(TEXTS)
def test_sentences_are_in_order_and_do_not_overlap(text: str):
    position = 0
    for start, end in sentences(text):
        assert position <= start < end <= len(text)
        position = end


@given(TEXTS)
def test_every_sentence_slices_to_text_with_no_blank_at_its_ends(text: str):
    assert all(part and part == part.strip() for part in cut(text))


@given(TEXTS)
def test_every_character_that_is_no_white_space_lies_in_a_sentence(text: str):
    assert "".join("".join(cut(text)).split()) == "".join(text.split())


@given(st.sampled_from(["(", "[", "$", '"', "``", ". ", "\n", "((a)", "1.\n", "a\n", "“"]))
def test_long_runs_of_a_mark_are_read_to_the_end(mark: str):
    text = mark * 5_000 + " The end"
    assert cut(text)[-1].endswith("The end")


WHOLE = [
    r"PARD achieves up to \textbf{3.67$\times$} speedup on LLaMA3.1-8B, reaching \textbf{264.88} tokens per second.",
    r"We extend RADLADS \citep[RADLADS;][]{goldstein2025radlads} to new models.",
    r"It runs in $O(n^2 \log(n))$ time, i.e. fast, w.r.t. perplexity and e.g. others, cf. prior work vs. ours.",
    "It yields **P**rogressively **C**ompressed **L**o**R**A (PCLR), _Epsilon-Scheduling_ and *noise stability*.",
    "As shown by Smith et al. (2020) and Fig. 3, Eq. (2), Sec. 4 and Alg. 1, error falls from 11.29 to 5.09.",
    "We ask whether models (e.g. GPT-4. And others.) agree, resp. approx. 5 of them.",
    'With the prompt ("You are Qwen. You are a helpful assistant.") nothing changes.',
    "There are two flaws: (1) These pairs are bad; and (2) They cost much.",
    "The p-value is p < 0.05 for all tests (n = 3) and this holds.",
    "It relies on (i) a model; (ii) a tool;\nand (iii) broken lines\nwhich go on and on until it ends\nThe word.",
    "(z. B. Elaboration) sind wichtig, d. h. gut.",
    "Это т. е. метод см. рис. 5 и т. д. для нас.",
    "It costs $5.50 now.",
    "See https://example.org/a.b?c=1 for more.",
]


@pytest.mark.parametrize("text", WHOLE)
def test_one_sentence_stays_whole(text: str):
    assert cut(text) == [text]


PARTED = [
    [
        "It ends in math $O(n)$.",
        "We go on.",
        "$x$ begins one.",
        r"\textbf{Bold} does too.",
        "**So** does.",
        "_And_ this.",
    ],
    ["The gap falls to 5.09.", "Next, we go to 3.39.", "Moreover, it holds."],
    ["The window is 95% CI.", "P values are p < 0.05.", "We ran it (n = 3).", "It holds."],
    [r"\textit{Can it be used?}", "We show that it can."],
    ["It is “good.”", "We go on.", '"Is it?"', "It is."],
    ["We do that.", "(It is easy.)", "We do more."],
    ["It has two flaws: (1) a; and (2) These.", "We fix both.", "Then we test.", "It works."],
    ["The players win $100K now.", "Others win $10K only."],
    ["Objective: We ask.", "Methods: We do.", "Results: We see.", "Conclusion: It works."],
    ["See https://example.org/a.b.", "It is open."],
    ["We use A, B, etc.", "They differ."],
    ["Das ist gut.", "Es funktioniert bzw. hilft.", "Ende."],
    ["1. We do this.", "2. We do that."],
    ["¿Funciona?", "¡Sí!", "Es así."],
]


@pytest.mark.parametrize("parts", PARTED)
def test_sentences_part_where_they_end(parts: list[str]):
    assert cut(" ".join(parts)) == parts


@pytest.mark.parametrize("parts", PARTED)
def test_lines_broken_after_a_stop_part_as_blanks_do(parts: list[str]):
    assert cut("\n".join(parts)) == parts


@pytest.mark.parametrize(
    "parts",
    [
        ["Two challenges remain:", "- Data are few.", "- Models are bad;", "- Both cost much"],
        ["Resumen", "Este trabajo es así."],
        ["Background", "We ask."],
    ],
)
def test_bullets_and_headings_on_their_own_line_begin_anew(parts: list[str]):
    assert cut("\n".join(parts)) == parts


def test_paragraphs_part_even_without_a_stop():
    assert cut("First paragraph\n\nsecond paragraph\n \nthird") == ["First paragraph", "second paragraph", "third"]


@pytest.mark.parametrize(
    "parts",
    [
        ["本文提出一种方法。", "结果提升了3.5%！", "真的吗？", "是的。"],
        ["これは方法です。", "結果は良い。"],
        ["هذا جيد. ", "هل هو؟ ", "نعم."],
        ["Это метод. ", "Он работает! ", "Да."],
        ["यह विधि है। ", "यह अच्छी है।"],
    ],
)
def test_other_scripts_part_at_their_own_stops(parts: list[str]):
    assert cut("".join(parts)) == [part.strip() for part in parts]


def test_offsets_count_code_points_after_emoji_combining_marks_and_cjk():
    text = "🙂🙂 e\u0301tude 方法. We go."
    assert cut(text) == ["🙂🙂 e\u0301tude 方法.", "We go."]


def test_a_heading_alone_on_its_line_is_a_sentence_and_a_line_broken_by_width_is_not():
    assert cut("Abstract\nWe show that models of this kind are\nGaussian.") == [
        "Abstract",
        "We show that models of this kind are\nGaussian.",
    ]


@pytest.mark.parametrize("blank", ["\u00a0", "\u202f", "\u3000", "\u2003", "\u2028", "\x85"])
def test_a_wide_blank_between_a_capital_and_a_stop_parts_as_any_blank_does(blank: str):
    assert cut(f"We give vitamin C{blank}. It helps.") == [f"We give vitamin C{blank}.", "It helps."]
    assert cut("We give vitamin C . It helps.") == ["We give vitamin C .", "It helps."]


def test_blank_text_has_no_sentences():
    assert sentences("") == sentences(" \n\t ") == ()
