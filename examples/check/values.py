"""Nova's printed values as Python's: vectors become lists, tuples tuples, `(Some 3)` the tuple ("Some", 3)."""
import re

TOKEN = re.compile(r'\s*("(?:\\.|[^"\\])*"|[()\[\],]|[^\s()\[\],"]+)')


def atom(t):
    if t in ("true", "false"):
        return t == "true"
    if t[0] == '"':
        return t[1:-1].replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")
    if re.fullmatch(r"-?\d+", t):
        return int(t)
    if re.fullmatch(r"-?(\d+\.\d*(e-?\d+)?|\d+e-?\d+|inf)f?|nan", t):
        return float(t.rstrip("f") if "inf" not in t else t[: t.index("inf") + 3])
    return t


def parse_one(tokens, i):
    t = tokens[i]
    if t == "[":
        items, i = [], i + 1
        while tokens[i] != "]":
            item, i = parse_one(tokens, i)
            items.append(item)
        return items, i + 1
    if t == "(":
        items, i = [], i + 1
        while tokens[i] != ")":
            if tokens[i] == ",":
                i += 1
            item, i = parse_one(tokens, i)
            items.append(item)
        return tuple(items), i + 1
    return atom(t), i + 1


def parse(text):
    """All values of a text, in order."""
    tokens, values, i = TOKEN.findall(text), [], 0
    while i < len(tokens):
        value, i = parse_one(tokens, i)
        values.append(value)
    return values
