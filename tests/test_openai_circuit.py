import asyncio

import pytest
from virtual import run

from pipeline.engines.openai.circuit import Circuit
from pipeline.engines.openai.faults import Nobody


async def now():
    return asyncio.get_running_loop().time()


def test_single_failures_hold_nobody_back():
    async def scene():
        circuit = Circuit(threshold=3, probes=2, probes_at_first=2)
        for _ in range(20):
            circuit.failed("x", probe=False)
            circuit.failed("x", probe=False)
            circuit.worked()
            await circuit.passage()
        return await now()

    assert run(scene()) == 0


def test_in_an_outage_one_probes_at_a_time_and_ever_more_seldom():
    async def scene():
        circuit, sent = Circuit(threshold=2, probes=4, probes_at_first=4), []
        circuit.failed("x", probe=False)
        circuit.failed("x", probe=False)

        async def worker():
            probe = await circuit.passage()
            sent.append(await now())
            if len(sent) < 4:
                circuit.failed("x", probe=probe)
            else:
                circuit.worked()

        await asyncio.gather(*(worker() for _ in range(10)))
        return sent

    sent = run(scene())
    assert sent[:4] == [1, 3, 7, 15]
    assert sent[4:] == [15] * 6


@pytest.mark.parametrize(("worked", "probes"), [(False, 2), (True, 3)])
def test_after_the_last_probe_all_is_given_up_with_the_cause_sooner_where_nothing_ever_worked(worked, probes):
    circuit = Circuit(threshold=1, probes=3, probes_at_first=2)
    if worked:
        circuit.worked()
    circuit.failed("refused", probe=False)
    for _ in range(probes - 1):
        circuit.failed("refused", probe=True)
    with pytest.raises(Nobody, match="refused"):
        circuit.failed("refused", probe=True)


def test_requests_that_were_out_when_the_outage_began_are_no_probes():
    circuit = Circuit(threshold=1, probes=2, probes_at_first=2)
    for _ in range(100):
        circuit.failed("refused", probe=False)


def test_a_prober_that_is_cancelled_hands_the_probe_on():
    async def scene():
        circuit = Circuit(threshold=1, probes=5, probes_at_first=5)
        circuit.failed("x", probe=False)
        first = asyncio.create_task(circuit.passage())
        second = asyncio.create_task(circuit.passage())
        await asyncio.sleep(0.5)
        first.cancel()
        await second
        return await now()

    assert run(scene()) == 1.5
