#!/usr/bin/env python3
"""docs/plan-operations.md is made from jit/plan/ops.def.

check_operations.py ROOT [--update]    Fails where the page is not what the table says; --update writes it.
"""
import pathlib
import re
import sys

ROW = re.compile(r'^OP\((\w+), \w+, "([^"]+)", (\d), ([\w| ]+), "([^"]*)",\s*"([^"]*)",\s*"([^"]*)"\)', re.M)
HEAD = """# The operations of plans

Made from `jit/plan/ops.def` by `tests/check_operations.py --update`. `nova --dump plan` prints plans with these operations. A scalar is a
number, a column a place in memory with elements of one type. `(i) -> (e ..)` is a body: its parameters and its results.

| operation | arguments | bodies | gives |
| --- | --- | --- | --- |
"""


def page(root):
    rows = ROW.findall((root / "jit" / "plan" / "ops.def").read_text())
    cell = lambda text: text.replace("|", "\\|")  # noqa: E731
    return HEAD + "".join(f"| `{name}` | {cell(args)} | {cell(bodies)} | {cell(gives)} |\n" for _, name, _, _, args, bodies, gives in rows)


def main():
    root = pathlib.Path(sys.argv[1])
    file, made = root / "docs" / "plan-operations.md", page(root)
    if "--update" in sys.argv:
        file.write_text(made)
    rows = (root / "jit" / "plan" / "ops.def").read_text().count("\nOP(")
    if not file.exists() or file.read_text() != made or made.count("\n| `") != rows:
        print("docs/plan-operations.md is not what jit/plan/ops.def says: run tests/check_operations.py . --update")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
