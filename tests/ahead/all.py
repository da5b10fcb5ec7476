#!/usr/bin/env python3
"""Builds all functions of many programs to C, compiles them by several compilers, and runs the self-tests.

all.py NOVA FILE..        Prints a table. Not part of the tests, since it takes hours. Writes ahead_*.nv beside each file.
  --compile WORDS         a compiler with flags, repeatable (default: gcc and clang-14 at -O0, -O2 and -O3 -march=native)
  --to TARGET             repeatable (default: c and openmp); cuda: NVRTC compiles the kernels, and a stand-in for the driver runs them
  --arch LIST             with --to cuda: GPUs that get code of their own, as 80,90
  --libcuda FOLDER        with --to cuda: the folder of the stand-in, build/tests/fake_libcuda; without it the C is compiled alone

A function whose type varies is built by an instance: its number types are double, float or int, its vectors have rank 1.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from stand_in import give_text, tell_falling_back

LEVELS = ["-O0", "-O2", "-O3 -march=native"]
COMPILERS = [f"{c} {level}" for c in ["gcc", "clang-14"] for level in LEVELS]
MAIN = """#include "{0}.h"
#include <stdio.h>
int main(void) {{ static char report[100000]; int n = {0}_selftest(report, sizeof report); puts(report); return n != 0; }}
"""


def run(words, cwd, seconds=3000, **more):
    environment = os.environ | more
    try:
        return subprocess.run(words, cwd=cwd, capture_output=True, text=True, errors="replace", timeout=seconds, env=environment)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(words, 124, "", f"no end after {seconds} s: {' '.join(map(str, words[:3]))}")


def marked(text):
    """Returns the program with all its functions exported, and how many these are. Marked programs stay as they are."""
    names = list(dict.fromkeys(re.findall(r"^\(define \(([^\s()]+)", text, re.M)))
    if re.search(r"^\(export\b", text, re.M):
        return text, []
    return text, names


def parts(text):
    """Splits a function's type at its arrows."""
    depth, found = 0, [""]
    for word in re.findall(r"->|.", text):
        depth += {"(": 1, ")": -1}.get(word, 0)
        if word == "->" and not depth:
            found.append("")
        else:
            found[-1] += word
    return [part.strip() for part in found]


def instance(name, c, scheme):
    """Returns an instance of a function whose type varies, by the name c; "" if a parameter is a function."""
    classes, _, kind = scheme.rpartition(" => ")
    for variable in sorted(set(re.findall(r"(?<!#)'\w+", kind)), key=len, reverse=True):
        whole = re.search(rf"(Integral|Bits) {variable}(?!\w)", classes)
        floating = re.search(rf"(Fractional|Floating) {variable}(?!\w)", classes)
        number = "int" if whole or not classes else ["double", "float", "int"][len(name) % (2 if floating else 3)]
        kind = re.sub(rf"(?<!#){variable}(?!\w)", number, kind)
    *parameters, result = parts(re.sub(r"#'\w+", "", kind))
    if "->" in "".join(parameters) or not parameters:
        return ""
    typed = " ".join(f"(x{k} : {t})" for k, t in enumerate(parameters))
    return f"\n(define (as-{c} {typed}) : {result} ({name} {' '.join(f'x{k}' for k in range(len(parameters)))}))\n(export (as-{c} as {c}))"


def build(nova, program, folder, target, options=()):
    """Builds a program with all functions that can be. Returns the library's name, the built functions, and refusals."""
    text, names = marked(program.read_text())
    refused, instances, tried = {}, {}, set()
    while True:
        exports = "".join(instances.get(n, f"\n(export ({n} as {c_name(n, k)}))") for k, n in enumerate(names) if n not in refused)
        copy = program.with_name("ahead_" + program.name)
        copy.write_text(text + exports + "\n")
        got = run([nova, "build", copy.name, "--to", target, "-o", folder / "lib", "--allow-foreign", "all", "--allow-read", "..",
                   "--allow-write", "..", *options], program.parent)
        copy.unlink()
        if got.returncode == 0:
            return got.stdout.strip().splitlines(), refused
        more = dict(re.findall(r"error\[E0719\]: `(.*?)` can't be built: (.*)", got.stderr))
        if not names and (own := re.search("the C library has a function of the name (\w+)", got.stderr)):
            names = [own[1]]
            continue
        more = {n.removeprefix("as-"): why for n, why in more.items()}
        by_c = {c_name(n, k): n for k, n in enumerate(names)}
        more = {by_c.get(n, n): why for n, why in more.items()}
        for n, why in list(more.items()):
            varies = re.match("its type is (.*), and C has no types that vary", why)
            if varies and n in names and n not in instances and (made := instance(n, c_name(n, names.index(n)), varies[1])):
                instances[n] = made
                del more[n]
        if not more and instances.keys() - tried:
            tried |= instances.keys()
            continue
        if not set(more) - set(refused):
            first = re.search(r"error\[.*", got.stderr + got.stdout)
            refused.setdefault("(the program)", first[0] if first else got.stderr[:200])
            return [], refused
        refused |= more
        tried |= instances.keys()
        if names and set(names) <= set(refused):
            return [], refused


def c_name(name, number):
    return "f" + str(number) + "_" + re.sub(r"[^A-Za-z0-9]", "_", name)


def check(folder, name, words, libcuda):
    """Compiles and runs the self-test. Returns how many tests agree, of how many, or what went wrong."""
    (folder / "lib/main.c").write_text(MAIN.format(name))
    got = run(words + ["main.c", name + ".c", "-lm", "-o", "main"], folder / "lib")
    if got.returncode:
        return "does not compile: " + (re.findall(r"error: .*", got.stderr) or [got.stderr[-200:]])[0]
    got = run(["./main"], folder / "lib", **({"LD_LIBRARY_PATH": str(libcuda)} if libcuda else {}))
    counts = re.search(r"(\d+) of (\d+) tests agree", got.stdout)
    if got.stderr.strip() or not counts:
        return f"ends with {got.returncode}: {got.stderr[-1500:]}"
    if libcuda and "by the host" in got.stdout:
        return "the host computes: " + got.stdout[-300:]
    return "agrees" if counts[1] == counts[2] else got.stdout[-600:]


def images(folder, name):
    """Returns the GPUs that NVRTC has made code for."""
    file = folder / f"lib/{name}_images.h"
    table = re.search(r"nova_images\[\] = \{(.*)\};", file.read_text()) if file.exists() else None
    return [f"sm_{arch}{' as PTX' if int(ptx) else ''}" for arch, ptx in re.findall(r"\{(\d+), (\d)", table[1])] if table else []


def library_name(program):
    return "ahead_" + re.sub(r"[^A-Za-z0-9]", "_", program.stem)


def arguments():
    p = argparse.ArgumentParser()
    p.add_argument("nova", type=Path)
    p.add_argument("files", nargs="+", type=Path)
    p.add_argument("--compile", action="append")
    p.add_argument("--to", action="append")
    p.add_argument("--arch")
    p.add_argument("--libcuda", type=Path)
    a = p.parse_args()
    a.nova = a.nova.resolve()
    a.libcuda = a.libcuda and a.libcuda.resolve()
    return a


class Tally:
    def __init__(self):
        self.results, self.reasons, self.functions = Counter(), Counter(), Counter()

    def print(self):
        for target, count in self.functions.items():
            print(f"{count:5} functions: {target}")
        for why, count in self.reasons.most_common():
            print(f"{count:5} refused: {why}")
        for (target, words, good), count in sorted(self.results.items()):
            print(f"{count:5} {'agree' if good else 'DIFFER'}: {target}, {words}")
        return any(not good for _, _, good in self.results)


def check_program(a, program, target, folder, tally):
    options = ["--arch", a.arch] if a.arch and target == "cuda" else []
    built, refused = build(a.nova, program, folder, target, options)
    host = sum("(on the host:" in line for line in built)
    tally.functions[target] += len(built)
    tally.functions[f"{target}, on the host"] += host
    tally.reasons.update(refused.values())
    print(f"{program} {target}: {len(built)} built, {host} on the host, {len(refused)} refused", flush=True)
    for f, why in refused.items():
        print(f"    {f}: {why}")
    name = library_name(program)
    for arch in images(folder, name):
        tally.results[(target, f"NVRTC for {arch}", True)] += 1
    kernels = bool(a.libcuda) and bool(built) and target == "cuda" and give_text(folder / "lib", name)
    if kernels and not tell_falling_back(folder / "lib", name):
        print("    the text has no place where the host computes")
    for words in (a.compile or COMPILERS) if built else []:
        all_words = words.split() + (["-fopenmp"] if target == "openmp" else [])
        said = check(folder, name, all_words, a.libcuda if kernels else None)
        tally.results[(target, words, said == "agrees")] += 1
        if said != "agrees":
            print(f"  {program} {target} {words}: {said}", flush=True)


def main():
    a, tally = arguments(), Tally()
    for program in a.files:
        for target in a.to or ["c", "openmp"]:
            with tempfile.TemporaryDirectory() as name:
                check_program(a, program, target, Path(name), tally)
    return tally.print()


sys.exit(main())
