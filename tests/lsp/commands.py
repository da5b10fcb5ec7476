"""What an editor asks of the language server by commands or shows beside a text: uses, renaming, signatures, colours, mends."""
import re


def span(r):
    return (r["start"]["line"], r["start"]["character"], r["end"]["line"], r["end"]["character"])


def edited(text, edits):
    """The text after edits, which do not overlap."""
    lines = text.split("\n")
    for e in sorted(edits, key=lambda e: span(e["range"]), reverse=True):
        l0, c0, l1, c1 = span(e["range"])
        lines[l0 : l1 + 1] = (lines[l0][:c0] + e["newText"] + lines[l1][c1:]).split("\n")
    return "\n".join(lines)


SHAPES = """(define-datatype (Shape 'a) (Circle 'a) (Box 'a 'a))
; Doubles a number,
; whatever its type.
(define (twice x) (* x 2))
(define-record Pair (left : int) (right : int))
(define (area s)
  (match s ((Circle r) (* r (twice r))) ((Box a b) (* a b))))
(define p (Pair 1 2))
(module inner (define (thrice x) (+ x (twice x))))
(define-macro both ((_ e) (+ e (twice e))))
(+ p.left (+ (inner.thrice (twice 3)) (both 4)))
"""


class Document:
    def __init__(self, client, uri, text, same):
        self.c, self.uri, self.text, self.same = client, uri, text, same
        client.open(uri, text)

    def place(self, word, nth=1):
        """Where a word stands for the nth time."""
        at = [m.start() for m in re.finditer(rf"(?<![\w-]){re.escape(word)}(?![\w-])", self.text)][nth - 1]
        line = self.text.count("\n", 0, at)
        return {"line": line, "character": at - (self.text.rfind("\n", 0, at) + 1)}

    def change(self, text):
        self.text = text
        self.c.change(self.uri, text)

    def ask(self, method, word=None, nth=1, **more):
        if word is not None:
            more["position"] = self.place(word, nth)
        if not method.startswith(("callHierarchy", "workspace")):
            more["textDocument"] = {"uri": self.uri}
        return self.c.answer(self.c.ask(method if method.startswith(("callHierarchy", "workspace")) else "textDocument/" + method, **more))

    def got(self, *a, **k):
        return self.ask(*a, **k)["result"]


def uses(d):
    same = d.same

    def count(word, nth=1, declaration=True):
        found = d.got("references", word, nth, context={"includeDeclaration": declaration})
        lines = d.text.split("\n")
        texts = {lines[r["start"]["line"]][r["start"]["character"] : r["end"]["character"]] for r in (f["range"] for f in found)}
        same(texts <= {word.split(".")[-1]}, True)
        return len(found)

    same(count("twice", 2), 5)  # the macro's template has one
    same(count("twice", 2, False), 4)
    same(count("x"), 2)  # in twice
    same(count("x", 3), 3)  # in thrice
    same(count("Circle"), 2)
    same(count("both", 2), 2)
    same(count("p", 1), 2)
    same(count("thrice", 2), 2)
    same(count("+"), 4)
    same(d.got("references", "2", context={}), [])
    same(len(d.got("documentHighlight", "r", 2)), 3)


def renaming(d):
    same = d.same

    def renamed(word, to, nth=1):
        answer = d.ask("rename", word, nth, newName=to)
        return edited(d.text, answer["result"]["changes"][d.uri]) if "result" in answer else answer["error"]["message"]

    same(span(d.got("prepareRename", "area")["range"]), (5, 9, 5, 13))
    same(d.got("prepareRename", "match"), None)
    same(renamed("twice", "double-of", 2), d.text.replace("(twice", "(double-of"))
    same(renamed("p", "pair"), d.text.replace("define p", "define pair").replace("p.left", "pair.left"))
    same(renamed("thrice", "three-times"), d.text.replace("thrice", "three-times"))
    same(renamed("Circle", "Disk"), d.text.replace("Circle", "Disk"))
    same(renamed("Shape", "Form"), d.text.replace("Shape", "Form"))
    same(renamed("s", "shape"), d.text.replace("area s", "area shape").replace("match s", "match shape"))
    same(renamed("area", "twice"), "the text has the name `twice` already")
    same(renamed("area", "lambda"), "`lambda` is a form of the language")
    same(renamed("area", "a b"), "`a b` is no name")
    same(renamed("area", "3"), "`3` is no name")
    same(renamed("+", "plus"), "what the language or the prelude names keeps its name")
    same(renamed("2", "two"), "only definitions, variables, types, constructors and macros can be renamed")
    before = d.text
    d.change(before + "(undefined)\n")
    same(renamed("area", "size-of"), "first the text's errors are to be mended")
    d.change(before)


def signatures(d):
    same = d.same
    before = d.text

    def help_in(call):
        d.change(before + call.replace("~", ""))
        line, character = before.count("\n"), call.index("~")
        got = d.got("signatureHelp", position={"line": line, "character": character})
        if not got:
            return None
        s = got["signatures"][0]
        active = got["activeParameter"]
        labels = [s["label"][slice(*p["label"])] for p in s["parameters"]]
        return s["label"], labels[active] if active < len(labels) else None

    mapped = "foldl : ('b -> 'a -> 'b) -> 'b -> vector 'a -> 'b"
    same(help_in("(foldl ~"), (mapped, "('b -> 'a -> 'b)"))
    same(help_in("(foldl + ~"), (mapped, "'b"))
    same(help_in("(foldl + 0 [1 2~]"), (mapped, "vector 'a"))
    same(help_in("(foldl + v!0 xs.0~)"), (mapped, "vector 'a"))
    same(help_in("(foldl (lambda (a b) (twice ~"), ("twice : Num 'a => 'a -> 'a", "'a"))
    same(help_in("(+ 1 (foldl + 0 [1]) ~")[0].split(" : ")[0], "+")
    same(help_in("(match ~")[0].startswith("(match e"), True)
    same(help_in("(1, 2~)"), None)
    same(help_in("12~"), None)
    d.change(before)
    # A variable's own type, in a form that is whole.
    d.change(before + "(define (apply-it f) (f (+ 1 2)))\n")
    got = d.got("signatureHelp", position={"line": before.count("\n"), "character": 24})
    same(got["signatures"][0]["label"], "f : 'a -> 'b")
    d.change(before)


def colours(d):
    same = d.same
    legend = d.c.request("initialize", processId=None, rootUri=None, capabilities={})["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]
    data = d.got("semanticTokens/full")["data"]
    line = character = 0
    found = {}
    lines = d.text.split("\n")
    for k in range(0, len(data), 5):
        line, character = line + data[k], (character if data[k] == 0 else 0) + data[k + 1]
        found.setdefault(lines[line][character : character + data[k + 2]], set()).add(legend[data[k + 3]])
    for word, kind in [("define", "keyword"), ("twice", "function"), ("Circle", "enumMember"), ("Shape", "type"), ("'a", "typeParameter"),
                       ("x", "variable"), ("2", "number"), ("both", "macro"), ("thrice", "function"), ("+", "function"), ("p", "variable")]:
        same((word, found.get(word)), (word, {kind}))


def structure(d):
    same = d.same
    folds = d.got("foldingRange")
    same([(f["startLine"], f["endLine"], f["kind"]) for f in folds], [(5, 6, "region"), (1, 2, "comment")])
    hints = d.got("inlayHint", range={"start": {"line": 3, "character": 0}, "end": {"line": 8, "character": 0}})
    same([(h["position"]["line"], h["position"]["character"], h["label"]) for h in hints],
         [(3, 16, " : 'a"), (3, 17, " : 'a"), (5, 15, " : (Shape 'a)"), (5, 16, " : 'a"), (6, 21, " : 'a"), (6, 47, " : 'a"), (6, 49, " : 'a"), (7, 9, " : Pair")])
    symbols = d.got("workspace/symbol", query="HRI")
    same([(s["name"], s["containerName"], s["location"]["uri"]) for s in symbols], [("thrice", "inner", d.uri)])
    before = d.text
    d.change(before + "(let (x 1)\n in")
    edits = d.got("onTypeFormatting", position={"line": before.count("\n") + 1, "character": 1}, ch="\n", options={})
    same([e["newText"] for e in edits], ["  "])
    d.change(before + '"text\n in')
    same(d.got("onTypeFormatting", position={"line": before.count("\n") + 1, "character": 1}, ch="\n", options={}), [])
    d.change(before)


def calls(d):
    same = d.same
    item = d.got("prepareCallHierarchy", "twice", 2)[0]
    same((item["name"], span(item["selectionRange"])), ("twice", (3, 9, 3, 14)))
    same([(c["from"]["name"], len(c["fromRanges"])) for c in d.got("callHierarchy/incomingCalls", item=item)],
         [("area", 1), ("thrice", 1), ("both", 1)])
    area = d.got("prepareCallHierarchy", "area")[0]
    same([(c["to"]["name"], len(c["fromRanges"])) for c in d.got("callHierarchy/outgoingCalls", item=area)], [("twice", 1)])
    same(d.got("prepareCallHierarchy", "match"), None)


def mends(c, same):
    d = Document(c, "file:///mends.nv", "", same)

    def mended(text):
        """The texts after each action on the whole text, none of which has an error."""
        d.change(text)
        lines = text.count("\n")
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": lines + 1, "character": 0}}
        actions = d.got("codeAction", range=whole, context={"diagnostics": []})
        out = []
        for a in actions:
            same(a["kind"], "quickfix")
            out.append(edited(text, a["edit"]["changes"][d.uri]))
        for t in out:
            d.change(t)
            same((t, [x["message"] for x in c.diagnostics(d.uri) if x["severity"] == 1]), (t, []))
        return out

    same(mended("(foldll + 0 [1 2])\n"), ["(foldl + 0 [1 2])\n"])
    same(mended("(define v [1 2])\n(len v)\n"), ["(define v [1 2])\n(length v)\n"])
    same(mended("(define (f x) (+ x 1))\nf(2)\n"), ["(define (f x) (+ x 1))\n(f 2)\n"])
    same(mended("(+ 1 2)\n"), [])
    same(mended("(sum nothing-like-it-at-all)\n"), [])
    d.change("(foldll + 0 [1 2])\n")
    same(d.got("codeAction", range={"start": {"line": 5, "character": 0}, "end": {"line": 5, "character": 0}}, context={}), [])


def commands(c, same):
    """All of it, with a client that has begun. `same` compares and fails."""
    d = Document(c, "file:///commands.nv", SHAPES, same)
    same([x["message"] for x in c.diagnostics(d.uri)], [])
    for part in (uses, renaming, signatures, colours, structure, calls):
        part(d)
    mends(c, same)
    for uri in (d.uri, "file:///mends.nv"):
        c.notify("textDocument/didClose", textDocument={"uri": uri})
    same([s for s in c.request("workspace/symbol", query="") if s["location"]["uri"] in (d.uri, "file:///mends.nv")], [])
