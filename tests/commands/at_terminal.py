#!/usr/bin/env python3
"""Presses keys at nova's prompt on a terminal of its own and prints what a user sees on its screen.

at_terminal.py [-s COLUMNSxROWS] [-t TERM] [-r yes] NOVA-ARGUMENT... < script     A script's line is one of
  text      typed; <Enter> <Tab> <Up> <C-r> <M-f> <C-M-b> <Esc> .. are keys, <Paste text> is pasted (\\n in it a newline)
  ? text    wait until the screen shows it
  ! N       wait N milliseconds
  = CxR     the window gets another size
  @ SIGNAL  the session gets a signal
  show      print the screen; the cursor's row and column come after it
  modes     print how the terminal is set
  styles    print whether colours were seen
With -r yes the terminal breaks its lines anew when its width changes.
In the end everything that was on the screen is printed, also what has scrolled away. Times are printed as N ms.
"""
import codecs
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import sys
import tempfile
import termios
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from screen import Screen  # noqa: E402

STATE = tempfile.mkdtemp()  # each session's history is its own

TIOCGPTN = 0x80045430  # which terminal it is
NAMED = {
    "Enter": "\r", "Tab": "\t", "Esc": "\x1b", "Up": "\x1b[A", "Down": "\x1b[B", "Right": "\x1b[C", "Left": "\x1b[D",
    "Home": "\x1b[H", "End": "\x1b[F", "Del": "\x1b[3~", "Back": "\x7f", "S-Tab": "\x1b[Z", "M-Enter": "\x1b\r",
    "C-_": "\x1f", "LT": "<", "PageUp": "\x1b[5~", "PageDown": "\x1b[6~", "C-Home": "\x1b[1;5H", "C-End": "\x1b[1;5F",
    "C-Left": "\x1b[1;5D", "C-Right": "\x1b[1;5C", "M-Left": "\x1b[1;3D", "M-Right": "\x1b[1;3C", "M-Back": "\x1b\x7f",
    "M-LT": "\x1b<", "M-GT": "\x1b>", "C-M-_": "\x1b\x1f",
}


def bytes_of(name):
    if name in NAMED:
        return NAMED[name]
    if name.startswith("Paste "):
        return "\x1b[200~" + name[6:].replace("\\n", "\r") + "\x1b[201~"
    if name.startswith("C-M-"):
        return "\x1b" + chr(ord(name[4]) & 31)
    if name.startswith("M-"):
        return "\x1b" + name[2:]
    if name.startswith("C-"):
        return chr(ord(name[2]) & 31)
    return f"<{name}>"


def keys(line):
    return re.sub(r"<([^<>]+)>", lambda m: bytes_of(m.group(1)), line).encode()


class Session:
    def __init__(self, arguments, term, columns, height, reflows):
        self.screen = Screen(columns, height, reflows)
        self.child, self.fd = pty.fork()
        if self.child == 0:
            os.environ["TERM"] = term
            os.environ.setdefault("XDG_STATE_HOME", STATE)
            os.execvp("nova", ["nova"] + arguments)
        self.resize(columns, height)
        self.raw, self.alive = "", True
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.wait_for(lambda: "nova> " in self.screen.everything() + " ")
        self.settle()
        self.brackets_pastes = "2004" in self.screen.modes  # a dumb terminal never says when the prompt reads again

    def resize(self, columns, height):
        self.screen.resize(columns, height)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", height, columns, 0, 0))

    def read(self, seconds):
        """False where nothing came."""
        if not self.alive or not select.select([self.fd], [], [], seconds)[0]:
            return False
        try:
            block = os.read(self.fd, 65536)
        except OSError:
            block = b""
        if not block:
            self.alive = False
            return False
        text = self.decoder.decode(block)
        self.raw += text
        self.screen.feed(text)
        if self.screen.answers:
            answers, self.screen.answers = self.screen.answers, ""
            os.write(self.fd, answers.encode())
        return True

    def is_idle(self):
        """Has it read all keys, and is none of its threads running?"""
        number = struct.unpack("i", fcntl.ioctl(self.fd, TIOCGPTN, bytes(4)))[0]
        try:
            with open(f"/dev/pts/{number}", "rb", 0) as terminal:
                waiting = struct.unpack("i", fcntl.ioctl(terminal.fileno(), termios.FIONREAD, bytes(4)))[0]
            threads = f"/proc/{self.child}/task"
            states = [open(f"{threads}/{t}/stat").read().rsplit(")", 1)[1].split()[0] for t in os.listdir(threads)]
        except OSError:  # a thread has ended meanwhile, or all have
            return False
        return waiting == 0 and all(state == "S" for state in states)

    def settle(self, quiet=0.1, limit=10):
        """Reads what comes until nothing does any more, since it waits for keys or since something runs."""
        end = time.monotonic() + limit
        while self.alive and time.monotonic() < end:
            came = self.read(quiet)
            if came and "2004" in self.screen.modes:
                continue
            if not came and ("2004" not in self.screen.modes or self.is_idle()):
                return

    def wait_for(self, condition, limit=30):
        end = time.monotonic() + limit
        while not condition():
            if not self.read(0.1) and (not self.alive or time.monotonic() > end):
                return False
        return True

    def shown(self):
        text = "\n".join(self.screen.rows()) + f"\n(cursor at {self.screen.row}, {self.screen.column})"
        return "-- screen\n" + text + "\n--"


def is_cooked(fd):
    flags = termios.tcgetattr(fd)[3]
    return bool(flags & termios.ICANON and flags & termios.ECHO)


def obey(s, line):
    word, _, rest = line.partition(" ")
    if word == "?":
        if not s.wait_for(lambda: rest in s.screen.everything()):
            print(f"-- never shown: {rest}")
    elif word == "!":
        end = time.monotonic() + int(rest) / 1e3
        while time.monotonic() < end:
            s.read(0.01)
    elif word == "=":
        s.resize(*map(int, rest.split("x")))
        s.settle()
    elif word == "@":
        os.kill(s.child, getattr(signal, rest))
        s.settle()
    elif line == "show":
        print(s.shown())
    elif line == "modes":
        print("the terminal is", "cooked" if is_cooked(s.fd) else "raw, pastes come in brackets" if "2004" in s.screen.modes else "raw")
    elif line == "styles":
        print("colours:", "yes" if re.search(r"\b(3[1-7]|9[0-7])\b", s.screen.styles) else "no")
    else:
        if not line.startswith("<C-c>"):  # what else is typed while something runs, the terminal itself would show
            s.wait_for(lambda: "2004" in s.screen.modes or not s.brackets_pastes)
        os.write(s.fd, keys(line))
        s.settle()


def main():
    arguments, options = sys.argv[1:], {"-s": "80x24", "-t": "xterm", "-r": "no"}
    while arguments and arguments[0] in options:
        options[arguments[0]] = arguments[1]
        arguments = arguments[2:]
    columns, rows = map(int, options["-s"].split("x"))
    s = Session(arguments, options["-t"], columns, rows, options["-r"] == "yes")
    for line in sys.stdin.read().split("\n")[:-1]:
        obey(s, line)
    s.settle()
    print(re.sub(r"\d+(\.\d+)? ms", "N ms", s.screen.everything()).rstrip("\n"))
    if not s.alive:
        _, status = os.waitpid(s.child, 0)
        code = os.waitstatus_to_exitcode(status)
        if code:
            print(f"(status {code})")
    os.close(s.fd)
    shutil.rmtree(STATE, ignore_errors=True)


main()
