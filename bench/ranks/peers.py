"""The programs by mpi4py and NumPy: each rank computes rows, an allgather gives all of them to each. Prints as the Nova programs do."""
import sys
import time

import numpy as np
from mpi4py import MPI

comm = MPI.COMM_WORLD
rank, size = comm.Get_rank(), comm.Get_size()


def rows(n):
    return n * rank // size, n * (rank + 1) // size


def gathered(part, n):
    whole = np.empty((n,) + part.shape[1:])
    counts = [(n * (k + 1) // size - n * k // size) * int(np.prod(part.shape[1:])) for k in range(size)]
    comm.Allgatherv(np.ascontiguousarray(part), [whole, counts])
    return whole


def nbody(eps, n=20_000, block=100):
    i = np.arange(n)
    x, y = np.sin(i.astype(float)), np.cos(1.3 * i)
    begin, end = rows(n)
    force = np.empty(end - begin)
    for at in range(begin, end, block):
        to = min(at + block, end)
        dx, dy = x[at:to, None] - x, y[at:to, None] - y
        force[at - begin : to - begin] = (dx / (eps + dx * dx + dy * dy)).sum(1)
    return gathered(force, n).sum()


def mandelbrot(eps, n=1200, most=1000):
    scale = 0.002 + 1e-6 * eps
    begin, end = rows(n)
    cx = np.broadcast_to(scale * np.arange(n) - 2.0, (end - begin, n)).ravel()
    cy = np.repeat(scale * np.arange(begin, end) - 1.2, n)
    count, at = np.zeros(cx.size), np.arange(cx.size)
    x, y = np.zeros(cx.size), np.zeros(cx.size)
    for _ in range(most):
        inside = x * x + y * y <= 4.0
        at, x, y = at[inside], x[inside], y[inside]
        count[at] += 1
        x, y = cx[at] + (x * x - y * y), cy[at] + 2.0 * x * y
    return gathered(count.reshape(end - begin, n), n).sum()


def matmul(eps, n=2000):
    i = np.arange(n)
    a = (i[:, None] * i % 17).astype(float)
    begin, end = rows(n)
    return gathered((eps * a[begin:end]) @ a, n).sum()


work = {"nbody": nbody, "mandelbrot": mandelbrot, "matmul": matmul}[sys.argv[1]]
best, value = 1e9, 0.0
for eps in (0.02, 0.01):  # NumPy needs no warming up
    begin = time.perf_counter()
    value = work(eps)
    best = min(best, time.perf_counter() - begin)
if rank == 0:
    print(1000 * best, value)
