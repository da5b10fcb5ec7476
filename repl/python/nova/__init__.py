"""Nova: data-parallel programs in S-expressions, called from Python.

    >>> import numpy, nova
    >>> s = nova.Session()
    >>> total = s("(lambda (x : vector double) (sum x))")
    >>> total(numpy.arange(4.0))
    6.0

A Session is one Nova with its definitions. A call of it runs forms, and returns the value of the last one. Functions of Nova
are called with NumPy arrays without a copy. Vectors come back as a Value, of which numpy.asarray makes a view.
"""
from nova._nova import Error, Function, Session, Value, Warning, __version__
from nova._check import Difference, check, reference
from nova._function import function
from nova._lend import lend

for _object in (Difference, check, function, lend, reference):
    _object.__module__ = "nova"


def load_ipython_extension(shell):
    """Adds the cell magic %%nova: %load_ext nova."""
    from nova._ipython import load_ipython_extension as load
    load(shell)


__all__ = ["Difference", "Error", "Function", "Session", "Value", "Warning", "check", "function", "lend", "reference"]
