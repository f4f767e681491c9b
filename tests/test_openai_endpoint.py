import pytest

from pipeline.engines.openai.endpoint import endpoint
from pipeline.errors import UsageError


def test_a_trailing_slash_and_a_trailing_newline_in_the_key_do_no_harm():
    place = endpoint("https://api.openai.com/v1/", "sk-abc\n")
    assert place.address == "https://api.openai.com/v1"
    assert place.key == "sk-abc"


@pytest.mark.parametrize("address", ["http://127.0.0.1:8000/v1", "http://localhost/v1", "http://[::1]:1/v1"])
def test_a_local_server_needs_no_key_and_no_https(address):
    assert endpoint(address, None).key


@pytest.mark.parametrize(
    ("address", "key", "told"),
    [
        ("https://api.openai.com/v1", None, "OPENAI_API_KEY"),
        ("http://models.example/v1", "sk-abc", "https"),
        ("ftp://models.example/v1", "sk-abc", "http"),
        ("models.example/v1", "sk-abc", "http"),
        ("https://user:secret@models.example/v1", "sk-abc", "a user, a password"),
        ("https://models.example:port/v1", "sk-abc", "URL"),
        ("https://models.example/v1?key=secret", "sk-abc", "OPENAI_API_KEY"),
        ("https://models.example/v1#secret", "sk-abc", "OPENAI_API_KEY"),
        ("https://models.example/v1", "sk abc", "OPENAI_API_KEY"),
        ("https://models.example/v1", '"sk-abc"', "quotes"),
        ("https://models.example/v1", "sk-äbc", "OPENAI_API_KEY"),
        ("https://models.example/v1", "sk-abc\nsk-def", "OPENAI_API_KEY"),
        ("https://models.example/v1", "sk-abc\x01", "OPENAI_API_KEY"),
    ],
)
def test_an_address_or_key_that_cannot_work_is_refused_before_anything_is_sent(address, key, told):
    with pytest.raises(UsageError, match=told) as caught:
        endpoint(address, key)
    assert "secret" not in str(caught.value)
    assert not key or key not in str(caught.value)


def test_the_key_is_not_shown_where_an_endpoint_is_printed():
    assert "sk-abc" not in repr(endpoint("https://models.example/v1", "sk-abc"))


def test_a_key_that_a_server_echoes_is_taken_out_however_its_slashes_are_written():
    place = endpoint("https://models.example/v1", "sk-secret/0123456789")
    told = rb'{"a": "sk-secret/0123456789", "b": "sk-secret\/0123456789"}'
    assert place.without_key(told) == b'{"a": "[key]", "b": "[key]"}'


@pytest.mark.parametrize("word", ["x", "EMPTY", "ollama", "not-needed"])
def test_a_word_that_stands_for_no_key_is_left_alone_in_answers(word):
    said = f'{{"text": "{word}"}}'.encode()
    assert endpoint("http://127.0.0.1/v1", word).without_key(said) == said


def test_a_key_is_taken_out_however_json_writes_it():
    place = endpoint("https://models.example/v1", "sk-PLANTED/0123+456789==")
    for written in (b"sk-PLANTED/0123+456789==", rb"sk-PLANTED\/0123\u002B456789\u003d\u003D"):
        assert place.without_key(b'{"m": "bad ' + written + b' here"}') == b'{"m": "bad [key] here"}'
