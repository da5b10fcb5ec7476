"""A terminal's screen, as far as a line editor uses one: rows of characters, a cursor, what scrolls away."""
import re
import unicodedata

SEQUENCE = re.compile(r"\x1b\[([0-9;?>]*)([A-Za-z@~])|\x1b[=>]|\x1b\][^\x07]*\x07|\x1b[P_][^\x1b]*\x1b\\")


def width(c):
    if unicodedata.combining(c):
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1


class Row(list):
    """A row's cells; does the line go on in the next row, since it was too long for this one?"""

    goes_on = False


class Screen:
    """`feed` what a program writes; `rows` is what a user sees. A wide character takes a cell and an empty one.

    With `reflows` it breaks its lines anew when its width changes, as most terminals do; else they stay, as in xterm. `answers` is
    what it has to say to the program."""

    def __init__(self, columns=80, height=24, reflows=False):
        self.columns, self.height, self.reflows = columns, height, reflows
        self.cells, self.scrolled, self.answers = [Row()], [], ""
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
                    if len(text) - at < 40 or text[at + 1] in "P_]":  # the rest comes later
                        self.pending = text[at:]
                        return
                    raise AssertionError(f"unknown sequence {text[at:at + 20]!r}")
                if m.group()[1] in "P_" or m.group().startswith("\x1b]1337;File="):
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
                self.cells[self.row].goes_on = True
                self.down()
            row = self.cells[self.row]
            row += [" "] * (self.column + width(c) - len(row))
            row[self.column] = c
            if width(c) == 2:
                row[self.column + 1] = ""
            self.column += width(c)

    def resize(self, columns, height):
        if self.reflows and columns != self.columns:
            self.reflow(columns)
        self.columns, self.height = columns, height
        while len(self.cells) > height and self.row > 0:
            self.scrolled.append(self.text_of(self.cells.pop(0)))
            self.row -= 1
        self.column = min(self.column, columns - 1)

    def reflow(self, columns):
        """Breaks each line into rows of so many columns. The cursor stays with its character, behind the end at the end."""
        rows, line, cursor, at_row = [], [], None, self.row
        for i, row in enumerate(self.cells):
            if i == at_row:
                cursor = len(line) + min(self.column, len(row))
            line += row
            if row.goes_on and i + 1 < len(self.cells):
                continue
            rows.append(Row())
            for at, c in enumerate(line):
                if len(rows[-1]) + (2 if line[at + 1:at + 2] == [""] else 1) > columns:
                    rows[-1].goes_on = True
                    rows.append(Row())
                if at == cursor:
                    self.row, self.column, cursor = len(rows) - 1, len(rows[-1]), None
                rows[-1].append(c)
            if cursor is not None:
                self.row, self.column, cursor = len(rows) - 1, len(rows[-1]), None
            line = []
        self.cells = rows

    def down(self):
        self.row += 1
        if self.row == len(self.cells):
            self.cells.append(Row())
        if len(self.cells) > self.height:
            self.scrolled.append(self.text_of(self.cells.pop(0)))
            self.row -= 1

    def control(self, parameters, final):
        if parameters.startswith("?"):
            (self.modes.add if final == "h" else self.modes.discard)(parameters[1:])
            return
        if parameters.startswith(">") and final == "c":
            self.answers += "\x1b[>84;0;0c" if self.reflows else "\x1b[>41;379;0c"
            return
        numbers = [int(p) if p else 0 for p in parameters.split(";")]
        n = max(1, numbers[0])
        if final == "A":
            assert self.row >= n or self.reflows, "the cursor leaves the screen"  # rows broken anew may have scrolled away
            self.row = max(0, self.row - n)
        elif final == "B":
            self.row = min(self.row + n, len(self.cells) - 1)
        elif final == "C":
            self.column = min(self.column + n, self.columns - 1)
        elif final == "D":
            self.column = max(0, self.column - n)
        elif final == "H":
            self.row, self.column = 0, 0
        elif final == "K":
            self.clear_row()
        elif final == "J" and numbers[0] == 0:
            self.clear_row()
            del self.cells[self.row + 1:]
        elif final == "J":
            self.cells = [Row() for _ in range(self.row + 1)]
        elif final == "m":
            self.styles += parameters + " "
        else:
            raise AssertionError(f"unknown sequence {parameters}{final}")

    def clear_row(self):
        """From the cursor on."""
        del self.cells[self.row][self.column:]
        self.cells[self.row].goes_on = False

    @staticmethod
    def text_of(row):
        return "".join(row).rstrip()

    def rows(self):
        return [self.text_of(r) for r in self.cells]

    def everything(self):
        """Also what has scrolled away."""
        return "\n".join(self.scrolled + self.rows())
