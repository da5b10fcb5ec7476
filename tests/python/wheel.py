#!/usr/bin/env python3
"""The wheel of `./bootstrap wheel` in a new environment: it needs nothing else.

wheel.py BUILD ROOT    Makes the wheel of what BUILD holds, installs it without PyPI, and calls a function. Fails if the extension asks for
                       libraries beside glibc's that are not in the wheel.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAM = """
import os, nova
s = nova.Session()
f = s("(lambda (x : vector double) (sum x))")
assert f([1, 2.5]) == 3.5 and memoryview(s("(range 3)")).tolist() == [0, 1, 2]
try:
    s("(sum 1)")
except nova.Error as e:
    assert e.place
folder = os.path.dirname(nova.__file__)
assert os.access(os.path.join(folder, "nova"), os.X_OK) and os.path.exists(os.path.join(folder, "py.typed"))
print(nova.__version__, folder)
"""
# A GPU's process starts beside the extension, where there is a driver: here one that has no GPU.
GPU_PROGRAM = """
import nova
try:
    nova.Session(tier="cuda")("(sum (map (lambda (x) (* x 2)) (range 100)))")
except nova.Error as e:
    print(e.message)
"""
OF_GLIBC = re.compile(r"(libc|libm|libdl|librt|libpthread|ld-linux[^.]*)\.|linux-vdso")


def run(*command, **more):
    return subprocess.run([str(c) for c in command], check=True, stdout=subprocess.PIPE, text=True, timeout=300, **more).stdout


def driver_without_gpu(folder, root):
    """A library with the driver's functions, each of which says that there is no GPU."""
    names = set(re.findall(r"\bcu[A-Z]\w+", "".join(f.read_text() for f in (root / "runtime/cuda").glob("*.[ch]pp"))))
    (folder / "driver.c").write_text("".join(f"int {name}(void) {{ return 100; }}\n" for name in names))
    folder.joinpath("driver").mkdir()
    run("cc", "-shared", "-fPIC", "-o", folder / "driver/libcuda.so.1", folder / "driver.c")
    return str(folder / "driver")


def main():
    build, root = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        run("cmake", "--install", build, "--component", "python", "--prefix", folder / "staged", "--strip")
        version = re.search(r"project\(nova VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text())[1]
        wheel = run(sys.executable, root / "repl/python/make_wheel.py", folder / "staged", folder / "dist", version).strip()
        run("/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else sys.executable, "-m", "venv", folder / "venv")
        run(folder / "venv/bin/pip", "install", "-q", "--no-index", "--disable-pip-version-check", wheel)
        clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "LD_LIBRARY_PATH")}
        told = run(folder / "venv/bin/python", "-c", PROGRAM, env=clean, cwd=folder)
        gpu = run(folder / "venv/bin/python", "-c", GPU_PROGRAM, env={**clean, "LD_LIBRARY_PATH": driver_without_gpu(folder, root)}, cwd=folder)
        installed = pathlib.Path(told.split()[1])
        outside = [line.strip() for line in run("ldd", installed / "_nova.abi3.so", env=clean).splitlines()
                   if str(installed) not in line and not OF_GLIBC.match(pathlib.Path(line.split()[0]).name)]
    if "in cuInit" not in gpu:
        outside.append(f"the GPU's process does not start: {gpu}")
    print(*outside, sep="\n")
    print(f"{pathlib.Path(wheel).name}, {len(outside)} faults")
    return bool(outside)


if __name__ == "__main__":
    sys.exit(main())
