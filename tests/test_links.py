import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.card import LinkKind
from pipeline.links import links


@pytest.mark.parametrize(
    ("text", "url", "kind"),
    [
        ("Code is at https://github.com/a/b.", "https://github.com/a/b", LinkKind.CODE),
        ("(see https://example.org/x_(y)).", "https://example.org/x_(y)", LinkKind.OTHER),
        (
            r"\url{https://anonymous.4open.science/r/EQUAL-DD20}",
            "https://anonymous.4open.science/r/EQUAL-DD20",
            "anonymous",
        ),
        ("Our dataset: https://zenodo.org/records/1, and more", "https://zenodo.org/records/1", LinkKind.DATA),
        ("[code](https://example.org/c)", "https://example.org/c", LinkKind.CODE),
        ("The benchmark is released at HTTPS://EXAMPLE.org/b!", "HTTPS://EXAMPLE.org/b", LinkKind.DATA),
        ("**https://example.org/**", "https://example.org/", LinkKind.OTHER),
    ],
)
def test_a_url_ends_where_the_sentence_goes_on_and_its_kind_is_told_by_host_or_words(text, url, kind):
    (link,) = links(text)
    assert (link.url, link.kind) == (url, kind)
    assert text[link.start : link.end] == url


@pytest.mark.parametrize(
    "text", ["no link", "javascript:alert(1)", "ftp://example.org", "data:text/html,x", "https://"]
)
def test_nothing_but_http_is_a_link(text):
    assert links(text) == ()


@given(st.text(max_size=60), st.text(max_size=60))
def test_spans_slice_to_the_url_in_any_text(before, after):
    text = f"{before} https://example.org/a {after}"
    assert all(text[link.start : link.end] == link.url for link in links(text))
    assert "https://example.org/a" in {link.url for link in links(text)}
