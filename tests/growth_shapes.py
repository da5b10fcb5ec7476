#!/usr/bin/env python3
"""No phase is worse than n log n in the size of a program: each shape is made three times as large, twice as large each time, and
what the phases did may no more than double, but for a little.

growth_shapes.py NOVA     Counts are of work, not of time: names looked at, types visited, nodes of core, bytes of plans and of C,
polls of the watch.
"""
import os
import subprocess
import sys
import tempfile

MOST = 2.35  # times as much for twice the size: n log n, and what is made by blocks
LEAST = 200  # counts below say nothing
TIMEOUT = 120  # seconds: what takes so long grows exponentially


# What grows faster, by its nature: counts of a shape that may be four times as large.
SQUARES = {
    # Each use of a function of n pairs has a type of n nodes of its own.
    "functions of pairs": ["types", "type visits", "polls"],
    # Each let asks which variables of its type it may generalise: 1,000 lets of 1,000 nodes take 5 ms.
    "lets of pairs": ["type visits", "polls"],
    # The k-th of n maps has a type of n - k nodes.
    "maps in each other's functions": ["type visits"],
    # A value has a column for each constructor that holds a vector, and so has each arm.
    "constructors that hold vectors": ["bytes of plan", "bytes of c", "polls"],
    # `--dump` shows a form for each of the chain's parts.
    "a chain of ++": ["bytes of plan", "bytes of c", "polls"],
    # Each fusion looks at the plan anew: 500 maps take 0.1 s.
    "maps of maps": ["polls"],
    "lets of vectors": ["polls"],
    "a chain of ++ that is reduced": ["polls", "bytes of plan"],
}
SQUARE = 4.6


def lines(n, line):
    return "".join(line(k) for k in range(n))


def items(n, item):
    return " ".join(item(k) for k in range(n))


def nested(n, opening, core, closing=")"):
    return opening * n + core + closing * n + "\n"


def pairs(n):
    return "(define x0 1)\n" + lines(n, lambda k: f"(define x{k + 1} (x{k}, x{k}))\n") + f"(= x{n} x{n})\n"


def local_pairs(n):
    return f"(let* ((x0 1) {items(n, lambda k: f'(x{k + 1} (x{k}, x{k}))')}) (= x{n} x{n}))\n"


def pair_functions(n):
    return "(define (f0 x) (x, x))\n" + lines(n, lambda k: f"(define (f{k + 1} x) (f{k} (x, x)))\n") + f"(define y (f{n} 1))\n1\n"


def pair_types(n):
    return ("(define-datatype t0 (T0 int))\n" + lines(n, lambda k: f"(define-datatype t{k + 1} (T{k + 1} t{k} t{k}))\n") +
            f"(define (same (a : t{n}) (b : t{n})) (= a b))\n1\n")


def tree(n):
    return ("(define-datatype tree (Leaf int) (Node tree tree))\n"
            "(define (grow n) (if (= n 0) (Leaf 1) (Node (grow (- n 1)) (grow (- n 1)))))\n" + f"(length (show (grow {n.bit_length()})))\n")


def chain_of_calls(n):
    return "(define (f0 x) x)\n" + lines(n, lambda k: f"(define (f{k + 1} x) (+ 1 (f{k} x)))\n") + f"(f{n} 1)\n"


def constructors(n):
    arms = items(n, lambda k: f"((C{k} v) (sum v))")
    return f"(define-datatype t {items(n, lambda k: f'(C{k} (vector int))')})\n(define (f x) (match x {arms}))\n(f (C0 [1 2]))\n"


def modules(n):
    return (lines(n, lambda k: f"(module m{k} (define x{k} {k}))\n") + lines(n, lambda k: f"(import m{k})\n") +
            lines(n, lambda k: f"(define y{k} x{k})\n"))


def string(n):
    return '(length "' + "abcdefghij" * n + '")\n'


# name: (size, program of a size). Work that only running does is left out: values are a program's own.
SHAPES = {
    "definitions": (500, lambda n: lines(n, lambda k: f"(define x{k} {k})\n") + "x0\n"),
    "functions": (300, lambda n: lines(n, lambda k: f"(define (f{k} x) (+ x {k}))\n") + "(f0 1)\n"),
    "one name defined anew": (500, lambda n: "(define x 0)\n" + lines(n, lambda k: f"(define x (+ x {k}))\n") + "x\n"),
    "nested lets": (300, lambda n: lines(n, lambda k: f"(let (x{k} {k}) in ") + "x0" + ")" * n + "\n"),
    "let*": (300, lambda n: f"(let* ((x0 1) {items(n, lambda k: f'(x{k + 1} (+ x{k} 1))')}) x{n})\n"),
    "lets of pairs": (16, local_pairs),
    "definitions of pairs": (16, pairs),
    "functions of pairs": (16, pair_functions),
    "types of pairs": (16, pair_types),
    "nested tuples": (300, lambda n: nested(n, "(1, ", "2")),
    "nested tuples, left": (300, lambda n: "(" * n + "1" + ", 2)" * n + "\n"),
    "projections": (300, lambda n: "(define v " + "(1, " * n + "1" + ")" * n + ")\n(println v" + ".1" * n + ")\n"),
    "projections of none": (300, lambda n: "(define v (1, 2))\n(println v" + ".0" * n + ")\n"),
    "constructors that hold vectors": (50, constructors),
    "cond": (500, lambda n: f"(define (f x) (cond {items(n, lambda k: f'((= x {k}) {k + 1})')} (else 0)))\n(f 3)\n"),
    "cond in a kernel": (150, lambda n: f"(define (f x) (cond {items(n, lambda k: f'((= x {k}) {7 * k % 100})')} (else 0)))\n(sum (map f (range 9)))\n"),
    "cond in a loop": (150, lambda n: f"(sum (map (lambda (x) (cond {items(n, lambda k: f'((= x {k}) {7 * k % 100})')} (else 0))) (range 9)))\n"),
    "match in a kernel": (150, lambda n: f"(sum (map (lambda (x) (match x {items(n, lambda k: f'({k} {7 * k % 100})')} (_ 0))) (range 9)))\n"),
    "lets in a kernel": (150, lambda n: f"(sum (map (lambda (x) (let* ((x0 x) {items(n, lambda k: f'(x{k + 1} (+ (* x{k} 3) {k}))')}) x{n})) (range 9)))\n"),
    "maps of maps": (60, lambda n: "(sum " + nested(n, "(map (+ 1) ", "(range 9)").strip() + ")\n"),
    "a chain of ++ that is reduced": (60, lambda n: "(sum " + nested(n, "(++ [1] ", "[2]").strip() + ")\n"),
    "maps in each other's functions": (12, lambda n: "(map (lambda (a) " * n + "1" + ") [1])" * n + "\n"),
    "lets of vectors": (60, lambda n: f"(let* ((v0 (range 9)) {items(n, lambda k: f'(v{k + 1} (map (* {k}) v{k}))')}) (sum v{n}))\n"),
    "and": (500, lambda n: f"(and {'true ' * n})\n"),
    "or": (500, lambda n: f"(or {'false ' * n})\n"),
    "a macro of one's own": (300, lambda n: "(define-macro add ((_ a) a) ((_ a b ...) (+ a (add b ...))))\n" + f"(add {'1 ' * n})\n"),
    "macro uses": (300, lambda n: "(define-macro twice ((_ e) (+ e e)))\n" + lines(n, lambda k: f"(define x{k} (twice {k}))\n")),
    "nested macro uses": (300, lambda n: "(define-macro inc ((_ e) (+ 1 e)))\n" + nested(n, "(inc ", "1")),
    "nested ifs": (300, lambda n: "(define (f x) " + lines(n, lambda k: f"(if (= x {k}) {k} ") + "0" + ")" * n + ")\n(f 3)\n"),
    "match on numbers": (300, lambda n: f"(define (f x) (match x {items(n, lambda k: f'({k} {k})')} (_ 0)))\n(f 3)\n"),
    "match on strings": (300, lambda n: f"(define (f x) (match x {items(n, lambda k: f'({chr(34)}s{k}{chr(34)} {k})')} (_ 0)))\n(f {chr(34)}s3{chr(34)})\n"),
    "a chain of ++": (30, lambda n: nested(n, "(++ [1] ", "[2]")),
    "literal ints": (1000, lambda n: f"(sum [{items(n, str)}])\n"),
    "literal doubles": (1000, lambda n: f"(sum [{items(n, lambda k: f'{k}.5')}])\n"),
    "literal bools": (1000, lambda n: f"(length [{'true ' * n}])\n"),
    "literal pairs": (500, lambda n: f"(length [{items(n, lambda k: f'({k}, {k}.5)')}])\n"),
    "literal rows": (500, lambda n: f"(sum (map sum [{items(n, lambda k: f'[{k} 1]')}]))\n"),
    "literal strings": (500, lambda n: f"(sum (map length [{items(n, lambda k: f'{chr(34)}s{k}{chr(34)}')}]))\n"),
    "a string": (1000, string),
    "a chain of calls": (300, chain_of_calls),
    "show of a tree": (500, tree),
    "one function used often": (50, lambda n: "(define (f (x : double)) (+ (* x x) 2.0))\n(sum (map (lambda (x) " +
                                nested(n, "(+ (f x) ", "x").strip() + ") (map to_double (iota 10))))\n"),
    "functions that call each other": (200, lambda n: lines(n, lambda k: f"(define (f{k} x) (if (= x 0) 0 (f{(k + 1) % n} (- x 1))))\n") + "(f0 5)\n"),
    "local functions": (100, lambda n: "(define (f y) " + lines(n, lambda k: f"(define (g{k} x) (+ x 1))\n") + "(g0 y))\n(f 1)\n"),
    "modules": (200, modules),
    "types": (200, lambda n: lines(n, lambda k: f"(define-datatype t{k} (A{k} int) (B{k}))\n") + "(A0 1)\n"),
    "sets": (200, lambda n: "(let (x 0) in " + lines(n, lambda k: f"(set! x (+ x {k}))\n") + "x)\n"),
    "errors": (100, lambda n: lines(n, lambda k: f"(define x{k} (+ 1 true))\n")),
    "printed values": (300, lambda n: lines(n, lambda k: f"(println {k})\n")),
}


def nova_says(program, *options):
    """What the program says of itself; not more than it may take."""
    with tempfile.NamedTemporaryFile("w", suffix=".nv", delete=False) as file:
        file.write(program)
    done = subprocess.run([sys.argv[1], "run", "--tier", "interp", *options, file.name], capture_output=True, text=True, timeout=TIMEOUT)
    os.unlink(file.name)
    if done.returncode < 0:
        raise SystemExit(f"nova died of signal {-done.returncode} on {program[:200]}")
    return done.stdout


def counts(program):
    """Name and number of each count. Passes and emission poll, so that they are counted as well."""
    told = nova_says(program, "--dump", "c,counts").splitlines()
    work = {name: int(number) for name, number in (line.rsplit(" ", 1) for line in told[-7:])}
    for phase in ["plan", "c"]:
        work["bytes of " + phase] = len(nova_says(program, "--dump", phase))
    return work


def main():
    nothing, wrong = counts("1\n"), []
    for name, (size, program) in SHAPES.items():
        sizes = [size, 2 * size, 4 * size]
        try:
            work = [counts(program(n)) for n in sizes]
        except subprocess.TimeoutExpired:
            wrong.append(f"{name}: longer than {TIMEOUT} s for sizes {sizes}")
            continue
        for what, base in nothing.items():
            least, middle, most = (max(each[what] - base, LEAST) for each in work)
            times = SQUARE if what in SQUARES.get(name, []) else MOST
            if middle > times * least or most > times * middle:
                wrong.append(f"{name}: {what} {least}, {middle}, {most} for sizes {sizes}")
    for line in wrong:
        print(line)
    print(f"{len(SHAPES)} shapes, {len(nothing)} counts of each, {len(wrong)} that grow too fast")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
