// The client of Nova's language server for Visual Studio Code. It starts `nova lsp`, tells it the texts, and answers
// the editor's questions by the server's answers. It needs no packages.
"use strict";
const path = require("path");
const vscode = require("vscode");
const convert = require("./convert");
const { formAt } = require("./forms");
const { Server } = require("./server");

const documents = [{ language: "nova", scheme: "file" }, { language: "nova", scheme: "untitled" }];
const contentModified = -32801; // the protocol's code of an answer that came too late for its text
const isOurs = (document) => documents.some((d) => d.language === document.languageId && d.scheme === document.uri.scheme);
const program = () => vscode.workspace.getConfiguration("nova").get("path") || "nova";
const text = (document) => ({ textDocument: { uri: document.uri.toString() } });
const at = (document, position) => ({ ...text(document), position: { line: position.line, character: position.character } });
const within = (document, range) => ({ ...text(document), range: convert.protocolRange(range) });

/** The language server, the texts that it knows, and what the editor shows of its answers. */
class Client {
  constructor(context) {
    this.context = context;
    this.server = null;
    this.deaths = 0;
    this.isConnected = false;
    this.ready = Promise.resolve();
    this.output = vscode.window.createOutputChannel("Nova");
    this.problems = vscode.languages.createDiagnosticCollection("nova");
    this.keep(this.output, this.problems);
  }
  keep(...disposables) {
    this.context.subscriptions.push(...disposables);
  }

  /** Starts a server. What is asked meanwhile waits until the server knows the open texts. */
  start() {
    this.ready = this.begin();
    return this.ready;
  }
  async begin() {
    const isCurrent = () => this.server === server;
    const heard = (message) => isCurrent() && this.hear(message);
    const ended = (error) => isCurrent() && this.afterEnd(error);
    const server = new Server(program(), heard, ended, (words) => this.output.append(words));
    this.server = server;
    try {
      const { capabilities } = await server.request("initialize", { processId: process.pid, rootUri: null, capabilities: {} });
      server.notify("initialized", {});
      if (!this.isConnected) this.connect(capabilities);
      if (isCurrent()) vscode.workspace.textDocuments.forEach((d) => this.opened(d));
    } catch {
      // It has ended, which afterEnd tells.
    }
  }
  /** After the server has ended without being asked to: starts it once more, or tells why not. */
  async afterEnd(error) {
    this.server = null;
    this.problems.clear();
    if (error) return this.tellMissing(error);
    if (++this.deaths === 1) {
      this.output.appendLine("The language server has ended, and is started again.");
      return this.start();
    }
    const again = "Restart";
    const told = 'Nova\'s language server has ended twice. The output "Nova" has its last words.';
    if ((await vscode.window.showErrorMessage(told, again)) === again) await this.restart();
  }
  async tellMissing(error) {
    const setting = "Open the setting";
    const why = error.code === "ENOENT" ? "was not found" : `does not start (${error.message})`;
    const told = `Nova: the program "${program()}" ${why}. The setting nova.path says where it is; without it there are colours only.`;
    if ((await vscode.window.showErrorMessage(told, setting)) === setting)
      await vscode.commands.executeCommand("workbench.action.openSettings", "nova.path");
  }
  async restart() {
    await this.stop();
    this.deaths = 0;
    return this.start();
  }
  async stop() {
    const server = this.server;
    this.server = null; // its end is no surprise
    this.problems.clear();
    await server?.stop();
  }

  hear({ method, params }) {
    if (method === "textDocument/publishDiagnostics") this.problems.set(vscode.Uri.parse(params.uri), params.diagnostics.map(convert.diagnostic));
  }
  opened(document) {
    if (!isOurs(document)) return;
    const { uri, version } = document;
    this.server?.notify("textDocument/didOpen", { textDocument: { uri: uri.toString(), languageId: "nova", version, text: document.getText() } });
  }
  changed({ document, contentChanges }) {
    if (!isOurs(document) || contentChanges.length === 0) return;
    const changes = contentChanges.map((c) => ({ range: convert.protocolRange(c.range), text: c.text }));
    this.server?.notify("textDocument/didChange", { textDocument: { uri: document.uri.toString(), version: document.version }, contentChanges: changes });
  }
  closed(document) {
    if (isOurs(document)) this.server?.notify("textDocument/didClose", text(document));
  }

  /** Asks the server. Resolves to the converted answer; to nothing if there is none, or the text has changed. */
  async ask(method, params, converted) {
    try {
      await this.ready;
      const answer = await this.server?.request(method, params);
      return answer ? converted(answer) : undefined;
    } catch (e) {
      if (e.code !== contentModified) this.output.appendLine(`${method}: ${e.message}`);
      return undefined;
    }
  }
  /** Asks about a text. */
  askText(method, params, converted) {
    return this.ask(`textDocument/${method}`, params, converted);
  }
  /** Asks for what the user has ordered: a refusal is thrown, which the editor shows. */
  async order(method, params, converted, refusal) {
    await this.ready;
    if (!this.server) throw new Error("Nova's language server does not run");
    const answer = await this.server.request(`textDocument/${method}`, params);
    if (!answer) throw new Error(refusal);
    return converted(answer);
  }

  /** Registers what the editor asks of a language. The providers stay while servers come and go. */
  connect(capabilities) {
    this.isConnected = true;
    this.connectReading(vscode.languages, capabilities);
    this.connectOutlines(vscode.languages);
    this.connectWriting(vscode.languages, capabilities);
  }
  /** What is shown beside a text or at the cursor. */
  connectReading(l, capabilities) {
    const { tokenTypes, tokenModifiers } = capabilities.semanticTokensProvider.legend;
    const uses = (d, p, context) => this.askText("references", { ...at(d, p), context }, convert.locations);
    this.keep(
      l.registerHoverProvider(documents, { provideHover: (d, p) => this.askText("hover", at(d, p), convert.hover) }),
      l.registerDefinitionProvider(documents, { provideDefinition: (d, p) => this.askText("definition", at(d, p), convert.location) }),
      l.registerReferenceProvider(documents, { provideReferences: uses }),
      l.registerDocumentHighlightProvider(documents, {
        provideDocumentHighlights: (d, p) => this.askText("documentHighlight", at(d, p), convert.highlights),
      }),
      l.registerInlayHintsProvider(documents, { provideInlayHints: (d, r) => this.askText("inlayHint", within(d, r), convert.inlayHints) }),
      l.registerDocumentSemanticTokensProvider(
        documents,
        { provideDocumentSemanticTokens: (d) => this.askText("semanticTokens/full", text(d), convert.semanticTokens) },
        new vscode.SemanticTokensLegend(tokenTypes, tokenModifiers),
      ),
    );
  }
  /** The structure of texts: folds, symbols, calls. */
  connectOutlines(l) {
    this.keep(
      l.registerFoldingRangeProvider(documents, { provideFoldingRanges: (d) => this.askText("foldingRange", text(d), convert.foldingRanges) }),
      l.registerDocumentSymbolProvider(documents, { provideDocumentSymbols: (d) => this.askText("documentSymbol", text(d), convert.documentSymbols) }),
      l.registerWorkspaceSymbolProvider({ provideWorkspaceSymbols: (query) => this.ask("workspace/symbol", { query }, convert.workspaceSymbols) }),
      l.registerCallHierarchyProvider(documents, {
        prepareCallHierarchy: (d, p) => this.askText("prepareCallHierarchy", at(d, p), convert.callItems),
        provideCallHierarchyIncomingCalls: (i) => this.ask("callHierarchy/incomingCalls", convert.askedItem(i), convert.incomingCalls),
        provideCallHierarchyOutgoingCalls: (i) => this.ask("callHierarchy/outgoingCalls", convert.askedItem(i), convert.outgoingCalls),
      }),
    );
  }
  /** What changes a text, or helps to write it. */
  connectWriting(l, capabilities) {
    const completions = (d, p) => this.askText("completion", at(d, p), convert.completionList);
    const signature = (d, p) => this.askText("signatureHelp", at(d, p), convert.signatureHelp);
    const laidOut = (d, options) => this.askText("formatting", { ...text(d), options }, convert.textEdits);
    const indented = (d, p, ch, options) => this.askText("onTypeFormatting", { ...at(d, p), ch, options }, convert.textEdits);
    const mends = (d, r) => this.askText("codeAction", { ...within(d, r), context: { diagnostics: [] } }, convert.codeActions);
    const kinds = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };
    this.keep(
      l.registerCompletionItemProvider(documents, { provideCompletionItems: completions }, ...capabilities.completionProvider.triggerCharacters),
      l.registerSignatureHelpProvider(documents, { provideSignatureHelp: signature }, ...capabilities.signatureHelpProvider.triggerCharacters),
      l.registerDocumentFormattingEditProvider(documents, { provideDocumentFormattingEdits: laidOut }),
      l.registerOnTypeFormattingEditProvider(
        documents, { provideOnTypeFormattingEdits: indented }, capabilities.documentOnTypeFormattingProvider.firstTriggerCharacter),
      l.registerCodeActionsProvider(documents, { provideCodeActions: mends }, kinds),
      l.registerRenameProvider(documents, {
        prepareRename: (d, p) => this.order("prepareRename", at(d, p), convert.renamedName, "this name can't be renamed"),
        provideRenameEdits: (d, p, newName) => this.order("rename", { ...at(d, p), newName }, convert.workspaceEdit, "nothing is renamed"),
      }),
    );
  }
}

/** Saves the file of the active editor and runs it in a terminal, in the file's folder. */
async function runFile() {
  const document = vscode.window.activeTextEditor?.document;
  if (!document || !(await document.save())) return; // a text without a file may be given none
  const cwd = path.dirname(document.fileName);
  const run = new vscode.ProcessExecution(program(), ["run", document.fileName], { cwd });
  await vscode.tasks.executeTask(new vscode.Task({ type: "process" }, vscode.TaskScope.Workspace, "run file", "nova", run, []));
}

/** Sends the selected text to a prompt in a terminal; without a selection, the form around the cursor or before it. */
function sendForm() {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const { document, selection } = editor;
  const all = document.getText();
  const form = selection.isEmpty ? formAt(all, document.offsetAt(selection.active)) : null;
  const sent = selection.isEmpty ? form && all.slice(...form) : document.getText(selection);
  const name = "Nova prompt";
  const open = vscode.window.terminals.find((t) => t.name === name && t.exitStatus === undefined);
  const terminal = open ?? vscode.window.createTerminal({ name, shellPath: program() });
  terminal.show(true);
  if (sent) terminal.sendText(sent.includes("\n") ? `\x1b[200~${sent}\x1b[201~` : sent); // several lines go as one paste
}

let client = null;

function activate(context) {
  client = new Client(context);
  client.keep(
    vscode.workspace.onDidOpenTextDocument((d) => client.opened(d)),
    vscode.workspace.onDidChangeTextDocument((change) => client.changed(change)),
    vscode.workspace.onDidCloseTextDocument((d) => client.closed(d)),
    vscode.workspace.onDidChangeConfiguration((c) => c.affectsConfiguration("nova.path") && client.restart()),
    vscode.commands.registerCommand("nova.runFile", runFile),
    vscode.commands.registerCommand("nova.sendForm", sendForm),
    vscode.commands.registerCommand("nova.restart", () => client.restart()),
  );
  return client.start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
