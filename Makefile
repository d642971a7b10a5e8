# Two commands do all the set-up themselves: `make hint` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find engine bindings -name '*.pyx' -o -name '*.pxd')
JOBS ?= 2

# The requirements of an extra. Installing the extra itself would compile the core again.
requirements = $(shell $(BIN)/python -c "import tomllib; \
	print(*map(repr, tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['$(1)']))")

.PHONY: hint test test-slow lint bench bench-peers train fuzz sanitize clean

hint: $(VENV)/built
	$(BIN)/kiebitz hint examples/kwatro/evening.toml

test: $(VENV)/built $(VENV)/tools
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "not slow" tests
	$(BIN)/python -m doctest README.md docs/records.md

test-slow: $(VENV)/built $(VENV)/tools
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m slow tests

# Type checkers cannot follow an editable installation: they get the folders as links below the import name.
LINKED := engine notation records solvers arena benchmarks cli
COMPILED := $(basename $(notdir $(wildcard bindings/[a-z]*.pyi)))

lint: $(VENV)/built $(VENV)/tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PATH="$(CURDIR)/$(BIN):$$PATH" cython-lint --max-line-length 130 engine bindings
	rm -rf build/typed
	mkdir -p build/typed/kiebitz
	ln -s $(CURDIR)/bindings/* build/typed/kiebitz/
	ln -s $(addprefix $(CURDIR)/,$(LINKED)) build/typed/kiebitz/
	MYPYPATH=build/typed $(BIN)/mypy --strict -p kiebitz
	MYPYPATH=build/typed $(BIN)/mypy --strict tools
	MYPYPATH=build/typed $(BIN)/python -m mypy.stubtest --allowlist tests/stubtest_allowlist.txt $(addprefix kiebitz.,$(COMPILED))

bench: $(VENV)/built $(VENV)/tools
	$(BIN)/kiebitz bench
	$(BIN)/python -m pytest benchmarks/suite --benchmark-autosave --benchmark-columns=median,iqr,ops,rounds

# Learns the learned values again, for every game and number of players: some minutes a game.
train: $(VENV)/built
	$(BIN)/python -m tools.train_ranking kwatro --players 2 --games 410 --worlds 120 --self-play 4000
	$(BIN)/python -m tools.train_ranking kwatro --players 3 --players 4 --games 200 --worlds 120 --self-play 4000
	$(BIN)/python -m tools.train_ranking quanto
	$(BIN)/python -m tools.train_self_play qwinto
	$(BIN)/python -m tools.train_self_play qwinto --players 2 --games 20000 --rounds 5 --seed 5

# Speed relative to other packages. Only this target installs them. A package that fails to install is skipped.
bench-peers: $(VENV)/built
	for peer in $(call requirements,peers); do \
		$(BIN)/python -m pip install --quiet "$$peer" || echo "skipped: $$peer cannot be installed here" >&2; \
	done
	$(BIN)/python -m kiebitz.benchmarks.peers

# Foreign input of every kind, ten minutes each. Inputs that fail are kept in build/fuzz.
fuzz: $(VENV)/built $(VENV)/tools
	nice -n 19 $(BIN)/python -m tools.fuzz --seconds 600

# Sanitizers over the compiled core, each in a virtual environment of its own. ThreadSanitizer sees one process with threads.
sanitize:
	tests/sanitize.sh address -n $(JOBS) tests
	tests/sanitize.sh thread -p no:xdist tests/test_threads.py tests/test_tree.py tests/test_belief.py

$(VENV)/installed: pyproject.toml setup.py
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet "setuptools>=80,<90" "cython>=3.2,<4"
	@echo "building the core, once: about a minute on two cores" >&2
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable .
	touch $@ $(VENV)/built

# What tests and checks need beside the package itself.
$(VENV)/tools: $(VENV)/installed
	$(BIN)/python -m pip install --quiet $(call requirements,test) $(call requirements,dev)
	touch $@

$(VENV)/built: $(VENV)/installed $(SOURCES)
	@# A fresh installation has just built all of it, which make cannot know.
	@if [ ! -e $@ ] || [ -n "$$(find $(SOURCES) -newer $@)" ]; then \
		$(BIN)/python setup.py --quiet build_ext --inplace; fi
	touch $@

clean:
	rm -rf $(VENV) build dist kiebitz.egg-info
	find engine bindings -name '*.so' -delete
