#!/usr/bin/env python3
"""Builds programs and libraries that none of us wrote without and with merging, and runs their own test suites.

Consumes `fuzz/suites.toml`: where each one's sources are, how it is built and tested, and settings, which are flags of the
compiler and passes. Produces a table: suite, setting, merges, tests passed unmerged and merged, verdict. Guarantees: both
builds differ only in FMERGE_PIPELINE. The exit status is 1 if a test passes unmerged and not merged, if a merged build
fails, if the plugin logs an error, or if nothing was merged.

    fuzz/suites.py                                  # every suite with its own settings
    fuzz/suites.py --only zlib,nom --settings force,default

A run that differs keeps its folder, whose name is printed. `reproduce.sh` there builds and tests anew; so
`fmerge bisect -- sh reproduce.sh` finds the merge (`docs/broken.md`).
"""

import argparse
import json
import re
import shlex
import shutil
import sys
import tomllib
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "tools"))

from fmtools import REPOSITORY, content, fetching, tools
from fmtools.plugin import cli_path, copied, plugin_path

DATA = Path(__file__).with_name("suites.toml")

PASSED = {
    "automake": r"^(?:PASS|XFAIL): (.*)$",
    "cargo": r"^test (.*) \.\.\. ok$",
    "ctest": r"^ *\d+/\d+ Test +#\d+: (\S+) \.+ +Passed",
    "meson": r"^ *\d+/\d+ (.*?) +OK\b",
    "catch": r"^ *(All tests passed \(.*\)|test cases:.*\| *\d+ passed)",
}
"""How a test that passed looks in what a suite prints, by the name of the format; the group is its name. A group
`count` is a number of tests that have no names."""

MERGES = re.compile(r"^fmerge: info: [\w-]+: \d+ functions, .* (\d+) merges \(", re.MULTILINE)

ERRORS = re.compile(r"^fmerge: error: .*$", re.MULTILINE)

CHOOSE = """#!/bin/sh
[ -z "$SUITES_PIPELINE" ] || export FMERGE_PIPELINE="$SUITES_PIPELINE"
[ -z "$SUITES_EARLY" ] || export FMERGE_EARLY_PIPELINE="$SUITES_EARLY"
exec {program} "$@"
"""
"""Runs a compiler's linker. Only links hear of the passes, so that what is linked can be compiled once for all settings."""

COMPILE = """#!/bin/sh
case " $* " in *" -c "*) exec ccache {program} "$@" ;; esac
"""

WHOLE = "the test command succeeds"
"""The name of what the exit status of a suite says."""


@dataclass(frozen=True)
class Setting:
    """Flags and passes; `flags` are of C and C++, `cargo` options of `cargo fmerge`."""

    name: str
    flags: str = "-Oz -flto"
    cargo: str = ""
    level: str = "z"
    """Of optimisation, of Rust."""
    pipeline: str = ""
    """Empty: the default."""
    early: str = ""
    objects: bool = False
    """Whether it is built twice, the second time by the summary of all objects of the first."""

    @property
    def plain(self):
        """The same without merging."""
        return replace(self, pipeline="none", early="none", objects=False)

    def environment(self, plugin, cli, programs, log):
        """The variables of a build."""
        given = {
            "FMERGE_PLUGIN": plugin, "FMERGE": cli, "FMERGE_LOG": "info", "FMERGE_LOG_FILE": log, "FMERGE_CC": programs / "clang", "FMERGE_CXX": programs / "clang++",
            "CC": programs / "fmerge-cc", "CXX": programs / "fmerge-c++", "CFLAGS": self.flags, "CXXFLAGS": self.flags,
            "AR": tools.llvm("llvm-ar"), "RANLIB": tools.llvm("llvm-ranlib"), "NM": tools.llvm("llvm-nm"),
            "CMAKE": f"cmake -DCMAKE_AR={tools.llvm('llvm-ar')} -DCMAKE_RANLIB={tools.llvm('llvm-ranlib')} -DCMAKE_BUILD_TYPE=",
            "CARGO_FMERGE": shlex.join(["env", "-u", "FMERGE_PIPELINE", "-u", "FMERGE_EARLY_PIPELINE", str(cli), "cargo", *self.cargo.split()]),
            "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER": programs / "cc", "SUITES_PIPELINE": self.pipeline, "SUITES_EARLY": self.early,
            "CARGO_PROFILE_RELEASE_OPT_LEVEL": self.level, "CARGO_PROFILE_RELEASE_LTO": "false", "CARGO_PROFILE_RELEASE_DEBUG": "false",
            "CARGO_PROFILE_RELEASE_STRIP": "none", "CARGO_PROFILE_RELEASE_PANIC": "unwind",
        }
        if "-flto" not in self.flags:
            # What comes from a cache logs nothing.
            given |= {"CCACHE_DISABLE": "1"} | ({"FMERGE_PIPELINE": self.pipeline} if self.pipeline else {})
        return {name: str(value) for name, value in given.items()}


@dataclass(frozen=True)
class Suite:
    """A program or library with tests."""

    name: str
    why: str
    version: str
    debian: str = ""
    crate: str = ""
    needs: tuple = ()
    """Packages of Debian that it is built or tested with, besides those of `scripts/setup`."""
    patch: str = ""
    """A command that changes the unpacked sources."""
    build: str = ""
    test: str = "$CARGO_FMERGE test --release --no-fail-fast --tests"
    passed: str = "cargo"
    """A name of `PASSED`, or a pattern of its own."""
    unsteady: tuple = ()
    """Patterns for tests that do not pass each time unmerged, or that look at what fmerge does not promise."""
    settings: tuple = ("force", "default")
    seconds: int = 1800
    """The longest a build or a test may take."""

    @property
    def pattern(self):
        """What finds a test that passed."""
        return re.compile(PASSED.get(self.passed, self.passed), re.MULTILINE)


@dataclass
class Outcome:
    """What a build and its tests gave."""

    broken: str = ""
    """Why there was nothing to test."""
    merges: int = 0
    errors: list = field(default_factory=list)
    passed: list = field(default_factory=list)


def load(path=DATA):
    """Suites and settings by name."""
    read = tomllib.loads(path.read_text())
    settings = {name: Setting(name, **fields) for name, fields in read["settings"].items()}
    suites = {}
    for name, fields in read["suites"].items():
        fields = {key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()}
        suites[name] = Suite(name, **fields)
        if bool(suites[name].debian) == bool(suites[name].crate):
            raise TypeError(f"{name}: its sources are one of debian and crate")
    return suites, settings


def passed(suite, said):
    """The tests that passed, in order; those of one name are numbered."""
    seen, names = Counter(), []
    for name in _found(suite, said):
        seen[name] += 1
        if not any(re.search(pattern, name) for pattern in suite.unsteady):
            names.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return names


def _found(suite, said):
    for found in suite.pattern.finditer(said):
        count = found.groupdict().get("count")
        yield from [f"one of {suite.name}"] * int(count) if count else [found[1].strip()]


def verdict(plain, merged):
    """What is wrong with a merged run, in words; nothing if it is good."""
    if plain.broken:
        return f"not tried: unmerged, {plain.broken}"
    if not [name for name in plain.passed if name != WHOLE]:
        return "not tried: no test passes unmerged"
    if merged.broken:
        return merged.broken
    now = set(merged.passed)
    lost = [name for name in plain.passed if name not in now]
    if lost:
        return f"{len(lost)} tests fail merged: {', '.join(lost[:5])}{', …' if len(lost) > 5 else ''}"
    if merged.errors:
        return f"the plugin complains: {merged.errors[0]}"
    return "" if merged.merges else "nothing was merged"


class Runner:
    """Builds and tests suites in a folder of its own."""

    def __init__(self, plugin, cli, folder):
        self.plugin, self.cli, self.folder = plugin, cli, folder
        self.programs = folder / "programs"
        self.programs.mkdir(parents=True, exist_ok=True)
        for name in ("fmerge-cc", "fmerge-c++"):
            (self.programs / name).unlink(missing_ok=True)
            (self.programs / name).symlink_to(cli)
        self._script(self.programs / "cc", CHOOSE.format(program=tools.find("cc")))
        for name in ("clang", "clang++"):
            text = COMPILE + CHOOSE.partition("\n")[2]
            self._script(self.programs / name, text.format(program=tools.llvm(name)))

    def _script(self, path, text):
        path.write_text(text)
        path.chmod(0o755)
        return path

    def sources(self, suite):
        """The folder of the unpacked sources, fetched once."""
        # What was once installed, or is only suggested, is known to dpkg too.
        states = tools.run(["dpkg-query", "-Wf", "${db:Status-Status}\n", *suite.needs]) if suite.needs else None
        if states and not (states.good and set(states.stdout.split()) == {b"installed"}):
            raise tools.Problem(f"{suite.name} is built with these packages of Debian: {', '.join(suite.needs)}")

        def make(scratch):
            fetch = fetching.debian if suite.debian else fetching.crate
            unpacked = fetch(suite.debian or suite.crate, suite.version, scratch)
            if suite.patch:
                tools.check(["bash", "-ec", suite.patch], cwd=unpacked)

        identity = [suite.debian, suite.crate, suite.version, suite.patch]
        return content.made_folder(self.folder / "sources" / f"{suite.name}-{content.digest(identity)}", make) / "unpacked"

    def plain(self, suite, setting):
        """The outcome without merging. What could be tested is kept, as it does not depend on the plugin."""
        plain = replace(setting.plain, name="")
        kept = self.folder / "plain" / f"{suite.name}-{content.digest([suite, plain, tools.LLVM])}.json"
        if kept.is_file():
            return Outcome(**json.loads(kept.read_text()))
        outcome = self.attempt(suite, plain, f"{suite.name}-plain")
        if outcome.passed:
            content.made_file(kept, lambda path: path.write_text(json.dumps(vars(outcome))))
            shutil.rmtree(self.folder / "work" / f"{suite.name}-plain")
        return outcome

    def compare(self, suite, setting, keep):
        """Both outcomes and the verdict."""
        plain = self.plain(suite, setting)
        name = f"{suite.name}-{setting.name}"
        merged = Outcome() if plain.broken else self.attempt(suite, setting, name, plain)
        wrong = verdict(plain, merged)
        if not keep and not wrong:
            shutil.rmtree(self.folder / "work" / name, ignore_errors=True)
        return plain, merged, wrong

    def attempt(self, suite, setting, name, plain=None):
        """Builds and tests once. Tests that pass by `plain` and fail are tried a second time."""
        place, logged = self._prepared(suite, setting, name)
        outcome = self._built(suite, place, logged)
        if not outcome.broken:
            outcome.passed = self._tested(suite, place, logged)
            lost = set(plain.passed if plain else ()) - set(outcome.passed)
            if lost:
                again = set(self._tested(suite, place, logged))
                if lost & again:
                    print(f"{name}: failed at first, then passed: {sorted(lost & again)}", flush=True)
                again |= set(outcome.passed)
                outcome.passed = [name for name in plain.passed if name in again]
        log = place / "log"
        said = log.read_text(errors="replace") if log.is_file() else ""
        outcome.merges, outcome.errors = sum(map(int, MERGES.findall(said))), ERRORS.findall(said)[:5]
        return outcome

    def _prepared(self, suite, setting, name):
        """A folder with a copy of the sources and the scripts `build.sh`, `test.sh` and `reproduce.sh`; variables for the log."""
        place = self.folder / "work" / name
        tree, log, sources = place / "tree", place / "log", self.sources(suite)
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        environment = setting.environment(self.plugin, self.cli, self.programs, log)
        environment |= {"CARGO_TARGET_DIR": str(place.with_name(f"{suite.name}-target")), "CCACHE_DIR": str(self.folder / "ccache")}
        logged = {key: value for key, value in environment.items() if key.startswith("FMERGE_LOG")}
        # Cargo builds anew what is younger than the program.
        fresh = f"cd /; rm -rf {tree}; cp -a {sources} {tree}; find {tree} -name '*.rs' -exec touch {{}} +"
        build = f"(\n{suite.build or ':'}\n)"
        if setting.objects:
            summary = place / "program.summary"
            for variable, tool in (("CC", "cc"), ("CXX", "c++")):
                environment[variable] = str(self._script(place / f"fmerge-{tool}", f"#!/bin/sh\nexec {self.cli} {tool} --summary {summary} \"$@\"\n"))
            build = f"{build}\n{self.cli} combine $(find {tree} -name '*.o') -o {summary}\n{fresh}; cd {tree}\n{build}"
        # What configure finds does not depend on merges, and trying it takes longer than most builds.
        known = self.folder / "configured" / f"{suite.name}-{content.digest([setting.flags, setting.objects, suite.build, tools.LLVM])}"
        known.parent.mkdir(exist_ok=True)
        lines = [f"export {key}={shlex.quote(value)}" for key, value in environment.items() if key not in logged]
        lines.append(f'configure() {{ ./configure --cache-file={shlex.quote(str(known))} "$@"; }}')
        header = "\n".join(["set -e", *lines, f"cd {tree}", ""])
        (place / "build.sh").write_text(f"{header}{build}\n")
        (place / "test.sh").write_text(f"{header}{suite.test}\n")
        (place / "reproduce.sh").write_text(f"set -e\n{fresh}\nbash {place}/build.sh\nbash {place}/test.sh\n")
        tools.check(["bash", "-ec", fresh])
        return place, logged

    def _built(self, suite, place, environment):
        done = tools.run(["bash", place / "build.sh"], timeout=suite.seconds, env=environment, merge=True)
        (place / "build.log").write_bytes(done.stdout)
        return Outcome() if done.good else Outcome(broken=f"the build {_ended(done)}: {_last(done)}")

    def _tested(self, suite, place, environment):
        done = tools.run(["bash", place / "test.sh"], timeout=suite.seconds, env=environment, merge=True)
        (place / "test.log").write_bytes(done.stdout)
        # Where it was built is no difference.
        names = passed(suite, done.stdout.decode(errors="replace").replace(str(place), ""))
        return names + [WHOLE] if done.good else names


def _ended(done):
    return "does not end" if done.status is None else f"ends with {done.status}"


def _last(done):
    lines = done.stdout.decode(errors="replace").strip().splitlines()
    return lines[-1][:200] if lines else ""


def main():
    """Runs what is asked for; the exit status is 1 for a difference."""
    suites, settings = load()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(suites), metavar="NAMES", help=f"suites, by comma; all: {','.join(suites)}")
    parser.add_argument("--settings", metavar="NAMES", help=f"settings, by comma (default: those of each suite), of {','.join(settings)}")
    parser.add_argument("--plugin", type=Path, metavar="FILE", help="libfmerge.so (default: the release build)")
    parser.add_argument("--folder", type=Path, default=REPOSITORY / "build/suites", help="where sources and builds lie")
    parser.add_argument("--keep", action="store_true", help="keep the folders of good runs too")
    arguments = parser.parse_args()
    try:
        folder = arguments.folder.resolve()
        plugin = plugin_path(arguments.plugin)
        copies = folder / "plugins" / content.file_digest(plugin)
        plugin, cli = (copied(path, copies / path.name) for path in (plugin, cli_path(plugin)))
        runner = Runner(plugin, cli, folder)
        for name in [*arguments.only.split(","), *(arguments.settings or "").split(",")]:
            if name and name not in suites and name not in settings:
                parser.error(f"no suite or setting {name}")
        wrong = False
        print("| suite | setting | merges | passed unmerged | passed merged | verdict |\n|---|---|--:|--:|--:|---|", flush=True)
        for suite in map(suites.get, arguments.only.split(",")):
            for setting in map(settings.get, (arguments.settings.split(",") if arguments.settings else suite.settings)):
                plain, merged, said = runner.compare(suite, setting, arguments.keep)
                counts = [len([name for name in one.passed if name != WHOLE]) for one in (plain, merged)]
                print(f"| {suite.name} {suite.version} | {setting.name} | {merged.merges:,} | {counts[0]:,} | {counts[1]:,} | {said or 'good'} |", flush=True)
                wrong |= bool(said)
            shutil.rmtree(runner.folder / "work" / f"{suite.name}-target", ignore_errors=True)
    except tools.Problem as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 2
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
