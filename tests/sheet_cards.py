"""Hand-made cards for the sheets' tests: faithful, unfaithful, foreign and hostile."""

from __future__ import annotations

from pipeline.card import (
    Card,
    ClaimedGain,
    Evidence,
    Finding,
    Link,
    LinkKind,
    Provenance,
    Review,
    Statement,
    TaskArea,
    Unsupported,
    Value,
    Verdict,
)
from pipeline.extraction import GainKind
from pipeline.failure import FailedPaper, Failure, State
from pipeline.nearness import NearDuplicate
from pipeline.paper import Paper, Source
from pipeline.sheets.interface import Batch, renderer_for
from pipeline.sheets.wording import wording

LLM = "foundation or frontier models, including LLMs"
VISION = "applications to computer vision"


def evidence(abstract: str, *passages: str) -> tuple[Evidence, ...]:
    """Return a span per passage, `absent` where the abstract does not hold it."""
    return tuple(
        Evidence(start=abstract.index(words), end=abstract.index(words) + len(words), verdict=Verdict.EXACT)
        if words in abstract
        else Evidence(start=None, end=None, verdict=Verdict.ABSENT)
        for words in passages
    )


def value(abstract: str, text: str, amount: float | None, unit: str | None) -> Value:
    """Return the value at its first place in the abstract."""
    (place,) = evidence(abstract, text)
    return Value(text=text, start=place.start, end=place.end, amount=amount, unit=unit, verdict=place.verdict)


BEST = "“up to 3.67×” is the best case: ask for the average, and over how many settings."
SIZE = "No figure comes with this claim: look up its size."


def finding(abstract: str, flag: str, words: str, where: str, message: str) -> Finding:
    """Return a finding at the first place of `words` in the abstract."""
    (place,) = evidence(abstract, words)
    return Finding(flag=flag, where=where, start=place.start, end=place.end, message=message)


def gain(
    text: str,
    *passages: Evidence,
    kind: GainKind = GainKind.QUANTITATIVE,
    values: tuple[Value, ...] = (),
    **told: str | tuple[str, ...] | None,
) -> ClaimedGain:
    """Return a gain; `told` may hold metric, baseline, setting, hedges and what is not stated."""
    blank = {"metric": None, "baseline": None, "setting": None, "hedges": ()}
    return ClaimedGain(text=text, kind=kind, values=values, evidence=passages, **(blank | told))


def card(paper: Paper, **told: object) -> Card:
    """Return a card of `paper` in which only what is `told` is stated."""
    blank = {
        "system": (),
        "problem": Statement(text="", evidence=()),
        "method": Statement(text="", evidence=()),
        "claimed_gains": (),
        "task_area": TaskArea(area=LLM, task=""),
        "links": (),
        "review": Review(grounded=True),
        "provenance": Provenance(engine="extractive", model=None, prompt=None, schema="5d0e0000", output_mode=None),
    }
    return Card(paper=paper, **(blank | told))


def faithful() -> Card:
    """Two sources, LaTeX in the figures, a link, several gains of one sentence."""
    text = (
        "Decoding is \\textbf{slow} because each step yields one token.\n"
        "We present PARD, a parallel draft model (\\citep[see][]{pard}).\n"
        "PARD is up to \\textbf{3.67$\\times$} faster than AR decoding on LLaMA3.1-8B, at $65\\%$ of the memory. "
        "Code: https://github.com/example/pard."
    )
    result = evidence(
        text, "PARD is up to \\textbf{3.67$\\times$} faster than AR decoding on LLaMA3.1-8B", "at $65\\%$ of the memory"
    )
    link = text.index("https")
    return card(
        Paper(
            id="abs:00000000000000aa",
            venue="ICLR 2026",
            sources=(Source(path="first list.txt", position=3), Source(path="second_list.txt", position=11)),
            abstract=text,
        ),
        system=("PARD",),
        problem=Statement(
            text="Decoding yields one token per step.",
            evidence=evidence(text, "Decoding is \\textbf{slow} because each step yields one token."),
        ),
        method=Statement(text="A parallel draft model.", evidence=evidence(text, "PARD, a parallel draft model")),
        claimed_gains=(
            gain(
                "PARD is up to \\textbf{3.67$\\times$} faster than AR decoding on LLaMA3.1-8B",
                result[0],
                values=(value(text, "3.67$\\times$", 3.67, "x"),),
                metric="decoding speed",
                baseline="AR decoding",
                setting="LLaMA3.1-8B",
                hedges=("up to",),
                not_stated=("variance",),
            ),
            gain(
                "It needs 65% of the memory.",
                *result,
                values=(value(text, "65\\%", 65, "%"),),
                metric="memory",
                not_stated=("baseline", "dataset", "variance"),
            ),
        ),
        task_area=TaskArea(area=LLM, task="speculative decoding"),
        links=(Link(url="https://github.com/example/pard", kind=LinkKind.CODE, start=link, end=link + 31),),
        review=Review(
            grounded=True,
            not_stated=("baseline", "dataset", "variance"),
            flags=("best-case-only",),
            findings=(
                finding(text, "best-case-only", "up to \\textbf{3.67$\\times$}", "claimed_gains[0].values[0]", BEST),
            ),
        ),
    )


def unfaithful() -> Card:
    """A value, a name and a statement that the abstract does not carry, a fuzzy one, an unclaimed figure."""
    text = "We train RIFT. It improves accuracy by 4.2 points over ResNet on ImageNet, and cuts cost by 12%."
    near = Evidence(start=15, end=50, verdict=Verdict.FUZZY)
    return card(
        Paper(
            id="arxiv:2601.00001",
            title="RIFT: A Study",
            year=2026,
            venue="ICLR 2026",
            url="https://arxiv.org/abs/2601.00001",
            sources=(Source(path="export.jsonl", position=1),),
            abstract=text,
        ),
        system=("RIFT", "DRIFT"),
        problem=Statement(text="Training costs too much.", evidence=evidence(text, "too much")),
        method=Statement(text="RIFT is trained.", evidence=evidence(text, "We train RIFT.")),
        claimed_gains=(
            gain(
                "It improves accuracy by 42 points over ViT",
                near,
                values=(value(text, "42 points", 42, "points"), value(text, "4.2 points", 4.2, "points")),
                metric="accuracy",
                baseline="ViT",
                setting="ImageNet",
            ),
        ),
        task_area=TaskArea(area=VISION, task="image classification"),
        review=Review(
            grounded=False,
            unsupported=(
                Unsupported(where="system[1]", text="DRIFT", reason="this name is not in the abstract"),
                Unsupported(
                    where="problem",
                    text="Training costs too much.",
                    reason="no sentence of the abstract is named for it",
                ),
                Unsupported(
                    where="claimed_gains[0].values[0]", text="42 points", reason="this value is not in the abstract"
                ),
                Unsupported(where="claimed_gains[0].baseline", text="ViT", reason="this name is not in the abstract"),
            ),
            unclaimed_values=(value(text, "12%", 12, "%"),),
            not_stated=("code",),
        ),
    )


def chinese() -> Card:
    """No Latin letter in the words, and a gain without a figure."""
    text = "现有方法速度较慢。我们提出快速解码方法👩\u200d💻。实验表明其优于所有基线方法，准确率提升了3.5个百分点。"
    words = evidence(text, "实验表明其优于所有基线方法，准确率提升了3.5个百分点。")
    return card(
        Paper(id="key:中文-1", title="快速解码", sources=(Source(path="列表.txt", position=1),), abstract=text),
        problem=Statement(text="现有方法速度较慢。", evidence=evidence(text, "现有方法速度较慢。")),
        method=Statement(
            text="我们提出快速解码方法👩\u200d💻。", evidence=evidence(text, "我们提出快速解码方法👩\u200d💻。")
        ),
        claimed_gains=(
            gain(
                "准确率提升了3.5个百分点",
                *words,
                values=(value(text, "3.5个百分点", 3.5, "pp"),),
                metric="准确率",
                baseline="所有基线方法",
            ),
            gain("优于所有基线方法", *words, kind=GainKind.COMPARATIVE, not_stated=("dataset", "metric", "magnitude")),
        ),
        task_area=TaskArea(area=LLM, task="解码"),
        review=Review(
            grounded=True,
            not_stated=("dataset", "metric", "magnitude"),
            flags=("claim-without-number",),
            findings=(finding(text, "claim-without-number", "优于所有基线方法", "claimed_gains[1]", SIZE),),
        ),
    )


def bare() -> Card:
    """Nothing is stated at all."""
    paper = Paper(id="abs:00000000000000bb", sources=(Source(path="a.txt", position=2),), abstract="An essay.")
    return card(paper, review=Review(grounded=True, not_stated=("magnitude", "code"), flags=("no-claimed-gain",)))


ATTACKS = (
    "<script>alert(1)</script>",
    "</script></style><img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)" x="',
    "![pixel](https://evil.example/p.png)",
    "[click](javascript:alert(1))",
    "https://evil.example/auto www.evil.example a@evil.example",
    "| cell | `code` **bold** _em_ ~~gone~~ # head",
    "\n\n# A heading\n\n- an item\n\n```\nfence",
    "&lt;b&gt; &#60; $x$ <!-- hidden --> {{ 7*7 }} {% raw %}",
    "exe.\u202egpj \u2066iso\u2069 zero\u200bwidth \ufeffmark \x00 \x1b[31m tag\U000e0041",
)
"""Texts that would be active in HTML, Markdown, a template or a terminal."""

FORMULAS = ("=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "  =1", "\r=1", "＝1", "a;=1", '"=1')
"""Texts that a spreadsheet would compute."""


def hostile() -> Card:
    """Every attack in every field that takes text, links that must not be links, spans outside the abstract."""
    text = "Attack. " + " ".join(ATTACKS)
    every = " ".join(ATTACKS)
    outside = Evidence(start=5, end=10_000, verdict=Verdict.EXACT)
    backwards = Evidence(start=9, end=3, verdict=Verdict.EXACT)
    urls = (
        "javascript:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "https://user@evil.example/",
        'https://good.example/"><script>alert(1)</script>',
        "https://good.example/>)[x](javascript:alert(1))",
        "http://gооd.example/",
    )
    return card(
        Paper(
            id='key:"><script>alert(1)</script>',
            title=every,
            url="javascript:alert(1)",
            sources=(Source(path="<b>list</b>|`x`.txt", position=1),),
            abstract=text,
        ),
        system=ATTACKS,
        problem=Statement(text=every, evidence=(outside,)),
        method=Statement(text=every, evidence=evidence(text, "Attack.", ATTACKS[9])),
        claimed_gains=tuple(
            gain(
                attack,
                backwards,
                *evidence(text, attack),
                values=(value(text, attack, 1.5, "<i>"),),
                metric=attack,
                baseline=attack,
                setting=attack,
                hedges=(attack,),
            )
            for attack in ATTACKS
        ),
        task_area=TaskArea(area=ATTACKS[1], task=every),
        links=tuple(Link(url=url, kind=LinkKind.CODE, start=0, end=1) for url in urls),
        review=Review(
            grounded=False,
            unsupported=tuple(Unsupported(where=attack, text=attack, reason=attack) for attack in ATTACKS),
            unclaimed_values=(value(text, ATTACKS[0], None, None),),
            not_stated=ATTACKS,
            flags=ATTACKS,
            findings=(
                *(Finding(flag=attack, where=attack, start=5, end=9_999, message=attack) for attack in ATTACKS),
                Finding(flag="a-flag", where="claimed_gains[99999].text", start=2, end=4, message="{0} {words} {"),
                Finding(flag="a-flag", where="claimed_gains[0]", start=None, end=3, message=every),
            ),
        ),
        provenance=Provenance(engine=ATTACKS[0], model=ATTACKS[6], prompt=None, schema="x", output_mode=None),
    )


def formulas() -> Card:
    """A paper whose every gain a spreadsheet would compute."""
    text = "\n".join(FORMULAS)
    return card(
        Paper(id="key:=1+1", title="=1+1", sources=(Source(path="=1.txt", position=1),), abstract=text),
        system=FORMULAS,
        claimed_gains=tuple(
            gain(formula, *evidence(text, formula), metric=formula, values=(value(text, formula, -3.25, "%"),))
            for formula in FORMULAS
        ),
    )


def best_on(identity: str, setting: str | None, task: str = "") -> Card:
    """Return a card whose one gain claims the state of the art in `setting`."""
    text = "We achieve state-of-the-art results."
    words = evidence(text, text)
    claimed = gain(text, *words, kind=GainKind.STATE_OF_THE_ART, setting=setting)
    return card(
        Paper(id=identity, abstract=text), claimed_gains=(claimed,), task_area=TaskArea(area="vision", task=task)
    )


def failures() -> tuple[Failure, ...]:
    """One failure that reads well and one that attacks."""
    return (
        Failure(
            paper=FailedPaper(id="abs:00000000000000cc", sources=(Source(path="first list.txt", position=4),)),
            state=State.REFUSED,
            message="the model refused: I cannot help with that",
            attempts=1,
            raw="not shown",
        ),
        Failure(
            paper=FailedPaper(id="key:=2", sources=(Source(path="=x.txt", position=1),)),
            state=State.FORMAT_ERROR,
            message=" ".join(ATTACKS),
            attempts=3,
        ),
    )


def readable_cards() -> tuple[Card, ...]:
    """The cards of the golden sheets: what a reviewer would meet."""
    return (unfaithful(), faithful(), chinese(), bare())


def every_card() -> tuple[Card, ...]:
    """All of them, the hostile too."""
    return (*readable_cards(), hostile(), formulas())


def near() -> tuple[NearDuplicate, ...]:
    """Two pairs: of two cards, and of a card and a failure."""
    first, second, failed = faithful().paper, unfaithful().paper, failures()[0].paper
    return (
        NearDuplicate(ids=(second.id, first.id), sources=(second.sources[0], first.sources[0]), overlap=0.996),
        NearDuplicate(ids=(first.id, failed.id), sources=(first.sources[0], failed.sources[0]), overlap=0.8),
    )


def batch(cards: tuple[Card, ...], language: str = "en") -> Batch:
    """Return the batch of `cards`, numbered from 1, with the failures and the pairs."""
    return Batch(cards, failures(), near(), wording(language))


def rendered(suffix: str, cards: tuple[Card, ...], language: str = "en") -> bytes:
    """Return the one file of a sheet of `cards`, with the failures and the pairs."""
    (file,) = renderer_for(suffix).files(batch(cards, language), f"sheet{suffix}")
    assert file.name == f"sheet{suffix}"
    return b"".join(file.pieces)
