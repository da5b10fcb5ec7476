"""Comparison of what was got with what is wanted. The first difference ends the test."""
import sys

count = 0  # of comparisons so far


def same(got, wanted):
    global count
    count += 1
    if got != wanted:
        sys.exit(f"check {count}: got\n  {got!r}\nwanted\n  {wanted!r}")
