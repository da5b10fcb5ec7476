#!/usr/bin/env python3
"""Every error of the language is data for a host: its code, message, place and text, through libnovalang.

errors.py BUILD ROOT    Runs the example of each diagnostic that is a program, each in a new session, by nova_eval. Those of the command line and of the
                        prompt's commands are counted as others.
"""
import ctypes
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from diagnostics import NOT_RUN, codes, example  # noqa: E402: it stands one folder above

build, root = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
library = ctypes.CDLL(build / "libnovalang.so")
pointer, text = ctypes.c_void_p, ctypes.c_char_p
TOLD = ctypes.CFUNCTYPE(None, pointer, pointer)

# Further examples that nova_eval does not run as `nova run` does, and why.
not_run = NOT_RUN | {
    "E0303": "only `nova run` reads a whole program before it runs the first form",
    "W0307": "as E0303",
    "E0708": "nova_eval starts no module's main",
    "W0301": "as E0708",
    "W0312": "only `nova run` looks at the values that a program prints",
    "E0715": "only the prompt keeps results",
}


class Options(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("tier", text), ("check", text), ("threads", ctypes.c_uint32), ("max_memory", ctypes.c_uint64),
                ("max_depth", ctypes.c_uint64), ("timeout_ms", ctypes.c_uint64), *((name, ctypes.POINTER(text)) for name in
                ("allow_read", "allow_write", "allow_foreign")), ("output", pointer), ("warn", TOLD), ("poll", pointer), ("context", pointer)]


class Place(ctypes.Structure):
    _fields_ = [("file", text), ("line", ctypes.c_uint32), ("column", ctypes.c_uint32), ("end_line", ctypes.c_uint32), ("end_column", ctypes.c_uint32)]


for name, result, *parameters in [
        ("session_new", pointer, pointer, pointer), ("session_free", None, pointer), ("eval", pointer, pointer, text, pointer),
        ("value_free", None, pointer), ("error_free", None, pointer), ("error_next", pointer, pointer), ("error_code", text, pointer),
        ("error_message", text, pointer), ("error_text", text, pointer), ("error_place", ctypes.c_int, pointer, pointer),
        ("error_note", text, pointer, ctypes.c_size_t), ("error_help", text, pointer, ctypes.c_size_t)]:
    function = getattr(library, "nova_" + name)
    function.restype, function.argtypes = result, parameters


def told(error, lines):
    """The code of an error, whose data are looked at."""
    code, message, shown = (getattr(library, "nova_error_" + part)(error).decode() for part in ("code", "message", "text"))
    place = Place()
    if library.nova_error_place(error, ctypes.byref(place)) and place.file == b"text":
        assert 1 <= place.line <= lines + 1 and place.line <= place.end_line and place.column >= 1, (code, place.line, place.column)
    assert message and "\n" not in message and f"[{code}]" in shown, (code, message, shown)
    for part in (library.nova_error_note, library.nova_error_help):
        k = 0
        while part(error, k):
            k += 1
    return code


def codes_of(program):
    """The codes of all that nova_eval and its session tell of a program."""
    codes, lines = [], program.count("\n") + 1
    error = pointer()
    here = (text * 2)(b".", None)
    warn = TOLD(lambda context, warning: codes.append(told(warning, lines)))
    options = Options(ctypes.sizeof(Options), None, None, 0, 1 << 30, 0, 20000, here, here, None, None, warn, None, None)
    session = library.nova_session_new(ctypes.byref(options), None)
    value = library.nova_eval(session, program.encode(errors="surrogateescape"), ctypes.byref(error))
    assert bool(value) != bool(error), "a value and an error, or neither"
    one = error.value
    while one:
        codes.append(told(one, lines))
        one = library.nova_error_next(one)
    library.nova_error_free(error), library.nova_value_free(value), library.nova_session_free(session)
    return codes


def program_of(code):
    """The program that shows a diagnostic; None if it is shown otherwise."""
    shown = example(build / "nova", code)
    lines = [line.removeprefix("nova> ") for line in shown.splitlines()]
    return None if code in not_run or shown.startswith("$ ") or any(line.startswith(":") for line in lines) else "\n".join(lines)


def main():
    all_codes, wrong, shown = codes(root), [], 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["XDG_CACHE_HOME"] = folder
        for code in all_codes:
            program = program_of(code)
            if program is None:
                continue
            got = codes_of(program)
            shown += 1
            if code not in got:
                wrong.append(f"{code}: the library tells {got} of {program!r}")
    print(*wrong, sep="\n")
    print(f"{shown} of {len(all_codes)} diagnostics by nova_eval, {len(wrong)} faults")
    return bool(wrong) or shown < 100


if __name__ == "__main__":
    sys.exit(main())
