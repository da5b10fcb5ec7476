#!/usr/bin/env python3
"""The lists of words outside of the program are those of the tables: editors' modes, and the fuzzers' dictionary.

word_lists.py ROOT [--update]    Compares the lists with the core forms (frontend/core/forms.def), the macros of prelude/forms.nv, the macros
                                 with a body (frontend/format/styles.cpp) and the types' names (runtime/element.hpp). Fails where a list differs; --update writes it.
"""
import pathlib
import re
import sys

FORM = re.compile(r'^NOVA_FORM\("([^"]+)", \w+, (\w+), (\d),', re.M)
OTHER_WORDS = ["in", "then", "else", "assert"]  # words inside of forms, and a built-in that editors colour as a keyword


class Words:
    """declarations, keywords and types: what editors colour. bodies: (word, how many data stand before its body)."""

    def __init__(self, root):
        forms = FORM.findall((root / "frontend" / "core" / "forms.def").read_text())
        styles = (root / "frontend" / "format" / "styles.cpp").read_text()
        macros = re.findall(r"^\(define-macro (\S+)", (root / "prelude" / "forms.nv").read_text(), re.M)
        macros_with_body = re.findall(r'"([^"]+)"', re.search(r"macros_with_body\[\] = \{([^}]*)\}", styles)[1])
        self.forms = [word for word, _, _ in forms]
        self.declarations = [word for word, scan, _ in forms if scan not in ("nullptr", "scan")]
        inner = [word for word in self.forms if word not in self.declarations]
        self.keywords = inner + [m for m in macros if not m.startswith(("print", "vector"))] + OTHER_WORDS
        self.bodies = [(word, int(body) - 1) for word, _, body in forms if body != "0"] + [(m, 1) for m in macros_with_body]
        element_names = re.search(r"element_name\(Element e\) \{[^{]*\{([^}]*)\}", (root / "runtime" / "element.hpp").read_text())
        self.types = [*(re.findall(r'"([^"]+)"', element_names[1]) if element_names else []), "vector"]
        if len(self.types) < 10 or len(forms) < 20 or len(macros) < 5 or not macros_with_body:
            raise SystemExit("a table of words was not found")


def wrapped(items, indent, width=118):
    lines = [""]
    for item in items:
        if lines[-1] and len(indent) + len(lines[-1]) + len(item) > width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + item
    return ("\n" + indent).join(lines)


def alternatives(words):
    """The words as alternatives of a pattern in JSON. The longest stands first, since a pattern takes the first that fits."""
    return "|".join(re.escape(w).replace("\\-", "-").replace("\\!", "!").replace("\\", "\\\\") for w in sorted(words, key=lambda w: (-len(w), w)))


def lists(words):
    """(path, pattern around a list, the list): group 1 stands before the list, group 2 behind it."""
    everything = words.declarations + words.keywords
    emacs, vim = "docs/editors/nova-mode.el", "docs/editors/vim/"
    yield emacs, r"(\(defconst nova-keywords\n  '\()[^)]*(\))", wrapped([f'"{w}"' for w in everything], " " * 4)
    yield emacs, r"(\(defconst nova-bodies\n  '\()(?:\(\S+ \. \d\)\s*)*(\))", wrapped([f'("{w}" . {n})' for w, n in words.bodies], " " * 4)
    yield vim + "syntax/nova.vim", r"(syntax keyword novaDefine )[^\n]*(\n)", " ".join(words.declarations)
    yield vim + "syntax/nova.vim", r"(syntax keyword novaKeyword )[^\n]*(\n)", " ".join(words.keywords)
    yield vim + "ftplugin/nova.vim", r"(setlocal lispwords=)[^\n]*(\n)", ",".join(w for w, _ in words.bodies)
    yield emacs, r"(\(defconst nova-types\n  '\()[^)]*(\))", wrapped([f'"{t}"' for t in words.types], " " * 4)
    yield vim + "syntax/nova.vim", r"(syntax keyword novaType )[^\n]*(\n)", " ".join(words.types)
    grammar = "docs/editors/vscode/nova.tmLanguage.json"
    yield grammar, r'("match": "\\\\\(\\\\s\*\()[^()]*(\)[^\n]*\n\s*"captures")', alternatives(words.declarations)
    yield grammar, r'("name": "keyword\.control\.nova",\n\s*"match": ".*?\)\()[^()]*(\))', alternatives(everything)
    yield grammar, r'("name": "storage\.type\.nova",\n\s*"match": ".*?\)\()[^()]*(\))', alternatives(words.types)
    yield "tests/fuzz/nova.dict", r"(# Core forms[^\n]*\n)(?:\"\([^\n]*\n)*(\n)", "".join(f'"({w} "\n' for w in words.forms)


def main():
    root = pathlib.Path(sys.argv[1])
    wrong = []
    for path, pattern, wanted in lists(Words(root)):
        text = (root / path).read_text()
        updated, found = re.subn(pattern, lambda m: m[1] + wanted + m[2], text)
        if found != 1:
            wrong.append(f"{path}: {found} lists of the shape {pattern}")
        elif updated != text and "--update" in sys.argv:
            (root / path).write_text(updated)
        elif updated != text:
            wrong.append(f"{path} lacks words of the tables; word_lists.py --update writes the list")
    print("\n".join(wrong) if wrong else "the lists are those of the tables")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
