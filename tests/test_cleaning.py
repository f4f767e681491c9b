"""What is cleaned from an abstract, what is cut and kept, what is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.cleaning import (
    characters,
    clean,
    clean_line,
    cuts,
    languages,
    missing,
    missing_reason,
    placeholder_reason,
)

PROPERTY = "Copyright of Journal of Pebbles is the property of Stone Press. Users should refer to the original version."
PROSE = "We propose a model of moderate size. It reaches an accuracy of 93% on three data sets, which is 2% better."
SPANISH = (
    "Este trabajo estudia la memoria de los niños en el aula. Los resultados muestran que la memoria visual es la "
    "que más influye en el cálculo de los niños, y que los juegos no la mejoran. Se discuten los límites del estudio."
)
ENGLISH = (
    "This paper studies the memory of children in the classroom. The results show that visual memory is what "
    "influences their calculation most, and that games do not improve it. We discuss the limits of the study."
)
CHINESE = (
    "本文研究大语言模型在数学推理任务中的能力，提出了一种新的训练方法，并在三个公开的数据集上进行了实验。"
    "结果表明，该方法明显优于已有的方法，而且训练的时间更短。"
)
ARABIC = (
    "تم قياس الهيدروكربونات البترولية في المياه السطحية للمنطقة الساحلية لمدينة جدة باستخدام مطياف الفلورة فوق"
    " البنفسجية. وجد أن مستوى التركيز في العينات تراوح بين القيمتين المذكورتين في الجدول الأول من هذا البحث."
)


@pytest.mark.parametrize(
    ("written", "text", "kinds"),
    [
        ("a &lt; b &amp; c", "a < b & c", ["HTML entities"]),
        ("a &amp;lt; b", "a < b", ["HTML entities"]),
        ("AT&T; R&D &nosuch; 100 &", "AT&T; R&D &nosuch; 100 &", []),
        ("<jats:p>One.</jats:p>", "One.", ["JATS or HTML tags"]),
        ("&lt;p&gt;One.&lt;/p&gt;", "One.", ["JATS or HTML tags", "HTML entities"]),
        (
            "<jats:sec><jats:title>Aim</jats:title>\n  <jats:p>To\n  see.</jats:p></jats:sec>",
            "Aim\nTo see.",
            ["JATS or HTML tags"],
        ),
        ("CO<sub>2</sub> and H<inf>2</inf>O", "CO2 and H2O", ["JATS or HTML tags"]),
        ("log<sub>10</sub> of 10<sup>6</sup>", "log10 of 10^6", ["JATS or HTML tags"]),
        ("10<sub>2</sub> in 10<sup>-5</sup> m<sup>2</sup>", "10_2 in 10^-5 m^2", ["JATS or HTML tags"]),
        ("Lax<sup>®</sup>, 5<sup>th</sup>, <sup>13</sup>C", "Lax®, 5th, 13C", ["JATS or HTML tags"]),
        ("x<sup>n+1</sup>", "x^{n+1}", ["JATS or HTML tags"]),
        (
            "5 × 10\n <jats:sup>−3</jats:sup> mol L\n <jats:sup>−1</jats:sup>.",
            "5 × 10^−3 mol L^−1.",
            ["JATS or HTML tags"],
        ),
        ("R\n <sup>2</sup>\n = 0.9, 10 <sup>4</sup> km <sup>2</sup>", "R^2\n = 0.9, 10^4 km^2", ["JATS or HTML tags"]),
        ("CO\n <sub>2</sub>, log\n <SUB>10</SUB>\n of x <sub>1</sub>", "CO2, log10\n of x1", ["JATS or HTML tags"]),
        ("The <sub>2</sub> in a <sub>6</sub>C", "The 2 in a 6C", ["JATS or HTML tags"]),
        ("min <sup>&#8722;1</sup>", "min^{−1}", ["JATS or HTML tags", "HTML entities"]),
        ("the <sup>13</sup>C of a <sup>3</sup> He", "the 13C of a 3 He", ["JATS or HTML tags"]),
        ("10 <sup>13</sup>C, Smith <sup>1</sup>", "10 13C, Smith 1", ["JATS or HTML tags"]),
        ("log<sub>10</sub>2 and 10<sup>3</sup>5", "log_{10}2 and 10^{3}5", ["JATS or HTML tags"]),
        ("<i>E. coli</i>, <b>bold</b><br/>next", "E. coli, bold\nnext", ["JATS or HTML tags"]),
        ("the <unk> token, a<b and c>d, <EOS>", "the <unk> token, a<b and c>d, <EOS>", []),
        ("<math><mi>P</mi><mo>&lt;</mo> <mn>0.05</mn></math>", "P<0.05", ["JATS or HTML tags", "HTML entities"]),
        ("<mml:msup><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msup>", "x^2", ["JATS or HTML tags"]),
        (
            "<math><mfrac><mn>1</mn><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></mfrac></math>",
            "1/(n+1)",
            ["JATS or HTML tags"],
        ),
        ("<math><msqrt><mi>n</mi></msqrt></math>", "√n", ["JATS or HTML tags"]),
        (
            "<alternatives><tex-math>$$x^2$$</tex-math><mml:math><mml:mi>x</mml:mi></mml:math></alternatives>",
            "$x^2$",
            ["JATS or HTML tags"],
        ),
        ("safe<script>alert(1)</script> text", "safe text", ["JATS or HTML tags"]),
        ("Ob\xadjec\xadtive", "Objective", ["soft hyphens"]),
        ("zero\u200bwidth\ufeff", "zerowidth", ["zero-width characters"]),
        ("می‌خواهم 👩‍🔬", "می‌خواهم 👩‍🔬", []),
        ("one\x0ctwo\x07", "one two", ["control characters"]),
        ("a\u202eb", "ab", ["direction marks"]),
        ("hid\U000e0041den", "hidden", ["invisible tag characters"]),
        ("inﬂuence of ﬁnance", "influence of finance", ["ligatures"]),
        ("question â\x80\x93 what", "question – what", ["mojibake"]),
        ("SchrÃ¶dingerâ€™s", "Schrödinger’s", ["mojibake"]),
        ("Ângela and São", "Ângela and São", []),
        (r"in $\\mathrm{SE}(3)$ it", r"in $\mathrm{SE}(3)$ it", ["doubled backslashes"]),
        (r"$\begin{matrix} a \\b \end{matrix}$", r"$\begin{matrix} a \\b \end{matrix}$", []),
        (r"We use \modelname, $O(n^2)$ and {\em this}.", r"We use \modelname, $O(n^2)$ and {\em this}.", []),
    ],
)
def test_what_a_conversion_left_is_set_right_and_listed(written: str, text: str, kinds: list[str]):
    cleaned = clean(written)
    assert (cleaned.text, [change.kind for change in cleaned.changes]) == (text, kinds)


@pytest.mark.parametrize(
    "notice",
    [
        "© 2020 IEEE.",
        "Copyright © 2020 ACM.",
        "© 2020 Elsevier B.V.",
        "© 2019, Springer Nature Switzerland AG.",
        "© The Author(s) 2020.",
        "© 2020 J. Stein et al.",
        "© 2020 Stone Press Inc. on behalf of Pebble Ltd.",
        "© 2020 by the authors. Licensee MDPI, Basel, Switzerland.",
        "(c) 2010 Elsevier Ltd. All rights reserved.",
        "Crown Copyright © 2020 Published by Elsevier Ltd. All rights reserved.",
        "This article is protected by copyright. All rights reserved.",
    ],
)
def test_a_copyright_line_goes_whole_from_either_end_of_a_short_abstract(notice: str):
    short = "We count sand by grains, which takes 5% more time."
    for written in (f"{notice} {short}", f"{notice}{short}", f"{short} {notice}"):
        cleaned = clean(written)
        assert (cleaned.text, [change.cut for change in cleaned.changes]) == (short, [notice])


@pytest.mark.parametrize(
    "first", ["Copyright 2020 was a year of change.", "© 2020 IEEE we show 5% gain.", "© 2020 IEEE."]
)
def test_a_first_sentence_that_says_more_than_who_owns_it_stays(first: str):
    rest = "We count sand, too." if first != "© 2020 IEEE." else "No more."
    assert clean(f"{first} {rest}").text == f"{first} {rest}"


def test_characters_that_were_lost_before_are_told_and_stay():
    cleaned = clean(" We present a na\ufffdve parser, 5 \ufffd 0.1 points better than a plain one. © 2020 IEEE.")
    assert cleaned.text == "We present a na\ufffdve parser, 5 \ufffd 0.1 points better than a plain one."
    assert [(change.kind, change.count, change.cut) for change in cleaned.changes] == [
        ("copyright line", 1, "© 2020 IEEE."),
        ("lost characters", 2, None),
    ]


def test_a_control_character_is_a_hyphen_where_the_paper_writes_one():
    cleaned = clean("its self\x02consumption and dissemina\x02tors", "Explaining Self-consumption")
    assert cleaned.text == "its self-consumption and disseminators"


@pytest.mark.parametrize(
    ("written", "kind", "cut"),
    [
        (f"Abstract. {PROSE}", "heading of the abstract", "Abstract."),
        (f"ABSTRACT—{PROSE}", "heading of the abstract", "ABSTRACT—"),
        (f"[Abstract] {PROSE}", "heading of the abstract", "[Abstract]"),
        (f"Abstract\n{PROSE}", "heading of the abstract", "Abstract"),
        (f"AbstractWe {PROSE[3:]}", "heading of the abstract", "Abstract"),
        (f"<正>{PROSE}", "heading of the abstract", "<正>"),
        (f"‹正>{PROSE}", "heading of the abstract", "‹正>"),
        (f"Summary: {PROSE}", "heading of the abstract", "Summary:"),
        (f"{PROSE} © 2005 Wiley Periodicals, Inc.", "copyright line", "© 2005 Wiley Periodicals, Inc."),
        (f"{PROSE} Copyright © 2019, The Authors.", "copyright line", "Copyright © 2019, The Authors."),
        (
            f"{PROSE}(c) 2010 Elsevier B.V. All rights reserved.",
            "copyright line",
            "(c) 2010 Elsevier B.V. All rights reserved.",
        ),
        (f"{PROSE} Published by Elsevier Ltd.", "copyright line", "Published by Elsevier Ltd."),
        (f"© 2020 IEEE. {PROSE}", "copyright line", "© 2020 IEEE."),
        *(
            (f"{PROSE} {line}", "copyright line", line)
            for line in (
                "© Springer Science+Business Media B.V. 2009.",
                "Copyright: © 2022 Korn et al. This is an open access article.",
                "Copyright © Proc. of the 2020 Meeting on Pebbles, PM 2020.",
                "© The Author(s) 2026." + " This article is distributed under the terms of a licence." * 10,
                "IEEE",
                "CCBY",
            )
        ),
        *(
            (f"{PROSE} {note}", "note of the database", note)
            for note in (
                "[ABSTRACT FROM AUTHOR]",
                "[ABSTRACT FROM PUBLISHER]",
                "[Author Abstract]",
                "(Author abstract)",
                "[PUBLICATION ABSTRACT]",
                "(from the journal abstract)",
                "(Author)",
                "(Author/ABC)",
                "(As Provided)",
                "(AU)",
                "--Provided by publisher",
                "ABSTRACT FROM AUTHOR]",
                f"{PROPERTY} (Copyright applies to all Abstracts.)",
            )
        ),
        (f"{PROSE}\nKeywords: deep learning; vision", "keywords", "Keywords: deep learning; vision"),
        (f"{PROSE} Index Terms—deep learning, vision.", "keywords", "Index Terms—deep learning, vision."),
        (f"{PROSE}\n{PROSE}\n\n1 Introduction\n" + 20 * PROSE, "text of the paper", ("1 Introduction\n" + 20 * PROSE)),
    ],
)
def test_what_stands_around_an_abstract_is_cut_off_and_kept(written: str, kind: str, cut: str):
    cleaned = clean(written)
    assert [(change.kind, change.cut) for change in cleaned.changes] == [(kind, cut)]
    assert cleaned.text in {PROSE, f"{PROSE}\n{PROSE}"}


def test_a_note_of_the_database_goes_with_the_copyright_that_follows_it():
    for between in (" ", "; "):
        notes = ["[ABSTRACT FROM AUTHOR]", f"{between.strip()} Copyright of Pebbles is the property of Stone.".strip()]
        cleaned = clean(f"{PROSE} {notes[0]}{'' if between == '; ' else between}{notes[1]}")
        assert (cleaned.text, [change.cut for change in cleaned.changes]) == (PROSE, notes[::-1])


@pytest.mark.parametrize(
    "text",
    [
        f"{PROSE} We ask each author (Author).",
        f"{PROSE} It holds for gold (Au).",
        f"{PROSE} It follows the standards of the IEEE",
        f"{PROSE} We take (a) 5, (b) 7 and (c) 2000 samples and find that they agree with one another.",
        f"{PROSE} We ask © what it means.",
        f"{PROSE} Copyright of pictures is the property of their makers, which we study in three courts.\n{PROSE}",
        f"{PROSE} A long blank follows.{' ' * 700}Keywords:{' ' * 80}x: y.",
    ],
)
def test_what_only_looks_like_a_note_stays(text: str):
    assert clean(text).text == text


def test_keywords_that_ran_in_are_told():
    assert clean(f"{PROSE}\n关键词：深度学习；视觉").keywords == ("深度学习", "视觉")
    assert clean(f"{PROSE} Index Terms—deep learning, vision.").keywords == ("deep learning", "vision")


def test_a_title_that_is_glued_on_is_cut_off():
    title = "On the Sizes of Moderate Models"
    assert clean(f"{title}. {PROSE}", title).text == PROSE
    assert clean(f"{title}\n{PROSE}", title).changes[0].cut == title


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Abstract Meaning Representation parsing is a task of moderate difficulty.", None),
        ("Abstract interpretation of programs is a task of moderate difficulty.", None),
        (
            "On the Sizes of Moderate Models we say little, for they are of no interest to anybody.",
            "On the Sizes of Moderate Models",
        ),
        ("BERT is a model.", "BERT"),
        ("We find that keywords matter. Keywords help retrieval: they are what users type.", None),
        ("The (c) 2010 data set and the © sign are studied in the rest of this paper about law.", None),
        ("Published by nobody, the data are new. We publish them.", None),
    ],
)
def test_what_only_looks_like_it_stays(text: str, title: str | None):
    assert clean(text, title) == (text, (), ())


@pytest.mark.parametrize(
    ("written", "text", "cut"),
    [
        (f"{SPANISH}\n{ENGLISH}", ENGLISH, SPANISH),
        (f"{ENGLISH};;;{SPANISH}", ENGLISH, SPANISH),
        (f"{CHINESE}{ENGLISH}", ENGLISH, CHINESE),
        (f"{ENGLISH} {ARABIC}", ENGLISH, ARABIC),
        (f"{CHINESE}\n{SPANISH}", CHINESE, SPANISH),
    ],
)
def test_of_two_languages_english_stays_else_the_first(written: str, text: str, cut: str):
    cleaned = clean(written)
    assert cleaned.text == text
    assert [(change.kind, change.cut) for change in cleaned.changes] == [("second language", cut)]


@pytest.mark.parametrize(
    "text",
    [
        CHINESE,
        SPANISH,
        "The herb (大黄, Dà Huáng) and 甘草 (Gān Cǎo) are mixed. " + ENGLISH,
        f"{ENGLISH} {SPANISH} {ENGLISH}",
        f"{ENGLISH} Der Satz „Die Katze und der Hund sind im Haus“ is translated.",
    ],
)
def test_words_of_another_language_within_an_abstract_stay(text: str):
    assert clean(text).text == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the source gives no abstract"),
        (" \n", "the source gives no abstract"),
        ("nan", 'the source gives "nan" in place of an abstract'),
        ("N/A", 'the source gives "N/A" in place of an abstract'),
        ("[No abstract available]", 'the source gives "[No abstract available]" in place of an abstract'),
        ("Abstract Unavailable", 'the source gives "Abstract Unavailable" in place of an abstract'),
        ("暂无摘要", 'the source gives "暂无摘要" in place of an abstract'),
        ("  This paper has been withdrawn\n", 'the paper is withdrawn: "This paper has been withdrawn"'),
        ("This paper has been withdrawn by the author due to an error in equation 3.", "the paper is withdrawn: "),
        ("We study the effect of large models on the …", "the abstract is cut off, it ends in "),
        ("We study the effect of large models [...]", "the abstract is cut off, it ends in "),
        ("deep learning; computer vision; segmentation", "the abstract is only a list of keywords, "),
        ("深度学习，计算机视觉，图像分割", "the abstract is only a list of keywords, "),
        ("Introduction", 'the abstract is only a fragment, "Introduction"'),
        ("12", 'the abstract is only a fragment, "12"'),
    ],
)
def test_a_missing_abstract_has_a_reason(text: str, reason: str):
    assert (missing_reason(text) or "").startswith(reason)


@pytest.mark.parametrize(
    "text",
    [
        "A.",
        "It works.",
        "Yes, they do.  This paper provides the first demonstration.",
        "We propose A, B, and C.",
        "Deep nets learn filters, edges, and textures.",
        "We study withdrawn papers. This paper has been read by many.",
        "We consider cats, dogs, etc...",
        "本文提出一种新的方法。",
    ],
)
def test_a_short_abstract_is_one(text: str):
    assert missing_reason(text) is None


def test_an_abstract_that_repeats_the_title_is_none():
    assert (
        missing_reason("On a bound of ours.", "On a Bound of Ours.")
        == "the field for the abstract holds only the title"
    )


def test_a_short_paragraph_of_a_plain_list_is_not_held_against_it():
    assert placeholder_reason("Introduction") is None


@given(st.text())
def test_whatever_cleaning_changes_it_lists(text: str):
    cleaned = clean(text)
    assert bool(cleaned.changes) == (cleaned.text != text)
    assert "\n" not in clean_line(text)
    assert missing_reason(cleaned.text) or cleaned.text.strip()


_TAGS = (
    "<p> </p> <sub> </sub> <math> <mfrac> </mfrac> </math> <alternatives> <tex-math> < > &lt; &amp; Keywords: Abstract"
)
_PIECES = st.sampled_from([*_TAGS.split(), "x", " ", "\n", "©", "2020", "\xad", "â\x80\x93", "$", "\\\\"])


@given(st.lists(_PIECES).map("".join))
def test_badly_nested_markup_is_cleaned_without_a_fault(text: str):
    cleaned = clean(text)
    assert bool(cleaned.changes) == (cleaned.text != text)


_SIGNS = "\xad\u200b\x02\x0c\ufb01\u202e©é–ка的\u0600\x85\t\n .:!?…-"
_WORDS = (
    "keywords:", "Key words.", "key", "word", "index terms:", "Palabras clave:", "关键词：", "copyright 2020",
    "ⓒ 2020", "(PsycINFO Database Record", "(c) 2019 X", "All rights reserved.", "Published by Elsevier.", "版权所有",
    "read more", "(cut)", "[truncated]", "...", "Ã©", "â€™", PROSE, SPANISH, ENGLISH, CHINESE, ARABIC,
)  # fmt: skip


@given(st.lists(st.sampled_from([*_SIGNS, *_WORDS])).map("".join))
def test_a_look_for_what_must_be_there_spares_work_and_changes_nothing(text: str):
    quickly = clean(text), missing_reason(text)
    with pytest.MonkeyPatch.context() as thorough:
        thorough.setattr(characters, "_USUAL", b"")
        thorough.setattr(cuts, "_KEYWORDS_WORDS", ("",))
        thorough.setattr(cuts, "_RIGHTS_WORDS", ("",))
        thorough.setattr(languages, "beyond_ascii", str)
        thorough.setattr(missing, "_CUT_SIGNS", ("",))
        assert (clean(text), missing_reason(text)) == quickly
