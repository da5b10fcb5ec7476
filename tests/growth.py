#!/usr/bin/env python3
"""What values take is given back: a prompt that makes trees and vectors of some hundred KiB in each form grows by what it keeps of
the forms' texts alone.

growth.py NOVA COUNT     Prints the prompt's memory before and after; fails above 40 KiB a form.
"""
import sys

from interrupts import Prompt

FORMS = [
    "(length (map (lambda (i) (Node (Leaf i) (Leaf 1))) (iota 20000)))",
    "(sum (filter (lambda (x) (= 0 (% x 3))) (map (lambda (x) (* x x)) (iota 30000))))",
    "(length (sort (map (lambda (i) (% (* i 7919) 10007)) (iota 20000))))",
]


def run(prompt, form):
    prompt.send(form + "\n")
    prompt.until_prompt(60)


def resident(prompt):
    """KiB that the process has in memory."""
    status = open(f"/proc/{prompt.child}/status").read()
    return int(status.split("VmRSS:")[1].split()[0])


def main():
    nova, count = sys.argv[1], int(sys.argv[2])
    prompt = Prompt([nova, "--tier", "interp"])
    run(prompt, "(define-datatype tree (Leaf int) (Node tree tree))")
    for form in FORMS * 10:
        run(prompt, form)
    before = resident(prompt)
    for k in range(count):
        run(prompt, FORMS[k % len(FORMS)])
    after = resident(prompt)
    print(f"{before} KiB before, {after} after {count} forms")
    return (after - before) / count > 40


if __name__ == "__main__":
    sys.exit(main())
