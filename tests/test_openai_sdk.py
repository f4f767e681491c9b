import subprocess
import sys

import pytest

_PLAIN = "import openai"
_OURS = "import pipeline.engines.openai.sdk, openai"
_NAMES = """
for package in (openai.types, openai.types.responses, openai.types.chat):
    print(package.__name__, *sorted(name for name in dir(package) if name != "_is_empty"))
"""


def told(*program):
    """What a Python of its own prints."""
    done = subprocess.run([sys.executable, "-c", "\n".join(program)], capture_output=True, text=True, check=True)
    return done.stdout


def test_the_models_of_other_endpoints_are_not_imported_with_the_sdk():
    print_models = "import sys; print(*(name for name in sys.modules if name.startswith('openai.types.')))"
    ours, plain = (told(begun, print_models).split() for begun in (_OURS, _PLAIN))
    assert "openai.types.responses.response" in plain
    assert "openai.types.responses.response" not in ours
    assert len(ours) < len(plain) / 3


def test_they_are_all_there_when_one_of_them_is_asked_for():
    look = "openai.types.Batch, openai.types.responses.Response, openai.types.chat.ChatCompletion"
    assert told(_OURS, look, _NAMES) == told(_PLAIN, look, _NAMES)


@pytest.mark.parametrize(
    "look",
    [
        "from openai.types import Batch; print(Batch.__module__)",
        "from openai.types.responses import Response; print(Response.__module__)",
        "from openai.types.responses.response_usage import ResponseUsage; print(ResponseUsage.__module__)",
        "from openai.types import responses; print(responses.__name__)",
        "from openai.types import batch_list_params; print(batch_list_params.__name__)",
        "print(openai.OpenAI(api_key='k').batches, openai.OpenAI(api_key='k').responses.create.__name__)",
        "print(hasattr(openai.types, 'nothing'), hasattr(openai.types.responses, 'nothing'))",
    ],
)
def test_each_way_to_them_leads_to_the_same(look):
    ours, plain = (told(begun, look).partition(" object at")[0] for begun in (_OURS, _PLAIN))
    assert ours == plain != ""


def test_an_sdk_that_is_imported_already_is_left_as_it_is():
    assert told(_PLAIN, _OURS, "print(type(openai.types).__name__)") == "module\n"
