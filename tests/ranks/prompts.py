#!/usr/bin/env python3
"""Prompts with ranks: they answer as a prompt of one process does, and outlive their jobs, by Open MPI and by MPICH.

prompts.py NOVA
Status 77: there is no MPI here.
"""
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

nova = os.path.abspath(sys.argv[1])
LAUNCHERS = [program for program in ("mpirun.openmpi", "mpirun.mpich") if shutil.which(program)]
LONGEST = 60  # seconds for an answer: it hangs
os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", NOVA_PROMPTS_TEST=str(os.getpid()),
                  TERM="dumb", TMPDIR=tempfile.mkdtemp(), XDG_CONFIG_HOME="/nonexistent", XDG_DATA_HOME="/nonexistent")
MARK = b"NOVA_PROMPTS_TEST=%d" % os.getpid()
bad = []


def expect(what, good, *said):
    if not good:
        bad.append(f"{what}: {said}")


def processes():
    """Numbers and command lines of the processes that this test's prompts started, prompts included."""
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            ours = MARK in (folder / "environ").read_bytes().split(b"\0")
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if ours and words != [b""] and int(folder.name) != os.getpid():
            yield int(folder.name), words


def parent_of(process):
    return int(pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[1])


def workers():
    """The processes of the jobs' ranks, guards and bridges included."""
    return [process for process, words in processes() if b"--of-prompt" in words and words[0].endswith(b"nova")]


class Prompt:
    """A prompt on a terminal."""

    def __init__(self, *words):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execv(nova, [nova, *words])
        self.greeting = self.answer()

    def answer(self, longest=LONGEST):
        """What is written up to the next time that the prompt stands there, or up to the end."""
        seen, end = b"", time.time() + longest
        while time.time() < end:
            if not select.select([self.terminal], [], [], 0.1)[0]:
                continue
            try:
                block = os.read(self.terminal, 65536)
            except OSError:
                block = b""
            seen += block
            if not block or seen.endswith(b"nova> "):
                return seen.decode().replace("\r", "")
        return seen.decode() + "(no prompt came)"

    def type(self, text):
        time.sleep(0.05)  # until the line editor has the terminal
        os.write(self.terminal, text.encode() + b"\n")

    def ask(self, text, longest=LONGEST):
        self.type(text)
        return self.answer(longest)

    def interrupt(self):
        os.write(self.terminal, b"\x03")

    def status(self):
        os.close(self.terminal)
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


def no_process_left(what, longest=10):
    end = time.time() + longest
    while (left := list(processes())) and time.time() < end:
        time.sleep(0.05)
    expect(f"{what}: processes are left", not left, left)
    for process, _ in left:
        os.kill(process, signal.SIGKILL)


def same_answers(launcher):
    """All that a prompt answers, it answers with ranks."""
    lines = ["(define (f x) (* 2 x))", "(map f [1 2 3])", "(sum it)", "it1", ":type f", "(define xs (map f (iota 1000)))",
             '(println "once")', "(! xs 1000)", "nowhere", "(define (f x) x)", ":set tier cpu", "(sum (map (* 3) xs))",
             "(define a 1) (define b (! xs 5000)) (define c 3)", "(+ a c)", "b", ":set check all", "(read-text \"none\")",
             ":dump core (+ 1 2)", "(let ((t (clock))) (< t (clock)))", "(define t (clock)) (define u t)", "(= t u)"]
    answers = []
    for words in [[], ["--ranks", "3", "--mpirun", launcher]]:
        prompt = Prompt(*words)
        answers.append([prompt.ask(line) for line in lines])
        prompt.type(":quit")
        prompt.answer()
        expect("the status", prompt.status() == 0)
    for line, alone, together in zip(lines, *answers):
        expect(f"{launcher}: {line}", alone == together, together, alone)
    no_process_left(f"{launcher}: :quit")


HEAVY = "(sum (map (lambda (i) (sum (map (lambda (j) (sqrt (to_double (+ i j)))) (iota 4000)))) (iota 5000000)))"


def process_of(prompt, rank):
    """The process of a rank, as the prompt tells it."""
    return int(re.search(rf"rank {rank} on \S+, process (\d+)", prompt.ask(":ranks"))[1])


def dead_worker(launcher):
    """A rank that dies costs the job. The session has all its values, and can have another job."""
    prompt = Prompt("--ranks", "3", "--mpirun", launcher)
    prompt.ask("(define xs (map (* 2) (iota 100)))")
    expect("there are workers", workers())
    victim = process_of(prompt, 2)
    prompt.type(HEAVY)
    time.sleep(1)
    os.kill(victim, signal.SIGKILL)
    begin = time.time()
    told = prompt.answer()
    took = time.time() - begin
    expect(f"{launcher}: a rank is killed in a form", "error[E0606]: rank 2 of 3 died: signal 9" in told and took < 10, told, took)
    expect("the session lives", "9900 : int" in prompt.ask("(sum xs)"))
    expect("no job", "this process alone" in prompt.ask(":ranks"))
    again = prompt.ask(":ranks 2")
    expect("another job", "error" not in again, again)
    expect("with all values", "9900 : int" in prompt.ask("(sum xs)"))
    about = prompt.ask(":ranks")
    expect("two ranks", "2 ranks by" in about and "rank 1 on" in about, about)
    os.kill(process_of(prompt, 1), signal.SIGKILL)  # while nothing runs
    time.sleep(1)
    told = prompt.ask("(+ (sum xs) 1)")
    expect(f"{launcher}: a rank is killed between forms", "rank 1 of 2 died: signal 9" in told and "9901 : int" in told, told)
    prompt.type(":quit")
    prompt.answer()
    expect("the status", prompt.status() == 0)
    no_process_left(f"{launcher}: after a kill")


def interrupts(launcher):
    """Ctrl-C and time limits end the form on all ranks, and the job goes on."""
    prompt = Prompt("--ranks", "2", "--mpirun", launcher)
    prompt.ask("(define (loop n) (if (= n 0) 0 (loop (- n 1))))")
    for form in ["(loop 100000000000)", HEAVY, "(define y (loop 100000000000))"]:
        prompt.type(form)
        time.sleep(0.7)
        prompt.interrupt()
        begin = time.time()
        told = prompt.answer()
        expect(f"{launcher}: Ctrl-C in {form}", "error[E0603]" in told and time.time() - begin < 10, told)
        expect("the session lives", "3 : int" in prompt.ask("(+ 1 2)"))
        expect("the job lives", "2 ranks by" in prompt.ask(":ranks"))
    prompt.ask(":set timeout 500ms")
    told = prompt.ask("(loop 100000000000)")
    expect(f"{launcher}: a time limit", "error[E0604]" in told, told)
    prompt.ask(":set timeout off")
    expect("the job lives", "3 : int" in prompt.ask("(+ 1 2)") and "2 ranks by" in prompt.ask(":ranks"))
    told = prompt.ask(":ranks off")
    expect("no job", "error" not in told and "this process alone" in prompt.ask(":ranks") and not workers(), told)
    prompt.type(":quit")
    prompt.answer()
    expect("the status", prompt.status() == 0)


def memory_limit(launcher):
    """A limit of memory is each rank's; the job goes on."""
    prompt = Prompt("--ranks", "2", "--max-memory", "50M", "--mpirun", launcher)
    told = prompt.ask("(define xs (map (+ 1) (iota 100000000)))")
    expect(f"{launcher}: a limit of memory", "error[E0601]" in told, told)
    expect("the job lives", "3 : int" in prompt.ask("(+ 1 2)") and "2 ranks by" in prompt.ask(":ranks"))
    os.close(prompt.terminal)  # as a window that is closed
    os.waitpid(prompt.process, 0)
    no_process_left(f"{launcher}: a closed terminal")


def repeated(launcher):
    """A job begins in the midst of a session: the forms run again, and nothing of them is shown."""
    prompt = Prompt("--mpirun", launcher)
    for line in ["(define xs (map (* 2) (iota 100)))", '(println "once")', "(+ 1 2)", "(define (f x) (+ x it))",
                 "(println 2)   (define (wrong i) (/ 1 (- i 5)))", ":set check all"]:
        prompt.ask(line)
    told = prompt.ask(":ranks 2")
    shown = told.replace(":ranks 2", "").replace("nova>", "").strip()
    expect("nothing is shown but what runs now", re.fullmatch(r"2 ranks by \S*mpirun\S*", shown), told)
    expect("a result", "3 : int" in prompt.ask("it"))
    expect("a definition", "13 : int" in prompt.ask("(f 10)"))
    expect("a setting", "check all" in prompt.ask(":set check"))
    told = prompt.ask("(wrong 5)")
    expect("an error in an earlier form", "[5]:1:33: error[E0421]" in told and "[11]:1:1: note: in wrong" in told, told)
    about = prompt.ask(":ranks")
    expect("each rank's memory", len(re.findall(r"  rank \d on .*, process \d+, [\d.]+ [KMG]iB", about)) == 2, about)
    expect("no ranks", "this process alone" in prompt.ask(":ranks off"))
    path = pathlib.Path(f"/tmp/nova-prompts-{os.getpid()}.txt")
    path.write_text("abc")
    prompt.ask(":cd /tmp")
    prompt.ask(f'(define s (read-text "{path.name}"))')
    path.unlink()
    told = prompt.ask(":ranks 2")
    expect("not all runs again", "error[E0501]" in told and "goes on alone" in told, told)
    expect("the session is kept", '"abc"' in prompt.ask("s"))
    prompt.type(":quit")
    prompt.answer()
    expect("the status", prompt.status() == 0)
    no_process_left(f"{launcher}: :quit")


def dead_guard(launcher):
    """A rank is two processes, and its bridge is one of two: whichever dies is told by name."""
    for guard in True, False:
        for bridge in True, False:
            prompt = Prompt("--ranks", "2", "--mpirun", launcher)
            prompt.ask("(+ 1 2)")
            ranks = {number: parent_of(number) for number in workers()}
            inner = sorted(number for number, parent in ranks.items() if parent in ranks)
            about = prompt.ask(":ranks")
            rank_1 = int(re.search(r"rank 1 on .*, process (\d+)", about)[1])
            victim = [number for number in inner if (number == rank_1) != bridge][0]
            os.kill(ranks[victim] if guard else victim, signal.SIGKILL)
            time.sleep(0.5)
            told = prompt.ask("(+ 1 3)") + prompt.ask("(+ 1 3)")
            who = "the bridge to rank 0 of 2" if bridge else "rank 1 of 2"
            how = "its outer process was killed" if guard else "signal 9 (Killed)"
            expect(f"{launcher}: {who}, {how}", f"error[E0606]: {who} died: {how}\n" in told and "4 : int" in told, told)
            prompt.type(":quit")
            prompt.answer()
            expect("the status", prompt.status() == 0)
    no_process_left(f"{launcher}: dead guards")


def ended_start(launcher):
    """What ends the prompt while its ranks start leaves nothing behind."""
    for number in signal.SIGHUP, signal.SIGKILL:
        for wait in 0.05, 0.1, 0.4:
            prompt = Prompt("--mpirun", launcher)
            prompt.type(":ranks 2")
            time.sleep(wait)
            os.kill(prompt.process, number)
            prompt.status()
            no_process_left(f"{launcher}: signal {number} after {wait} s of a start")
            left = list(pathlib.Path(os.environ["TMPDIR"]).glob("nova*"))
            expect("no file is left", not left, left)


def killed_prompt(launcher):
    """No rank outlives its prompt, however that ends."""
    for number in signal.SIGKILL, signal.SIGTERM, signal.SIGHUP:
        for form in "(+ 1 2)", HEAVY:
            prompt = Prompt("--ranks", "2", "--mpirun", launcher)
            prompt.type(form)
            time.sleep(0.5)
            os.kill(prompt.process, number)
            prompt.status()
            no_process_left(f"{launcher}: signal {number} in {form}")


def run(words, given=b"", **more):
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more) as front:
        out, err = front.communicate(given, timeout=LONGEST)
        return front.returncode, out, err


def wrong_uses(launcher):
    empty = {**os.environ, "PATH": "/nonexistent"}
    for words, said in [
        (["--ranks", "0"], b"--ranks"),
        (["--ranks", "x"], b"--ranks"),
        (["--ranks", "2", "--mpirun", "/bin/true"], b"neither Open MPI's mpirun nor MPICH's"),
        (["--ranks", "2", "--mpirun", "/nowhere/mpirun"], b"/nowhere/mpirun"),
    ]:
        status, out, err = run([nova, *words])
        expect(f"{words}", status == 2 and said in err and out == b"", status, out, err)
    status, _, err = run([nova, "--ranks", "2"], env=empty)
    expect("no mpirun", status == 2 and b"mpirun is not found in PATH" in err, status, err)
    status, out, err = run([nova, "--mpirun", "/bin/true"], b":ranks\n:ranks 2\n:ranks x 2\n:ranks off\n(+ 1 2)\n")
    expect("wrong ranks", b"error[E0722]" in err and b"there are no x 2 ranks: `:ranks` takes a number" in err and b"3" in out and b"this process alone" in out, status, out, err)
    status, out, err = run([nova, "--ranks", "2", "--mpirun", launcher], b"(define x 1)\n(+ x 1)\n:step x\n")
    expect("a pipe", b"2 : int" in out and b":step with several ranks" in err, status, out, err)
    for text, said in (b"(define x 1)\n(+ x 1)\n(+ x 2)\n", b""), (b"(println 1)\n(+ 1 nowhere)\n", b"<stdin>:2:6: error[E0301]"), (b"(println 1)\n(! [1] 2)\n(println 2)", b"<stdin>:2:1: error[E0402]"):
        alone = run([nova], text)
        together = run([nova, "--ranks", "2", "--mpirun", launcher], text)
        expect(f"a program by a pipe: {text}", alone == together and said in alone[2], alone, together)
    status, out, err = run([nova, "--mpirun", launcher], b":ranks 99999\n(+ 1 2)\n")
    expect("too many", b"error[E0722]: there are no 99999 ranks: " in err and b"3" in out, status, out, err)
    refused = {name: value for name, value in os.environ.items() if not name.startswith("OMPI_ALLOW")}
    for words, text in ([], b":ranks 2\n"), (["--ranks", "2"], b"") if os.getuid() == 0 and "openmpi" in launcher else ():
        status, out, err = run([nova, *words, "--mpirun", launcher], text, env=refused)
        expect("a refusal is told whole", b"has detected an attempt to run as root.\n" in err and b"\nthe variable OMPI_ALLOW_RUN_AS_ROOT=1 to" in err and b"---" not in err and err.endswith(b"risk.\n"), err)
    status, out, err = run([nova, "--of-prompt", "/nowhere"])
    expect("no worker by hand", status == 2 and b"a prompt starts its ranks itself" in err, status, out, err)
    no_process_left("wrong uses")


def main():
    if not LAUNCHERS:
        print("no MPI here")
        return 77
    for launcher in LAUNCHERS:
        for test in same_answers, dead_worker, dead_guard, ended_start, interrupts, memory_limit, repeated, killed_prompt:
            if len(sys.argv) < 3 or test.__name__ in sys.argv[2:]:
                test(launcher)
    if len(sys.argv) < 3 or "wrong_uses" in sys.argv[2:]:
        wrong_uses(LAUNCHERS[0])
    shutil.rmtree(os.environ["TMPDIR"])
    for line in bad:
        print("FAILED", line)
    print(f"prompts with ranks by {' and '.join(LAUNCHERS)}: {len(bad)} failures")
    return 1 if bad else 0


sys.exit(main())
