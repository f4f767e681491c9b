"""Several asks in one request, and its reply taken apart into a reply for each.

The fixed part of the prompt, which is longer than an abstract, is then sent and paid for once. What
is taken out of the reply is written as the very completion that an ask of its own would have
brought, so that it is kept, found and read like any other.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from pipeline.exchange import Reply, Request
from pipeline.outputmode import OutputMode
from pipeline.parse import one_object

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pipeline.completion import Completion
    from pipeline.prompt import Template

_TAG = re.compile(r"<\s*(/?)\s*paper\b", re.IGNORECASE)
_ROOMS = ("max_completion_tokens", "max_tokens")
_ROOM_A_PAPER = 1024
"""Tokens of room for each further paper. The whole room for each would be more than models allow."""


def form_of(request: Request) -> tuple[str, bytes]:
    """Return what two requests must have in common to go out together: all but the paper."""
    if request.frame:
        return request.address, request.frame.fixed
    body = {**request.body, "messages": request.body["messages"][:-1]}
    return request.address, json.dumps(body, ensure_ascii=False).encode()


def packed(requests: Sequence[Request], template: Template) -> Request:
    """Return one request for all of `requests`, which have the same form; ids count from 1."""
    first = requests[0]
    system, _ = first.body["messages"]
    body = {
        **first.body,
        "messages": [
            {**system, "content": system["content"] + template.system},
            {"role": "user", "content": "\n".join(_paper(n, each) for n, each in enumerate(requests, start=1))},
        ],
    }
    if first.output_mode is OutputMode.JSON_SCHEMA:
        body["response_format"] = _response_format(first.body["response_format"], len(requests), template.name)
    for room in _ROOMS:
        if room in body:
            body[room] += _ROOM_A_PAPER * (len(requests) - 1)
    return Request(first.address, first.output_mode, body)


def unpacked(reply: Reply, count: int) -> list[Reply]:
    """Return what each of `count` asks gets of `reply`, in the order in which they were packed.

    The content is empty for an id that the reply does not hold or holds more than once; what stands
    under an id that was not sent is passed over. A reply that was cut, refused or is no such object
    has nothing for any. The tokens are parted evenly.
    """
    whole = json.loads(reply.raw)
    records = _records(reply.completion)
    usages = _shared(whole.get("usage"), count)
    return [_completion(whole, records.get(str(n)), usage) for n, usage in enumerate(usages, start=1)]


def _paper(number: int, request: Request) -> str:
    text = _TAG.sub(r"‹\1paper", request.text)
    return f'<paper id="{number}">\n{text}\n</paper>'


def _response_format(single: Mapping[str, Any], count: int, name: str) -> dict[str, Any]:
    record = single["json_schema"]["schema"]
    ids = {"type": "string", "enum": [str(n) for n in range(1, count + 1)]}
    paper = _object({"id": ids, "record": record})
    schema = _object({"papers": {"type": "array", "items": paper}})
    return {"type": "json_schema", "json_schema": {"name": name, "strict": True, "schema": schema}}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _records(told: Completion) -> dict[str, str]:
    """Return each record as JSON by its id."""
    if told.refusal or told.finish_reason in {"length", "content_filter"}:
        return {}
    try:
        papers = _MARKING.decode(one_object(told.content or "", _MARKING)).get("papers")
    except ValueError:
        return {}
    rows = [row for row in papers if isinstance(row, dict)] if isinstance(papers, list) else []
    ids = [row.get("id") for row in rows]
    once = (row for row in rows if isinstance(row.get("id"), str) and ids.count(row["id"]) == 1)
    return {row["id"]: _written(row.get("record")) for row in once}


def _completion(whole: Mapping[str, Any], record: str | None, usage: Any) -> Reply:  # noqa: ANN401 - a provider's JSON
    kept = {key: whole[key] for key in ("id", "object", "created", "model") if key in whole}
    choice = {"index": 0, "message": {"role": "assistant", "content": record or ""}, "finish_reason": "stop"}
    body = kept | {"choices": [choice]} | ({} if usage is None else {"usage": usage})
    return Reply(_written(body).encode(errors="backslashreplace"))


def _written(value: Any) -> str:  # noqa: ANN401 - any JSON value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _shared(usage: Any, count: int) -> list[Any]:  # noqa: ANN401 - a provider's JSON
    """Return `usage` in `count` parts that add up to it."""
    if isinstance(usage, dict):
        parts = {key: _shared(value, count) for key, value in usage.items()}
        return [{key: parts[key][n] for key in parts} for n in range(count)]
    if isinstance(usage, int) and not isinstance(usage, bool):
        return [usage // count + (n < usage % count) for n in range(count)]
    return [usage] * count


def _marked(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    return record if len(record) == len(pairs) else _spoilt("a key that stands twice")


def _spoilt(by: str) -> dict[str, Any]:
    return {"spoilt by": by}


# What is not to be believed in one record makes that record invalid, and no other.
_MARKING = json.JSONDecoder(object_pairs_hook=_marked, parse_constant=_spoilt)
