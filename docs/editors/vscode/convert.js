// The answers of the language server as the editor's API has them, and questions about its items.
"use strict";
const vscode = require("vscode");

// The protocol counts kinds and severities from 1, the editor from 0.
const position = (p) => new vscode.Position(p.line, p.character);
const range = (r) => new vscode.Range(position(r.start), position(r.end));
/** A range as the protocol has it; the editor's own JSON of a range is a list. */
const protocolRange = ({ start, end }) => ({
  start: { line: start.line, character: start.character },
  end: { line: end.line, character: end.character },
});
const location = (l) => new vscode.Location(vscode.Uri.parse(l.uri), range(l.range));
const textEdit = (e) => new vscode.TextEdit(range(e.range), e.newText);
const markdown = (text) => new vscode.MarkdownString(typeof text === "string" ? text : text.value);

function workspaceEdit(edit) {
  const out = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(edit.changes)) out.set(vscode.Uri.parse(uri), edits.map(textEdit));
  return out;
}

function diagnostic(d) {
  const out = new vscode.Diagnostic(range(d.range), d.message, d.severity - 1);
  out.source = d.source;
  out.code = d.code;
  out.relatedInformation = (d.relatedInformation ?? []).map((r) => new vscode.DiagnosticRelatedInformation(location(r.location), r.message));
  return out;
}

function completionItem(c) {
  const out = new vscode.CompletionItem(c.label, c.kind - 1);
  out.detail = c.detail;
  if (c.documentation) out.documentation = markdown(c.documentation);
  if (c.textEdit) out.range = range(c.textEdit.range);
  out.insertText = c.textEdit?.newText ?? c.label;
  return out;
}

function signatureHelp(h) {
  const out = new vscode.SignatureHelp();
  out.signatures = h.signatures.map((s) => {
    const one = new vscode.SignatureInformation(s.label, s.documentation && markdown(s.documentation));
    one.parameters = s.parameters.map((p) => new vscode.ParameterInformation(p.label));
    return one;
  });
  out.activeSignature = h.activeSignature;
  out.activeParameter = h.activeParameter;
  return out;
}

function documentSymbol(s) {
  const out = new vscode.DocumentSymbol(s.name, s.detail ?? "", s.kind - 1, range(s.range), range(s.selectionRange));
  out.children = (s.children ?? []).map(documentSymbol);
  return out;
}

function codeAction(a) {
  const out = new vscode.CodeAction(a.title, vscode.CodeActionKind.QuickFix);
  out.edit = workspaceEdit(a.edit);
  out.diagnostics = a.diagnostics.map(diagnostic);
  out.isPreferred = a.isPreferred;
  return out;
}

const folds = { comment: vscode.FoldingRangeKind.Comment, region: vscode.FoldingRangeKind.Region };
const callItem = (i) =>
  new vscode.CallHierarchyItem(i.kind - 1, i.name, i.detail ?? "", vscode.Uri.parse(i.uri), range(i.range), range(i.selectionRange));

module.exports = {
  protocolRange,
  diagnostic,
  completionList: (c) => new vscode.CompletionList(c.items.map(completionItem), c.isIncomplete),
  hover: (h) => new vscode.Hover(markdown(h.contents), range(h.range)),
  location,
  locations: (list) => list.map(location),
  highlights: (list) => list.map((h) => new vscode.DocumentHighlight(range(h.range))),
  renamedName: (n) => ({ range: range(n.range), placeholder: n.placeholder }),
  workspaceEdit,
  textEdits: (list) => list.map(textEdit),
  signatureHelp,
  inlayHints: (list) => list.map((i) => new vscode.InlayHint(position(i.position), i.label, i.kind)),
  semanticTokens: (t) => new vscode.SemanticTokens(new Uint32Array(t.data)),
  foldingRanges: (list) => list.map((f) => new vscode.FoldingRange(f.startLine, f.endLine, folds[f.kind])),
  documentSymbols: (list) => list.map(documentSymbol),
  workspaceSymbols: (list) => list.map((s) => new vscode.SymbolInformation(s.name, s.kind - 1, s.containerName ?? "", location(s.location))),
  codeActions: (list) => list.map(codeAction),
  callItems: (list) => list.map(callItem),
  incomingCalls: (list) => list.map((c) => new vscode.CallHierarchyIncomingCall(callItem(c.from), c.fromRanges.map(range))),
  outgoingCalls: (list) => list.map((c) => new vscode.CallHierarchyOutgoingCall(callItem(c.to), c.fromRanges.map(range))),
  /** A call hierarchy's item as the protocol has it. */
  askedItem: (i) => {
    const { name, kind, uri, range, selectionRange } = i;
    return { item: { name, kind: kind + 1, uri: uri.toString(), range: protocolRange(range), selectionRange: protocolRange(selectionRange) } };
  },
};
