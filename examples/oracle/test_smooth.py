"""Numba kernels, judged by Nova: pytest examples/oracle

Nova's text says what a kernel means, in one line. `nova.check` calls both on random and extreme arrays, and fails at the smallest
array that it finds at which they differ.
"""
import numba
import numpy as np
import pytest

import nova

SMOOTH = """
(lambda (x : vector double)
  (map (lambda (i) (if (or (= i 0) (= i (- (length x) 1))) x!i (/ (+ (+ x!(- i 1) x!i) x!(+ i 1)) 3.0)))
       (range (length x))))
"""


@numba.njit
def smooth(x):
    y = x.copy()
    for i in range(1, len(x) - 1):
        y[i] = (x[i - 1] + x[i] + x[i + 1]) / 3.0
    return y


@numba.njit
def smooth_in_place(x):
    """A planted mistake: an element's left neighbour is smoothed already."""
    y = x.copy()
    for i in range(1, len(x) - 1):
        y[i] = (y[i - 1] + y[i] + y[i + 1]) / 3.0
    return y


@numba.njit(fastmath=True)
def smooth_fast(x):
    """A planted mistake: the compiler may take it that there are no NaN and infinities, and sum in another order."""
    y = x.copy()
    for i in range(1, len(x) - 1):
        y[i] = (x[i - 1] + x[i] + x[i + 1]) * (1.0 / 3.0)
    return y


def test_smooth():
    assert nova.check(nova.reference(SMOOTH), smooth) == 200


@pytest.mark.parametrize("wrong, elements", [(smooth_in_place, 4), (smooth_fast, 3)])
def test_a_mistake_is_found(wrong, elements):
    with pytest.raises(nova.Difference) as found:
        nova.check(nova.reference(SMOOTH), wrong)
    assert len(found.value.arguments[0]) == elements
