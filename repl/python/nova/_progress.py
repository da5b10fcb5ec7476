"""The line about a call that runs long (Session's option `progress`)."""
import os
import shutil
import sys

_width = 0  # of the line on sys.stderr


def _person_waits():
    """Whether someone looks at sys.stderr: at Python's or IPython's prompt in a terminal, or in a notebook."""
    shell = sys.modules.get("IPython") and sys.modules["IPython"].get_ipython()
    if shell and type(shell).__name__ == "ZMQInteractiveShell":
        return True
    return (bool(shell) or hasattr(sys, "ps1")) and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def tell(wanted, line):
    """Tells a line; None: the call has ended, or prints."""
    global _width
    if callable(wanted):
        wanted(line)
        return
    try:
        if sys.stderr and (_width or wanted or _person_waits()):
            text = (line or "")[:shutil.get_terminal_size().columns - 1]
            sys.stderr.write("\r" + text.ljust(_width) + ("" if line else "\r"))
            sys.stderr.flush()
            _width = len(text)
    except Exception:  # noqa: BLE001: a line that cannot be written, as on a closed stderr, ends no computation
        pass
