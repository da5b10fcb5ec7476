#!/usr/bin/env python3
"""clang-tidy 14 over all of Nova, with the checks of .clang-tidy.

check_clang_tidy.py ROOT BUILD CACHE    Fails where a check complains. BUILD is a Ninja build of ROOT: it has the compilers' commands and which
                                        headers each file includes. A file that passed is remembered in CACHE by what it and these headers
                                        hold, comments aside, and is not looked at again. Exits with 77 if clang-tidy-14 or the Ninja build is missing.

Most of clang-tidy's time goes to the headers of the standard library. So it is given files together, which a text includes one after the
other. Where it complains of such a text it is given each half: names of two files may clash there. What counts is said of a file alone.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

TOPS = ("runtime", "frontend", "interp", "jit", "repl")
TIDY = "clang-tidy-14"
TOGETHER = 12  # files in a text
TOKEN = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|//[^\n]*|/\*.*?\*/', re.S)


def ninja(build, tool):
    return subprocess.run(["ninja", "-C", build, "-t", tool], check=True, capture_output=True, text=True).stdout


def sources(entry):
    """The files that an entry of the compilation database compiles: those that its text includes, if CMake has put files together."""
    file = os.path.normpath(os.path.join(entry["directory"], entry["file"]))
    together = "/Unity/unity_" in file
    return re.findall(r'^#include "(.*)"$', pathlib.Path(file).read_text(), re.M) if together else [file]


def commands(root, build):
    """The commands that compile Nova's own files, an entry of the compilation database each."""
    tops = tuple(f"{root}/{top}/" for top in TOPS)
    own = []
    for entry in json.loads(ninja(build, "compdb")):
        entry["command"] = re.sub(r"^.*?/ccache ", "", entry["command"])  # the compiler's own command
        if not entry["file"].endswith((".cpp", ".cxx")):
            continue
        own += [entry | {"file": file} for file in sources(entry) if file.startswith(tops) and file.endswith(".cpp")]
    return own


def headers(build):
    """By object file: the files that it was compiled from."""
    found, of = {}, None
    for line in ninja(build, "deps").splitlines():
        if line.startswith("    "):
            of.append(line.strip())
        elif ": #deps" in line:
            of = found[line.split(":")[0]] = []
    return found


def without_comments(path):
    text = path.read_text(errors="replace")
    return " ".join(TOKEN.sub(lambda m: " " if m[0].startswith(("//", "/*")) else m[0], text).split())


class Keys:
    """What a result depends on: the checks, the command, the project's files that are included."""

    def __init__(self, root, build):
        self.root, self.build, self.files = root, build, {}
        self.settings = (root / ".clang-tidy").read_text() + subprocess.check_output([TIDY, "--version"], text=True)

    def digest(self, name):
        path = pathlib.Path(os.path.normpath(os.path.join(self.build, name)))
        if not path.is_relative_to(self.root) or not path.is_file():
            return ""
        if path not in self.files:
            self.files[path] = hashlib.sha256(without_comments(path).encode()).hexdigest()
        return self.files[path]

    def key(self, entry, included):
        parts = [self.settings, flags(entry).replace(str(self.root), "")]
        parts += sorted(self.digest(name) for name in [entry["file"], *included] if name == entry["file"] or not name.endswith(".cpp"))
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def flags(entry):
    """What the compiler is told, but for the names of files that it reads and writes."""
    return re.sub(r" -(MT|MF|o|c) \S+| -MD", "", entry["command"])


def batches(entries):
    """Entries with equal flags, in the order of their folders, some at a time."""
    by_flags = {}
    for entry in sorted(entries, key=lambda e: e["file"]):
        by_flags.setdefault(flags(entry), []).append(entry)
    return [same[at : at + TOGETHER] for same in by_flags.values() for at in range(0, len(same), TOGETHER)]


class Tidy:
    """Runs clang-tidy on files; `folder` is where texts that include them may lie."""

    def __init__(self, root, folder):
        self.root, self.folder = root, folder

    def said(self, path, entry):
        """What clang-tidy says of the file `path`, compiled as `entry` is; empty if nothing."""
        command = [TIDY, "--quiet", r"--header-filter=\.cpp$", "--extra-arg=-Wno-unused-command-line-argument", "--extra-arg=-Wno-unknown-warning-option", path, "--", *shlex.split(flags(entry))[1:]]
        ran = subprocess.run(command, cwd=self.root, capture_output=True, text=True)
        return "" if ran.returncode == 0 else ran.stdout + ran.stderr

    def complaints(self, entries):
        """A dictionary from each entry's file to what clang-tidy says of it."""
        if len(entries) == 1:
            return {entries[0]["file"]: self.said(entries[0]["file"], entries[0])}
        text = self.folder / f"{hashlib.sha256(entries[0]['file'].encode()).hexdigest()[:16]}_{len(entries)}.cpp"
        text.write_text("".join(f'#include "{e["file"]}"\n' for e in entries))
        if not self.said(text, entries[0]):
            return {e["file"]: "" for e in entries}
        half = len(entries) // 2
        return self.complaints(entries[:half]) | self.complaints(entries[half:])


def main(root, build, cache):
    if not shutil.which(TIDY) or not (pathlib.Path(build) / "build.ninja").exists():
        print(f"there is no {TIDY} here, or no Ninja build")
        return 77
    root, passed = pathlib.Path(root).resolve(), pathlib.Path(cache) / "clang-tidy"
    passed.mkdir(parents=True, exist_ok=True)
    entries, included, keys = commands(root, build), headers(build), Keys(root, pathlib.Path(build).resolve())
    folder = pathlib.Path(build) / "clang-tidy"
    folder.mkdir(exist_ok=True)
    by_key = {keys.key(e, included.get(e["output"], [])): e for e in entries}
    new = {e["file"]: k for k, e in by_key.items() if not (passed / k).exists()}
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(Tidy(root, folder).complaints, batches(e for e in by_key.values() if e["file"] in new)):
            for file, said in found.items():
                if said:
                    wrong += 1
                    print(said)
                else:
                    (passed / new[file]).touch()
    print(f"{len(entries)} files, {len(new)} of them looked at, {wrong} with complaints")
    return 1 if wrong or not entries else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
