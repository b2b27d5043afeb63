"""Programs in which everything recurses, and which say how much stack each recursion took.

Consumes a seed. Produces a module of groups of near twins. Each calls itself directly, by way of others, through a
pointer, through the library, or through a thunk; and each has, or has not, what makes a frame large: arguments by value and on the stack,
vectors and numbers that are kept across calls, calls that save all registers, and what becomes a call, registers that assembly changes, more values at once than there are registers, slots, what code generation makes slots for, functions with slots that are inlined later, results in memory,
constants that differ. A group may also have in common what is inlined into its members or is not (`COMMON`), which merging must not change. So a merged function that gives the frame of one to the recursion of another is seen.

A merged program may take twice what the plain one takes, so what fits half of a stack unmerged fits all of it merged,
at any depth. Each recursion has a depth at which it takes some hundred kilobytes at most, and is measured.
"""

import random

from campaign import csmith, frames, machine, stack
from campaign.program import Program
from fmtools import tools

LEVELS = ["-Oz", "-Oz", "-Oz", "-Os", "-O2"]

WIDEST = {True: 256, False: 128}
"""Bits of the widest integers: clang has no wider ones for the targets other than x86-64."""

DEPTH = 120
"""Levels of each recursion."""

HEAD = """\
#include <stdio.h>
#include <stdlib.h>
typedef unsigned long word;
#define NOINLINE __attribute__((noinline))
static volatile word p[80];
static char *low;
static int depth;
NOINLINE void deepest(void) { char *here = (char *)__builtin_frame_address(0); if (here < low) low = here; __asm__ volatile("" ::: "memory"); }
NOINLINE static void touch(volatile unsigned char *bytes, word n) { bytes[0] ^= (unsigned char)n; bytes[n - 1] += 3; p[0]++; }
NOINLINE static void call(void) { p[0]++; p[1] ^= p[2]; __asm__ volatile("" ::: "memory"); }
#if defined __x86_64__ || defined __aarch64__
__attribute__((noinline, preserve_most))
#else
NOINLINE
#endif
static void saving(void) { p[0] += 3; __asm__ volatile("" ::: "memory"); }
"""

STEPS = ["p[@I] ^= p[@J] * @K;", "p[@I] += @K;", "p[@I] -= p[@J] ^ @K;", "if (p[@I] & 4) p[@J] += @K;", "p[@I] = p[@J] >> 3;"]


class Group:
    """Near twins and what they need."""

    def __init__(self, chance, name):
        self.chance = chance
        self.name = name
        self.texts = []
        self.helpers = {}
        self.form = chance.choice(["direct", "direct", "direct", "mutual", "ring", "pointer", "pointer", "sorted", "equal", "constants"])
        self.count = chance.randint(2, 4)
        self.shared = chance.choice(["static ", "static ", ""])
        # What all of a group take besides a number.
        self.more = {"equal": "struct", "sorted": ""}.get(self.form, chance.choice(["", "", "", "values", "struct"]))
        self.bytes = chance.choice([32, 256, 1024, 2048])
        self.steps = [self._step() for _ in range(chance.randint(9, 24))]
        self.kept = chance.choice([0, 1, 1, 1, 2])
        self.common = chance.choice([None, None, *COMMON])
        # A slot is lent to a function of the member's own.
        self.is_common_shared = chance.random() < 0.5 and self.common is not lent
        self.common_size = chance.choice([64, 200, 600, 1000, 3000])
        # How its callees come to a slot: by its address, by a struct that has the address, or by one of two places in it.
        self.reached = chance.choice(["directly", "held", "chosen"])

    def _step(self):
        text = self.chance.choice(STEPS)
        while "@I" in text or "@J" in text:
            text = text.replace("@I", str(self.chance.randrange(60)), 1).replace("@J", str(self.chance.randrange(60)), 1)
        # Some constants are the same in all twins.
        return text.replace("@K", self.number()) if self.chance.random() < 0.8 else text

    def number(self):
        """A constant."""
        return str(self.chance.choice([self.chance.randrange(2, 9), self.chance.randrange(1000, 1 << 24)])) + "u"

    def helper(self, name, text):
        """A function or variable that members use."""
        self.helpers[name] = text
        return name

    def members(self):
        """The names."""
        return [f"{self.name}_{number}" for number in range(self.count)]

    def next_of(self, number):
        """What a member calls to go one level deeper."""
        return {
            "direct": f"{self.name}_{number}",
            "constants": f"{self.name}_{number}",
            "mutual": f"{self.name}_back{number}",
            "ring": f"{self.name}_{(number + 1) % self.count}",
            "sorted": f"{self.name}_through",
        }.get(self.form, f"{self.name}_table[n % {self.count}]")

    @property
    def parameters(self):
        """What members take."""
        return "word n" + {"values": ", word x, double y, word z", "struct": f", struct {self.name}_S s"}.get(self.more, "")

    @property
    def handed(self):
        """What they hand on."""
        return "n - 1" + {"values": ", x + 1, y + 1, z ^ n", "struct": ", s"}.get(self.more, "")

    def text(self):
        """All declarations of the group."""
        functions = [self._member(number) for number in range(self.count)]
        lines = []
        if self.more == "struct":
            lines.append(f"struct {self.name}_S {{ unsigned char b[{self.bytes}]; }};")
        lines += [f"{self.shared}NOINLINE word {name}({self.parameters});" for name in self.members()]
        if self.form == "mutual":
            passed = "n" + {"values": ", x, y, z", "struct": ", s"}.get(self.more, "")
            lines += [f"static NOINLINE word {self.name}_back{number}({self.parameters}) {{ p[{number}]++; return {name}({passed}) + {number + 1}; }}" for number, name in enumerate(self.members())]
        if self.form in ("pointer", "equal", "sorted"):
            lines.append(f"static word (*volatile {self.name}_table[])({self.parameters}) = {{{', '.join(self.members())}}};")
        if self.form == "sorted":
            lines += [
                f"static word {self.name}_n, {self.name}_r, {self.name}_two[2];",
                f"static int {self.name}_compare(const void *one, const void *other) {{ (void)one; (void)other; {self.name}_r = {self.name}_table[{self.name}_n % {self.count}]({self.name}_n); return 0; }}",
                f"static NOINLINE word {self.name}_through(word n) {{ {self.name}_n = n; qsort({self.name}_two, 2, sizeof(word), {self.name}_compare); return {self.name}_r; }}",
            ]
        return "\n".join([*lines, *self.helpers.values(), *functions])

    def _member(self, number):
        steps = list(self.steps)
        alike = self.form in ("equal", "constants")
        if not alike and self.chance.random() < 0.3:
            steps.insert(self.chance.randrange(len(steps)), self._step())
        steps = [step.replace("@K", "77u" if alike else self.number()) for step in steps]
        half = len(steps) // 2 if alike else self.chance.randrange(len(steps))
        before, after = "", ""
        if self.form == "constants":
            after = " ".join(f"p[{at}] {sign}= {self.chance.randrange(1000, 1 << 24)}u;" for at, sign in zip(range(20, 23 + self.kept), "+^*-|+^"))
        elif not alike:
            for _ in range(self.chance.choice([0, 0, 1, 1, 2])):
                one, other = self.chance.choice(FEATURES)(self)
                before, after = before + one, other + after
        if self.common:
            before += self.common(self, "" if self.is_common_shared else str(number))
        used = {"values": " p[5] ^= x ^ z ^ (word)y;", "struct": " s.b[n & 31]++; p[5] += s.b[3];"}.get(self.more, "")
        return (
            f"{self.shared}NOINLINE word {self.name}_{number}({self.parameters}) {{ {' '.join(steps[:half])} if (n == 0) {{ deepest(); return p[1]; }}"
            f"{used} {before} word r = {self.next_of(number)}({self.handed}); {after} {' '.join(steps[half:])} return r * 3 + p[2]; }}"
        )

    def run(self, name):
        """What main does with a member."""
        given = "depth" + {"values": ", 1, 2.0, 3", "struct": f", (struct {self.name}_S){{{{1, 2, 3}}}}"}.get(self.more, "")
        equal = stack.EQUAL if self.form == "equal" and not self.common else ""
        return f'  RUN("{name}{equal}", {name}({given}))'


def by_value(group):
    """A call that is handed a structure by value."""
    size = group.chance.choice([64, 256, 1024, 4096])
    kind = f"struct {group.name}_B{size}"
    group.helper(f"take{size}", f"{kind} {{ unsigned char b[{size}]; }}; static {kind} {group.name}_big{size}; static NOINLINE word {group.name}_take{size}({kind} b) {{ p[3]++; return b.b[p[0] % {size}]; }}")
    return f"p[2] += {group.name}_take{size}({group.name}_big{size}); ", ""


def by_stack(group):
    """A call with many arguments."""
    count = group.chance.choice([10, 16, 30, 60])
    parameters = ", ".join(f"word a{number}" for number in range(count))
    total = " ^ ".join(f"a{number}" for number in range(count))
    group.helper(f"many{count}", f"static NOINLINE word {group.name}_many{count}({parameters}) {{ p[3]++; return ({total}) * p[4]; }}")
    given = ", ".join(f"p[{number % 7}]" for number in range(count))
    return f"p[2] += {group.name}_many{count}({given}); ", ""


def vectors(group):
    """Vectors that are kept across a call, perhaps the recursion."""
    size = group.chance.choice([16, 32, 128, 512])
    kind = f"{group.name}_V{size}"
    group.helper(kind, f"typedef unsigned {kind} __attribute__((vector_size({size}))); {kind} {group.name}_v{size}[4];")
    group.made = getattr(group, "made", 0) + 1
    names = [f"v{group.made}_{number}" for number in range(group.chance.choice([1, 2, 4]))]
    load = " ".join(f"{kind} {name} = {group.name}_v{size}[{number & 3}];" for number, name in enumerate(names))
    store = " ".join(f"{group.name}_v{size}[{number & 3}] ^= {name};" for number, name in enumerate(names))
    return _around(group, load, store)


def values(group):
    """Numbers that are kept across a call."""
    kind = group.chance.choice(["word", "word", "unsigned long long", "double", f"unsigned _BitInt({WIDEST[machine.native()]})"])
    group.made = getattr(group, "made", 0) + 1
    names = [f"k{group.made}_{number}" for number in range(group.chance.choice([2, 6, 20]))]
    load = " ".join(f"{kind} {name} = ({kind})p[{number}];" for number, name in enumerate(names))
    store = " ".join(f"p[{number + 20}] ^= (word)({name} + {number});" for number, name in enumerate(names))
    return _around(group, load, store)


def _around(group, load, store):
    """What is kept across the recursion, or across another call before it, which may save all registers."""
    if group.chance.random() < 0.4:
        return load, store
    return f"{load} {group.chance.choice(['call', 'call', 'saving'])}(); {store} ", ""


def spills(group):
    """More values at once than there are registers, and no call."""
    count = group.chance.choice([16, 30, 60])
    group.made = getattr(group, "made", 0) + 1
    names = [f"a{group.made}_{number}" for number in range(count)]
    load = " ".join(f"word {name} = p[{number}];" for number, name in enumerate(names))
    mixed = " ".join(f"x{group.made} = x{group.made} * {2 * number + 3} ^ {name};" for number, name in enumerate(reversed(names)))
    return f"{load} word x{group.made} = {names[0]}; {mixed} p[2] = x{group.made}; ", ""


def by_library(group):
    """Numbers that are kept across what code generation makes a call of."""
    group.made = getattr(group, "made", 0) + 1
    names = [f"l{group.made}_{number}" for number in range(group.chance.choice([4, 8]))]
    load = " ".join(f"word {name} = p[{number}];" for number, name in enumerate(names))
    store = " ".join(f"p[{number + 20}] ^= {name} + {number};" for number, name in enumerate(names))
    group.helper("bytes", f"static unsigned char {group.name}_bytes[64];")
    wide = "p[8] = (word)(((unsigned __int128)p[9] << 9) / (p[10] | 1));" if machine.native() else "p[8] = p[9] / (p[10] | 1);"
    code = group.chance.choice([f"__builtin_memcpy({group.name}_bytes, {group.name}_bytes + 32, p[9] & 31);", wide])
    return f"{load} {code} {store} ", ""


def changed(group):
    """Assembly that changes registers which functions save."""
    registers = {"x86_64": ["rbx", "r12", "r13", "r14", "r15"], "aarch64": [f"x{number}" for number in range(20, 29)] + [f"d{number}" for number in range(8, 16)], "arm": [f"d{number}" for number in range(8, 16)]}
    some = next((names for arch, names in registers.items() if machine.triple().startswith(arch)), [])
    clobbers = "".join(f', "{name}"' for name in some[: group.chance.choice([2, len(some)])])
    return f'__asm__ volatile("" ::: "memory"{clobbers}); ', ""


def wide(group):
    """A call with numbers for which there are no registers, where the target has such."""
    count = group.chance.choice([3, 8])
    parameters = ", ".join(f"long double a{number}" for number in range(count))
    total = " + ".join(f"a{number}" for number in range(count))
    group.helper(f"wide{count}", f"static NOINLINE word {group.name}_wide{count}({parameters}) {{ p[3]++; return (word)({total}); }}")
    given = ", ".join(f"(long double)(p[{number % 7}] & 255)" for number in range(count))
    return f"p[2] += {group.name}_wide{count}({given}); ", ""


def slots(group):
    """A buffer that a call is handed, perhaps aligned beyond the stack."""
    size = group.chance.choice([8, 64, 600, 3000])
    aligned = group.chance.choice(["", "", "", "__attribute__((aligned(64))) ", "__attribute__((aligned(1024))) "])
    group.made = getattr(group, "made", 0) + 1
    return f"{{ {aligned}volatile unsigned char b{group.made}[{size}]; b{group.made}[0] = 1; b{group.made}[{size} - 1] = 2; touch(b{group.made}, {size}); p[6] += b{group.made}[0]; }} ", ""


def hidden(group):
    """What code generation makes slots for: elements by variable indices, wide shifts, vectors that are divided or converted."""
    size = group.chance.choice([16, 32, 128])
    kind, numbers = f"{group.name}_H{size}", f"{group.name}_F{size}"
    group.helper(f"hidden{size}", f"typedef unsigned {kind} __attribute__((vector_size({size}))); typedef float {numbers} __attribute__((vector_size({size}))); {kind} {group.name}_h{size};")
    bits = group.chance.choice([128, WIDEST[machine.native()]])
    made = group.made = getattr(group, "made", 0) + 1
    begin, end = f"{{ {kind} h{made} = {group.name}_h{size} + (unsigned)p[8];", f"{group.name}_h{size} ^= h{made}; }} "
    return begin + group.chance.choice(
        [
            f"p[8] += h{made}[p[9] % {size // 4}];",
            f"h{made}[p[9] % {size // 4}] = (unsigned)p[10];",
            f"h{made} /= h{made} | 3;",
            f"h{made} += __builtin_convertvector(__builtin_convertvector(h{made} >> 8, {numbers}) / 3.0f, {kind});",
            f"unsigned _BitInt({bits}) w{made} = p[8]; w{made} = (w{made} << (p[9] % {bits})) * (p[10] | 1); p[8] ^= (word)(w{made} >> (p[10] % {bits}));",
        ]
    ) + end, ""


def results(group):
    """A result in memory."""
    size = group.chance.choice([64, 700])
    kind = f"struct {group.name}_R{size}"
    group.helper(f"give{size}", f"{kind} {{ unsigned char b[{size}]; }}; static NOINLINE {kind} {group.name}_give{size}(word n) {{ {kind} made = {{{{1, 2}}}}; made.b[n % {size}] = (unsigned char)p[1]; return made; }}")
    return f"p[7] += {group.name}_give{size}(n).b[p[0] % {size}]; ", ""


def later(group):
    """A call that LLVM's inliner takes if no other function makes it. What is called has slots."""
    size = group.chance.choice([16, 64, 600, 1000, 3000])
    group.made = getattr(group, "made", 0) + 1
    name = f"later{size}" if group.chance.random() < 0.5 else f"later{size}_{group.made}"
    much = _much(group.chance.choice([11, 40]))
    group.helper(name, f"word {group.name}_{name}(word n) {{ volatile unsigned char b[{size}]; b[0] = 1; b[{size} - 1] = (unsigned char)n; touch(b, {size}); {much} call(); return p[8] + b[{size} - 1]; }}")
    return f"if (p[0] & 1) p[7] += {group.name}_{name}(n); ", ""


def _much(end=40):
    """Code that makes a function too large to be inlined but for its only call, if there is much of it."""
    return " ".join(f"p[{at}] += p[{at + 1}] * n;" for at in range(10, end))


def _touched(size):
    """Code that needs the buffer `b`. Its two ends get values: nothing else of it may be read."""
    return f"b[0] = 1; b[{size} - 1] = 2; touch(b, {size});"


def large(group, own):
    """A call of a large function with a buffer: the only call, or one of the calls by a whole group. LLVM inlines the only one."""
    size = group.common_size
    name = group.helper(f"large{own}", f"word {group.name}_large{own}(word n) {{ volatile unsigned char b[{size}]; {_touched(size)} {_much()} call(); return p[8] + b[{size} - 1]; }}")
    return f"if (p[0] & 1) p[7] += {group.name}_{name}(n); "


def chain(group, own):
    """A call of a function that calls another one, and so on. Inlined, their buffers may share space."""
    for link in range(3, 0, -1):
        size = group.common_size // (1 + (link + group.common_size) % 3)
        further = f"if (p[1] & 2) p[7] += {group.name}_chain{link + 1}_{own}(n + 1); " if link < 3 else ""
        group.helper(f"chain{link}_{own}", f"word {group.name}_chain{link}_{own}(word n) {{ {{ volatile unsigned char b[{size}]; {_touched(size)} p[9] += b[{size} - 1]; }} {further}{_much()} call(); return p[8]; }}")
    return f"if (p[0] & 1) p[7] += {group.name}_chain1_{own}(n); "


def decided(group, own):
    """A call with a constant that decides whether the callee needs its buffer."""
    size = group.common_size
    buffer = f"volatile unsigned char b[{size}];"
    needs = f"if (mode == 7) {{ {_touched(size)} }}"
    if group.reached == "held":
        held = f"struct {group.name}_D"
        group.helper("held", f"{held} {{ volatile unsigned char *b; word mode; }};")
        group.helper(f"ends{own}", f"static void {group.name}_ends{own}({held} *h) {{ if (h->mode == 7) {{ touch(h->b, {size}); p[4]++; p[5] ^= p[4]; }} }}")
        buffer += f" {held} h = {{b, mode}};"
        needs += f" if (p[1] & 8) {{ {group.name}_ends{own}(&h); p[6]++; }} else {group.name}_ends{own}(&h);"
    group.helper(f"decided{own}", f"word {group.name}_decided{own}(word n, word mode) {{ {buffer} {needs} {_much()} call(); return mode == 7 ? b[{size} - 1] : p[8]; }}")
    mode = "3" if group.form in ("equal", "constants") else group.chance.choice(["3", "3", "7", "n | 1"])
    return f"if (p[0] & 1) p[7] += {group.name}_decided{own}(n, {mode}); "


def lent(group, own):
    """A call that is lent a slot, which becomes values if the callee is inlined."""
    kind = f"struct {group.name}_L"
    group.helper("lent", f"{kind} {{ word v[{group.common_size // 8}]; }};")
    place = "p[0] & 2 ? 3 : 5" if group.reached == "chosen" else "3"
    takes, slot, given, holds = kind, "l", "&lent", ""
    if group.reached == "held":
        takes, slot, given = f"struct {group.name}_H", "l->l", "&held"
        group.helper("holder", f"{takes} {{ {kind} *l; word more; }};")
        holds = f"{takes} held = {{&lent, n}}; "
    group.helper(f"lent{own}", f"word {group.name}_lent{own}(word n, {takes} *l) {{ p[7] += {slot}->v[{place}] * {slot}->v[5]; {_much()} {slot}->v[4] = p[9]; call(); return p[8]; }}")
    return f"{kind} lent; lent.v[3] = n; lent.v[5] = p[1]; lent.v[4] = 0; {holds}if (p[0] & 1) p[7] += {group.name}_lent{own}(n, {given}) + lent.v[4]; "


COMMON = [large, chain, decided, lent]
"""What all members of a group have in common: each gives text for before the recursion. The names of the functions that it calls end by a text, which is empty if members share them."""

FEATURES = [by_value, by_value, by_stack, vectors, vectors, values, spills, spills, slots, hidden, hidden, results, by_library, changed, wide, later, later]
"""What makes a frame large: each gives text for before the recursion and after it."""


def groups_of(seed):
    """The groups of a seed."""
    chance = random.Random(f"deep {seed}")
    return [Group(chance, f"g{number}") for number in range(chance.randint(2, 4))]


def text_of(seed):
    """The program of a seed."""
    groups = groups_of(seed)
    texts = [group.text() for group in groups]
    runs = [group.run(name) for group in groups for name in group.members()]
    main = (
        "int main(int count, char **given) {\n  word hash = 1;\n"
        f"  depth = count > 1 ? atoi(given[1]) : {DEPTH};\n"
        '#define RUN(name, call) { char *top = low = (char *)__builtin_frame_address(0); hash = hash * 31 + call; printf("%s %lx\\n", name, hash); fprintf(stderr, "%s %ld\\n", name, (long)(top - low)); }\n'
        + "\n".join(runs)
        + "\n  return (int)(hash & 63);\n}\n"
    )
    return HEAD + "\n".join(texts) + "\n" + main


def make(seed, folder):
    """The program as a module."""
    chance = random.Random(f"deep as a module {seed}")
    source, module = folder / "program.c", folder / "program.bc"
    source.write_text(text_of(seed))
    level = chance.choice(LEVELS)
    csmith.compile_c(source, module, level)
    if chance.random() < 0.4:
        _limit(source, module, level, folder)
    if chance.random() < 0.5:
        # As in a link of all objects, the inliner takes what has one call.
        tools.check([tools.llvm("opt"), "-passes=internalize", "-internalize-public-api-list=main", module, "-o", module])
    return Program(module, runs=True, measured=True, names=("fmerge",), brief=True)


def _limit(source, module, level, folder):
    """Compiles again so that frames that are larger than the largest one now are warned of."""
    now = frames.of_module(module)
    frames.file_of(module).unlink(missing_ok=True)
    if now:
        most = max(frame.size for frame in now.values()) - frames.below()
        csmith.compile_c(source, module, level, f"-Wframe-larger-than={most}")
