#!/usr/bin/env python3
"""`nova lsp` in real editors: Emacs with eglot, Neovim with its own client. Each opens a program with an error, waits for the
diagnostic, asks for the type under the cursor, a definition and a completion, and lays the buffer out.

Usage: live.py NOVA ROOT       An editor that is not installed is left out.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

nova, root = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
here, editors = root / "tests" / "editors", root / "docs" / "editors"
SAMPLE = ";;; Twice a number.\n(define (twice x) (* 2 x))\n(define   y (twice 4))\n(+ y nope)\n"
WANTED = """diagnostic line 4: unknown name `nope`
hover twice : Num 'a => 'a -> 'a
definition line 2
completion twice
""" + SAMPLE.replace("   y", " y")
COMMANDS = {
    "emacs": ["emacs", "--batch", "-q", "-L", str(editors), "--eval", f'(defvar nova-program "{nova}")', "-l", str(here / "eglot.el")],
    "nvim": ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "--cmd", f"set rtp^={editors}/vim", "-c", f"luafile {here}/client.lua", "-c", "qa!"],
}

ran, wrong = [], []
for editor, command in COMMANDS.items():
    if not shutil.which(editor):
        continue
    with tempfile.TemporaryDirectory() as folder:
        sample = folder + "/sample.nv"
        pathlib.Path(sample).write_text(SAMPLE)
        done = subprocess.run(command, env={**os.environ, "SAMPLE": sample, "NOVA": nova, "HOME": folder}, cwd=folder, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=120)
    if done.stdout.strip() == "no eglot":
        continue
    ran.append(editor)
    if done.stdout.strip() != WANTED.strip():
        wrong.append(f"{editor}:\n{done.stdout}{done.stderr}instead of\n{WANTED}")

print("\n".join(wrong) if wrong else "nova lsp works in " + " and ".join(ran) if ran else "skipped: neither Emacs with eglot nor Neovim is installed")
sys.exit(1 if wrong else 0)
