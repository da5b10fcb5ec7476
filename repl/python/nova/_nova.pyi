from nova import Error as Error, Function as Function, Session as Session, Value as Value, Warning as Warning

__version__: str
