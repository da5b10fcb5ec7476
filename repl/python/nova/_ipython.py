"""The cell magic %%nova of IPython and Jupyter: `%load_ext nova`."""
import nova


def load_ipython_extension(shell):
    """Registers %%nova. Its cells share one session, which is `%nova` alone."""
    session = nova.Session()

    def magic(line, cell=None):
        """Runs a cell's forms, and shows the last one's value. `%%nova x y` defines x and y from Python's variables of these
        names first; `%%nova x -> z` sets Python's z to the value. `%nova` is the session."""
        if cell is None:
            return session
        given, _, result = line.partition("->")
        for name in given.split():
            session.define(name.replace("_", "-"), shell.user_ns[name])
        value = session(cell)
        if result.strip():
            shell.user_ns[result.strip()] = value
            return None
        return value

    shell.register_magic_function(magic, "line_cell", "nova")
