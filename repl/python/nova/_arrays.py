"""NumPy arrays of values (Value.__array__)."""
import re

import numpy


def of_columns(value):
    """A structured array of a vector of tuples or records, a complex one of complex numbers."""
    columns = {str(name): array(column) for name, column in value.columns.items()}
    first = next(iter(columns.values()))
    if re.match(r"vector(#\d+)? \(complex ", value.type):
        real, imag = columns.values()
        made = numpy.empty(value.shape, numpy.result_type(real.dtype, numpy.complex64))
        made.real, made.imag = real, imag
        return made
    made = numpy.empty(value.shape, [(name, column.dtype) for name, column in columns.items()])
    for name, column in columns.items():
        made[name] = column
    return made


def of_rows(value, copy):
    """An array of two dimensions, or more, of rows that have one length: a view as their elements are. None for other values."""
    if not value.type.startswith("vector vector ") or value.type == "vector vector char" or not len(value):
        return None
    lengths = numpy.diff(array(value.offsets))
    if (lengths != lengths[0]).any():
        return None
    flat = array(value.flat, copy=False if copy is False else None)
    return flat.reshape(len(value), lengths[0], *flat.shape[1:])


def of_objects(value):
    """An array whose elements are Python objects: rows, strings, values of sums."""
    made = numpy.empty(value.shape, object)
    for place in numpy.ndindex(*value.shape):
        element = value[place]
        made[place] = array(element) if hasattr(element, "to_list") and element.shape else element
    return made


def array(value, dtype=None, copy=None):
    """The array of a value: a view where its elements are numbers."""
    view = copy is False
    try:
        made = numpy.asarray(memoryview(value))
    except BufferError:
        made = of_rows(value, copy)
        if made is None and view:
            raise ValueError("a view is asked for, but the array needs a copy") from None
        if not value.shape:
            raise TypeError(f"a value of type {value.type} is no array") from None
        if made is None:
            made, copy = of_columns(value) if value.columns else of_objects(value), False
    if dtype is not None and made.dtype != dtype:
        if view:
            raise ValueError("a view is asked for, but another type of the elements needs a copy")
        return made.astype(dtype)
    return made.copy() if copy else made
