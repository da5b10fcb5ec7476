"""What the peers in Python share: reading and writing .npy files, and the best time of five runs."""
import os
import time

import numpy as np


def load(name):
    """The array data/NAME.npy."""
    return np.load(f"data/{name}.npy")


def save(name, array):
    """Writes out/NAME_py.npy."""
    np.save(f"out/{name}_py.npy", np.asarray(array))


def best_of_five(run):
    """The value of run(), whose best time of five is printed after a run that compiles. ONCE=1 leaves the five out."""
    value = run()
    if "ONCE" not in os.environ:
        times = []
        for _ in range(5):
            start = time.perf_counter()
            value = run()
            times.append(time.perf_counter() - start)
        print(f"time_ms {1000 * min(times):.3f}")
    return value
