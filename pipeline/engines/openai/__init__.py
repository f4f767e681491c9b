"""The engine that asks any OpenAI-compatible server, through Chat Completions."""
