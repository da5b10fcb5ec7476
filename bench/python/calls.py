#!/usr/bin/env python3
"""What a call of Nova from Python costs.

calls.py [--bytes N]    Prints, as a table: the time of short calls, beside Python's own function and NumPy's; and of N bytes (1e9 by default)
                        into a function and out of it, with the memory that this took. Needs numpy and the module nova.
"""
import argparse
import time

import numpy as np

import nova


def microseconds(call, seconds=0.5):
    """The best mean of five rounds, in time of the processor, which other work disturbs less."""
    rounds, count = [], 1
    while True:
        begin = time.thread_time()
        for _ in range(count):
            call()
        took = time.thread_time() - begin
        if took > seconds / 5:
            rounds.append(took / count)
            if len(rounds) == 5:
                return min(rounds) * 1e6
        else:
            count *= 4


def resident():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * 4096


def address(a):
    return np.asarray(a).__array_interface__["data"][0]


def short_calls(s):
    scalar = s("(lambda (x : double) (+ x 1.0))")
    two = s("(lambda (x : double) (k : int) (* x (to_double k)))")
    pair = s("(lambda (x : double) (x, x))")
    total = s("(lambda (x : vector double) (sum x))")
    mapped = s("(lambda (x : vector double) (map (lambda (y) (* 2.0 y)) x))")
    a = np.arange(8.0)
    plain = lambda x: x + 1.0  # noqa: E731
    yield "a function of Python, x + 1", microseconds(lambda: plain(2.0))
    yield "double -> double", microseconds(lambda: scalar(2.0))
    yield "double -> int -> double", microseconds(lambda: two(2.0, 3))
    yield "double -> (double, double)", microseconds(lambda: pair(2.0))
    yield "vector double -> double, 8 elements", microseconds(lambda: total(a))
    yield "numpy.sum of 8 elements", microseconds(lambda: np.sum(a))
    yield "vector double -> vector double, 8 elements", microseconds(lambda: mapped(a))
    yield "the same, and numpy.asarray", microseconds(lambda: np.asarray(mapped(a)))


def no_copy(s, size):
    same = s("(lambda (x) x)")
    a = np.ones(int(size) // 8)
    same(a[:8]), a.sum()
    before = resident()
    begin = time.perf_counter()
    b = np.asarray(same(a))
    took = time.perf_counter() - begin
    assert address(a) == address(b)
    return took * 1e6, resident() - before


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bytes", type=float, default=1e9)
    size = parser.parse_args().bytes
    s = nova.Session()
    print("| call | us |\n| --- | --- |")
    for name, took in short_calls(s):
        print(f"| {name} | {took:.2f} |")
    took, grown = no_copy(s, size)
    print(f"| {size:.0e} bytes in and out, as a view; {grown / 1e6:.1f} MB of memory more; the same address | {took:.0f} |")


if __name__ == "__main__":
    main()
