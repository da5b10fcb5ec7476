"""The programs by mpi4py and NumPy. Each rank computes a part; a stencil's rounds send borders, a sort sends each key once.

peers.py PROGRAM RUNS [NAME=SIZE ..]
Prints the shortest run in ms, the result, and the messages and bytes that all ranks have sent in one run.
"""
import sys
import time

import numpy as np
from mpi4py import MPI

comm = MPI.COMM_WORLD
rank, size = comm.Get_rank(), comm.Get_size()
sent = [0, 0]  # messages, bytes


def part(n):
    return n * rank // size, n * (rank + 1) // size


def note(messages, each):
    sent[0] += messages
    sent[1] += messages * int(each)


def total(here):
    """The sum of what all ranks have, on each."""
    note(size - 1, np.asarray(here).nbytes)
    return comm.allreduce(here) if np.isscalar(here) else np.asarray(comm.allreduce(here))


def borders(u, width):
    """Fills `width` elements at both ends of `u` with the neighbours' elements."""
    left, right = rank - 1 if rank > 0 else MPI.PROC_NULL, rank + 1 if rank < size - 1 else MPI.PROC_NULL
    note((left != MPI.PROC_NULL) + (right != MPI.PROC_NULL), 8 * width)
    comm.Sendrecv(u[width : 2 * width], left, recvbuf=u[-width:], source=right)
    comm.Sendrecv(u[-2 * width : -width], right, recvbuf=u[:width], source=left)


def gathered(here, n):
    whole = np.empty((n,) + here.shape[1:])
    counts = [(n * (k + 1) // size - n * k // size) * int(np.prod(here.shape[1:])) for k in range(size)]
    note(size - 1, here.nbytes)
    comm.Allgatherv(np.ascontiguousarray(here), [whole, counts])
    return whole


def nbody(eps, n=20_000, block=100):
    i = np.arange(n)
    x, y = np.sin(i.astype(float)), np.cos(1.3 * i)
    begin, end = part(n)
    force = np.empty(end - begin)
    for at in range(begin, end, block):
        to = min(at + block, end)
        dx, dy = x[at:to, None] - x, y[at:to, None] - y
        force[at - begin : to - begin] = (dx / (eps + dx * dx + dy * dy)).sum(1)
    return (gathered(force, n) ** 2).sum()


def mandelbrot(eps, n=1200, most=1000):
    scale = 0.002 + 1e-6 * eps
    begin, end = part(n)
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
    begin, end = part(n)
    return gathered((eps * a[begin:end]) @ a, n).sum()


def heat(eps, n=1_000_000, rounds=200):
    begin, end = part(n)
    u = np.zeros(end - begin + 2)
    u[1:-1][(-begin) % 1000 :: 1000] = 1.0 + eps
    for _ in range(rounds):
        borders(u, 1)
        if rank == 0:
            u[0] = u[1]
        if rank == size - 1:
            u[-1] = u[-2]
        step = u[:-2] - 2.0 * u[1:-1]
        step += u[2:]
        step *= 0.1
        u[1:-1] += step
    return total(float((u[1:-1] * u[1:-1]).sum()))


def cg(eps, side=1000, rounds=100):
    begin, end = part(side)
    b = np.sin(eps + np.arange(begin * side, end * side).astype(float)).reshape(-1, side)
    p = np.zeros((end - begin + 2, side))  # with the neighbours' rows
    flat = p.reshape(-1)

    def poisson():
        borders(flat, side)
        q = 4.0 * p[1:-1]
        q -= p[:-2]
        q -= p[2:]
        q[:, 1:] -= p[1:-1, :-1]
        q[:, :-1] -= p[1:-1, 1:]
        return q

    def dot(u, v):
        return total(float(np.vdot(u, v)))

    x, r = np.zeros_like(b), b.copy()
    p[1:-1] = b
    rr = dot(r, r)
    for _ in range(rounds):
        q = poisson()
        alpha = rr / dot(p[1:-1], q)
        x += alpha * p[1:-1]
        r -= alpha * q
        new = dot(r, r)
        p[1:-1] *= new / rr
        p[1:-1] += r
        rr = new
    return dot(b, x)


def kmeans(eps, n=1_000_000, rounds=20, clusters=8):
    begin, end = part(n)
    i = np.arange(begin, end).astype(float)
    x, y = np.sin(12.9898 * i), np.cos(78.233 * i)
    first = np.arange(clusters).astype(float)
    cx, cy = eps + np.sin(12.9898 * first), np.cos(78.233 * first)
    for _ in range(rounds):
        own, least = np.zeros(i.size, np.int64), np.full(i.size, 1e300)
        for k in range(clusters):
            d = (x - cx[k]) ** 2 + (y - cy[k]) ** 2
            nearer = d < least
            own[nearer], least[nearer] = k, d[nearer]
        sums = total(np.array([np.bincount(own, w, clusters) for w in (x, y, None)], float))
        cx, cy = sums[0] / np.maximum(sums[2], 1), sums[1] / np.maximum(sums[2], 1)
    return float(cx.sum() + (cy * cy).sum())


def keys_of(n):
    begin, end = part(n)
    return (np.arange(begin, end) * 2654435761 % 4294967296).astype(float)


def sort(eps, n=100_000_000, keys=[]):
    """A sample sort. The keys are made once, in the first call."""
    if not keys:
        keys.append(keys_of(n))
        return 0.0
    here = np.sort(keys[0])
    samples = np.sort(np.concatenate(comm.allgather(here[:: max(1, here.size // 1000)])))
    limits = samples[[samples.size * k // size for k in range(1, size)]]
    counts = np.diff(np.concatenate([[0], np.searchsorted(here, limits), [here.size]]))
    theirs = np.array(comm.alltoall(list(counts)))
    mine = np.empty(theirs.sum())
    note(size - 1, 8 * (here.size - counts[rank]) // max(1, size - 1))
    comm.Alltoallv([here, counts], [mine, theirs])
    mine.sort(kind="stable")  # merges what is in order
    at = comm.exscan(mine.size) if size > 1 else 0
    at = at if rank > 0 else 0
    return eps + total(float((mine * (np.arange(at, at + mine.size) % 7)).sum()))


def main():
    work, runs = globals()[sys.argv[1]], int(sys.argv[2])
    sizes = {name: int(number) for name, number in (word.split("=") for word in sys.argv[3:])}
    if sys.argv[1] == "sort":
        work(0.0, **sizes)
    best, value = 1e9, 0.0
    for k in reversed(range(runs)):
        sent[:] = 0, 0
        comm.Barrier()
        begin = time.perf_counter()
        value = work(0.01 * (k + 1), **sizes)
        best = min(best, time.perf_counter() - begin)
    messages, moved = comm.allreduce(sent[0]), comm.allreduce(sent[1])
    if rank == 0:
        print(1000 * best, repr(float(value)), messages, moved)


main()
