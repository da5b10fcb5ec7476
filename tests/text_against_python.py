#!/usr/bin/env python3
"""Texts: the prelude's functions give what Python's str methods, str.format and re give, on random input.

text_against_python.py NOVA [PROGRAMS [SEED]]

Three differences are meant. Nova's classes and cases are ASCII's, as in RE2, so `re` is asked with re.ASCII. `$` is the end
of the text alone, which `re` writes \\Z. Behind an empty match the search goes on at the next code point, where `re` looks
for a longer match at the same one: find_all below says so. `re` finds no \\B in an empty text, RE2 does. Where something that can match nothing
is repeated, `re` may find another match (backtracking ends a round that matches nothing, RE2 has none), so there only `matches` is compared.
"""
import random
import re
import subprocess
import sys
import tempfile

nova = sys.argv[1]
programs = int(sys.argv[2]) if len(sys.argv) > 2 else 6
random.seed(int(sys.argv[3]) if len(sys.argv) > 3 else 1)

ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def literal(text):
    """A text as Nova writes it."""
    return '"' + "".join(ESCAPES.get(c, f"\\x{ord(c):x};" if ord(c) < 32 else c) for c in text) + '"'


def shown(value):
    if value is None:
        return "(None)"
    if isinstance(value, tuple):
        return "(Some " + shown(value[0]) + ")"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + " ".join(map(shown, value)) + "]"
    return literal(value) if isinstance(value, str) else str(value)


# ---- regular expressions ----

ALPHABET = "aab-1_ \né"
ATOMS = ["a", "b", "1", "é", "_", ".", "[ab]", "[^a]", "[a-c1]", r"\d", r"\w", r"\s", r"\W", r"\S", "[^é]", r"[\d_]", "(?i:A)"]
EDGES = ["^", "$", r"\b", r"\B", r"\A"]


class Maker:
    """Makes patterns; `nullable` tells whether the last one can match nothing, `loose` whether such a one is repeated."""

    def __init__(self):
        self.groups, self.loose = 0, False

    def pattern(self, depth):
        parts = [self.sequence(depth) for _ in range(random.choice([1, 1, 1, 2, 3]))]
        return "|".join(p for p, _ in parts), any(n for _, n in parts)

    def sequence(self, depth):
        parts = [self.item(depth) for _ in range(random.choice([0, 1, 2, 2, 3, 4]))]
        return "".join(p for p, _ in parts), all(n for _, n in parts)

    def item(self, depth):
        if random.random() < 0.1:
            return random.choice(EDGES), True
        text, nullable = self.atom(depth)
        if random.random() < 0.45:
            count = random.choice(["*", "+", "?", "{2}", "{1,2}", "{0,2}", "{2,}", "{0}"])
            self.loose |= nullable
            nullable |= count in ("*", "?", "{0,2}", "{0}")
            text += count + random.choice(["", "", "?"])
        return text, nullable

    def atom(self, depth):
        if depth > 0 and random.random() < 0.35:
            captures = random.random() < 0.7
            self.groups += captures
            text, nullable = self.pattern(depth - 1)
            return ("(" if captures else "(?:") + text + ")", nullable
        return random.choice(ATOMS), False


def find_all(compiled, text):
    at, found = 0, []
    while at <= len(text):
        m = compiled.search(text, at)
        if not m:
            break
        found.append(m)
        at = m.end() + (m.end() == m.start())
    return found


def replaced(text, found, parts):
    out, at = [], 0
    for m in found:
        out.append(text[at:m.start()])
        out += [(m[p] or "") if isinstance(p, int) else p for p in parts]
        at = m.end()
    return "".join(out) + text[at:]


def regex_case():
    while True:
        maker = Maker()
        pattern, _ = maker.pattern(3)
        if len(pattern) < 60:  # longer ones may have more than 10,000 states
            break
    compiled = re.compile(pattern.replace("$", r"\Z"), re.ASCII)
    text = "".join(random.choice(ALPHABET) for _ in range(random.randrange(1 if r"\B" in pattern else 0, 12)))
    found = find_all(compiled, text)
    p, t = literal(pattern), literal(text)
    cases = [(f"(matches {p} {t})", bool(found))]
    if not maker.loose:
        cases.append((f"(find-all {p} {t})", [m[0] for m in found]))
        first = ([found[0][0]] + [g or "" for g in found[0].groups()],) if found else None
        cases.append((f"(captures {p} {t})", first))
        parts = random.choice([["<", 0, ">"], [random.randrange(maker.groups + 1), "\\", random.randrange(maker.groups + 1)]])
        parts = [p if isinstance(p, str) or p < 10 else 0 for p in parts]
        by = "".join("\\" + str(p) if isinstance(p, int) else p.replace("\\", "\\\\") for p in parts)
        cases.append((f"(replace-regex {p} {literal(by)} {t})", replaced(text, found, parts)))
    computed = random.random() < 0.1
    return [(form.replace(p, f"(++ {p} \"\")", 1) if computed else form, value) for form, value in cases]


# ---- str ----

def str_case():
    def draw(alphabet, most):
        return "".join(random.choice(alphabet) for _ in range(random.randrange(most)))

    text = draw("ab aA'1 \t\néü€", 14)
    piece = draw("ab é", 3) or "a"
    t, p, n = literal(text), literal(piece), random.randrange(10)
    b, e = sorted((random.randrange(12), random.randrange(12)))
    number = draw("0123456789.eE+-x", 7)
    spells = re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", number)
    ascii_title = re.sub("[A-Za-z]+", lambda m: m[0][0].upper() + m[0][1:].lower(), text)
    return [
        (f"(trim {t})", text.strip()), (f"(trim-start {t})", text.lstrip()), (f"(trim-end {t})", text.rstrip()),
        (f"(starts-with {p} {t})", text.startswith(piece)), (f"(ends-with {p} {t})", text.endswith(piece)),
        (f"(has-text {p} {t})", piece in text), (f"(index-of-text {p} {t})", text.encode().find(piece.encode())),
        (f"(split-on {p} {t})", text.split(piece)), (f"(replace-text {p} \"<>\" {t})", text.replace(piece, "<>")),
        (f"(repeat {n} {t})", text * n), (f"(title {t})", ascii_title), (f"(char-count {t})", len(text)),
        (f"(slice-chars {b} {e} {t})", text[b:e]), (f"(chars {t})", list(text)),
        (f"(pad {n} {t})", text.ljust(n)), (f"(pad-start {n} {t})", text.rjust(n)),
        (f"(lines {t})", text.split("\n")[:-1] if text.endswith("\n") else text.split("\n") if text else []),
        (f"(parse-double {literal(number)} -7.5)", Number(float(number) if spells else -7.5)),
    ]


class Number(float):
    """A double, compared by its value."""


# ---- str.format ----

def format_case():
    kind = random.choice("dfs")
    value = {"d": lambda: random.choice([0, 7, -7, random.randrange(-10**6, 10**6), random.randrange(-2**63, 2**63)]),
             "f": lambda: random.choice([0.0, -0.0, 0.5, 1.5, 2.5, 0.125, 1e22, 1e-7, 123456.0, float("inf"), float("nan"),
                                         random.uniform(-10, 10), random.uniform(-1e6, 1e6),
                                         random.choice([-1, 1]) * random.random() * 10.0 ** random.randrange(-300, 300)]),
             "s": lambda: "".join(random.choice("abé ") for _ in range(random.randrange(6)))}[kind]()
    align = random.choice(["", "", "<", ">", "^", "*^", "é>"])
    width = str(random.choice(["", "", 3, 8, 12]))
    if kind == "s":
        spec = align + width + random.choice(["", ".2"]) + "s"
    else:
        sign = random.choice(["", "", "+", " ", "-"])
        zero = "0" if width and random.random() < 0.3 else ""
        comma = "," if not zero and random.random() < 0.2 else ""
        if kind == "d":
            type_, mark = random.choice(["d", "d", "x", "X", "b", "o"]), ""
            mark = "#" if type_ != "d" and random.random() < 0.4 else ""
            spec = align + sign + mark + zero + width + (comma if type_ == "d" else "") + type_
        else:
            spec = align + sign + zero + width + comma + random.choice(["", ".0", ".1", ".2", ".5", ".17", ".40"]) + random.choice("feg%eEG")
    if kind == "s" or (kind == "d" and random.random() < 0.1):
        spec = random.choice([spec, spec if kind == "d" else ""])
    template = random.choice(["{:%s}", "a{{{:%s}}}", "{0:%s}|{0:%s}"])
    template = template.replace("%s", spec)
    written = literal(value) if kind == "s" else spelled(value)
    return [(f"(format {literal(template)} {written})", template.format(value))]


def spelled(value):
    if isinstance(value, int):
        return str(value)
    return "nan" if value != value else "inf" if value == float("inf") else repr(value)


# ---- the comparison ----

def compare(cases):
    with tempfile.NamedTemporaryFile("w", suffix=".nv") as program:
        program.write("".join(f"(println (show {form}))\n" for form, _ in cases))
        program.flush()
        done = subprocess.run([nova, "run", "--tier", "interp", program.name], capture_output=True, text=True)
    answers = done.stdout.split("\n")[:-1]
    if done.returncode or len(answers) != len(cases):
        sys.exit(f"{done.stderr[:3000]}\n{len(answers)} answers of {len(cases)}")
    wrong = 0
    for (form, value), answer in zip(cases, answers):
        good = float(answer) == value if isinstance(value, Number) else answer == shown(value)
        wrong += not good
        if not good and wrong <= 10:
            print(f"{form}\n  gives {answer}\n  not   {shown(value)}")
    return wrong


def main():
    wrong = compared = 0
    for _ in range(programs):
        cases = [c for make, n in ((regex_case, 150), (str_case, 20), (format_case, 150)) for _ in range(n) for c in make()]
        wrong += compare(cases)
        compared += len(cases)
    print(f"{compared} compared, {wrong} differ")
    sys.exit(wrong > 0)


main()
