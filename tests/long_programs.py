"""Programs that spend long in one phase of a command each: reading, expanding, checking, planning, compiling, running,
printing, laying out, waiting for a file. What ends them early is tested with them (interrupts.py, limits.py).
"""
import os
import random


def numerals(count):
    return "(define v [" + " ".join(str(k % 1000) for k in range(count)) + "])\n(println (length v))\n"


def nested(depth):
    return "(println (vector-of " + "[" * depth + "]" * depth + "))\n"


def definitions(count):
    lines = [f";; The number {k}.\n(define (f{k} x) (let* ((a (* x {k})) (b (+ a x))) (if (> a b) a (- b {k}))))" for k in range(count)]
    return "\n".join(lines) + "\n(println (f1 2))\n"


def calls(levels):
    """Each function calls the one before it twice."""
    lines = ["(define (f0 (x : double)) (* (+ x 1.0) 0.5))"]
    lines += [f"(define (f{k} x) (+ (f{k - 1} (* x 1.5)) (f{k - 1} (- x 2.5))))" for k in range(1, levels + 1)]
    return "\n".join(lines) + f"\n(println (sum (map f{levels} (map to_double (range 20000)))))\n"


def doubling_macro(levels):
    """Uses of macros that become 2^levels numbers."""
    lines = ["(define-macro m0 ((_ x) (+ x 1)))"]
    lines += [f"(define-macro m{k} ((_ x) (+ (m{k - 1} x) (m{k - 1} x))))" for k in range(1, levels + 1)]
    return "\n".join(lines) + f"\n(println (m{levels} 1))\n"


def wide_types(levels):
    """The type of the last is 2^2^levels wide."""
    lets = " ".join(f"(p{k} (lambda (z) (p{k - 1} (p{k - 1} z))))" for k in range(1, levels + 1))
    return f"(define (wide y) (let* ((p0 (lambda (x) (x, x))) {lets}) (p{levels} y)))\n(println 1)\n"


def columns(count):
    """Patterns of which each looks at three columns."""
    arms, dice = [], random.Random(1)
    for k in range(2 * count):
        row = ["_"] * count
        for column in dice.sample(range(count), 3):
            row[column] = dice.choice(["true", "false"])
        arms.append("((" + ", ".join(row) + f") {k})")
    parts = ", ".join(f"(= x {k})" for k in range(count))
    return f"(define (f x) (match ({parts}) {' '.join(arms)} (_ -1)))\n(println (f 3))\n"


def wide_kernel(count, seed):
    """One kernel of so many operations, which no cache has."""
    lets = " ".join(f"(a{k} (+ (* a{k - 1} {k + seed}.25) (sqrt (abs a{max(k - 7, 0)}))))" for k in range(1, count))
    return f"(println (sum (map (lambda (x) (let* ((a0 x) {lets}) a{count - 1})) (map to_double (range 300000)))))\n"


class Program:
    """`phase`, and the words of a command, which are run in a folder of files. `{seed}` in a text is another number each time."""

    def __init__(self, phase, words, text=None, tiers=("interp",), feeds=None, needs_memory=False):
        self.phase, self.words, self.text, self.tiers, self.needs_memory = phase, words, text, tiers, needs_memory
        self.feeds = feeds

    def command(self, nova, folder, seed, tier):
        words = list(self.words)
        if self.text is not None:
            name = f"p{abs(hash(self.phase)) % 100000}-{seed if callable(self.text) else 0}.nv"
            path = os.path.join(folder, name)
            if not os.path.exists(path):
                with open(path, "w", encoding="utf-8") as out:
                    out.write(self.text(seed) if callable(self.text) else self.text)
            words = [name if w == "FILE" else w for w in words]
        return [nova, *words, *(["--tier", tier] if tier != "none" else [])]


COMPILED = ("auto", "cpu", "sim")
EVERY = ("interp", "auto", "cpu", "sim")
RUN = ["run", "FILE"]


def programs():
    """In the order of a command's phases."""
    return [
        Program("reading", ["check", "FILE"], numerals(700_000), needs_memory=True),
        Program("reading deep", ["check", "FILE"], "(define v " + "(" * 600_000 + ")" * 600_000 + ")", needs_memory=True),
        Program("expanding", ["check", "FILE"], doubling_macro(17), needs_memory=True),
        Program("checking types", ["check", "FILE"], wide_types(9)),
        Program("checking patterns", ["check", "FILE"], columns(40)),
        Program("checking definitions", ["check", "FILE"], definitions(20_000), needs_memory=True),
        Program("importing", ["-e", '(import "numerals.nv") (length v)'], needs_memory=True),
        Program("planning", RUN, calls(10), COMPILED),
        Program("compiling", RUN, lambda seed: wide_kernel(600, seed), ("cpu", "sim")),
        Program("running arrays", ["-e", "(reduce + 0 (map (lambda (x) (* x (% x 7))) (iota 500000000000)))"], tiers=COMPILED),
        Program("running a loop", ["-e", "(let ((n 0)) (while (>= n 0) (set! n (+ n 1))))"], tiers=EVERY),
        Program("running calls", ["-e", "(define (f n) (if (< n 2) n (+ (f (- n 1)) (f (- n 2))))) (f 60)"], tiers=EVERY),
        Program("sorting", ["-e", "(length (sort (map (lambda (i) (% (* i 7919) 1000003)) (iota 20000000))))"], tiers=("interp", "auto", "cpu")),
        Program("printing", ["-e", "(iota 100000000)"], needs_memory=True),
        Program("printing a text", ["-e", "(map (lambda (k) (show k)) (iota 8000000))"]),
        Program("deriving", ["derive", "-e", "(define (f n) (if (< n 2) n (+ (f (- n 1)) (f (- n 2))))) (f 30)"], tiers=("none",)),
        Program("deriving types", ["derive", "--typing", "FILE"], definitions(3_000), tiers=("none",)),
        Program("documenting", ["doc", "FILE"], definitions(20_000), tiers=("none",)),
        Program("telling why", ["why", "FILE"], calls(10), tiers=("auto",)),
        Program("waiting for a file", ["-e", '(length (read-text "nobody.fifo"))']),
        Program("waiting for a CSV", ["-e", '(length (read-csv "nobody.fifo" : vector (int, int)))']),
        Program("waiting for a reader", ["--allow-write", ".", "-e", '(write-text "nobody.fifo" "a")']),
        Program("writing an array", ["--allow-write", ".", "-e", '(write-npy "nobody.fifo" (iota 5))']),
        Program("importing a pipe", ["-e", '(import "nobody.fifo") 1']),
        Program("running a pipe", ["run", "nobody.fifo"]),
        Program("checking a pipe", ["check", "nobody.fifo"], tiers=("none",)),
        Program("an input that is a pipe", ["-e", "((xs : vector int)) (sum xs)", "-i", "xs=fifo.npy"]),
        Program("reading standard input", ["run", "-"], feeds=b"(define x 1)"),
        Program("reading input", ["-e", "(length (read-stdin))"], feeds=b"some"),
        Program("laying out", ["fmt", "--check", "/dev/zero"], tiers=("none",), needs_memory=True),
    ]


def fill(folder):
    """Makes what the programs find beside them."""
    for name in ("nobody.fifo", "fifo.npy"):
        os.mkfifo(os.path.join(folder, name))
    with open(os.path.join(folder, "numerals.nv"), "w", encoding="utf-8") as out:
        out.write(numerals(700_000).split("\n")[0])
