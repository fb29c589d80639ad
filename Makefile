# make run    the whole program on this machine        make test   everything that is checked
# A lane of its own: make test LANE=unit ARGS="tests/rules -x"

PYTHON ?= $(shell for python in python3.12 python3.11 python3.13 python3; do \
	$$python -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null \
	&& echo $$python && break; done)
RUN = .venv/bin/python

.PHONY: run test evening chaos bench backup lint format messages server-env need-python environment dev-environment

run: environment
	@exec $(RUN) -m scripts.run

test: dev-environment
	@$(RUN) -m scripts.test $(LANE) $(if $(ARGS),-- $(ARGS))

# VARIANT=coiffeur, VARIANT=all; ARGS: --players 16 --rounds 2
evening: dev-environment
	@$(RUN) -m scripts.evening $(if $(VARIANT),--variant $(VARIANT)) $(ARGS)

# ARGS: --players 64 --rounds 3, --broken (must fail)
chaos: dev-environment
	@$(RUN) -m scripts.chaos $(ARGS)

bench: need-python
	@$(PYTHON) scripts/environment.py bench
	@$(RUN) -m benchmarks.rules
	@$(RUN) -m benchmarks.checks
	@$(RUN) -m benchmarks.draws
	@$(RUN) -m benchmarks.table
	@$(RUN) -m benchmarks.server
	@$(RUN) -m benchmarks.organiser

backup: environment
	@$(RUN) manage.py backup

lint: dev-environment
	@$(RUN) -m scripts.test lint types imports

format: dev-environment
	$(RUN) -m ruff check --fix-only .
	$(RUN) -m ruff format .

messages: dev-environment
	@$(RUN) scripts/messages.py check

server-env: environment
	@$(RUN) -m scripts.server_env "$(URL)"

environment: need-python
	@$(PYTHON) scripts/environment.py run

dev-environment: need-python
	@$(PYTHON) scripts/environment.py dev

need-python:
	@test -n "$(PYTHON)" || { echo "Jassclub needs Python 3.11, 3.12 or 3.13 (tried python3.12, python3.11, python3.13, python3)."; exit 1; }
