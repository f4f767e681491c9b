from hypothesis import given
from hypothesis import strategies as st

from pipeline.cluster.shards import Repeats, cut, read_shard, shard
from pipeline.paper import BrokenRecord, Paper, Source

PAPERS = [
    Paper(id=f"key:{n}", title="T", abstract=f"We are {n}.\u2028", sources=(Source(path="a", position=n + 1),))
    for n in range(5)
]


def read(contents):
    return [[line.record for line in read_shard(content)] for content in contents]


def test_shards_hold_the_papers_in_their_order(tmp_path):
    contents = list(cut(PAPERS, tmp_path, 2, None))
    assert read(contents) == [PAPERS[:2], PAPERS[2:4], PAPERS[4:]]
    assert [shard(tmp_path, number).read_bytes() for number in range(3)] == contents


def test_a_broken_record_and_the_reason_for_a_missing_abstract_come_through(tmp_path):
    broken = BrokenRecord(source=Source(path="a", position=1), reason="no JSON", line=1)
    bare = Paper(id="key:1", abstract="", missing="the publisher withholds it")
    assert read(cut([broken, bare], tmp_path, 8, Repeats())) == [[broken, bare]]


def test_a_paper_with_the_abstract_of_an_earlier_one_says_whose(tmp_path):
    same = PAPERS[1].model_copy(update={"id": "key:other"})
    contents = cut([*PAPERS, same, PAPERS[0].model_copy(update={"id": "key:third"})], tmp_path, 3, Repeats())
    assert [line.first for content in contents for line in read_shard(content)] == [None] * 5 + [1, 0]


def test_papers_without_an_abstract_repeat_nobody(tmp_path):
    bare = [Paper(id=f"key:{n}", abstract=" ") for n in range(3)]
    assert [line.first for content in cut(bare, tmp_path, 3, Repeats()) for line in read_shard(content)] == [None] * 3


@given(st.lists(st.text(max_size=3)))
def test_the_first_of_equal_abstracts_is_found(abstracts):
    repeats = Repeats()
    for number, abstract in enumerate(abstracts):
        first = abstracts.index(abstract)
        assert repeats.first(number, abstract) == (None if first == number else first)
