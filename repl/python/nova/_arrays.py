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
        if copy is False:
            raise ValueError("a view is asked for, but the array needs a copy") from None
        if not value.shape:
            raise TypeError(f"a value of type {value.type} is no array") from None
        made = of_columns(value) if value.columns else of_objects(value)
        copy = False
    if dtype is not None and made.dtype != dtype:
        return made.astype(dtype)
    return made.copy() if copy else made
