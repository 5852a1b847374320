# `make demo` and `make test` need Python 3.11 or newer and nothing else.
PYTHON ?= python3
BIN := .venv/bin
RUFF := $(BIN)/ruff
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --no-compile --require-hashes
COMPILE := uv pip compile -q --generate-hashes --no-header --no-annotate --python-version 3.11
JOBS ?= 3
PORT ?= 8000

# Bytecode is kept beside the packages, whatever the shell says: compiling everything at each start
# doubles what a process costs before its first line.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX := $(CURDIR)/.venv/bytecode

.PHONY: demo test check unit unit-minne unit-granskning unit-domain postgresql browser bench llm requirements newest messages

demo: .venv/runtime
	@$(BIN)/python manage.py demo --port $(PORT)

# Six jobs, longest first, JOBS at a time (three keep two cores busy while a browser waits), each told whole when
# it is done. One process each: a second worker would read every test and make its database over again.
test: .venv/runtime
	@echo "Checking, and testing on SQLite, in a browser and on PostgreSQL. Each part is told when it is done ..."
	@$(MAKE) --no-print-directory -j$(JOBS) --output-sync=target unit-minne postgresql browser unit-granskning unit-domain check

check: .venv/dev .venv/check
	$(RUFF) check .
	$(RUFF) format --check .
	$(BIN)/djlint --check --lint --quiet templates
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/mypy .

unit: unit-minne unit-granskning unit-domain

unit-minne: .venv/dev
	$(BIN)/pytest tests --ignore=tests/browser --ignore=tests/domain --ignore=tests/granskning

unit-granskning: .venv/dev
	$(BIN)/pytest tests/granskning

unit-domain: .venv/dev
	$(BIN)/pytest tests/domain

postgresql: .venv/dev
	MINNE_TEST_DB=postgresql $(BIN)/pytest tests --ignore=tests/browser --ignore=tests/domain

browser: .venv/dev
	$(BIN)/pytest tests/browser

llm: .venv/runtime
	$(INSTALL) -r requirements/llm.txt

bench: .venv/dev
	@for script in tests/benchmarks/[a-z]*.py; do echo "== $$script"; $(BIN)/python -m tests.benchmarks.$$(basename $$script .py) || exit 1; done

requirements:
	cd requirements && for file in pip runtime llm dev check; do $(COMPILE) $$file.in -o $$file.txt || exit 1; done

# What the newest releases of everything would break, before they come into the files above: for a weekly run.
newest: .venv/python
	$(PYTHON) -m venv --clear .venv/newest
	.venv/newest/bin/pip install --quiet --disable-pip-version-check -r requirements/runtime.in $$(grep -v '^[-#]' requirements/dev.in)
	.venv/newest/bin/pip check
	.venv/newest/bin/python manage.py check --fail-level WARNING
	.venv/newest/bin/pytest tests --ignore=tests/browser

messages: .venv/dev
	$(BIN)/python manage.py makemessages -l en --no-location --no-wrap -i .venv -i build
	$(BIN)/python manage.py compilemessages -l en

.venv/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Minne needs Python 3.11 or newer; $(PYTHON) is older. Set PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv module is missing: install it first (on Debian: apt install python3-venv)."; exit 1; }
	@$(PYTHON) -m venv .venv
	@$(INSTALL) -r requirements/pip.txt || echo "Going on with the pip that came with Python."
	@touch $@

.venv/runtime: .venv/python requirements/runtime.txt
	@echo "Installing what Minne runs on ..."
	@$(INSTALL) -r requirements/runtime.txt
	@touch $@

.venv/dev: .venv/runtime requirements/dev.txt
	@echo "Installing what the tests need ..."
	@$(INSTALL) -r requirements/dev.txt
	@touch $@

.venv/check: .venv/runtime requirements/check.txt
	@echo "Installing what reads the code ..."
	@$(INSTALL) -r requirements/check.txt
	@touch $@
