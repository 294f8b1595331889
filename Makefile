# Every target sets up what it needs: python3 (3.11 or newer, with venv) and make are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Only errors are worth reading while packages are installed.
INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check
# The tests start some hundred programs: none should compile everything again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test retest check soak bench pictures manual clean

play: $(VENV)/.play
	@$(BIN)/takelan

test: check
	$(BIN)/python -m pytest -n auto

# What failed last time, one by one on a machine that does nothing else; more than three are no accident.
retest: check
	@test "$$(grep -c ': true' .pytest_cache/v/cache/lastfailed)" -le 3
	$(BIN)/python -m pytest -v --last-failed --last-failed-no-failures none

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

# The same tests with far more generated games, 200,000 evenings with over a million faults, hosts that are
# killed or leave in mid-game, and groups that agree on a table.
soak: $(VENV)/.dev
	HYPOTHESIS_PROFILE=soak $(BIN)/python -m pytest -n auto --timeout=0
	for seed in $$(seq 1 10); do $(BIN)/python -m tests.net.break_in 1002 $$seed || exit 1; done
	for thousand in $$(seq 0 2 198); do \
		$(BIN)/python -m tests.simulation --seeds $${thousand}000..$$((thousand + 2))000 --jobs 2 || exit 1; \
	done
	for where in loopback lab; do for how in kill leave; do \
		$(BIN)/python -m tests.staying_alive --times 50 --how $$how --where $$where || exit 1; \
	done; done
	$(BIN)/python -m tests.lan.agreeing --times 100
	$(BIN)/python -m tests.lan.agreeing --times 100 --loss 2 --delay 20

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks

# Every screen as it looks, into docs/pictures.
pictures: $(VENV)/.dev
	$(BIN)/python -m tests.ui.app.pictures

# The man page and the reference of the protocol, from the code itself.
manual: $(VENV)/.dev
	$(BIN)/python -m tests.docs.manual
	$(BIN)/python -m tests.docs.messages

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache dist

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "takelan needs Python 3.11 or newer: name one with 'make $(MAKECMDGOALS) PYTHON=python3.11'." >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "Python's venv module is missing: install it (on Debian: apt-get install python3-venv)." >&2; exit 2; }

# A stamp per kind of installation, so that later runs start at once.
$(VENV)/.play: pyproject.toml | $(BIN)/python
	@echo "Setting takelan up in $(VENV) (once) …"
	@$(INSTALL) --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	@echo "Setting takelan and its tools up in $(VENV) (once) …"
	@$(INSTALL) --editable '.[dev]'
	@touch $@ $(VENV)/.play
