"""NumPy arrays of values (Value.__array__)."""
import numpy


def of_columns(value):
    """A structured array of a vector of tuples or records, a complex one of complex numbers."""
    columns = {str(name): array(column) for name, column in value.columns.items()}
    first = next(iter(columns.values()))
    if "(complex " in value.type:
        re, im = columns.values()
        made = numpy.empty(value.shape, numpy.result_type(re.dtype, numpy.complex64))
        made.real, made.imag = re, im
        return made
    made = numpy.empty(value.shape, [(name, column.dtype) for name, column in columns.items()])
    for name, column in columns.items():
        made[name] = column
    return made


def of_rows(value):
    """An array of two dimensions, or more, of rows that have one length: a view as their elements are. None for other values."""
    if not value.type.startswith("vector vector ") or value.type == "vector vector char" or not len(value):
        return None
    lengths = numpy.diff(array(value.offsets))
    if (lengths != lengths[0]).any():
        return None
    flat = array(value.flat)
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
    try:
        made = numpy.asarray(memoryview(value))
    except BufferError:
        made = of_rows(value)
        if made is None and copy is False:
            raise ValueError("a view is asked for, but the array needs a copy") from None
        if not value.shape:
            raise TypeError(f"a value of type {value.type} is no array") from None
        if made is None:
            made, copy = of_columns(value) if value.columns else of_objects(value), False
    if dtype is not None and made.dtype != dtype:
        return made.astype(dtype)
    return made.copy() if copy else made
