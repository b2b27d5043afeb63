"""The shapes of `shapes`: each function here writes one part of a program.

Every `Part` has near twins in one unit or several, and functions that main runs.
"""

import re

SIGNATURE = "(uint64_t a, uint64_t b)"

FRAME = 128
"""Bytes in the frame of a function that recurses: so many that a few registers more do not double it."""


def plain(part):
    """Twins and nothing else."""
    body = part.body(4, 12)
    for _, unit in part.twins(2, 5):
        _twin(part, unit, body)


def _twin(part, unit, body, before="", after=""):
    """A function of two numbers, and a run of it."""
    name = part.fresh(f"work{unit}_")
    filled = part.fill(unit, body)
    part.emit(unit, f"{part.linkage()}uint64_t {name}{SIGNATURE} {{ {before}{filled} {after}return a ^ b; }}")
    part.run(unit, f"return {name}(a, {part.number(part.values)}) + {name}(a >> 3, 5);")
    return name


def recursion(part):
    """One recurses deeply with a small frame; its twin has a large frame and recurses not at all, or keeps more values."""
    body, depth = part.body(2, 5), part.chance.choice([300, 1000, 2500])
    for number, unit in part.twins():
        deep = number == 0 or part.chance.random() < 0.4
        name = part.fresh(f"walk{unit}_")
        size = part.chance.choice([8, 8, FRAME, 2 * FRAME] if deep else [8, 512, 4096, 30000, 200000])
        next_one = name if deep else "below"
        kept = range(part.chance.choice([0, 0, 2, 8]))
        before = "".join(f" uint64_t kept{at} = mix(a, {at});" for at in kept)
        after = "".join(f" b = b * 5 ^ kept{at};" for at in kept)
        part.emit(
            unit,
            f"{part.linkage()}uint64_t {name}(unsigned depth, uint64_t a) {{ unsigned char buffer[{size}]; uint64_t b = depth;"
            f" buffer[0] = (unsigned char)a; buffer[1] = 2; touch(buffer);{before} {part.fill(unit, body)}"
            f" if (depth) b += {next_one}(depth - 1, a + buffer[1]);{after} touch(buffer); return a ^ b ^ buffer[0]; }}",
        )
        part.run(unit, f"return {name}({depth}, a);")


def helpers(part):
    """A deep recursion with a small frame calls twins whose parameters have different types: what is passed by the stack lies in each frame."""
    body, depth, unit = part.body(2, 5), part.chance.choice([500, 10000]), part.unit()
    calls = []
    for kind in part.chance.sample(["uint64_t", "unsigned", "uint16_t", "double"], part.chance.randint(2, 3)):
        name = part.fresh("help")
        parameters = ", ".join(f"{kind} x{number}" for number in range(6))
        part.emit(
            unit,
            f"static NOINLINE uint64_t {name}({parameters}) {{ uint64_t a = (uint64_t)x0 * 3 + (uint64_t)x1, b = (uint64_t)x2 ^ (uint64_t)x3;"
            f" {part.fill(unit, body)} return mix(a + (uint64_t)x4, b ^ (uint64_t)x5); }}",
        )
        calls.append(f"{name}(({kind})(a & 255), 2, ({kind})(depth & 7), 4, ({kind})(b & 255), 6)")
    name = part.fresh("descend")
    part.emit(
        unit,
        f"static NOINLINE uint64_t {name}(unsigned depth, uint64_t a) {{ uint64_t b = depth; b += {' ^ '.join(calls)};"
        f" return (depth ? {name}(depth - 1, a + b) : a) + b; }}",
    )
    part.run(unit, f"return {name}({depth}, a);")


def mutual(part):
    """Pairs of functions that call each other, perhaps across units."""
    body, depth = part.body(2, 5), part.chance.choice([50, 800])
    for number, unit in part.twins(2, 3):
        other_unit = part.unit()
        one, other = f"{part.name}_even{number}", f"{part.name}_odd{number}"
        part.everywhere(f"PUBLIC uint64_t {one}(unsigned depth, uint64_t a); PUBLIC uint64_t {other}(unsigned depth, uint64_t a);")
        for place, name, callee in ((unit, one, other), (other_unit, other, one)):
            part.emit(
                place,
                f"NOINLINE uint64_t {name}(unsigned depth, uint64_t a) {{ unsigned char buffer[{FRAME}]; uint64_t b = depth + 1;"
                f" buffer[0] = (unsigned char)a; buffer[1] = 2; touch(buffer); {part.fill(place, body)}"
                f" return (depth ? {callee}(depth - 1, a) ^ b : a) + buffer[1]; }}",
            )
        part.run(unit, f"return {one}({depth}, a);")


def circles(part):
    """Local functions that call each other in circles: the same in several units but for their names, or nearly."""
    length, same = part.chance.choice([2, 2, 3, 5]), _fixed(part)
    for _, unit in part.twins():
        names = [part.fresh(f"ring{unit}_") for _ in range(length)]
        other = part.values.randrange(length) if part.values.random() < 0.4 else None
        for name in names:
            part.emit(unit, f"static uint64_t {name}(unsigned depth, uint64_t a);")
        for at, name in enumerate(names):
            text = part.fill(unit, part.body(1, 3)) if at == other else same
            part.emit(
                unit,
                f"static NOINLINE uint64_t {name}(unsigned depth, uint64_t a) {{ uint64_t b = depth + {at % 3}; {text}"
                f" return (depth ? {names[(at + 1) % length]}(depth - 1, a) ^ b : a) + {at % 2}; }}",
            )
        part.run(unit, f"return {names[0]}(9, a) + {names[-1]}(4, a);")


def _fixed(part):
    """Statements that are the same wherever they stand, now and after a mutation."""
    lines = [line for line in part.body(2, 5) if not re.search("@[GTS]|static", line)] or ["a += mix(b, @K);"]
    return re.sub("@K", lambda _: part.number(part.chance), " ".join(lines))


def tail_calls(part):
    """Handlers that jump to each other through a table: the stack must not grow with their number."""
    count = part.chance.choice([1, 2, 3, 4, 5, 5, 6])
    kinds = [part.chance.choice(["uint64_t", "uint64_t", "unsigned", "double"]) for _ in range(count)]
    parameters = ", ".join(["uint64_t *p", "uint64_t n", *(f"{kind} x{number}" for number, kind in enumerate(kinds))])
    passed = [f"x{number}" if part.chance.random() < 0.5 else f"x{number} + 1" for number in range(count)]
    home, table = part.unit(), f"{part.name}_table"
    must = "__attribute__((musttail)) " if part.chance.random() < 0.2 else ""
    part.everywhere(f"typedef uint64_t (*{part.name}_type)({parameters}); PUBLIC {{}} {part.name}_type const {table}[4];".replace("PUBLIC {}", 'extern "C"' if part.cplusplus else "extern"))
    names = []
    body = part.body(1, 4)
    for number, unit in [(number, part.unit()) for number in range(4)]:
        name = f"{part.name}_handler{number}"
        names.append(name)
        part.everywhere(f"PUBLIC uint64_t {name}({parameters});")
        sums = " ".join(f"a += (uint64_t)(int64_t)x{place} * {part.number(part.values)};" for place in range(count))
        part.emit(
            unit,
            f"uint64_t {name}({parameters}) {{ uint64_t a = p[0], b = p[1]; {sums} p[0] = a; p[1] += b;"
            f" if (n == 0) {{ {part.fill(unit, body)} return p[0] ^ p[1]; }}"
            f" {must}return {table}[(n >> {part.chance.randrange(2)}) & 3](p, n - 1, {', '.join(passed)}); }}",
        )
    part.emit(home, f"{part.name}_type const {table}[4] = {{{', '.join(names)}}};")
    part.run(home, f"uint64_t p[2] = {{a, 3}}; return {names[0]}(p, 6000, {', '.join(str(number + 1) for number in range(count))});")


AGGREGATES = {
    "Small": "int32_t x; float y;",
    "Middle": "int64_t x; double y;",
    "Large": "int64_t x; int32_t y; int64_t rest[4];",
    "Packed": "int8_t x; int16_t y; int8_t rest[3];",
}


def arguments(part):
    """Many parameters: integers, floating ones, vectors, structs by value, in one signature of all twins."""
    for name, members in AGGREGATES.items():
        part.everywhere(f"typedef struct {{ {members} }} {part.name}_{name};")
    part.everywhere(f"typedef int32_t {part.name}_four __attribute__((vector_size(16)));")
    scalars = ["int8_t", "uint16_t", "int32_t", "uint64_t", "float", "double", "long double", "_Bool"]
    scalars[-1] = "bool" if part.cplusplus else "_Bool"
    kinds = [part.chance.choice([*scalars, *AGGREGATES, "four"]) for _ in range(part.chance.randint(5, 12))]
    typed = [kind if kind in scalars else f"{part.name}_{kind}" for kind in kinds]
    parameters = ", ".join(f"{kind} x{number}" for number, kind in enumerate(typed))
    result = part.chance.choice(["uint64_t", "double", f"{part.name}_Middle", f"{part.name}_Large"])
    body = part.body(1, 5)
    for _, unit in part.twins():
        _many_arguments(part, unit, kinds, typed, parameters, result, body)


def _many_arguments(part, unit, kinds, typed, parameters, result, body):
    name = part.fresh(f"many{unit}_")
    reads = []
    for number, kind in enumerate(kinds):
        read = {"four": f"x{number}[{number & 3}]"}.get(kind, f"x{number}.x + x{number}.y" if kind in AGGREGATES else f"x{number}")
        reads.append(f"a += (uint64_t)(int64_t)({read}) * {part.number(part.values)};")
    returned = "(double)(a & 0xfffff)" if result == "double" else "a ^ b"
    if result.endswith(("Middle", "Large")):
        returned = "made"
        reads.append(f"{result} made; memset(&made, 0, sizeof made); made.x = (int64_t)a; made.y = (int32_t)(a & 255);")
    filled = part.fill(unit, [line for line in body if "return" not in line] or ["b += @K;"]).replace("return mix(a, b);", "b ^= a;")
    part.emit(unit, f"{part.linkage()}{result} {name}({parameters}) {{ uint64_t a = 1, b = 2; {' '.join(reads[:-1])} {filled} {reads[-1]} return {returned}; }}")
    given = []
    for number, (kind, spelled) in enumerate(zip(kinds, typed)):
        if kind in AGGREGATES:
            part_text = f"{spelled} v{number}; memset(&v{number}, 0, sizeof v{number}); v{number}.x = (int8_t)(a & 63); v{number}.y = {number};"
        elif kind == "four":
            part_text = f"{spelled} v{number} = {{1, 2, (int32_t)(a & 1023), 4}};"
        else:
            part_text = f"{spelled} v{number} = ({spelled})((a >> {number}) & 63);"
        given.append(part_text)
    call = f"{name}({', '.join(f'v{number}' for number in range(len(kinds)))})"
    back = f"(uint64_t){call}" if result in ("uint64_t", "double") else f"(uint64_t){call}.x"
    part.run(unit, f"{' '.join(given)} return {back};")


def varargs(part):
    """Callees with a variable number of arguments."""
    part.everywhere("#include <stdarg.h>")
    body = part.body(1, 4)
    for _, unit in part.twins():
        name = part.fresh(f"sum{unit}_")
        part.emit(
            unit,
            f"static NOINLINE uint64_t {name}(int count, ...) {{ va_list list; uint64_t a = {part.number(part.values)}, b = 0; va_start(list, count);"
            f" while (count-- > 0) {{ a = a * 3 + va_arg(list, uint64_t); b += (uint64_t)va_arg(list, double); a ^= (unsigned)va_arg(list, int); }}"
            f" va_end(list); {part.fill(unit, body)} return a + b; }}",
        )
        part.run(unit, f"return {name}(3, a, 2.0, 3, a >> 1, 5.0, 6, a >> 2, 7.0, 8) + {name}(0);")


def callbacks(part):
    """Comparison functions for qsort: each is a total order of its own."""
    part.everywhere("#include <stdlib.h>")
    for _, unit in part.twins():
        name = part.fresh(f"compare{unit}_")
        odd = part.values.getrandbits(40) | 1
        part.emit(
            unit,
            f"static int {name}(const void *one, const void *other) {{ uint64_t a = *(const uint64_t *)one * {odd}ull, b = *(const uint64_t *)other * {odd}ull;"
            f" note({part.number(part.values)}); return a < b ? -1 : a > b; }}",
        )
        part.run(
            unit,
            f"uint64_t keys[20]; for (unsigned i = 0; i < 20; ++i) keys[i] = a + i * 37; qsort(keys, 20, sizeof *keys, {name});"
            " for (unsigned i = 0; i < 20; ++i) note(keys[i]); return keys[3];",
        )


def addresses(part):
    """Functions told apart by their addresses; some are equal in all else."""
    equal = part.chance.random() < 0.4
    if equal:
        part.traits.add("identity")
    body = part.body(3, 8)
    names = []
    same = None
    for number, unit in part.twins(2, 5):
        name = f"{part.name}_place{number}"
        part.everywhere(f"PUBLIC uint64_t {name}{SIGNATURE};")
        if same is None or not equal:
            same = part.fill(unit, [line for line in body if "@G" not in line and "@T" not in line] or ["a += b;"])
        own = "" if equal else f"note({part.values.getrandbits(30)}); "
        if "_state" in same or "_table" in same:
            same = "b += a;"
        part.emit(unit, f"uint64_t {name}{SIGNATURE} {{ {own}{same} return a + b; }}")
        names.append(name)
    unit = part.unit()
    part.emit(unit, f"static uint64_t (*volatile {part.name}_all[]){SIGNATURE} = {{{', '.join(names)}}};")
    part.run(
        unit,
        f"uint64_t found = 0; for (int i = 0; i < {len(names)}; ++i) for (int j = 0; j < {len(names)}; ++j)"
        f" found = found * 2 + ({part.name}_all[i] == {part.name}_all[j]); return found + {part.name}_all[a % {len(names)}](a, 3);",
    )


def long_jumps(part):
    """Twins that are left by longjmp, and twins that call setjmp."""
    part.everywhere("#include <setjmp.h>")
    body = part.body(2, 6)
    for _, unit in part.twins():
        place, thrower, catcher = (part.fresh(f"{stem}{unit}_") for stem in ("place", "leave", "come"))
        part.emit(unit, f"static jmp_buf {place};")
        part.emit(unit, f"static NOINLINE uint64_t {thrower}{SIGNATURE} {{ {part.fill(unit, body)} if (a & 1) longjmp({place}, 2 + (int)(b & 3)); return a; }}")
        part.emit(
            unit,
            f"static NOINLINE uint64_t {catcher}{SIGNATURE} {{ volatile uint64_t kept = a; int back = setjmp({place});"
            f" if (back == 0) {{ kept += {part.number(part.values)}; kept = {thrower}(kept, b); kept ^= 5; }} else kept += (unsigned)back * {part.number(part.values)};"
            f" return kept; }}",
        )
        part.run(unit, f"return {catcher}(a, 1) ^ {catcher}(a + 1, {part.number(part.values)});")


def threads(part):
    """Threads on small stacks, one after another; a twin of what they run has a large frame, which fits once."""
    part.traits.add("threads")
    part.everywhere("#include <pthread.h>\n#ifndef STACK_BYTES\n#define STACK_BYTES 65536\n#endif")
    body = part.body(2, 4)
    for number, unit in part.twins(2, 3):
        name, start = part.fresh(f"inside{unit}_"), part.fresh(f"start{unit}_")
        size, callee = (FRAME, name) if number == 0 else (part.chance.choice([FRAME, 20000]), "below")
        part.emit(
            unit,
            f"static NOINLINE uint64_t {name}(unsigned depth, uint64_t a) {{ unsigned char buffer[{size}]; uint64_t b = depth; buffer[0] = (unsigned char)a;"
            f" buffer[1] = 0; touch(buffer); {part.fill(unit, body)} if (depth) b += {callee}(depth - 1, a); touch(buffer); return a ^ b ^ buffer[0]; }}",
        )
        if size == FRAME:
            part.emit(unit, f"static void *{start}(void *given) {{ uint64_t *a = (uint64_t *)given; *a = {name}(30, *a); return 0; }}")
            part.run(
                unit,
                f"pthread_attr_t how; pthread_t thread; pthread_attr_init(&how); if (STACK_BYTES) pthread_attr_setstacksize(&how, STACK_BYTES);"
                f" if (pthread_create(&thread, &how, {start}, &a)) return 0; pthread_join(thread, 0); return a;",
            )
        else:
            part.run(unit, f"return {name}(3, a);")


def signals(part):
    """Handlers of signals."""
    part.everywhere("#include <signal.h>")
    body = part.body(1, 5)
    for number, unit in part.twins():
        name, seen = part.fresh(f"handle{unit}_"), part.fresh(f"seen{unit}_")
        text = part.fill(unit, [line for line in body if "return" not in line] or ["b += @K;"]).replace("return mix(a, b);", "a ^= b;")
        part.emit(unit, f"static volatile uint64_t {seen}; static void {name}(int number) {{ uint64_t a = (uint64_t)number, b = {seen}; {text} {seen} = a + b; }}")
        signal = ["SIGUSR1", "SIGUSR2", "SIGHUP"][number % 3]
        part.run(unit, f"signal({signal}, {name}); {seen} = a; raise({signal}); signal({signal}, SIG_DFL); return {seen};")


def constructors(part):
    """What runs before main. The order of units must not matter, so it adds."""
    home = part.unit()
    linkage = 'extern "C"' if part.cplusplus else "extern"
    part.everywhere(f"{linkage} uint64_t {part.name}_early;")
    part.emit(home, f"uint64_t {part.name}_early = 1;")
    for _, unit in part.twins():
        name = part.fresh(f"before{unit}_")
        priority = part.chance.choice(["", "(201)", "(300)"])
        text = "".join(f" {part.name}_early += mix({part.number(part.values)}, {place});" for place in range(6))
        if part.cplusplus and part.chance.random() < 0.5:
            part.emit(unit, f"namespace {{ struct {name} {{ {name}() {{{text} }} ~{name}() {{ {part.name}_early = 0; }} }} {name}_one; }}")
        else:
            part.emit(unit, f"__attribute__((constructor{priority})) static void {name}(void) {{{text} }}")
    part.run(home, f"return {part.name}_early + a;")


def weak(part):
    """Symbols that several units define: the linker takes one."""
    body = part.body(3, 8)
    for number in range(part.chance.randint(1, 3)):
        name = f"{part.name}_weak{number}"
        units = part.chance.sample(range(len(part.texts)), min(len(part.texts), part.chance.randint(1, 3)))
        strong = part.chance.random() < 0.3
        for place, unit in enumerate(units):
            how = "" if strong and place == 0 else "__attribute__((weak)) "
            part.emit(unit, f"PUBLIC {how}uint64_t {name}{SIGNATURE} {{ {part.fill(unit, body)} return a - b; }}")
        for unit in units:
            part.run(unit, f"return {name}(a, {part.number(part.values)});")


def thread_locals(part):
    """Variables of which each thread has its own, one for each twin."""
    body = part.body(2, 6)
    for _, unit in part.twins():
        name = part.fresh(f"own{unit}_")
        part.emit(unit, f"static __thread uint64_t {name} = {part.number(part.values)};")
        _twin(part, unit, [*body, "a += b;"], before=f"{name} += a; b ^= {name}; ", after=f"{name} ^= b; b += {name}; ")


def switches(part):
    """Tables of numbers behind a switch."""
    cases = part.chance.randint(5, 12)
    body = part.body(2, 4)
    for _, unit in part.twins():
        text = " ".join(f"case {case}: b += mix(a, {part.number(part.values)}); break;" if case % 3 == 0 else f"case {case}: b ^= {part.number(part.values)}; break;" for case in range(cases))
        _twin(part, unit, body, before=f"switch (a % {cases + 1}) {{ {text} default: b = 1; }} ")


def gotos(part):
    """Jumps to labels whose addresses are taken."""
    body = part.body(2, 4)
    for _, unit in part.twins():
        _twin(
            part,
            unit,
            body,
            before=f"static void *const places[] = {{&&one, &&two, &&three}}; goto *places[a % 3]; one: a += {part.number(part.values)}; two: b ^= mix(a, {part.number(part.values)}); three: ",
        )


def labels(part):
    """Functions that are always passed the address of a label of their caller, as Linux' _THIS_IP_ is, and come to hold it."""
    body = part.body(6, 14)
    for _, unit in part.twins():
        name = part.fresh(f"work{unit}_")
        seen = '__asm__ volatile("" : : "r"(place)); '
        part.emit(unit, f"static NOINLINE uint64_t {name}(uint64_t a, uint64_t b, void *place) {{ {seen}{part.fill(unit, body)} {seen}return a ^ b; }}")
        part.run(unit, f"here: return {name}(a, {part.number(part.values)}, &&here) + {name}(a >> 3, 5, &&here);")


def atomics(part):
    """Atomic operations under different orders."""
    body = part.body(2, 5)
    for _, unit in part.twins():
        name = part.fresh(f"shared{unit}_")
        order = part.values.choice(["__ATOMIC_SEQ_CST", "__ATOMIC_RELAXED", "__ATOMIC_ACQ_REL"])
        part.emit(unit, f"static uint64_t {name};")
        _twin(part, unit, body, before=f"b += __atomic_fetch_add(&{name}, a, {order}); b ^= __atomic_fetch_xor(&{name}, {part.number(part.values)}, {order}); ")


def aliases(part):
    """Second names of functions."""
    body = part.body(3, 8)
    for number, unit in part.twins():
        name = f"{part.name}_first{number}"
        part.everywhere(f"PUBLIC uint64_t {name}{SIGNATURE}; PUBLIC uint64_t {name}_too{SIGNATURE};")
        part.emit(unit, f"uint64_t {name}{SIGNATURE} {{ {part.fill(unit, body)} return a + b; }}")
        how = part.chance.choice(['alias("{0}")', 'weak, alias("{0}")']).format(name)
        part.emit(unit, f"PUBLIC uint64_t {name}_too{SIGNATURE} __attribute__(({how}));")
        part.run(part.unit(), f"return {name}(a, 1) ^ {name}_too(a, 2);")


def dynamic_frames(part):
    """Arrays whose size is known when the function runs."""
    body = part.body(2, 6)
    for _, unit in part.twins():
        mask = part.chance.choice([63, 1023])
        name = part.fresh(f"room{unit}_")
        part.emit(
            unit,
            f"static NOINLINE uint64_t {name}{SIGNATURE} {{ unsigned char *room = (unsigned char *)__builtin_alloca((a & {mask}) + 16); room[0] = (unsigned char)b;"
            f" room[1] = 1; touch(room); {part.fill(unit, body)} return a ^ b ^ room[0]; }}",
        )
        part.run(unit, f"return {name}(a, {part.number(part.values)}) + {name}(a + 9, 2);")


def exceptions(part):
    """Functions that throw, catch and clean up."""
    part.everywhere(f"struct {part.name}_Trace {{ uint64_t who; explicit {part.name}_Trace(uint64_t who) : who(who) {{ note(who); }} ~{part.name}_Trace() {{ note(~who); }} }};")
    body = part.body(1, 4)
    for _, unit in part.twins():
        thrower, catcher = part.fresh(f"throw{unit}_"), part.fresh(f"catch{unit}_")
        trace = f"{part.name}_Trace"
        part.emit(
            unit,
            f"static NOINLINE uint64_t {thrower}{SIGNATURE} {{ {trace} here({part.number(part.values)}); {part.fill(unit, body)}"
            f" if (a % 3 == 0) throw (int)(a & 15); if (a % 3 == 1) throw {trace}(b & {part.number(part.values)}); return a + b; }}",
        )
        part.emit(
            unit,
            f"{part.linkage()}uint64_t {catcher}{SIGNATURE} {{ {trace} outer({part.number(part.values)}); try {{ {trace} inner(b); a += {thrower}(a, b); b += {part.number(part.values)}; }}"
            f" catch (int number) {{ note((uint64_t)number); b ^= {part.number(part.values)}; }} catch (const {trace} &trace) {{ b += trace.who * {part.number(part.values)}; }}"
            f" try {{ b += {thrower}(b, 3); }} catch (...) {{ tell(\"caught\", b); a ^= {part.number(part.values)}; }} return a ^ b; }}",
        )
        part.run(unit, f"return {catcher}(a, 1) + {catcher}(a + 1, 2) + {catcher}(a + 2, 3);")


COROUTINE = """\
#include <coroutine>
#ifndef TASK
#define TASK
namespace {
struct Task {
  struct promise_type {
    uint64_t value = 0;
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(uint64_t given) { value = given; return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
struct Guard { uint64_t who; ~Guard() { note(who); } };
}
#endif"""


def coroutines(part):
    """Local coroutines, run to their ends or destroyed on the way."""
    body = [line for line in part.body(1, 4) if "return" not in line] or ["b += @K;"]
    for _, unit in part.twins():
        name = part.fresh(f"steps{unit}_")
        part.emit(unit, COROUTINE)
        text = part.fill(unit, body).replace("return mix(a, b);", "a ^= b;")
        part.emit(
            unit,
            f"static NOINLINE Task {name}{SIGNATURE} {{ Guard guard{{{part.number(part.values)}}}; co_yield a + {part.number(part.values)}; {text}"
            f" co_yield b; for (unsigned i = 0; i < 3; ++i) co_yield a + i * {part.number(part.values)}; note(b); }}",
        )
        part.run(
            unit,
            f"auto whole = {name}(a, 3), part = {name}(a, 5); while (!whole.handle.done()) {{ whole.handle.resume(); note(whole.handle.promise().value); }}"
            " part.handle.resume(); part.handle.resume(); a = part.handle.promise().value; part.handle.destroy(); whole.handle.destroy(); return a;",
        )


def virtuals(part):
    """Classes whose functions are reached by tables and by pointers to members."""
    body = part.body(3, 7)
    base = f"{part.name}_Base"
    part.everywhere(f"struct {base} {{ uint64_t kept; virtual uint64_t act(uint64_t a) = 0; virtual uint64_t more(uint64_t a) {{ return a + kept; }} virtual ~{base}(); }};")
    part.emit(part.unit(), f"{base}::~{base}() {{ note(kept); }}")
    for _, unit in part.twins():
        name = part.fresh(f"Kind{unit}_")
        one, other = part.fill(unit, body), part.fill(unit, body)
        part.emit(
            unit,
            f"namespace {{ struct {name} : {base} {{ uint64_t act(uint64_t a) override {{ uint64_t b = kept; {one} kept = b; return a; }}"
            f" uint64_t more(uint64_t a) override {{ uint64_t b = 3; {other} return a ^ b; }} }}; }}"
            f" static NOINLINE {base} *{name}_make(uint64_t given) {{ auto *made = new {name}; made->kept = given; return made; }}",
        )
        part.run(
            unit,
            f"{base} *one = {name}_make({part.number(part.values)}); uint64_t ({base}::*volatile member)(uint64_t) = a & 1 ? &{base}::act : &{base}::more;"
            " a = one->act(a) ^ one->more(a) ^ (one->*member)(a); delete one; return a;",
        )


def one_definition(part):
    """Inline functions and templates that several units hold."""
    body = part.body(3, 8)
    texts = [part.fill(0, [line for line in body if "@G" not in line and "@T" not in line] or ["a += @K;"]) for _ in range(2)]
    if any("_state" in text or "_table" in text for text in texts):
        texts = ["b += mix(a, 3);", "b += mix(a, 4);"]
    part.everywhere(f"inline NOINLINE uint64_t {part.name}_shared{SIGNATURE} {{ {texts[0]} static uint64_t seen; return a ^ b ^ ++seen; }}")
    part.everywhere(f"template <typename T, int N> NOINLINE uint64_t {part.name}_typed(T a, uint64_t b) {{ {texts[1]} a += (T)mix(N, b); return (uint64_t)a ^ b; }}")
    for _, unit in part.twins():
        kind, number = part.values.choice(["uint64_t", "unsigned", "int64_t"]), part.values.randrange(4)
        other = part.values.randrange(9)
        part.run(unit, f"return {part.name}_shared(a, {number}) + {part.name}_typed<{kind.replace('int64_t', 'long').replace('ulong', 'unsigned long')}, {number}>(a, 1) + {part.name}_typed<unsigned, {other}>((unsigned)a, 2);")


def instances(part):
    """Instances of a template that have equal code, or nearly: in each unit, or instantiated in one of them. Their callers differ in no more."""
    name, same = part.name, _fixed(part)
    part.everywhere(f"struct {name}_Left {{ uint64_t who; ~{name}_Left() {{ note(who); }} }};")
    factors = [part.number(part.values)] * 2 + [part.number(part.values)]
    part.everywhere(f"template <int N> struct {name}_Type {{ uint64_t value; static constexpr uint64_t factor = N < 2 ? {factors[0]} : {factors[2]}; }};")
    deeper = f" if (a & 1) b += {name}_visit(t, a >> 1);" * part.chance.randrange(2)
    part.everywhere(
        f"template <class T> NOINLINE uint64_t {name}_visit(T &t, uint64_t a) {{ {name}_Left left{{a}}; uint64_t b = T::factor; {same}"
        f" t.value += mix(a, b);{deeper} return a ^ b; }}"
    )
    home = part.unit() if part.chance.random() < 0.4 else None
    for unit in range(len(part.texts)) if home is not None else ():
        part.emit(unit, f"{'' if unit == home else 'extern '}template uint64_t {name}_visit<{name}_Type<0>>({name}_Type<0> &, uint64_t);")
    body = part.body(1, 4)
    for _, unit in part.twins(2, 5):
        caller, kind = part.fresh(f"visits{unit}_"), part.chance.randrange(3)
        part.emit(
            unit,
            f"{part.linkage()}uint64_t {caller}{SIGNATURE} {{ {name}_Type<{kind}> one{{a}}, two{{b}}; {name}_Left left{{b}}; {part.fill(unit, body)}"
            f" a += {name}_visit(one, b); b ^= {name}_visit(two, a); note(one.value); return a ^ b ^ two.value; }}",
        )
        part.run(unit, f"return {caller}(a, 1) + {caller}(a + 1, {part.number(part.values)});")


def closures(part):
    """Lambdas handed to a function that calls them."""
    body = [line for line in part.body(2, 6) if "static" not in line] or ["b += @K;"]
    part.everywhere(f"template <typename F> static NOINLINE uint64_t {part.name}_twice(F f, uint64_t a) {{ return f(a) + f(a ^ 9); }}")
    for _, unit in part.twins():
        part.run(unit, f"uint64_t kept = {part.number(part.values)}; auto work = [&kept](uint64_t a) -> uint64_t {{ uint64_t b = ++kept; {part.fill(unit, body)} return a ^ b; }}; return {part.name}_twice(work, a) ^ kept;")


SLIPS = 4
"""Accesses that AddressSanitizer reports; the first is numbered 1."""


def slips(part):
    """Twins that access memory wrongly where SLIP says which, for AddressSanitizer to report: not one of the others."""
    part.traits.add("slips")
    part.everywhere("#include <stdlib.h>\n#ifndef SLIP\n#define SLIP 0\n#endif")
    body = part.body(1, 4)
    unit = part.unit()
    part.emit(unit, f"static volatile int {part.name}_slip = SLIP;")
    for number in range(1, SLIPS + 1):
        name, numbers = part.fresh("slip"), part.fresh("numbers")
        wrong = f"({part.name}_slip == {number})"
        access = ["b += *kept;", f"b += room[3 + {wrong}];", f"b += {numbers}[3 + {wrong}];", "b += *heap;"][number - 1]
        guarded = f"if {wrong} {access}" if number in (1, 4) else access
        part.emit(unit, f"static uint64_t {numbers}[4] = {{1, 2, 3, {part.number(part.values)}}};")
        part.emit(
            unit,
            f"static NOINLINE uint64_t {name}{SIGNATURE} {{ uint64_t *volatile kept; uint64_t room[4] = {{a, b, 3, {part.number(part.values)}}}; uint64_t *heap = (uint64_t *)malloc(32);"
            f" {{ uint64_t inner[4] = {{b, a, 1, 2}}; touch((unsigned char *)inner); kept = inner; {part.fill(unit, body)} b += inner[a & 3]; }}"
            f" touch((unsigned char *)room); memset(heap, 3, 32); touch((unsigned char *)heap); b ^= heap[1] + {numbers}[a & 3]; free(heap); {guarded} return a ^ b; }}",
        )
        part.run(unit, f"return {name}(a, 1) + {name}(a + 1, {part.number(part.values)});")


COMMON = [
    plain, plain, recursion, recursion, helpers, mutual, circles, tail_calls, tail_calls, arguments, varargs, callbacks, addresses, long_jumps,
    threads, signals, constructors, weak, thread_locals, switches, gotos, labels, atomics, aliases, dynamic_frames,
]
"""What C and C++ can say. Some are more likely."""

CPLUSPLUS = [exceptions, exceptions, coroutines, coroutines, virtuals, one_definition, instances, instances, closures]
"""What only C++ can say."""
