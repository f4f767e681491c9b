"""True bodies of chat completions, for tests at the wire."""

import json

ANSWER = {
    "system": ["PARD"],
    "problem": {"text": "Drafts must be trained for each model.", "sentences": [1]},
    "method": {"text": "One draft model for a family of models.", "sentences": [2]},
    "claimed_gains": [],
    "area": "optimization",
    "task": "speculative decoding",
}

NAMELESS = ANSWER | {"system": []}
"""The answer without the one name that other abstracts do not have, so that nothing in it is worth a repair."""


def completion(answer=None, *, content=None, finish_reason="stop", refusal=None, **usage):
    """Return the body of a 200 whose content is `answer`, or `content` as it stands."""
    text = content if content is not None or refusal else json.dumps(answer or ANSWER)
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1767225600,
        "model": "m",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": text, "refusal": refusal},
                "logprobs": None,
                "finish_reason": finish_reason,
            }
        ],
        "usage": {"prompt_tokens": 900, "completion_tokens": 80, "total_tokens": 980} | usage,
    }


def error(message, kind="invalid_request_error", code=None):
    """Return the body of an error."""
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}
