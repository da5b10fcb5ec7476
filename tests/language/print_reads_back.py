#!/usr/bin/env python3
"""Values print so that they read back: random values of random types are shown, read at their type and shown again.

    print_reads_back.py NOVA [SEED]

Both texts must agree, and the values be equal (where no NaN is in them).
"""
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

nova, seed = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
rng = random.Random(seed)
INTS = {"int": 64, "int32": 32, "int16": 16, "int8": 8}
SUFFIX = {"int": "i64", "int32": "i32", "int16": "i16", "int8": "i8"}
UNSIGNED = {"uint64": 64, "uint32": 32, "uint16": 16, "uint8": 8}


def type_(depth):
    """A random type."""
    leaf = ["int", "int32", "int16", "int8", *UNSIGNED, "float", "double", "bool", "char", "unit"]
    if depth == 0 or rng.random() < .25: return rng.choice(leaf)
    k = rng.randrange(7)
    if k == 6: return ("array", rng.randint(2, 3), type_(depth - 1))
    if k <= 2: return ("vector", type_(depth - 1))
    if k == 3: return ("tuple", [type_(depth - 1) for _ in range(rng.randint(2, 4))])
    if k == 4: return ("maybe", type_(depth - 1))
    return ("sum", type_(depth - 1), type_(depth - 1))


def text(t):
    if isinstance(t, str): return t
    if t[0] == "vector": return "vector " + text(t[1])
    if t[0] == "array": return f"vector#{t[1]} " + text(t[2])
    if t[0] == "tuple": return "(" + ", ".join(map(text, t[1])) + ")"
    if t[0] == "maybe": return f"(Maybe {par(t[1])})"
    return f"(Pick {par(t[1])} {par(t[2])})"


def par(t):
    s = text(t)
    return s if isinstance(t, str) or s.startswith("(") else f"({s})"


def value(t):
    """A source text that makes a random value of the type by other means than literals where they could mislead."""
    if isinstance(t, str) and t in INTS:
        b = INTS[t]; n = rng.choice([0, 1, -1, 2**(b-1)-1, -2**(b-1), rng.randrange(-2**(b-1), 2**(b-1))])
        return f"{n}{SUFFIX[t]}"
    if isinstance(t, str) and t in UNSIGNED:
        b = UNSIGNED[t]
        return f"{rng.choice([0, 2**b - 1, 2**(b - 1), rng.randrange(2**b)])}u{b}"
    if t in ("float", "double"):
        k = rng.randrange(8)
        f = t == "float"
        if k == 0: return rng.choice(["(to_float nan)" if f else "nan", "(to_float inf)" if f else "inf", "(to_float (neg inf))" if f else "(neg inf)", "-0f" if f else "-0.0"])
        raw = rng.getrandbits(32 if f else 64)
        x = struct.unpack("<f" if f else "<d", raw.to_bytes(4 if f else 8, "little"))[0]
        if k > 4: x = rng.choice([0.1, 1e-5, 9.99e-6, 1e16, 123456.75, 1e15, 5e-324, 1e23]) * rng.choice([1, -1])
        if x != x or x in (float("inf"), float("-inf")): x = 1.5
        return f"(to_float {x!r})" if f else f"(* 1.0 {x!r})"
    if t == "bool": return rng.choice(["true", "false"])
    if t == "char": return f"(to_char {rng.randrange(256)})"
    if t == "unit": return "nil"
    if t[0] == "vector":
        n = rng.choice([0, 1, 2, 3, 5])
        if n == 0: return f"([] : {text(t)})"
        return "[" + " ".join(value(t[1]) for _ in range(n)) + "]"
    if t[0] == "array":
        dims = [rng.randint(0, 3) for _ in range(t[1])]
        for d in range(1, t[1]):
            if dims[d - 1] == 0: dims[d] = 0  # what lies below no row does not show
        n = math.prod(dims)
        flat = "[" + " ".join(value(t[2]) for _ in range(n)) + "]" if n else f"([] : vector {text(t[2])})"
        return f"(reshape ({', '.join(map(str, dims))}) {flat})"
    if t[0] == "tuple": return "(" + ", ".join(value(x) for x in t[1]) + ")"
    if t[0] == "maybe": return rng.choice([f"(Some {value(t[1])})", f"((None) : {text(t)})"])
    k = rng.randrange(3)
    if k == 0: return f"((A {value(t[1])}) : {text(t)})"
    if k == 1: return f"(B {value(t[1])} {value(t[2])})"
    return f"((C) : {text(t)})"


TYPES = b"(define-datatype (Pick 'a 'b) (A 'a) (B 'a 'b) (C))\n"


def lines(forms):
    """What a program of these forms prints, a line each."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "shown.nv")
        with open(path, "wb") as f:
            f.write(TYPES + b"".join(forms))
        done = subprocess.run([nova, "run", path], capture_output=True)
    if done.returncode:
        sys.exit(done.stderr.decode(errors="replace")[:4000])
    return done.stdout.split(b"\n")[:-1]


def shown(value_text, t):
    return b"(println (show (" + value_text + b" : " + text(t).encode() + b")))\n"


def compared(value_text, line, t):
    type_text = text(t).encode()
    return b"(println (= (" + value_text + b" : " + type_text + b") (" + line + b" : " + type_text + b")))\n"


types = [type_(3) for _ in range(500)]
values = [value(t).encode() for t in types]
first = lines([shown(v, t) for v, t in zip(values, types)])
second = lines([shown(line, t) for line, t in zip(first, types)])
equal = lines([compared(v, line, t) for v, line, t in zip(values, first, types)])
unequal = [line for line, same in zip(first, equal) if same != b"true" and b"nan" not in line]
differing = [(text(t), a, b) for t, a, b in zip(types, first, second) if a != b]
if len(first) != len(types) or len(second) != len(types) or differing or unequal:
    sys.exit(f"{len(first)} shown, {len(second)} read back; differing: {differing[:5]}, {unequal[:5]}")
print(len(types), "values read back")
