"""A frame writes what the JSON encoder writes, to the byte."""

import json
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from pipeline.exchange import Frame, Request, canonical
from pipeline.outputmode import OutputMode

ADDRESS = "http://127.0.0.1/v1"
texts = st.text(st.characters(exclude_categories=["Cs"]))
fields = st.dictionaries(st.sampled_from(["temperature", "seed", "stop", "a"]), texts | st.integers() | st.booleans())


def body(system, text, parameters):
    messages = [{"role": "system", "content": system}, {"role": "user", "content": text}]
    return {"model": "m", "messages": messages, **parameters}


@given(texts, texts, texts, fields)
def test_a_framed_ask_has_the_bytes_and_the_key_of_the_same_ask_without_a_frame(system, before, text, parameters):
    framed = Frame(ADDRESS, OutputMode.TEXT, body(system, before, parameters)).request(text)
    plain = Request(ADDRESS, OutputMode.TEXT, body(system, text, parameters))
    assert framed == plain
    assert framed.payload == plain.payload
    assert framed.key == plain.key


def test_the_payload_keeps_the_order_of_the_body_and_writes_no_blanks_and_no_escapes():
    ask = Request(ADDRESS, OutputMode.TEXT, body("", "ä 漢", {"b": 1, "a": [1, 2]}))
    assert ask.payload.decode().endswith('{"role":"user","content":"ä 漢"}],"b":1,"a":[1,2]}')
    assert json.loads(ask.payload) == ask.body


def test_the_key_tells_apart_address_mode_and_every_byte_that_is_sent():
    sent = body("s", "t", {})
    head = canonical({"address": ADDRESS, "output_mode": OutputMode.TEXT})
    first = Request(ADDRESS, OutputMode.TEXT, sent)
    assert first.key == sha256(head + b"\n" + first.payload).hexdigest()
    others = [
        Request("http://127.0.0.1/v2", OutputMode.TEXT, sent),
        Request(ADDRESS, OutputMode.JSON_OBJECT, sent),
        Request(ADDRESS, OutputMode.TEXT, body("s", "t ", {})),
    ]
    assert len({first.key, *(other.key for other in others)}) == 4


def test_what_is_fixed_in_a_frame_is_all_but_the_text():
    one, two = (Frame(ADDRESS, OutputMode.TEXT, body("s", text, {"seed": 1})) for text in ("one", "two"))
    assert one.fixed == two.fixed
    assert one.fixed.replace(b'"content":}', b'"content":"x"}') == one.request("x").payload
