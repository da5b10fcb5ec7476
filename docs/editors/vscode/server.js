// A process `nova lsp`, and JSON-RPC with it over standard input and output.
"use strict";
const { spawn } = require("child_process");

/** Splits a stream of bytes into messages: headers, an empty line, and as many bytes as Content-Length says. */
class Messages {
  constructor(take) {
    this.take = take;
    this.blocks = []; // the bytes that belong to no message yet
    this.size = 0;
    this.needed = 0; // how many bytes the next message has, if its headers have come
  }
  add(block) {
    this.blocks.push(block);
    this.size += block.length;
    if (this.size < this.needed) return;
    let bytes = Buffer.concat(this.blocks);
    this.needed = 0;
    for (let end; (end = bytes.indexOf("\r\n\r\n")) >= 0; ) {
      const length = Number(/content-length: *(\d+)/i.exec(bytes.toString("latin1", 0, end))?.[1] ?? 0);
      const next = end + 4 + length;
      if (bytes.length < next) {
        this.needed = next;
        break;
      }
      if (length > 0) this.take(JSON.parse(bytes.toString("utf8", end + 4, next)));
      bytes = bytes.subarray(next);
    }
    this.blocks = [bytes];
    this.size = bytes.length;
  }
}

/** A running `nova lsp`. `heard` gets its notifications; `ended` is called once at its end, with an error if it never began. */
class Server {
  constructor(path, heard, ended, log) {
    this.waiting = new Map(); // by the number of a request: what settles its promise
    this.last = 0;
    this.process = spawn(path, ["lsp"], { stdio: "pipe" });
    const messages = new Messages((m) => (m.method ? heard(m) : this.settle(m)));
    this.process.stdout.on("data", (bytes) => messages.add(bytes));
    this.process.stderr.on("data", (bytes) => log(bytes.toString()));
    this.process.stdin.on("error", () => {}); // the end of the process is told by `close`
    this.process.on("error", (e) => this.end(ended, e));
    this.process.on("close", () => this.end(ended));
  }
  end(ended, error) {
    if (this.isOver) return;
    this.isOver = true;
    for (const { reject } of this.waiting.values()) reject(new Error("the language server has ended"));
    this.waiting.clear();
    ended(error);
  }
  settle(message) {
    const asked = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) asked?.reject(Object.assign(new Error(message.error.message), { code: message.error.code }));
    else asked?.resolve(message.result);
  }
  send(message) {
    if (this.isOver) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
  }
  notify(method, params) {
    this.send({ method, params });
  }
  request(method, params) {
    return new Promise((resolve, reject) => {
      if (this.isOver) return reject(new Error("the language server does not run"));
      this.waiting.set(++this.last, { resolve, reject });
      this.send({ id: this.last, method, params });
    });
  }
  async stop() {
    await this.request("shutdown").catch(() => {});
    this.notify("exit");
  }
}

module.exports = { Server };
