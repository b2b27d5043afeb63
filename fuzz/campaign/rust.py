"""Programs of two crates in Rust and a main in C, with near twins in both crates.

Consumes a seed. Produces modules, and what else the linker needs: Rust's standard library as a shared object.
"""

import functools
import random
import re
from pathlib import Path

from campaign import csmith, sandbox, shapes
from campaign.program import Discarded
from fmtools import tools

HEAD = """\
#![allow(warnings)]
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
extern "C" { fn mix(a: u64, b: u64) -> u64; fn note(a: u64); }
struct Loud(u64);
impl Drop for Loud { fn drop(&mut self) { unsafe { note(self.0) } } }
static TABLE: [u64; 6] = [5, 1, 1 << 40, 77, 2, 9];
trait Act { fn act(&self, a: u64) -> u64; }
"""

STATEMENTS = [
    "a = a.wrapping_mul(@K).wrapping_add(b);",
    "b ^= a >> (@K_u64 & 31);",
    "a = a.wrapping_add(unsafe { mix(b, @K) });",
    "if a & 4 != 0 { b = b.wrapping_add(unsafe { mix(a, @K) }) } else { b ^= @K }",
    "for i in 0..3u64 { a = a.wrapping_mul(3).wrapping_add(unsafe { mix(b ^ i, @K) }); }",
    "b = match b & 3 { 0 => b.wrapping_add(@K), 1 => unsafe { mix(b, @K) }, 2 => b ^ @K, _ => a };",
    "unsafe { note(a ^ @K) };",
    "let _guard = Loud(@K);",
    "let list: Vec<u64> = (0..a & 7).map(|x| x ^ @K).collect(); b = list.iter().fold(b, |x, y| x.wrapping_add(*y));",
    'b = b.wrapping_add(format!("{} @K {}", a, b).len() as u64);',
    'if a % 7 == 3 { panic!("no @K") }',
    "{ static CALLS: AtomicU64 = AtomicU64::new(@K); b ^= CALLS.fetch_add(a | 1, Relaxed); }",
    "b ^= TABLE[(a & 7) as usize];",
    "let kept = b; let work = move |x: u64| x.wrapping_mul(@K) ^ kept; a ^= work(a).wrapping_add(work(3));",
    "{ let boxed: Box<dyn Fn(u64) -> u64> = if a & 1 == 0 { Box::new(|x| x ^ @K) } else { Box::new(|x| x.rotate_left(9)) }; b = boxed(b); }",
]


@functools.cache
def _llvm():
    """The major version of rustc's LLVM, whose modules no older one reads."""
    told = sandbox.run([tools.find("rustc"), "-vV"]).stdout.decode()
    return re.search(r"^LLVM version: (\d+)", told, re.MULTILINE)[1]


def make(seed, folder, level):
    """Modules: main in C, and a crate each."""
    if _llvm() != tools.LLVM:
        raise Discarded(f"rustc is not of LLVM {tools.LLVM}")
    chance = random.Random(f"rust {seed}")
    part = shapes.Part(seed, 0, 0, 1, False)
    crates = {name: [HEAD] for name in ("one", "two")}
    for shape in range(chance.randint(1, 3)):
        body = [chance.choice(STATEMENTS) for _ in range(chance.randint(3, 9))]
        for name in chance.choices(list(crates), k=chance.randint(2, 4)):
            _twin(part, chance, crates[name], body)
    modules = [_main(part, folder, level), *(_crate(folder, name, "\n".join(texts), level) for name, texts in crates.items())]
    return modules


def _twin(part, chance, texts, body):
    number = len(part.calls)
    lines = re.sub("@K", lambda _: str(chance.choice([chance.randrange(5), chance.randrange(300), chance.getrandbits(40)])), " ".join(body))
    texts.append(f"#[inline(never)] fn work{number}(mut a: u64, mut b: u64) -> u64 {{ {lines} a ^ b }}")
    texts.append(
        f'#[no_mangle] pub extern "C" fn rust_run{number}(a: u64) -> u64 {{ std::panic::set_hook(Box::new(|_| {{}}));'
        f" (0..9).fold(a, |x, i| x ^ catch_unwind(|| work{number}(x.wrapping_add(i), {chance.randrange(99)})).unwrap_or(i)) }}"
    )
    part.calls.append(f"rust_run{number}")


def _main(part, folder, level):
    source = shapes.assemble([(0, part)], 1, False, False)
    source.write(folder)
    module = folder / "main.bc"
    csmith.compile_c(folder / source.units[0], module, level)
    return module


def _crate(folder, name, text, level):
    source, module = folder / f"{name}.rs", folder / f"{name}.bc"
    source.write_text(text)
    settings = [f"-Copt-level={level[2:]}", "-Ccodegen-units=1", "--crate-type=lib", "--crate-name", name]
    done = sandbox.run([tools.find("rustc"), *settings, "--emit=llvm-bc", source, "-o", module])
    if not done.good:
        raise Discarded("rustc could not compile it")
    return module


@functools.cache
def libraries():
    """What a linker needs besides."""
    folder = Path(sandbox.run([tools.find("rustc"), "--print=target-libdir"]).stdout.decode().strip())
    return ("-rpath", str(folder), *map(str, folder.glob("libstd-*.so")))
