# make demo    set up, build, merge a real program, run it, show what happened
# make test    everything that must hold
# make bench   whole programs in configurations of ours and of LLVM's; others with BENCH="--only lua --repeat 5"
#              make bench QUICK=1 measures the three smallest
# make campaign    random programs that try to break it, such as SEED=1 COUNT=1000 KIND=objects,flags;
#              for another target with CAMPAIGN='--target aarch64'
# make fuzz-core   the property tests of the core with many cases: CASES=20000
# make fuzz-summary    hostile summary files for the reader, RUNS of them, with cargo-fuzz and a nightly toolchain
# make install     the plugin, the command, the CMake package and documents to PREFIX (/usr/local), below DESTDIR;
#                  with debug information if DEBUG=yes; LLVM=19 installs the plugin for LLVM 19, beside that of others
# make check-llvm  LLVM=NN: builds the plugin for that LLVM, runs the tests with it, and tells what failed
# make uninstall   removes them from there
# make deb         a Debian package of them in build/deb
# make dist        what a release consists of, in build/dist: for x86-64 and AArch64, a tarball and a Debian package with the plugins
#                  for LLVM 22 and 19, and checksums; other ones with DIST="22 x86_64"
# make clean   remove all that was built

BENCH ?= --plan $(if $(QUICK),quick,full)

SEED ?= 1
COUNT ?= 1000
KIND ?= csmith,twins,copies,stress,shapes,deep,mutants,objects,flags,dead,places
CASES ?= 20000
RUNS ?= 10000000
DIST ?= 22 19 x86_64 aarch64

# What is installed; a folder that is given is installed as it is.
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
DESTDIR ?=
DEBUG ?= no
OUT ?= build/deb
# The major version of the LLVM that the plugin is for. All but 22 are built in folders of their own.
LLVM ?= 22
TARGET_DIR := $(or $(CARGO_TARGET_DIR),target$(if $(filter-out 22,$(LLVM)),/llvm-$(LLVM)))
ifneq ($(LLVM),22)
export LLVM_CONFIG ?= llvm-config-$(LLVM)
endif
ifndef BUILD
BUILD := $(TARGET_DIR)/release
RELEASE := release
endif
WHERE = BUILD="$(BUILD)" PREFIX="$(PREFIX)" LIBDIR="$(LIBDIR)" DESTDIR="$(DESTDIR)" DEBUG="$(DEBUG)"

.PHONY: check-llvm dist demo test bench campaign fuzz-core fuzz-summary release install uninstall deb clean

demo:
	@scripts/demo

test:
	@scripts/test

bench:
	@scripts/setup $(if $(findstring full,$(BENCH)),cross)
	@$(MAKE) --no-print-directory release
	@python3 bench/run.py run --json build/bench/results.json --svg build/bench/results.svg $(BENCH)

campaign:
	@scripts/setup $(if $(findstring --target,$(CAMPAIGN)),cross)
	@cargo build --release --quiet --locked
	@python3 fuzz/run.py --seed $(SEED) --count $(COUNT) --kind $(KIND) $(CAMPAIGN)

fuzz-core:
	@PROPTEST_CASES=$(CASES) cargo test --release --quiet --locked -p fmerge-core

fuzz-summary:
	@scripts/fuzz-summary $(RUNS)

release:
	@cargo build --release --quiet --locked --target-dir $(TARGET_DIR)

check-llvm:
	@scripts/check-llvm $(LLVM)

# Builds nothing anew: `sudo make install` would build as root.
install: $(if $(wildcard $(BUILD)/libfmerge.so),,$(RELEASE))
	@$(WHERE) scripts/install

uninstall:
	@$(WHERE) scripts/install --remove

deb: $(RELEASE)
	@BUILD="$(BUILD)" OUT="$(OUT)" scripts/deb

dist:
	@scripts/setup llvm19 cross
	@scripts/dist $(DIST)

clean:
	@cargo clean --quiet
	@rm -rf build
	@echo "clean: removed what cargo built, and build/"
