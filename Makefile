# make run    the floor on localhost:8080    make test   lint and every test
# make bench  measurements; or make bench web  make rules  each rule with the tests that prove it
# make lint   ruff, mypy, import-linter,     make install  the environment alone
#             and Biome and Pyright where Node is there
# make faults  kills, cuts, full disks at full length; make test runs a short form of them
# make simulate-floor  SEEDS=200 runs of a whole floor on virtual time, from FIRST=1
# make quality  hours: all tests at full length, in five random orders and in one process; then coverage and mutants
# make coverage  the lines and branches of src that the tests run, in build/coverage.md; two to three times as long as make test
# make mutants  do the tests notice a changed comparison, sign or number? EACH=100 per package
# make pictures  takes the screenshots in docs/ again; ROOMS=lab for some of them
# make examples  computes the figures that the lab opens with
# make release  wheel, source, bill of materials and digests in dist/; KEY=FILE signs them
# make docs  builds docs/ as a site in build/site, offline; a warning is an error
# make compare  measures other libraries on the same question, for docs/compare.md
# make figures  recomputes the table of figures in README.md

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# Two more than there are cores: tests wait a third of their time, for a database, a browser or a server.
JOBS ?= $(shell expr $$(nproc 2>/dev/null || echo 2) + 2)
DB ?= longsuit.db

.DEFAULT_GOAL := help
.PHONY: help install run test ready browser kernels lint scripts bench rules figures compare docs pictures examples faults simulate-floor \
  quality coverage mutants release clean

help:
	@sed -n 's/^# //p' Makefile

install: $(READY)

# A failed install leaves no stamp behind, so the next run starts it again. uv takes a fraction of pip's time; pip fetches it
# where it is not there, and does the work itself where uv cannot.
PACKAGES = --quiet --constraint constraints.txt --editable '.[all,dev,bench]'
PIP = $(BIN)/python -m pip install --disable-pip-version-check
$(READY): pyproject.toml constraints.txt
	@command -v $(PYTHON) >/dev/null 2>&1 || \
	  { echo "Longsuit needs Python 3.11 or newer, and there is no '$(PYTHON)' here." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Longsuit needs Python 3.11 or newer; '$(PYTHON)' is older (try make PYTHON=python3.12)." >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "Longsuit needs Python's venv module (on Debian: apt install python3-venv)." >&2; exit 1; }
	@echo "Making the environment in $(VENV), once ..."
	@$(PYTHON) -m venv $(VENV)
	@{ command -v uv || $(PIP) --quiet --constraint constraints.txt uv; } >$(VENV)/install.log 2>&1; \
	PATH="$(BIN):$$PATH" VIRTUAL_ENV=$(VENV) uv pip install $(PACKAGES) >>$(VENV)/install.log 2>&1 || \
	  $(PIP) $(PACKAGES) >>$(VENV)/install.log 2>&1 || \
	  { cat $(VENV)/install.log >&2; \
	    echo "The packages of constraints.txt could not be installed: is a package index in reach?" >&2; exit 1; }
	@touch $@

run: install
	@$(BIN)/longsuit serve --db $(DB)

lint: install
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo >$(VENV)/imports.log 2>&1 || { cat $(VENV)/imports.log; exit 1; }
	@$(MAKE) --no-print-directory scripts
	@echo "lint: clean"

# The JavaScript and CSS of the pages by Biome, a user's script by Pyright. Both are fetched once; where they cannot be, this part is
# left out.
TOOLS := node_modules/.bin
scripts:
	@mkdir -p build
	@if ! command -v npm >/dev/null 2>&1; then echo "lint: without Node the JavaScript is left out."; \
	elif $(MAKE) -s --no-print-directory node_modules/.ready; then \
	  $(TOOLS)/biome check --error-on-warnings --reporter=concise >build/biome.log 2>&1 || { cat build/biome.log; exit 1; }; \
	  $(TOOLS)/pyright --pythonpath $(BIN)/python tests/library/user_script.py >build/pyright.log 2>&1 || \
	    { cat build/pyright.log; exit 1; }; \
	else echo "lint: Biome and Pyright could not be fetched and are left out (npm said why in build/npm.log)."; fi

node_modules/.ready: package.json
	@echo "Fetching Biome and Pyright into node_modules, once ..."
	@npm install --no-package-lock --no-audit --no-fund --fetch-retries=1 --fetch-timeout=60000 >build/npm.log 2>&1
	@touch $@

# The tests start many processes, and each would compile what is not kept.
unexport PYTHONDONTWRITEBYTECODE
PYTEST = $(BIN)/python -m pytest -q
TOGETHER = -n $(JOBS) --dist worksteal

test: ready
	@$(PYTEST) $(TOGETHER)

# Chromium comes while the packages do, and kernels are compiled while the code is checked: what takes longest begins first.
ready:
	@$(MAKE) --no-print-directory -j2 install browser
	@$(MAKE) --no-print-directory -j3 kernels lint rules

# An order that fails says its seed, for --order.
quality: ready
	@LONGSUIT_TESTS=full $(PYTEST) $(TOGETHER)
	@for turn in 1 2 3 4 5; do $(PYTEST) $(TOGETHER) --order any || exit 1; done
	@$(PYTEST)
	@$(MAKE) --no-print-directory coverage mutants

# TESTS=tests/core measures what those alone run; a run of all tests writes its table into docs/quality.md. A program that a test kills
# records nothing.
TESTS ?=
coverage: ready
	@$(PIP) --quiet --constraint constraints.txt coverage
	@rm -rf build/coverage && mkdir -p build/coverage
	@$(BIN)/python -m coverage run -m pytest -q $(TOGETHER) $(TESTS); ended=$$?; \
	$(BIN)/python -m coverage combine --quiet && $(BIN)/python -m coverage report >build/coverage.md && \
	  $(BIN)/python -m coverage json --quiet -o build/coverage.json && \
	  { test -n "$(TESTS)" || $(BIN)/python -m tools.coverage_table >/dev/null; } && tail -1 build/coverage.md; exit $$ended

EACH ?= 100
mutants: install
	@$(BIN)/python -m tools.mutants --each $(EACH)

# What is compiled is kept beside the code, so this is done again only where a kernel has changed.
kernels: $(VENV)/.kernels
$(VENV)/.kernels: $(READY) tests/compiled.py $(shell find src -path '*/kernels/*.py' 2>/dev/null)
	@$(BIN)/python -m tests.compiled >$(VENV)/kernels.log 2>&1 || { cat $(VENV)/kernels.log; exit 1; }
	@touch $@

# The pages are tested in Chromium, best without its windows. Whoever may install it here gets it; others are told.
APT_INSTALL = DEBIAN_FRONTEND=noninteractive apt-get -qq install -y
browser:
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || \
	  command -v chromium-browser >/dev/null || \
	  { test "$$(id -u)" = 0 && command -v apt-get >/dev/null 2>&1 && echo "Getting Chromium, once ..." && \
	    apt-get -qq update >/dev/null 2>&1 && \
	    { $(APT_INSTALL) chromium-headless-shell || $(APT_INSTALL) chromium; } >/dev/null 2>&1; } || \
	  { echo "The tests need Chromium (on Debian: apt install chromium)." >&2; exit 1; }

faults: install
	@LONGSUIT_TESTS=full $(PYTEST) tests/faults tests/simulation

FIRST ?= 1
SEEDS ?= 200
simulate-floor: install
	@./longsuit-dst $(FIRST) $(SEEDS) --jobs $$(nproc 2>/dev/null || echo 1)

# `make bench web` measures the pages alone: what comes after `bench` are sections of it.
SECTIONS := $(if $(filter bench,$(firstword $(MAKECMDGOALS))),$(wordlist 2,99,$(MAKECMDGOALS)))
bench: install
	@$(BIN)/python -m bench $(SECTIONS)
ifneq ($(SECTIONS),)
.PHONY: $(SECTIONS)
$(SECTIONS): ; @:
endif

# Peers have an environment of their own: nothing of theirs is in ours.
PEERS := build/peers
compare:
	@test -x $(PEERS)/bin/python || $(PYTHON) -m venv $(PEERS)
	@$(PEERS)/bin/python -m pip install --quiet --disable-pip-version-check -r tools/peers.txt
	@PYTHONPATH=src $(PEERS)/bin/python -m tools.compare

figures: install
	@$(BIN)/longsuit figures --write README.md

docs: install
	@$(BIN)/python -m tools.website

pictures: install browser
	@$(BIN)/python -m tests.browser.pictures $(ROOMS)

examples: install
	@$(BIN)/python -m longsuit.lab.examples

# KEY=FILE signs the manifest and the digests with that private key.
release: install
	@$(PIP) --quiet --constraint constraints.txt cyclonedx-bom >$(VENV)/release.log 2>&1 || { cat $(VENV)/release.log; exit 1; }
	@$(BIN)/python -m tools.release $(if $(KEY),--key $(KEY))

rules: install
	@$(BIN)/python -m tests.rules

clean:
	rm -rf $(VENV) node_modules build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
