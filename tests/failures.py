#!/usr/bin/env python3
"""The n-th allocation, open or write fails, once: no run crashes or hangs, and none gives another value.

failures.py NOVA SAMPLES SEED [SCENARIO..]    Each scenario runs with SAMPLES failing calls of each kind, half of them among
those that come when Nova has started; 0: every one. Allocations fail by a preloaded library, opens and writes by strace, where that is there. A run may end in the right answer, or in an error with status 1; at the prompt the form behind it
has to give its value, else the session has ended, which is counted. Prints what became of them, by kind.
"""
import collections
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
PROMPT = "\n(+ 40 2)\n"  # the session goes on
SCENARIOS = {
    "sum": (["-e", "(sum (map (* 2) (iota 1000)))"], ""),
    "cpu": (["-e", "(sum (map (* 3) (iota 1000)))", "--tier", "cpu"], ""),
    "filter": (["-e", "(length (filter odd (iota 100000)))"], ""),
    "sort": (["-e", "(sort [3 1 2])"], ""),
    "rows": (["-e", "(map iota [3 0 2])", "--tier", "cpu"], ""),
    "text": (["-e", '(println (++ "a" (show [1 2 3])))'], ""),
    "types": (["-e", "(type T (A int) (B T)) (match (B (A 3)) ((B (A n)) n) (_ 0))"], ""),
    "error": (["-e", "(+ 1 true)"], ""),
    "fault": (["-e", "(map (lambda (x) (/ 1 x)) [1 0])"], ""),
    "check": (["check", "program.nv"], ""),
    "run": (["run", "program.nv"], ""),
    "format": (["fmt", "--check", "program.nv"], ""),
    "read": (["-e", '(length (read-text "program.nv"))'], ""),
    "write": (["-e", '(begin (write-text "out.txt" "text") (read-text "out.txt"))', "--allow-write", ".", "--allow-read", "."], ""),
    "npy": (["-e", '(begin (write-npy "out.npy" (iota 10)) (sum (read-npy "out.npy" : vector int)))', "--allow-write", ".",
             "--allow-read", "."], ""),
    "prompt": ([], "(sum (iota 100))" + PROMPT),
    "prompt error": ([], "(map (lambda (x) (/ 1 x)) [1 0])" + PROMPT),
    "prompt define": ([], "(define (f x) (* x x))\n(map f (iota 5))" + PROMPT),
    "prompt cpu": (["--tier", "cpu"], "(sum (map (* 5) (iota 1000)))" + PROMPT),
    "prompt commands": ([], ":type map\n:doc sum\n:why" + PROMPT),
}
CALLS = {"open": ("openat", "EMFILE"), "write": ("write", "ENOSPC")}  # and how they fail
KINDS = ["malloc", *(CALLS if shutil.which("strace") else [])]


def run(nova, scenario, folder, kind, n):
    """Status, standard output and how many calls of this kind there were (of interest where n is 0: none fails)."""
    words, typed = SCENARIOS[scenario]
    count = folder / "count"
    count.unlink(missing_ok=True)
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
    command = [nova, *words]
    if kind == "malloc":
        environment |= {"LD_PRELOAD": str(folder / "fail_nth.so"), "NOVA_FAIL": str(n), "NOVA_FAIL_COUNT": str(count)}
    else:
        call, how = CALLS[kind]
        command = ["strace", "-qq", "-o", str(count), "-e", f"trace={call}", "-e", "signal=none",
                   *(["-e", f"inject={call}:error={how}:when={n}"] if n else []), *command]
    try:
        done = subprocess.run(command, input=typed, capture_output=True, text=True, errors="replace", timeout=60,
                              cwd=folder, env=environment)
    except subprocess.TimeoutExpired:
        return None, "", 0
    told = count.read_text() if count.exists() else "0"
    if "loading shared libraries" in done.stderr:  # Nova did not begin
        return 1, "", 0
    return done.returncode, done.stdout, int(told) if kind == "malloc" else len(re.findall(r"^\w+\(", told, re.M))


def outcome(got, wanted, scenario):
    """What became of it: right, error, or what must not be."""
    status, said = got[:2]
    if status is None:
        return "HANGS"
    if status < 0 or status > 125:
        return f"CRASHES {status}"
    if (status, said) == wanted[:2]:
        return "right"
    if SCENARIOS[scenario][1] and "42" not in said and status == 1:
        return "ended"
    if status == 0 and not SCENARIOS[scenario][1]:
        return "WRONG" if said.strip() else "LOST"
    return "error" if status in (0, 1, 2) else f"STATUS {status}"


def drawn(dice, calls, started, samples):
    """Which calls fail."""
    if not samples:
        return range(1, calls + 1)
    early, late = range(1, min(calls, started) + 1), range(min(calls, started) + 1, calls + 1)
    n = min(len(late), samples - samples // 2)
    return sorted(dice.sample(late, n) + dice.sample(early, min(len(early), samples - n)))


def main():
    nova, samples, seed, chosen = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    dice, table, bad = random.Random(seed), {k: collections.Counter() for k in KINDS}, []
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", str(HERE / "faults/fail_nth.c"), "-o", str(folder / "fail_nth.so"), "-ldl"], check=True)
        (folder / "program.nv").write_text("(define (f x) (+ x 1))\n(sum (map f (iota 100)))\n")
        SCENARIOS["nothing"] = (["-e", "0"], "")
        started = {kind: run(nova, "nothing", folder, kind, 0)[2] for kind in KINDS}
        del SCENARIOS["nothing"]
        for scenario in chosen or SCENARIOS:
            run(nova, scenario, folder, "malloc", 0)  # fills the cache
            for kind in KINDS:
                wanted = run(nova, scenario, folder, kind, 0)
                for n in drawn(dice, wanted[2], started[kind], samples):
                    became = outcome(run(nova, scenario, folder, kind, n), wanted, scenario)
                    table[kind][became] += 1
                    if became.split()[0].isupper():
                        bad.append(f"{scenario}: {kind} {n} {became}")
    for line in bad[:40]:
        print(line)
    for kind in KINDS:
        print(f"{kind}: {sum(table[kind].values())} failed once, " + ", ".join(f"{n} {what}" for what, n in table[kind].most_common()))
    print(f"{len(chosen or SCENARIOS)} scenarios, {len(bad)} bad")
    sys.exit(1 if bad else 0)


main()
