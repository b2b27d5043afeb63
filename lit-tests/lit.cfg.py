"""Tests of the built plugin in LLVM's own test runner: `lit-tests/run`, or lit on this folder.

Settings, each a lit parameter (`-Dname=value`) or an environment variable:
  plugin     FMERGE_PLUGIN   libfmerge.so; else the one of the last `cargo build` with this profile
  cli        FMERGE_CLI      the command line `fmerge`; else as above
  profile    FMERGE_PROFILE  `debug` (unless set) or `release`
  llvm_bin   FMERGE_LLVM_BIN the folder of LLVM's tools; else what llvm-config says, found as build.rs does
  rustc      FMERGE_RUSTC    a rustc of the same LLVM; else the one of RUSTC or PATH
  cmake      FMERGE_CMAKE    CMake; else the one on PATH
  browser    FMERGE_BROWSER  Chromium, to try pages in; else the one on PATH

The version of LLVM is that of llvm-config; tests know it by a feature such as `llvm-19`, and those that need what it lacks say
so: `REQUIRES: llvm-22`, with the reason. `REQUIRES: rustc` is for what needs a rustc of that version.

A tool that is missing fails the tests that name it: a host that was not tried must not look fine. Other LLVM versions
are tried where they are installed, and so are sccache, node, gdb, lldb, a browser, and Rust for
WebAssembly; it is said where one of the last two is not.
"""

import os
import re
import shutil
import subprocess
import sys

import lit.formats

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


def setting(name, variable, default):
    return lit_config.params.get(name) or os.environ.get(variable) or default()


def answer(*command):
    """The first line that a command prints; nothing if it cannot be run."""
    try:
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        return None
    return lines[0] if lines else None


def target_folder():
    folder = os.environ.get("CARGO_TARGET_DIR") or os.path.join(ROOT, "target")
    return os.path.join(folder, setting("profile", "FMERGE_PROFILE", lambda: "debug"))


def llvm_config():
    prefix = os.environ.get("LLVM_SYS_221_PREFIX")
    return (
        os.environ.get("LLVM_CONFIG")
        or (prefix and os.path.join(prefix, "bin", "llvm-config"))
        or shutil.which("llvm-config-22")
        or "llvm-config"
    )


def llvm_major():
    return (answer(llvm_config(), "--version") or "").split(".")[0]


def rustc_major(rustc):
    """Of rustc's LLVM."""
    try:
        told = subprocess.run([rustc, "-vV"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    found = re.search(r"^LLVM version: (\d+)", told, re.MULTILINE)
    return found and found[1]


def llvm_bin():
    folder = answer(llvm_config(), "--bindir")
    if folder is None:
        lit_config.fatal(f"cannot run {llvm_config()}; set LLVM_CONFIG or install llvm-22-dev")
    return folder


def real_rustc():
    """rustup's stand-in depends on the folder that it runs in; the compiler behind it does not."""
    sysroot = answer(os.environ.get("RUSTC") or "rustc", "--print", "sysroot")
    return os.path.join(sysroot, "bin", "rustc") if sysroot else "rustc"


def substitute(name, value):
    config.substitutions.append((re.escape(name) + r"\b", value))


def plugin_path():
    path = os.path.abspath(
        setting("plugin", "FMERGE_PLUGIN", lambda: os.path.join(target_folder(), "libfmerge.so"))
    )
    if not os.path.exists(path):
        lit_config.fatal(f"no plugin at {path}: run `cargo build` first")
    return path


def other_opt():
    """An opt of an LLVM that the plugin does not fit, if there is one."""
    others = (version for version in ("19", "20", "21", "22", "16", "15", "14") if version != llvm_major())
    return next(filter(None, (shutil.which(f"opt-{version}") for version in others)), None)


def browser():
    """A Chromium, if there is one."""
    return next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None)


config.name = "fmerge"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".c", ".cpp", ".rs", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(os.path.realpath(__file__))
config.test_exec_root = os.path.join(target_folder(), "lit-tests")

tools = setting("llvm_bin", "FMERGE_LLVM_BIN", llvm_bin)
plugin = plugin_path()
rustc = setting("rustc", "FMERGE_RUSTC", real_rustc)
major = llvm_major()
# Prints IR without the words that this LLVM does not know yet; they only promise something.
substitute("%spelled", "sed 's/samesign //'" if int(major) < 20 else "cat")

nightly = answer("rustup", "which", "--toolchain", "nightly", "rustc")

# `not`, `split-file`, `llvm-as` and their like are called by their names.
config.environment["PATH"] = tools + os.pathsep + os.environ.get("PATH", "")

# Up to LLVM 21, clang reads LLVM's options before it loads pass plugins, so it must load the library for them first.
if int(major) < 22:
    substitute("-fpass-plugin=%plugin", "-fplugin=%plugin -fpass-plugin=%plugin")
substitute("%plugin", plugin)
substitute("%opt", f"{tools}/opt -load-pass-plugin={plugin}")
substitute("%clang", f"{tools}/clang")
substitute("%lld", f"{tools}/ld.lld")
substitute("%llc", f"{tools}/llc")
substitute("%FileCheck", f"{tools}/FileCheck")
substitute("%rustc", f"env RUSTC_BOOTSTRAP=1 {rustc} -Zllvm-plugins={plugin}")
substitute("%real_rustc", rustc)
substitute("%cargo", f"env RUSTC={rustc} CARGO={os.path.join(os.path.dirname(rustc), 'cargo')}")
substitute("%fmerge", setting("cli", "FMERGE_CLI", lambda: os.path.join(target_folder(), "fmerge")))
substitute("%cmake", setting("cmake", "FMERGE_CMAKE", lambda: "cmake"))
substitute("%llvm_headers", answer(llvm_config(), "--includedir") or "headers of LLVM")
substitute("%llvm_tools", tools)
substitute("%root", ROOT)
substitute("%built", os.path.dirname(plugin))
substitute("%python", sys.executable)

if setting("profile", "FMERGE_PROFILE", lambda: "debug") == "release":
    config.available_features.add("release")

for tool in ("sccache", "node", "gdb", "lldb-22"):
    if shutil.which(tool):
        config.available_features.add(tool)

config.available_features.add(f"llvm-{major}")
if int(major) >= 22:
    config.available_features.add("calls-before-codegen")
if rustc_major(rustc) == major:
    config.available_features.add("rustc")

# The targets whose standard library this rustc has: `rust-std-wasm32-wasip1`.
libraries = os.path.join(answer(rustc, "--print", "sysroot") or "", "lib", "rustlib")
for target in ("wasm32-unknown-unknown", "wasm32-wasip1", "wasm32-wasip2"):
    if os.path.isdir(os.path.join(libraries, target, "lib")):
        config.available_features.add(f"rust-std-{target}")
    else:
        lit_config.note(f"no standard library of Rust for {target}: cargo fmerge for it is NOT tried; rustup target add {target}")

# What `fmerge cc` and its like run.
for variable, tool in {"CC": "clang", "CXX": "clang++", "LD": "ld.lld", "WASM_LD": "wasm-ld", "OPT": "opt", "LLVM_LINK": "llvm-link", "LLVM_NM": "llvm-nm"}.items():
    if major != "22":
        config.environment[f"FMERGE_{variable}"] = os.path.join(tools, tool)

if other_opt():
    config.available_features.add("other-llvm")
    substitute("%other_opt", other_opt())

if setting("browser", "FMERGE_BROWSER", browser):
    config.available_features.add("browser")
    substitute("%browser", setting("browser", "FMERGE_BROWSER", browser))
else:
    lit_config.note("no browser: the pages of `fmerge report --html` are NOT tried; run scripts/setup browser")

if nightly and rustc_major(nightly) == major:
    config.available_features.add("nightly")
    substitute("%nightly_rustc", f"{nightly} -Zllvm-plugins={plugin}")
