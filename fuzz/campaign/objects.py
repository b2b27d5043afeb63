"""Programs of several objects: analysed, combined, merged by a summary, linked, run.

Consumes a seed. Produces the first finding, or nothing. The summary is the program's own at the default prices
and at none, an old one, or that of another program; bodies are folded in every way that `gfm-merge` knows; lld
links with `--icf=all`, `safe` and `none`, and GNU ld. Passes and code come from the worker, so that a program
costs few processes.
"""

import atexit
import functools
import itertools
import os
import random
import re
import shutil
from dataclasses import dataclass, field, replace
from pathlib import Path

from campaign import csmith, levels, machine, rust, sandbox, shapes, stack, twins, worker
from campaign.check import Finding, Tally, sign_of
from campaign.program import Discarded
from fmtools import content, tools
from fmtools.reports import only_run

FOLDS = ["icf", "comdat", "auto"]

BODIES = "bodies"
"""In the place of a fold: similar functions, merged by a store of bodies (`f3m-merge`)."""

LINKERS = {
    "lld-all": ("--icf=all",),
    "lld-safe": ("--icf=safe",),
    "lld-none": ("--icf=none",),
    "lld-gc": ("--icf=all", "--gc-sections"),
    "ld": None,
}
"""What lld is told, or GNU ld."""

OTHERS = range(900001, 900004)
"""Seeds of the programs whose summary is that of another program."""

SLICES = "slices"
"""As `BODIES`, each object by its own part of the store."""

FREE = ("--thunk", 0, "--parameter", 0, "--similar", "force")
"""Prices under which every group pays, and what is similar is merged whether it pays or not."""

OWN = ("--similar", "speed=ignore")
"""What pays is merged, whatever it takes of time."""


@dataclass(frozen=True)
class Units:
    """A program as modules that are ready for code."""

    modules: list[Path]
    level: str
    stale: list[Path] = field(default_factory=list)
    """Modules of the program as it was before; none for those that were not there."""
    identity: bool = False
    """Whether equal functions must keep addresses of their own."""
    libraries: tuple[str, ...] = ()
    """What the linker is told besides."""
    source: object = None
    """The text it was compiled from, where parts may be left out."""
    batch: int = 2_000_000
    """How many instructions are merged at once."""


@dataclass(frozen=True)
class Variant:
    """A way to merge: whose summary at which prices, who folds, which linkers."""

    summary: str
    fold: str
    linkers: tuple[str, ...]
    force: bool = False
    only: tuple[int, ...] | None = None
    """The units that are merged, or all."""

    @property
    def name(self):
        """In words."""
        return f"summary={self.summary};fold={self.fold}{';force' * self.force}"


def make(seed, folder, keep=None):
    """The program of a seed. A third of them are merged in batches."""
    batch = random.Random(f"batch {seed}").choice([Units.batch] * 6 + [30, 100, 300])
    return replace(_made(seed, folder, keep), batch=batch)


def _made(seed, folder, keep):
    chance = random.Random(f"objects {seed}")
    level = chance.choice(levels.ALL)
    kind = chance.choices(["shapes", "twins", "csmith", "rust"], [60, 20, 15, 5])[0]
    if kind == "rust" and not machine.native():
        # There is no standard library of Rust for it.
        kind = "shapes"
    if kind == "rust":
        modules = rust.make(seed, folder, level)
        return Units(modules, level, modules[:2] if chance.random() < 0.4 else [], libraries=rust.libraries())
    if kind == "shapes":
        return _from_shapes(seed, folder, chance, level, keep)
    return _split(seed, folder, chance, level, {"twins": twins.make, "csmith": csmith.make}[kind])


def _from_shapes(seed, folder, chance, level, keep):
    source = shapes.generate(seed, keep=keep)
    old = shapes.generate(seed, mutation=1, keep=keep)
    source.write(folder / "new")
    old.write(folder / "old")
    more = [*source.flags, *(["-g"] if chance.random() < 0.15 else []), *(["-fcf-protection"] if chance.random() < 0.1 else [])]
    if chance.random() < 0.3:
        more.append("-funique-internal-linkage-names")
    modules = [_compile(source, unit, folder / "new", level, more) for unit in source.units]
    # An old summary is analysed from one unit that changed and the others as they are.
    changed = chance.randrange(len(modules)) if chance.random() < 0.4 else None
    stale = [] if changed is None else [_compile(old, old.units[changed], folder / "old", level, more)] + [module for number, module in enumerate(modules) if number != changed]
    return Units(modules, level, stale, "identity" in source.traits, source=source)


def _compile(source, unit, folder, level, more):
    """From the unit's own folder, so that units of one name have one name in every way."""
    place = (folder / unit).parent
    module = place / f"{Path(unit).stem}.bc"
    csmith.compile_c(Path(unit).name, module, level, *more, driver=source.compiler, cwd=place)
    return module


def _split(seed, folder, chance, level, generate):
    whole = generate(seed, folder).module
    count = chance.randint(2, 5)
    if not worker.split(count, chance.random() < 0.3, whole, folder / "part").good:
        raise Discarded("LLVM cannot split it")
    modules = [folder / f"part{number}" for number in range(count)]
    return Units(modules, level, modules[1:] if chance.random() < 0.4 else [])


def variants(seed, units):
    """What is tried for a program: every fold by its own summary, and some by others."""
    chance = random.Random(f"variants {seed}")
    names = [name for name in LINKERS if not (units.identity and LINKERS[name] and "--icf=all" in LINKERS[name])]
    turn = itertools.cycle(chance.sample(names, len(names)))
    tried = [Variant("free", fold, (next(turn), next(turn)), force=chance.random() < 0.3) for fold in FOLDS]
    by_store = [BODIES, SLICES]
    tried.append(Variant("free", BODIES, (next(turn), next(turn))))
    tried += [Variant("own", fold, (next(turn),)) for fold in (chance.choice(FOLDS), chance.choice(by_store))]
    if units.stale:
        tried += [Variant("stale", fold, (next(turn),)) for fold in (chance.choice(FOLDS), chance.choice(by_store))]
    if chance.random() < 0.3:
        tried += [Variant("other", fold, (next(turn),)) for fold in (chance.choice(FOLDS), chance.choice(by_store))]
    return tried


@dataclass
class Trial:
    """A program under test: its plain objects, what it does, how much stack it needs, and code that was seen to do the same."""

    units: Units
    folder: Path
    tally: Tally
    plain: list[Path]
    expected: tools.Done
    enough: int | None
    modules: list[Path]
    """What each unit was analysed into: an object, or the file of its module."""
    summaries: dict[str, Path]
    seen: set = field(default_factory=set)


class Objects:
    """Tries programs of several objects with one plugin."""

    def __init__(self, plugin, cli):
        self.plugin = plugin
        self.cli = cli

    def prepare(self):
        """What all seeds share."""
        twins.build()
        self.other = self._other_summary()

    def attempt(self, seed, folder, keep=None):
        """The first finding, or `None`, and what was done."""
        tally = Tally()
        units = make(seed, folder, keep)
        try:
            trial = self._trial(units, folder, tally, own_section=seed % 2 == 0)
        except _Fault as fault:
            return Finding("summary", units.level, *fault.args, "gfm-analyze"), tally
        for variant in variants(seed, units):
            finding = self._try(trial, variant)
            if finding:
                return finding, tally
        return None, tally

    def keep(self, seed, folder, place, finding):
        """Puts what shows a finding into a folder: the modules, and a script."""
        units = make(seed, folder)
        if units.source is not None:
            units = self._fewer_parts(seed, folder, units, finding)
        names = []
        for number, module in enumerate(units.modules):
            names.append(f"unit{number}.bc")
            shutil.copy(module, place / names[-1])
        if units.source is not None:
            units.source.write(place / "source")
        variant = next((one for one in variants(seed, units) if one.name == finding.mode), None)
        fewest = self._fewest_units(seed, folder, place, units, finding, variant) if variant else None
        _write_script(place, names, units, fewest, finding)

    def _fewer_parts(self, seed, folder, units, finding):
        """The program without the parts that the finding does not need."""
        kept = set(units.source.parts)
        for part in sorted(kept):
            if len(kept) > 1 and self._still(seed, folder / f"without{part}", finding, kept - {part}):
                kept -= {part}
        return make(seed, folder, kept)

    def _still(self, seed, folder, finding, keep):
        folder.mkdir(parents=True, exist_ok=True)
        try:
            again, _ = self.attempt(seed, folder, keep)
        except Discarded:
            return False
        return again is not None and (again.kind, again.sign, again.mode) == (finding.kind, finding.sign, finding.mode)

    def _fewest_units(self, seed, folder, place, units, finding, variant):
        """The units that must be merged to show it. The summary stays beside them."""
        try:
            trial = self._trial(units, folder, Tally(), own_section=seed % 2 == 0)
        except (_Fault, Discarded):
            return None
        summary = self._summary(trial, variant)
        shutil.copy(summary, place / "program.summary")
        shutil.copy(store_of(summary), place / "program.summary.bodies")
        kept = list(range(len(units.modules)))
        for number in list(kept):
            fewer = tuple(one for one in kept if one != number)
            trial.seen.clear()
            again = self._try(trial, replace(variant, only=fewer))
            if again and (again.kind, again.sign) == (finding.kind, finding.sign):
                kept = list(fewer)
        return kept

    def _trial(self, units, folder, tally, own_section):
        plain = [folder / f"plain{number}.o" for number in range(len(units.modules))]
        passes = "gfm-analyze,f3m-analyze" if own_section else ""
        done = worker.emit(units.level, [(passes, *pair) for pair in zip(units.modules, plain)], *([self.plugin] if own_section else []))
        self._need(done, "analyse" if own_section else None)
        if own_section:
            # What has no functions to describe may have no section either, and then no object is written.
            self._need(worker.emit(units.level, [("", *pair) for pair in zip(units.modules, plain) if not pair[1].exists()]), None)
        parts = plain if own_section else [part for number, module in enumerate(units.modules) for part in self._analyse(module, folder / f"own{number}.part")]
        executable = folder / "plain"
        if not link(plain, executable, "lld-none", units.libraries).good:
            raise Discarded("lld cannot link it unmerged")
        expected = machine.execute(executable, sandbox.REFERENCE_SECONDS)
        if expected.status is None or expected.status < 0:
            raise Discarded("it does not end" if expected.status is None else "it crashes unmerged")
        least = stack.need(executable, expected)
        size = len(parts) // len(units.modules)
        known = {module: parts[size * number : size * (number + 1)] for number, module in enumerate(units.modules)}
        old = [part for module in units.stale for part in (known.get(module) or self._analyse(module, folder / "stale.part"))]
        batch = ("--batch", units.batch)
        summaries = {"free": self._combine(parts, folder / "free", *FREE, *batch), "own": self._combine(parts, folder / "own", *OWN, *batch)}
        if old:
            summaries["stale"] = self._combine(old, folder / "stale", *FREE, *batch)
        modules = [known[module][-1] for module in units.modules]
        return Trial(units, folder, tally, plain, expected, stack.enough(least, units.level), modules, summaries)

    def _need(self, done, ours):
        if done.good and not (ours and done.said):
            return
        if ours is None:
            raise Discarded("LLVM cannot compile it even unmerged")
        if done.good:
            raise _Fault("log", f"{ours}: {sign_of(done.said)}")
        ended = f"signal {-done.status}" if done.status is not None and done.status < 0 else sign_of(done.said)
        raise _Fault("hang" if done.status is None else "crash", f"{ours}: {ended}")

    def _analyse(self, module, part):
        other = part.with_suffix(".module")
        passes = f"gfm-analyze<out={part}>,f3m-analyze<out={other}>"
        self._need(worker.passes(passes, module, part.with_suffix(".bc"), self.plugin), "analyse")
        return [part, other]

    def _combine(self, parts, summary, *prices):
        for only, path in ("constants", summary), ("similar", store_of(summary)):
            self._command("combine", "--plugin", self.plugin, "-j", 1, "--only", only, *prices, *parts, "-o", path)
        return summary

    def _command(self, name, *arguments):
        done = sandbox.run([self.cli, name, *arguments])
        if not done.good:
            raise _Fault("crash", f"{name}: {sign_of(done.said)}")

    def _other_summary(self):
        """The summary of some programs."""
        folder = sandbox.FOLDER / f"other-{os.getpid()}"
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        parts = []
        for seed in OTHERS:
            source = shapes.generate(seed)
            source.write(folder / str(seed))
            for number, unit in enumerate(source.units):
                module = _compile(source, unit, folder / str(seed), "-Os", source.flags)
                parts += self._analyse(module, folder / f"{seed}-{number}.part")
        return self._combine(parts, folder / "summary", *FREE)

    def _try(self, trial, variant):
        finding = functools.partial(Finding, variant.name, name="gfm-merge")
        try:
            merged = self._merge(trial, variant)
        except _Fault as fault:
            return finding(trial.units.level, *fault.args)
        for linker in variant.linkers:
            fault = self._behave(trial, merged, linker)
            if fault:
                return finding(f"{trial.units.level} {linker}", *fault)
        return None

    def _merge(self, trial, variant):
        """The objects, merged."""
        summary = self._summary(trial, variant)
        merged, tasks = list(trial.plain), []
        for number, module in enumerate(trial.units.modules):
            if variant.only is None or number in variant.only:
                merged[number] = trial.folder / f"merged{number}.o"
                for old in merged[number], merged[number].with_suffix(".json"):
                    old.unlink(missing_ok=True)
                merging = pass_of(variant.fold, self._deciding(trial, variant.fold, summary, number))
                passes = f"{merging}{';force' * variant.force};verify;report={merged[number].with_suffix('.json')}>"
                tasks.append((passes, module, merged[number]))
        self._need(worker.emit(trial.units.level, tasks, self.plugin), "merge")
        for task in tasks:
            report = task[2].with_suffix(".json")
            if not report.exists():
                raise _Fault("log", "no report")
            merges = only_run(report)["merges"]
            trial.tally.count(f"merge {variant.fold} by {variant.summary}", merges)
        # What has not changed is not compiled again.
        return [now if now.exists() else plain for now, plain in zip(merged, trial.plain)]

    def _deciding(self, trial, fold, summary, number):
        """The file by which a unit is merged."""
        if fold != SLICES:
            return store_of(summary) if fold == BODIES else summary
        path = trial.folder / f"slice{number}"
        self._command("slice", store_of(summary), trial.modules[number], "-o", path)
        return path

    def _summary(self, trial, variant):
        return self.other if variant.summary == "other" else trial.summaries[variant.summary]

    def _behave(self, trial, merged, linker):
        trial.tally.compared += 1
        if merged == trial.plain:
            trial.tally.equal += 1
            return None
        key = (linker, *map(content.file_digest, merged))
        if key in trial.seen:
            trial.tally.equal += 1
            return None
        executable = trial.folder / "merged"
        done = link(merged, executable, linker, trial.units.libraries)
        if not done.good:
            return self._blame_linker(trial, linker, executable, done)
        fault = stack.fault(executable, trial.expected, trial.enough)
        if fault:
            return self._blame_program(trial, linker, executable, fault)
        trial.seen.add(key)
        return None

    def _blame_linker(self, trial, linker, executable, done):
        if not link(trial.plain, executable, linker, trial.units.libraries).good:
            raise Discarded(f"{linker} cannot link it unmerged")
        return "link", sign_of(done.said)

    def _blame_program(self, trial, linker, executable, fault):
        """Nobody is to blame for a program that this linker changes, or that changes from run to run."""
        if not link(trial.plain, executable, linker, trial.units.libraries).good:
            raise Discarded(f"{linker} cannot link it unmerged")
        for _ in range(3):
            if stack.fault(executable, trial.expected, trial.enough):
                raise Discarded(f"{linker} changes it, or it changes by itself, unmerged")
        return fault


class _Fault(Exception):
    """A kind and a sign."""


def pass_of(fold, summary):
    """The pass that merges by a summary, up to where further options go."""
    return f"f3m-merge<summary={summary}" if fold in (BODIES, SLICES) else f"gfm-merge<summary={summary};fold={fold}"


def store_of(summary):
    """The store of bodies beside a summary of constants."""
    return Path(f"{summary}.bodies")


def link(objects, executable, linker, libraries=()):
    """A program of objects."""
    told = LINKERS[linker]
    if told is not None:
        return worker.link_all(objects, executable, *told, *libraries)
    return sandbox.run([tools.find(machine.tool("ld.bfd")), *worker.link_command(objects, executable), *libraries])


def _write_script(place, names, units, fewest, finding):
    """Shell commands that show it: with PLUGIN and FMERGE, the command line."""
    prices = " ".join(map(str, OWN if "summary=own" in finding.mode else FREE))
    own = not re.search("summary=(stale|other)", finding.mode)
    fold = re.search("fold=([a-z]*)", finding.mode)[1]
    only = "constants" if fold in FOLDS else "similar"
    merge = pass_of(fold, "$unit.slice" if fold == SLICES else "summary") + ";force" * finding.mode.endswith(";force")
    linker = finding.level.split()[-1]
    told = LINKERS.get(linker, ("--icf=none",))
    libraries = " ".join(["-lm", "-lstdc++", *(f"-Wl,{one}" for one in units.libraries)])
    link_line = "clang-22 -fuse-ld=bfd" if told is None else "clang-22 -fuse-ld=lld " + " ".join(f"-Wl,{option}" for option in told)
    merged = names if fewest is None else [names[number] for number in fewest]
    level = finding.level.split()[0]
    lines = [
        "#!/bin/sh",
        f"# {finding.kind} at {finding.level} with {finding.mode}: {finding.sign}",
        "# Shows it with the plugin PLUGIN and the command line FMERGE.",
        'cd "$(dirname "$0")" || exit 2',
        f"units='{' '.join(names)}'",
        f"merged='{' '.join(merged)}'",
        f"emit() {{ llc-22 -O{min(2, '012'.find(level[-1])) if level[-1] in '012' else 2} -filetype=obj -relocation-model=pic -function-sections -addrsig \"$1\" -o \"$2\"; }}",
        "for unit in $units; do",
        "  opt-22 -load-pass-plugin=$PLUGIN -passes=\"gfm-analyze<out=$unit.part>,f3m-analyze<out=$unit.module>\" $unit -o /dev/null || exit 1",
        "  emit $unit $unit.plain.o || exit 2",
        "  cp $unit.plain.o $unit.o",
        "done",
        f"$FMERGE combine --plugin $PLUGIN {prices} --batch {units.batch} --only {only} *.part *.module -o summary || exit 1" if own else f"cp program.summary{'' if fold in FOLDS else '.bodies'} summary",
        "for unit in $merged; do",
        *(["  $FMERGE slice summary $unit.module -o $unit.slice || exit 1"] if fold == SLICES else []),
        f"  opt-22 -load-pass-plugin=$PLUGIN -passes=\"{merge};verify>\" $unit -o merged.bc || exit 1",
        "  emit merged.bc $unit.o || exit 1",
        "done",
        f"{link_line} {' '.join(machine.link_flags())} *.bc.plain.o -o plain {libraries} || exit 2",
        f"{link_line} {' '.join(machine.link_flags())} $(for unit in $units; do echo $unit.o; done) -o now {libraries} || exit 1",
        f"{machine.prefix()}./plain > plain.out; echo $? >> plain.out",
        f"{machine.prefix()}./now > now.out; echo $? >> now.out",
        *(stack.commands("plain", "now") if finding.kind == "stack" else []),
        "cmp plain.out now.out",
    ]
    script = place / "reproduce.sh"
    script.write_text("\n".join(lines) + "\n")
    script.chmod(0o755)
