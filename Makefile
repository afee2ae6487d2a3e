# Makefile - the short names for what one does with Trammel. `make help` lists them; CMake does the building.

PREFIX       ?= /usr/local
DESTDIR      ?=
FUZZ_SECONDS ?= 600
MECHANISMS   ?= 500
MUTANTS      ?= 12
ESTIMATES    ?= 200
SEED         ?= 9000
JOBS         ?= $(shell nproc 2>/dev/null || echo 2)

c_folders = $(wildcard include src fmu frontend workbench/server workbench/report cli mpi python/native test bench)
c_files   = find $(c_folders) -name '*.[ch]' -print0

.DEFAULT_GOAL := all
.PHONY: all run view test test-fast test-long test-firefox screenshots install format lint check-format check-layers tidy sanitize fuzz units-all verify-models verify-random error-models error-random bench bench-peers \
        bench-contact bench-sweep bench-counts bench-counts-update bench-robots robots fmu-check docs clean help program configured packages packages-test packages-firefox packages-dev packages-docs packages-bench

all: program  ## build build/trammel and the library (the default)

run: program  ## build, simulate the four-bar, plot it, and write a report: build/fourbar.csv, .svg, .html
	build/trammel run models/fourbar/fourbar.yaml -o build/fourbar.csv
	build/trammel plot build/fourbar.csv crank.angle follower.angle -o build/fourbar.svg
	build/trammel report models/fourbar/fourbar.yaml -o build/fourbar.html --quiet
	@echo "Open build/fourbar.html in a browser to see it move; draw one of your own with: make view"

view: program  ## build, and open the workbench in the browser
	build/trammel view

test-fast: configured  ## build and run the unit and conformance tests (seconds)
	cmake --build --preset release --target tests_fast
	ctest --preset release -L fast -j$(JOBS)

test: packages-test configured  ## build and run every test (minutes)
	cmake --build --preset release
	ctest --preset release -j$(JOBS)

test-long: program packages-test  ## a tree with a new kind of each sort; memory that runs out anywhere; every model in the browser, in a mirror and edited at random, 500 runs, 1000 bodies in space (half an hour; the tests take samples)
	ctest --preset release -C Long -R case_declared_once
	cmake --build --preset release --target fault_memory
	TML_MEMORY_ALL=1 build/test/fault_memory
	python3 test/derivatives/derivatives.py build/trammel
	cd workbench/page && LONG=1 HEAP_RUNS=525 EDITS=200 TRAMMEL=$(CURDIR)/build/trammel npx playwright test examples heap many_bodies editing
	cd workbench/page && LONG=1 TRAMMEL=$(CURDIR)/build/trammel npx vitest run every_key mirrored_models text_edits_random

test-firefox: program packages-firefox  ## what everybody does with the page, in Debian's Firefox (seconds)
	cd workbench/page && TRAMMEL=$(CURDIR)/build/trammel npx vitest run --config firefox.config.ts

screenshots: program packages-test  ## take the pictures of the workbench in docs/pictures
	cd workbench/page && TRAMMEL=$(CURDIR)/build/trammel npx playwright test --config screenshots.config.ts

.PHONY: wheel
wheel: program  ## build the Python package as a wheel with its libraries, and try it in a bare environment: build/wheel
	tools/make_wheel.sh build/trammel

install: configured  ## install below PREFIX (default /usr/local); DESTDIR is put in front
	cmake --build --preset release --target installed
	DESTDIR="$(DESTDIR)" cmake --install build --prefix "$(PREFIX)"

format: packages-dev  ## lay out every C file as .clang-format says, and the page as Prettier does
	$(c_files) | xargs -0 -r clang-format -i
	tools/install_page_packages.sh workbench/page
	npm --prefix workbench/page run --silent format

lint: check-format check-layers tidy  ## check format and layers, then clang-tidy

check-format: packages-dev
	$(c_files) | xargs -0 -r clang-format --dry-run -Werror
	tools/install_page_packages.sh workbench/page
	npm --prefix workbench/page run --silent check-format

check-layers: packages
	python3 tools/check_layers.py
	python3 tools/check_kinds.py
	python3 tools/draw_architecture.py --check

tidy: packages-dev configured
	find $(wildcard src workbench/server workbench/report cli) -name '*.c' -print0 | xargs -0 -r -n4 -P$(JOBS) clang-tidy --quiet -p build

sanitize: packages  ## run every test under the address, leak and undefined-behaviour sanitizers
	cmake --preset sanitize
	cmake --build --preset sanitize
	ctest --preset sanitize -j$(JOBS)

error-models: configured packages-test  ## hold estimates of errors against true errors on all models: a table (half a minute)
	cmake --build --preset release --target error_models
	build/test/error_models

error-random: configured packages-test  ## the same on 200 mechanisms made at random (minutes)
	cmake --build --preset release --target agree_error
	TML_ERROR_MECHANISMS=$(ESTIMATES) TML_ERROR_SEED=$(SEED) build/test/agree_error

fuzz: program packages-dev  ## fuzz each reader, and what a page can ask, for FUZZ_SECONDS (default 600)
	cmake --preset fuzz
	cmake --build --preset fuzz
	python3 tools/make_dictionary.py build/fuzz/model.dict
	tools/run_fuzzers.sh build/fuzz $(FUZZ_SECONDS)

units-all: program  ## hold every model and analysis against itself in units 1e-9 to 1e9 times as large (minutes)
	cmake --build --preset release --target agree_units agree_units_analyses
	TML_UNITS_ALL=1 build/test/agree_units
	TML_UNITS_ALL=1 build/test/agree_units_analyses

verify-models: configured packages-test  ## verify every model, those among them that are too slow for `make test` (minutes)
	cmake --build --preset release --target agree_verify
	TML_VERIFY_ALL=1 build/test/agree_verify

verify-random: configured packages-test  ## verify 500 mechanisms made at random, then with signs flipped (20 minutes)
	cmake --build --preset release --target trammel verify_random agree_formulations
	build/test/verify_random $(MECHANISMS)
	TML_FORMULATIONS_ALL=1 build/test/agree_formulations
	python3 tools/mutate_kernels.py --count $(MUTANTS)

.PHONY: throws
throws: program packages-test  ## 2000 throws, pegs, gates and thin walls whose first touch is known in closed form: nothing may be missed (minutes)
	/usr/bin/python3 test/throws/throws.py build/trammel --jobs $(JOBS)  # Debian's own, which has python3-numpy and python3-scipy

.PHONY: falls
falls: program packages-test  ## 500 motions of random bodies that fall on each other: all reach their end (minutes)
	/usr/bin/python3 test/falls/falls.py build/trammel --jobs $(JOBS)  # Debian's own, which has python3-numpy

bench: program packages-bench  ## time the benchmark problems and write docs/benchmarks.md (5 minutes)
	python3 bench/run.py
	/usr/bin/python3 bench/report.py  # Debian's own, which has python3-matplotlib

bench-peers: program packages-bench  ## the same problems in other programs and in programs by hand (20 minutes)
	-@tools/install_packages.sh tools/packages-peers.txt
	cmake --build --preset release --target limit
	python3 bench/peers/run.py
	/usr/bin/python3 bench/report.py

bench-contact: program packages-bench  ## motions with contact, beside MuJoCo, Box2D and Exudyn, and docs/benchmarks-contact.md (5 minutes)
	-@tools/install_packages.sh tools/packages-peers.txt
	python3 bench/contact.py
	/usr/bin/python3 bench/contact_report.py

bench-sweep: program packages-test  ## many motions of a four-bar by threads and ranks, by hand and by loops over MuJoCo and Pinocchio: docs/benchmarks-sweep.md (minutes)
	-@tools/install_packages.sh tools/packages-peers.txt
	cmake --build --preset release --target trammel trammel-mpi limit bench_study bench_messages
	python3 bench/sweep.py

bench-counts: program  ## check that no evaluation takes more instructions than before (part of the tests)
	python3 bench/counts.py || test $$? -eq 77 # another compiler, or no valgrind: skipped

bench-counts-update: program  ## keep the instruction counts of now
	python3 bench/counts.py --update

fmu-check: program fmu-importers  ## FMUs of all models, both versions of FMI, by FMPy, of five by libcosim and Ecos: schemas, and the same numbers as our own run (minutes)
	build/fmu-venv/bin/python test/fmu/importer.py build/trammel
	build/fmu-venv/bin/python test/fmu/exchange.py build/trammel
	build/fmu-venv/bin/python test/fmu/every_model.py build/trammel
	build/fmu-venv/bin/python test/fmu/endings.py build/trammel
	build/fmu-venv/bin/python test/fmu/more_importers.py build/trammel

.PHONY: fmu-importers
fmu-importers:
	test -x build/fmu-venv/bin/python || python3 -m venv build/fmu-venv
	build/fmu-venv/bin/pip install --quiet fmpy==0.3.32
	build/fmu-venv/bin/pip install --quiet --no-deps libcosimpy==0.0.6 ecospy==0.7.2 tbb==2023.2.0 tcmlib==1.6.0

.PHONY: fmu-windows fmu-windows-check
fmu-windows: program  ## compile engine and libraries for Windows, so that FMUs from now on run there as well (10 minutes the first time)
	@tools/install_packages.sh tools/packages-fmu-windows.txt
	tools/fetch_sources.sh build/fmu-windows/sources
	cmake -G Ninja -S . -B build/fmu-windows -DCMAKE_TOOLCHAIN_FILE=$(CURDIR)/cmake/mingw.cmake -DCMAKE_BUILD_TYPE=RelWithDebInfo \
	      -DTML_LIBRARY_SOURCES=$(CURDIR)/build/fmu-windows/sources
	cmake --build build/fmu-windows --target trammel_fmu
	cp build/fmu-windows/trammel_fmu.dll build/fmu

fmu-windows-check: fmu-windows  ## those FMUs under Wine: the same numbers as our own run on Linux (a minute)
	@tools/install_packages.sh tools/packages-fmu-windows-check.txt
	cmake --build build/fmu-windows --target windows_importer
	python3 test/fmu/windows.py build/trammel build/fmu-windows/windows_importer.exe

robots: program  ## robots of example-robot-data (URDF), dm_control and gymnasium-robotics (MJCF), Drake and PyBullet (SDFormat) at 100 random states each, beside Pinocchio, MuJoCo and Drake (minutes)
	@tools/install_packages.sh tools/packages-robots.txt
	test -x build/robots/bin/python || python3 -m venv build/robots
	build/robots/bin/pip install --quiet pin==4.1.0 example-robot-data==6.0.0 mujoco==4.0.0
	build/robots/bin/pip install --quiet --no-deps dm-control==1.0.50 gymnasium-robotics==1.4.2
	build/robots/bin/pip install --quiet drake==1.51.1
	test -d build/robots/bullet/pybullet_data || build/robots/bin/pip install --quiet --no-deps --only-binary=:all: --python-version 3.9 \
	  --platform manylinux2014_x86_64 --target build/robots/bullet pybullet==3.2.7 # for its files; the module is not loaded
	PYTHONPATH=build/robots/bullet build/robots/bin/python tools/compare_robots.py build/trammel 100
	build/robots/bin/python tools/compare_exports.py build/trammel

.PHONY: bench-page bench-python
bench-page: program packages-test  ## how long the page takes to open, to draw and to follow the hand (a minute, on a machine that does nothing else)
	cd workbench/page && TRAMMEL=$(CURDIR)/build/trammel npx playwright test --config bench.config.ts

bench-python: program packages-test  ## what a call of a simulator costs from Python (seconds)
	cmake --build --preset release --target tml_python
	PYTHONPATH=build/python /usr/bin/python3 bench/simulator_call.py

bench-robots: configured  ## evaluations of forward dynamics a second beside Pinocchio and MuJoCo (minutes, most of them to compile Pinocchio)
	@tools/install_packages.sh tools/packages-robots.txt
	test -x build/robots/bin/python || python3 -m venv build/robots
	build/robots/bin/pip install --quiet pin==4.1.0 example-robot-data==6.0.0 mujoco==4.0.0 cmeel-urdfdom-headers==3.0.0
	build/robots/bin/pip install --quiet --no-deps dm-control==1.0.50
	cmake --build --preset release --target trammel bench_robots
	build/robots/bin/python bench/robots.py

docs: program packages-docs  ## the documents as a site with search, the models in motion, Python and C: build/docs/site/index.html (minutes)
	cmake --build --preset release --target tml_python
	/usr/bin/python3 tools/make_site.py build/trammel build/python build/docs  # Debian's own, which has python3-numpy

clean:  ## remove everything that was built
	rm -rf build

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*##  *\(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{printf "%-27s %s\n", $$1, $$2}'

program: configured
	cmake --build --preset release --target trammel tml_static tml_shared manual

configured: packages
	cmake --preset release

packages:
	@tools/install_packages.sh tools/packages.txt

packages-test: packages
	@tools/install_packages.sh tools/packages-test.txt

packages-firefox: packages
	@tools/install_packages.sh tools/packages-firefox.txt

packages-dev: packages
	@tools/install_packages.sh tools/packages-dev.txt

packages-docs: packages
	@tools/install_packages.sh tools/packages-docs.txt

packages-bench: packages
	@tools/install_packages.sh tools/packages-bench.txt
