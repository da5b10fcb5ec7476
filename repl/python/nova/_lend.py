"""Tensors for libraries that do not know read-only ones: lend."""
from nova._nova import Value


class Lent:
    """What lend returns."""

    def __init__(self, value):
        self._value = value

    def __dlpack__(self, **wishes):
        return self._value.__dlpack__(marked=False, **wishes)

    def __dlpack_device__(self):
        return self._value.__dlpack_device__()


def lend(value):
    """A vector for libraries that ask for old DLPack capsules, such as JAX: jax.dlpack.from_dlpack(nova.lend(v)).

    Such a capsule cannot say that its elements must not change, so __dlpack__ of a Value copies them into it. lend makes no
    copy: who takes the elements must not change them. JAX takes them where they are if they lie at a multiple of 64 bytes,
    as those of large vectors do.
    """
    if not isinstance(value, Value):
        raise TypeError(f"lend takes a nova.Value, not {type(value).__name__}")
    return Lent(value)
