# Everything here needs Python >= 3.11 and make, and nothing else. `make help` lists the targets.
PYTHON ?= python3
RUN := .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: help setup run test campaign playthroughs schemas lint lint-tools lint-style lint-types lint-imports lint-portal
.PHONY: lint-assets assets-compared bench balance docs assets lock

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo "  PORT=8000 HOST=127.0.0.1 DATA_DIR=var say where: make run PORT=8001 DATA_DIR=/tmp/cardloom"

setup: ## make .venv and install the locked packages (the other targets do this by themselves)
	@$(PYTHON) bootstrap.py

run: ## run everything on this machine: database, broker, worker, relay, web
	@$(PYTHON) bootstrap.py
	@$(RUN) manage.py up

test: ## the whole test suite on a real PostgreSQL and a real broker, in two processes; browser tests where a Chromium is found
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m pytest -n 2 $(ARGS)

campaign: ## play N cards that nobody wrote, each until it was used: make campaign N=20000
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m tests.engine.laws.campaign $(N)

playthroughs: ## play the kept matches anew and write them as text; read the difference before you keep it
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m tests.engine.playthroughs.golden

schemas: ## keep the card schemas beside their games (engine/rulesets/*/schema); refuses one that stored cards would not fit
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m tests.engine.narrowing

lint: lint-style lint-types lint-imports lint-portal lint-assets ## style, types, who imports whom, migrations, the built front end

lint-tools:
	@$(PYTHON) bootstrap.py --dev

lint-style: lint-tools
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .

lint-types: lint-tools
	$(RUN) -m mypy

lint-imports: lint-tools
	@.venv/bin/lint-imports

lint-portal: lint-tools
	@DJANGO_SETTINGS_MODULE=portal.settings.test $(RUN) -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run
	@SITE_URL=https://cardloom.example SECRET_KEY=$$($(RUN) -c "import secrets; print(secrets.token_urlsafe(60))") \
	  $(RUN) manage.py check --deploy --fail-level WARNING

lint-assets:
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory assets-compared; \
	  else echo "front end: not built again, there is no Node.js here"; fi

assets-compared:
	@rm -rf var/assets && mkdir -p var/assets && cp -R static/editor var/assets/ && rm -rf var/assets/editor/node_modules
	cd var/assets/editor && npm ci --silent --no-audit --no-fund && npm run --silent build && npm test --silent
	diff -r static/dist var/assets/dist && echo "front end: static/dist is what its source builds"

bench: ## speed of the engine: decisions and matches per second of processor
	@$(PYTHON) bootstrap.py
	@$(RUN) -m engine bench wizards $(ARGS)

balance: ## who wins, how matches end and how long they are, with the shipped sets: make balance SHARE=10 for a tenth
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m tests.engine.rulesets.balance_halo $(SHARE)
	@$(RUN) -m tests.engine.rulesets.balance $(SHARE)

docs: ## write the reference pages in docs/reference from the engine's registry
	@$(PYTHON) bootstrap.py
	@$(RUN) -m engine.reference docs/reference

assets: ## build the front end into static/dist (needs Node.js)
	cd static/editor && npm ci && npm run build

lock: ## write requirements*.txt anew from pyproject.toml
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m uv pip compile $(LOCK_ARGS) requirements-bootstrap.in -o requirements-bootstrap.txt
	@$(RUN) -m uv pip compile $(LOCK_ARGS) --extra embedded pyproject.toml -o requirements.txt
	@$(RUN) -m uv pip compile $(LOCK_ARGS) --extra embedded --extra dev -c requirements.txt pyproject.toml -o requirements-dev.txt

LOCK_ARGS := --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
  --custom-compile-command "make lock"
