#!/usr/bin/env python3
"""How much a session at the prompt grows for each form that is typed, as a table.

    python3 bench/prompt_memory.py [--nova build/nova] [--forms 100000]

Forms are typed at a plain terminal, one after the other. What the process has in memory after the first tenth of them is compared
with what it has at the end.
"""
import argparse
import os
import pty
import tempfile
import time

SETUP = ["(define (f x) (* x 3))", "(define xs (iota 1000))", "(define ys (map to_double (iota 300000)))",
         "(define-datatype tree (Leaf int) (Node tree tree))", "(define-macro twice ((_ e) (let (v e) in (+ v v))))"]
# what it is, the tier, the form as a function of its number
KINDS = [
    ("arithmetic", "auto", lambda k: "(+ 1 2)"),
    ("arithmetic with another number each time", "auto", lambda k: f"(* {k} {k})"),
    ("a small sum of a map", "auto", lambda k: "(sum (map f xs))"),
    ("the same, with another number each time", "auto", lambda k: f"(sum (map (lambda (x) (+ x {k})) xs))"),
    ("the same in the tier cpu", "cpu", lambda k: "(sum (map f xs))"),
    ("a sum of a map of 300,000 numbers, compiled", "auto", lambda k: "(sum (map sqrt ys))"),
    ("a tree that is dropped", "auto", lambda k: "(Node (Leaf 1) (Node (Leaf 2) (Leaf 3)))"),
    ("closures", "auto", lambda k: "(((lambda (a) (lambda (b) (+ a b))) 1) 2)"),
    ("a function as the result", "auto", lambda k: "(lambda (x) (+ x 1))"),
    ("a macro", "auto", lambda k: "(twice (f 4))"),
    ("a form that has a type error", "auto", lambda k: '(+ 1 "a")'),
    ("a name that nothing has", "auto", lambda k: f"nothing{k}"),
    ("a form that fails when it runs", "auto", lambda k: "(! xs 1000)"),
    ("`it`", "auto", lambda k: "(+ it 1)" if k else "1"),
    ("a constant defined anew", "auto", lambda k: f"(define x {k})"),
    ("a vector of 1,000 defined anew", "auto", lambda k: "(define x (iota 1000))"),
    ("a function defined anew", "auto", lambda k: f"(define (g x) (+ x {k}))"),
]


class Prompt:
    """A prompt at a terminal that can't move its cursor."""

    def __init__(self, nova, tier, state):
        self.child, self.fd = pty.fork()
        if self.child == 0:
            os.environ.update(TERM="dumb", XDG_STATE_HOME=state, XDG_CACHE_HOME=state)
            os.execv(nova, [nova, "--tier", tier])
        self.until(1)

    def until(self, prompts):
        seen = b""
        while prompts > 0:
            seen = seen[-5:] + os.read(self.fd, 65536)
            prompts -= seen.count(b"nova> ")

    def run(self, forms):
        """Some at a time, so that the terminal's buffer holds them."""
        for at in range(0, len(forms), 20):
            some = forms[at:at + 20]
            os.write(self.fd, "".join(form + "\n" for form in some).encode())
            self.until(len(some))

    def resident(self):
        with open(f"/proc/{self.child}/status") as status:
            return int(status.read().split("VmRSS:")[1].split()[0]) * 1024

    def leave(self):
        os.close(self.fd)
        os.waitpid(self.child, 0)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--nova", default="build/nova")
    options.add_argument("--forms", type=int, default=100_000)
    options.add_argument("--kind", default="", help="only those whose name has this in it")
    o = options.parse_args()
    print("| forms | bytes a form | most, MB | us a form |\n| --- | --- | --- | --- |", flush=True)
    with tempfile.TemporaryDirectory() as state:
        for name, tier, form in KINDS:
            if o.kind not in name:
                continue
            p = Prompt(o.nova, tier, state)
            p.run(SETUP + [form(k) for k in range(o.forms // 10)])
            before, begin = p.resident(), time.perf_counter()
            p.run([form(k) for k in range(o.forms // 10, o.forms)])
            took, after, counted = time.perf_counter() - begin, p.resident(), o.forms - o.forms // 10
            p.leave()
            print(f"| {name} | {(after - before) / counted:.0f} | {after / 1e6:.0f} | {took / counted * 1e6:.0f} |", flush=True)


if __name__ == "__main__":
    main()
