"""Where a comma parts two names, and where the halves of one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.readers.turnednames import turned_people


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("Stein, PA, Kies, J, and Ton, U", ("Stein, PA", "Kies, J", "Ton, U")),
        ("Stein, P.A., van der Kies, J.-P.", ("Stein, P.A.", "van der Kies, J.-P.")),
        ("Stein, P., Jr., Stone Society, Kies, J.", ("Stein, P., Jr.", "Stone Society", "Kies, J.")),
        ("Stein P., WHO, Kies, J.", ("Stein P.", "WHO", "Kies, J.")),
        ("Åsten, Å. & Øre, Ø.", ("Åsten, Å.", "Øre, Ø.")),
    ],
)
def test_initials_go_with_the_family_name_before_them(written: str, names: tuple[str, ...]) -> None:
    assert turned_people(written) == names


@pytest.mark.parametrize(
    "written", ["", ",", "Stein P., Kies J.A.", "Petra Stein and Jo Kies", "Stein, Petra", "Stein, P.; Kies, J."]
)
def test_without_initials_between_commas_it_is_for_others_to_say(written: str) -> None:
    assert turned_people(written) == ()


@given(st.text(alphabet="aBZ.,- &", max_size=40))
def test_no_name_is_lost(written: str) -> None:
    names = turned_people(written)
    kept = "".join(written.split()).replace(",", "").replace("&", "")
    assert not names or "".join("".join(names).split()).replace(",", "").replace("&", "") == kept
