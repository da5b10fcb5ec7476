"""Functions of Nova in Python files."""
import inspect
import pathlib
import threading

from nova._nova import Session

_sessions = threading.local()


def _session():
    """The session of the functions of this thread that name none."""
    if not hasattr(_sessions, "own"):
        _sessions.own = Session()
    return _sessions.own


def function(given=None, *, session=None, name=None):
    """Makes a Nova function of a Python function's docstring, or of a file.

    >>> @nova.function
    ... def norm(x):
    ...     '''(lambda (x : vector double) (sqrt (sum (* x x))))'''

    The docstring is an expression of Nova, or definitions that end with one of `norm`. function("f.nv", name="f") takes the
    function `f` of a file.
    """
    if given is None:
        return lambda g: function(g, session=session, name=name)
    session = session or _session()
    if callable(given):
        text, name = inspect.getdoc(given) or "", name or given.__name__.replace("_", "-")
    else:
        text = pathlib.Path(given).read_text()
    if not text.strip():
        raise TypeError(f"{name} has no docstring, which would be its text in Nova")
    if not callable(given) or text.lstrip().startswith("(define"):
        session.eval(text)
        return session.function(name)
    return session.function(text)
