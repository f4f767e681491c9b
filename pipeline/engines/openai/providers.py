"""Providers by name: where each answers, where its key is kept, and what shape of reply it can promise."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.outputmode import OutputMode


@dataclass(frozen=True)
class Provider:
    """A provider's preset.

    Attributes:
        address: base URL; null where each user has one of their own.
        key_variable: the environment variable that holds the key; null where none is needed.
        output_mode: the strongest form of structure that it takes.
    """

    address: str | None
    key_variable: str | None = None
    output_mode: OutputMode = OutputMode.JSON_SCHEMA


PROVIDERS = {
    "openai": Provider("https://api.openai.com/v1", "OPENAI_API_KEY"),
    "azure": Provider(None, "AZURE_OPENAI_API_KEY"),
    "deepseek": Provider("https://api.deepseek.com/v1", "DEEPSEEK_API_KEY", OutputMode.JSON_OBJECT),
    "gemini": Provider("https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI_API_KEY"),
    "groq": Provider("https://api.groq.com/openai/v1", "GROQ_API_KEY"),
    "mistral": Provider("https://api.mistral.ai/v1", "MISTRAL_API_KEY"),
    "openrouter": Provider("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
    "together": Provider("https://api.together.xyz/v1", "TOGETHER_API_KEY"),
    "llama-cpp": Provider("http://127.0.0.1:8080/v1"),
    "lmstudio": Provider("http://127.0.0.1:1234/v1"),
    "ollama": Provider("http://127.0.0.1:11434/v1"),
    "vllm": Provider("http://127.0.0.1:8000/v1"),
}
"""In the order of the table in the documentation: services first, then servers on this machine."""
