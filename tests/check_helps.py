#!/usr/bin/env python3
"""Each program of another language ends in one error whose help shows its form in Nova, or the list says why not.

check_helps.py NOVA NOVA_TRANSCRIPTS FOLDER [--list]
FOLDER: transcripts with lines of other languages; exceptions.txt there lists programs, each below its reason.
A form that a help shows runs where it is pasted: its only errors are names that the program does not define.
--list prints the programs that need a reason, and ends.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

nova, transcripts, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
LIST = folder / "exceptions.txt"
# Words that a help writes where it has none of the user's own.
PLACEHOLDERS = set(
    "a b body c cs d e expr f field form function g i init k key m n name P p pairs path pattern r s seed start step "
    "t template text to v value x xs y ys z".split()
)
# The type stays open; the file lies elsewhere; the program shown stops; a name of the program, which has no value here, is
# set or defined anew.
ACCEPTED = ("E0202", "E0502", "E0414", "E0312", "E0303")
BINDERS = r"\((\S+) : |\((?:lambda|define) \(([^()]*)\)|\((?:let|for) \(\(?([^\s()]+)|\(let\*? \(\(([^()]*)\)|([^\s(\[]+) <-"


def blocks(path):
    """Returns the programs of a transcript, each with the lines of its answer, without their first two signs."""
    found, program, answer = [], [], []
    for line in path.read_text().split("\n") + [""]:
        if re.match(r"; (!|=>|\|)", line):
            answer.append(line[2:])
            continue
        if answer or not line.strip() or line.startswith(";"):
            if program:
                found.append(("\n".join(program), answer))
            program, answer = [], []
        if line.strip() and not line.startswith(";"):
            program.append(line)
    return found


def behind_form(text, at):
    """Returns the offset behind the bracketed form at `at` and what touches it; None if it has no end."""
    depth, quoted = 0, False
    while at < len(text):
        c = text[at]
        if text.startswith("#\\", at):
            at += 3
            continue
        if quoted and c == "\\":
            at += 2
            continue
        quoted ^= c == '"'
        if not quoted:
            depth += (c in "([") - (c in ")]")
            if depth == 0 and c in ")]":
                break
        at += 1
    else:
        return None
    touching = re.match(r"(![\w-]+|\.[\w-]+)+|!", text[at + 1 :])
    if touching and touching[0] == "!" and text[at + 2 : at + 3] in "([":
        return behind_form(text, at + 2)
    return at + 1 + (touching.end() if touching else 0)


def forms_of(help_text):
    """Returns the forms in a help: all in brackets, and what stands behind `it is` without any."""
    forms, at = [], 0
    while match := re.compile(r'(?<![^\s(:])[(\[]|(?<!\S)#\(').search(help_text, at):
        end = behind_form(help_text, match.start())
        if end is None:
            return forms + ["("]
        forms.append(help_text[match.start() : end])
        at = end
    word = re.search(r"\b(?:it is written|it is|is written|did you mean) `?([^\s(\[;`,]+)(?=`|;|$)", help_text)
    forms += re.findall(r"(?<!\S)[a-zA-Z][\w-]*![\w-]+(?!\S)", help_text)
    place = re.search(r"\bit is ([a-zA-Z][\w-]*!\(.*?\))$", help_text)
    return forms + ([(place or word)[1]] if (place or word) and not forms else [])


def is_general(form, program):
    """Whether the form has dots, or a placeholder that it does not bind and the program does not have."""
    if ".." in re.sub(r"\[[^\s\[\]]+\.\.[^\[\]]+\]", "", form):
        return True
    if "lambda" not in program and form.startswith("(lambda") and "body" in form:
        return True
    bound = set(re.split(r"[\s,()]+", " ".join(" ".join(m) for m in re.findall(BINDERS, form))))
    own = set(re.findall(r"[^\W\d]\w*", program))
    words = re.findall(r'(?<![\w."#\\-])[A-Za-z][\w-]*(?![\w"])', re.sub(r'"(?:\\.|[^"\\])*"', '""', form))
    return any(w in PLACEHOLDERS and w not in bound and w not in own for w in words)


def verdict(program, answer):
    """Returns what keeps a program from ending in one error with its own form; an empty text if nothing does."""
    errors = [a for a in answer if re.search(r"error\[\w+\]", a)]
    warnings = [a for a in answer if re.search(r"warning\[\w+\]", a)]
    helps = [a.removeprefix("! help: ") for a in answer if a.startswith("! help: ")]
    if not errors and not warnings:
        return "runs"
    if len(errors) + len(warnings) > 1:
        return "several messages"
    if not helps:
        return "no help"
    shown = [f for h in helps for f in forms_of(h)]
    if not shown:
        return "no form"
    return "" if any(not is_general(f, program) for f in shown) else "no form with its names"


def read_list():
    """Returns the reason of each listed program, by file and first line."""
    reasons, reason = {}, None
    for line in LIST.read_text().splitlines() if LIST.exists() else []:
        if line.startswith("# "):
            reason = line[2:]
        elif line.strip() and not line.startswith("#"):
            name, program = line.split(": ", 1)
            reasons[name, program] = reason
    return reasons


def own_forms(path):
    """Returns the forms with the user's names that the helps of a transcript show, each with its program and what is defined."""
    defined, forms = "", []
    for program, answer in blocks(path):
        if not answer and program.startswith("(define"):
            defined += program + "\n"
        functions = ""  # those that a help before defines
        for line in answer:
            if line.startswith("! help: "):
                before = functions  # and the definitions of the same help
                for form in forms_of(line.removeprefix("! help: ")):
                    if form == "(" or not is_general(form, program):
                        forms.append((program, form, defined + before))
                    if form.startswith("(define") and not is_general(form, program):
                        before += form + "\n"
                    if form.startswith("(define (") and not is_general(form, program):
                        functions += form + "\n"
    return forms


def answers(texts):
    """Returns what each text, a session of its own, is told by `nova check`, by one process."""
    with tempfile.TemporaryDirectory() as name:
        files = []
        for k, text in enumerate(texts):
            file = pathlib.Path(name) / f"{k:05}.nv"
            file.write_text("; tiers: interp\n\n" + text + "\n")
            files.append(str(file))
        for at in range(0, len(files), 400):
            subprocess.run([transcripts, "--nova", nova, "--update", *files[at : at + 400]], capture_output=True, check=True)
        return [pathlib.Path(f).read_text() for f in files]


def check_forms():
    """Returns the forms in helps that do not run where they are pasted."""
    wrong, forms = [], [(path, *of) for path in sorted(folder.glob("*.nv")) for of in own_forms(path)]
    for (path, program, form, before), said in zip(forms, answers([d + "\n" + f for _, _, f, d in forms])):
        for code, message in re.findall(r"; ! .*?error\[(\w+)\]: (.*)", said):
            name = re.match(r"unknown name `(.*?)`", message)
            parts = {name[1], name[1].split(".")[0].split("!")[0], name[1].removesuffix("-prime")} if name else set()
            empty = code == "E0402" and "(read-stdin)" in before + form  # nothing is read here
            own = empty or any(part in program for part in parts) or (name and name[1] == "it") or form == "[1..n]"
            if not own and code not in ACCEPTED:
                wrong.append(f"{path.name}: {program.splitlines()[0]}: shows {form}, but {code}: {message}")
    if len(forms) < 400:
        wrong.append(f"only {len(forms)} forms were found")
    return wrong, len(forms)


def check_programs():
    """Returns programs that end otherwise and have no reason in the list, and rows of the list that need none."""
    found = {}
    for path in sorted(folder.glob("*.nv")):
        for program, answer in blocks(path):
            if not answer and program.startswith("(define"):
                continue
            if kind := verdict(program, answer):
                found[path.name, program.splitlines()[0]] = kind
    listed = read_list()
    wrong = [f"{n}: {p}: {found[n, p]}, and has no reason in {LIST.name}" for n, p in found if (n, p) not in listed]
    wrong += [f"{n}: {p}: needs no reason" for n, p in listed if (n, p) not in found]
    return wrong, found


programs_wrong, found = check_programs()
if "--list" in sys.argv:
    for (name, program), kind in found.items():
        print(f"{kind}\t{name}: {program}")
    sys.exit(0)
forms_wrong, count = check_forms()
for line in programs_wrong + forms_wrong:
    print(line)
print(f"helps: {count} forms, {len(found)} programs in the list, {len(programs_wrong) + len(forms_wrong)} wrong")
sys.exit(1 if programs_wrong or forms_wrong else 0)
