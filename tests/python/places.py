"""Where arrays are: zero copy is an equal address."""
import numpy as np


def address(a):
    """The address of the first element of a value or array."""
    return np.asarray(a).__array_interface__["data"][0]


def ends_a_page(at, size):
    """Whether so many bytes end at the end of a page. Nova copies such ones, since it may read some bytes behind an array."""
    return size == 0 or (at + size - 1) % 4096 + 8 >= 4096


def is_lent(value, at):
    """Whether a value's elements are those at an address."""
    return address(value) == at or ends_a_page(at, np.asarray(value).nbytes)
