"""Pickled values (Value.__reduce_ex__). They are restored in a session of the thread that restores them."""
import pickle

from nova._function import _session


def reduce(value, protocol):
    """Numbers as their bytes, of which protocol 5 may make no copy; other values as their text, which reads back."""
    if "->" in value.type:
        raise TypeError(f"a value of type {value.type} holds functions, which are not pickled: pickle their text")
    try:
        view = memoryview(value)
    except BufferError:
        return restore_text, (value.type, str(value))
    if not view.nbytes:
        return restore_vector, (value.type, view.format, value.shape, b"")
    if value.type.endswith(" char") or view.format == "e":  # of which memoryview makes no array
        return restore_text, (value.type, str(value))
    data = pickle.PickleBuffer(view) if protocol >= 5 else view.tobytes()
    return restore_vector, (value.type, view.format, value.shape, data)


def restore_vector(kind, letter, shape, data):
    view = memoryview(data)
    if view.nbytes:
        return _session().value(view.cast("B").cast(letter, shape), kind)
    empty = f"([] : vector {kind.split()[-1]})"
    dimensions = ", ".join(map(str, shape))
    return _session().eval(f"(reshape ({dimensions}) {empty})" if len(shape) > 1 else empty)


def restore_text(kind, text):
    return _session().eval(f"({text} : {kind})")
