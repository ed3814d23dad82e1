# Everything here needs Python >= 3.11 and make, and nothing else. `make help` lists the targets.
PYTHON ?= python3
RUN := .venv/bin/python

.DEFAULT_GOAL := help
# Whatever the shell says: compiled modules are kept, or each process of the tests compiles all of them again.
export PYTHONDONTWRITEBYTECODE :=
.PHONY: $(shell awk -F: '/^[a-z-]+:/ {print $$1}' $(firstword $(MAKEFILE_LIST)))

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo "  PORT=8000 HOST=127.0.0.1 DATA_DIR=var set where: make run PORT=8001 DATA_DIR=/tmp/cardloom"

setup: ## create .venv and install the locked packages (the other targets do this themselves)
	@$(PYTHON) bootstrap.py

run: ## run everything on this machine: database, broker, worker, relay, web
	@$(PYTHON) bootstrap.py
	@$(RUN) manage.py up

test: ## the test suite of a day in three processes, with real PostgreSQL and brokers; browser tests need a Chromium: make test PROCESSES=4
	@$(PYTHON) bootstrap.py --dev
	@CARDLOOM_PURE_PYTHON=1 $(RUN) -m pytest -n $(or $(PROCESSES),3) $(ARGS)

whole: ## the suite with all that takes turns or is looked at in parts: every slow test, page, field, row of the matrix, law and pattern
	@$(PYTHON) bootstrap.py --dev
	@TURNS=all EVERY_PAGE=1 INPUT_METHODS=1 MATRIX=whole LAWS=all GROWTH=1 CARDLOOM_PURE_PYTHON=1 $(RUN) -m pytest -n $(or $(PROCESSES),3) $(ARGS)

turns: ## measure what each test takes, in one process, and write the slow ones, which take turns, into tests/turns.json
	@$(PYTHON) bootstrap.py --dev
	@CARDLOOM_PURE_PYTHON=1 $(RUN) -m tests.turn_costs

fuzz: ## texts for the reader by coverage, requests to every operation in every role: make fuzz SECONDS=600 N=200
	@$(PYTHON) bootstrap.py --dev
	@CARDLOOM_PURE_PYTHON=1 $(RUN) -m tests.engine.coverage_fuzz $(or $(SECONDS),60)
	@FUZZ_EXAMPLES=$(or $(N),200) FUZZ_PEOPLE=anonymous,stranger,viewer,designer,reviewer,publisher,admin,operator \
	  $(RUN) -m pytest -q tests/cards/api/test_description.py

chaos: ## kill and stop parts of a running portal, and check that nothing acknowledged is lost: make chaos SECONDS=600 SEED=2
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m tests.chaos $(or $(SECONDS),20) $(or $(SEED),1)

history: ## the whole write API while parts are killed, then with every planted fault: make history SECONDS=60 SEED=1 FAULTS=0
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m tests.history $(or $(SECONDS),60) $(or $(SEED),1)
	@[ "$(FAULTS)" = 0 ] || TARGETS=whole SEED=$(SEED) $(RUN) -m pytest -q tests/cards/targets/test_history.py

targets: ## measure targets of docs/operations/targets.md: make targets ONLY=T2,T8 N=50; TARGETS_FROM=FOLDER copies a stopped portal
	@$(PYTHON) bootstrap.py --dev
	@ONLY=$(ONLY) N=$(N) $(RUN) -m tests.targets

load: ## readers, autosavers, publishers and two previews at once; p50, p95, p99, ratio to a bare answer: make load SECONDS=30 PREVIEWS=0
	@$(PYTHON) bootstrap.py --dev
	@PREVIEWS=$(PREVIEWS) $(RUN) -m tests.load $(or $(SECONDS),20)

bench-slow: ## hostile sockets of eight kinds against /healthz: make bench-slow SOCKETS=1000
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m tests.bench_slow $(or $(SOCKETS),1000) $(or $(SECONDS),12)

mutants: ## break the code on purpose and see whether a test notices: make mutants N=40 SEED=2 SKIP=10, or LOCKS=1, or ONLY=link
	@$(PYTHON) bootstrap.py --dev
	@LOCKS=$(LOCKS) ONLY=$(ONLY) SKIP=$(SKIP) $(RUN) -m tests.mutants $(or $(N),20) $(or $(SEED),1)

coverage: ## branches of the modules that guard packs, run by their own tests; 100 % is the target
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m tests.coverage_of_guards

licences: ## list the licences of the installed packages, and refuse one that is not on the list
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m tests.licences

audit: ## known vulnerabilities of the locked packages: the list of oldest versions, and pip-audit where it is installed
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m tests.floors

campaign: ## play N generated cards, each until it was used: make campaign N=20000
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m tests.engine.laws.campaign $(N)

growth: ## how the time of patterns and functions grows with their input, up to the largest
	@$(PYTHON) bootstrap.py --dev
	@GROWTH=1 CARDLOOM_PURE_PYTHON=1 $(RUN) -m pytest -q tests/growth tests/cards/test_hostile_tools.py

laws: ## every property of the engine with all of its examples; the suite tries a fourth
	@$(PYTHON) bootstrap.py --dev
	@LAWS=all CARDLOOM_PURE_PYTHON=1 $(RUN) -m pytest -q -n 2 tests/engine

matrix: ## every permission with every role; the suite leaves out some that are granted
	@$(PYTHON) bootstrap.py --dev
	@MATRIX=whole $(RUN) -m pytest -q tests/cards/matrix/test_matrix.py tests/cards/test_permissions.py

playthroughs: ## regenerate the golden files; read the difference before you commit it
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m tests.engine.playthroughs.golden

broken-games: ## drop and misspell each declaration of the test game, one after the other: refused at its line, or everything works: make broken-games EVERY=4
	@$(PYTHON) bootstrap.py --dev
	@CARDLOOM_PURE_PYTHON=1 $(RUN) -m tests.engine.broken_games $(or $(EVERY),1)

witness: ## look for a run that shows each condition at each event, effect in each stage and block of each shipped card: make witness GAME=halo
	@$(PYTHON) bootstrap.py --dev
	@CARDLOOM_PURE_PYTHON=1 $(RUN) -m tests.engine.witness $(GAME)

language: ## how far the card language reaches: sayable, blocks, lines and clear texts of shipped cards and sentences: make language LANGUAGE=FOLDER TEXTS=1
	@$(PYTHON) bootstrap.py --dev
	@CARDLOOM_PURE_PYTHON=1 $(RUN) -m tests.engine.sentences $(LANGUAGE) $(if $(TEXTS),--texts)

strength: ## change every block of every shipped card and see whether a scenario notices; writes the tables: make strength GAME=halo
	@$(PYTHON) bootstrap.py --dev
	@CARDLOOM_PURE_PYTHON=1 $(RUN) -m tests.engine.strength $(GAME)

tables: ## record the statements by which a new database is made, after a new migration or another version of Django
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m tests.prepared_tables

schemas: ## write the schema files of the games; refuses a schema that stored cards would not fit
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m tests.engine.narrowing

lint: lint-tools ## style, types, import contracts, migrations, the built front end, two at a time
	@$(MAKE) --no-print-directory -j2 --output-sync=target lint-types lint-assets lint-contract lint-style lint-imports lint-portal

lint-tools:
	@$(PYTHON) bootstrap.py --dev

lint-style: lint-tools
	$(RUN) -m ruff check .
	@$(RUN) -m tests.licences >/dev/null
	@$(RUN) -m tests.secrets
	@$(RUN) -m tests.floors locks
	$(RUN) -m ruff format --check .

lint-types: lint-tools
	$(RUN) -m mypy

lint-imports: lint-tools
	@.venv/bin/lint-imports

lint-portal: lint-tools
	@DJANGO_SETTINGS_MODULE=portal.settings.test $(RUN) -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run
	@SITE_URL=https://cardloom.example SECRET_KEY=$$($(RUN) -c "import secrets; print(secrets.token_urlsafe(60))") \
	  $(RUN) manage.py check --deploy --fail-level WARNING

lint-contract: lint-tools
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory contract-read; \
	  else echo "contract: not read, there is no Node.js here"; fi

contract-read:
	@rm -rf var/contract && mkdir -p var/contract && cp tests/contract/* var/contract/ 2>/dev/null || true
	@$(RUN) -m tests.contract.document var/contract/openapi.json
	cd var/contract && npm ci --silent --no-audit --no-fund && npm run --silent lint && npm run --silent types

contract: lint-tools ## the description of the API, read by Redocly and two generators; each operation through the Python client that one makes (needs Node.js)
	@$(MAKE) --no-print-directory contract-read
	@$(RUN) -m uv venv --quiet var/contract/generator
	@$(RUN) -m uv pip install --quiet --python var/contract/generator/bin/python --require-hashes -r tests/contract/requirements.txt
	cd var/contract && PATH="$$PWD/generator/bin:$$PATH" openapi-python-client generate --path openapi.json --output-path client --config generator.yaml
	@CONTRACT_CLIENT=var/contract/client CARDLOOM_PURE_PYTHON=1 $(RUN) -m pytest -q tests/contract/roundtrip.py

lint-assets:
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory assets-compared; \
	  else echo "front end: not built, there is no Node.js here"; fi

assets-compared:
	@rm -rf var/assets && mkdir -p var/assets/static && cp -R static/editor var/assets/static/ && rm -rf var/assets/static/editor/node_modules
	@ln -s ../../engine ../../tests var/assets/
	cd var/assets/static/editor && npm ci --silent --no-audit --no-fund && npm run --silent build && npm test --silent
	diff -r static/dist var/assets/static/dist && echo "front end: static/dist matches its source"

bench-editor: ## the card editor in Chromium: render, keystroke, verdict, opening, layout shift, as JSON
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m tests.browser.bench_editor

soak-editor: ## edit a card at random in Chromium: make soak-editor SECONDS=1800 SEED=11
	@$(PYTHON) bootstrap.py --dev
	@SOAK_SECONDS=$(or $(SECONDS),1800) SOAK_SEED=$(or $(SEED),11) $(RUN) -m pytest -q -rP tests/browser/test_block_form.py -k Random

faults: ## plant 300 faults of twenty kinds in shipped cards and print which check reports each: make faults, or make faults SEEDS="201 215"
	@$(PYTHON) bootstrap.py --dev
	@CARDLOOM_PURE_PYTHON=1 $(RUN) -m tests.engine.faults $(SEEDS)

pages: ## every page of the portal on every screen, in Chromium, with axe; every field of each; a card from text to archive in two games
	@$(PYTHON) bootstrap.py --dev
	@EVERY_PAGE=1 INPUT_METHODS=1 $(RUN) -m pytest -q tests/browser -k "sound or sample or archive or every_field"

pictures: ## the picture of every shipped card in both languages, by Chromium and by resvg, pixel by pixel: make pictures WIDTHS=756
	@$(PYTHON) bootstrap.py --dev
	@WIDTHS=$(or $(WIDTHS),1512) $(RUN) -m tests.browser.compare_pictures

hosts: ## two web hosts, three workers and their servers in networks of their own: every step, then how workers and downloads scale (needs root, iproute2, nginx)
	@$(PYTHON) bootstrap.py --dev
	@CARDLOOM_PURE_PYTHON=1 $(RUN) -m tests.hosts

upgrades: ## kill every migration at each of its writes, and bring portals of every earlier version to this one: make upgrades ERAS=0030,0038
	@$(PYTHON) bootstrap.py --dev
	@ONLY=T56 CARDLOOM_PURE_PYTHON=1 $(RUN) -m tests.targets
	@ERAS=$(ERAS) CARDLOOM_PURE_PYTHON=1 $(RUN) -m tests.upgrades

accelerate: ## compile the engine now, beside its sources: previews in two thirds of the time, the same results; make run does it by itself
	@$(PYTHON) bootstrap.py
	@$(RUN) -m engine.accelerate $(PARTS)

bench: ## measure the engine, every game: decisions and matches per CPU second
	@$(PYTHON) bootstrap.py
	@$(RUN) -m engine bench $(ARGS)

bench-preview: ## time until a preview is ready, through the whole portal with two workers, as JSON
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m tests.bench_preview $(or $(PRESET),quick)

balance: ## play the shipped set of every game and print who wins and how long it takes: make balance SHARE=10 for a tenth
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m tests.engine.rulesets.balance $(SHARE)

standing: ## learn what the triggers of shipped cards are worth to bots, and write that beside the cards
	@$(PYTHON) bootstrap.py --dev
	@CARDLOOM_PURE_PYTHON=1 $(RUN) -m tests.engine.bots.learn_standing

duels: ## one bot against another, each seed from both seats: make duels BOT=lookahead OTHER=greedy MATCHES=400 GAME=halo
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m tests.engine.bots.duels --bot $(or $(BOT),lookahead) --other $(or $(OTHER),greedy) --matches $(or $(MATCHES),400) $(GAME)

bounds: ## learn what answers with shipped cards add at most, so that bots need not think about the rest, and write it beside the cards: make bounds GAME=halo
	@$(PYTHON) bootstrap.py --dev
	@CARDLOOM_PURE_PYTHON=1 $(RUN) -m tests.engine.bots.learn_bounds $(GAME)

samples: ## play the previews of the sample packs again where cards or engine changed, and write them beside the cards
	@$(PYTHON) bootstrap.py --dev
	@CARDLOOM_PURE_PYTHON=1 $(RUN) -m tests.samples

truth: ## draw stored and made-up blocks again and print how often previews exclude the truth: make truth RUNS=5000
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m tests.engine.simulation.truth $(or $(RUNS),5000) quick standard
	@$(RUN) -m tests.engine.simulation.truth $(or $(DEEP),5000) deep
	@$(RUN) -m tests.engine.simulation.compare_truth $(or $(COMPARED),1000)
	@$(RUN) -m tests.engine.simulation.pairs_truth $(or $(PAIRED),1000)
	@$(RUN) -m tests.engine.simulation.experiments_truth $(or $(EXPERIMENTS),1000)
	@$(RUN) -m engine.accelerate compare

environment: ## PettingZoo's tests of every game's environment, with new seeds until a number of steps is played: make environment STEPS=10000
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m tests.engine.environment.test_environment $(or $(STEPS),10000)

planted: ## preview cards with a planted change and print the sign that was found: make planted BLOCKS=400 SEED=7
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m tests.engine.simulation.planted $(or $(BLOCKS),400) $(or $(SEED),7)

docs: ## write the reference pages in docs/reference from the engine's registry
	@$(PYTHON) bootstrap.py
	@$(RUN) -m engine.reference docs/reference

assets: ## build the front end into static/dist (needs Node.js)
	@$(PYTHON) bootstrap.py
	@$(RUN) -m cards.editor static/editor/src/texts.ts
	cd static/editor && npm ci && npm run build

lock: ## write requirements*.txt from pyproject.toml
	@$(PYTHON) bootstrap.py --dev
	@$(RUN) -m uv pip compile $(LOCK_ARGS) requirements-bootstrap.in -o requirements-bootstrap.txt
	@$(RUN) -m uv pip compile $(LOCK_ARGS) --extra embedded pyproject.toml -o requirements.txt
	@$(RUN) -m uv pip compile $(LOCK_ARGS) --extra embedded --extra dev --extra environment -c requirements.txt pyproject.toml -o requirements-dev.txt
	@$(RUN) -m uv pip compile $(LOCK_ARGS) -c requirements-dev.txt requirements-compile.in -o requirements-compile.txt
	@$(RUN) -m uv pip compile $(LOCK_ARGS) tests/contract/requirements.in -o tests/contract/requirements.txt

LOCK_ARGS := --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
  --custom-compile-command "make lock"
