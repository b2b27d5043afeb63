"""Programs that lie in memory as kernels, firmware and large programs do.

Consumes a seed. Each program runs without a C library. A linker script puts its code, constants and variables as far from
each other as the code model of its target allows; some have sections of their own, large arrays, and integers of any
width. Its functions are twins that name many variables, so that addresses and constants go into tables.

Some programs cannot run here: code and data that move apart from each other (Arm's ROPI and RWPI), functions that must
not need the flash (`.ramfunc`). Their objects are looked at (`relocations`).
"""

import random
from dataclasses import dataclass

from campaign import machine, relocations
from campaign.flags import PIPELINES, Draw, Flags, Trial
from campaign.program import Discarded, Source

OURS = [one for one in PIPELINES if not one.startswith("rounds") and "force" in one or one == "default"]

START = """\
#ifdef __x86_64__
#define WRITE 1
#define EXIT 60
__asm__(".text\\n.globl _start\\n_start: xor %ebp, %ebp\\n and $-16, %rsp\\n movabs $begin, %rax\\n call *%rax\\n"
        ".globl ask\\nask: mov %rdi, %rax\\n mov %rsi, %rdi\\n mov %rdx, %rsi\\n mov %rcx, %rdx\\n syscall\\n ret\\n");
#elif defined __aarch64__
#define WRITE 64
#define EXIT 93
__asm__(".text\\n.globl _start\\n_start: mov x29, #0\\n bl begin\\n.globl ask\\nask: mov x8, x0\\n mov x0, x1\\n mov x1, x2\\n mov x2, x3\\n svc #0\\n ret\\n");
#elif defined __riscv
#define WRITE 64
#define EXIT 93
__asm__(".text\\n.globl _start\\n_start: li fp, 0\\n call begin\\n.globl ask\\nask: mv a7, a0\\n mv a0, a1\\n mv a1, a2\\n mv a2, a3\\n ecall\\n ret\\n");
#elif defined __arm__
#define WRITE 4
#define EXIT 1
__asm__(".text\\n.syntax unified\\n.thumb\\n.globl _start\\n.thumb_func\\n_start: movs r0, #0\\n bl begin\\n"
        ".globl ask\\n.thumb_func\\nask: push {r7, lr}\\n mov r7, r0\\n mov r0, r1\\n mov r1, r2\\n mov r2, r3\\n svc #0\\n pop {r7, pc}\\n");
#endif
long ask(long number, long one, long two, long three);
static uint64_t hash = 1;
void *memcpy(void *to, const void *from, size_t n) { volatile char *t = to; const volatile char *f = from; while (n--) *t++ = *f++; return to; }
void *memset(void *to, int byte, size_t n) { volatile char *t = to; while (n--) *t++ = (char)byte; return to; }
NOINLINE void note(uint64_t value) { hash = (hash ^ value) * 0x9E3779B97F4A7C15u, hash ^= hash >> 29; }
NOINLINE void use(volatile void *x, unsigned k) { *(volatile unsigned *)x += k; note(k); }
NOINLINE void show(char part) {
  volatile char line[20]; uint64_t left = hash;
  line[0] = part; line[1] = ' '; line[18] = '\\n';
  for (int at = 17; at > 1; --at, left >>= 4) line[at] = "0123456789abcdef"[left & 15];
  ask(WRITE, 1, (long)line, 19);
}
"""

HEAD = """\
#include <stddef.h>
#include <stdint.h>
#define NOINLINE __attribute__((noinline))
void note(uint64_t value);
void use(volatile void *x, unsigned k);
void show(char part);
"""


@dataclass(frozen=True)
class Layout:
    """Where sections lie, by patterns and addresses, and the flags that allow it."""

    flags: tuple[str, ...] = ()
    places: tuple[tuple[str, int], ...] = ()
    names: tuple[str, ...] = ("",)
    """Sections that variables may be in; the empty one is the compiler's choice."""

    def script(self):
        """The linker script. Addresses are of what follows them; large sections go after all others unless they have a place."""
        given = dict(self.places)
        parts = ["text", "ltext", "rodata", "data", "bss", "far", "lrodata", "ldata", "lbss"]
        order = sorted(parts, key=lambda part: given.get(part, -1 if part == "text" else 0x600000))
        lines = [f". = {given.get('text', 0x400000):#x};"]
        for part in order:
            if part in given and part != "text":
                lines.append(f". = {given[part]:#x};")
            else:
                lines.append(". = ALIGN(0x10000);")
            more = " *(COMMON)" if part == "bss" else " *(.sdata*)" if part == "data" else " *(.sbss*)" if part == "far" else ""
            # A segment for each: else the file would hold what is between them.
            lines.append(f".{part} : {{ *(.{part} .{part}.*){more} }} :{part}")
            if part == "rodata":
                lines.append(".ARM.exidx : { *(.ARM.exidx*) } :rodata")
        segments = " ".join(f"{part} PT_LOAD;" for part in order)
        return f"PHDRS {{ {segments} }}\nSECTIONS {{\n" + "\n".join(lines) + "\n/DISCARD/ : { *(.comment) *(.note*) *(.eh_frame*) *(.ARM.attributes) *(.riscv.attributes) }\n}\n"


GB = 1 << 30

LAYOUTS = {
    "x86-64": [
        Layout(("-fno-pic",), (("data", 0x70000000),)),
        Layout(("-fPIE",), (("text", 0x10000), ("rodata", 0x800000), ("data", 0x7F000000))),
        Layout(("-fno-pic",), (("lrodata", 5 * GB), ("ldata", 6 * GB), ("lbss", 7 * GB)), ("", ".lbss", ".ldata", ".lbss.mine", ".ldata.mine")),
        Layout(("-fPIE",), (("lrodata", 5 * GB), ("ldata", 6 * GB), ("lbss", 7 * GB)), ("", ".lbss", ".ldata", ".lbss.mine", ".ldata.mine")),
        Layout(("-mcmodel=medium", "-fno-pic"), (("lrodata", 5 * GB), ("ldata", 6 * GB), ("lbss", 7 * GB)), ("", "", ".lbss", ".ldata")),
        Layout(("-mcmodel=medium", "-fPIE", "-mlarge-data-threshold=100"), (("lrodata", 5 * GB), ("ldata", 6 * GB), ("lbss", 7 * GB)), ("", "", ".ldata")),
        Layout(("-mcmodel=medium", "-fno-pic", "-mlarge-data-threshold=0"), (("lrodata", 5 * GB), ("ldata", 6 * GB), ("lbss", 7 * GB))),
        Layout(("-mcmodel=large", "-fno-pic"), (("rodata", 4 * GB), ("data", 8 * GB), ("bss", 12 * GB), ("lrodata", 16 * GB), ("ldata", 17 * GB), ("lbss", 18 * GB), ("far", 20 * GB)), ("", ".far")),
        Layout(("-mcmodel=large", "-fPIE"), (("ltext", 3 * GB), ("rodata", 6 * GB), ("data", 8 * GB), ("bss", 12 * GB), ("lrodata", 16 * GB), ("ldata", 17 * GB), ("lbss", 18 * GB)), ("", ".ldata")),
    ],
    "aarch64": [
        Layout(("-fno-pic",), (("text", 0x80000), ("data", 0xC0000000))),
        Layout(("-fPIE",), (("text", 0x80000), ("data", 0xA0000000), ("bss", 0xD0000000))),
        Layout(("-fno-pic",), (("far", 0xE0000000),), ("", ".far")),
        Layout(("-fPIE",), (("text", 0xC0000000), ("rodata", 0x100000), ("data", 0x8000000))),
        Layout(("-mcmodel=large", "-fno-pic"), (("rodata", 4 * GB), ("data", 8 * GB), ("bss", 12 * GB), ("far", 20 * GB)), ("", ".far")),
        Layout(("-mcmodel=tiny", "-fno-pic")),
    ],
    "thumb2": [
        Layout(("-fno-pic",), (("text", 0x80000), ("data", 0xC0000000))),
        Layout(("-fPIE",), (("text", 0x80000), ("data", 0x90000000))),
        Layout(("-fno-pic",), (("far", 0xE0000000),), ("", ".far")),
    ],
    "riscv64": [
        Layout(("-mcmodel=medlow", "-fno-pic"), (("text", 0x10000), ("data", 0x70000000))),
        Layout(("-mcmodel=medany", "-fno-pic"), (("text", 0x100000000), ("rodata", 0x110000000), ("data", 0x170000000))),
        Layout(("-mcmodel=medany", "-fPIE"), (("text", 0x170000000), ("rodata", 0x101000000), ("data", 0x108000000))),
        Layout(("-mcmodel=medany", "-fno-pic"), (("far", 0x70000000),), ("", ".far")),
    ],
}
"""What the ABI of each target allows, nearly at its limits."""

INSPECTED = {
    "ropi": ("--target=thumbv7m-none-eabi", "-fropi"),
    "rwpi": ("--target=thumbv7m-none-eabi", "-frwpi"),
    "ropi and rwpi": ("--target=thumbv7m-none-eabi", "-fropi", "-frwpi"),
    "ramfunc": ("--target=thumbv7m-none-eabi",),
    "ramfunc riscv": ("--target=riscv32-unknown-elf", "-march=rv32imac"),
    "ramfunc here": ("--target=x86_64-linux-gnu",),
}
"""Programs that are looked at, and what their compiler is told."""


class Part:
    """Twins that name many variables, or have numbers of strange widths."""

    def __init__(self, seed, index, layout, sections=""):
        self.chance = random.Random(f"places {seed} {index}")
        self.name = f"p{index}"
        self.layout = layout
        self.sections = sections
        self.texts = []
        self.calls = []
        kind = self.chance.choices(["variables", "widths"], [85, 15])[0] if layout else "variables"
        getattr(self, kind)()

    def variables(self):
        """Twins with variables of their own."""
        count, steps = self.chance.randint(3, 8), []
        kinds = [self._kind() for _ in range(count)]
        for at in range(count):
            steps.append(self.chance.choice([f"use(@{at}, K);", f"use(@{at}, i);", f"use(@{at}, i * 3 + K);", f"@{at}[i & 3] += i;", f"use(@{at} + 2, K);", f"note(@{at}[1]);"]))
        steps += [f"use(@{self.chance.randrange(count)}, {self.chance.choice(['K', 'i', 'i + 2'])});" for _ in range(self.chance.randint(2, 10))]
        self.chance.shuffle(steps)
        # A table pays once enough share it.
        for number in range(self.chance.choice([2, 3, 5, 6, 8])):
            self._twin(number, kinds, steps)

    def _kind(self):
        """What a variable is, and how large."""
        kind = self.chance.choice(["static volatile unsigned", "static volatile unsigned", "static unsigned", "unsigned"])
        # Some start with a value: they are not in .bss.
        value = self.chance.choice(["", "", " = {1, 2, 3}"])
        section = self.chance.choice(self.layout.names) if self.layout else ""
        return kind, self.chance.choice([4, 4, 4, 30, 20000]), value, section

    def _twin(self, number, kinds, steps):
        name = f"{self.name}_f{number}"
        variables = [f"{self.name}_v{number}_{at}" for at in range(len(kinds))]
        for variable, (kind, size, value, section) in zip(variables, kinds):
            told = f'__attribute__((section("{section}"))) ' if section else ""
            # A section holds zeros or it does not.
            value = "" if section.startswith(".lbss") else value or " = {7}" if section else value
            self.texts.append(f"{told}{kind} {variable}[{size}]{value};")
        text = " ".join(steps)
        for at, variable in enumerate(variables):
            text = text.replace(f"@{at}", variable)
        text = "".join(piece + (str(self.chance.randrange(100, 1 << 20)) if last is False else "") for piece, last in _pieces(text))
        own = self.chance.choice(["", "", "", f"note({number}u); "])
        cold = self.chance.choice(["", ", cold"])
        self.texts.append(f"__attribute__((noinline{cold}{self.sections})) void {name}(unsigned i) {{ {own}{text} }}")
        self.calls.append(f"{name}({number + 3});" + "".join(f" note({variable}[{number & 3}]);" for variable in variables))

    def widths(self):
        """Twins that differ in constants of strange widths."""
        width = self.chance.choice([self.chance.randint(2, 130), self.chance.randint(2, 600), self.chance.randint(2000, 9000), self.chance.randint(32000, 70000)])
        if not machine.native():
            # Clang has no wider ones there.
            width = min(width, 128)
        kind = f"{self.name}_wide"
        self.texts.append(f"typedef unsigned _BitInt({width}) {kind}; static volatile {kind} {self.name}_w; static volatile unsigned {self.name}_q[8];")
        # Code for very wide numbers is as long as they are.
        steps = ["w += K;", "w ^= K;", "w |= K;"][: 1 if width > 2000 else 3]
        steps = [step.replace("w", f"{self.name}_w").replace("K", f"({kind})K") for step in steps]
        steps += [f"{self.name}_q[{at}] += K;" for at in range(8)]
        for number in range(5):
            text = "".join(piece + (str(self.chance.randrange(100, 1 << 20)) if last is False else "") for piece, last in _pieces(" ".join(steps)))
            self.texts.append(f"__attribute__((noinline, cold)) void {self.name}_f{number}(unsigned i) {{ {text} note(i); }}")
            self.calls.append(f"{self.name}_f{number}({number}); note((uint64_t){self.name}_w); note({self.name}_q[{number}]);")


def _pieces(text):
    """A text between its constants."""
    pieces = text.split("K")
    return [(piece, number == len(pieces) - 1) for number, piece in enumerate(pieces)]


def chosen(seed):
    """How a seed is built: its layout, or what it is looked at as."""
    chance = random.Random(f"places {seed}")
    if chance.random() < 0.25 and machine.native():
        return None, chance.choice(list(INSPECTED))
    return chance.choice(LAYOUTS[machine.chosen.name]), None


def generate(seed, keep=None):
    """The program of a seed."""
    layout, inspected = chosen(seed)
    chance = random.Random(f"parts of places {seed}")
    sections = ', section(".ramfunc")' if inspected and "ramfunc" in inspected else ""
    parts = [(index, Part(seed, index, layout, sections)) for index in range(chance.randint(1, 3)) if keep is None or index in keep]
    main = "".join(f"  {' '.join(part.calls)}\n  show('0' + {index});\n" for index, part in parts)
    body = "\n".join(line for _, part in parts for line in part.texts)
    texts = {"common.h": HEAD, "program.c": '#include "common.h"\n' + body + "\n"}
    if layout:
        # Where code is placed far, so is what it calls.
        texts["program.c"] = '#include "common.h"\n' + START + body + f"\n__attribute__((used)) void begin(void) {{\n{main}  ask(EXIT, (long)(hash & 63), 0, 0);\n}}\n"
        texts["layout.ld"] = layout.script()
    return Source(texts, ["program.c"], ["-std=gnu23"], {"bare"}, [index for index, _ in parts])


def draw(seed):
    """How a program is built."""
    chance = random.Random(f"places flags {seed}")
    layout, inspected = chosen(seed)
    pipelines = ("default", chance.choice([one for one in OURS if one != "default"]))
    level = chance.choice(["-Oz", "-Oz", "-Os"])
    bare = ["-ffreestanding", "-fno-builtin", "-fno-asynchronous-unwind-tables", "-fno-stack-protector"]
    if inspected:
        return Draw(level, (*INSPECTED[inspected], *bare), (), pipelines)
    flags = [*bare, *layout.flags, *(one for one in ("-ffunction-sections", "-fdata-sections", "-g") if chance.random() < 0.2)]
    return Draw(level, tuple(flags), ("-nostdlib", "-static", "-no-pie", "-fuse-ld=lld", "-Wl,-T,layout.ld", "-Wl,--no-relax"), pipelines)


class Places(Flags):
    """Tries such programs with one plugin."""

    def make(self, seed, keep=None):
        """The sources of a seed."""
        return generate(seed, keep)

    def draw(self, seed, traits):
        """How they are built."""
        return draw(seed)

    def trial(self, source, drawn, *given):
        """Runs a program, or looks at its objects."""
        return (Trial if "layout.ld" in source.texts else Inspected)(source, drawn, *given)


class Inspected(Trial):
    """A program that is compiled and looked at."""

    def prepare(self):
        """The plain objects."""
        for name in ("plain", *(f"merged{number}" for number in range(len(self.chosen.pipelines)))):
            (self.build.folder / name).mkdir()
        self.plain = [relocations.of_object(self.build.folder / path) for path in self._compile("plain", {})]

    def merged(self, pipeline, name):
        """The fault of merged objects, if they have one."""
        self.tally.compared += 1
        if self.chosen.lto:
            raise Discarded("its objects are not code")
        for plain, path in zip(self.plain, self._compile_merged(pipeline, name)):
            sign = relocations.fault(plain, relocations.of_object(self.build.folder / path))
            if sign:
                return "relocations", sign
        return None
