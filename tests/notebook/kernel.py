#!/usr/bin/env python3
"""Nova's kernel as Jupyter's own client uses it, and a notebook run by nbclient. Both are Debian's; without them nothing
is tested.

Usage: kernel.py NOVA NOTEBOOK
"""
import base64
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as tree

try:
    import nbclient
    import nbformat
    from jupyter_client import KernelManager, write_connection_file
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
    """(status, what was published but states and the code itself) of a cell."""
    id = client.execute(code, **options)
    out = []
    rich.clear()
    while True:
        m = client.get_iopub_msg(timeout=20)
        if m["parent_header"].get("msg_id") != id or m["msg_type"] == "execute_input":
            continue
        c = m["content"]
        if m["msg_type"] == "status" and c["execution_state"] == "idle":
            break
        if m["msg_type"] == "stream":
            if out and out[-1][0] == c["name"]:
                out[-1] = (c["name"], out[-1][1] + c["text"])
            else:
                out.append((c["name"], c["text"]))
        elif m["msg_type"] == "execute_result":
            out.append(("result", c["data"]["text/plain"]))
            rich.update(c["data"])
        elif m["msg_type"] == "display_data":
            out.append(("display", c["data"]["text/plain"]))
            rich.update(c["data"])
        elif m["msg_type"] == "error":
            out.append(("error", c["ename"], c["evalue"]))
            same("\x1b[" in c["traceback"][0], True)
            traceback[:] = c["traceback"]
    return reply(id)["status"], out


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

same(subprocess.run([nova, "kernel", "install"], capture_output=True, text=True).stdout, home.name + "/kernels/nova/kernel.json\n")


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
same((sorted(rich), [t.text for t in tree.fromstring(rich["image/svg+xml"]).iter(SVG + "text")][0]), (["image/svg+xml", "text/plain"], "a & b"))
same(run(':plot "text"')[1][0][:2], ("error", "E0713"))
same([kind for kind, _ in run(":why (sum (map square (range 100)))")[1]], ["display", "result"])
run(":why (sum (map square (range 100)))")

same([g.get("class") for g in tree.fromstring(rich["image/svg+xml"]).iter(SVG + "g")], ["kernel", "result"])
same(run(":why (sum (map squre [1]))")[0], "error")

same(run("(reduce - 0 [1 2 3 4])")[1][0][0], "stderr")  # a warning
same(run("(square 5)", silent=True), ("ok", []))

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
client.stop_channels()
manager.shutdown_kernel()
same(manager.is_alive(), False)
subprocess.run([nova, "kernel", "install"], check=True, stdout=subprocess.DEVNULL)

# What is no connection file is told.
told = subprocess.run([kernel, "-f", script], capture_output=True, text=True)
same((told.returncode, told.stderr), (1, f"nova-kernel: {script} is no connection file of Jupyter's\n"))

def joined(outputs):
    """What is printed may come in any pieces."""
    out = []
    for o in map(dict, outputs):
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
