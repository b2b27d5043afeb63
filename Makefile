# make demo    set up, build, merge a real program, run it, show what happened
# make test    everything that must hold
# make bench   whole programs in all modes of ours and of LLVM's; more with BENCH="--only lua --check"
# make clean   remove all that was built

BENCH ?= --mode default,force,keep,early,mergefunc,early-mergefunc,global,outliner

.PHONY: demo test bench clean

demo:
	@scripts/demo

test:
	@scripts/test

bench:
	@scripts/setup
	@cargo build --release --quiet --locked
	@python3 bench/run.py $(BENCH)

clean:
	@cargo clean --quiet
	@rm -rf build
	@echo "clean: removed what cargo built, and build/"
