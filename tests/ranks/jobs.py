#!/usr/bin/env python3
"""Jobs of ranks: they print what one process prints, once, and fail as one, by Open MPI and by MPICH.

jobs.py NOVA ROOT          a sample of programs and all that goes wrong
jobs.py NOVA ROOT --all    all examples and many transcripts, on 1 to 5 ranks
Status 77: there is no MPI here.
"""
import os
import pathlib
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

nova, root = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
everything = "--all" in sys.argv
KINDS = {"mpirun.openmpi": ("Open MPI", ["--oversubscribe"]), "mpirun.mpich": ("MPICH", [])}
LAUNCHERS = {program: words for program, (_, words) in KINDS.items() if shutil.which(program)}
LONGEST = 60  # seconds of a job: it hangs
os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", NOVA_JOBS_TEST=str(os.getpid()))
MARK = b"NOVA_JOBS_TEST=%d" % os.getpid()
bad, jobs = [], 0


def start(words, **more):
    """A command whose output and errors are read."""
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


def file_of(process, name):
    try:
        return pathlib.Path(f"/proc/{process}/{name}").read_bytes()
    except OSError:
        return b""


def processes():
    """Numbers and variables of the processes that this test's commands started."""
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        variables = file_of(folder.name, "environ").split(b"\0")
        if MARK in variables and int(folder.name) != os.getpid():
            yield int(folder.name), variables


def stop(front):
    """Ends a command that hangs, with its ranks: they hold the pipes open. Returns output and errors."""
    for process, _ in list(processes()):
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass
    return front.communicate()


def run(words, given=None, **more):
    """Status, output and errors of a command; the status is "hangs" if it does not end."""
    with start(words, stdin=subprocess.DEVNULL if given is None else subprocess.PIPE, **more) as front:
        try:
            out, err = front.communicate(given, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            return "hangs", *stop(front)
        return front.returncode, out, err


def job(launcher, ranks, words, given=None, **more):
    global jobs
    jobs += 1
    return run([launcher, *LAUNCHERS[launcher], "-n", str(ranks), nova, *words], given, **more)


def expect(what, good, *said):
    if not good:
        bad.append(f"{what}: {said}")


def errors_of(text):
    """The diagnostics in what was written to standard error; a launcher's own lines are left out."""
    return re.findall(rb"^.*\berror\[E\d+\]:.*$", text, re.M)


def compare(launcher, ranks, words, given=None, folder=None):
    """The job prints what one process prints, once, with its errors and its status."""
    alone = run([nova, *words], given, cwd=folder)
    several = job(launcher, ranks, words, given, cwd=folder)
    same = several[:2] == alone[:2] and errors_of(several[2]) == errors_of(alone[2])
    expect(f"{launcher} -n {ranks} nova {words}", same, several, alone)


def programs():
    texts = sorted((root / "examples").rglob("*.nv"))
    texts += sorted((root / "tests/papers/programs").glob("*.nv"))
    if everything:
        texts += sorted((root / "tests/arrays").glob("*.nv")) + sorted((root / "tests/language").glob("*.nv"))
        return texts
    return texts[::8]


def same_output():
    turn = 0
    for program in programs():
        for launcher in LAUNCHERS:
            for ranks in range(1, 6) if everything else [2 + turn % 4]:
                compare(launcher, ranks, ["run", str(program)], folder=root)
            turn += 1


def from_rank_0(launcher, folder):
    """Standard input, the clock, files and seeds are rank 0's."""
    compare(launcher, 3, ["-e", "(define s (read-stdin)) (println (length s)) s"], b"some text\n")
    compare(launcher, 2, ["run", "-"], b"(println 1) (+ 1 2)")
    status, out, _ = job(launcher, 3, ["-e", "(define t (clock)) (println t) (< t (clock))"])
    expect("the clock", status == 0 and out.count(b"\n") == 2 and out.endswith(b"true\n"), status, out)
    written = folder / f"{launcher}.txt"
    text = f'(write-text "{written}" "once\\n") (read-text "{written}")'
    status, out, err = job(launcher, 3, ["--allow-write", str(folder), "--allow-read", str(folder), "-e", text])
    expect("a file that is written and read", status == 0 and out == b'"once\\n"\n' and written.read_text() == "once\n", status, out, err)
    compare(launcher, 2, ["-e", f'(write-text "{folder}/not-allowed" "x")'])
    compare(launcher, 3, ["-e", '(read-text "nowhere")'])
    big = folder / "big.txt"  # each rank reads it
    big.write_text("0123456789" * 200_000)
    compare(launcher, 3, ["--allow-read", str(folder), "-e", f'(length (read-text "{big}"))'])


def counts(launcher, folder):
    """How often the ranks meet, and what rank 0 sends besides: equalities, for any number of ranks."""
    small, big = folder / "small.txt", folder / "big.txt"
    small.write_text("x" * 1000)
    big.write_text("y" * (1 << 20))
    text, told = "(+ 1 2)", 16  # of a file: its size and time of change
    given = b"z" * 5000
    program = folder / "p.nv"
    program.write_text(text)
    rows = [  # program, meetings before the last, bytes
        (["-e", text], 0, 0),
        (["-e", "(< (clock) (clock))"], 2, 2 * 8),
        (["-e", "(length (read-stdin))"], 1, len(given)),
        (["run", str(program)], 1, len(text)),
        (["-e", f'(length (read-text "{small}"))'], 2, told + 1000),
        (["-e", f'(length (read-text "{big}"))'], 2, told),  # each rank reads it
        (["-e", f'(write-text "{folder}/w.txt" "abc")'], 1, 0),
    ]
    for words, meetings, sent in rows:
        for ranks in 2, 3:
            allowed = ["--allow-read", str(folder), "--allow-write", str(folder)]
            _, _, err = job(launcher, ranks, ["--stats", *allowed, *words], given)
            line = b"ranks %d: meetings %d, bytes from rank 0 to each other one %d; columns filled together 0, bytes of them 0; messages with parts 0, bytes of them 0\n" % (ranks, meetings + 1, sent)
            expect(f"counts of {words}", line in err, line, err)


SLOW = """(define (steps x y) (letrec ((go (lambda (a b k)
    (if (or (= k 1000) (> (+ (* a a) (* b b)) 4.0)) k (go (+ x (- (* a a) (* b b))) (+ y (* 2.0 (* a b))) (+ k 1))))))
  (go 0.0 0.0 0)))
(define rows (map (lambda (r) (map (lambda (c) (steps (* 0.001 (to_double c)) (* 0.0001 (to_double r)))) (range 500))) (range %d)))
"""


def shared_loops(launcher, folder):
    """A long loop is shared, has the same bits, and fails and stops as one."""
    program = folder / "shared.nv"
    program.write_text(SLOW % 400 + "(println (sum (map sum rows))) (println (! (! rows 399) 499))")
    for ranks in 2, 3, 5:
        compare(launcher, ranks, ["run", str(program)])
        _, _, err = job(launcher, ranks, ["run", "--stats", str(program)])
        told = re.search(rb"columns filled together (\d+), bytes of them (\d+)", err)
        expect("a long loop is shared", told and b"; shared by %d ranks, which fill" % ranks in err and int(told[1]) > 0 and int(told[2]) >= 7 * 400 * 500, err)
    program.write_text(SLOW % 400 + "(sum (map (lambda (r) (+ (! r 499) (! r (if (= (! r 0) 7) 1 (if (= (length rows) 400) 500 0))))) rows))")
    compare(launcher, 3, ["run", str(program)])
    program.write_text(SLOW.replace("1000", "1000000") % 400 + "(println (sum (map sum rows)))")
    begin = time.time()
    status, out, err = job(launcher, 3, ["run", "--timeout", "2s", str(program)])
    expect("time runs out in a shared loop", status == 1 and not out and b"E0604" in err and time.time() - begin < 15, status, out, err)


HEAT = """(define n 400000)
(define (step x) (map (lambda (i) (let ((v (! x i))) (+ v (* 0.1 (sin (- (! x (max 0 (- i 1))) (! x (min (- n 1) (+ i 1)))))))))
  (range n)))
(sum (iterate 60 step (map (lambda (i) (if (= (mod i 1000) 0) 1.0 0.0)) (range n))))"""


def borders(launcher, folder):
    """A stencil in a loop sends its borders each round, and a sum its tiles."""
    program = folder / "heat.nv"
    program.write_text(HEAT)
    for ranks in 2, 3, 4:
        compare(launcher, ranks, ["run", "--tier", "cpu", str(program)])
        _, _, err = job(launcher, ranks, ["run", "--tier", "cpu", "--stats", str(program)])
        told = re.search(rb"columns filled together (\d+), bytes of them (\d+); messages with parts (\d+), bytes of them (\d+)", err)
        columns, filled, messages, moved = map(int, told.groups()) if told else (0, 0, 0, 0)
        tiles = 391
        good = columns >= 60 and filled > 59 * 8 * 380_000 and 0 < moved <= (ranks - 1) * 8 * (2 * 60 + tiles) and messages <= 2 * (ranks - 1) * 60 + ranks * (ranks - 1)
        expect("a stencil sends its borders", good, columns, filled, messages, moved)


def own_folders(launcher, folder, other_text):
    """Two ranks with the same command line in folders of their own."""
    for name, text in ("a", "(+ 1 2)"), ("b", other_text):
        (folder / name).mkdir(exist_ok=True)
        path = folder / name / "f.nv"
        path.unlink(missing_ok=True)
        if text:
            path.write_text(text)
    part = [nova, "run", "f.nv"]
    return run([launcher, *LAUNCHERS[launcher], "-wdir", str(folder / "a"), "-n", "1", *part, ":", "-wdir", str(folder / "b"), "-n", "1", *part])


def refused(launcher, folder):
    """What can't be a job is status 2, told once, and runs no program."""
    status, out, err = own_folders(launcher, folder, "(+ 1 3)")
    expect("another text", status == 2 and not out and err.count(b"another text of the program than rank 0") == 1, status, out, err)
    status, out, err = own_folders(launcher, folder, None)
    expect("a text that rank 1 lacks", status == 0 and out == b"3\n", status, out, err)
    words = [launcher, *LAUNCHERS[launcher], "-n", "1", nova, "-e", "1", ":", "-n", "1", nova, "-e", "2"]
    status, out, err = run(words)
    expect("another command line", status == 2 and not out and err.count(b"another command line") == 1, status, out, err)
    lonely = folder / "nova"  # beside no shim
    if not lonely.exists():
        shutil.copy(nova, lonely)
    status, out, err = run([launcher, *LAUNCHERS[launcher], "-n", "3", str(lonely), "-e", "(println 1)"])
    expect("no shim", status == 2 and not out and err.count(b"neither beside nova") == 1, status, out, err)


def one_without_memory(launcher):
    """A rank that alone runs out of memory is named, and ends the others in the midst of their work."""
    if not shutil.which("prlimit"):
        return
    words = [nova, "-e", "(define (forever n) (forever (+ n 1))) (println (length (map (lambda (x) (+ x 1)) (iota 60000000)))) (forever 0)"]
    begin = time.monotonic()
    status, out, err = run([launcher, *LAUNCHERS[launcher], "-n", "2", *words, ":", "-n", "1", "prlimit", "--as=1500000000", *words])
    named = [b"rank 2 of 3 failed: error[E0601]" in e for e in errors_of(err)] == [True]
    expect(f"{launcher}: a rank without memory", status == 1 and named and time.monotonic() - begin < 12, status, out, err)


FOREVER = "(define (forever n) (forever (+ n 1))) (println 2) (forever 0)"


def limits(launcher):
    """A limit of one rank ends all."""
    status, out, err = job(launcher, 3, ["--timeout", "1s", "-e", FOREVER])
    expect("the time limit", status == 1 and out == b"2\n" and [b"E0604" in e for e in errors_of(err)] == [True], status, out, err)
    compare(launcher, 2, ["--max-memory", "200M", "-e", "(length (map (lambda (x) (+ x 1)) (iota 100000000)))"])
    words = [launcher, *LAUNCHERS[launcher], "-n", "3", nova, "-e", FOREVER]
    with start(words, stdin=subprocess.DEVNULL) as front:
        expect("it begins", printed(front))
        begin = time.monotonic()
        front.send_signal(signal.SIGINT)
        err = finish(front)
        expect("Ctrl-C", time.monotonic() - begin < 10 and b"E0603" in err, err)


def rank_processes(rank):
    """The rank proper: a process with its number whose parent is a nova too."""
    wanted = {b"OMPI_COMM_WORLD_RANK=%d" % rank, b"PMI_RANK=%d" % rank}
    for process, variables in processes():
        if FOREVER.encode() not in file_of(process, "cmdline").split(b"\0") or not wanted & set(variables):
            continue
        parent = file_of(process, "stat").rpartition(b")")[2].split()[1].decode()
        if file_of(parent, "comm") == b"nova\n":
            yield process


def finish(front):
    """The errors of a command that should end now."""
    try:
        return front.communicate(timeout=LONGEST)[1]
    except subprocess.TimeoutExpired:
        return b"it hangs: " + stop(front)[1]


def printed(front):
    """Whether the command printed a line in time."""
    return bool(select.select([front.stdout], [], [], LONGEST)[0]) and bool(front.stdout.readline())


def deaths(launcher):
    """A rank that dies is named within ten seconds, and leaves nothing behind."""
    for rank, how in (1, signal.SIGKILL), (0, signal.SIGKILL), (2, signal.SIGABRT):
        words = [launcher, *LAUNCHERS[launcher], "-n", "3", nova, "-e", FOREVER]
        with start(words, stdin=subprocess.DEVNULL) as front:
            expect("it begins", printed(front))
            victims = list(rank_processes(rank))
            expect("one process is the rank", len(victims) == 1, victims)
            begin = time.monotonic()
            for victim in victims:
                os.kill(victim, how)
            err = finish(front)
            took = time.monotonic() - begin
            named = b"error[E0606]: rank %d of 3 died: signal %d" % (rank, how) in err
            expect(f"{launcher}: rank {rank} dies", named and took < 10 and front.returncode != 0, front.returncode, took, err)
        left = [p for k in range(3) for p in rank_processes(k)]
        expect("nothing is left", not left, left)


def starting():
    """--ranks starts mpirun."""
    for launcher in LAUNCHERS:
        words = ["--ranks", "3", "--mpirun", launcher]
        status, out, err = run([nova, *words, "-e", "(println (sum (iota 10)))"])
        expect(f"--ranks by {launcher}", (status, out) == (0, b"45\n"), status, out, err)
        status, out, err = job(launcher, 2, ["--ranks", "3", "-e", "1"])
        expect("another number of ranks", status == 2 and err.count(b"asks for another number") == 1, status, err)
        status, out, err = job(launcher, 2, ["--ranks", "1", "-e", "1"])
        expect("a process each", status == 0 and out == b"1\n" * 2, status, out)
        status, out, err = job(launcher, 2, ["--version"])
        expect("other commands are one process each", status == 0 and out.count(b"nova ") == 2, status, out)
    for other, why in ("/bin/true", b"neither Open MPI's mpirun nor MPICH's"), ("/nowhere/mpirun", b"mpirun"), ("nowhere", b"is not found"):
        status, out, err = run([nova, "--ranks", "2", "--mpirun", other, "-e", "1"])
        expect(f"--mpirun {other}", status == 2 and not out and why in err, status, err)


def launchers_without_mpi(folder):
    """What exports ranks and has no MPI is status 2, and no copies of the program."""
    slurm = {"PATH": os.environ["PATH"], "SLURM_STEP_NUM_TASKS": "4", "SLURM_PROCID": "0"}
    status, out, err = run([nova, "-e", "(println 1)"], env=slurm)
    expect("srun without MPI", status == 2 and not out and b"srun --mpi=pmix" in err, status, out, err)


def main():
    if not LAUNCHERS:
        print("skipped: neither Open MPI nor MPICH is here; ./bootstrap ranks installs both")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        same_output()
        for launcher in LAUNCHERS:
            from_rank_0(launcher, folder)
            counts(launcher, folder)
            shared_loops(launcher, folder)
            borders(launcher, folder)
            refused(launcher, folder)
            one_without_memory(launcher)
            limits(launcher)
            deaths(launcher)
        starting()
        launchers_without_mpi(folder)
    for told in bad:
        print(told)
    print(f"{jobs} jobs by {' and '.join(KINDS[l][0] for l in LAUNCHERS)}, {len(bad)} faults")
    return 1 if bad else 0


sys.exit(main())
