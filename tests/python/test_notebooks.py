"""The cell magic %%nova in IPython, and in a notebook that Jupyter's own client runs."""
import os
import subprocess
import sys

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")


def test_ipython():
    program = ("import IPython, numpy as np\nshell = IPython.core.interactiveshell.InteractiveShell.instance()\n"
               "shell.run_line_magic('load_ext', 'nova')\nshell.user_ns['x_s'] = np.arange(3.0)\n"
               "print(shell.run_cell_magic('nova', 'x_s', '(sum x-s)'))\n"
               "shell.run_cell('%%nova -> y\\n(define two 2)\\n(+ two 1)')\nprint(shell.user_ns['y'])\n"
               "shell.run_cell('%%nova\\n(+ 1 true)')\n")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.stdout.splitlines()[:2] == ["3.0", "3"] and "E0205" in done.stdout, done


CELLS = ["%load_ext nova\nimport numpy as np\nxs = np.arange(3)", "%%nova xs -> pairs\n(zip xs (map to_double xs))", "pairs",
         "%%nova\n(println \"printed\")\n(+ 1 2)",
         "import nova\ntry: nova.Session(tier='interp', timeout=1.2)('(let (n 0) in (begin (while true (set! n (+ n 1))) n))')\n"
         "except nova.Error as e: print(e.code)", "%%nova\n(sum [1 true])"]


@pytest.fixture(scope="module")
def cells(tmp_path_factory):
    """A notebook's cells after a run."""
    folder = tmp_path_factory.mktemp("jupyter")
    with pytest.MonkeyPatch.context() as patch:
        for name in ["JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR"]:
            patch.setenv(name, str(folder / name))
        patch.setenv("JUPYTER_PLATFORM_DIRS", "1")
        subprocess.run([sys.executable, "-m", "ipykernel", "install", "--prefix", folder, "--name", "tested"], check=True, capture_output=True)
        patch.setenv("JUPYTER_PATH", os.fspath(folder / "share/jupyter"))
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in CELLS])
        return nbclient.NotebookClient(notebook, kernel_name="tested", timeout=120, allow_errors=True).execute().cells


def test_magic(cells):
    shown = cells[2].outputs[0].data
    assert "<td>2.0</td>" in shown["text/html"] and shown["text/plain"].endswith("3 rows : vector (int, double)")
    assert cells[3].outputs[0].text == "printed\n" and cells[3].outputs[1].data["text/plain"] == "3"


def test_long_calls(cells):
    told = "".join(o.text for o in cells[4].outputs if o.output_type == "stream" and o.name == "stderr")
    assert " s: the interpreter runs" in told and told.endswith("\r")


def test_errors(cells):
    error = cells[5].outputs[0]
    assert error.output_type == "error" and error.ename == "Error" and "E0203" in error.evalue and "^" in error.evalue
