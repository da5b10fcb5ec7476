// A user's session with the extension: prints what the editor is given, as one line of JSON. vscode.py compares it.
//
// Usage: node session.js EXTENSION NOVA FOLDER
"use strict";
const childProcess = require("child_process");
const fs = require("fs");
const Module = require("module");
const path = require("path");
const { vscode, user, shown, settings } = require("./editor");

const [, , extension, nova, folder] = process.argv;
const load = Module._load;
Module._load = (name, ...more) => (name === "vscode" ? vscode : load(name, ...more));
const servers = []; // the processes that the extension has started
const spawn = childProcess.spawn;
childProcess.spawn = (...a) => {
  const started = spawn(...a);
  servers.push(started);
  return started;
};

const TEXT = `(define-datatype (Shape 'a) (Circle 'a) (Box 'a 'a))
; Doubles a number,
; whatever its type.
(define (twice x) (* x 2))
(define (area s)
  (match s ((Circle r) (* r (twice r))) ((Box a b) (* a b))))
(define größe "日本𝄞") (twice größ)
`;

/** Waits until f gives something. */
async function until(f, what) {
  for (const end = Date.now() + 30000; Date.now() < end; await new Promise((go) => setTimeout(go, 10))) {
    const found = await f();
    if (found) return found;
  }
  throw new Error(`there is no ${what}; the output is: ${shown.log}`);
}
const problems = (document, count) =>
  until(() => {
    const found = shown.problems.get(document.uri.toString());
    return found && found.length === count && found;
  }, `${count} problems of ${document.uri}`);
const provided = (kind, method, ...a) => shown.providers[kind].of[method](...a);
/** The place of a word, which stands for the nth time. */
function place(document, word, nth = 1) {
  let at = -1;
  for (let k = 0; k < nth; ++k) at = document.text.indexOf(word, at + 1);
  return document.positionAt(at);
}
const at = (document, kind, method, word, nth, ...more) => provided(kind, method, document, place(document, word, nth), ...more);
const whole = (document) => new vscode.Range(document.positionAt(0), document.positionAt(document.text.length));
const span = (r) => `${r.start.line}:${r.start.character}-${r.end.line}:${r.end.character}`;
/** The text after edits, which do not overlap. */
function edited(document, edits) {
  let text = document.text;
  const ends = edits.map((e) => [document.offsetAt(e.range.start), document.offsetAt(e.range.end), e.newText]);
  for (const [from, to, by] of ends.sort((a, b) => b[0] - a[0])) text = text.slice(0, from) + by + text.slice(to);
  return text;
}
const refusal = (promise) => promise.then(() => "no refusal", (e) => e.message);

/** What is told where there is no nova, and after the setting is mended. */
async function missing(got) {
  settings.path = `${folder}/no-nova`;
  user.clicks("Open the setting");
  await require(extension).activate(context);
  await until(() => shown.ran.length > 0, "command after the message");
  got.missing = [shown.errors.splice(0), shown.ran.splice(0), Object.keys(shown.providers).length];
  user.set("path", nova);
  await until(() => shown.providers.CodeActions, "provider after the setting is mended");
}

async function reading(document, got) {
  const [problem] = await problems(document, 1);
  got.problem = [problem.message, problem.severity, problem.source, problem.code, span(problem.range)];
  const hover = await at(document, "Hover", "provideHover", "twice", 2);
  got.hover = [hover.contents.value.split("\n")[1], hover.contents.value.includes("Doubles a number"), span(hover.range)];
  got.noHover = (await at(document, "Hover", "provideHover", "; Doubles")) === undefined;
  const definition = await at(document, "Definition", "provideDefinition", "twice", 2);
  got.definition = [definition.uri.path, span(definition.range)];
  got.references = (await at(document, "Reference", "provideReferences", "twice", 1, { includeDeclaration: false })).map((l) => span(l.range));
  got.highlights = (await at(document, "DocumentHighlight", "provideDocumentHighlights", "r)")).map((h) => span(h.range));
  got.hints = (await provided("InlayHints", "provideInlayHints", document, whole(document))).map((h) => [h.position.line, h.position.character, h.label, h.kind]);
  const { data } = await provided("DocumentSemanticTokens", "provideDocumentSemanticTokens", document);
  const { tokenTypes } = shown.providers.DocumentSemanticTokens.more[0];
  got.token = [data instanceof Uint32Array, data.length % 5, [...data.slice(0, 3)], tokenTypes[data[3]]];
}

async function outlines(document, got) {
  got.folds = (await provided("FoldingRange", "provideFoldingRanges", document)).map((f) => [f.start, f.end, f.kind]);
  got.symbols = (await provided("DocumentSymbol", "provideDocumentSymbols", document)).map((s) => [s.name, s.kind, s.children.map((c) => c.name)]);
  got.found = (await provided("WorkspaceSymbol", "provideWorkspaceSymbols", "TWI")).map((s) => [s.name, s.kind, s.location.uri.path, span(s.location.range)]);
  const [item] = await at(document, "CallHierarchy", "prepareCallHierarchy", "twice");
  const callers = await provided("CallHierarchy", "provideCallHierarchyIncomingCalls", item);
  const callees = await provided("CallHierarchy", "provideCallHierarchyOutgoingCalls", callers[0].from);
  got.calls = [item.name, callers.map((c) => [c.from.name, c.fromRanges.map(span)]), callees.map((c) => c.to.name)];
}

async function writing(document, got) {
  got.refused = [await refusal(at(document, "Rename", "provideRenameEdits", "twice", 1, "double-of")), await refusal(at(document, "Rename", "prepareRename", "match"))];
  user.type(document, ["größ)", "x)"], ["größe ", "x "], ['"日本𝄞"', "4"]); // from the last to the first
  await problems(document, 0);
  const renamed = await at(document, "Rename", "prepareRename", "twice");
  const { edits } = await at(document, "Rename", "provideRenameEdits", "twice", 1, "double-of");
  got.rename = [renamed.placeholder, span(renamed.range), Object.keys(edits), edited(document, edits[document.uri.path])];
  user.type(document, ["(twice x)\n", "(twic\n  (foldll + 0 [1 2])\n"]);
  const list = await provided("CompletionItem", "provideCompletionItems", document, document.positionAt(document.text.indexOf("(twic\n") + 5));
  got.completions = [list.isIncomplete, list.items.map((i) => [i.label, i.kind, i.detail, i.insertText])];
  user.type(document, ["(twic\n", "(f [(1, 2.0)].\n"]); // not whole: a place of a tuple that a vector has not
  user.type(document, ["(f [(1, 2.0)].\n", "(let (p (1, 2.0)) in p.\n"]);
  const places = await provided("CompletionItem", "provideCompletionItems", document, document.positionAt(document.text.indexOf("in p.\n") + 5));
  got.places = places.items.map((i) => [i.label, i.detail, span(i.range)]);
  user.type(document, ["(let (p (1, 2.0)) in p.\n  ", ""]);
  await problems(document, 1);
  const help = await at(document, "SignatureHelp", "provideSignatureHelp", "+ 0 [1 2]");
  user.type(document, ["foldll + 0", "foldl + 0"]);
  const better = await at(document, "SignatureHelp", "provideSignatureHelp", "0 [1 2]");
  got.signature = [help === undefined, better.signatures[0].label, better.signatures[0].parameters.length, better.activeParameter];
  user.type(document, ["foldl + 0", "foldll + 0"]);
  await problems(document, 1);
  const actions = await provided("CodeActions", "provideCodeActions", document, whole(document));
  got.actions = actions.map((a) => [a.title, a.kind, a.isPreferred, a.diagnostics[0].code, edited(document, a.edit.edits[document.uri.path]).includes("(foldl + 0 [1 2])")]);
  user.type(document, ["(foldll + 0 [1 2])\n", "(let (x   1)\n in"]);
  const typed = await at(document, "OnTypeFormattingEdit", "provideOnTypeFormattingEdits", " in", 1, "\n", { tabSize: 2 });
  got.typed = typed.map((e) => [span(e.range), e.newText]);
  user.type(document, ["\n in", " x)\n"]);
  const laidOut = await provided("DocumentFormattingEdit", "provideDocumentFormattingEdits", document, { tabSize: 2 });
  got.format = edited(document, laidOut).split("\n").slice(-2);
}

async function dying(document, got) {
  const hover = () => at(document, "Hover", "provideHover", "twice");
  const kill = async () => {
    const last = servers[servers.length - 1];
    last.kill("SIGKILL");
    await new Promise((go) => last.once("close", go));
  };
  got.before = servers.length;
  await kill();
  got.again = [(await until(hover, "hover after a death")).contents.value.includes("twice"), servers.length, shown.errors.length];
  user.clicks(undefined);
  await kill();
  await until(() => shown.errors.length, "message after the second death");
  got.twice = [shown.errors.splice(0), servers.length, (await hover()) === undefined, await refusal(at(document, "Rename", "prepareRename", "twice"))];
  await shown.commands["nova.restart"]();
  got.restarted = [(await hover()).contents.value.includes("twice"), servers.length];
}

async function commands(document, got) {
  const program = user.open(vscode.Uri.file(`${folder}/a program's file.nv`), '(println "in the file")\n(write-text "x.txt" "text")\n(+ 1 2)\n');
  await shown.commands["nova.runFile"]();
  got.ran = shown.ran.splice(0).map(([status, words]) => [status, words.split("\n")[0], words.includes("E0503")]);
  got.saved = fs.readFileSync(program.fileName, "utf8") === program.text;
  const text = '#!/usr/bin/env nova\n#| ( #| |# ( |#\n(f #\\( "\\")" ; )\n  #;(g 1) [1\n2]) 42\n\n"s p"\n';
  const forms = user.open(vscode.Uri.file(`${folder}/forms.nv`), text);
  for (const part of ["env", "f #", "2])", "42", "\n\n", "p\""]) {
    user.select(forms, text.indexOf(part));
    shown.commands["nova.sendForm"]();
  }
  user.select(forms, text.indexOf("42"), text.indexOf("42") + 1);
  shown.commands["nova.sendForm"]();
  got.sent = shown.sent;
  got.terminals = vscode.window.terminals.length;
  user.close(forms);
  user.close(program);
  const other = user.open(vscode.Uri.file(`${folder}/other.txt`), "(", "plaintext");
  user.type(other, ["(", "(("]);
  user.close(other);
  got.closed = [...shown.problems].filter(([uri, list]) => uri !== document.uri.toString() && list.length > 0);
}

const context = { subscriptions: [] };

async function session() {
  const got = {};
  await missing(got);
  const document = user.open(vscode.Uri.file(`${folder}/shapes of (all) größen+.nv`), TEXT);
  await reading(document, got);
  await outlines(document, got);
  await writing(document, got);
  await dying(document, got);
  await commands(document, got);
  const last = servers[servers.length - 1];
  const ended = new Promise((go) => last.once("close", go));
  await require(extension).deactivate();
  got.ended = await ended;
  context.subscriptions.forEach((s) => s.dispose());
  got.left = [Object.keys(shown.providers), Object.keys(shown.commands)];
  got.log = shown.log;
  console.log(JSON.stringify(got));
}

session().catch((e) => {
  console.error(e.stack);
  process.exit(1);
});
