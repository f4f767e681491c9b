"""The engine that asks any OpenAI-compatible server, through Chat Completions."""

from pipeline.engines.openai.engine import OpenAIEngine, Patience

__all__ = ["OpenAIEngine", "Patience"]
