"""Programs built by the real compiler and linker under a random draw of what users and distributions set.

Consumes a seed. Produces the first finding, or nothing. The program is built without the plugin, and with it in
some of its pipelines, under the same flags; both must print and return the same, with twice the stack that the
plain build needs. Counts of a coverage build must agree, and debug information that was good must stay so.
"""

import functools
import os
import random
import re
import shlex
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

from campaign import csmith, levels, machine, sandbox, shapes, stack, twins
from campaign.check import Finding, Tally, sign_of
from campaign.program import Discarded, Source
from campaign.shape_parts import SLIPS, slips
from fmtools import tools
from fmtools.reports import runs

PIPELINES = [
    "default",
    "fmerge<force;rounds=3;verify>",
    "fmerge<force;time-price=40;verify>",
    "fmerge<speed=keep;verify>",
    "fmerge<slowdown=1000;time-price=0;verify>",
    "fmerge<profit=exact;speed=ignore;rounds=3;verify>",
    "fmerge<force;thunks=keep;thunk-entries=drop;verify>",
    "f3m<force;verify>",
    "f3m<force;time-price=5;verify>",
    "gfm<force;verify>",
    "gfm<force;params=1;verify>",
    "rounds icf",
    "rounds comdat",
    "rounds auto",
]
"""What merges: the plugin as it comes, a pass, or analysis and merging across objects in two rounds."""

SIMPLE = {
    "-g": 0.2,
    "-g1": 0.05,
    "-g -gsplit-dwarf": 0.05,
    "-funique-internal-linkage-names": 0.2,
    "-fcf-protection": 0.2,
    "-fcf-protection=branch": 0.05,
    "-fstack-protector-strong": 0.15,
    "-fstack-protector-all": 0.05,
    "-fstack-clash-protection": 0.15,
    "-fvisibility=hidden": 0.15,
    "-ffunction-sections": 0.3,
    "-fdata-sections": 0.1,
    "-fno-semantic-interposition": 0.1,
    "-fsemantic-interposition": 0.05,
    "-fno-omit-frame-pointer": 0.15,
    "-fno-plt": 0.1,
    "-fno-asynchronous-unwind-tables": 0.05,
    "-D_FORTIFY_SOURCE=2": 0.1,
    "-fno-inline": 0.1,
    "-fno-strict-aliasing": 0.05,
    "-fwrapv": 0.05,
    "-ftrivial-auto-var-init=zero": 0.1,
    "-fno-jump-tables": 0.05,
    "-mno-red-zone": 0.05,
    "-march=x86-64-v3": 0.1,
    "-ffp-contract=off": 0.05,
    "-fpatchable-function-entry=2": 0.03,
    "-finstrument-functions": 0.02,
    "-mretpoline": 0.02,
    "-fzero-call-used-regs=used-gpr": 0.03,
    "-fsplit-machine-functions": 0.02,
    "-femulated-tls": 0.02,
}
"""Flags of the compiler that go with all others, and how likely each is."""

HERE = {
    "-fcf-protection", "-fcf-protection=branch", "-march=x86-64-v3", "-mno-red-zone", "-mretpoline", "-fsplit-machine-functions",
    "-fzero-call-used-regs=used-gpr", "-fpatchable-function-entry=2", "-fstack-clash-protection", "-D_FORTIFY_SOURCE=2", "-no-pie",
}
"""Flags that not every other target knows."""

ADDRESS_SPACE = {"address", "memory", "thread"}
"""Sanitizers that want address space, and stack, without a limit."""

SANITIZERS = {
    "undefined": ["-fsanitize=undefined", "-fno-sanitize-recover=all"],
    "address": ["-fsanitize=address", "-DSTACK_BYTES=0"],
    "memory": ["-fsanitize=memory", "-DSTACK_BYTES=0"],
    "thread": ["-fsanitize=thread", "-DSTACK_BYTES=0"],
    "cfi": ["-fsanitize=cfi", "-fvisibility=hidden"],
}

PROFILES = {
    "generate": ["-fprofile-generate"],
    "use": ["-fprofile-use=program.profdata", "-Wno-profile-instr-unprofiled"],
    "coverage": ["-fprofile-instr-generate", "-fcoverage-mapping"],
}


@dataclass(frozen=True)
class Draw:
    """How a program is built. Flags that go together are one text."""

    level: str
    flags: tuple[str, ...]
    link: tuple[str, ...]
    pipelines: tuple[str, ...]
    lto: str = ""
    sanitizer: str = ""
    profile: str = ""
    across: bool = False
    """Whether the modules of a ThinLTO link are merged as one (`fmerge ld --across`)."""

    @property
    def compile_flags(self):
        """All that the compiler is told, besides language and files."""
        special = [f"-flto={self.lto}"] if self.lto else []
        special += SANITIZERS.get(self.sanitizer, [])
        special += PROFILES.get(self.profile, [])
        return [*machine.flags(), self.level, *(part for flag in self.flags for part in flag.split()), *special]

    def smaller(self):
        """Draws with one thing less."""
        for flag in self.flags:
            yield replace(self, flags=tuple(one for one in self.flags if one != flag))
        for option in self.link:
            yield replace(self, link=tuple(one for one in self.link if one != option))
        if len(self.pipelines) > 1:
            yield from (replace(self, pipelines=(one,)) for one in self.pipelines)
        if self.sanitizer and self.sanitizer != "cfi":
            yield replace(self, sanitizer="")
        if self.profile:
            yield replace(self, profile="")
        if self.across:
            yield replace(self, across=False)
        if self.lto and self.sanitizer != "cfi" and "-fwhole-program-vtables" not in self.flags:
            yield replace(self, lto="")


def draw(seed, traits):
    """What the seed says of how to build."""
    chance = random.Random(f"flags {seed}")
    lto = chance.choices(["", "full", "thin"], [70, 18, 12])[0]
    sanitizer = _sanitizer(seed)
    profile = chance.choice(list(PROFILES)) if not sanitizer and chance.random() < 0.12 else ""
    flags = [flag for flag, likely in SIMPLE.items() if chance.random() < likely]
    position = chance.choices(["", "-fPIC", "-fPIE", "-fno-pie"], [50, 20, 15, 15])[0]
    link = []
    if sanitizer == "cfi":
        lto = lto or "full"
    if lto and chance.random() < 0.3 and not sanitizer:
        flags += ["-fwhole-program-vtables -fvisibility=hidden"]
    if not sanitizer and not profile and chance.random() < 0.15:
        link.append("-static")
    if position == "-fno-pie" and not sanitizer:
        link.append("-no-pie")
    elif position == "-fno-pie":
        position = ""
    linker = "lld" if lto or chance.random() < 0.7 else "bfd"
    link.append(f"-fuse-ld={linker}")
    icf = chance.choice(["all", "safe", "none", ""]) if linker == "lld" else ""
    if icf and not (icf == "all" and "identity" in traits):
        link.append(f"-Wl,--icf={icf}")
    if chance.random() < 0.2:
        link.append("-Wl,--gc-sections")
    if chance.random() < 0.3:
        flags.append("-Xclang -disable-O0-optnone")
    if sanitizer == "address" and "slips" in traits:
        flags.append(f"-DSLIP={chance.randrange(SLIPS + 1)}")
    pipelines = tuple(chance.sample(PIPELINES, 2))
    level = chance.choice(["-Os", "-Oz"]) if "default" in pipelines and chance.random() < 0.7 else chance.choice([*levels.ALL, "-O3"])
    across = lto == "thin" and random.Random(f"across {seed}").random() < 0.5
    return _possible(Draw(level, tuple(_compatible([*flags, position] if position else flags, lto, sanitizer)), tuple(link), pipelines, lto, sanitizer, profile, across))


def _possible(drawn):
    """What can be had for the target: there are no run-time libraries of LLVM for others than this machine."""
    if machine.native():
        return drawn
    flags, link = (tuple(one for one in all_of_them if one not in HERE) for all_of_them in (drawn.flags, drawn.link))
    return replace(drawn, flags=flags, link=link, sanitizer="", profile="")


def _sanitizer(seed):
    """Few programs have one: they take long."""
    chance = random.Random(f"sanitizer {seed}")
    return chance.choice(list(SANITIZERS)) if chance.random() < 0.12 else ""


def _compatible(flags, lto, sanitizer):
    """Without what clang refuses beside the others."""
    refused = set()
    if sanitizer:
        refused |= {"-D_FORTIFY_SOURCE=2", "-mretpoline", "-fno-omit-frame-pointer", "-femulated-tls"}
    if "-g -gsplit-dwarf" in flags and lto:
        refused.add("-g -gsplit-dwarf")
    return [flag for flag in flags if flag not in refused]


class Failed(Exception):
    """A command of ours failed: kind and sign."""


def executed(shown):
    """
    The functions in what `llvm-profdata show --all-functions --counts` prints that ran at all, each with its counts.

    What nobody calls may be in one program and not in the other: the linker drops its counters by `--gc-sections`, but
    keeps them where a merged function holds its code too.
    """
    functions = re.findall(r"^  (\S.*):\n((?:    .*\n)+)", shown.decode(), re.MULTILINE)
    return {name: facts for name, facts in functions if re.search(r"(?:count: |\[|, )[1-9]", facts)}


class Build:
    """Runs commands in a folder and keeps them, for a script."""

    def __init__(self, folder, driver):
        self.folder = folder
        self.driver = driver
        self.lines = []

    def run(self, command, **env):
        """Runs a command."""
        variables = [f"{name}={shlex.quote(value)}" for name, value in env.items()]
        shown = shlex.join(map(str, command)).replace(str(self.driver.plugin), '"$PLUGIN"').replace(str(self.driver.cli), '"$FMERGE"')
        self.lines.append(" ".join([*variables, shown]).replace("'\"$PLUGIN\"'", '"$PLUGIN"'))
        return sandbox.run(command, env={"FMERGE_LOG": "error", "LLVM_DISABLE_SYMBOLIZATION": "1", **env}, cwd=self.folder, memory=None)


class Flags:
    """Tries programs under random flags with one plugin. Other kinds say what else programs and flags are drawn from."""

    def make(self, seed, keep=None):
        """The sources of a seed."""
        return make(seed, keep)

    def draw(self, seed, traits):
        """How they are built."""
        return draw(seed, traits)

    def trial(self, *given):
        """What builds and compares."""
        return Trial(*given)

    def __init__(self, plugin, cli):
        self.plugin = plugin
        self.cli = cli

    def prepare(self):
        """Nothing is shared."""

    def attempt(self, seed, folder, keep=None, chosen=None):
        """The first finding, or `None`, and what was done."""
        source = self.make(seed, keep)
        return self.attempt_source(source, chosen or self.draw(seed, source.traits), folder)[:2]

    def attempt_source(self, source, chosen, folder):
        """The finding, what was done, and the commands."""
        source.write(folder)
        tally, build = Tally(), Build(folder, self)
        trial = self.trial(source, chosen, build, tally)
        trial.prepare()
        for number, pipeline in enumerate(chosen.pipelines):
            finding = functools.partial(Finding, pipeline, " ".join([*chosen.compile_flags, *chosen.link]), name="fmerge")
            try:
                fault = trial.merged(pipeline, f"merged{number}")
            except Failed as failed:
                fault = failed.args
            if fault:
                return finding(*fault), tally, build.lines
        return None, tally, build.lines

    def keep(self, seed, folder, place, finding):
        """Leaves out parts and flags, and writes a script."""
        source = self.make(seed)
        chosen = replace(self.draw(seed, source.traits), pipelines=(finding.mode,))
        chosen = self._fewer_flags(source, chosen, folder, finding)
        source = self._fewer_parts(seed, source, chosen, folder, finding)
        shutil.rmtree(folder, ignore_errors=True)
        again, _, lines = self.attempt_source(source, chosen, folder)
        source.write(place)
        text = "\n".join(
            [
                "#!/bin/sh",
                f"# {finding.kind} with {finding.mode}: {(again or finding).sign}",
                "# Shows it with the plugin PLUGIN and the command line FMERGE.",
                'cd "$(dirname "$0")" || exit 2',
                "export FMERGE_LOG=error LLVM_DISABLE_SYMBOLIZATION=1",
                "mkdir -p plain merged0 profile",
                *lines,
                f"{machine.prefix()}./plain/program > plain.out; echo $? >> plain.out",
                f"{machine.prefix()}./merged0/program > merged.out; echo $? >> merged.out",
                *(stack.commands("plain/program", "merged0/program") if finding.kind == "stack" else []),
                "cmp plain.out merged.out",
            ]
        )
        (place / "reproduce.sh").write_text(text + "\n")
        (place / "reproduce.sh").chmod(0o755)

    def _shows(self, source, chosen, folder, finding):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        try:
            again = self.attempt_source(source, chosen, folder)[0]
        except Discarded:
            return False
        return again is not None and (again.kind, again.sign) == (finding.kind, finding.sign)

    def _fewer_flags(self, source, chosen, folder, finding):
        smaller = next((one for one in chosen.smaller() if self._shows(source, one, folder, finding)), None)
        return chosen if smaller is None else self._fewer_flags(source, smaller, folder, finding)

    def _fewer_parts(self, seed, source, chosen, folder, finding):
        for part in source.parts:
            fewer = [one for one in source.parts if one != part]
            if fewer and self._shows(self.make(seed, fewer), chosen, folder, finding):
                return self._fewer_parts(seed, self.make(seed, fewer), chosen, folder, finding)
        return source


def make(seed, keep=None):
    """The sources of a seed."""
    chance = random.Random(f"sources {seed}")
    kind = chance.choices(["shapes", "corpus", "csmith"], [75, 12, 13])[0]
    if kind == "shapes":
        more = [slips] if _sanitizer(seed) == "address" else []
        return shapes.generate(seed, units=chance.choice([1, 2, 2, 3]), keep=keep, more=more)
    if kind == "corpus":
        file = chance.choice(sorted([*twins.CORPUS.glob("*.c"), *twins.CORPUS.glob("*.cpp")]))
        texts = {"drive.h": (twins.CORPUS / "drive.h").read_text(), file.name: file.read_text()}
        return Source(texts, [file.name], [], {"c++"} if file.suffix == ".cpp" else set())
    return csmith.source(seed)


class Trial:
    """A program under a draw."""

    def __init__(self, source, chosen, build, tally):
        self.source = source
        self.chosen = chosen
        self.build = build
        self.tally = tally
        self.compiler = tools.llvm(source.compiler)
        self.memory = None if chosen.sanitizer in ADDRESS_SPACE else sandbox.MEMORY
        self.enough = None
        self.said = self.unmerged_said = ""

    def prepare(self):
        """The plain build, what it does, and how much stack it needs."""
        for name in ("plain", "profile", *(f"merged{number}" for number in range(len(self.chosen.pipelines)))):
            (self.build.folder / name).mkdir()
        if self.chosen.profile == "use":
            self._make_profile()
        objects = self._compile("plain", {})
        if not self._link("plain", objects, [], {}):
            raise Discarded("it cannot be linked without the plugin")
        self.unmerged_said = sign_of(self.said)
        self.expected = self._execute("plain")
        again = self._execute("plain")
        if self.expected.status is None or self.expected.status < 0:
            raise Discarded("it does not end" if self.expected.status is None else "it crashes unmerged")
        if not sandbox.same(self.expected, again):
            raise Discarded("it differs from run to run")
        if not self.chosen.sanitizer:
            least = stack.need(self._executable("plain"), self.expected, **self._how("plain"))
            self.enough = stack.enough(least, self.chosen.level)

    def merged(self, pipeline, name):
        """The fault of a merged program, if it has one."""
        self.tally.compared += 1
        if self.chosen.lto:
            objects, same = [f"plain/{number}.o" for number in range(len(self.source.units))], False
            self._link_merged(pipeline, name, objects)
        else:
            objects = self._compile_merged(pipeline, name)
            same = all(self._bytes(f"{name}/{number}.o") == self._bytes(f"plain/{number}.o") for number in range(len(objects)))
            if not same and not self._link(name, objects, [], {}):
                return "link", sign_of(self.said)
        if same or self._bytes(f"{name}/program") == self._bytes("plain/program"):
            self.tally.equal += 1
            return None
        if self.chosen.lto == "thin" or pipeline == "default":
            self.tally.changed(self._label(pipeline))
        return self._behave(name)

    def _behave(self, name):
        fault = stack.fault(self._executable(name), self.expected, self.enough, **self._how(name))
        if fault:
            for _ in range(3):
                if stack.fault(self._executable("plain"), self.expected, self.enough, **self._how("plain")):
                    raise Discarded("it changes by itself, unmerged")
            return fault
        if self.chosen.profile == "coverage" and self._counts("plain") != self._counts(name):
            return "coverage", "the counts differ"
        if any(flag.startswith("-g") for flag in self.chosen.flags) and self.tally.compared == 1:
            return self._debug_information(name)
        return None

    def _debug_information(self, name):
        """Objects are asked, since a linker leaves nonsense where it takes sections out; in LTO there are none."""
        if self.chosen.lto:
            return None
        for number in range(len(self.source.units)):
            if self._verifies(f"plain/{number}.o") and not self._verifies(f"{name}/{number}.o"):
                return "debug", "llvm-dwarfdump --verify objects"
        return None

    def _verifies(self, file):
        return sandbox.run([tools.llvm("llvm-dwarfdump"), "--verify", "--quiet", file], cwd=self.build.folder).good

    def _counts(self, name):
        # What ran on a small stack may have left half a file.
        self._execute(name)
        folder = self.build.folder / "profile"
        merged = folder / f"{name}.profdata"
        done = sandbox.run([tools.llvm("llvm-profdata"), "merge", folder / f"{name}.profraw", "-o", merged])
        if not done.good:
            return None
        return executed(sandbox.run([tools.llvm("llvm-profdata"), "show", "--all-functions", "--counts", merged]).stdout)

    def _make_profile(self):
        trained = replace(self.chosen, profile="generate")
        now, self.chosen = self.chosen, trained
        objects = self._compile("profile", {})
        linked = self._link("profile", objects, [], {})
        self.chosen = now
        raw = self.build.folder / "profile" / "profile.profraw"
        if not linked or self._execute("profile").status is None or not raw.exists():
            raise Discarded("it makes no profile")
        if not self.build.run([tools.llvm("llvm-profdata"), "merge", "profile/profile.profraw", "-o", "program.profdata"]).good:
            raise Discarded("it makes no profile")

    def _compile(self, name, env, *more):
        """Objects in a folder of the name; `None` in the place of no object."""
        objects = [self._compile_unit(name, number, env, *more) for number in range(len(self.source.units))]
        if not all(objects):
            raise Discarded("clang could not compile it")
        return objects

    def _compile_unit(self, name, number, env, *more):
        target = f"{name}/{number}.o"
        command = [self.compiler, *self.chosen.compile_flags, "-w", *self.source.flags, *more, "-c", self.source.units[number], "-o", target]
        done = self.build.run(command, **env)
        self.said, self.status = done.said, done.status
        return target if done.good else None

    def _compile_merged(self, pipeline, name):
        rounds = pipeline.startswith("rounds")
        if rounds:
            self._analyse_units(name)
        objects = []
        for number in range(len(self.source.units)):
            report = f"{name}/{number}.json"
            passes = self._passes(pipeline, name, report)
            env = {"FMERGE_PIPELINE": passes} if passes else {}
            objects.append(self._our_unit(name, number, env))
            self._count(pipeline, report)
        return objects

    def _our_unit(self, name, number, env):
        target = self._compile_unit(name, number, env, f"-fpass-plugin={self.build.driver.plugin}")
        if target is None:
            raise Failed(*_crash(self.status, self.said))
        if self.said:
            raise Failed("log", sign_of(self.said))
        return target

    def _analyse_units(self, name):
        parts = [self._our_unit(name, number, {"FMERGE_PIPELINE": f"gfm-analyze<out={name}/{number}.part>"}) and f"{name}/{number}.part" for number in range(len(self.source.units))]
        self._combine(name, parts)

    def _combine(self, name, parts):
        done = self.build.run([self.build.driver.cli, "combine", "-j", 1, "--thunk", 0, "--parameter", 0, *parts, "-o", f"{name}/summary"])
        if not done.good:
            raise Failed("crash", f"combine: {sign_of(done.said)}")

    def _passes(self, pipeline, name, report=None):
        told = f";report={report}" if report else ""
        if pipeline == "default":
            return None
        if pipeline.startswith("rounds"):
            return f"gfm-merge<summary={name}/summary;fold={pipeline.split()[1]};verify{told}>"
        return pipeline.replace(">", f"{told}>")

    def _link_merged(self, pipeline, name, objects):
        if self.chosen.across and not pipeline.startswith("rounds"):
            return self._link_across(pipeline, name, objects)
        more = [f"-Wl,--load-pass-plugin={self.build.driver.plugin}"]
        if pipeline.startswith("rounds"):
            parts = self.build.folder / name / "parts"
            parts.mkdir()
            self.build.lines.append(f"mkdir -p {name}/parts")
            self._our_link(name, objects, more, {"FMERGE_PIPELINE": f"gfm-analyze<out={name}/parts>"})
            files = sorted(f"{name}/parts/{file}" for file in os.listdir(parts))
            if not files:
                # The linker runs no passes at this level.
                return
            self._combine(name, files)
        report = f"{name}/report.json" if self.chosen.lto == "full" else None
        passes = self._passes(pipeline, name, report)
        self._our_link(name, objects, more, {"FMERGE_PIPELINE": passes} if passes else {})
        self._count(pipeline, report)

    def _link_across(self, pipeline, name, objects):
        """What cannot be linked so is linked as without it, and not counted."""
        self.build.run(["ln", "-sf", self.build.driver.cli, "fmerge-ld"])
        report = f"{name}/report.json"
        env = {"FMERGE_ACROSS": "quiet", "FMERGE_PLUGIN": str(self.build.driver.plugin), "FMERGE_LD": str(Path(tools.llvm("clang")).resolve().parent / "ld.lld")}
        passes = self._passes(pipeline, name)
        env |= {"FMERGE_PIPELINE": passes} if passes else {}
        folds = any("--icf" in option for option in self.chosen.link)
        more = [f"--ld-path={self.build.folder / 'fmerge-ld'}", *([] if folds else ["-Wl,--icf=none"])]
        self._our_link(name, objects, more, {**env, "FMERGE_REPORT": report})
        path = self.build.folder / report
        if path.exists():
            merges = [run["merges"] for run in runs(path) if run["module"] == "ld-temp.o"]
            self.tally.count(f"{pipeline} across modules of ThinLTO", sum(merges))

    def _our_link(self, name, objects, more, env):
        if not self._link(name, objects, more, env):
            raise Failed(*_crash(self.status, self.said))
        if sign_of(self.said) != self.unmerged_said:
            raise Failed("log", sign_of(self.said))

    def _link(self, name, objects, more, env):
        libraries = ["-lm", *(["-pthread"] if "threads" in self.source.traits else [])] if "bare" not in self.source.traits else []
        command = [self.compiler, *self.chosen.compile_flags, *machine.link_flags()[len(machine.flags()) :], "-w", *self.chosen.link, *more, *objects, *libraries, "-o", f"{name}/program"]
        done = self.build.run(command, **env)
        self.said, self.status = done.said, done.status
        return done.good

    def _count(self, pipeline, report):
        path = report and self.build.folder / report
        if path and path.exists():
            self.tally.count(self._label(pipeline), sum(run["merges"] for run in runs(path)))

    def _label(self, pipeline):
        return pipeline + (f" in {self.chosen.lto} LTO" if self.chosen.lto else "")

    def _executable(self, name):
        return self.build.folder / name / "program"

    def _how(self, name):
        return {"cwd": self.build.folder, "memory": self.memory, "env": {"LLVM_PROFILE_FILE": f"profile/{name}.profraw"} if self.chosen.profile else None}

    def _execute(self, name):
        return machine.execute(self._executable(name), sandbox.PROGRAM_SECONDS, **self._how(name))

    def _bytes(self, name):
        return (self.build.folder / name).read_bytes()


def _crash(status, said):
    """The kind and sign of a compiler or linker that failed."""
    if status is None:
        return "hang", "compiler"
    dumped = "Stack dump" in said or "PLEASE submit" in said
    return "crash", "signal" if dumped else sign_of(said)
