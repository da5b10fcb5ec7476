"""Nova as a judge of other people's functions: reference and check."""
import random
import re

from nova._nova import Function, Session, Value

_REALS = {"double": "float64", "float": "float32", "half": "float16"}
_INTEGERS = {"int": "int64", "int8": "int8", "int16": "int16", "int32": "int32", "uint8": "uint8", "uint16": "uint16",
             "uint32": "uint32", "uint64": "uint64"}
_VECTOR = re.compile(r"vector(?:#(\d+))? (.+)")


class Difference(AssertionError):
    """What check has found: `arguments`, and what both functions gave, `expected` and `got`."""

    def __init__(self, arguments, expected, got):
        shown = ", ".join(repr(a) for a in arguments)
        super().__init__(f"at ({shown}) Nova gives {expected!r}, the function {got!r}")
        self.arguments, self.expected, self.got = arguments, expected, got

    def __reduce__(self):
        return Difference, (self.arguments, self.expected, self.got)


def reference(text, session=None):
    """The function of a text in a session that interprets alone: what it means, whatever compilers do."""
    if isinstance(text, Function):
        raise TypeError("reference takes the function's text, such as '(lambda (x : vector double) (sum x))'")
    return (session or Session(tier="interp")).function(text)


def _number(rng, name):
    """A random or extreme number of a type."""
    import numpy
    if name == "bool":
        return rng.random() < 0.5
    if name in _REALS:
        kind = numpy.dtype(_REALS[name]).type
        limits = numpy.finfo(kind)
        edges = [0.0, -0.0, 1.0, -1.0, numpy.inf, -numpy.inf, numpy.nan, limits.max, limits.tiny, limits.eps]
        return kind(rng.choice(edges) if rng.random() < 0.2 else rng.gauss(0, 10))
    kind = numpy.dtype(_INTEGERS[name]).type
    limits = numpy.iinfo(kind)
    edges = [0, 1, limits.min, limits.max, limits.min + 1, limits.max - 1]
    if rng.random() < 0.2:
        return kind(rng.choice(edges))
    return kind(max(limits.min, min(limits.max, rng.randint(-100, 100))))


def _scalar(name):
    return name in {*_REALS, *_INTEGERS, "bool"}


def _items(written):
    """The types in a tuple's type; None for another type."""
    if not (written.startswith("(") and written.endswith(")")):
        return None
    items, depth = [""], 0
    for letter in written[1:-1]:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            items.append("")
        else:
            items[-1] += letter
    return [item.strip() for item in items] if len(items) > 1 else None


def _argument(rng, written, most=20):
    """A random argument of a type: a number, an array, a str, a tuple or a list of such."""
    import numpy
    if _scalar(written):
        return _number(rng, written)
    if written == "vector char":
        return "".join(rng.choice("ab c\n0(\"\\~") for _ in range(_length(rng, most)))
    vector = _VECTOR.fullmatch(written)
    if vector and _scalar(vector[2]):
        rank, name = int(vector[1] or 1), vector[2]
        shape = [_length(rng, 3000 if rank == 1 and most == 20 and rng.random() < 0.1 else most) for _ in range(rank)]
        dtype = {**_REALS, **_INTEGERS, "bool": "bool"}[name]
        return numpy.array([_number(rng, name) for _ in range(int(numpy.prod(shape)))], dtype).reshape(shape)
    if vector and not vector[1]:
        return [_argument(rng, vector[2], 5) for _ in range(_length(rng, 5))]
    if items := _items(written):
        return tuple(_argument(rng, item, most) for item in items)
    raise TypeError(f"check makes no arguments of type {written}: it makes numbers, bools, strs, vectors and tuples")


def _length(rng, most):
    return rng.choice([0, 1, 2, 3, rng.randint(0, most)])


def _parts(outcome):
    """What is compared part by part: a tuple's items, a list's or a ragged vector's rows; None for other outcomes."""
    if isinstance(outcome, Value) and outcome.type.startswith("vector vector "):
        return outcome.to_list()
    return outcome if isinstance(outcome, (tuple, list)) else None


def _same(a, b, tolerance):
    import numpy
    rows, others = _parts(a), _parts(b)
    if rows is not None and (others is not None or numpy.ndim(b) > 0):
        others = list(b) if others is None else others
        return len(rows) == len(others) and all(_same(x, y, tolerance) for x, y in zip(rows, others))
    try:
        a, b = numpy.asarray(a), numpy.asarray(b)
    except ValueError:  # rows of several lengths
        return False
    if a.shape != b.shape:
        return False
    if a.dtype.kind in "fc":
        return bool(numpy.allclose(a, b, rtol=tolerance, atol=0, equal_nan=True) if tolerance
                    else numpy.array_equal(a, b, equal_nan=True))
    return bool(numpy.array_equal(a, b))


def _simpler(number):
    """Simpler numbers: 0, 1, the half without its fraction."""
    import numpy
    if number in (0, 1):
        return []
    half = int(number / 2) if numpy.isfinite(number) else 0
    return [n for n in (0, 1, half) if n != number]


def _smaller_arrays(a):
    """Halves, one element less, simpler elements."""
    import numpy
    n = len(a)
    yield from [a[: n // 2], a[n // 2:], a[1:], a[:-1]] if n > 1 else [a[:0]] if n else []
    for i in range(min(a.size, 8)):
        for v in _simpler(a.flat[i]):
            yield numpy.where(numpy.arange(a.size).reshape(a.shape) == i, a.dtype.type(v), a)


def _smaller_objects(a):
    """What has less in it than an argument."""
    import numpy
    if isinstance(a, numpy.ndarray):
        yield from _smaller_arrays(a)
    elif isinstance(a, (str, list)):
        yield from (a[: len(a) // 2], a[1:], a[:-1]) if a else ()
    elif not isinstance(a, tuple):
        yield from (type(a)(v) for v in _simpler(a))
    if isinstance(a, (tuple, list)):
        yield from (type(a)(changed) for changed in _smaller(a))


def _smaller(arguments):
    """Arguments of which one has less in it."""
    for k, a in enumerate(arguments):
        for smaller in _smaller_objects(a):
            yield [*arguments[:k], smaller, *arguments[k + 1:]]


def check(f, g, types=None, *, runs=200, seed=0, tolerance=0.0):
    """Compares a function of Nova with one of Python on random and extreme arguments.

    f is a Nova function or its text. types are those of its parameters where f does not say them. Raises a Difference for the
    smallest arguments found at which they differ; an error of both is no difference. tolerance is a relative one, 0: equal
    numbers. Returns the number of runs.
    """
    f = f if isinstance(f, Function) else reference(f)
    types = [types] if isinstance(types, str) else types or f.types
    if not types:
        raise TypeError("the function is polymorphic: give the types of its parameters, such as ['vector double']")

    def difference(arguments):
        given = [f.session.value(a, t) for a, t in zip(arguments, types)]
        expected, got = _outcome(lambda: f(*given)), _outcome(lambda: g(*arguments))
        if isinstance(expected, Exception) or isinstance(got, Exception):
            same = isinstance(expected, Exception) and isinstance(got, Exception)
        else:
            same = _same(expected, got, tolerance)
        return None if same else Difference(arguments, expected, got)

    rng = random.Random(seed)
    for _ in range(runs):
        found = difference([_argument(rng, t) for t in types])
        if found:
            raise _shrunk(found, difference)
    return runs


def _outcome(call):
    import numpy
    try:
        with numpy.errstate(all="ignore"):
            return call()
    except Exception as error:  # noqa: BLE001: whatever a function under test raises is its outcome
        return error


def _shrunk(found, difference, most=500):
    tries = 0
    while tries < most:
        for arguments in _smaller(found.arguments):
            tries += 1
            smaller = difference(arguments)
            if smaller:
                found = smaller
                break
            if tries >= most:
                break
        else:
            break
    return found
