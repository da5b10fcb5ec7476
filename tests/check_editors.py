#!/usr/bin/env python3
"""What docs/editors holds: the grammars colour a sample as they should; Vim and Emacs, where they are installed, load their modes,
and Emacs indents the prelude as it is. The lists of words are word_lists.py's matter.

Usage: check_editors.py ROOT
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(sys.argv[1])
editors = root / "docs" / "editors"
wrong = []

SAMPLE = """#!/usr/bin/env nova
;;; Twice x.
(define (twice (x : vector#2 'a)) #\\( (* 2.5e-3f x!0)) ; a comment
#| not #| a |# word |#
(let (s "define \\" in") in true)
"""

grammar_path = editors / "vscode" / "nova.tmLanguage.json"
grammar = json.loads(grammar_path.read_text())
for name in ("package.json", "language-configuration.json"):
    json.loads((editors / "vscode" / name).read_text())

# ---- the TextMate grammar --------------------------------------------------------------------------------------------------


def patterns(rule):
    for p in rule.get("patterns", []):
        yield grammar["repository"][p["include"][1:]] if "include" in p else p


def tokens(text):
    """(text, scope) as an editor finds them: line by line, at each place the rule that matches first."""
    stack, out = [grammar], []
    for line in text.split("\n"):
        at = 0
        while True:
            top, best, rule = stack[-1], None, None
            if "end" in top:
                best, rule = re.compile(top["end"]).search(line, at), "end"
            for p in patterns(top):
                m = re.compile(p.get("match", p.get("begin"))).search(line, at)
                if m and (best is None or m.start() < best.start()):
                    best, rule = m, p
            if best is None:
                break
            if rule == "end":
                stack.pop()
            elif "begin" in rule:
                stack.append(rule)
            for group, capture in (rule.get("captures", {}) if rule != "end" else {}).items():
                out.append((best[int(group)], capture["name"]))
            if rule != "end" and "name" in rule:
                out.append((best[0], rule["name"]))
            at = best.end() if best.end() > at else best.end() + 1
            if at > len(line):
                break
    return out


found = tokens(SAMPLE)
for wanted in [("define", "keyword.declaration.nova"), ("twice", "entity.name.function.nova"), ("vector#2", "storage.type.nova"),
               ("'a", "variable.parameter.type.nova"), ("#\\(", "constant.character.nova"), ("2.5e-3f", "constant.numeric.nova"),
               ("; a comment", "comment.line.semicolon.nova"), (";;; Twice x.", "comment.line.documentation.nova"),
               ("let", "keyword.control.nova"), ("in", "keyword.control.nova"), ("true", "constant.language.nova"),
               ('\\"', "constant.character.escape.nova"), (":", "keyword.operator.nova")]:
    if wanted not in found:
        wrong.append(f"{grammar_path.name}: {wanted} is not among {found}")
if len([t for t in found if t[0] == "define"]) != 1:
    wrong.append(f"{grammar_path.name}: a string or a comment is taken for code")

# ---- Vim ---------------------------------------------------------------------------------------------------------------------

with tempfile.TemporaryDirectory() as folder:
    sample, result = folder + "/sample.nv", folder + "/result"
    pathlib.Path(sample).write_text(SAMPLE)
    if shutil.which("vim"):
        places = [(3, 2, "novaDefine"), (3, 19, "novaOther"), (3, 25, "novaType"), (3, 31, "novaVariable"), (3, 37, "novaCharacter"),
                  (3, 43, "novaNumber"), (3, 56, "novaComment"), (2, 3, "novaDoc"), (4, 16, "novaComment"), (5, 2, "novaKeyword"),
                  (5, 10, "novaString"), (5, 25, "novaKeyword"), (5, 28, "novaConstant")]
        places = [p for p in places if p[2] != "novaOther"]
        script = [f"set rtp^={editors}/vim", "filetype plugin indent on", "syntax on", f"edit {sample}", "let out = [&ft, &lisp]"]
        script += [f"call add(out, synIDattr(synID({line}, {column}, 0), 'name'))" for line, column, _ in places]
        script += [f"call writefile(map(out, 'string(v:val)'), '{result}')", "qa!"]
        pathlib.Path(folder + "/script.vim").write_text("\n".join(script))
        subprocess.run(["vim", "-es", "-u", "NONE", "-i", "NONE", "-N", "-S", folder + "/script.vim"], timeout=60, stdin=subprocess.DEVNULL)
        got = [line.strip("'") for line in pathlib.Path(result).read_text().split("\n")[:-1]]
        if got != (wanted := ["nova", "1"] + [p[2] for p in places]):
            wrong.append(f"vim: {got} instead of {wanted}")

    # ---- Emacs -----------------------------------------------------------------------------------------------------------------

    if shutil.which("emacs"):
        mode = folder + "/nova-mode.el"
        shutil.copy(editors / "nova-mode.el", mode)
        made = subprocess.run(["emacs", "--batch", "-Q", "--eval", "(setq byte-compile-error-on-warn t)", "-f", "batch-byte-compile", mode],
                              capture_output=True, text=True, timeout=120)
        if made.returncode:
            wrong.append("emacs: " + made.stderr)
        script = """(progn (require 'nova-mode)
          (dolist (file command-line-args-left)
            (with-temp-buffer
              (insert-file-contents file)
              (nova-mode)
              (indent-region (point-min) (point-max))
              (let ((text (buffer-string)))
                (with-temp-buffer
                  (insert-file-contents file)
                  (unless (equal text (buffer-string)) (princ (format "%s\\n" file)))))))
          (with-temp-buffer
            (insert-file-contents "SAMPLE") (nova-mode) (font-lock-ensure)
            (dolist (w '(("define" font-lock-keyword-face) ("twice" font-lock-function-name-face) ("; a" font-lock-comment-delimiter-face)
                         ("true" font-lock-constant-face) ("not" font-lock-comment-face)))
              (goto-char (point-min))
              (let ((case-fold-search nil)) (search-forward (car w)))
              (goto-char (match-beginning 0))
              (unless (eq (get-text-property (point) 'face) (cadr w))
                (princ (format "%s is %s\\n" (car w) (get-text-property (point) 'face)))))
            (goto-char (point-min)) (search-forward "(define") (goto-char (match-beginning 0)) (forward-sexp)
            (unless (looking-at " ; a comment") (princ "a character that is a bracket is taken for one\\n"))))"""
        files = [str(p) for p in sorted((root / "prelude").glob("*.nv"))]
        told = subprocess.run(["emacs", "--batch", "-Q", "-L", folder, "--eval", script.replace("SAMPLE", sample), *files],
                              capture_output=True, text=True, timeout=120)
        if told.returncode or told.stdout:
            wrong.append("emacs: " + told.stdout + told.stderr)

print("\n".join(wrong) or ", ".join(e for e in ("vim", "emacs") if shutil.which(e)) or "no editor installed")
sys.exit(1 if wrong else 0)
