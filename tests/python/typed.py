"""What a type checker says of the module: mypy --strict finds nothing wrong here."""
import nova


@nova.function
def norm(x: object) -> None:
    """(lambda (x : vector double) (sqrt (sum (map * x x))))"""


@nova.function(session=nova.Session(tier="interp", threads=1, allow_read=["."], timeout=1.5))
def other(x: object) -> None:
    """(lambda (x : double) x)"""


result: nova.Value = norm.value([3.0, 4.0])
hashed: str = result.sha256 + result.verdict + norm.why() + result.type
shape: tuple[int, ...] = result.shape
view: memoryview = memoryview(norm.session.eval("[1 2]"))
place_of_memory: tuple[int, int] = norm.session.eval("[1 2]").__dlpack_device__()
capsules: tuple[object, object] = norm.session.eval("[1 2]").__arrow_c_array__()
lent: object = nova.lend(norm.session.eval("[1 2]"))
runs: int = nova.check("(lambda (x : int) x)", lambda x: x, runs=3)
try:
    norm.session("(")
except nova.Error as e:
    place: tuple[str, int, int, int, int] | None = e.place
    first: str = (e.helps or e.notes or [e.code])[0]
