#!/usr/bin/env python3
"""Types lines at nova's prompt through a pseudo-terminal and prints what a user sees.

at_prompt.py NOVA-ARGUMENT... < lines     Each line is typed once a prompt stands there. `^C` on a line of its own is the
interrupt key, pressed a moment after the line before it; `^D` the end of input. Times are printed as N ms. The terminal has
PROMPT_COLUMNS columns if that is set.
"""
import codecs, fcntl, os, pty, re, select, struct, sys, termios, time

PROMPTS = ("nova> ", "  ... ", "step> ")
DECODER = codecs.getincrementaldecoder("utf-8")("replace")  # a character may be split over reads


def read_until_prompt(fd, limit=60):
    seen, end = "", time.time() + limit
    while time.time() < end:
        if not select.select([fd], [], [], 0.1)[0]:
            continue
        try:
            block = os.read(fd, 65536)
        except OSError:
            return seen, False
        if not block:
            return seen, False
        seen += DECODER.decode(block)
        if seen.replace("\r", "\n").split("\n")[-1].startswith(PROMPTS):
            return seen, True
    return seen + "(no prompt came)", False


def main():
    child, fd = pty.fork()
    if child == 0:
        os.environ["TERM"] = "dumb"
        if columns := int(os.environ.get("PROMPT_COLUMNS", 0)):
            fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        os.environ.setdefault("XDG_CONFIG_HOME", "/nonexistent")  # no startup file but a test's own
        os.execvp("nova", ["nova"] + sys.argv[1:])
    transcript, alive = read_until_prompt(fd)
    lines = sys.stdin.read().split("\n")[:-1]
    for i, line in enumerate(lines):
        if not alive:
            break
        time.sleep(0.05)  # until the line editor has taken the terminal over from the kernel, which would echo too
        if line == "^D":
            os.write(fd, b"\x04")
        elif line == "^C":
            os.write(fd, b"\x03")
        else:
            os.write(fd, line.encode() + b"\n")
        if i + 1 < len(lines) and lines[i + 1] == "^C":
            time.sleep(0.3)
            while select.select([fd], [], [], 0.1)[0]:
                transcript += DECODER.decode(os.read(fd, 65536))
            continue
        more, alive = read_until_prompt(fd)
        transcript += more
    os.close(fd)
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", transcript).replace("\r\n", "\n").replace("\r", "")
    print(re.sub(r"\d+\.\d+ ms", "N ms", text).rstrip("\n"))
    _, status = os.waitpid(child, 0)
    if os.waitstatus_to_exitcode(status):
        print(f"(status {os.waitstatus_to_exitcode(status)})")


main()
