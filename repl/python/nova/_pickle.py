"""Pickled values (Value.__reduce__). They are restored in a session of the thread that restores them."""
from nova._function import _session


def reduce(value):
    """Numbers as their bytes, other values as their text, which reads back."""
    if "->" in value.type:
        raise TypeError(f"a value of type {value.type} holds functions, which are not pickled: pickle their text")
    try:
        view = memoryview(value)
    except BufferError:
        return restore_text, (value.type, str(value))
    if value.type == "vector char":
        return restore_text, (value.type, str(value))
    return restore_vector, (value.type, view.format, value.shape, view.tobytes())


def restore_vector(kind, letter, shape, data):
    if data:
        return _session().value(memoryview(data).cast(letter, shape), kind)
    empty = f"([] : vector {kind.split()[-1]})"
    dimensions = ", ".join(map(str, shape))
    return _session().eval(f"(reshape ({dimensions}) {empty})" if len(shape) > 1 else empty)


def restore_text(kind, text):
    return _session().eval(f"({text} : {kind})")
