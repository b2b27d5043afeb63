"""What a linked program costs when it runs, and what it takes to keep and to start it.

Consumes a workload with `[time]` and its linked program. Produces plain data, by name of command: instructions
executed, and what was printed and written to files; pages touched by a start; bytes after compression. Everything here is the same on
every run, so that it is kept in the cache by what the program contains. For `pairs`, which takes time by the
clock of the processor, that is not so.
"""

import contextlib
import json
import lzma
import shutil
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from fmbench import counting, program, store
from fmtools import content, tools

LAYOUT = 2
"""Counted up when the data get other fields."""

STARTS = 5
"""How often a program is started to see how many pages that touches."""


COUNTS = {"rust": 9}
"""How often the instructions of a command are counted, by language, if not once: of several counts the median is taken. The
hash tables of Rust's library take a random seed."""


def run_each(workload, path, variables):
    """Runs each command once, with more variables of the environment."""
    with placed(workload, path) as place:
        for arguments in workload.time.commands.values():
            _native(workload, place, arguments, variables)


def identity(workload):
    """All that the commands depend on but the program."""
    inputs = [str(one) for one in workload.time.inputs]
    return [workload.time, *_input_digests(workload, inputs)]


def costs(workload, path):
    """All but time by the clock: `commands`, each with `instructions` and `printed`, `faults`, and `compressed`."""

    def make(folder):
        found = {"commands": dict(_counted(workload, path)), "faults": _faults(workload, path), "compressed": _compressed(path)}
        (folder / "costs.json").write_text(json.dumps(found))

    asked = [LAYOUT, content.file_digest(path), *identity(workload), counting.version(), _counts(workload)]
    return json.loads((store.cached(f"costs-{workload.name}", asked, make) / "costs.json").read_text())


def pairs(workload, base, path, rounds):
    """Command to the median of the ratios of user time, this program's to the base's, run in turns.

    A command that ends before any time is noticed has none.
    """
    ratios = {}
    with placed(workload, base) as first, placed(workload, path) as second:
        for _ in range(rounds):
            for name, arguments in workload.time.commands.items():
                before, after = (_seconds(workload, place, arguments) for place in (first, second))
                if before:
                    ratios.setdefault(name, []).append(after / before)
    return {name: round(median(values), 4) for name, values in ratios.items()}


def _counted(workload, path):
    with placed(workload, path) as place:
        for name, arguments in workload.time.commands.items():
            command = [place.program, *program.expanded(arguments, place.start)]
            counted = [counting.count(command, place.start, workload.time.timeout, workload.time.variables) for _ in range(_counts(workload))]
            last = counted[-1]
            printed = content.digest([last.printed, last.status, *_written(place.start)])
            yield name, {"instructions": median(one.instructions for one in counted), "printed": printed}


def _counts(workload):
    return COUNTS.get(workload.build.language, 1)


def _written(folder):
    """Names and contents of the files that lie where the program started: inputs, and what it wrote."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return [part for path in files for part in (path.relative_to(folder), content.file_digest(path))]


def _seconds(workload, place, arguments):
    return _native(workload, place, arguments).user


def _native(workload, place, arguments, variables=None):
    given = workload.time.variables | (variables or {})
    command = counting.fixed([place.program, *program.expanded(arguments, place.start)], given)
    done = tools.run(command, timeout=workload.time.timeout, cwd=place.start, merge=True)
    if done.status is None or done.status < 0:
        raise tools.Problem(f"{workload.name} was ended by {'its time' if done.status is None else f'signal {-done.status}'}, given {arguments[:6]}")
    return done


def _faults(workload, path):
    """Pages that a start touches which are in memory already; the fewest of several starts."""
    with placed(workload, path, prepared=False) as place:
        return min(_native(workload, place, workload.time.start).faults for _ in range(STARTS))


def _compressed(path):
    packed = tools.check([tools.find("zstd"), "-19", "-q", "-c", path]).stdout
    return {"xz": len(lzma.compress(path.read_bytes(), preset=9 | lzma.PRESET_EXTREME)), "zstd": len(packed)}


@dataclass(frozen=True)
class _Place:
    """Where a program starts, and its path from there: always the same, because the length of a path moves the stack."""

    start: Path
    program: str


@contextlib.contextmanager
def placed(workload, path, prepared=True):
    """Where a program starts, its inputs and the program itself in place."""
    with program.workplace(workload, workload.time) as start:
        place = _Place(start, "../" * (1 + len(Path(workload.time.folder).parts)) + "program")
        shutil.copy(path, start / place.program)
        for arguments in workload.time.prepare if prepared else []:
            _native(workload, place, arguments)
        yield place


def _input_digests(workload, inputs):
    """What the inputs contain that lie here; those of the package go by its version."""
    roots = [program.DRIVERS / name for name in inputs if not name.startswith("source:")]
    files = [path for root in roots for path in (sorted(root.rglob("*")) if root.is_dir() else [root])]
    return [content.file_digest(path) for path in files if path.is_file()]
