"""Whatever an adapter does and a file holds: one line that says what, where and what to do, the
right exit code, and no process left behind.

Usage: bad_input_test.py GRIT
"""

import dataclasses
import hashlib
import os
import pathlib
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import typing
import unittest
import uuid

import support
from support import Tree

MARK = "GRIT_TEST_MARK"
# The patience with adapters that do not answer; the deadlines of those that must answer stay long.
SHORT = ("--startup-deadline", 0.5)
FEW = ("--cases", 20)


def shell_word(text):
    quoted = shlex.quote(text)
    return "$" + quoted.replace("\n", "\\n") if "\n" in text else quoted


class Bench:
    """Where one bad input is put: a folder of its own, a tree where it needs one, and the program."""

    def __init__(self, grit, folder):
        self.grit = grit
        self.folder = pathlib.Path(folder)
        self.mark = uuid.uuid4().hex
        self.command = ""  # of the last run, for people
        self.root = support.ROOT

    def script(self, text, interpreter="#!/bin/sh"):
        """An executable file with this text; its path."""
        file = self.folder / "adapter"
        file.write_text(f"{interpreter}\n{text}\n", encoding="utf-8")
        file.chmod(0o755)
        return file

    def run(self, *arguments, meanwhile=lambda: None, shell="", **options):
        """(exit code, stdout, stderr) of the program. Options are those of Popen; `meanwhile` is
        called once the program has started. `shell` says for `command` what a shell would be told
        behind the arguments."""
        self.command = " ".join(["grit", *map(shell_word, map(str, arguments))]) + shell
        environment = dict(os.environ, GRIT_ROOT=str(self.root), GRIT_BUILD=str(self.grit.build))
        environment[MARK] = self.mark
        arguments = [str(argument) for argument in arguments]
        if arguments[:1] == ["certify"] and "--reports" not in arguments:
            arguments += ["--reports", str(self.folder / "reports")]
        # Files, not pipes: whoever is left behind would keep a pipe open, and this test waiting.
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            streams = {"stdin": subprocess.DEVNULL, "stdout": out, "stderr": err, **options}
            self.process = subprocess.Popen([self.grit.binary, *arguments], env=environment,
                                            start_new_session=True, **streams)
            try:
                meanwhile()
                code = self.process.wait(timeout=120)
            finally:
                self.process.kill()
            texts = []
            for file in (out, err):
                file.seek(0)
                texts.append(file.read().decode())
        return code, *texts

    def certify(self, *arguments, **options):
        return self.run("certify", *FEW, *arguments, **options)

    @property
    def c_adapter(self):
        """The C adapter as a word for a shell."""
        return shlex.quote(str(self.grit.build / "adapters" / "c" / "grit-c-adapter"))

    def adapter(self, command, *arguments):
        """Certifies the command beside a healthy adapter, which must stay so."""
        code, out, err = self.certify("c", "--adapter", f"x={command}", *arguments)
        assert re.search(r"^  c +own .* conformant$", out, re.M), out + err
        return code, out, err

    def survivors(self):
        """Command lines of processes that the program left behind."""
        found = []
        for process in pathlib.Path("/proc").iterdir():
            if not process.name.isdigit() or int(process.name) == os.getpid():
                continue
            try:
                session = int((process / "stat").read_text().rpartition(")")[2].split()[3])
                environment = (process / "environ").read_bytes()
                command_line = (process / "cmdline").read_bytes()
                if session == self.process.pid or self.mark.encode() in environment + command_line:
                    found.append(command_line.replace(b"\0", b" ").decode())
            except OSError:
                continue  # gone meanwhile
        return found

    def hide_paths(self, text):
        for path, name in ((self.folder, "DIR"), (self.root, "ROOT"), (self.grit.build, "BUILD"),
                           (support.ROOT, "ROOT"), (sys.executable, "python3")):
            text = text.replace(str(path), name)
        text = re.sub(r"\d{8}T\d{6}Z-\d+", "RUN", text)
        text = re.sub(r"\d+ MiB resident", "N MiB resident", text)
        return re.sub(r"[0-9a-f]{64}", "HASH", text)


@dataclasses.dataclass
class BadInput:
    """What is put, the exit code it deserves, and regular expressions, each of a line printed."""
    name: str
    exit_code: int
    lines: tuple
    put: typing.Callable  # (Bench) -> (exit code, stdout, stderr)


# ---- Adapters ------------------------------------------------------------------------------------

def hello(text):
    """Shell words that print a HELLO reply with this payload."""
    length = "".join(f"\\{byte:03o}" for byte in len(text).to_bytes(4, "little"))
    return f"printf 'GCP1\\0\\0\\0\\0\\0\\0\\0\\0{length}%s' {shlex.quote(text)}"


GREETING = hello('{"name":"x","version":"1","language":"sh","ops":[1,7]}')


def command(text, *arguments):
    return lambda bench: bench.adapter(text, *arguments)


def script(text, *arguments, interpreter="#!/bin/sh"):
    return lambda bench: bench.adapter(bench.script(text, interpreter), *arguments)


def around_c(text):
    """A script that does something and then is the C adapter."""
    return lambda bench: bench.adapter(
        bench.script(f"{text}\nexec {bench.c_adapter}"))


def not_executable(bench):
    (bench.folder / "adapter").write_text("", encoding="utf-8")
    return bench.adapter(bench.folder / "adapter")


def no_interpreter_line(bench):
    file = bench.script("")
    file.write_bytes(b"no program\n")
    return bench.adapter(file)


def smoke_around_c(bench):
    adapter = bench.script(f"(setsid sleep 300 >/dev/null 2>&1 &) &\n"
                           f"exec {bench.c_adapter}")
    return bench.run("smoke", "--adapter", f"x={adapter}")


PYTHON = f"#!{sys.executable}"
CONFORMANT = (r"^conformant: 2 of 2 subjects",)
BUDGET_SPENT = (r"^  x: restart budget spent: the process died 2 times; the budget is 1",
                r"^    hint: mend what is found first")
EXPECTED_END = r"^    hint: at the end of its input an adapter flushes and exits with 0"
DID_NOT_RUN = r"^  x did not run: "

ADAPTERS = [
    BadInput("there is no such file", 3, (DID_NOT_RUN + r"there is no /no/such; correct the path",),
             command("/no/such")),
    BadInput("no such program on PATH", 3,
             (DID_NOT_RUN + r"no-such-program is not on PATH; correct the command",),
             command("no-such-program")),
    BadInput("a directory", 3, (DID_NOT_RUN + r"/proc is a directory; name the program in it",),
             command("/proc")),
    BadInput("a file that is not executable", 3,
             (DID_NOT_RUN + r"\S+ is not executable; chmod \+x it, or put its interpreter",),
             not_executable),
    BadInput("an executable file that is no program", 3,
             (r"^  x: failed start: cannot start \S+: Exec format error; it has no #! line",),
             no_interpreter_line),
    BadInput("a script whose interpreter is missing", 3,
             (r"^  x: failed start: cannot start \S+: .*what its #! line names is missing",),
             script("", interpreter="#!/no/such/interpreter")),
    BadInput("silent", 3,
             (r"^  x: failed start: no HELLO reply within 0.5 s", r"^    hint: run `grit smoke`"),
             command("sleep 300", *SHORT)),
    BadInput("exits at once", 3,
             (r"^  x: failed start: exit code 3 before HELLO", r"^    hint: .*smoke",
              r"^    stderr\| no licence"),
             script("echo no licence >&2; exit 3")),
    BadInput("prints text", 3,
             (r'^  x: failed start: the frame does not begin with GCP1: "Hello.* did the adapter '
              r"print to stdout\?", r"^    hint: .*smoke"),
             command("echo Hello, I am an adapter")),
    BadInput("floods stdout", 3,
             (r"^  x: failed start: the frame does not begin with GCP1: ", r"^    hint: .*smoke"),
             command("cat /dev/zero")),
    BadInput("floods stdout after HELLO", 3,
             BUDGET_SPENT,
             script(f"{GREETING}; exec yes", "--restarts", 1)),
    BadInput("announces a frame of 4 GiB", 3,
             (r"^  x: failed start: the payload is longer than 64 MiB", r"^    hint: .*smoke"),
             script(r"printf 'GCP1\0\0\0\0\0\0\0\0\377\377\377\377'; cat >/dev/null")),
    BadInput("floods stderr and is silent", 3,
             (r"^  x: failed start: no HELLO reply within 0.5 s", r"^    hint: .*smoke"),
             script("exec yes out of memory, or not >&2", *SHORT)),
    BadInput("floods stderr and answers", 0, CONFORMANT, around_c("yes noise >&2 &")),
    BadInput("HELLO is not JSON", 3,
             (r"^  x: failed start: the HELLO reply is not a JSON object", r"^    hint: .*smoke"),
             script(f"{hello('{')}; cat >/dev/null")),
    BadInput("HELLO of another protocol version", 3,
             (r'^  x: failed start: the HELLO reply says another "protocol" than 1: 2',
              r"^    hint: .*smoke"),
             script(hello('{"protocol":2,"name":"x","ops":[]}') + "; cat >/dev/null")),
    BadInput("HELLO names operations that are none", 3,
             (r'^  x: failed start: "ops" of the HELLO reply holds something that is no op number: '
              r'"z{63}$', r"^    hint: .*smoke"),
             script(f"""import sys
text = b'{{"name":"x","ops":["' + b"z" * 1000000 + b'"]}}'
sys.stdout.buffer.write(b"GCP1" + bytes(8) + len(text).to_bytes(4, "little") + text)
sys.stdout.flush()
sys.stdin.read()""", interpreter=PYTHON)),
    BadInput("HELLO offers nothing", 3,
             (r"^  x did not run: it offers none of the operations that are asked; "
              r"does `ops` in its HELLO reply name them\?",),
             script(hello('{"name":"x","ops":[]}') + "; cat >/dev/null")),
    BadInput("silent after HELLO", 3,
             BUDGET_SPENT,
             script(f"{GREETING}; exec sleep 300", "--item-deadline", 0.3, "--restarts", 1)),
    BadInput("dies after HELLO", 3,
             BUDGET_SPENT,
             script(f"{GREETING}", "--restarts", 1)),
    BadInput("takes all the memory", 3,
             (r"^  x: failed start: \d+ MiB resident, the limit is 250 MiB", r"^    hint: .*smoke"),
             script("import time\nkept = b'x' * (500 << 20)\ntime.sleep(300)", "--memory-limit", 250,
                    interpreter=PYTHON)),
    BadInput("does not end when its input does", 3,
             (r"^  x: bad shutdown: still running 0.5 s after its input ended", EXPECTED_END),
             lambda bench: bench.adapter(
                 bench.script(f"{bench.c_adapter}; sleep 300"),
                 "--shutdown-deadline", 0.5)),
    BadInput("ends with an exit code", 3,
             (r"^  x: bad shutdown: exit code 7 after the last reply", EXPECTED_END),
             lambda bench: bench.adapter(
                 bench.script(f"{bench.c_adapter}; exit 7"))),
    BadInput("leaves a grandchild with stdout open", 0, CONFORMANT, around_c("sleep 300 &")),
    BadInput("leaves a grandchild in a session of its own", 0, CONFORMANT,
             around_c("setsid sleep 300 &")),
    BadInput("leaves a grandchild that ignores signals", 0, CONFORMANT,
             around_c("setsid sh -c 'trap \"\" HUP INT TERM; sleep 300; sleep 300' &")),
    BadInput("leaves a daemon", 0, CONFORMANT,
             around_c("(setsid sh -c 'cd /; sleep 300 <&- >&- 2>&- &' &) &")),
    BadInput("leaves a daemon without the environment it was given", 0, CONFORMANT,
             lambda bench: around_c(f"(env -i setsid sh -c 'sleep 300; :' {bench.mark} "
                                    ">/dev/null 2>&1 &) &")(bench)),
    BadInput("leaves a daemon that hands itself on", 0, CONFORMANT, around_c(
        f"{shlex.quote(sys.executable)} -c '\nimport os, time\nend = time.time() + 300\n"
        "while time.time() < end:\n    if os.fork(): os._exit(0)\n    os.setsid()\n"
        "    time.sleep(0.05)' >/dev/null 2>&1 </dev/null &")),
    BadInput("leaves a silent process behind and ends", 3,
             (r"^  x: failed start: exit code 0 before HELLO", r"^    hint: .*smoke"),
             script("setsid sleep 300 &")),
    BadInput("smoke: there is no such file", 3,
             (r"^grit smoke: x cannot be started: there is no /no/such; correct the path$",),
             lambda bench: bench.run("smoke", "--adapter", "x=/no/such")),
    BadInput("smoke: leaves a daemon", 0, (r"^8 of 8 exchanges went well",), smoke_around_c),
]


# ---- Files of the tree ---------------------------------------------------------------------------

def in_tree(spoil):
    """Spoils a copy of the tree and certifies the C adapter there."""
    def put(bench):
        with Tree() as tree:
            bench.root = tree.root
            spoil(tree.root)
            return bench.certify("c")
    return put


def pin_again(vectors):
    """PINS for the files as they are."""
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(vectors)}\n"
             for file in sorted(vectors.rglob("*")) if file.suffix in (".json", ".bin", ".txt")]
    (vectors / "PINS").write_text("".join(lines), encoding="utf-8")


def truncate(file):
    os.truncate(file, file.stat().st_size // 2)


def rewrite(old, new):
    def change(file):
        data = file.read_bytes()
        assert old in data, (file, old)
        file.write_bytes(data.replace(old, new, 1))
    return change


def text(content):
    return lambda file: file.write_text(content, encoding="utf-8")


def append(content):
    return lambda file: file.write_text(file.read_text(encoding="utf-8") + content,
                                        encoding="utf-8")


def huge(file):
    with file.open("wb") as stream:
        stream.truncate(1 << 30)  # takes no room: all of it is a hole


def instead(make):
    def change(file):
        file.unlink(missing_ok=True)
        make(file)
    return change


directory = instead(lambda file: file.mkdir())
pipe = instead(os.mkfifo)
# Unreadable for the superuser too: reading it fails, whoever does it.
unreadable = instead(lambda file: file.symlink_to("/proc/self/mem"))
UNREADABLE = "Input/output error"
missing = instead(lambda file: None)


def at(path, change):
    def spoil(root):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        change(root / path)
    return spoil


def pinned(path, change):
    def spoil(root):
        change(root / path)
        pin_again(root / "vectors")
    return spoil


NOT_PINNED = r"^the vectors are not the pinned ones; .*Restore them.*\(exit code 4\)"
PINS_ENTRY = r"^  vectors/PINS: "

VECTORS = [
    BadInput("core.json is truncated", 4, (PINS_ENTRY + "core.json: changed: ", NOT_PINNED),
             in_tree(at("vectors/core.json", truncate))),
    BadInput("core.json is missing", 4, (PINS_ENTRY + "core.json: missing", NOT_PINNED),
             in_tree(at("vectors/core.json", missing))),
    BadInput("core.json is a directory", 4, (PINS_ENTRY + "core.json: unreadable", NOT_PINNED),
             in_tree(at("vectors/core.json", directory))),
    BadInput("core.json cannot be read", 4, (PINS_ENTRY + "core.json: unreadable", NOT_PINNED),
             in_tree(at("vectors/core.json", unreadable))),
    BadInput("core.json is huge", 4, (PINS_ENTRY + "core.json: unreadable", NOT_PINNED),
             in_tree(at("vectors/core.json", huge))),
    BadInput("a vectors file that PINS does not name", 4,
             (PINS_ENTRY + "new.json: not listed", NOT_PINNED),
             in_tree(at("vectors/new.json", text("{}")))),
    BadInput("PINS is missing", 2, (r"^grit certify: cannot find the project: .*; set GRIT_ROOT",),
             in_tree(at("vectors/PINS", missing))),
    BadInput("PINS is a directory", 2,
             (r"^grit certify: cannot find the project: .*; set GRIT_ROOT",),
             in_tree(at("vectors/PINS", directory))),
    BadInput("PINS cannot be read", 2, (rf"PINS: {UNREADABLE}; restore the file",),
             in_tree(at("vectors/PINS", unreadable))),
    BadInput("PINS is empty", 4, (PINS_ENTRY + "core.json: not listed", NOT_PINNED),
             in_tree(at("vectors/PINS", text("")))),
    BadInput("PINS is malformed", 4,
             (PINS_ENTRY + r"deadbeef  core.json: malformed line", NOT_PINNED),
             in_tree(at("vectors/PINS", append("deadbeef  core.json\n")))),
    BadInput("PINS is huge", 2, (r"PINS: is longer than 64 KiB.*; restore the file",),
             in_tree(at("vectors/PINS", huge))),
    BadInput("pinned: core.json is truncated", 2,
             (r"core.json:\d+: is not JSON from here on; restore the file",),
             in_tree(pinned("vectors/core.json", truncate))),
    BadInput("pinned: core.json is empty", 2,
             (r"core.json:1: is not JSON from here on; restore the file",),
             in_tree(pinned("vectors/core.json", text("")))),
    BadInput("pinned: core.json is not JSON", 2,
             (r"core.json:1: is not JSON from here on; restore the file",),
             in_tree(pinned("vectors/core.json", text("[[suite]]\n")))),
    BadInput("pinned: core.json is of another version", 2,
             (r'core.json: "schema" is "grit-vectors/core/2", not "grit-vectors/core/1"; '
              r"use the vectors of this version",),
             in_tree(pinned("vectors/core.json", rewrite(b"core/1", b"core/2")))),
    BadInput("pinned: core.json has no schema", 2,
             (r'core.json: "schema" is missing, not "grit-vectors/core/1"; use the vectors',),
             in_tree(pinned("vectors/core.json", text("{}")))),
    BadInput("pinned: an entry of core.json lacks a member", 2,
             (r'core.json: .*"canonical" is missing; restore the file',),
             in_tree(pinned("vectors/core.json", rewrite(b'"canonical"', b'"cannonical"')))),
    BadInput("pinned: matrix.json is of another version", 2,
             (r'matrix.json: "schema" is "\S+/2", not "\S+/1"; use the vectors of this version',),
             in_tree(pinned("vectors/matrix.json", rewrite(b'matrix/1"', b'matrix/2"')))),
    BadInput("pinned: a format table is truncated", 2,
             (r"format_decode_binary16.bin: does not hold 65536 words; restore the file",),
             in_tree(pinned("vectors/format_decode_binary16.bin", truncate))),
]


DEVIATIONS = "adapters/c/deviations.toml"
CORRECT_DEVIATIONS = r"; correct it \(docs/PROTOCOL.md, \"Known deviations\""
ENTRY = '[[deviation]]\nid = "a"\nclause = "§2"\nreason = "r"\nversion = "1"\n'
SELECT = '[[deviation.select]]\nop = "CHECK"\ncases = "*"\n'


def deviations(name, said, change):
    return BadInput(f"deviations.toml {name}", 2,
                    (r"^grit certify: \S+/deviations.toml" + said + ".*" + CORRECT_DEVIATIONS,),
                    in_tree(at(DEVIATIONS, change)))


ADAPTER_TOML = "adapters/c/adapter.toml"
CORRECT_ADAPTER = r"; correct it \(docs/ADAPTERS.md"


def adapter_toml(name, said, change):
    return BadInput(f"adapter.toml {name}", 2,
                    (r"^grit certify: \S+/adapter.toml" + said + ".*" + CORRECT_ADAPTER,),
                    in_tree(at(ADAPTER_TOML, change)))


TOML_FILES = [
    deviations("is truncated", r":7: ", text((ENTRY + SELECT)[:-15])),
    deviations("is not TOML", r":1: ", text('{"deviations": []}')),
    deviations("is binary", r":1: ", lambda file: file.write_bytes(bytes(range(256)))),
    deviations("is of another version", r": unknown key version", text("version = 2\n")),
    deviations("has an entry that never ends", r": deviation 1 has neither version nor until",
               text(ENTRY.replace('version = "1"\n', "") + SELECT)),
    deviations("is a directory", r": is not a file", directory),
    deviations("is a pipe", r": is not a file", pipe),
    deviations("cannot be read", f": {UNREADABLE}", unreadable),
    deviations("is huge", r": is longer than 4096 KiB", huge),
    adapter_toml("is truncated", r":\d+: ", truncate),
    adapter_toml("is not TOML", r":1: ", text("name: c\n")),
    adapter_toml("is empty", r": the key name must be a string", text("")),
    adapter_toml("has a key of another version", r": unknown key transport",
                 append('transport = "socket"\n')),
    adapter_toml("has a key that steers a terminal", r": unknown key \\x1b\[2J",
                 append('"\\u001b[2J" = 1\n')),
    adapter_toml("is a directory", r": is not a file", directory),
    adapter_toml("is a pipe", r": is not a file", pipe),
    adapter_toml("cannot be read", f": {UNREADABLE}", unreadable),
    adapter_toml("is huge", r": is longer than 4096 KiB", huge),
    BadInput("adapter.toml names a program that is not built", 3,
             (r"^  c did not run: not built: \S.*/adapters/c/grit-d-adapter is missing", r"^    install: "),
             in_tree(at(ADAPTER_TOML, rewrite(b"grit-c-adapter", b"grit-d-adapter")))),
]


# ---- Where results go ----------------------------------------------------------------------------

def occupied(bench):
    (bench.folder / "occupied").write_text("", encoding="utf-8")
    return bench.folder / "occupied"


def to(option, place):
    return lambda bench: bench.certify("c", option, place(bench))


def full(*arguments):
    """Standard output is a full disk."""
    def put(bench):
        with open("/dev/full", "wb") as device:
            return bench.run(*arguments, stdout=device, shell=" >/dev/full")
    return put


def closed_pipe(bench):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        return bench.certify("c", stdout=writing, shell=" | true")
    finally:
        os.close(writing)


def no_room(bench):
    """No file may have more than 4 KiB, which is what a full disk does to large ones."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
    read, write = os.pipe()  # the limit holds for the program's own output too
    with os.fdopen(read, "rb") as stream:
        try:
            code, _, err = bench.certify("c", preexec_fn=limit, restore_signals=False, stdout=write)
        finally:
            os.close(write)
        out = stream.read().decode()
    # Half a report is no report.
    (run,) = (bench.folder / "reports").iterdir()
    assert not (run / "report.json").exists()
    return code, out, err


NO_ROOM = "No space left on device"
ELSEWHERE = r"^grit certify: cannot write below \S+; --reports names another directory$"
NOT_OUT = (rf"^grit: cannot write the result to standard output: {NO_ROOM}; send it elsewhere "
           r"\(exit code 3\)$")
# The verdict was reached and printed; the exit code is another all the same, and the error says so.
NOT_KEPT = r"; make room, or name another place \(exit code 3, whatever the verdict says\)$"
VERDICT = r"^conformant: 1 of 1 subject \(exit code 0\)$"

OUTPUTS = [
    BadInput("--reports is a file", 2, (ELSEWHERE,), to("--reports", occupied)),
    BadInput("--reports is below a file", 2, (ELSEWHERE,),
             to("--reports", lambda bench: occupied(bench) / "below")),
    BadInput("--reports is where nobody may write", 2, (ELSEWHERE,),
             to("--reports", lambda bench: "/proc/reports")),
    BadInput("--junit is a directory", 2, (r"^grit certify: cannot write \S+; name another file$",),
             to("--junit", lambda bench: bench.folder)),
    BadInput("--markdown is in no directory", 2, (r"^grit certify: cannot write \S+/no/such; name another file$",),
             to("--markdown", lambda bench: bench.folder / "no/such")),
    BadInput("the disk is full: --junit", 3,
             (rf"^grit certify: cannot write /dev/full: {NO_ROOM}{NOT_KEPT}", VERDICT),
             to("--junit", lambda bench: "/dev/full")),
    BadInput("the disk is full: --markdown", 3,
             (rf"^grit certify: cannot write /dev/full: {NO_ROOM}{NOT_KEPT}", VERDICT),
             to("--markdown", lambda bench: "/dev/full")),
    BadInput("the disk is full: the run's directory", 3,
             (rf"^grit certify: cannot write \S+/report.json: File too large{NOT_KEPT}", VERDICT),
             no_room),
    BadInput("the disk is full: standard output", 3, (NOT_OUT,),
             full("certify", "c", *FEW)),
    BadInput("the disk is full: standard output, JSON", 3, (NOT_OUT,),
             full("certify", "c", *FEW, "--json")),
    BadInput("the disk is full: help", 3, (NOT_OUT,), full("--help")),
    BadInput("the disk is full: help of a command", 3, (NOT_OUT,), full("certify", "--help")),
    BadInput("the disk is full: version", 3, (NOT_OUT,), full("--version")),
    BadInput("the disk is full: adapters", 3, (NOT_OUT,), full("adapters", "--json")),
    BadInput("the disk is full: grade", 3, (NOT_OUT,),
             full("grade", "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)")),
    BadInput("nobody reads standard output", 3,
             (r"^grit: cannot write the result to standard output: Broken pipe; send it elsewhere "
              r"\(exit code 3\)$",),
             closed_pipe),
    BadInput("the disk is full: smoke", 3, (NOT_OUT,), full("smoke", "c")),
    BadInput("the disk is full: smoke, JSON", 3, (NOT_OUT,), full("smoke", "c", "--json")),
]


# ---- Command lines and signals -------------------------------------------------------------------

def run(*arguments):
    return lambda bench: bench.run(*arguments)


def interrupted(number):
    """The signal comes while one adapter is silent and has a grandchild."""
    def put(bench):
        ready = bench.folder / "ready"
        adapter = bench.script(f"setsid sleep 300 &\n: >{ready}\nexec sleep 300")

        def send_when_ready():
            deadline = time.time() + 60
            while not ready.exists() and time.time() < deadline:
                time.sleep(0.01)
            bench.process.send_signal(number)
        return bench.certify("--adapter", f"x={adapter}", meanwhile=send_when_ready)
    return put


USAGE = [
    BadInput("no command", 2, (r"^grit: a command is missing; the commands are .*`grit --help`",),
             run()),
    BadInput("no such command", 2,
             (r"^grit: there is no command nope; the commands are .*`grit --help`",), run("nope")),
    BadInput("no such option", 2,
             (r"^grit: there is no option --nope before a command; .*`grit --help`",),
             run("--nope", "certify")),
    BadInput("no such option of a command", 2,
             (r"^grit certify: .*--nope; `grit certify --help` lists the options$",),
             run("certify", "--nope")),
    BadInput("a line break in an argument", 2, (r"^grit: there is no command no\\npe; ",),
             run("no\npe")),
    BadInput("no such subject", 2, (r"^grit certify: there is no subject nobody; there are c, ",),
             run("certify", "nobody")),
    BadInput("no such subject for smoke", 2,
             (r"^grit smoke: there is no subject nobody; `grit adapters` lists them",),
             run("smoke", "nobody")),
    BadInput("an adapter without a command", 2, (r"^grit certify: --adapter x=: the command is",),
             run("certify", "--adapter", "x=")),
    BadInput("an adapter with an open quote", 2,
             (r"^grit certify: --adapter x=': the command has an opening ' without a closing one",),
             run("certify", "--adapter", "x='")),
    BadInput("a deadline that is no number", 2, (r"^grit certify: --item-deadline: must be a numb",),
             run("certify", "--item-deadline", "soon")),
    BadInput("interrupted", 3, (r"^incomplete: x \(exit code 3\)",), interrupted(signal.SIGINT)),
    BadInput("terminated", 3, (r"^incomplete: x \(exit code 3\)",), interrupted(signal.SIGTERM)),
]


def try_out(grit, bad_input):
    """(exit code, the lines that its expressions matched, the whole output, survivors, command)."""
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(grit, folder)
        code, out, err = bad_input.put(bench)
        survivors = bench.survivors()
        printed = (out + err).splitlines()
        matched = [next((line.strip() for line in printed if re.search(expression, line)), None)
                   for expression in bad_input.lines]
        if code == 2:  # nothing was run: the one line is all
            matched = matched if out == "" and err.count("\n") == 1 else [None]
        matched = [bench.hide_paths(line) if line else line for line in matched]
        # How many cases are put is no part of what is bad.
        few = " " + " ".join(map(str, FEW))
        return (code, matched, out + err, survivors,
                bench.hide_paths(bench.command.replace(few, "")))


TABLES = {"An adapter": ADAPTERS, "Vectors": VECTORS, "TOML files": TOML_FILES,
          "Where results go": OUTPUTS, "Command lines and signals": USAGE}


def rows(grit=None):
    """(group, input, command, lines printed, exit code) of every bad input, for the tables in the
    documentation; paths are replaced by placeholders."""
    for group, table in TABLES.items():
        for bad_input in table:
            code, matched, printed, _, command_line = try_out(grit or support.GRIT, bad_input)
            if None in matched:
                raise AssertionError(f"{bad_input.name}: {printed}")
            yield group, bad_input.name, command_line, matched, code


class BadInputs(unittest.TestCase):
    def try_all(self, table):
        for bad_input in table:
            with self.subTest(bad_input.name):
                code, matched, printed, survivors, _ = try_out(support.GRIT, bad_input)
                self.assertEqual(code, bad_input.exit_code, printed)
                self.assertNotIn(None, matched, f"{bad_input.lines}\n{printed}")
                self.assertEqual(survivors, [])
                self.assertNotIn("\x1b", printed)

    def test_adapters(self):
        self.try_all(ADAPTERS)

    def test_vectors(self):
        self.try_all(VECTORS)

    def test_toml_files(self):
        self.try_all(TOML_FILES)

    def test_where_results_go(self):
        self.try_all(OUTPUTS)

    def test_command_lines_and_signals(self):
        self.try_all(USAGE)

    def test_long_names_do_not_widen_the_tables(self):
        long = "v" * 5000
        with tempfile.TemporaryDirectory() as folder:
            bench = Bench(support.GRIT, folder)
            greeting = hello(f'{{"name":"{long}","version":"{long}","language":"{long}","ops":[]}}')
            _, out, _ = bench.adapter(bench.script(f"{greeting}; cat >/dev/null"))
        self.assertLess(max(map(len, out.splitlines())), 200)

    # The searcher for survivors must find some where there are some.
    def test_survivors_are_found(self):
        with tempfile.TemporaryDirectory() as folder:
            bench = Bench(support.GRIT, folder)
            sleeper = subprocess.Popen(["sleep", "300"], env={MARK: bench.mark})
            try:
                bench.process = sleeper
                deadline = time.time() + 10
                while not bench.survivors() and time.time() < deadline:
                    time.sleep(0.01)
                self.assertEqual(bench.survivors(), ["sleep 300 "])
            finally:
                sleeper.kill()
                sleeper.wait()


if __name__ == "__main__":
    support.main()
