#!/usr/bin/env python3
"""The library as other programs have it.

embedding.py BUILD ROOT    Compares the functions of nova.h with the library's symbols. Builds and runs the programs of examples/embedding with
                           each compiler that is there, by pkg-config's file and, in C, by CMake's package too; each prints what its comment says.
                           Builds and runs tests/api/api.c with gcc and clang.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

build, root = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
wrong = []


def run(*command, **more):
    done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, **more)
    if done.returncode:
        wrong.append(f"{' '.join(map(str, command))}: {done.stdout}")
    return done.stdout


def check_symbols():
    declared = set(re.findall(r"NOVA_API [^;(]*?\b(nova_\w+)\(", (root / "repl/api/nova.h").read_text()))
    listed = run("nm", "-D", "--defined-only", build / "libnovalang.so").split()[2::3]
    defined = {name.partition("@")[0] for name in listed} - {"NOVALANG_0"}
    if declared != defined:
        wrong.append(f"nova.h and the library differ in {sorted(declared ^ defined)}")
    return len(declared)


def expected(source):
    """The lines behind "It prints:" of a program's first comment."""
    lines = source.read_text().splitlines()
    start = next(k for k, line in enumerate(lines) if line.endswith("It prints:")) + 1
    texts = []
    for line in lines[start:]:
        text = re.fullmatch(r"(?: \*|//|!)     (.*)", line)
        if not text:
            break
        texts.append(text[1])
    return "\n".join(texts) + "\n"


def installed(prefix):
    run("cmake", "--install", build, "--component", "novalang", "--prefix", prefix)
    environment = {**os.environ, "PKG_CONFIG_PATH": str(next(prefix.glob("lib*/**/pkgconfig")))}
    return environment, run("pkg-config", "--cflags", "--libs", "novalang", env=environment).split()


def check_program(compiler, source, flags, folder, options=()):
    program = folder / f"{source.stem}-{pathlib.Path(compiler).name}"
    run(compiler, *options, source, *flags, f"-Wl,-rpath,{flags_folder(flags)}", "-o", program)
    printed = run(program)
    if printed != expected(source):
        wrong.append(f"{compiler} {source.name} printed {printed!r}, not {expected(source)!r}")


def check_helper(prefix):
    """The program that a GPU's process runs stands beside the library."""
    if not os.access(next(prefix.glob("lib*/libnovalang.so")).parent / "nova", os.X_OK):
        wrong.append("nova is not installed beside the library")


def flags_folder(flags):
    return next(flag[2:] for flag in flags if flag.startswith("-L"))


def check_package(prefix, folder):
    (folder / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16)\nproject(embedding C)\nfind_package(NovaLang REQUIRED)\n"
        f"add_executable(embedding {root}/examples/embedding/sum.c)\ntarget_link_libraries(embedding NovaLang::novalang)\n")
    run("cmake", "-S", folder, "-B", folder / "b", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", folder / "b")
    if run(folder / "b/embedding") != expected(root / "examples/embedding/sum.c"):
        wrong.append("the program by find_package(NovaLang) printed something else")


def check_static(prefix, environment, folder):
    """The archive needs what pkg-config --static names, and no more."""
    archive = next(prefix.glob("lib*/libnovalang.a"))
    libraries = [f for f in run("pkg-config", "--static", "--libs", "novalang", env=environment).split() if f.startswith("-l") and f != "-lnovalang"]
    run("gcc", "-std=c11", f"-I{prefix}/include", root / "examples/embedding/sum.c", archive, *libraries, "-o", folder / "static")
    if run(folder / "static") != expected(root / "examples/embedding/sum.c"):
        wrong.append("the program with libnovalang.a printed something else")


def main():
    functions, programs = check_symbols(), 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        environment, flags = installed(folder / "prefix")
        examples = root / "examples/embedding"
        kinds = [("sum.c", ["gcc", "clang-14"], ["-std=c11", "-Wall", "-Wextra", "-Werror"]),
                 ("sum.cpp", ["g++", "clang++-14"], ["-std=c++17", "-Wall", "-Wextra", "-Werror"]), ("sum.f90", ["gfortran"], ["-Wall"])]
        for source, compilers, options in kinds:
            for compiler in filter(shutil.which, compilers):
                check_program(compiler, examples / source, flags, folder, options)
                programs += 1
        (folder / "package").mkdir()
        check_package(folder / "prefix", folder / "package")
        check_helper(folder / "prefix")
        check_static(folder / "prefix", environment, folder)
        for compiler in filter(shutil.which, ["gcc", "clang-14"]):
            program = folder / f"api-{compiler}"
            run(compiler, "-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-O1", root / "tests/api/api.c", *flags,
                f"-Wl,-rpath,{flags_folder(flags)}", "-lpthread", "-o", program)
            run(program, "1000000")
    print(*wrong, sep="\n")
    print(f"{functions} functions, {programs} programs, {len(wrong)} faults")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
