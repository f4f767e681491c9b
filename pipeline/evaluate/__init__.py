"""Cards measured against gold labels: scores with intervals, each miss with its words, and gates."""

from pipeline.evaluate.evaluation import Evaluation, Group, JudgedPaper, evaluate
from pipeline.evaluate.gates import Gate, Minimum, canary, failed_gates, minimum
from pipeline.evaluate.meeting import Meeting, labelled, meet
from pipeline.evaluate.scores import SCORES, Score

__all__ = [
    "SCORES",
    "Evaluation",
    "Gate",
    "Group",
    "JudgedPaper",
    "Meeting",
    "Minimum",
    "Score",
    "canary",
    "evaluate",
    "failed_gates",
    "labelled",
    "meet",
    "minimum",
]
