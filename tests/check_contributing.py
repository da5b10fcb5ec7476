#!/usr/bin/env python3
"""CONTRIBUTING.md names files and examples that exist.

check_contributing.py ROOT    Fails on a path in backticks, or in a link, that does not exist; on "example: `name` in `path`" (more such pairs may
                              follow) where the file does not hold the name as a word; on an example without a pair. Fails if the steps
                              of "To add" name more or fewer files than the heading says. A step that begins with If, Only or Run
                              is not part of each addition, and a variant is none.
"""
import pathlib
import re
import sys

ENDINGS = "cpp|hpp|h|def|py|sh|md|txt|nv|cmd"
PATH = re.compile(rf"(?:\.?[\w-][\w.-]*/)+(?:[\w-][\w.-]*)?|[\w-][\w.-]*\.(?:{ENDINGS})")
EXAMPLE = re.compile(r"\bexample: ((?:`[^`]+` in `[^`]+`(?: \([^)]*\))?(?:, )?)*)", re.I)
PAIR = re.compile(r"`([^`]+)` in `([^`]+)`")
ADDITION = re.compile(r"^### (To add [^\n]*)\n(.*?)(?=^##|\Z)", re.M | re.S)
COUNTS = re.compile(r": (\d+) files? of code, (\d+) of tests and pages$")


def paragraphs(text):
    """(number of the first line, text in one line) of what belongs together: an item of a list, a paragraph. Indented code is left out."""
    first, lines = 0, []
    for number, line in enumerate(text.splitlines() + [""], 1):
        if lines and (not line.strip() or re.match(r"\d+\. |- |#", line)):
            yield first, " ".join(lines)
            lines = []
        if line.strip() and (lines or not line.startswith("    ")):
            first = first if lines else number
            lines.append(line.strip())


def check_paths(root, text):
    pairs = {name for name, _ in PAIR.findall(text)}
    spans = [span for span in re.findall(r"`([^`]+)`", text) if span not in pairs and PATH.fullmatch(span)]
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
    yield from (f"there is no {path}" for path in spans + links if path and not (root / path).exists())


def check_examples(root, text):
    for found in EXAMPLE.findall(text):
        pairs = PAIR.findall(found)
        if not pairs:
            yield "an example names no `name` in `path`"
        for name, path in pairs:
            word = rf"(?<![\w-]){re.escape(name)}(?![\w-])"
            if not (root / path).is_file():
                yield f"there is no file {path}"
            elif not re.search(word, (root / path).read_text(errors="replace")):
                yield f"{path} has no {name}"


def check_counts(text):
    for heading, section in ADDITION.findall(text):
        steps = [part for _, part in paragraphs(section.partition("\nVariants:")[0]) if re.match(r"\d+\. (?!(If|Only|Run)\b)", part)]
        files = {path for part in steps for found in EXAMPLE.findall(part) for _, path in PAIR.findall(found)}
        others = sum(path.startswith(("tests/", "docs/")) or path.endswith(".md") for path in files)
        said = COUNTS.search(heading)
        if not said or (int(said[1]), int(said[2])) != (len(files) - others, others):
            yield f"{heading}: the steps name {len(files) - others} files of code, {others} of tests and pages"


def main():
    root = pathlib.Path(sys.argv[1])
    text = (root / "CONTRIBUTING.md").read_text()
    wrong = [f"CONTRIBUTING.md:{number}: {fault}" for number, part in paragraphs(text)
             for fault in dict.fromkeys([*check_paths(root, part), *check_examples(root, part)])]
    wrong += check_counts(text)
    pairs = len(PAIR.findall(" ".join(part for _, part in paragraphs(text))))
    if pairs < 100:
        wrong.append(f"CONTRIBUTING.md: only {pairs} examples found")
    print(*wrong, sep="\n")
    print(f"{pairs} examples, {len(wrong)} faults")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
