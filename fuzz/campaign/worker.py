"""Passes, code generation and linking, by processes of `fuzz/worker`, one for each thread of the campaign."""

import atexit
import functools
import itertools
import os
import shlex
import signal
import subprocess
import threading

from campaign import machine, native, sandbox
from fmtools import REPOSITORY, tools

SOURCES = REPOSITORY / "fuzz" / "worker"

LIMITS = (-signal.SIGXCPU, -signal.SIGKILL, -signal.SIGALRM)
"""How a job ends that takes too long."""

_own = threading.local()
_numbers = itertools.count()


def passes(pipeline, module, target, *plugins):
    """Runs passes as `opt` does; LLVM verifies the module afterwards."""
    return _job("passes", pipeline, module, target, *plugins)


def frames(module, target):
    """A file with a line for each function that code is generated for: see `frames.Frame`."""
    return _job("frames", module, target)


def compile_module(module, level, target, *frames):
    """The pipeline of a level, or none at `levels.CODE`, then code: an object; and a file with its frames, if one is named."""
    return _job("compile", level, module, target, *frames)


def emit(level, tasks, *plugins):
    """Objects with a section for each function: each task is a pipeline, a module and the object. One for which a
    pipeline has changed nothing is not written; without a pipeline it is."""
    return _job("emit", level, len(tasks), *itertools.chain.from_iterable(tasks), *plugins)


def split(count, keep, module, stem):
    """One module into several. Local symbols either keep what uses them in their module, or are local no more."""
    return _job("split", count, "keep" if keep else "promote", module, stem)


def link(target, executable, *more):
    """A program of one object, and others."""
    return link_all([target, *more], executable)


def link_all(targets, executable, *more):
    """A program of several objects."""
    return _job("link", *link_command(targets, executable), *more)


def link_command(targets, executable):
    """What a linker is told."""
    parts = ([executable] if part == "OUT" else targets if part == "IN" else [part] for part in _link_line(machine.chosen))
    return list(itertools.chain.from_iterable(parts))


@functools.cache
def build():
    """The worker, compiled unless it is there."""
    folder = sandbox.run([tools.llvm("llvm-config"), "--libdir"]).stdout.decode().strip()
    return native.build(SOURCES, "", [f"-L{folder}", "-llldELF", "-llldCommon", f"-lLLVM-{tools.LLVM}", "-lz", "-lzstd"])


@functools.cache
def _link_line(_target):
    """What clang would tell the linker."""
    command = [tools.llvm("clang"), *machine.link_flags(), "-###", "IN", "-lm", "-Wl,--as-needed", "-lstdc++", "-o", "OUT"]
    placeholder = sandbox.FOLDER / "IN"
    placeholder.touch()
    said = sandbox.run(command, cwd=sandbox.FOLDER).said
    return shlex.split(said.splitlines()[-1])[1:]


def _job(*fields):
    worker = getattr(_own, "worker", None)
    if worker is None:
        worker = _own.worker = Worker(sandbox.FOLDER / f"worker-{os.getpid()}-{next(_numbers)}.log")
    return worker.do(*fields)


class Worker:
    """One process that does one job at a time."""

    def __init__(self, log):
        self.log = log
        self.process = subprocess.Popen(
            [build()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            # glibc overwrites freed memory, so that nobody finds in it what was there.
            env=os.environ | {"FMERGE_LOG": "error", "LLVM_DISABLE_SYMBOLIZATION": "1", "MALLOC_PERTURB_": "85"},
            # What interrupts the campaign lets its last jobs end.
            start_new_session=True,
        )
        atexit.register(self.end)

    def do(self, *fields):
        """Does a job; what it says counts as standard error."""
        answer = self._ask("\t".join(map(str, (sandbox.TOOL_SECONDS, self.log, *fields))))
        if not answer:
            raise tools.Problem(f"the worker has ended at: {' '.join(map(str, fields))}")
        status, said = int(answer), self.log.read_bytes()
        self.log.unlink()
        return tools.Done(None if status in LIMITS else status, b"", said[: sandbox.MOST_OUTPUT])

    def end(self):
        """It ends where its jobs do."""
        self.process.communicate()

    def _ask(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
            return self.process.stdout.readline()
        except BrokenPipeError:
            return ""
