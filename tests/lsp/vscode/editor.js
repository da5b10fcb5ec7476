// A stand-in for the module `vscode`: as much of the editor's API as the extension uses, with the editor's habits, such as
// ranges that are lists in JSON. What is not here throws, so that a misspelt name is found.
"use strict";
const { execFile } = require("child_process");
const fs = require("fs");

/** Lets an object throw where a member is read that it does not have. */
function strict(name, object) {
  return new Proxy(object, {
    get(of, key) {
      if (typeof key === "string" && !(key in of) && key !== "then") throw new Error(`${name} has no ${key}`);
      return of[key];
    },
  });
}
/** A class whose constructor keeps its arguments under these names. */
const record = (...names) =>
  class {
    constructor(...values) {
      if (values.length > names.length) throw new Error(`too many arguments for (${names})`);
      values.forEach((v, k) => (this[names[k]] = v));
    }
  };
/** An event of the editor: `listen` registers, `fire` calls who listens. */
function event() {
  const listeners = new Set();
  const listen = (f) => (listeners.add(f), { dispose: () => listeners.delete(f) });
  return { listen, fire: (what) => listeners.forEach((f) => f(what)) };
}

class Position {
  constructor(line, character) {
    if (!Number.isInteger(line) || !Number.isInteger(character)) throw new Error("a position has two integers");
    Object.assign(this, { line, character });
  }
  toJSON() {
    return { line: this.line, character: this.character };
  }
}
class Range {
  constructor(start, end) {
    if (!(start instanceof Position && end instanceof Position)) throw new Error("a range has two positions");
    Object.assign(this, { start, end });
  }
  get isEmpty() {
    return this.start.line === this.end.line && this.start.character === this.end.character;
  }
  get active() {
    return this.end;
  }
  toJSON() {
    return [this.start, this.end];
  }
}
/** URIs are encoded as the editor encodes them: more characters are escaped than the server escapes. */
class Uri {
  constructor(scheme, path) {
    Object.assign(this, { scheme, path });
  }
  static parse(text) {
    const [, scheme, path] = /^(\w+):(?:\/\/)?(.*)$/.exec(text);
    return new Uri(scheme, decodeURIComponent(path));
  }
  static file(path) {
    return new Uri("file", path);
  }
  toString() {
    return `${this.scheme}:${this.scheme === "file" ? "//" : ""}${this.path.split("/").map(encodeURIComponent).join("/")}`;
  }
}
class WorkspaceEdit {
  constructor() {
    this.edits = {};
  }
  set(uri, edits) {
    this.edits[uri.path] = edits;
  }
}

class TextDocument {
  constructor(uri, text, languageId = "nova") {
    Object.assign(this, { uri, text, languageId, version: 1, fileName: uri.path });
  }
  getText(range) {
    return range ? this.text.slice(this.offsetAt(range.start), this.offsetAt(range.end)) : this.text;
  }
  offsetAt({ line, character }) {
    let at = 0;
    for (let k = 0; k < line; ++k) at = this.text.indexOf("\n", at) + 1;
    return at + character;
  }
  positionAt(offset) {
    const lines = this.text.slice(0, offset).split("\n");
    return new Position(lines.length - 1, lines[lines.length - 1].length);
  }
  async save() {
    fs.writeFileSync(this.fileName, this.text);
    return true;
  }
}

const [opened, changed, closed, configured] = [event(), event(), event(), event()];
const settings = { path: "nova" };
const shown = { errors: [], log: "", problems: new Map(), providers: {}, commands: {}, sent: [], ran: [] };
let answerToError; // what the user clicks in a message, if anything

const provider = (kind) => (...registered) => {
  const all = kind === "WorkspaceSymbol" ? [null, ...registered] : registered;
  if (shown.providers[kind]) throw new Error(`two providers of ${kind}`);
  shown.providers[kind] = { selector: all[0], of: all[1], more: all.slice(2) };
  return { dispose: () => delete shown.providers[kind] };
};
const kinds = ["Hover", "Definition", "CompletionItem", "Reference", "DocumentHighlight", "Rename", "SignatureHelp", "InlayHints", "DocumentSemanticTokens",
               "FoldingRange", "CallHierarchy", "DocumentSymbol", "WorkspaceSymbol", "DocumentFormattingEdit", "OnTypeFormattingEdit", "CodeActions"];

const vscode = strict("vscode", {
  Position, Range, Uri, WorkspaceEdit,
  Location: record("uri", "range"),
  TextEdit: record("range", "newText"),
  MarkdownString: record("value"),
  Hover: record("contents", "range"),
  Diagnostic: record("range", "message", "severity"),
  DiagnosticRelatedInformation: record("location", "message"),
  CompletionItem: record("label", "kind"),
  CompletionList: record("items", "isIncomplete"),
  SignatureHelp: record(),
  SignatureInformation: record("label", "documentation"),
  ParameterInformation: record("label"),
  DocumentHighlight: record("range"),
  DocumentSymbol: record("name", "detail", "kind", "range", "selectionRange"),
  SymbolInformation: record("name", "kind", "containerName", "location"),
  InlayHint: record("position", "label", "kind"),
  SemanticTokens: record("data"),
  SemanticTokensLegend: record("tokenTypes", "tokenModifiers"),
  FoldingRange: record("start", "end", "kind"),
  FoldingRangeKind: strict("FoldingRangeKind", { Comment: 1, Imports: 2, Region: 3 }),
  CallHierarchyItem: record("kind", "name", "detail", "uri", "range", "selectionRange"),
  CallHierarchyIncomingCall: record("from", "fromRanges"),
  CallHierarchyOutgoingCall: record("to", "fromRanges"),
  CodeAction: record("title", "kind"),
  CodeActionKind: strict("CodeActionKind", { QuickFix: "quickfix" }),
  ProcessExecution: record("process", "args", "options"),
  Task: record("definition", "scope", "name", "source", "execution", "problemMatchers"),
  TaskScope: strict("TaskScope", { Workspace: 2 }),
  languages: strict("languages", {
    createDiagnosticCollection: () => ({
      set: (uri, list) => shown.problems.set(uri.toString(), list),
      clear: () => shown.problems.clear(),
      dispose() {},
    }),
    ...Object.fromEntries(kinds.map((kind) => [`register${kind}Provider`, provider(kind)])),
  }),
  workspace: strict("workspace", {
    textDocuments: [],
    getConfiguration: (section) => ({ get: (name) => (section === "nova" ? settings[name] : undefined) }),
    onDidOpenTextDocument: opened.listen,
    onDidChangeTextDocument: changed.listen,
    onDidCloseTextDocument: closed.listen,
    onDidChangeConfiguration: configured.listen,
  }),
  window: strict("window", {
    activeTextEditor: undefined,
    terminals: [],
    createOutputChannel: () => ({ append: (t) => (shown.log += t), appendLine: (t) => (shown.log += t + "\n"), dispose() {} }),
    showErrorMessage: async (message, ...choices) => (shown.errors.push(message), choices.find((c) => c === answerToError)),
    createTerminal: (options) => {
      const terminal = { name: options.name, exitStatus: undefined, show() {}, sendText: (t) => shown.sent.push([options.shellPath, t]) };
      vscode.window.terminals.push(terminal);
      return terminal;
    },
  }),
  commands: strict("commands", {
    registerCommand: (name, f) => ((shown.commands[name] = f), { dispose: () => delete shown.commands[name] }),
    executeCommand: async (...words) => shown.ran.push(words),
  }),
  tasks: strict("tasks", {
    executeTask: ({ execution: e }) =>
      new Promise((resolve) => execFile(e.process, e.args, e.options, (error, out, err) => (shown.ran.push([error?.code ?? 0, out + err]), resolve()))),
  }),
});

/** What a user does. Each changes the editor's state and tells the extension. */
const user = {
  open(uri, text, languageId) {
    const document = new TextDocument(uri, text, languageId);
    vscode.workspace.textDocuments.push(document);
    vscode.window.activeTextEditor = { document, selection: new Range(new Position(0, 0), new Position(0, 0)) };
    opened.fire(document);
    return document;
  },
  /** Replaces each part of the text, given from the last to the first, as the editor's events have them. */
  type(document, ...changes) {
    const contentChanges = changes.map(([part, text]) => {
      const from = document.text.indexOf(part);
      if (from < 0) throw new Error(`the text has no ${part}`);
      const range = new Range(document.positionAt(from), document.positionAt(from + part.length));
      document.text = document.text.slice(0, from) + text + document.text.slice(from + part.length);
      return { range, text };
    });
    ++document.version;
    changed.fire({ document, contentChanges });
  },
  close(document) {
    vscode.workspace.textDocuments.splice(vscode.workspace.textDocuments.indexOf(document), 1);
    closed.fire(document);
  },
  select(document, from, to = from) {
    const selection = new Range(document.positionAt(from), document.positionAt(to));
    vscode.window.activeTextEditor = { document, selection };
  },
  set(name, value) {
    settings[name] = value;
    configured.fire({ affectsConfiguration: (section) => section === `nova.${name}` });
  },
  clicks(choice) {
    answerToError = choice;
  },
};

module.exports = { vscode, user, shown, settings };
