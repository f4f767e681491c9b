import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.outputmode import OutputMode
from pipeline.paper import Paper
from pipeline.prompt import Asking
from pipeline.promptfiles import read_taxonomy, read_template
from pipeline.tokens import cut_prompt, tokenizer_for

GPT = tokenizer_for("gpt-4o")


def body(mode=OutputMode.JSON_SCHEMA):
    asking = Asking("https://api.openai.com/v1", "gpt-4o", read_template(), read_taxonomy(), mode)
    return asking.request(Paper(id="key:1", abstract="Search is slow. FOO is 3x faster than BAR.")).body


@pytest.mark.parametrize(
    ("model", "encoding"),
    [
        ("gpt-4o", "o200k_base"),
        ("gpt-4o-mini-2024-07-18", "o200k_base"),
        ("gpt-4.1-nano", "o200k_base"),
        ("gpt-5-mini", "o200k_base"),
        ("gpt-5.4", "o200k_base"),
        ("o3", "o200k_base"),
        ("o4-mini", "o200k_base"),
        ("openai/gpt-oss-120b", "o200k_base"),
        ("gpt-oss:20b", "o200k_base"),
        ("ft:gpt-4o-mini-2024-07-18:lab::abc", "o200k_base"),
        ("gpt-4", "cl100k_base"),
        ("gpt-4-turbo", "cl100k_base"),
        ("gpt-3.5-turbo", "cl100k_base"),
        ("GPT-35-turbo", "cl100k_base"),
    ],
)
def test_a_model_of_openai_is_counted_with_its_own_vocabulary(model, encoding):
    assert (tokenizer_for(model).encoding, tokenizer_for(model).approximate) == (encoding, False)


@pytest.mark.parametrize(
    "model", ["llama3.1:8b", "Qwen/Qwen3-8B", "gemini-2.5-pro", "gpt-6-astra", "gpt-4oops", "my-deployment", "olmo", ""]
)
def test_any_other_model_is_counted_with_the_newest_vocabulary_and_marked_approximate(model):
    assert (tokenizer_for(model).encoding, tokenizer_for(model).approximate) == ("o200k_base", True)


@pytest.mark.parametrize(
    ("model", "text", "tokens"),
    [
        ("gpt-4o", "", 0),
        ("gpt-4o", "tiktoken is great!", 6),
        ("gpt-4", "tiktoken is great!", 6),
        ("gpt-4o", "お誕生日おめでとう", 8),
        ("gpt-4", "お誕生日おめでとう", 9),
    ],
)
def test_texts_have_the_tokens_that_openai_documents(model, text, tokens):
    assert tokenizer_for(model).text(text) == tokens


def test_what_looks_like_a_special_token_is_counted_as_text():
    assert GPT.text("<|endoftext|>") > 1


def test_a_text_longer_than_the_library_takes_is_counted_all_the_same():
    assert GPT.text("word " * 300_000) == pytest.approx(300_000, rel=0.001)


@given(st.text(alphabet=st.characters(), max_size=200))
def test_no_text_breaks_the_count_and_it_is_at_most_one_token_a_byte(text):
    assert GPT.text(text) <= len(text.encode("utf-8", errors="surrogatepass"))


def test_each_message_is_framed_by_three_tokens_and_three_prime_the_reply():
    messages = [{"role": "system", "content": "tiktoken is great!"}, {"role": "user", "content": ""}]
    assert GPT.messages({"messages": messages}) == (3 + 1 + 6) + (3 + 1 + 0) + 3


def test_a_schema_is_a_part_of_the_prompt_and_the_weaker_modes_carry_it_in_the_messages():
    strict = body()
    bare = {name: value for name, value in strict.items() if name != "response_format"}
    schema = json.dumps(strict["response_format"]["json_schema"]["schema"], ensure_ascii=False, separators=(",", ":"))
    assert GPT.request(bare) == GPT.messages(strict)
    assert 0 < GPT.request(strict) - GPT.request(bare) - GPT.text(schema) < 20
    assert GPT.request(body(OutputMode.TEXT)) == pytest.approx(GPT.request(strict), abs=20)
    assert GPT.request(body(OutputMode.JSON_OBJECT)) == GPT.request(body(OutputMode.TEXT))


@pytest.mark.parametrize(
    ("expected", "reported", "approximate", "cut"),
    [
        (1_000, 1_500, False, False),  # a schema and a template on top
        (1_000, 1_000, False, False),
        (1_000, 950, False, False),  # blanks trimmed
        (1_000, 850, False, True),
        (1_000, 850, True, False),  # another vocabulary
        (1_000, 640, True, False),
        (4_100, 2_050, True, True),  # Ollama: half of a window of 4,096
        (4_100, 2_050, False, True),
        (1_000, 0, False, False),
        (1_000, None, False, False),
    ],
)
def test_far_fewer_tokens_than_were_sent_are_a_cut_prompt_and_no_count_is_no_sign(expected, reported, approximate, cut):
    assert cut_prompt(expected, reported, approximate=approximate) is cut


def test_neither_the_tokenizer_nor_the_prices_are_loaded_before_the_first_count():
    code = (
        "import sys, pipeline.tokens, pipeline.price, pipeline.budget, pipeline.estimate, pipeline.cli.estimate;"
        "pipeline.tokens.tokenizer_for('gpt-4o');"
        "print({'bpe_openai', 'genai_prices', 'openai'} & set(sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"
