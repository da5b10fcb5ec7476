// The forms of a Nova text: where each begins and ends, and which one is meant by a cursor.
"use strict";

/** Returns the place behind the blanks and comments at `at`. */
function skipBlanks(text, at) {
  for (;;) {
    while (at < text.length && /\s/.test(text[at])) ++at;
    if (text.startsWith("#|", at)) at = blockEnd(text, at);
    else if (text[at] === ";" || (at === 0 && text.startsWith("#!"))) at = lineEnd(text, at);
    else return at;
  }
}

function lineEnd(text, at) {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** Returns the end of the block comment at `at`; block comments nest. */
function blockEnd(text, at) {
  let depth = 0;
  do {
    if (text.startsWith("#|", at)) ++depth, at += 2;
    else if (text.startsWith("|#", at)) --depth, at += 2;
    else ++at;
  } while (depth > 0 && at < text.length);
  return Math.min(at, text.length);
}

function stringEnd(text, at) {
  for (++at; at < text.length && text[at] !== '"'; ++at) if (text[at] === "\\") ++at;
  return Math.min(at + 1, text.length);
}

const character = /#\\(x[0-9a-fA-F]+;?|[A-Za-z][A-Za-z0-9]*|[^])/uy; // a letter, its name or its number
const word = /[^\s()[\]",;]+/y;

/** Returns the end of what the pattern matches at `at`; of one unit if it matches nothing. */
function matchEnd(pattern, text, at) {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 1);
}

/** Returns the end of the datum that begins at `at`: brackets with all in them, a string or a word, and an index behind. */
function formEnd(text, at) {
  let depth = 0;
  do {
    at = skipBlanks(text, at);
    if (at >= text.length) return text.length;
    const c = text[at];
    if (text.startsWith("#;", at)) at = formEnd(text, skipBlanks(text, at + 2));
    else if (c === "(" || c === "[") ++depth, ++at;
    else if (c === ")" || c === "]") --depth, ++at;
    else if (c === '"') at = stringEnd(text, at);
    else at = matchEnd(text.startsWith("#\\", at) ? character : word, text, at);
  } while (depth > 0);
  return text[at] === "!" || text[at] === "." ? formEnd(text, at + 1) : at;
}

/** Returns the [begin, end] of the top-level form at the place; in a gap, of the form before; null before the first. */
function formAt(text, place) {
  let found = null;
  for (let at = skipBlanks(text, 0); at < text.length && (at <= place || !found); at = skipBlanks(text, found[1])) {
    if (at > place) return null;
    found = [at, formEnd(text, at)];
  }
  return found;
}

module.exports = { formAt };
