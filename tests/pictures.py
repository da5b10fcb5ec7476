#!/usr/bin/env python3
"""Pictures of kernels, and pages of what a simulated GPU's threads do.

Pictures: well-formed, the boxes and edges are those of the plan, nothing lies outside or on top of another box.
Pages: what the threads do is what the program says (each element of a map is written once, all of what a reduction
takes is read). Where there is a Chromium, it opens the page and walks through its steps.

Usage: pictures.py NOVA
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

import page_checks
from page_checks import expect

nova = str(pathlib.Path(sys.argv[1]).absolute())
SVG = "{http://www.w3.org/2000/svg}"


def why(program, *options):
    done = subprocess.run([nova, "why", "-e", program, *options], capture_output=True, text=True, timeout=120)
    expect(done.returncode == 0 and done.stdout, f"nova why {options} says {done.stderr}")
    return done.stdout


# ---- pictures ----


class Box:
    def __init__(self, group, inside):
        self.kind, self.inside = group.get("class"), inside
        rect = group.find(SVG + "rect")
        self.x, self.y, self.width, self.height = (float(rect.get(k)) for k in ("x", "y", "width", "height"))
        self.words = [t.text for t in group.findall(SVG + "text") if t.get("class") != "label"]

    def holds(self, x, y, slack=0.2):
        return (self.x - slack <= x <= self.x + self.width + slack and
                self.y - slack <= y <= self.y + self.height + slack)

    def overlaps(self, other):
        return (self.x < other.x + other.width and other.x < self.x + self.width and
                self.y < other.y + other.height and other.y < self.y + self.height)


def boxes_of(node, inside=None):
    found = []
    for group in node.findall(SVG + "g"):
        box = Box(group, inside)
        found += [box] + boxes_of(group, box)
    return found


def picture(program, *options):
    root = tree.fromstring(why(program, "--svg", *options))
    width, height = float(root.get("width")), float(root.get("height"))
    boxes = boxes_of(root)
    for box in boxes:
        expect(0 <= box.x and box.x + box.width <= width and box.y + box.height <= height, f"{box.words} lies outside")
        if box.inside:
            expect(box.inside.holds(box.x, box.y) and box.inside.holds(box.x + box.width, box.y + box.height),
                   f"{box.words} leaves {box.inside.words}")
        for other in boxes:
            if other is not box and other.inside is box.inside:
                expect(not box.overlaps(other), f"{box.words} lies on {other.words}")
    edges = []
    for path in root.iter(SVG + "path"):
        if path.get("class") == "flow":
            numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", path.get("d"))]
            ends = [end_at(boxes, *numbers[:2], bottom=True), end_at(boxes, *numbers[-2:], bottom=False)]
            expect(None not in ends, f"an edge ends nowhere: {path.get('d')}")
            edges.append(tuple(box.words[0] for box in ends))
    return boxes, edges, "".join(root.itertext())


def end_at(boxes, x, y, bottom):
    for box in boxes:
        if box.holds(x, y) and abs(y - (box.y + box.height if bottom else box.y)) < 0.2:
            return box
    return None


def kinds(boxes):
    return [(box.kind, *box.words[:2]) for box in boxes]


boxes, edges, words = picture("(define xs (range 1000)) (let (ys (map (* 3) xs)) in (sum ys, sort ys))")
expect(kinds(boxes)[2:] == [("input", "xs", "1,000 elements"), ("kernel", "map", "1,000 elements"),
                            ("kernel", "reduce, lane shape", "1,000 elements"), ("kernel", "sort", "1,000 elements"),
                            ("kernel", "map", "1,000 elements"), ("result", "result")], f"boxes: {kinds(boxes)}")
expect(sorted(edges[1:]) == [("map", "map"), ("map", "reduce, lane shape"), ("map", "result"), ("map", "sort"),
                             ("reduce, lane shape", "result"), ("sort", "map"), ("xs", "map")], f"edges: {edges}")
expect("1,000 int" in words, "what flows is told")

boxes, edges, words = picture("(define (go n v) (if (= n 0) v (go (- n 1) (map (* 1.5) v)))) (define xs (map to_double (range 9))) (sum (go 3 xs))")
group = next(box for box in boxes if box.kind == "group")
expect(group.words[0] == "loop" and [b.words[0] for b in boxes if b.inside is group] == ["map"], "a loop holds its map")
expect(any(edge == ("loop", "reduce, lane shape") for edge in edges), f"what leaves the loop: {edges}")

words = picture("(define xs (range 100)) (map (lambda (x) (< x 7)) (filter even xs))")[2]
expect("at most 100 bool" in words, "a filter keeps at most all")
expect("no array expression" in picture("(+ 1 2)")[2], "nothing to draw")
expect("&" in picture('(map (lambda (c) (= c #\\&)) "<&>\\"")')[2], "text is text")
for tier in ("interp", "cpu", "sim"):
    expect(len(picture("(sum (map (* 2) (range 100)))", "--tier", tier, "--check", "off")[0]) == 2, f"as {tier} runs it")

# ---- pages ----


class Page(page_checks.Tags):
    """The launches, and a section for each."""

    def __init__(self, text):
        self.sections, self.launches = [], None
        super().__init__(text)

    def begun(self, tag, given):
        if tag == "section":
            self.sections.append("")

    def handle_data(self, data):
        for tag, given in self.open:
            if tag == "section":
                self.sections[-1] += data
            if given.get("id") == "launches":
                self.launches = json.loads(data)["launches"]


def page(program):
    text = why(program, "--threads-html")
    made = Page(text)
    expect(len(made.sections) == len(made.launches), "a section for each launch")
    for launch in made.launches:
        for barriers, block, memory, thread, writes, first, last in launch["accesses"]:
            of = launch["memories"][memory]
            expect(block < launch["blocks"] and thread < launch["threads"] and writes in (0, 1), "a thread of the grid")
            expect(first <= last < of["shown"] <= of["count"], f"elements {first} to {last} of {of}")
    return made, text


def touched(launch, name, writes):
    """By element of the column: the (block, thread)s that read it, or that write it."""
    found = {}
    for _, block, memory, thread, does, first, last in launch["accesses"]:
        if launch["memories"][memory]["name"] == name and does == writes:
            for k in range(first, last + 1):
                found.setdefault(k, set()).add((block, thread))
    return found


made, scan_page = page("(define xs (map to_double (range 24)))\n(scan + 0 (map (* 2.0) xs))")
expect("map" in made.sections[0] and "scan" in made.sections[1], f"what is launched: {made.sections}")
expect("(scan + 0 (map (* 2.0) xs))" in made.sections[1], "the source is told")
for launch in made.launches:
    written = touched(launch, "what it makes", 1)
    expect(sorted(written) == list(range(24)) and all(len(by) == 1 for by in written.values()), f"each is written once: {written}")
expect(sorted(touched(made.launches[1], "xs", 0)) == list(range(24)), "all of xs is read")
expect(not touched(made.launches[1], "xs", 1), "nothing of xs is written")
expect(any(m["shared"] for m in made.launches[1]["memories"]), "a scan has shared memory")
expect(len({a[0] for a in made.launches[1]["accesses"]}) > 3, "and barriers")

made, _ = page("(define xs (range 1500)) (reduce max 0 xs)")
read = touched(made.launches[1], "xs", 0)
expect(sorted(read) == list(range(1500)) and all(len(by) == 1 for by in read.values()), "a reduction reads each once")
expect(page("(+ 1 2)")[0].launches == [], "no kernel, no launch")
expect(any(b[1] > 0 for l in page("(map (* 2) (range 3000))")[0].launches for b in l["accesses"]), "more blocks than one")
page('(map (lambda (c) (= c #\\<)) "</script><b>")')

# What is clicked in the browser; the page's title tells the outcome.
SCRIPT = """<script>
const section = document.querySelectorAll("section")[1], launch = shown[1], found = [shown.length === 2];
const told = () => section.querySelector(".told").textContent;
section.querySelector(".on").click(); found.push(launch.step === 1 && section.querySelector(".step").textContent.startsWith("step 2 of"));
section.querySelector(".back").click(); section.querySelector(".back").click(); found.push(launch.step === 0);
while (section.querySelectorAll(".cell.read").length < 2 && launch.step + 1 < launch.steps.length) section.querySelector(".on").click();
const cell = section.querySelector(".cell.read"); found.push(cell !== null);
cell.dispatchEvent(new MouseEvent("mouseover", {bubbles: true})); found.push(told().includes("read by thread"));
const before = section.querySelectorAll(".cell.dim").length;
section.querySelector(".thread").click(); found.push(before === 0 && section.querySelectorAll(".cell.dim").length > 0);
section.querySelector(".thread").click(); found.push(section.querySelectorAll(".cell.dim").length === 0);
document.title = JSON.stringify(found);
</script>
"""


with tempfile.TemporaryDirectory() as folder:
    browser = page_checks.in_browser(scan_page, SCRIPT, folder)
print(f"{page_checks.checks} checks; {'in' if browser else 'without'} a browser")
