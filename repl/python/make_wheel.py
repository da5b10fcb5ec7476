#!/usr/bin/env python3
"""A wheel of an installed package.

make_wheel.py FOLDER DIST VERSION    Writes DIST/nova_lang-VERSION-cp311-abi3-manylinux_X_Y_ARCH.whl of all in FOLDER, which `cmake --install` has
                                     filled. X.Y is the newest glibc that its programs and libraries ask for.
"""
import base64
import hashlib
import pathlib
import platform
import re
import subprocess
import sys
import zipfile


def newest_glibc(files):
    versions = [(2, 17)]
    for file in files:
        if file.read_bytes()[:4] == b"\x7fELF":
            listed = subprocess.run(["objdump", "-T", file], capture_output=True, text=True).stdout
            versions += [tuple(map(int, v.split("."))) for v in re.findall(r"GLIBC_(\d+\.\d+)", listed)]
    return max(versions)


def metadata(root, version):
    """The fields of pyproject.toml, and the page that PyPI shows."""
    import tomllib
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    head = {"Metadata-Version": "2.1", "Name": project["name"], "Version": version, "Summary": project["description"],
            "License": project["license"]["text"], "Requires-Python": project["requires-python"], "Provides-Extra": "numpy",
            "Requires-Dist": "numpy; extra == 'numpy'", "Description-Content-Type": "text/markdown"}
    return "".join(f"{name}: {text}\n" for name, text in head.items()) + "\n" + (root / "README.md").read_text()


def record(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


def write(wheel, name, data, mode=0o644):
    info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
    info.external_attr, info.compress_type = (0o100000 | mode) << 16, zipfile.ZIP_DEFLATED
    wheel.writestr(info, data)
    return record(name, data)


def main():
    folder, dist, version = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    root = pathlib.Path(__file__).resolve().parents[2]
    files = sorted(f for f in folder.rglob("*") if f.is_file() and "__pycache__" not in f.parts)
    linked = {f.resolve() for f in files if f.is_symlink()}  # a library is packed under the name that is asked for
    files = [f for f in files if f.is_symlink() or f.resolve() not in linked]
    tag = "cp311-abi3-manylinux_{}_{}_".format(*newest_glibc(files)) + platform.machine()
    info = f"nova_lang-{version}.dist-info"
    dist.mkdir(exist_ok=True)
    path = dist / f"nova_lang-{version}-{tag}.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        records = [write(wheel, f.relative_to(folder).as_posix(), f.read_bytes(), f.stat().st_mode & 0o777) for f in files]
        records.append(write(wheel, f"{info}/METADATA", metadata(root, version).encode()))
        about = f"Wheel-Version: 1.0\nGenerator: nova\nRoot-Is-Purelib: false\nTag: {tag}\n"
        records.append(write(wheel, f"{info}/WHEEL", about.encode()))
        records.append(write(wheel, f"{info}/licenses/LICENSE", (root / "LICENSE").read_bytes()))
        write(wheel, f"{info}/RECORD", ("".join(records) + f"{info}/RECORD,,\n").encode())
    print(path)


if __name__ == "__main__":
    main()
