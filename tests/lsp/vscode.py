#!/usr/bin/env python3
"""The extension for Visual Studio Code: its package, and a session with `nova lsp`. The session runs in Node.js with a
stand-in for the editor (vscode/editor.js); what the editor is given must be the server's answers.

Usage: vscode.py NOVA ROOT       Without Node.js nothing is tested.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree
import zipfile

import checks
from checks import same

node = shutil.which("node") or shutil.which("nodejs")
if not node:
    print("not tested: there is no Node.js here (Debian's nodejs)")
    sys.exit(77)

nova, root = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
source = root / "docs" / "editors" / "vscode"
home = tempfile.TemporaryDirectory()


def packed():
    """The folder of the extension as its package holds it."""
    files = [home.name + f"/{k}.vsix" for k in "ab"]
    for file in files:
        told = subprocess.run([sys.executable, source / "package.py", file], capture_output=True, text=True)
        same((told.returncode, told.stdout, told.stderr), (0, file + "\n", ""))
    same(*[pathlib.Path(file).read_bytes() for file in files])
    with zipfile.ZipFile(files[0]) as z:
        same(z.testzip(), None)
        names = z.namelist()
        z.extractall(home.name + "/package")
    package = json.loads((source / "package.json").read_text())
    whole = pathlib.Path(home.name + "/package")
    kinds = {e.get("Extension") for e in tree.parse(whole / "[Content_Types].xml").getroot()}
    same([n for n in names if n != "[Content_Types].xml" and "." + n.rpartition(".")[2] not in kinds], [])
    manifest = tree.parse(whole / "extension.vsixmanifest").getroot()
    space = "{http://schemas.microsoft.com/developer/vsx-schema/2011}"
    identity = manifest.find(f".//{space}Identity")
    same([identity.get(k) for k in ("Id", "Version", "Publisher")], [package[k] for k in ("name", "version", "publisher")])
    same([a.get("Path") for a in manifest.iter(space + "Asset") if a.get("Path") not in names], [])
    # All that package.json speaks of is there, and each command is one that the extension registers.
    contributed = package["contributes"]
    spoken_of = [package["main"], *[g["path"] for g in contributed["grammars"]], *[x["configuration"] for x in contributed["languages"]]]
    same([p for p in spoken_of if os.path.normpath("extension/" + p) not in names], [])
    same((source / "README.md").read_text().count(f"nova-language-{package['version']}.vsix"), 2)
    return whole / "extension", {c["command"] for c in contributed["commands"]}


extension, commands = packed()
same({c for c in commands if f'registerCommand("{c}"' not in (source / "extension.js").read_text()}, set())
long = {p.name: n for p in source.glob("*.js") if (n := len(p.read_text().split("\n"))) > 300}
same(long, {})

folder = home.name + "/texts"
os.mkdir(folder)
ran = subprocess.run([node, root / "tests" / "lsp" / "vscode" / "session.js", extension, nova, folder], capture_output=True, text=True, timeout=300,
                     env={**os.environ, "XDG_CACHE_HOME": home.name + "/cache"})
same((ran.returncode, ran.stderr), (0, ""))
got = json.loads(ran.stdout)
text = folder + "/shapes of (all) größen+.nv"
for key, wanted in {
    "missing": [[f'Nova: the program "{folder}/no-nova" was not found. The setting nova.path says where it is; without it there are colours only.'],
                [["workbench.action.openSettings", "nova.path"]], 0],
    # Reading. Kinds and severities are the editor's, which begin with 0.
    "problem": ["unknown name `größ`\nhelp: did you mean `größe`?", 0, "nova", "E0301", "6:29-6:33"],
    "hover": ["twice : Num 'a => 'a -> 'a", True, "5:29-5:34"],
    "noHover": True,
    "definition": [text, "3:9-3:14"],
    "references": ["5:29-5:34", "6:23-6:28"],
    "highlights": ["5:20-5:21", "5:26-5:27", "5:35-5:36"],
    "hints": [[3, 16, " : 'a", 1], [3, 17, " : 'a", 1], [4, 15, " : (Shape 'a)", 1], [4, 16, " : 'a", 1], [5, 21, " : 'a", 1],
              [5, 47, " : 'a", 1], [5, 49, " : 'a", 1], [6, 13, " : vector char", 1]],
    "token": [True, 0, [0, 1, 15], "keyword"],
    # Outlines.
    "folds": [[4, 5, 3], [1, 2, 1]],
    "symbols": [["Shape", 9, ["Circle", "Box"]], ["twice", 11, []], ["area", 11, []], ["größe", 13, []]],
    "found": [["twice", 11, text, "3:9-3:14"]],
    "calls": ["twice", [["area", ["5:29-5:34"]]], ["twice"]],
    # Writing.
    "refused": ["first the text's errors are to be mended", "this name can't be renamed"],
    "rename": ["twice", "3:9-3:14", [text], """(define-datatype (Shape 'a) (Circle 'a) (Box 'a 'a))
; Doubles a number,
; whatever its type.
(define (double-of x) (* x 2))
(define (area s)
  (match s ((Circle r) (* r (double-of r))) ((Box a b) (* a b))))
(define x 4) (double-of x)
"""],
    "completions": [False, [["twice", 2, "Num 'a => 'a -> 'a", "twice"]]],
    "places": [["0", "int", "6:36-6:36"], ["1", "double", "6:36-6:36"]],
    "signature": [True, "foldl : ('b -> 'a -> 'b) -> 'b -> vector 'a -> 'b", 3, 1],
    "actions": [["Replace by foldl", "quickfix", True, "E0301", True]],
    "typed": [["7:0-7:1", " " * 15]],
    "format": ["(define x 4) (let (x 1) x)", ""],
    # A server that dies, once and twice.
    "before": 2,
    "again": [True, 3, 0],
    "twice": [['Nova\'s language server has ended twice. The output "Nova" has its last words.'], 3, True, "Nova's language server does not run"],
    "restarted": [True, 4],
    # Commands.
    "ran": [[1, "in the file", True]],
    "saved": True,
    "sent": [[nova, t] for t in ['\x1b[200~(f #\\( "\\")" ; )\n  #;(g 1) [1\n2])\x1b[201~'] * 2 + ["42", "42", '"s p"', "4"]],
    "terminals": 1,
    "closed": [],
    "ended": 0,
    "left": [[], []],
    "log": "The language server has ended, and is started again.\n",
}.items():
    same((key, got.pop(key)), (key, wanted))
same(got, {})
print(f"{checks.count} checks")
