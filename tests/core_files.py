#!/usr/bin/env python3
"""Core and plan files are read back: --from core and --from plan give what the program gives, and the same text again.

Usage: core_files.py NOVA PROGRAM...

Of each program the blocks between blank lines are tried, with the definitions that stand above. A block with errors has no
core file and is left out.
"""
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

nova, *programs = [pathlib.Path(p).resolve() for p in sys.argv[1:]]
LIMITS = ["--tier", "interp", "--timeout", "20s", "--max-memory", "500M"]
DEFINITION = re.compile(r"\((define|types|foreign|import|module)")


def run(folder, *options):
    done = subprocess.run([nova, "run", *LIMITS, *options], capture_output=True, cwd=folder, stdin=subprocess.DEVNULL, timeout=100)
    return done.returncode, done.stdout, re.findall(rb"error\[(E\d+)\]", done.stderr), done.stderr


def blocks(text):
    """The program's blocks, each with the definitions of earlier ones that have no error."""
    above = ""
    for block in re.split(r"\n[ \t]*\n", text):
        code = "\n".join(line for line in block.split("\n") if not line.startswith(";"))
        if not code.strip():
            continue
        yield above + code + "\n"
        if DEFINITION.match(code) and not re.search(r"^; !", block, re.M):
            above += code + "\n"


def compare_core(program, name, folder):
    status, core, _, _ = run(folder, "--dump", "core", "--stop-after", "core", program)
    if status:
        return None
    file = pathlib.Path(name + ".core")
    file.write_bytes(core)
    status, again, _, said = run(folder, "--from", "core", "--dump", "core", "--stop-after", "core", file)
    if status or again != core:
        return "its core file is " + ("refused: " + said.decode() if status else "printed in another way")
    want, have = run(folder, program), run(folder, "--from", "core", file)
    return "" if want[:3] == have[:3] else f"it gives {want}, its core file {have}"


def compare_plans(program, name, folder):
    _, out, _, _ = run(folder, "--dump", "plan", program)
    types = b"".join(re.findall(rb"^\((?:define-datatype|define-record|types) .*\n", out, re.M))
    plans = re.findall(rb"^\(plan\n(?: .*\n)*\(run .*\n(?: .*\n)*", out, re.M)
    if not plans:
        return None
    for k, plan in enumerate(plans):
        file = pathlib.Path(f"{name}.{k}.plan")
        file.write_bytes(types + plan)
        status, again, codes, said = run(folder, "--from", "plan", "--dump", "plan", file)
        if status and codes != [b"E0434"]:
            return "a plan is refused: " + said.decode()
        if not again.startswith(types + plan):
            return "a plan is printed in another way"
    return ""


def check(program):
    results = []
    with tempfile.TemporaryDirectory() as made:
        for k, text in enumerate(blocks(program.read_text(errors="surrogateescape"))):
            name = f"{made}/{k}"
            source = pathlib.Path(name + ".nv")
            source.write_text(text, errors="surrogateescape")
            for compare in compare_core, compare_plans:
                results.append((compare.__name__, compare(source, name, program.parent), text))
    return program, results


counts = {}
wrong = 0
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for program, results in pool.map(check, programs):
        for kind, said, text in results:
            outcome = "none" if said is None else "differs" if said else "same"
            counts[kind, outcome] = counts.get((kind, outcome), 0) + 1
            if said:
                wrong += 1
                print(f"{program}: {said}\n{text}\n")
print(", ".join(f"{kind} {outcome} {n}" for (kind, outcome), n in sorted(counts.items())))
sys.exit(1 if wrong or ("compare_core", "same") not in counts else 0)
