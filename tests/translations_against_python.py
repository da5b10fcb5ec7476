#!/usr/bin/env python3
"""What the help of E0130 writes for lines of other languages reads as Nova, and of expressions of Python has Python's value.

translations_against_python.py NOVA FOLDER   FOLDER: the transcripts with lines of other languages
"""
import pathlib
import re
import subprocess
import sys
import tempfile

nova, folder = sys.argv[1], pathlib.Path(sys.argv[2])
ROUND = 12  # lines in one text: a text with too many errors is not read to its end

NAMES = {"x": 7, "y": 3, "n": 4, "xs": [3, 1, 2], "m": [[1, 2], [3, 4]], "s": "abc", "c": True, "f": lambda v: v + 1}
DEFINITIONS = """(define x 7) (define y 3) (define n 4) (define xs [3 1 2]) (define m [[1 2] [3 4]]) (define s "abc")
(define c true) (define (f v) (+ v 1))
"""
EXPRESSIONS = """
x + y * 2
x - y - 1
x ** 2
x % y
x // y
-x // y
-x % y == 2 and c
x % -y == -2 and c
divmod(-x, y)
not -x % y == 1
x == 5
not x == 5
not c and x > 3
not (c and x > 3)
c and x > 3 or y == 0
3 < x < 5
0 <= y < x <= 7
x != y
x in xs
x not in xs
not x in xs
x if c else y
-x + y
xs[0]
xs[-1]
xs[1:3]
xs[:-1]
xs[::-1]
max(xs)
min(xs) + 1
list(xs)
int("5") + 1
int(2.5)
bool(x)
xs[0] + xs[-2]
m[1][0]
m[1][0] * x
len(xs)
sum(xs)
len(xs) + sum(xs)
f(x)
f(f(x)) + 1
sorted(xs)
sorted(xs, reverse=True)
[v * v for v in xs]
[v for v in xs if v % 2 == 1]
"a" + s
"{} and {}".format(x, y)
"{:.2f}|{:5d}|{:<4}|".format(2.5, x, s)
"%d of %5.2f, %-4d|%s %x%%" % (x, 1.5, y, s, 255)
f"{x} and {y + 1:3d}"
f"{s}{{}}"
s.upper()
s + ' and "b"'
x + 1_000
"{%d}" % x
s + f' and "{x}"'
"a b".split(" ")
", ".join(["a", "b"])
str(x)
""".strip().splitlines()


def translations(lines):
    """Returns the form in the help text of each line; None where there is none."""
    found = {}
    for start in range(0, len(lines), ROUND):
        part = lines[start : start + ROUND]
        text = subprocess.run([nova, "check", "-"], input="\n".join(part), capture_output=True, text=True).stderr
        number = None
        for line in text.splitlines():
            if error := re.match(r"\S+?:(\d+):1: error\[(\w+)\]", line):
                number = int(error[1]) - 1 if error[2] in ("E0130", "E0328") else None
            elif number is not None and line.startswith("help: it is "):
                found[part[number]] = line.removeprefix("help: it is ")
    return [found.get(line) for line in lines]


def shown(value):
    """Returns how Nova prints a value of Python's."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace('"', '\\"') + '"'
    if isinstance(value, tuple):
        return "(" + ", ".join(shown(v) for v in value) + ")"
    if isinstance(value, list):
        return "[" + " ".join(shown(v) for v in value) + "]"
    return str(value)


def check_values():
    """Returns the differences between the values of Python's expressions and those of their translations."""
    wrong = []
    for line, form in zip(EXPRESSIONS, translations(EXPRESSIONS)):
        if form is None:
            wrong.append(f"{line}: no translation")
            continue
        run = subprocess.run(
            [nova, "--tier", "interp", "-e", DEFINITIONS + form], capture_output=True, text=True
        )
        got, expected = (run.stdout + run.stderr).strip(), shown(eval(line, dict(NAMES)))
        if got != expected:
            wrong.append(f"{line}: {form} gives {got}, and not {expected}")
    return wrong


def first_form(text):
    """Returns the bracketed form that begins the text, and what is touched by it; None if it has no end."""
    depth, quoted = 0, False
    for k, c in enumerate(text):
        if c == '"' and text[k - 1] != "\\":
            quoted = not quoted
        if quoted:
            continue
        depth += (c in "([") - (c in ")]")
        if depth == 0:
            return text[: k + 1]
    return None


def forms_in_helps():
    """Returns the forms in the helps of E0130, with the files that have them. Patterns with dots stand for anything."""
    forms = []
    for path in sorted(folder.glob("*.nv")):
        other = False
        for line in path.read_text().splitlines():
            other = "error[E0130]" in line if "error[" in line else other
            if not other or not line.startswith("; ! help: "):
                continue
            for begin in re.finditer(r"(?:it is |by |with |: |^; ! help: )(?=\()", line):
                form = first_form(line[begin.end() :])
                if form is None:
                    forms.append((path, line, "("))
                elif "..." not in form and ".." not in form:
                    forms.append((path, line, form))
    return forms


def check_reading():
    """Returns the helps with a form that Nova does not read, or not as the form that it begins as."""
    wrong, forms = [], forms_in_helps()
    for path, line, form in forms:
        with tempfile.NamedTemporaryFile("w", suffix=".nv") as file:
            file.write(form)
            file.flush()
            run = subprocess.run([nova, "check", file.name], capture_output=True, text=True)
        if found := re.findall(r"error\[(E01\d\d|E0304|E0311|E0339)\]", run.stderr):
            wrong.append(f"{path.name}: {line}: {form}: {found}")
    if len(forms) < 100:
        wrong.append(f"only {len(forms)} forms were found")
    return wrong


wrong = check_values() + check_reading()
for line in wrong:
    print(line)
print(f"translations: {len(EXPRESSIONS)} expressions, {len(forms_in_helps())} forms, {len(wrong)} wrong")
sys.exit(1 if wrong else 0)
