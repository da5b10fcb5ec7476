#!/usr/bin/env python3
"""Whether the C++ is tidy: headings, lengths of functions, sizes of classes, no text twice.

    check_tidy.py ROOT           fails on what breaks a rule and is not listed, and on what is listed and breaks none
    check_tidy.py ROOT --print   all that breaks a rule, as lines of tests/tidy.txt

The rules: a file begins with a comment that says what is in it, or with its own header; a function has at most 60 lines; a class has at most 40 methods and 20
mutable data members; no twelve lines of code stand twice. tests/tidy.txt lists the exceptions by name, with their size. A size may fall,
never rise, and what has become tidy leaves the list.
"""
import collections
import pathlib
import re
import sys

FOLDERS = ("runtime", "frontend", "interp", "jit", "repl", "tests")
LONGEST_FUNCTION, MOST_METHODS, MOST_MEMBERS, TWICE = 60, 40, 20, 12
TOKENS = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'|^[ \t]*#(?:[^\n\\]|\\.|\\\n)*',
                    re.S | re.M)


def without(source, texts):
    """The code with comments and preprocessor lines blank, and with `texts` what is quoted too; each line stays where it is."""
    def blank(m):
        quoted = m[0][0] in "\"R'"
        if quoted and not texts:
            return m[0]
        return ('""' if quoted else "") + "\n" * m[0].count("\n")
    return TOKENS.sub(blank, source)


def plain(head):
    """A declaration's text without template arguments, operators' names and attributes."""
    head = re.sub(r"\boperator\s*(\(\)|[^\s\w(]+|bool\b|\w[\w:<> *&]*)", "operator_", head.replace("->", " "))
    head = re.sub(r"\[\[.*?\]\]", "", head)
    while (shorter := re.sub(r"<[^<>]*>", "", head)) != head:
        head = shorter
    return head.strip()


def at_top(text, wanted):
    """How often a character stands outside of all brackets."""
    depth = n = 0
    for c in text:
        n += depth == 0 and c == wanted
        depth += (c in "([{") - (c in ")]}")
    return n


class Class:
    def __init__(self, name):
        self.name, self.methods, self.members = name, 0, 0

    def declare(self, head):
        head = re.sub(r"^(?:(?:public|private|protected)\s*:\s*)+", "", plain(head)).strip()
        head = re.sub(r"^template\s*", "", head)
        if not head or re.match(r"(using|typedef|friend|static_assert|enum|class|struct|union)\b[^()]*$|(using|friend|static_assert)\b", head):
            return
        before = head.split("=")[0]
        if "(" in before:
            self.methods += not re.search(r"=\s*(default|delete)$", head)
        elif not re.match(r"(static\s+|inline\s+)*(const|constexpr)\b(?!.*\*(?!\s*const))", before) and "&" not in before:
            self.members += 1 + at_top(head, ",")


def closing(code, at):
    """Where the bracket that opens at a place is closed."""
    depth = 0
    for k in range(at, len(code)):
        depth += (code[k] == "{") - (code[k] == "}")
        if depth == 0:
            return k
    return len(code) - 1


def kind_of(head):
    """What a `{` after a declaration's text opens: namespace, class, function, or nothing that declares."""
    text = plain(head)
    if re.search(r"\bnamespace\b[\w: ]*$|\bextern\s*\"\"$", text):
        return "namespace"
    if re.search(r"\b(class|struct|union)\s+[\w:]*\s*(final\s*)?(:(?!:)[^()]*)?$", text) and not at_top(text, "="):
        return "class"
    if "(" in text and not at_top(text, "=") and not re.search(r"\benum\b", text):
        in_list = re.search(r"\)\s*(noexcept\s*)?:(?!:)", text) and re.search(r"[\w>]$", text)
        return "initializer" if in_list else "function"
    return "initializer"


def read(source):
    """The functions (name, lines) and classes of a file."""
    code, functions, classes = without(source, texts=True), [], []
    around, start, k = [], 0, 0  # the classes around, or None for a namespace
    while k < len(code):
        c = code[k]
        if c == ";":
            if around and around[-1]:
                around[-1].declare(code[start:k])
            start = k + 1
        elif c == "}":
            if around:
                around.pop()
            start = k + 1
        elif c == "{":
            head = code[start:k]
            kind, first = kind_of(head), code.count("\n", 0, start + len(head) - len(head.lstrip())) + 1
            if kind == "namespace":
                around.append(None)
                start = k + 1
            elif kind == "class":
                name = re.search(r"\b(?:class|struct|union)\s+([\w:]*)", plain(head))[1] or "(unnamed)"
                around.append(Class("::".join([a.name for a in around if a][-1:] + [name])))
                classes.append(around[-1])
                start = k + 1
            else:
                k = closing(code, k)
                if kind == "function":
                    if around and around[-1]:
                        around[-1].declare(head)
                    name = re.search(r"([~\w:]*operator_|[~\w:]+)\s*\(", plain(head))
                    functions.append((name[1] if name else "?", code.count("\n", 0, k) + 2 - first))
                    start = k + 1
        k += 1
    return functions, classes


def code_lines(source):
    """The lines that hold code; brackets alone, includes and using-declarations are none."""
    for line in without(source, texts=False).split("\n"):
        text = re.sub(r"\s+", " ", line.strip())
        if len(text) > 3 and not text.startswith(("using ", "namespace ", "} // ")):
            yield text


def twice(files):
    """How often runs of TWICE lines of a file stand elsewhere: (file, other) -> times."""
    seen, found = {}, collections.Counter()
    for name, source in files:
        lines, last = list(code_lines(source)), -1
        for k in range(len(lines) - TWICE + 1):
            other = seen.setdefault(tuple(lines[k:k + TWICE]), (name, k))
            if other != (name, k) and k > last:
                found[name, other[0]] += 1
                last = k + TWICE - 1
    return found


def broken(root):
    """All that breaks a rule: (rule, file, name) -> size."""
    out, files = {}, []
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.[ch]pp")):
            name, source = str(path.relative_to(root)), path.read_text()
            files.append((name, source))
            if not source.startswith(("//", "#pragma once\n//", "/*")) and not source.startswith(f'#include "{name[:-4]}.hpp"'):
                out["heading", name, "-"] = 1
            functions, classes = read(source)
            for function, lines in functions:
                if lines > LONGEST_FUNCTION:
                    out["function", name, function] = max(lines, out.get(("function", name, function), 0))
            for c in classes:
                if c.methods > MOST_METHODS:
                    out["methods", name, c.name] = c.methods
                if c.members > MOST_MEMBERS:
                    out["members", name, c.name] = c.members
    for (a, b), n in twice(files).items():
        out["twice", a, b] = n
    return out


def main():
    root = pathlib.Path(sys.argv[1])
    found = broken(root)
    if "--print" in sys.argv:
        for (rule, name, what), size in sorted(found.items()):
            print(rule, name, what, size)
        return 0
    allowed = {}
    for line in (root / "tests/tidy.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            rule, name, what, size = line.split()
            allowed[rule, name, what] = int(size)
    bad = 0
    for key, size in sorted(found.items()):
        if size > allowed.get(key, 0):
            print("not tidy:", *key, size, f"({allowed[key]} listed)" if key in allowed else "")
            bad += 1
    for key, size in sorted(allowed.items()):
        if found.get(key, 0) < size:
            print("tidier than tests/tidy.txt says:", *key, f"{size} listed, {found.get(key, 0)} found")
            bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
