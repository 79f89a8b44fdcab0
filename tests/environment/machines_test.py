"""Law L8 (spec §11.8.8) on other machines: AArch64 and big-endian s390x with qemu-user, 32-bit x86 with
SSE and with x87 arithmetic. The adapters that were built for them answer beside those of this machine,
in the ordinary floating-point environment and in others.

Usage: machines_test.py GRIT CLASS…; Native: C and C++, of the builds in build/<machine>. Rust: built
here. Exits 77, with the reason as the last line, where Rust cannot be built for a machine.
"""

import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))

import support
from preloading import preloadable
from support import ROOT

CASES = 20000
NOT_RUN = 77


class Machine:
    """How programs of a machine are run: by an emulator, or by this machine where there is none."""

    def __init__(self, name, rust_target, linker, environments, emulator=None):
        self.name, self.rust_target, self.linker = name, rust_target, linker
        self.environments, self.emulator = environments, emulator

    def build(self):
        return ROOT / "build" / self.name

    def command(self, program, environment=None, ledger=None):
        """A command line for --adapter."""
        setting = []
        if environment:
            preload = preloadable(self.build() / "tests/environment/hostile-environment.so")
            setting = [f"LD_PRELOAD={preload}", f"GRIT_ENVIRONMENT={environment}",
                       f"GRIT_ENVIRONMENT_LEDGER={ledger}"]
        if not self.emulator:
            return shlex.join(["env", *setting, str(program)])
        options = [word for item in setting for word in ("-E", item)]
        return shlex.join([*self.emulator, *options, str(program)])


MACHINES = (
    Machine("aarch64", "aarch64-unknown-linux-gnu", "aarch64-linux-gnu-gcc",
            ("upward", "downward+ftz"), ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu")),
    Machine("s390x", "s390x-unknown-linux-gnu", "s390x-linux-gnu-gcc",
            ("upward", "towardzero"), ("qemu-s390x", "-L", "/usr/s390x-linux-gnu")),
    Machine("i386-sse", "i686-unknown-linux-gnu", "gcc-12", ("upward+ftz+daz", "downward")),
    # i586: Rust's target without SSE.
    Machine("i386-x87", "i586-unknown-linux-gnu", "gcc-12", ("upward", "x87-single")),
)


class Certification(unittest.TestCase):
    def agree(self, programs):
        """All `programs`, (machine, name, path), give the answers of this machine's C and C++."""
        with tempfile.TemporaryDirectory() as scratch:
            ledger = pathlib.Path(scratch, "ledger")
            options, expected_lines = [], set()
            for machine, name, program in programs:
                options += ["--adapter", f"{name}-{machine.name}={machine.command(program)}"]
                for number, environment in enumerate(machine.environments):
                    command = machine.command(program, environment, ledger)
                    options += ["--adapter", f"{name}-{machine.name}-{number}={command}"]
                    expected_lines.add(f"{program.name} {environment}")
            # An emulated process starts slowly, more so beside a dozen others.
            code, report = support.GRIT.report(
                "c", "cpp", *options, "--cases", CASES, "--restarts", 0, "--startup-deadline", 120,
                "--item-deadline", 120, "--batch-deadline", 1200, "--shutdown-deadline", 60,
                timeout=7200)
            lines = set(ledger.read_text(encoding="utf-8").splitlines())
        for row in report["subjects"]:
            counts = row["counts"]
            print(f"{row['name']}: {row['verdict']}, {counts['passed']} of {counts['planned']}")
        self.assertEqual((code, report["findings"]), (0, []))
        self.assertEqual(len(report["subjects"]), 2 + len(options) // 2)
        for row in report["subjects"]:
            with self.subTest(row["name"]):
                self.assertEqual((row["verdict"], row["counts"]["passed"]),
                                 ("conformant", row["counts"]["planned"]))
                self.assertGreater(row["counts"]["planned"], CASES)
        self.assertEqual(lines, expected_lines)


class Native(Certification):
    def test_c_and_cpp(self):
        self.agree([(machine, name, machine.build() / program) for machine in MACHINES
                    for name, program in (("c", "adapters/c/grit-c-adapter"),
                                          ("cpp", "adapters/cpp/grit-cpp-adapter"))])


def missing_for_rust():
    """Why Rust cannot be built for a machine, and what to do; nothing where it can."""
    if not shutil.which("cargo") or not shutil.which("rustup"):
        return "rustup and cargo are not installed"
    listed = subprocess.run(["rustup", "target", "list", "--installed"], capture_output=True,
                            text=True, check=False).stdout.split()
    targets = [machine.rust_target for machine in MACHINES if machine.rust_target not in listed]
    if targets:
        return "Rust's library is missing; run: rustup target add " + " ".join(targets)
    return None


class Rust(Certification):
    TARGET_DIR = ROOT / "build/adapters/rust-machines"

    def cargo(self, machine, command, *arguments):
        prefix = f"CARGO_TARGET_{machine.rust_target.upper().replace('-', '_')}"
        # The optimiser's last step takes most of the time and changes no answer.
        settings = dict(CARGO_TARGET_DIR=str(self.TARGET_DIR), CARGO_PROFILE_RELEASE_LTO="off",
                        CARGO_PROFILE_RELEASE_CODEGEN_UNITS="16")
        settings[f"{prefix}_LINKER"] = machine.linker
        if machine.emulator:
            settings[f"{prefix}_RUNNER"] = " ".join(machine.emulator)
        subprocess.run(["cargo", command, "--release", "--locked", "--offline",
                        "--target", machine.rust_target, *arguments],
                       cwd=ROOT / "adapters/rust", check=True, env=dict(os.environ, **settings))

    def test_certified(self):
        programs = []
        for machine in MACHINES:
            self.cargo(machine, "build")
            program = self.TARGET_DIR / machine.rust_target / "release/grit-lab-adapter"
            programs.append((machine, "rust", program))
        self.agree(programs)

    def test_own_tests(self):
        # All but tests/adapter.rs, which starts the adapter itself, without an emulator.
        for machine in MACHINES:
            with self.subTest(machine.name):
                self.cargo(machine, "test", "--lib", "--bins", "--test", "laws", "--test",
                           "refusals", "--test", "relations")


if __name__ == "__main__":
    reason = missing_for_rust() if "Rust" in sys.argv else None
    if reason:
        print(reason)
        sys.exit(NOT_RUN)
    support.main()
