from pipeline.ladder import step_down
from pipeline.outputmode import OutputMode
from pipeline.prompt import Asking, Template
from pipeline.taxonomy import Taxonomy

TOP = Asking("http://127.0.0.1/v1", "m", Template("t", "1", "", "", "0"), Taxonomy(areas=()))


def test_structure_goes_down_to_plain_text_and_no_further():
    middle = step_down(TOP, "response_format")
    assert middle is not None
    bottom = step_down(middle, "response_format")
    assert bottom is not None
    assert (middle.output_mode, bottom.output_mode) == (OutputMode.JSON_OBJECT, OutputMode.TEXT)
    assert step_down(bottom, "response_format") is None


def test_room_changes_its_name_and_then_is_not_sent():
    older = step_down(TOP, "max_completion_tokens")
    assert older is not None
    assert older.room_name == "max_tokens"
    silent = step_down(older, "max_tokens")
    assert silent is not None
    assert silent.room_name is None
    assert step_down(silent, "max_tokens") is None


def test_a_parameter_is_dropped_and_what_was_not_sent_cannot_be():
    without = step_down(TOP, "temperature")
    assert without is not None
    assert dict(without.parameters) == {}
    assert step_down(without, "temperature") is None
    assert step_down(TOP, "model") is None
