"""A language client for the tests: speaks with `nova lsp` over pipes."""
import json
import subprocess
import time


class Client:
    def __init__(self, nova, env=None):
        self.process = subprocess.Popen([nova, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env)
        self.next_id = 0
        self.notifications = []
        self.answers = {}
        self.versions = {}

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def read(self):
        length = None
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise EOFError("the server has closed the stream")
            if line == b"\r\n":
                break
            name, value = line.split(b":", 1)
            if name.lower() == b"content-length":
                length = int(value)
        message = json.loads(self.process.stdout.read(length))
        if "method" in message:
            self.notifications.append(message)
        else:
            self.answers[message["id"]] = message
        return message

    def notify(self, method, **params):
        self.send({"method": method, "params": params})

    def ask(self, method, **params):
        """Sends a request; its id."""
        self.next_id += 1
        self.send({"id": self.next_id, "method": method, "params": params})
        return self.next_id

    def answer(self, id):
        """The whole answer to a request."""
        while id not in self.answers:
            self.read()
        return self.answers.pop(id)

    def request(self, method, **params):
        return self.answer(self.ask(method, **params)).get("result")

    def error(self, method, **params):
        return self.answer(self.ask(method, **params))["error"]["code"]

    def start(self):
        result = self.request("initialize", processId=None, rootUri=None, capabilities={})
        self.notify("initialized")
        return result

    # Texts.

    def open(self, uri, text):
        self.versions[uri] = 1
        self.notify("textDocument/didOpen", textDocument={"uri": uri, "languageId": "nova", "version": 1, "text": text})

    def change(self, uri, *changes):
        """Each is a text, or ((line, character), (line, character), text)."""
        self.versions[uri] += 1
        as_json = [
            {"text": c} if isinstance(c, str) else {"range": {"start": place(c[0]), "end": place(c[1])}, "text": c[2]}
            for c in changes
        ]
        self.notify("textDocument/didChange", textDocument={"uri": uri, "version": self.versions[uri]}, contentChanges=as_json)

    def diagnostics(self, uri):
        """Of the text's latest version."""
        while True:
            for n in reversed(self.notifications):
                p = n["params"]
                if n["method"] == "textDocument/publishDiagnostics" and p["uri"] == uri and p.get("version") == self.versions[uri]:
                    return p["diagnostics"]
            self.read()

    def at(self, method, uri, line, character):
        return self.request("textDocument/" + method, textDocument={"uri": uri}, position={"line": line, "character": character})

    def stop(self):
        self.request("shutdown")
        self.notify("exit")
        self.process.stdin.close()
        return self.process.wait(10)


def place(p):
    return {"line": p[0], "character": p[1]}


def timed(f):
    begin = time.time()
    f()
    return time.time() - begin
