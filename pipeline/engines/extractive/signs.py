"""The signs of a claim, and of what only looks like one, each with the words without which it cannot be there."""

from __future__ import annotations

from pipeline.engines.extractive import verbs
from pipeline.engines.extractive.gated import gated

_TELLERS = r"(?:we|results?|experiments?|evaluations?|analys[ei]s)"

FINDING = gated(
    verbs.FIND,
    rf"""
    \b(?:we|results?|experiments?|evaluations?|analys[ei]s|findings?|stud(?:y|ies)|simulations?|theor(?:y|ems?)
      |visuali[sz]ations?
      |evidence|comparisons?|tests?)\b [^.;]{{0,120}}? \b{verbs.one_of(verbs.FIND)}\b
    | \b(?:is|are|was|were|been)\s+(?:\w+ly\s+)?(?:found|shown|demonstrated|proven|proved|confirmed|validated
      |verified|observed)\b
    """,
)
TOLD = gated("that how", rf"\b{_TELLERS}\s+(?:\w+\s+){{0,2}}?{verbs.one_of(verbs.FIND)}\s+(?:that|how)\b")
FOUND = gated(
    "that how prove superior superiority effective effectiveness performance efficacy",
    rf"""
    \b{verbs.one_of(verbs.FIND)}\s+(?:that|how)\b | \bprove\b
    | \bto\s(?:show|demonstrate|verify|validate)\s(?:the|its|our)\s(?:\w+\s)?(?:superior|effective|performance
      |efficac)\w*
    """,
)
TOP = gated(
    "state sota best top record",
    r"state[-‐‑ ]of[-‐‑ ]the[-‐‑ ]art | \b(?:sota|best)\b | \btop[- ](?:performance|\d) | \bnew\srecord",
)
COMPARISON = gated(
    "than compared comparable competitive superior par over good well accurate fast effective",
    r"""
    \b(?:(?<!rather\s)(?<!other\s)than|compared\s(?:to|with|against)|comparable|competitive|superior|on\spar)\b
    | \b(?:improv\w+|gains?|speed-?ups?|reductions?)\b [^,;]{0,60} \bover\b
    | \bas\s(?:good|well|accurate|fast|effective)\sas\b
    """,
)
FIGURE = gated(
    "# #% #y order orders twice half fold",
    r"""
    \d\s*(?:\\?%|×|x\b|db\b|percent|points?\b|-?fold\b|times\b) | \d\.\d | \b(?:orders?\sof\smagnitude|twice|half
      |fold)\b
    """,
)
FROM_TO = gated("from", r"\bfrom\s[^,;]{0,15}\d[^,;]{0,15}\sto\s[^,;]{0,10}\d")
AVAILABLE = gated(
    "available release released releases sourced source http https copyright reserved make",
    r"""
    \b(?:available|released?|open[- ]sourced?)\b .{0,60} \b(?:https?:|github|publicly|online|upon|at|soon
      |supplement\w*)\b
    | \b(?:code|implementation|models?|data(?:set)?s?|tools?|benchmark)\b [^.]{0,60} \b(?:is|are|be)\b [^.]{0,40}
      \b(?:available|released)
    | \bwe\s(?:will\s)?(?:release|open-source|make)\b | https?:// | \bcopyright\b | all\srights\sreserved
    """,
)
VISION = gated(
    """
    hope pave paves paving future open opens opening potential importance highlight highlights insight insights
    foundation
    underscore underscores guidance implication implications step steps promising establish establishes conclude
    concludes
    concluding discuss discusses discussed discussion believe value can window perspective perspectives overall together
    summary conclusion need needed motivate motivates motivating call calls calling
    """,
    r"""
    \b(?: hope | pav(?:e|es|ing)\sthe\sway | future\s(?:work|research|directions?) | open(?:s
      |ing)?\s(?:up\s)?(?:a\s)?(?:new|the|avenues?)
      | potential\s(?:of|to|for) | importance\sof | highlights? | insights?\s(?:into|for|on|that) | foundation\sfor
        | underscores?
      | guidance | implications? | steps?\stowards? | promising | establish(?:es)?\s.{1,60}\sas\san? | conclud(?:e
        |es|ing)\s(?:with|by)
      | discuss\w* | we\sbelieve | value\sof | can\sboth | window\s(?:into|on) | perspectives?\son | overall, |
        taken\stogether
      | needs?\s(?:for|to) | needed | motivat(?:es?|ing) | call(?:s|ing)?\sfor | in\ssummary | in\sconclusion )\b
    """,
)
PLAN = gated(
    "we experiments evaluation evaluations is are was were",
    r"""
    \A(?:(?:finally|to|in|for|on|by|using|then|next|we\salso|extensive|comprehensive)\b[^,]{0,80},\s*)?
    (?:we|experiments|evaluations?)\s+(?:(?:\w+ly|also|then|further)\s+)?
    (?:evaluate|conduct|test|apply|experiment|perform|provide|present|propose|introduce|develop|design|describe|use
      |employ|adopt
      |compare|consider|study|explore|examine|investigate|analy[sz]e|formulate|construct|build|train|discuss
        |illustrate|derive
      |collect|release|ask|leverage|integrate|revisit)\b
    | \b(?:is|are|was|were)\s+(?:\w+ly\s+)?(?:recorded|measured|collected|assessed|evaluated|examined|analy[sz]ed
      |divided|assigned|applied
      |described|discussed|presented|given|provided)\b
    """,
)
OTHERS = gated(
    "existing previous prior current traditional conventional recent",
    r"""
    \b(?:existing|previous|prior|current|traditional|conventional|recent)\s+(?:\w+\s+){0,2}
    (?:methods?|approaches|works?|studies|techniques|models)\s+(?:\w+\s+)?
    (?:have|has|are|do|rely|suffer|fail|often|typically|cannot|either|only|focus|show)\b
    """,
)
NO_EFFECT = gated(
    "no not without",
    r"""
    \b(?:no|not|without\sany)\s(?:\w+\s)?(?:statistically\s)?significant(?:ly)?\s(?:\w+\s)?
      (?:difference|effect|change|improve|differ|association|impact)\w*
    | \bdid\snot\s(?:differ|improve|change|affect)\b | \bno\s(?:differences?|effects?|evidence|improvements?)\b
    """,
)
