"""Objects that refer, in code which nobody calls, to what is nowhere: `--gc-sections` drops that code, and the link succeeds.

Consumes a seed. Each program has functions that main runs, and near twins of them that nothing reaches and that need
undefined functions and variables, or are alone in needing what other objects define: by themselves, through static
functions, tables, inline functions, pointers. So a merged body may not need what its live member did not. A merged
program must link, do the same, and hold nothing that the linker dropped from the plain one.
"""

import random
import re

from campaign import sandbox, shape_parts, shapes
from campaign.flags import PIPELINES, Draw, Flags, Trial
from fmtools import tools

SIGNATURE = shape_parts.SIGNATURE

ONLY = re.compile(r"\b(\w+_only\d+)\b")
"""Names of what dead code alone needs."""

OURS = [one for one in PIPELINES if not one.startswith("rounds")]


def generate(seed, keep=None):
    """The program of a seed."""
    chance = random.Random(f"dead {seed}")
    cplusplus, units = chance.random() < 0.4, chance.choice([1, 2, 2, 3])
    makers = [chance.choice([_twins_of_the_dead, _twins_of_the_dead, _all_dead, shape_parts.plain]) for _ in range(chance.randint(1, 3))]
    makers[0] = chance.choice([_twins_of_the_dead, _twins_of_the_dead, _all_dead])
    parts = []
    for index, make in enumerate(makers):
        if keep is None or index in keep:
            part = shapes.Part(f"dead {seed}", index, 0, units, cplusplus)
            make(part)
            parts.append((index, part))
    return shapes.assemble(parts, units, cplusplus, same_names=False)


def _twins_of_the_dead(part):
    """Twins, of which some are run, and some refer to what is not there."""
    body = part.body(6, 18)
    for number, unit in part.twins(2, 6):
        name = part.fresh(f"work{unit}_")
        lives = number % 2 == 0
        before, after = ("", "") if lives else part.chance.choice(REFERENCES)(part, unit)
        more = part.chance.choice(["", f"b ^= {part.number(part.values)}; "])
        # What has a local name and no caller, clang drops itself.
        linkage = part.linkage() if lives else part.chance.choice(["", 'PUBLIC __attribute__((visibility("hidden"))) ', "__attribute__((used)) static "] if not part.cplusplus else ["", "inline __attribute__((used)) "])
        linkage = linkage.replace("NOINLINE ", "") + "NOINLINE "
        part.emit(unit, f"{linkage}uint64_t {name}{SIGNATURE} {{ {before}{part.fill(unit, body)} {more}{after} return a ^ b; }}")
        if lives:
            part.run(unit, f"return {name}(a, {part.number(part.values)}) + {name}(a >> 3, 5);")


def _all_dead(part):
    """Twins that nobody calls and that differ in what they need, beside constants that somebody reads."""
    unit, count, calls = part.unit(), part.chance.randint(3, 7), part.chance.randint(3, 8)
    body = part.body(2, 6)
    part.emit(unit, f"static const uint64_t {part.name}_read[3] = {{1, {part.number(part.values)}, 3}};")
    filled = part.fill(unit, [line for line in body if not {"@G", "@T", "@S"} & set(re.findall("@[A-Z]", line))] or ["b += 3;"])
    for number in range(count):
        names = [_missing(part) for _ in range(calls)]
        kinds = [part.chance.random() < 0.8 for _ in names] if number == 0 else kinds
        for name, call in zip(names, kinds):
            outer = 'extern "C"' if part.cplusplus else "extern"
            part.emit(unit, f"{outer} uint64_t {name}{SIGNATURE};" if call else f"{outer} uint64_t {name}[9];")
        uses = " ".join(f"a += {name}(b, a);" if call else f"b ^= {name}[a % 9]++;" for name, call in zip(names, kinds))
        part.emit(unit, f'PUBLIC __attribute__((cold, noinline)) uint64_t {part.fresh("dead")}{SIGNATURE} {{ {filled} {uses} {uses} return a ^ b; }}')
    part.run(unit, f"return {part.name}_read[a % 3];")


def _missing(part):
    """The name of something undefined."""
    return part.fresh("missing")


def _call(part, unit):
    name = _missing(part)
    part.emit(unit, f"PUBLIC uint64_t {name}{SIGNATURE};")
    return _either_end(part, f"b += {name}(a, b); ")


def _variable(part, unit):
    name = _missing(part)
    part.emit(unit, f"extern uint64_t {name};" if not part.cplusplus else f'extern "C" uint64_t {name};')
    return _either_end(part, f"{name} += a; b ^= {name}; ")


def _through_a_function(part, unit):
    name, helper = _missing(part), part.fresh("helper")
    kind = part.chance.choice(["static NOINLINE", "inline NOINLINE" if part.cplusplus else "static NOINLINE"])
    part.emit(unit, f"PUBLIC uint64_t {name}{SIGNATURE}; {kind} uint64_t {helper}{SIGNATURE} {{ note(a); return {name}(b, a) ^ b; }}")
    return _either_end(part, f"a += {helper}(b, 3); ")


def _through_a_table(part, unit):
    name, table = _missing(part), part.fresh("table")
    part.emit(unit, f"PUBLIC uint64_t {name}{SIGNATURE}; static uint64_t (*const {table}[]){SIGNATURE} = {{{name}, mix, {name}}};")
    return _either_end(part, f"a += {table}[b % 3](a, b); ")


def _pointer(part, unit):
    name = _missing(part)
    part.emit(unit, f"PUBLIC uint64_t {name}{SIGNATURE}; static uint64_t (*volatile {name}_kept){SIGNATURE};")
    return _either_end(part, f"{name}_kept = {name}; ")


def _only_here(part, unit):
    """Something that another unit defines, or this one, and that the linker drops with the dead code."""
    name = part.fresh("only")
    home = part.unit()
    part.everywhere(f"PUBLIC uint64_t {name}{SIGNATURE};")
    # It may need what is nowhere itself.
    missing = _missing(part)
    needs = f"b ^= {missing}(b, 3); " if part.chance.random() < 0.4 else ""
    part.emit(home, f"PUBLIC uint64_t {missing}{SIGNATURE}; NOINLINE uint64_t {name}{SIGNATURE} {{ {needs}return mix(a, {part.number(part.values)}) + b; }}")
    return _either_end(part, f"b += {name}(b, a); ")


def _only_data(part, unit):
    name = part.fresh("only")
    home = part.unit()
    part.everywhere(f"extern uint64_t {name}[50];" if not part.cplusplus else f'extern "C" uint64_t {name}[50];')
    part.emit(home, f"uint64_t {name}[50] = {{{part.number(part.values)}}};")
    return _either_end(part, f"b += {name}[a % 50]++; ")


def _either_end(part, text):
    return (text, "") if part.chance.random() < 0.4 else ("", text)


REFERENCES = [_call, _call, _variable, _through_a_function, _through_a_table, _pointer, _only_here, _only_data]


def draw(seed):
    """How a program is built."""
    chance = random.Random(f"dead flags {seed}")
    flags = ["-ffunction-sections", *(one for one in ("-fdata-sections", "-fno-pie", "-g", "-fPIC") if chance.random() < 0.3)]
    # What `used` names is there after LTO, and the linker drops it then.
    lto = chance.choices(["", "full", "thin"], [70, 18, 12])[0]
    linker = "lld" if lto else chance.choice(["lld", "lld", "bfd"])
    link = ["-Wl,--gc-sections", f"-fuse-ld={linker}", *(["-no-pie"] if "-fno-pie" in flags else [])]
    if linker == "lld" and chance.random() < 0.3:
        link.append("-Wl,--icf=safe")
    pipelines = ("default", chance.choice([one for one in OURS if one != "default"]))
    return Draw(chance.choice(["-Oz", "-Oz", "-Os"]), tuple(flags), tuple(link), pipelines, lto)


class Dead(Flags):
    """Tries such programs with one plugin."""

    def make(self, seed, keep=None):
        """The sources of a seed."""
        return generate(seed, keep)

    def draw(self, seed, traits):
        """How they are built."""
        return draw(seed)

    def trial(self, *given):
        """Links, runs, and looks at what was kept."""
        return DeadTrial(*given)


class DeadTrial(Trial):
    """A program under a draw."""

    def _behave(self, name):
        fault = super()._behave(name)
        more = self._only(f"{name}/program") - self._only("plain/program")
        kept = not fault and any(self._kept_by_others(name, symbol) for symbol in more)
        return ("kept", "the linker keeps what it dropped from the plain build") if kept else fault

    def _kept_by_others(self, name, symbol):
        """Whether it is kept by another object than its own. What a merge inside of an object keeps there are bytes."""
        units = range(len(self.source.units))
        own = [symbol in self._only(f"plain/{number}.o", "--defined-only") for number in units]
        objects = [f"{'plain' if own[number] else name}/{number}.o" for number in units]
        return self._link(name, objects, [], {}) and symbol in self._only(f"{name}/program")

    def _only(self, file, *told):
        listed = sandbox.run([tools.llvm("llvm-nm"), *told, self.build.folder / file]).stdout.decode()
        return set(ONLY.findall(listed))
