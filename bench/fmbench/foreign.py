"""Machine code for targets that programs are neither linked nor run for: modules, and the sizes of functions.

Consumes workloads, or modules of any target. Produces a module of a whole program as a link step would see it, and
of a module's functions the bytes of code and unwind entries and the number of instructions. Only headers of the
target's C library are needed; calls that nothing defines are left open.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from fmbench import build, compiling, store
from fmbench.build import LTO
from fmbench.compiling import COMMON, compiler_name
from fmtools import tools

WHOLE = ["--no-gc-sections", "--unresolved-symbols=ignore-all"]
"""Links an object alone, with all that it holds, only to give every function its final code."""

FDE = re.compile(r"^[0-9a-f]+ ([0-9a-f]+) [0-9a-f]+ FDE .*pc=([0-9a-f]+)", re.MULTILINE)

LABEL = re.compile(r"^[0-9a-f]+ <(.*)>:$")

INSTRUCTION = re.compile(r"^\s*[0-9a-f]+:\s")


@dataclass(frozen=True)
class Foreign:
    """How to compile for a target, with the headers of which Debian package. They need not be the target's own:
    what is compiled is never run, so that it is enough if integers and pointers have the right size."""

    flags: list[str]
    headers: str
    package: str


ARM = ("usr/arm-linux-gnueabihf/include", "libc6-dev-armhf-cross")

BARE = ["-fno-unwind-tables", "-fno-asynchronous-unwind-tables", "-D__ARM_PCS_VFP"]

CXX = ["-isystem/usr/include/c++/12", "-isystem/usr/include/x86_64-linux-gnu/c++/12"]
"""The headers of this machine's C++ library will do."""

TARGETS = {
    "aarch64": Foreign(["--target=aarch64-linux-gnu", "-fPIC"], "usr/aarch64-linux-gnu/include", "libc6-dev-arm64-cross"),
    "thumb2": Foreign(["--target=thumbv7m-none-eabi", *BARE], *ARM),
    "riscv32": Foreign(["--target=riscv32-unknown-elf", "-march=rv32imac", *BARE], *ARM),
    "riscv64": Foreign(["--target=riscv64-linux-gnu", "-fPIC"], "usr/riscv64-linux-gnu/include", "libc6-dev-riscv64-cross"),
    "wasm32": Foreign(["--target=wasm32-unknown-unknown", *BARE], *ARM),
}
"""The targets that have a table of prices, other than the one this machine is."""

NATIVE = build.NATIVE.name
"""The name of what this machine is."""


@dataclass(frozen=True)
class Size:
    """What a function takes: bytes with its unwind entry, and instructions."""

    bytes: int
    instructions: int


def add_headers(parser):
    """The option that says where the packages are unpacked."""
    parser.add_argument("--headers", type=Path, default=Path("/"), metavar="FOLDER", help="where headers for other targets are unpacked")


def compiles(workload):
    """Whether a program is compiled file by file, and not by a build system of its own, which does it for this machine alone."""
    return bool(workload.build.sources)


def late(workload, name, root):
    """As `module`, for this machine too."""
    return build.modules(workload) / "late.bc" if name == NATIVE else module(workload, name, root)


def module(workload, name, root):
    """The program as one module after optimisation at link time. `root` is where the packages are unpacked."""
    return _modules(workload, name, root) / "late.bc"


def early(workload, name, root):
    """The same before it. A library is used by something: what it exports stays."""
    return _modules(workload, name, root) / "linked.bc"


def _modules(workload, name, root):
    target = TARGETS[name]
    flags = ["-Oz", "-emit-llvm", *COMMON[1:], *target.flags, *(CXX if workload.build.language == "c++" else [])]
    flags += ["-isystem", str(root / target.headers)]

    def make(scratch):
        objects = compiling.file_by_file(workload, tools.llvm(compiler_name(workload)), flags)
        tools.check([tools.llvm("llvm-link"), *objects, "-o", scratch / "linked.bc"])
        tools.check([tools.llvm("opt"), f"-passes={LTO}", scratch / "linked.bc", "-o", scratch / "late.bc"])

    return store.cached(f"foreign-{workload.name}-{name}", [compiling.identity(workload, flags)], make)


def function_sizes(path, folder):
    """The size of each function of a module, by name."""
    triple = triple_of(path)
    whole = linked(path, triple, folder)
    sizes = wasm_sizes(whole.read_bytes()) if triple.startswith("wasm") else elf_sizes(whole)
    counts = instructions(whole, sizes)
    return {name: Size(size, counts.get(name, 0)) for name, size in sizes.items()}


def linked(path, triple, folder, codegen=(), flags=()):
    """A module of a target, compiled and linked alone with all that it holds, as a file of the folder. `codegen` are more
    options of llc, and `flags` of lld for ELF."""
    position = "pic" if "linux" in triple else "static"
    usual = [option for option in build.CODEGEN if "relocation-model" not in option]
    tools.check([tools.llvm("llc"), *usual, f"-relocation-model={position}", *codegen, path, "-o", folder / "code.o"])
    whole = folder / "whole"
    if triple.startswith("wasm"):
        # Relocations leave room for the largest number; a link that optimises takes it away.
        options = ["--no-entry", "--export-all", "--allow-undefined", "--no-gc-sections", "--no-demangle", "--compress-relocations", "--strip-debug"]
        tools.check([tools.llvm("wasm-ld"), *options, folder / "code.o", "-o", whole])
    else:
        shared = ["-shared", "-znotext"] if position == "pic" else ["-e", "0"]
        tools.check([tools.llvm("ld.lld"), *WHOLE, "--noinhibit-exec", *flags, *shared, folder / "code.o", "-o", whole])
    return whole


def triple_of(path):
    """The target triple of a module."""
    text = tools.check([tools.llvm("opt"), "-S", path, "-o", "-"]).stdout
    found = re.search(rb'^target triple = "(.*)"$', text, re.MULTILINE)
    return found[1].decode() if found else ""


def elf_sizes(path):
    """Bytes of each function of a linked file, its unwind entry included."""
    symbols = tools.check([tools.llvm("llvm-nm"), "-S", "--defined-only", path]).stdout.decode()
    unwind = tools.check([tools.llvm("llvm-dwarfdump"), "--eh-frame", path]).stdout.decode()
    # The length of an entry does not count its own four bytes.
    entries = {int(at, 16): int(length, 16) + 4 for length, at in FDE.findall(unwind)}
    rows = [line.split() for line in symbols.splitlines()]
    functions = [row for row in rows if len(row) == 4 and row[2] in "tTwW"]
    return {name: int(size, 16) + entries.get(int(at, 16), 0) for at, size, _, name in functions}


def instructions(path, functions):
    """The number of instructions of each function; other labels are places inside of one."""
    counts, name = {}, None
    listing = tools.check([tools.llvm("llvm-objdump"), "-d", "--no-show-raw-insn", path]).stdout.decode()
    for line in listing.splitlines():
        label = LABEL.match(line)
        if label and label[1] in functions:
            name = label[1]
            counts[name] = 0
        elif name and INSTRUCTION.match(line):
            counts[name] += 1
    return counts


def wasm_sizes(data):
    """Bytes of each function of a linked WebAssembly module: its body, the length in front of it, its type."""
    sections = list(wasm_sections(data))
    imported, bodies, names = 0, [], {}
    for number, start, end in sections:
        if number == 2:
            imported = imported_functions(data, start)
        if number == 10:
            count, at = number_at(data, start)
            for _ in range(count):
                size, body = number_at(data, at)
                bodies.append(body + size - at + 1)
                at = body + size
        if number == 0:
            length, at = number_at(data, start)
            if data[at : at + length] == b"name":
                names = function_names(data, at + length, end)
    return {names[imported + at]: size for at, size in enumerate(bodies) if imported + at in names}


def wasm_sections(data):
    """Number, start and end of each section."""
    at = 8
    while at < len(data):
        size, start = number_at(data, at + 1)
        yield data[at], start, start + size
        at = start + size


def imported_functions(data, at):
    """How many of the imports are functions: they have the first numbers."""
    count, at = number_at(data, at)
    functions = 0
    for _ in range(count):
        for _ in range(2):
            length, at = number_at(data, at)
            at += length
        kind = data[at]
        at += 1
        functions += kind == 0
        if kind == 3:
            at += 2
        elif kind in (1, 2):
            at += kind == 1
            limits, at = number_at(data, at)
            for _ in range(1 + (limits & 1)):
                _, at = number_at(data, at)
        else:
            _, at = number_at(data, at)
    return functions


def function_names(data, at, end):
    """The names of functions, by number."""
    names = {}
    while at < end:
        kind = data[at]
        size, at = number_at(data, at + 1)
        if kind == 1:
            count, place = number_at(data, at)
            for _ in range(count):
                number, place = number_at(data, place)
                length, place = number_at(data, place)
                names[number] = data[place : place + length].decode()
                place += length
        at += size
    return names


def number_at(data, at):
    """A number in LEB128, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at
