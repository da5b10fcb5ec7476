#!/usr/bin/env python3
"""The house's layers, as tests/layers.txt draws them.

check_layers.py ROOT [--print]    Fails on an #include that runs the wrong way or passes by a room's doors, on a folder or a header that the
                                  table does not have or that is no more, on Boost.Spirit X3 outside of its one file, on more than 32 files in
                                  a folder, on files of more than 600 lines and on a room whose README.md does not name its doors. --print: the table as the includes have it.
"""
import collections
import pathlib
import re
import sys

TOPS = ["runtime", "frontend", "interp", "jit", "repl"]
MOST_FILES, MOST_LINES = 32, 600
INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')
X3 = "frontend/read/lexer.cpp"


class Room:
    """A line of the table: folders that are one room, what may be included there, the headers that others may include."""

    def __init__(self, line):
        folders, below, doors = (part.split() for part in line.split("|"))
        self.folders, self.below = folders, below
        self.doors = {(folders[0] + "/" + d) for d in doors}


def read_table(root):
    lines = (root / "tests" / "layers.txt").read_text().splitlines()
    return [Room(line) for line in lines if line and not line.startswith("#")]


def sources(root):
    return [p for top in TOPS for p in sorted((root / top).rglob("*")) if p.suffix in (".cpp", ".hpp", ".h")]


def includes(root):
    """(file, its folder, included file, that one's folder) for each include of one room in another."""
    for path in sources(root):
        for line in path.read_text(errors="replace").splitlines():
            m = INCLUDE.match(line)
            if m and m[1].split("/")[0] in TOPS and not m[1].endswith(".def"):
                file = path.relative_to(root).as_posix()
                yield file, file.rsplit("/", 1)[0], m[1], m[1].rsplit("/", 1)[0]


def check_includes(root, rooms):
    place = {folder: k for k, room in enumerate(rooms) for folder in room.folders}
    used = set()
    for file, folder, included, of in includes(root):
        if folder not in place or of not in place:
            yield f"{file} includes {included}: tests/layers.txt has no line for {folder if folder not in place else of}"
            continue
        here, there = rooms[place[folder]], rooms[place[of]]
        if here is there:
            continue
        used.update([included, (place[folder], place[of])])
        if place[of] > place[folder]:
            yield f"{file} includes {included}: {of} lies above {folder}"
        elif there.folders[0] not in here.below:
            yield f"{file} includes {included}: {folder} has no way to {of}"
        if included not in there.doors:
            yield f"{file} includes {included}: it is no door of {of}"
    for k, room in enumerate(rooms):
        yield from (f"tests/layers.txt: nobody outside includes {door}" for door in sorted(room.doors - used))
        yield from (f"tests/layers.txt: {room.folders[0]} includes nothing of {b}" for b in room.below if (k, place.get(b)) not in used)


def check_files(root, rooms):
    known = {folder for room in rooms for folder in room.folders}
    count = collections.Counter(p.parent.relative_to(root).as_posix() for p in sources(root))
    for folder, n in count.items():
        if folder not in known:
            yield f"tests/layers.txt has no line for {folder}"
        if n > MOST_FILES:
            yield f"{folder} holds {n} files; the most are {MOST_FILES}"
    yield from (f"tests/layers.txt: there is no folder {folder}" for folder in sorted(known - set(count)))
    for path in sources(root):
        if path.relative_to(root).as_posix() != X3 and "boost/spirit" in path.read_text(errors="replace"):
            yield f"{path.relative_to(root)}: Boost.Spirit belongs to {X3} alone"


def check_pages(root, rooms):
    for room in rooms:
        page = root / room.folders[0] / "README.md"
        text = page.read_text() if page.exists() else ""
        yield from (f"{room.folders[0]}/README.md does not name the door {d}" for d in sorted(room.doors) if d.rsplit("/", 1)[1] not in text)
        if not text:
            yield f"{room.folders[0]} has no README.md"


def check_lengths(root):
    texts = [p for folder in TOPS + ["prelude", "tests"] for p in sorted((root / folder).rglob("*")) if p.suffix in (".cpp", ".hpp", ".h", ".nv")]
    for path in texts:
        lines = path.read_bytes().count(b"\n")
        if lines > MOST_LINES:
            yield f"{path.relative_to(root)}: {lines} lines; the most are {MOST_LINES}"


def printed(root, rooms):
    """The table's lines: what each room includes and which of its headers are doors, by the includes as they are."""
    place = {folder: room for room in rooms for folder in room.folders}
    below, doors = collections.defaultdict(set), collections.defaultdict(set)
    for _, folder, included, of in includes(root):
        if place[folder] is not place[of]:
            below[place[folder].folders[0]].add(place[of].folders[0])
            doors[place[of].folders[0]].add(included.removeprefix(place[of].folders[0] + "/"))
    for room in rooms:
        name = room.folders[0]
        order = [r.folders[0] for r in rooms if r.folders[0] in below[name]]
        yield f"{' '.join(room.folders)} | {' '.join(order)} | {' '.join(sorted(doors[name]))}"


def main():
    root = pathlib.Path(sys.argv[1])
    rooms = read_table(root)
    if "--print" in sys.argv:
        print(*printed(root, rooms), sep="\n")
        return 0
    wrong = [*check_includes(root, rooms), *check_files(root, rooms), *check_pages(root, rooms), *check_lengths(root)]
    print(*wrong, sep="\n")
    print(f"{len(rooms)} rooms, {len(wrong)} faults")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
