"""DLPack in and out: NumPy in every run; PyTorch, JAX where they are installed (run.py --all)."""
import gc
import sys

import numpy as np
import pytest

import nova
from places import address, is_lent


@pytest.fixture(scope="module")
def s():
    return nova.Session()


class Tensor:
    """An array that has DLPack alone, as those of devices do."""
    def __init__(self, array, device=(1, 0), old=False, copies=True):
        self.array, self.device, self.old, self.copies = array, device, old, copies

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, *, dl_device=None, **wishes):
        if self.old and wishes:
            raise TypeError("no such parameter")
        if self.device[0] != 1 and (dl_device != (1, 0) or not self.copies):
            raise BufferError("elsewhere")
        return self.array.__dlpack__(**wishes)


KINDS = ["i8", "i4", "i2", "i1", "u8", "u4", "u2", "u1", "f8", "f4", "f2", "?"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("old", [False, True])
def test_in(s, kind, old):
    a = np.arange(6).astype(kind)
    v = s.value(Tensor(a, old=old))
    assert is_lent(v, address(a)) and np.asarray(v).dtype == a.dtype
    m = a.reshape(2, 3)
    assert np.array_equal(np.asarray(s.value(Tensor(m))), m) and is_lent(s.value(Tensor(m)), address(a))
    assert s.value(Tensor(m), "vector vector " + v.type.split()[1]).to_list() == m.tolist()


@pytest.mark.parametrize("kind", KINDS)
def test_out(s, kind):
    a = np.arange(6).astype(kind)
    v = s.value(a)
    b = np.from_dlpack(v)
    assert address(b) == address(v) and is_lent(v, address(a)) and b.dtype == a.dtype and not b.flags.writeable and v.__dlpack_device__() == (1, 0)
    m = np.from_dlpack(s.value(a.reshape(1, 2, 3)))
    assert m.shape == (1, 2, 3) and is_lent(m, address(a))


def test_wrong_wishes(s):
    v = s.eval("[1 2]")
    for name, wrong in [("max_version", [1, 0]), ("max_version", (1,)), ("max_version", ("a", 0)), ("dl_device", 1), ("dl_device", (1, 2, 3))]:
        with pytest.raises(TypeError, match=f"{name} is a tuple of two ints, or None"):
            v.__dlpack__(**{name: wrong})
    with pytest.raises(ValueError, match="ambiguous"):
        v.__dlpack__(max_version=(1, 0), copy=np.array([1, 2]))


def test_layouts(s):
    a = np.arange(24.0).reshape(4, 6)
    for b in [a[::2], a[:, ::-1], a.T, np.asfortranarray(a), a[1:3, 2:], a[:0], a.reshape(24)[::-2]]:
        assert np.array_equal(np.asarray(s.value(Tensor(b))), b)
    read_only = a.copy()
    read_only.flags.writeable = False
    assert is_lent(s.value(Tensor(read_only)), address(read_only))
    assert s.value(Tensor(np.array(2.5))).python == 2.5


def test_copies(s):
    """Old capsules cannot say that an array must not change, so they hold a copy."""
    v = s.value(np.arange(3.0))
    again = s.value(Tensor(np.from_dlpack(v)))
    assert is_lent(again, address(v))
    copied = np.from_dlpack(v, copy=True)
    assert address(copied) != address(v) and copied.flags.writeable and copied.tolist() == [0, 1, 2]
    with pytest.raises(BufferError, match="version 1"):
        v.__dlpack__(copy=False)
    assert '"dltensor"' in repr(v.__dlpack__()) and '"dltensor_versioned"' in repr(v.__dlpack__(max_version=(1, 1)))
    z = s.value(np.array([1 + 2j, 3]), "vector (complex double)")
    assert np.from_dlpack(z).tolist() == [1 + 2j, 3]
    with pytest.raises(BufferError, match="complex"):
        z.__dlpack__(max_version=(1, 0), copy=False)


def test_lend(s):
    """Who takes what lend gives gets no copy, though old capsules cannot say that the elements must not change."""
    v = s.value(np.arange(3.0))
    assert '"dltensor"' in repr(nova.lend(v).__dlpack__()) and nova.lend(v).__dlpack_device__() == (1, 0)
    assert is_lent(s.value(nova.lend(v)), address(v)) and is_lent(s.value(Tensor(nova.lend(v), old=True)), address(v))
    assert address(s.value(Tensor(v, old=True))) != address(v)
    with pytest.raises(TypeError, match="nova.Value, not ndarray"):
        nova.lend(np.arange(3.0))
    with pytest.raises(BufferError, match="no vector"):
        nova.lend(s.eval("2.5")).__dlpack__()


@pytest.mark.parametrize("text, words", [("2.5", "no vector"), ('["a"]', "v.flat"), ("[(1, 2)]", "v.columns"), ("[[1] []]", "v.offsets")])
def test_not_lent(s, text, words):
    with pytest.raises(BufferError, match=words):
        s.eval(text).__dlpack__()
    with pytest.raises(BufferError, match="host"):
        s.eval("[1]").__dlpack__(dl_device=(2, 0))
    with pytest.raises(BufferError, match="stream"):
        s.eval("[1]").__dlpack__(stream=1)


def test_devices(s):
    a = np.arange(3.0)
    assert np.asarray(s.value(Tensor(a, (2, 0)))).tolist() == [0, 1, 2]
    with pytest.raises(TypeError, match="in the memory of a device: write numpy.asarray"):
        s.value(Tensor(a, (2, 0), copies=False))
    total = s("(lambda (x : vector double) (sum x))")
    with pytest.raises(TypeError, match="argument 1 has to be a Nova vector double.*astype\\('float64'\\)"):
        total(Tensor(np.arange(3)))
    with pytest.raises(TypeError, match="2 dimensions"):
        total(Tensor(np.zeros((2, 2))))
    with pytest.raises(TypeError, match="vector .complex double"):
        s.value(Tensor(np.zeros(2, complex)))


def test_lifetimes(s):
    a = np.arange(1000.0)
    count = sys.getrefcount(a)
    v = s.value(Tensor(a))
    del v
    gc.collect()
    assert sys.getrefcount(a) == count
    own = nova.Session()
    b = np.from_dlpack(own("(map to_double (range 1000))"))
    del own
    gc.collect()
    assert b.sum() == 499500
    for _ in range(1000):
        s.value(a).__dlpack__(), s.value(a).__dlpack__(max_version=(1, 0))  # capsules that nobody takes
    gc.collect()
    assert sys.getrefcount(a) == count


def test_torch(s):
    torch = pytest.importorskip("torch")
    assert np.asarray(s.eval("[1 2 3]")[torch.tensor([0, 2])]).tolist() == [1, 3]
    with pytest.raises(TypeError, match="write bytes"):
        s.value(torch.tensor([65], dtype=torch.uint8), "vector char")
    for kind in ["int64", "int32", "int16", "int8", "uint8", "float64", "float32", "float16", "bfloat16", "bool"]:
        t = torch.arange(6).to(getattr(torch, kind))
        v = s.value(t)
        if kind == "bool" and torch.__version__ < "2":
            continue
        back = torch.from_dlpack(v)
        assert back.dtype == t.dtype and torch.equal(back, t), kind
        if kind != "bfloat16":
            assert is_lent(v, t.data_ptr())
    assert s.value(torch.arange(6.0).reshape(2, 3).T).to_list() == [[0, 3], [1, 4], [2, 5]]
    total = s("(lambda (x : vector double) (sum x))")
    with pytest.raises(TypeError, match="torch.float64"):
        total(torch.arange(3))
    with pytest.raises(TypeError, match="detach"):
        total(torch.zeros(3, requires_grad=True, dtype=torch.float64))
    z = torch.tensor([1 + 2j, 3], dtype=torch.complex128)
    assert s.value(z, "vector (complex double)")[0] == 1 + 2j
    assert torch.from_dlpack(s.value(z, "vector (complex double)")).tolist() == [1 + 2j, 3]


def test_jax(s):
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    for kind in ["int64", "int32", "uint8", "float64", "float32", "float16", "bfloat16", "bool"]:
        j = jax.numpy.arange(64).astype(kind)
        v = s.value(j)
        back = jax.dlpack.from_dlpack(v)
        assert back.dtype == j.dtype and bool((back == j).all()), kind
        assert v.type == "vector " + {"int64": "int", "float64": "double", "float32": "float", "float16": "half"}.get(kind, kind)
        if kind != "bfloat16":
            assert is_lent(v, j.unsafe_buffer_pointer())
    assert s("(lambda (x : vector double) (sum x))")(jax.numpy.arange(4.0)) == 6
    large = s.eval("(map to_double (range 100000))")
    assert jax.dlpack.from_dlpack(nova.lend(large)).unsafe_buffer_pointer() == address(large)
    assert jax.dlpack.from_dlpack(large).unsafe_buffer_pointer() != address(large)


def test_bfloat16_of_numpy(s):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    a = np.arange(4).astype(ml_dtypes.bfloat16)
    v = s.value(a)
    assert v.type == "vector bfloat16" and v.to_list() == [0, 1, 2, 3]
