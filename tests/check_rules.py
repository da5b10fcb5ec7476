#!/usr/bin/env python3
"""Rules, functions and tests match one to one.

Every evaluation rule of docs/semantics.md (`### NAME` headings of its section on evaluation) has exactly one function
in interp/ with `// (NAME)` drawn above it, and exactly one transcript tests/rules/name.nv; and nothing has more.

Usage: check_rules.py ROOT
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])


def documented():
    text = (root / "docs" / "semantics.md").read_text()
    evaluation = text.split("\n## Evaluation\n")[1].split("\n## ")[0]
    return re.findall(r"^### ([A-Z0-9-]+)$", evaluation, re.M)


def implemented():
    rules = []
    for path in sorted((root / "interp").glob("*.cpp")):
        lines = path.read_text().splitlines()
        for number, line in enumerate(lines):
            drawn = re.match(r"// \(([A-Z0-9-]+)\)  ", line)
            if not drawn:
                continue
            after = number
            while lines[after].startswith("//"):
                after += 1
            if not re.match(r"(template <[^>]*> )?\w+ [\w:]+\(", lines[after]):
                sys.exit(f"{path.name}:{number + 1}: no function follows the rule {drawn[1]}")
            rules.append(drawn[1])
    return rules


def tested():
    return [p.stem.upper() for p in (root / "tests" / "rules").glob("*.nv") if "; =>" in p.read_text() or "; !" in p.read_text()]


lists = {"docs/semantics.md": documented(), "interp/*.cpp": implemented(), "tests/rules/*.nv": tested()}
wrong = []
every = set().union(*lists.values())
for place, rules in lists.items():
    wrong += [f"{place}: {rule} is missing" for rule in sorted(every - set(rules))]
    wrong += [f"{place}: {rule} stands there {rules.count(rule)} times" for rule in sorted(set(rules)) if rules.count(rule) > 1]
if not every:
    wrong.append("no rules found")
print("\n".join(wrong) if wrong else f"{len(every)} rules, each with its function and its test")
sys.exit(1 if wrong else 0)
