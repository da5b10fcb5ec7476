#!/usr/bin/env python3
"""Nova's kernel as Jupyter's own client uses it, and a notebook run by nbclient. Both are Debian's; without them nothing
is tested.

Usage: kernel.py NOVA NOTEBOOK
"""
import base64
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as tree

try:
    import nbclient
    import nbformat
    from jupyter_client import KernelManager, write_connection_file
    from jupyter_client.kernelspec import KernelSpecManager
except ImportError as missing:
    print(f"not tested: {missing}")
    sys.exit(77)

nova, notebook = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
kernel = os.path.join(os.path.dirname(nova), "nova-kernel")
home = tempfile.TemporaryDirectory()
os.environ["JUPYTER_DATA_DIR"] = home.name
os.environ["JUPYTER_RUNTIME_DIR"] = home.name
checks = 0
SVG = "{http://www.w3.org/2000/svg}"


def same(got, wanted):
    global checks
    checks += 1
    if got != wanted:
        sys.exit(f"check {checks}: got\n  {got!r}\nwanted\n  {wanted!r}")


rich = {}  # the last result by its types
traceback = []  # the last error's


def run(code, **options):
    """(status, what is shown in the end but states and the code itself) of a cell."""
    return shown(client.execute(code, **options))


def shown(id):
    """The same of a cell that was sent, as a notebook shows it: displays are updated, outputs cleared."""
    out, places = [], {}
    rich.clear()
    for kind, c in published(id):
        if kind == "stream":
            out.append((c["name"], c["text"]))
        elif kind == "execute_result":
            out.append(("result", c["data"]["text/plain"]))
            rich.update(c["data"])
        elif kind == "display_data":
            if display := c["transient"].get("display_id"):
                places[display] = len(out)
            else:
                rich.update(c["data"])
            out.append(("display", c["data"]["text/plain"]))
        elif kind == "update_display_data":
            out[places[c["transient"]["display_id"]]] = ("display", c["data"]["text/plain"])
        elif kind == "clear_output":
            out.clear()
        elif kind == "error":
            out.append(("error", c["ename"], c["evalue"]))
            same("\x1b[" in c["traceback"][0], True)
            traceback[:] = c["traceback"]
    return reply(id)["status"], joined(o for o in out if o != ("display", ""))


def joined(out):
    """The outputs with the texts of one stream that follow each other as one. A slow command's progress, cleared, may stand between them."""
    whole = []
    for o in out:
        if whole and o[0] == whole[-1][0] and o[0] in ("stdout", "stderr"):
            o = (o[0], whole.pop()[1] + o[1])
        whole.append(o)
    return whole


def published(id):
    """(type, content) of all that a cell publishes but states and the code itself, up to its end."""
    while True:
        m = client.get_iopub_msg(timeout=20)
        kind, c = m["msg_type"], m["content"]
        if m["parent_header"].get("msg_id") != id or kind == "execute_input":
            continue
        if kind == "status" and c["execution_state"] == "idle":
            return
        if kind != "status":
            yield kind, c


def reply(id, of=None):
    while True:
        m = (of or client.get_shell_msg)(timeout=20)
        if m["parent_header"].get("msg_id") == id:
            return m["content"]


def begin(code):
    """The message of a cell that runs now."""
    id = client.execute(code)
    while (m := client.get_iopub_msg(timeout=60))["msg_type"] != "execute_input" or m["parent_header"]["msg_id"] != id:
        pass
    return id


def ends(process, seconds):
    """The exit status of a process that ends so soon."""
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        return "it goes on"


# Where no nova-kernel stands beside nova nothing is installed.
alone = shutil.copy(nova, home.name)
refused = subprocess.run([alone, "kernel", "install"], capture_output=True, text=True)
same((refused.returncode, refused.stdout, "Debian's xeus-dev" in refused.stderr), (1, "", True))
same(os.path.exists(home.name + "/kernels"), False)
os.remove(alone)



def told_of_kernels(*words, **environment):
    done = subprocess.run([nova, "kernel", *words], capture_output=True, text=True, env=os.environ | environment)
    return done.returncode, done.stdout


# What is installed: the specification and the logo. In an environment of Python's it is below the environment's folder.
LOGOS = ["logo-32x32.png", "logo-64x64.png", "logo-svg.svg"]
subprocess.run([sys.executable, "-m", "venv", "--without-pip", home.name + "/env"], check=True)
in_env = {"PATH": home.name + "/env/bin:" + os.environ["PATH"]}
for spec, words, environment in [(home.name + "/env/share/jupyter/kernels/nova", ["--sys-prefix"], in_env),
                                 (home.name + "/prefix/share/jupyter/kernels/nova", ["--prefix", home.name + "/prefix"], {}),
                                 (home.name + "/kernels/nova", [], {})]:
    same(told_of_kernels("install", *words, **environment), (0, spec + "/kernel.json\n"))
    same(sorted(os.listdir(spec)), ["kernel.json", *LOGOS])
    same(json.load(open(spec + "/kernel.json"))["argv"], [kernel, "-f", "{connection_file}"])
    for name, side in zip(LOGOS, (32, 64)):
        same(open(f"{spec}/{name}", "rb").read(26), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">IIBB", side, side, 8, 6))
    same([e.tag for e in tree.parse(f"{spec}/{LOGOS[2]}").getroot()], [SVG + k for k in ("circle", "path", "path", "circle")])
    open(spec + "/own.txt", "w").close()
    same(told_of_kernels("uninstall", *words, **environment), (0, spec + "/kernel.json\n"))
    same(os.listdir(spec), ["own.txt"])  # what others have put there stays
    os.remove(spec + "/own.txt")
    same(told_of_kernels("install", *words, **environment)[0], 0)
    same(told_of_kernels("uninstall", *words, **environment)[0], 0)
    same((os.path.exists(spec), told_of_kernels("uninstall", *words, **environment)), (False, (1, "")))
same(told_of_kernels("install")[0], 0)
same(sorted(KernelSpecManager().get_kernel_spec("nova").resource_dir.split("/")[-2:]), ["kernels", "nova"])


def start(**options):
    """A kernel, and who asks it."""
    manager = KernelManager(kernel_name="nova")
    manager.start_kernel(**options)
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=60)
    return manager, client


manager, client = start()
same(reply(client.kernel_info())["language_info"]["name"], "nova")

same(run("(define (square x) (* x x))"), ("ok", []))
same(run("(map square [1 2 3])"), ("ok", [("result", "[1 4 9] : vector int")]))
same(run('(println "λ")\n(+ 1 2)\n(square 1.5)'), ("ok", [("stdout", "λ\n3 : int\n"), ("result", "2.25 : double")]))
same(run("(squre 2)"), ("error", [("error", "E0301", "unknown name `squre`")]))
same(run("(! [1 2] 7)")[1][0][1], "E0402")
same(run("(square 2)"), ("ok", [("result", "4 : int")]))
same(run(":type (square 2)"), ("ok", [("stdout", "(square 2) : int\n")]))
same(run(":nothing")[0], "error")
# The last results; what there is to type; what a terminal has.
same(run("it"), ("ok", [("result", "4 : int")]))
same(run("(+ it1 (length [it]))"), ("ok", [("result", "5 : int")]))
same(run(":type it"), ("ok", [("stdout", "it : int\n")]))
told = dict(run(":help")[1])["stdout"]
same([command for command in (":type", ":why", ":derive", ":load", ":save", ":help", ":step", ":shell", ":quit") if "  " + command + " " in told],
     [":type", ":why", ":derive", ":load", ":save", ":help"])
for command in (":step (square 3)", ":shell true", ":quit"):
    same(run(command)[1][0], ("error", "E0702", f"there is no command {command.split()[0]} in a notebook"))
same(run(":ranks 2")[1][0], ("error", "E0702", "there is no command :ranks in a notebook"))
same("notebooks have no ranks" in traceback[0], True)
script = home.name + "/script.nv"
open(script, "w").write("(define (cube x) (* x (* x x)))\n(cube 3)\n")
same(run(":load " + script), ("ok", [("result", "27 : int")]))
same(run(":reload"), ("ok", [("result", "27 : int")]))


def prints(command, *texts):
    """A command that gives no result, and prints all of these."""
    status, told = run(command)
    same((status, [kind for kind, _ in told]), ("ok", ["stdout"]))
    for text in texts:
        same((text in told[0][1], told[0][1]), (True, told[0][1]))


run("(define five 5)")
prints(":derive (square 3)", "(square 3)")
prints(":derive --typing (square 3)", "int")
prints(":info cube", "cube : ", "defined at " + script)
prints(":info square", "defined at In [")
prints(":doc square", "square : ")
prints(":apropos histogr", "histogram")
prints(":browse", "square : ", "five : int")
prints(":vars", "five : int = 5")
prints(":set", "tier", "tables on")
prints(":tiers", "interpreted")
prints(":verdicts", "")
prints(":explain E0421", "division by zero")
same(run(":explain E9998")[1][0][0], "stderr")
prints(":doctor", "tier interp  ready")
prints(":bench (+ 1 2)", "runs\n")
prints(":why", "interpreted")
same([kind for kind, _ in run(":time (+ 1 2)")[1]], ["stdout", "result"])
same([kind for kind, _ in run(":dump core (+ 1 2)")[1]], ["stdout", "result"])
# Forms and commands in one cell, up to what fails.
same(run("(define six 6)\n:type six\n(+ six 1)"), ("ok", [("stdout", "six : int\n"), ("result", "7 : int")]))
same([kind for kind, *_ in run("(+ six 2)\n(squre 2)\n:vars\n(+ 1 1)")[1]], ["stderr", "result", "error"])
# What is not allowed is not written, and how it would be is said.
os.chdir(home.name)
for command in (':save s.nv', ':plot [1 2 3] > p.svg', '(write-text "t.txt" "text")'):
    same(run(command)[1][-1][:2], ("error", "E0503"))
    same("`nova kernel install --allow-write .` lets cells" in traceback[0], True)
same(run('(read-text "/etc/hostname")')[1][-1][:2], ("error", "E0502"))
same("`nova kernel install --allow-read /etc` lets cells" in traceback[0], True)
same([f for f in ("s.nv", "p.svg", "t.txt") if os.path.exists(f)], [])
found = reply(client.complete("(square 1)\n:dump fused"))
same((found["matches"], found["cursor_start"]), (["fused"], 17))
same(":type" in reply(client.complete(":t"))["matches"], True)
same(":step" in reply(client.complete(":s"))["matches"], False)
same(reply(client.complete("(define (quartic x) (square (square x)))\n(quar", 46))["matches"], ["quartic"])
# Tables, images, plots, kernels.
same(run('[("a<b", 1) ("c", 2)]'), ("ok", [("result", "       .0  .1\n 0  \"a<b\"   1\n 1    \"c\"   2\n2 rows : vector (vector char, int)")]))
table = tree.fromstring("<page>" + rich["text/html"] + "</page>")
same([[cell.text for cell in row] for row in table.iter("tr")], [[None, ".0", ".1"], ["0", '"a<b"', "1"], ["1", '"c"', "2"]])


def rows(n):
    """The HTML table of n rows: its first row, and the indices of the others."""
    run(f"(map (lambda (k) (k, (* k k))) (range {n}))")
    first, *others = tree.fromstring("<page>" + rich["text/html"] + "</page>").iter("tr")
    return first, [row[0].text for row in others]


# More rows than at the prompt. A click sorts them, if they are all there; the script is tried where Node.js is.
heading, indices = rows(201)
same(indices, [str(k) for k in range(201)])
same([row.get("onclick") for row in (rows(202)[0],)] + [rows(202)[1][149:152]], [None, ["149", "...", "152"]])
CLICKS = """const texts = JSON.parse(process.argv[1]);
const row = (cells) => ({cells: cells.map((textContent) => ({textContent}))});
const body = {rows: [row(["heads"]), ...texts.map((t, k) => row([String(k), t]))]};
body.append = (r) => { body.rows.splice(body.rows.indexOf(r), 1); body.rows.push(r); };
const heads = {parentNode: body, dataset: {}};
const click = new Function("event", process.argv[2]);
console.log(JSON.stringify([1, 1, 0, undefined, 1].map((cellIndex) => {
  click.call(heads, {target: {cellIndex}});
  return body.rows.slice(1).map((r) => r.cells[1].textContent).join(" ");
})));"""
if node := shutil.which("node") or shutil.which("nodejs"):
    texts = ["10", "9f", "nan", "-inf", "b", "1e-3", "a", "inff", "-2.5"]
    done = subprocess.run([node, "-e", CLICKS, json.dumps(texts), heading.get("onclick")], capture_output=True, text=True)
    up, down = "-inf -2.5 1e-3 9f 10 inff a b nan", "inff 10 9f 1e-3 -2.5 -inf nan b a"
    same((json.loads(done.stdout or "0"), done.stderr), ([up, down, " ".join(texts), " ".join(texts), up], ""))
same(run("(map (lambda (i) i) [1 2])")[0], "ok")
same(sorted(rich), ["text/plain"])
image = "(matrix (map (lambda (y) (map (lambda (x) (to_uint8 (* 16 (^ x y)))) (range 16))) (range 16)))"
run(image)
same(sorted(rich), ["image/png", "text/plain"])
png = base64.b64decode(rich["image/png"], validate=True)
same((png[:8], png[16:24]), (b"\x89PNG\r\n\x1a\n", b"\0\0\0\x10" * 2))
run(":show (matrix [[1u8 2u8]])")
same(sorted(rich), ["image/png", "text/plain"])
same(run(":plot (map (lambda (i) (* i i)) (range 20))")[0], "ok")
same((sorted(rich), len(list(tree.fromstring(rich["image/svg+xml"]).iter(SVG + "path")))), (["image/svg+xml", "text/plain"], 1))
run('(plot [(lines) (title "a & b")] [1 3 2])')  # the text of a plot is shown as the picture that it is
VEGA = "application/vnd.vegalite.v5+json"  # its description in Vega-Lite stands beside it
same((sorted(rich), [t.text for t in tree.fromstring(rich["image/svg+xml"]).iter(SVG + "text")][0]), ([VEGA, "image/svg+xml", "text/plain"], "a & b"))
same((rich[VEGA]["title"], rich[VEGA]["data"]["values"]), ("a & b", [{"index": k, "0": v} for k, v in enumerate([1, 3, 2])]))
run('(define cities [("Oslo", -4.0, (Some 3)) ("Rome", 7.5, (None))])')
run('(define drawn (plot [(bars "0" "1") (colour "0") (x-label "city")] cities))')
run("(+ 1 1)")
same(VEGA in rich, False)
run("drawn")  # a plot that a definition holds
spec = rich[VEGA]
same(spec["$schema"], "https://vega.github.io/schema/vega-lite/v5.json")
same(spec["data"]["values"], [{"0": "Oslo", "1": -4}, {"0": "Rome", "1": 7.5}])
same([layer["mark"]["type"] for layer in spec["layer"]], ["bar"])
same({name: channel["field"] for name, channel in spec["layer"][0]["encoding"].items()}, {"x": "0", "y": "1", "color": "0"})
same(spec["layer"][0]["encoding"]["x"]["title"], "city")
run(":plot drawn")
same(rich[VEGA], spec)
run('(plot [(points "0" "2") (panels "0")] cities)')
same((rich[VEGA]["facet"]["field"], rich[VEGA]["data"]["values"][1]), ("0", {"0": "Rome", "2": None}))
run("(plot [(lines)] (map to_double (iota 20001)))")  # too many data for a notebook
same(sorted(rich), ["image/svg+xml", "text/plain"])
run("(plot [(contour)] [[1 2] [3 4]])")  # Vega-Lite has none
same(sorted(rich), ["image/svg+xml", "text/plain"])
same(run(':plot "text"')[1][0][:2], ("error", "E0713"))
same([kind for kind, _ in run(":why (sum (map square (range 100)))")[1]], ["display", "result"])
run(":why (sum (map square (range 100)))")

same([g.get("class") for g in tree.fromstring(rich["image/svg+xml"]).iter(SVG + "g")], ["kernel", "result"])
same(run(":why (sum (map squre [1]))")[0], "error")

same(run("(reduce - 0 [1 2 3 4])")[1][0][0], "stderr")  # a warning
same(run("(square 5)", silent=True), ("ok", []))
same(run("(squre 5)", silent=True)[0], "error")

found = reply(client.complete("(+ λ (squ", 9))
same((found["matches"], found["cursor_start"], found["cursor_end"]), (["square"], 6, 9))
same("Num 'a" in found["metadata"]["_jupyter_types_experimental"][0]["signature"], True)
same("histogram" in reply(client.complete("(histo"))["matches"], True)
told = reply(client.inspect("(square 2)", 4))
same((told["found"], told["data"]["text/plain"].split("\n")[0]), (True, "square : Num 'a => 'a -> 'a"))
same(reply(client.inspect("(", 1))["found"], False)
same("run a form" in reply(client.inspect("(f)\n:why (f)", 6))["data"]["text/plain"], True)
same(reply(client.is_complete("(f (g"))["status"], "incomplete")
same(reply(client.is_complete("(f)"))["status"], "complete")
same(reply(client.is_complete("(f)\n:time (f (g"))["status"], "incomplete")
same(reply(client.is_complete(":vars"))["status"], "complete")
same(reply(client.is_complete(")"))["status"], "invalid")
same(reply(client.is_complete("(f]"))["status"], "invalid")

# Silent cells have no number, and no place in the history.
number = reply(client.execute("0"))["execution_count"]
same(reply(client.execute("(+ 40 2)", silent=True))["status"], "ok")
same(run("(+ 40 3)", silent=True, store_history=True), ("ok", []))
same(reply(client.execute("1"))["execution_count"], number + 1)
same([code for _, _, code in reply(client.history(hist_access_type="tail", n=50))["history"] if "(+ 40 " in code], [])

# Cells that the history is not to hold, and empty ones, have no number of their own; they are shown as others are.
number = reply(client.execute("1"))["execution_count"]
same(run("(+ 1 2)", store_history=False), run("(+ 1 2)", store_history=False))
same(rich["text/plain"].split(" ")[0], "3")
same(run(""), ("ok", []))
same(run(" \n"), ("ok", []))
same(run("(first [])", store_history=False)[0], "error")
same(reply(client.execute("2"))["execution_count"], number + 1)
same([code for _, _, code in reply(client.history())["history"][:2]], ["(define (square x) (* x x))", "(map square [1 2 3])"])

# What is printed is seen while the cell runs.
id = client.execute('(println "begun")\n(define (down n) (if (= n 0) 0 (down (- n 1))))\n(down 3000000)')
while (m := client.get_iopub_msg(timeout=20))["msg_type"] != "stream":
    pass
same(m["content"]["text"], "begun\n")
same(reply(id)["status"], "ok")

# A cell that never ends is interrupted; what waited behind it is not run, what comes later is.
endless = begin("(define (forever n) (forever (+ n 1)))\n(forever 0)")
waiting = client.execute("(square 6)")
question = client.complete("(squ")
time.sleep(0.3)
interrupt = time.time()
manager.interrupt_kernel()
same(reply(endless)["ename"], "E0603")
print(f"interrupted in {(time.time() - interrupt) * 1000:.0f} ms")
same(reply(waiting)["status"], "aborted")
same(reply(question)["matches"], ["square"])
same(run("(square 7)"), ("ok", [("result", "49 : int")]))

# What a cell that runs long does is told in one place, which is cleared in the end; beside other output it becomes empty. A silent cell
# tells nothing.
def told_until_interrupted(code, updates):
    id, kinds, out = client.execute(code), [], published
    for kind, c in out(id):
        kinds.append((kind, c["transient"]["display_id"], c["data"]["text/plain"]) if "transient" in c else (kind,))
        if kinds.count(kinds[-1]) == 1 and len([k for k in kinds if k[0] == "update_display_data"]) == updates:
            updates = -1
            manager.interrupt_kernel()
    same(reply(id)["ename"], "E0603")
    lines = [k for k in kinds if len(k) == 3]
    same(len({id for _, id, _ in lines}), 1)
    return [k[0] for k in kinds], [text for _, _, text in lines]


kinds, lines = told_until_interrupted("(forever 0)", 2)
same(kinds, ["display_data", "update_display_data", "update_display_data", "clear_output", "error"])
same([re.fullmatch(r"\d+\.\d s: (the interpreter runs|a compiled form runs on the CPU)", line) and True for line in lines], [True] * 3)
same([0.5 <= float(line.split(" ")[0]) for line in lines] + [lines == sorted(lines)], [True] * 4)
kinds, lines = told_until_interrupted('(begin (println "first") (forever 0))', 1)
same(kinds, ["stream", "display_data", "update_display_data", "update_display_data", "error"])
same(lines[2], "")
id = client.execute("(forever 0)", silent=True)
time.sleep(1.2)
manager.interrupt_kernel()
same([kind for kind, _ in published(id)], ["error"])
same(reply(id)["ename"], "E0603")


# A program that reads standard input asks for lines, up to an empty one.
def asked(id):
    """The request of input of a cell that was sent."""
    request = client.get_stdin_msg(timeout=20)
    same((request["msg_type"], request["parent_header"]["msg_id"], request["content"]["password"]), ("input_request", id, False))
    same("empty line" in request["content"]["prompt"], True)
    return request


def answer(request, text):
    client.stdin_channel.send(client.session.msg("input_reply", {"value": text}, parent=request))


id = client.execute('(println "asks")\n(read-stdin)')
for line in ("one", "tw\u00f6 2", ""):
    asked(id)
    client.input(line)
same(shown(id), ("ok", [("stdout", "asks\n"), ("result", '"one\\ntw\u00f6 2\\n" : vector char')]))
id = client.execute("(length (read-stdin))", store_history=False)
asked(id)
client.input("")
same(shown(id), ("ok", [("result", "0 : int")]))
same(run("(read-stdin)", allow_stdin=False), ("error", [("error", "E0501", "<stdin> cannot be opened: nobody is asked for input here")]))
# An interrupt ends the wait. The answer that comes after it is not the next cell's.
id = client.execute("(read-stdin)")
late = asked(id)
time.sleep(0.7)  # no progress is told meanwhile
manager.interrupt_kernel()
same([kind for kind, _ in published(id)], ["error"])
same(reply(id)["ename"], "E0603")
answer(late, "late")
id = client.execute("(read-stdin)")
asked(id)
answer(asked(id), "in time")
answer(asked(id), "")
same(shown(id), ("ok", [("result", '"in time\\n" : vector char')]))

# Interrupts when nothing runs change nothing. Each is known to have arrived before the next cell is sent: it answers on a channel of
# its own, which the cell could overtake.
client.control_channel.send(client.session.msg("interrupt_request", {}))
same(client.get_control_msg(timeout=20)["msg_type"], "interrupt_reply")
same(run("(square 8)"), ("ok", [("result", "64 : int")]))
# SIGINT does the same.
process = manager.provisioner.process
process.send_signal(signal.SIGINT)
while any(int(line.split()[1], 16) for line in open(f"/proc/{process.pid}/status") if line.startswith("ShdPnd:")):
    time.sleep(0.01)
time.sleep(0.2)  # from the signal's being taken to the flag's being set
same(run("(square 9)"), ("ok", [("result", "81 : int")]))
id = begin("(forever 0)")
process.send_signal(signal.SIGINT)
same(reply(id)["ename"], "E0603")

# Bytes that are no message, and a message with a wrong signature, change nothing.
ports = manager.get_connection_info()
for port in ("shell_port", "iopub_port", "hb_port", "control_port"):
    for junk in (b"GET / HTTP/1.0\r\n\r\n" * 9, os.urandom(300), b"\xff" + b"\0" * 8 + b"\x7f\x03\0NULL" + b"\0" * 48 + b"\x06" + b"\xff" * 8):
        with socket.create_connection(("127.0.0.1", ports[port])) as s:
            s.sendall(junk)
            s.settimeout(0.2)
            try:
                while s.recv(4096):
                    pass
            except OSError:
                pass
key, client.session.key = client.session.key, b"another"
client.execute("(square 9)")
client.session.key = key
same(run("(square 10)"), ("ok", [("result", "100 : int")]))

text = "(define big (map square (iota 300000)))\nbig!299999"
same(run(text), ("ok", [("result", "89999400001 : int")]))
same(sum(t.count("a") for _, t in run('(println (replicate 300000 #\\a))')[1]), 300000)
# A shutdown ends the process, also while a cell runs, and whatever waits behind it.
id = begin("(forever 0)")
client.execute("(forever 1)", stop_on_error=False)
client.shutdown()
same(ends(process, 20), 0)
client.stop_channels()
manager.cleanup_resources()

# And so does the end of the Jupyter that started it.
file, _ = write_connection_file(home.name + "/orphan.json")
starts = "import subprocess, sys; print(subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL).pid); sys.stdin.read()"
jupyter = subprocess.Popen([sys.executable, "-c", starts, kernel, "-f", file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                           env=os.environ | {"JPY_PARENT_PID": "1"})
orphan = int(jupyter.stdout.readline())
until = time.time() + 60
while time.time() < until:  # it listens
    with socket.socket() as s:
        if s.connect_ex(("127.0.0.1", json.load(open(file))["hb_port"])) == 0:
            break
    time.sleep(0.05)
same(time.time() < until, True)
jupyter.kill()
jupyter.wait()
until = time.time() + 20
while os.path.exists(f"/proc/{orphan}") and open(f"/proc/{orphan}/stat").read().split()[2] != "Z" and time.time() < until:
    time.sleep(0.05)
same(time.time() < until, True)

# With options: cells may write in their notebook's folder; a compiler that takes long is interrupted.
folder = home.name + "/notebooks"
os.mkdir(folder)
os.mkdir(home.name + "/bin")
with open(home.name + "/bin/cc", "w") as cc:
    cc.write("#!/bin/sh\nsleep 100\n")
os.chmod(home.name + "/bin/cc", 0o755)
subprocess.run([nova, "kernel", "install", "--allow-write", ".", "--tier", "cpu"], check=True, stdout=subprocess.DEVNULL)
slow = {"PATH": home.name + "/bin:" + os.environ["PATH"], "XDG_CACHE_HOME": home.name + "/cache"}
manager, client = start(cwd=folder, env=os.environ | slow)
same(run('(define text "text")\n(write-text "t.txt" text)'), ("ok", []))
same(run(":save s.nv"), ("ok", [("stdout", "saved: 2 forms\n")]))
same(run(":plot [1 2 3] > p.svg"), ("ok", [("stdout", "written: p.svg\n")]))
same(sorted(os.listdir(folder)), ["p.svg", "s.nv", "t.txt"])
same(run('(write-text "../t.txt" text)')[1][-1][:2], ("error", "E0503"))
id = begin("(sum (map (lambda (x) (* x x)) (iota 1000)))")
time.sleep(0.3)
manager.interrupt_kernel()
same(reply(id)["ename"], "E0603")
# A shutdown ends the process also while it waits for input.
id = client.execute("(read-stdin)")
asked(id)
process = manager.provisioner.process
client.shutdown()
same(ends(process, 20), 0)
client.stop_channels()
manager.cleanup_resources()
subprocess.run([nova, "kernel", "install"], check=True, stdout=subprocess.DEVNULL)

# What is no connection file is told.
told = subprocess.run([kernel, "-f", script], capture_output=True, text=True)
same((told.returncode, told.stderr), (1, f"nova-kernel: {script} is no connection file of Jupyter's\n"))

def joined(outputs):
    """What is printed may come in any pieces. What is left of the progress of a cell that ran long is an empty display."""
    out = []
    for o in map(dict, outputs):
        if o["output_type"] == "display_data" and o["data"] == {"text/plain": ""}:
            continue
        if out and o["output_type"] == out[-1]["output_type"] == "stream" and o["name"] == out[-1]["name"]:
            out[-1]["text"] += o["text"]
        else:
            out.append(o)
    return out


# The notebook of the tour: its outputs are those that are written in it.
book = nbformat.read(notebook, as_version=4)
written = [c.get("outputs", []) for c in book.cells]
nbclient.NotebookClient(book, kernel_name="nova", timeout=120).execute(cwd=os.path.dirname(notebook))
if "--update" in sys.argv:
    for c in book.cells:
        c.metadata.pop("execution", None)
        if "outputs" in c:
            c.outputs = [nbformat.from_dict(o) for o in joined(c.outputs)]
    nbformat.write(book, notebook)
    written = [c.get("outputs", []) for c in book.cells]
for k, (cell, before) in enumerate(zip(book.cells, written)):
    same((k, joined(cell.get("outputs", []))), (k, joined(before)))
print(f"{checks} checks")
