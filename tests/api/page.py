#!/usr/bin/env python3
"""Runs what a page shows of C. All its code is the main function of one program; a line `// => text` is what is printed before it.

page.py BUILD ROOT PAGE    Fails if the program prints something else.
"""
import pathlib
import subprocess
import sys
import tempfile

build, root, page = (pathlib.Path(a).resolve() for a in sys.argv[1:4])
code = [line[4:] for line in page.read_text().splitlines() if line.startswith("    ") and "# shell" not in line]
expected = [line.removeprefix("// => ") for line in code if line.startswith("// => ")]
text = '#include "nova.h"\n#include <stdio.h>\nint main(void) {\n' + "\n".join(code) + "\nreturn 0;\n}\n"
with tempfile.TemporaryDirectory() as folder:
    source = pathlib.Path(folder) / "page.c"
    source.write_text(text)
    subprocess.run(["gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{root}/repl/api", source, f"-L{build}", "-lnovalang", f"-Wl,-rpath,{build}",
                    "-o", f"{folder}/page"], check=True)
    printed = subprocess.run([f"{folder}/page"], capture_output=True, text=True, timeout=60).stdout.splitlines()
for want, got in zip(expected, printed):
    if want != got:
        print(f"the page says {want!r}, printed is {got!r}")
print(f"{len(printed)} lines")
sys.exit(printed != expected)
