from pathlib import Path

import pytest

from pipeline.cli import options
from pipeline.engines.openai.endpoint import endpoint
from pipeline.engines.openai.providers import PROVIDERS
from pipeline.hosts import is_loopback

PAGE = (Path(__file__).parents[1] / "docs" / "providers.md").read_text(encoding="utf-8")


def row(name, provider):
    address = f"`{provider.address}`" if provider.address else "yours, with `--base-url`"
    key = f"`{provider.key_variable}`" if provider.key_variable else "none"
    return f"| `{name}` | {address} | {key} | `{provider.output_mode}` |"


def test_the_page_has_the_table_of_all_presets_in_their_order():
    assert "\n".join(row(*item) for item in PROVIDERS.items()) in PAGE


def test_the_option_names_all_presets():
    (option,) = options.ProviderName.__metadata__
    named = option.help.removeprefix("A preset: ").rstrip(".").split(", ")
    assert sorted(named) == sorted(PROVIDERS)


@pytest.mark.parametrize("name", PROVIDERS)
def test_an_address_is_usable_as_it_stands_and_without_a_key_on_this_machine_alone(name):
    provider = PROVIDERS[name]
    if provider.address is None:
        return
    where = endpoint(provider.address, "a-key" if provider.key_variable else None)
    assert where.address == provider.address
    local = is_loopback(provider.address.split("//")[1].split("/")[0].split(":")[0])
    assert local == (provider.key_variable is None)
