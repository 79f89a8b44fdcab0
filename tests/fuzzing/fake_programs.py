"""Programs that behave like those of fuzz/ without fuzzing: what each does stands in its inputs.

An input is words. `echo WORD` inputs do nothing; a word OUTCOME:SIGNATURE makes the input a finding of
that kind, e.g. `law:L1|x` (underscores for spaces: out_of_memory:decode). `flaky:NAME` is a finding
only every second time, `moody:NAME` another one each time.

This file is the program: it is linked under the names grit-fuzz-T, grit-replay-T, grit-fuzz-seeds,
afl-fuzz, llvm-profdata-19 and llvm-cov-19, and PLAN.json beside the link says what a fuzzer does:
  {"T": {"inputs": ["…"], "each_s": 0.2, "executions": 100, "launch": "…", "ignore_term": true, …}}
"""

import fcntl
import hashlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(sys.argv[0]).resolve().parent  # a merge is started through a link
NAME = pathlib.Path(sys.argv[0]).resolve().name
OUTCOMES = ("disagreement", "law", "sanitizer", "crash", "hang", "out_of_memory", "infrastructure")
KINDS = {"hang": "timeout", "out_of_memory": "oom"}


def plan(target):
    path = HERE / "PLAN.json"
    return json.loads(path.read_text()).get(target, {}) if path.exists() else {}


def count(name):
    """How often something was done, over all processes."""
    with open(HERE / f"count.{name}", "a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        number = int(file.read() or 0) + 1
        file.truncate(0)
        file.write(str(number))
    return number


def judged(text):
    """(outcome, signature) of an input's text."""
    for word in text.split():
        outcome, colon, signature = word.partition(":")
        if not colon:
            continue
        if outcome == "flaky":
            return ("crash", signature) if count(f"flaky.{signature}") % 2 else ("none", "")
        if outcome == "moody":
            return "crash", f"{signature}-{count(f'moody.{signature}')}"
        if outcome == "mended" and (HERE / "mended").exists():
            return "none", ""
        if outcome == "mended":
            return "crash", signature
        if outcome in OUTCOMES:
            return outcome.replace("_", " "), signature
    return "none", ""


def replay(target, arguments):
    rules = plan(target)
    option = arguments[0] if arguments else ""
    if option == "--judge":
        if rules.get("judge") == "broken":
            sys.exit("judge: no such adapter")
        if rules.get("judge") == "no JSON":
            print("hello")
            return 0
        outcome, signature = judged(pathlib.Path(arguments[1]).read_text(errors="replace"))
        print(json.dumps({"outcome": outcome, "signature": signature,
                          "detail": f"stderr of {outcome}\n```fence"}))
        return 3 if outcome == "infrastructure" else 0
    if option == "--reduce":
        text = pathlib.Path(arguments[1]).read_text(errors="replace")
        word = next(word for word in text.split() if ":" in word)
        if rules.get("reduce") == "drifts":
            word = "law:another"
        if rules.get("reduce") == "fails":
            sys.exit("reduce: out of ideas")
        pathlib.Path(arguments[2]).write_text(word)
        outcome, _, signature = word.partition(":")
        print(json.dumps({"outcome": outcome, "signature": signature, "bytes": len(word),
                          "steps": 2, "tried": 5}))
        return 0
    if option == "--form":
        print(json.dumps({"target": target, "form": "words"}))
        return 0
    if option == "--describe":
        data = pathlib.Path(arguments[1]).read_bytes()
        print(json.dumps({"target": target, "form": "words", "bytes": len(data), "op": "CHECK",
                          "pieces": [["word", "a | b"]], "differences": [["magic", "0", "1"]],
                          "hex": data.hex(), "unit_test": f"TEST(Fuzz, {target}) {{}}\n",
                          "command": "printf x | adapter"}))
        return 0
    if option == "--reached":
        print(json.dumps(rules.get("reached", {"inputs": 1, "statuses": {"ok": 1},
                                               "rules": {"magic": 1, "length": 0}})))
        return 0
    files = [file for path in map(pathlib.Path, arguments)
             for file in (sorted(path.rglob("*")) if path.is_dir() else [path]) if file.is_file()]
    if not files:
        return 2
    for file in files:
        outcome, signature = judged(file.read_text(errors="replace"))
        if outcome != "none":
            sys.stderr.write(f"grit-finding: {outcome}: {signature}\n")
            sys.stderr.flush()
            os.abort()
    if "LLVM_PROFILE_FILE" in os.environ:
        pathlib.Path(os.environ["LLVM_PROFILE_FILE"].replace("%p", str(os.getpid()))).touch()
    print(f"{len(files)} inputs")
    return 0


def fuzzer(target, arguments):
    rules = plan(target)
    options = dict(word[1:].split("=", 1) for word in arguments if word.startswith("-"))
    folders = [pathlib.Path(word) for word in arguments if not word.startswith("-")]
    number = count(f"runs.{target}")
    (HERE / f"arguments.{target}.{number}").write_text("\n".join(arguments))
    if "set_cover_merge" in options:
        return merge(target, rules, folders)
    if options.get("runs") == "0":
        return measure(target, rules, folders)
    launch = rules.get("launch")
    if launch == "dies":
        print("cannot load the dictionary")
        return 1
    if launch == "ends":
        return 0
    if launch == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if rules.get("ignore_term"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if rules.get("descendant"):
            child = subprocess.Popen(["sleep", "1000"])
            (HERE / "descendant").write_text(str(child.pid))
    executions = rules.get("executions", 100)
    inputs = rules.get("inputs", [])
    for file in sorted(folders[0].iterdir()):
        # As libFuzzer does: the corpus is executed first, and ends the process where it is a finding.
        outcome, _ = judged(file.read_text(errors="replace")) if rules.get("corpus") else ("none", "")
        if outcome != "none":
            return artifact(options, outcome, file.read_text())
    deadline = time.monotonic() + int(options["max_total_time"])
    if number <= len(inputs):
        time.sleep(rules.get("each_s", 0.1))
        kind = inputs[number - 1].split(":")[0]
        print(f"#{executions}\tNEW    cov: 12 ft: 34 corp: 3/5b lim: 4 exec/s: 50 rss: 32Mb")
        return artifact(options, kind if kind in KINDS else "crash", inputs[number - 1])
    if rules.get("always"):
        return artifact(options, "crash", rules["always"])
    (folders[0] / hashlib.sha1(b"found %d" % number).hexdigest()).write_text(f"found {number}")
    print(f"#{executions}\tpulse  cov: 12 ft: 34 corp: 3/5b lim: 4 exec/s: 50 rss: 32Mb", flush=True)
    while time.monotonic() < deadline:
        time.sleep(0.02)
    print(f"stat::number_of_executed_units: {executions}")
    return 0


def artifact(options, outcome, text):
    kind = KINDS.get(outcome, "crash")
    path = options["artifact_prefix"] + f"{kind}-{hashlib.sha1(text.encode()).hexdigest()}"
    pathlib.Path(path).write_text(text)
    print(f"Test unit written to {path}\nstat::number_of_executed_units: 7", flush=True)
    return 77


def words_of(folder):
    return {file: set(file.read_text().split()) for file in sorted(folder.rglob("*"))
            if file.is_file()}


def merge(target, rules, folders):
    """Greedy set cover of words."""
    if rules.get("merge") == "dies":
        return 1
    covered = set()
    files = {file: words for folder in folders[1:] for file, words in words_of(folder).items()}
    for file, words in sorted(files.items(), key=lambda item: (-len(item[1]), item[0].stat().st_size)):
        if not words <= covered and not (rules.get("merge") == "loses" and covered):
            covered |= words
            (folders[0] / hashlib.sha1(file.read_bytes()).hexdigest()).write_bytes(file.read_bytes())
    return 0


def measure(target, rules, folders):
    words = set().union(*(words for folder in folders for words in words_of(folder).values()))
    print(f"#9\tINITED cov: {len(words)} ft: {len(words)} corp: 3/5b exec/s: 0 rss: 32Mb")
    return 0


def seeds(arguments):
    count("seeds")
    for target in json.loads((HERE / "PLAN.json").read_text()):
        folder = pathlib.Path(arguments[0]) / target
        folder.mkdir(parents=True)
        (folder / "generated").write_text("generated")
    return 0


def afl(arguments):
    """Lays out its folder as AFL++ 4.04 does."""
    options = dict(zip(arguments[:arguments.index("--")][::2], arguments[1::2]))
    role = "-M" if "-M" in options else "-S"
    program = pathlib.Path(arguments[arguments.index("--") + 1]).name
    rules = plan(program[len("grit-afl-"):])
    folder = pathlib.Path(options["-o"]) / options[role]
    (HERE / f"arguments.{options[role]}").write_text("\n".join(arguments))
    (HERE / f"environment.{options[role]}").write_text(json.dumps(dict(os.environ)))
    if rules.get("launch") == "dies":
        print("[-] PROGRAM ABORT : Fork server handshake failed")
        return 1
    for part in ("crashes", "hangs", "queue/.state"):
        (folder / part).mkdir(parents=True)
    (folder / "crashes" / "README.txt").write_text("read me")
    for number, seed in enumerate(sorted(pathlib.Path(options["-i"]).iterdir())):
        (folder / "queue" / f"id:{number:06},time:0,execs:0,orig:{seed.name}").write_bytes(
            seed.read_bytes())
    (folder / "queue" / "id:000099,src:000000,time:1,execs:17,op:havoc,rep:16,+cov").write_text(
        f"queued by {options[role]}")
    for number, text in enumerate(rules.get("inputs", [])):
        part = "hangs" if text.startswith("hang") else "crashes"
        (folder / part / f"id:{number:06},sig:06,src:000000,time:91,execs:479").write_text(text)
    executions = rules.get("executions", 100)
    (folder / "fuzzer_stats").write_text("execs_done        : 0\nexecs_per_sec     : 0.00\n")
    stopped = []
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))
    deadline = time.monotonic() + int(options["-V"])
    while time.monotonic() < deadline and not stopped:
        time.sleep(0.02)
    (folder / "fuzzer_stats").write_text(
        f"execs_done        : {executions}\nexecs_per_sec     : 50.5\nedges_found       : 12\n"
        "corpus_count      : 3\n")
    return 0


def llvm(arguments):
    """Every program reaches three of four lines of one file of each folder."""
    options = dict(word.split("=", 1) for word in arguments if "=" in word)
    if arguments[0] == "merge":
        pathlib.Path(arguments[arguments.index("-o") + 1]).touch()
    elif arguments[0] == "show":
        pathlib.Path(options["-output-dir"]).mkdir()
    else:
        for folder in ("reference", "protocol"):
            print(f"SF:{os.environ['GRIT_ROOT']}/harness/{folder}/file.cpp", "FN:1,reached",
                  *(f"DA:{line},{line - 1}" for line in (1, 2, 3, 4)), "end_of_record", sep="\n")
    return 0


def main():
    arguments = sys.argv[1:]
    if NAME == "afl-fuzz":
        return afl(arguments)
    if NAME.startswith("llvm-"):
        return llvm(arguments)
    if NAME == "grit-fuzz-seeds":
        return seeds(arguments)
    if NAME.startswith("grit-replay-"):
        return replay(NAME[len("grit-replay-"):], arguments)
    return fuzzer(NAME[len("grit-fuzz-"):], arguments)


if __name__ == "__main__":
    sys.exit(main())
