#!/usr/bin/env python3
"""The tables of docs/numpy.md: a NumPy form, the Nova form for it, and the value of both.

numpy_table.py NOVA PAGE            Runs the Nova forms, all in one run, and compares their values with the page's text. Each NumPy
                                    name, as np.isnan, gets a help. Where Python has NumPy, runs its forms too: numbers may differ by
                                    1e-12 of themselves, integers not at all.
numpy_table.py NOVA PAGE --update   writes Nova's values into the page
"""
import re
import subprocess
import sys
import tempfile

TOLERANCE = 1e-12
ROW = re.compile(r"^\| `(.+)` \| `(.+)` \| `(.+)` \|$", re.M)


def block(page, language):
    """The page's first block of code in a language."""
    return re.search(rf"^```{language}\n(.*?)^```$", page, re.M | re.S)[1]


def nova_values(nova, page, forms):
    """What each form prints, in one run."""
    text = block(page, "nova") + "".join(f"(println {form})\n" for form in forms)
    with tempfile.NamedTemporaryFile("w", suffix=".nv") as file:
        file.write(text)
        file.flush()
        run = subprocess.run([nova, "run", "--tier", "interp", file.name], capture_output=True, text=True, timeout=120)
    if run.returncode != 0 or run.stderr:
        raise SystemExit(run.stderr)
    return run.stdout.splitlines()


def without_help(nova, names):
    """The names whose error shows no help."""
    with tempfile.NamedTemporaryFile("w", suffix=".nv") as file:
        file.write("".join(f"({name} 1)\n" for name in names))
        file.flush()
        run = subprocess.run([nova, "run", file.name], capture_output=True, text=True, timeout=120)
    errors = run.stderr.split(file.name + ":")[1:]
    told = {re.search(r"unknown name `(.+)`", error)[1] for error in errors if "\nhelp: " in error}
    return [name for name in names if name not in told]


def value_of(text):
    """A value as Nova prints it, in Python: vectors and tuples are lists, a complex number is a list of two."""
    text = re.sub(r"([-+]?[\d.]+(?:e-?\d+)?)([-+][\d.]+(?:e-?\d+)?)i", r"[\1, \2]", text)
    text = re.sub(r"(?<=[\w\])])\s+(?=[\w\[(.-])", ", ", text).replace("(", "[").replace(")", "]")
    return eval(text, {"true": True, "false": False, "nan": float("nan"), "inf": float("inf")})


def plain(value):
    """A value of NumPy's without its types: a complex number is a list of two."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return [value.real, value.imag] if isinstance(value, complex) else value


def same(a, b):
    if isinstance(a, list) or isinstance(b, list):
        return isinstance(a, list) and isinstance(b, list) and len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    return a == b or (a != a and b != b) or (float in (type(a), type(b)) and abs(a - b) <= TOLERANCE * max(abs(a), abs(b)))


def main():
    nova, path, *update = sys.argv[1:]
    page = open(path).read()
    rows = [[cell.replace("\\|", "|") for cell in row] for row in ROW.findall(page)]
    values = nova_values(nova, page, [form for _, form, _ in rows])
    if update:
        found = iter(values)
        page = ROW.sub(lambda m: f"| `{m[1]}` | `{m[2]}` | `{next(found)}` |", page)
        open(path, "w").write(page)
        return 0
    wrong = [f"{form} gives {got}, not {told}" for (_, form, told), got in zip(rows, values, strict=True) if got != told]
    names = sorted({name for form, _, _ in rows for name in re.findall(r"np(?:\.[a-z]\w*)+", form)})
    wrong += [f"{name} has no help" for name in without_help(nova, names)]
    try:
        import numpy
    except ImportError:
        numpy = None
    if numpy:
        numpy.seterr(all="ignore")
        names = {}
        exec(block(page, "python"), names)
        for form, _, told in rows:
            value = plain(eval(form, names))
            if not same(value, value_of(told)):
                wrong.append(f"NumPy: {form} gives {value}, not {told}")
    said = f"{len(rows)} rows; " + (f"NumPy {numpy.__version__} agrees" if numpy else "there is no NumPy here, so that its forms were not run")
    print("\n".join(wrong) or said)
    return 1 if wrong or len(rows) < 170 else 0


if __name__ == "__main__":
    sys.exit(main())
