#!/usr/bin/env python3
"""The tests of the Python module, in an environment of its own.

run.py [--all] PACKAGE FOLDER TESTS
                               Makes a virtual environment in FOLDER with what the tests need from PyPI, unless it is there, and runs the tests with the
                               package that PACKAGE holds. Ends with 77 where PyPI cannot be reached.
--all installs larger packages too, some gigabytes, whose tests are skipped otherwise. NOVA_FULL=1 makes tests of memory long.
"""
import os
import pathlib
import subprocess
import sys

NEEDED = ["numpy>=2,<3", "pytest>=8,<10", "mypy>=1.10,<3", "pyarrow>=17", "polars>=1", "ipykernel>=6,<8", "nbclient>=0.10,<1", "numba>=0.60,<1", "h5py>=3.10"]
LARGE = ["netCDF4>=1.7", "pandas>=2.2", "scipy>=1.11", "pillow>=10", "duckdb>=1.1", "jax>=0.4.31", "ml_dtypes>=0.5", "torch>=2.4"]


def environment(folder, needed):
    """The environment's Python; None where it cannot be made."""
    python, done = folder / "bin/python", folder / "needed"
    if not done.exists() or done.read_text() != "\n".join(needed):
        subprocess.run(["/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else sys.executable, "-m", "venv", folder], check=True)
        made = subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--retries", "1", *needed], capture_output=True, text=True)
        if made.returncode:
            print("skipped: PyPI cannot be reached:", made.stderr.strip().splitlines()[-1:])
            return None
        done.write_text("\n".join(needed))
    return python


def main():
    large = LARGE if sys.argv[1] == "--all" else []
    package, folder, tests = (pathlib.Path(a).resolve() for a in sys.argv[-3:])
    python = environment(folder, NEEDED + large)
    if not python:
        return 77
    known = {**os.environ, "NOVA_BUILD": str(package.parent), "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}
    typed = subprocess.run([python, "-m", "mypy", "--strict", "--python-version", "3.12", "--cache-dir", folder / "mypy", tests / "typed.py"],
                           env={**known, "MYPYPATH": str(package)}).returncode
    shown = subprocess.run([python, tests / "page.py", tests.parents[1] / "docs/python.md"], env=known).returncode
    return subprocess.run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", tests, tests.parents[1] / "examples/oracle"], env=known).returncode or shown or typed


if __name__ == "__main__":
    sys.exit(main())
