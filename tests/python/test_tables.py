"""The tables of the prelude against pandas."""
import pathlib
import subprocess
import sys

import pytest

import nova


def test_tables_against_pandas():
    pytest.importorskip("pandas")
    binary = pathlib.Path(nova.__file__).parents[2] / "nova"
    if not binary.exists():
        pytest.skip("the module is not in a build folder")
    script = pathlib.Path(__file__).parents[1] / "tables_against_pandas.py"
    done = subprocess.run([sys.executable, script, binary], stdout=subprocess.PIPE, text=True)
    assert done.returncode == 0, done.stdout
