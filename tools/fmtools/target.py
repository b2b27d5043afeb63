"""What programs are compiled for, and how they run on this machine.

The first target is this machine. The others need Debian's cross compilers and qemu, which
`scripts/setup cross` installs.
"""

from dataclasses import dataclass

from fmtools.tools import Problem, find


@dataclass(frozen=True)
class Target:
    """One target. `runner` is what runs its programs; `gcc` brings its C library and start files."""

    name: str
    flags: tuple[str, ...] = ()
    runner: tuple[str, ...] = ()
    gcc: str = ""

    def check(self):
        """Fails when what the target needs is not installed."""
        for tool in filter(None, [self.gcc, *self.runner[:1]]):
            try:
                find(tool)
            except Problem:
                raise Problem(f"{tool} is not installed; run scripts/setup cross") from None


NATIVE = Target("x86-64")

TARGETS = {
    target.name: target
    for target in [
        NATIVE,
        Target(
            "aarch64",
            flags=("--target=aarch64-linux-gnu",),
            runner=("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"),
            gcc="aarch64-linux-gnu-gcc",
        ),
        Target(
            "thumb2",
            flags=("--target=arm-linux-gnueabihf", "-march=armv7-a", "-mfpu=vfpv3-d16", "-mthumb"),
            runner=("qemu-arm", "-L", "/usr/arm-linux-gnueabihf"),
            gcc="arm-linux-gnueabihf-gcc",
        ),
        Target(
            "riscv64",
            flags=("--target=riscv64-linux-gnu",),
            runner=("qemu-riscv64", "-L", "/usr/riscv64-linux-gnu"),
            gcc="riscv64-linux-gnu-gcc",
        ),
    ]
}


def named(name):
    """The target of this name."""
    if name not in TARGETS:
        raise Problem(f"no target is named {name}; there are {', '.join(TARGETS)}")
    return TARGETS[name]
