# setup | run | test | test-quick | lint | bench | figures: the only commands anyone needs.  What takes its time stands below them.
# Everything is fetched on first use: .venv holds the packages; missing system libraries come from apt where the user may.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
# pip of the system works on the environment from outside, so a Debian without python3-venv (no ensurepip) is enough, and so is a
# second Python without a pip of its own.
INSTALLER ?= $(PYTHON)
PIP := $(INSTALLER) -m pip --disable-pip-version-check --python $(PY) install --quiet
export OPENBLAS_NUM_THREADS := 1
# Tests that are compiled once are collected in half of the time, and so is every program that they start.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup run test test-time test-all test-quick lint bench figures docs-pictures clean

setup: $(VENV)/.program

$(PY):
	@echo "creating $(VENV)"
	@$(PYTHON) -c 'import sys; sys.exit("linclass needs Python 3.11 or newer; this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	@$(PYTHON) -m venv --without-pip $(VENV)

$(VENV)/.program: pyproject.toml packaging/build_core.py solvers/core/core.c | $(PY)
	@echo "installing linclass into $(VENV)"
	@$(PIP) --editable .
	@sh .ci/system-libraries $(PY)
	@$(PY) -m compileall -q solvers linclass_gui  # the first start is as quick as the second, even where Python may not write
	@touch $@

# Continuous integration adds the extras whose tests are skipped without them, 270 MB.
TESTED ?= test
$(VENV)/.test: $(VENV)/.program
	@echo "installing what the tests need"
	@$(PIP) --editable '.[$(TESTED)]'
	@touch $@

$(VENV)/.lint: $(VENV)/.program
	@$(PIP) --editable '.[lint]'
	@touch $@

$(VENV)/.dist: $(VENV)/.program
	@$(PIP) --editable '.[dist]'
	@touch $@

$(VENV)/.docs: $(VENV)/.program
	@$(PIP) --editable '.[docs]'
	@touch $@

$(VENV)/.bench: $(VENV)/.program
	@$(PIP) --editable '.[bench]'
	@touch $@

run: setup
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" != Linux ]; then \
		$(VENV)/bin/linclass-gui; \
	else \
		echo "There is no screen here, so no window opens: drawing the lessons into figures/ instead."; \
		$(MAKE) --no-print-directory figures; \
	fi

figures: setup
	@mkdir -p figures
	@for lesson in $$($(VENV)/bin/linclass-gui list lessons | cut -d' ' -f1); do \
		$(VENV)/bin/linclass-gui export lesson:$$lesson -o figures/$$lesson.pdf && \
		$(VENV)/bin/linclass-gui export lesson:$$lesson -o figures/$$lesson.svg && \
		$(VENV)/bin/linclass-gui export lesson:$$lesson -o figures/$$lesson.png || exit 1; \
	done
	@$(PY) -m benchmarks.window_pictures figures/window

# The pictures that docs/ keeps, made again: whoever changed what they show looks at them and commits them.
docs-pictures: setup
	@$(PY) docs/gallery.py
	@$(PY) -m docs.pictures
	@$(PY) docs/architecture_picture.py docs/architecture.svg

# One worker a core, each beginning with a half of its own, so that neighbours share what is made once; PYTEST_ARGS=-x, or a file,
# or -n0 for a debugger.
test: $(VENV)/.test
	@$(PY) -m pytest -n auto --dist worksteal $(PYTEST_ARGS)

# The same, with its processor time by room and file; WRITE=1 renews the tables of docs/architecture.md and the times of README.md.
test-time: $(VENV)/.test
	@$(PY) -m benchmarks.suite_time $(if $(WRITE),--write)

# The same with what only tries more of it: every locale and signal, every page of the course in three browsers, more random examples.
test-all: $(VENV)/.test
	@sh .ci/browsers chromium firefox-esr webkit2gtk-driver xvfb
	@$(PY) -m pytest -n auto --dist worksteal --exhaustive $(PYTEST_ARGS)

# Every room without a window, in less than a minute, for after every change: of solvers the contracts with default settings; no other
# process, no film, no long fit (what is marked slow).
QUICK := draw plots layers scene answers files lessons markup figures live solvers/contracts
test-quick: $(VENV)/.test
	@$(PY) -m pytest -n auto --dist worksteal -q --quick $(addprefix tests/,$(QUICK)) $(PYTEST_ARGS)

lint: $(VENV)/.lint $(VENV)/.test
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/mypy
	@$(VENV)/bin/lint-imports
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory lint-pages; else echo "the types of the pages are not checked: npm is not there"; fi

# The types of the scripts of pages, as far as their comments and uses tell them.
$(VENV)/types/node_modules/.bin/tsc: | $(PY)
	@npm install --silent --no-audit --no-fund --prefix $(VENV)/types typescript@5

.PHONY: lint-pages
lint-pages: $(VENV)/types/node_modules/.bin/tsc
	@$(VENV)/types/node_modules/.bin/tsc --project packaging/jsconfig.json

bench: $(VENV)/.bench
	@$(PY) -m benchmarks.solvers
	@$(PY) -m benchmarks.drag
	@$(PY) -m benchmarks.files
	@$(PY) -m benchmarks.start

# --- What takes its time ---------------------------------------------------------------------------------------------------------

.PHONY: test-versions test-processors smoke smoke-versions smoke-without-compiler hunt fuzz kills monkey soak window-kills every-figure measure mutants

# The whole suite under every Python from 3.11 on that is found here.
test-versions:
	@sh .ci/pythons | while read -r version python; do \
		echo "Python $$version: $$python"; \
		$(MAKE) --no-print-directory test PYTHON="$$python" VENV=".venv-$$version" INSTALLER=$(PYTHON) </dev/null || exit 1; \
	done

# The whole suite with the kernels of other processors, one and two threads, and its files shuffled; PROCESSORS=quick takes less.
PROCESSORS := whole
test-processors: $(VENV)/.test
	@$(PY) tests/processors.py -n auto --dist worksteal -q $(if $(filter quick,$(PROCESSORS)),--quick $(addprefix tests/,$(QUICK))) $(PYTEST_ARGS)

# What must work wherever the program is installed (imports, fit, figures, a lesson in the window, drag): the wheel, alone in an
# environment, with the newest dependencies under every Python here, and with the lowest that it allows under 3.11.
smoke-versions:
	@rm -rf build/wheel && $(INSTALLER) -m pip --disable-pip-version-check wheel --quiet --no-deps -w build/wheel .
	@$(INSTALLER) .ci/lowest-versions > build/lowest.txt
	@sh .ci/pythons | while read -r version python; do \
		$(MAKE) --no-print-directory smoke PYTHON="$$python" VENV="build/smoke-$$version" INSTALLER=$(PYTHON) </dev/null || exit 1; \
		[ "$$version" != 3.11 ] || $(MAKE) --no-print-directory smoke PYTHON="$$python" VENV=build/smoke-lowest INSTALLER=$(PYTHON) \
			VERSIONS="--constraint build/lowest.txt" </dev/null || exit 1; \
	done

# The road without a compiler: with no program to be found, the source distribution becomes a wheel by zig from the index.
smoke-without-compiler: $(VENV)/.test
	@rm -rf build/bare && $(PY) -m hatchling build -t sdist -d build/bare >/dev/null 2>&1
	@python=$$($(INSTALLER) -c 'import sys; print(sys.executable)') && \
		env -u CC PATH=/nowhere $$python -m pip --disable-pip-version-check wheel --quiet --no-deps -w build/bare build/bare/*.tar.gz
	@$(PY) -m zipfile -e build/bare/*.whl build/bare/tree
	@cd build/bare/tree && echo "without a compiler: $$($(abspath $(PY)) -m linclass_gui --version)" | tee /dev/stderr | grep -q "compiled core"

VERSIONS := --upgrade --upgrade-strategy eager
smoke: $(PY)
	@echo "the installed program under $$($(PY) --version), $(VERSIONS):"
	@$(PIP) --upgrade --force-reinstall --no-deps build/wheel/*.whl && $(PIP) $(VERSIONS) build/wheel/*.whl
	@cd build && $(abspath $(PY)) $(CURDIR)/tests/smoke.py $(abspath $(VENV))

# Random fits of every method on hostile data, each judged by what can be recomputed, and points that are dragged, ten moves and
# eight a fit: make hunt FITS=500 SEED=3
FITS ?= 20000
SEED ?= 0
JOBS ?= 2
hunt: $(VENV)/.bench
	@$(PY) -m benchmarks.hunt --fits $(FITS) --seed $(SEED) --jobs $(JOBS)
	@$(PY) -m benchmarks.hunt --through-origin --fits $(FITS) --seed $(SEED) --jobs $(JOBS)
	@$(PY) -m benchmarks.hunt --many --fits $(FITS) --seed $(SEED) --jobs $(JOBS)
	@$(PY) -m benchmarks.hunt --drags --fits $$(($(FITS) / 10)) --seed $(SEED) --jobs $(JOBS)
	@$(PY) -m benchmarks.hunt --excursions --fits $$(($(FITS) / 4)) --seed $(SEED) --jobs $(JOBS)
	@$(PY) -m benchmarks.hunt --elsewhere --fits $(FITS) --seed $(SEED) --jobs $(JOBS)

# Hostile scenes and tables: every one ends in a document or in one sentence; what is written comes back.
fuzz: COUNT = 100000
fuzz: $(VENV)/.test
	@$(PY) tests/fuzz --count $(COUNT) --seed $(SEED)

# A program that saves without end is killed at random moments: the file is always the old or the new one, whole.
kills: COUNT = 200
kills: $(VENV)/.test
	@$(PY) tests/kills --count $(COUNT) --seed $(SEED)

# Random events in the real window, without a screen: no exception, no document that cannot be saved and read again.
EVENTS ?= 30000
monkey: $(VENV)/.test
	@QT_QPA_PLATFORM=offscreen $(PY) tests/endurance/monkey.py --events $(EVENTS) --seed $(SEED)

# The real window at work for so long: its memory stays flat.
MINUTES ?= 20
soak: $(VENV)/.test
	@QT_QPA_PLATFORM=offscreen $(PY) tests/endurance/soak.py --minutes $(MINUTES) --seed $(SEED)

# Windows that are killed while somebody works in them: no more than the last five seconds are lost.
window-kills: COUNT = 200
window-kills: $(VENV)/.test
	@$(PY) tests/endurance/kills.py --count $(COUNT) --seed $(SEED)

# Every lesson in every format and several sizes, judged by what can be measured in the files; LATEX=--latex compiles them, too.
every-figure: $(VENV)/.program
	@$(PY) -m benchmarks.figures $(LATEX)

# Size, density, complexity and names of the code beside those of an older commit; WRITE=docs/architecture.md renews the tables there.
measure: $(VENV)/.program
	@$(PY) -m benchmarks.measure $(if $(WRITE),--write $(WRITE))
	@$(PY) -m benchmarks.ways

# One operator of the program changed at random, N times, each time with the tests of its room: survivors are printed.
N ?= 50
mutants: $(VENV)/.test
	@$(PY) -m benchmarks.mutants --count $(N) --seed $(SEED) --jobs $(JOBS)

# --- For those who pass it on ----------------------------------------------------------------------------------------------------

.PHONY: docs dist bundle

# The reference of all public names, checked to have every one of them, and three pages that compute.
LIVE := $(VENV)/bin/linclass-gui export --live --width 150mm --height 105mm
docs: $(VENV)/.docs
	@$(PY) docs/reference.py build/docs
	@mkdir -p build/docs/live
	@$(LIVE) lesson:two-clouds -o build/docs/live/two-clouds.html
	@$(LIVE) lesson:fisher-criterion --views canvas,fisher-angle -o build/docs/live/fisher-criterion.html
	@$(LIVE) lesson:masking -o build/docs/live/masking.html

# Wheels of all platforms and source distribution of the last commit; URL=https://HOST/OWNER/linclass makes the links of the README
# absolute.
dist: $(VENV)/.dist
	@$(PY) packaging/dist.py --url "$(URL)"

# One folder with Python and everything else in it, for this kind of system.
bundle:
	@$(MAKE) --no-print-directory setup VENV=build/bundle-venv
	@$(INSTALLER) -m pip --disable-pip-version-check --python build/bundle-venv/bin/python install --quiet --upgrade pyinstaller .
	@build/bundle-venv/bin/pyinstaller --noconfirm --log-level WARN --distpath build/bundle --workpath build/pyinstaller packaging/linclass.spec
	@build/bundle/linclass/linclass-gui --version && echo "build/bundle/linclass"

clean:
	rm -rf $(VENV) .venv-* figures build dist *.egg-info
