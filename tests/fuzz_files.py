"""Random programs as files, run as a user runs them: every tier prints what the interpreter prints."""
import pathlib, re, subprocess, sys, tempfile

nova, count, seed = sys.argv[1], sys.argv[2], sys.argv[3]
tiers = [["--tier", "cpu", "--check", "all"], ["--tier", "cpu", "--check", "off", "--threads", "1"], ["--tier", "auto"]]
limits = ["--timeout", "20s", "--max-memory", "512M"]


def run(path, options):
    r = subprocess.run([nova, "run", path, *options, *limits], capture_output=True, text=True)
    return r.returncode, r.stdout, r.stderr


def is_limit(outcome):
    return re.search(r"error\[E06", outcome[2]) is not None


def differing(path):
    """The first tier that does not give what the interpreter gives; warnings of operators are the interpreter's alone."""
    wanted = run(path, ["--tier", "interp"])
    if is_limit(wanted):
        return None
    errors = lambda text: [line for line in text.splitlines() if "error[" in line]
    for options in tiers:
        got = run(path, options)
        if not is_limit(got) and (got[:2] != wanted[:2] or errors(got[2]) != errors(wanted[2])):
            return options, wanted, got
    return None


made = subprocess.run([nova, "fuzz", "--print", "--tiers", "interp", "--programs", count, "--seed", seed],
                      capture_output=True, text=True, check=True).stdout
programs = re.findall(r"^; seed \d+\n(?:[^;].*\n)+", made, re.M)
assert len(programs) == int(count), (len(programs), count)
failures = 0
with tempfile.TemporaryDirectory() as folder:
    for text in programs:
        path = pathlib.Path(folder) / "program.nv"
        path.write_text(text)
        if (found := differing(str(path))) is not None:
            failures += 1
            options, wanted, got = found
            print(f"{' '.join(options)} differs:\n{text}\n{wanted[1]}{wanted[2]}but\n{got[1]}{got[2]}")
print(f"{len(programs)} programs, {failures} differ")
sys.exit(failures > 0)
