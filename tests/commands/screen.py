"""A terminal's screen, as far as a line editor uses one: rows of characters, a cursor, what scrolls away."""
import re
import unicodedata

SEQUENCE = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z@~])|\x1b[=>]|\x1b\][^\x07]*\x07|\x1b[P_][^\x1b]*\x1b\\")


def width(c):
    if unicodedata.combining(c):
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1


class Screen:
    """`feed` what a program writes; `rows` is what a user sees. A wide character takes a cell and an empty one."""

    def __init__(self, columns=80, height=24):
        self.columns, self.height = columns, height
        self.cells, self.scrolled = [[]], []
        self.row = self.column = 0
        self.pending = ""
        self.styles = ""  # the SGR parameters seen
        self.modes = set()

    def feed(self, text):
        text, self.pending = self.pending + text, ""
        at = 0
        while at < len(text):
            if text[at] == "\x1b":
                m = SEQUENCE.match(text, at)
                if not m:
                    if len(text) - at < 40 or text[at + 1] in "P_":  # the rest comes later
                        self.pending = text[at:]
                        return
                    raise AssertionError(f"unknown sequence {text[at:at + 20]!r}")
                if m.group()[1] in "P_":
                    self.put("▒")  # a picture
                if m.group(2):
                    self.control(m.group(1), m.group(2))
                at = m.end()
                continue
            self.put(text[at])
            at += 1

    def put(self, c):
        if c == "\r":
            self.column = 0
        elif c == "\n":
            self.down()
        elif c == "\b":
            self.column = max(0, self.column - 1)
        elif c == "\x07":
            pass
        elif width(c) == 0:
            if self.column and self.column <= len(self.cells[self.row]):
                at = self.column - 1
                while at and self.cells[self.row][at] == "":
                    at -= 1
                self.cells[self.row][at] += c
        else:
            if self.column + width(c) > self.columns:
                self.column = 0
                self.down()
            row = self.cells[self.row]
            row += [" "] * (self.column + width(c) - len(row))
            row[self.column] = c
            if width(c) == 2:
                row[self.column + 1] = ""
            self.column += width(c)

    def down(self):
        self.row += 1
        if self.row == len(self.cells):
            self.cells.append([])
        if len(self.cells) > self.height:
            self.scrolled.append(self.text_of(self.cells.pop(0)))
            self.row -= 1

    def control(self, parameters, final):
        if parameters.startswith("?"):
            (self.modes.add if final == "h" else self.modes.discard)(parameters[1:])
            return
        numbers = [int(p) if p else 0 for p in parameters.split(";")]
        n = max(1, numbers[0])
        if final == "A":
            assert self.row >= n, "the cursor leaves the screen"
            self.row -= n
        elif final == "B":
            self.row = min(self.row + n, len(self.cells) - 1)
        elif final == "C":
            self.column = min(self.column + n, self.columns - 1)
        elif final == "D":
            self.column = max(0, self.column - n)
        elif final == "H":
            self.row, self.column = 0, 0
        elif final == "K":
            del self.cells[self.row][self.column:]
        elif final == "J" and numbers[0] == 0:
            del self.cells[self.row][self.column:]
            del self.cells[self.row + 1:]
        elif final == "J":
            self.cells = [[] for _ in range(self.row + 1)]
        elif final == "m":
            self.styles += parameters + " "
        else:
            raise AssertionError(f"unknown sequence {parameters}{final}")

    @staticmethod
    def text_of(row):
        return "".join(row).rstrip()

    def rows(self):
        return [self.text_of(r) for r in self.cells]

    def everything(self):
        """Also what has scrolled away."""
        return "\n".join(self.scrolled + self.rows())
