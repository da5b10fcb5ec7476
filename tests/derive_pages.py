#!/usr/bin/env python3
"""Derivations as pages and on paper.

Pages: well-formed, every environment and every rule that a judgement names is there, the rows are the judgements of
the outline. Where there is a Chromium, it opens the page: folding, pointing and clicking do what they promise.
Paper: each inference finds its premises. Where there is a pdflatex with bussproofs, it compiles.

Usage: derive_pages.py NOVA
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import page_checks
from page_checks import expect

nova = str(pathlib.Path(sys.argv[1]).absolute())
FACTORIAL = "(define (fact n) (if (= n 0) 1 (* n (fact (- n 1))))) (fact 5)"
FIBONACCI = "(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (fib 15)"
LOOP = "(define (loop i) (if (= i 400) i (loop (+ i 1)))) (loop 0)"
HOSTILE = '(let (x "</script><b>&\\"\\\\ {}_$%#^~ \u03c0") in (map (lambda (c) (= c #\\<)) x))'
ERROR = "(define (half n) (/ 10 n)) (+ 1 (half 0))"
NAMES = ("(define (a_b x% é~) (+ x% é~)) (let (a$^&? (a_b 1 2)) in (map (lambda (s) (++ s \"--`` ?` 中\")) [\"{\"]))"
         " [#\\% #\\# #\\{ #\\_ #\\space #\\newline #\\\\]")
TYPES = "(define (twice f x) (f (f x))) (let (inc (+ 1)) in (twice inc 3))"


def derive(program, *options):
    done = subprocess.run([nova, "derive", "-e", program, *options], capture_output=True, text=True, timeout=60)
    expect(done.returncode in (0, 1) and done.stdout, f"nova derive {options} says {done.stderr}")
    return done.stdout


class Page(page_checks.Tags):
    """Rows with their attributes and text."""

    def __init__(self, text):
        self.rows, self.rules, self.environments = [], {}, None
        super().__init__(text)

    def begun(self, tag, given):
        if "row" in given.get("class", "").split():
            self.rows.append({**given, "text": ""})
        if tag == "article":
            self.rules[given["data-rule"]] = ""

    def handle_data(self, data):
        for tag, given in self.open:
            if "row" in given.get("class", "").split():
                self.rows[-1]["text"] += data
            if tag == "article":
                self.rules[given["data-rule"]] += data
            if given.get("id") == "environments":
                self.environments = json.loads(data)


def check_page(program, *options):
    page = Page(derive(program, "--html", *options))
    expect(page.rows, "no rows")
    before = -1
    for row in page.rows:
        depth = int(row["data-depth"])
        expect(depth <= before + 1, f"a row at {depth} after one at {before}")
        before = depth
        if "data-environment" in row:
            named = page.environments[int(row["data-environment"])]
            expect(re.search(rf"{named['name']}\b", row["text"]), f"{row} does not name {named['name']}")
        if "more" not in row["class"]:
            rule = re.match(r"[A-Z0-9-]+", row["text"])[0]
            expect("---" in page.rules.get(rule, ""), f"the rule {rule} is not told")
    return page


INFERENCES = {"Unary": 1, "Binary": 2, "Trinary": 3, "Quaternary": 4, "Quinary": 5}


def check_paper(program, *options):
    text = derive(program, "--latex", *options)
    expect(text.isascii(), "not in ASCII")
    proofs = text.split("\\sbox{\\proof}")[1:]
    expect(proofs, "no proofs")
    for proof in proofs:
        stack = 0
        for command in re.finditer(r"^\\(AxiomC|(\w+)InfC|DisplayProof)", proof, re.M):
            if command[1] == "AxiomC":
                stack += 1
            elif command[1] == "DisplayProof":
                expect(stack == 1, f"{stack} trees where one is shown")
            else:
                expect(stack >= INFERENCES[command[2]], f"{command[0]} lacks premises")
                stack += 1 - INFERENCES[command[2]]
        expect(proof.count("\\DisplayProof") == 1, "shown once")
    return text


# What is clicked in the browser; the page's title tells the outcome.
SCRIPT = """<script>
const seen = () => rows.filter(row => !row.hidden).length, all = rows.length, found = [seen() < all];
document.getElementById("unfold").click(); found.push(seen() === all);
rows[1].querySelector(".fold").click(); found.push(seen() === 2);
rows[1].querySelector(".fold").click(); found.push(seen() === all);
document.getElementById("fold").click(); found.push(seen() === 2);
const last = rows.findLast(row => environments[row.dataset.environment]?.bindings.length);
last.dispatchEvent(new MouseEvent("mouseover", {bubbles: true}));
found.push(document.getElementById("bindings").textContent.includes("n"));
last.querySelector(".rule").click();
found.push(document.querySelector("article.shown").dataset.rule === last.querySelector(".rule").textContent);
document.title = JSON.stringify(found);
</script>
"""


def check_on_paper(folder, texts):
    for text in texts:
        pathlib.Path(folder, "proof.tex").write_text(text)
        done = subprocess.run(["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "proof.tex"], cwd=folder,
                              capture_output=True, timeout=120)
        expect(done.returncode == 0, done.stdout.decode("latin-1")[-2000:])


def has_bussproofs():
    if not shutil.which("pdflatex") or not shutil.which("kpsewhich"):
        return False
    return subprocess.run(["kpsewhich", "bussproofs.sty"], capture_output=True).returncode == 0


page = check_page(FACTORIAL)
outline = [re.sub(r"    [sG]\d+ = .*", "", line).strip() for line in derive(FACTORIAL).splitlines()]
pairs = zip((line.replace("  ", " ", 1) for line in outline), (row["text"] for row in page.rows), strict=True)
for wanted, shown in pairs:
    expect(wanted == shown, f"{shown!r} differs from the outline: {wanted!r}")
large = check_page(FIBONACCI)
expect(len(large.rows) > 10000, "a large tree is whole")
expect(int(check_page(LOOP).rows[-1]["data-depth"]) > 400, "a deep tree is whole")
expect(any("error E0421" in row["text"] and "fails" in row["class"] for row in check_page(ERROR).rows), "the error is shown")
hostile = check_page(HOSTILE)
expect(any("</script><b>&" in row["text"] for row in hostile.rows), "text is text")
texts = [check_paper(program) for program in (FACTORIAL, LOOP, HOSTILE, ERROR, NAMES)] + [check_paper(FIBONACCI, "--depth", "30")]
for program in (TYPES, HOSTILE, FACTORIAL, NAMES):
    check_page(program, "--typing")
    texts.append(check_paper(program, "--typing"))
with tempfile.TemporaryDirectory() as folder:
    browser = page_checks.in_browser(derive(FIBONACCI, "--html"), SCRIPT, folder)
    latex = has_bussproofs()
    if latex:
        check_on_paper(folder, texts)
print(f"{page_checks.checks} checks; {'in' if browser else 'without'} a browser, {'with' if latex else 'without'} LaTeX")
