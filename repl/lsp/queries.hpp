// Answers about a checked document that an editor shows beside the text or asks for by a command: signatures, inlay
// hints, colours, folds, renaming, calls, indentation, mends of errors.
#pragma once
#include "repl/lsp/facts.hpp"

namespace nova::lsp {

/// The type of the function that is called around a byte, and which argument stands there.
struct Signature {
  std::string label, documentation;
  std::vector<std::pair<uint32_t, uint32_t>> parameters; ///< the arguments' types in `label`: begin and end
  uint32_t active = 0;
};
std::optional<Signature> signature_at(Facts& facts, Place at);

/// A text that an editor shows within the document's.
struct Inlay {
  Place at;
  std::string label;
};
/// Returns the types of parameters, variables and definitions that are not written, in a range.
std::vector<Inlay> inlays(Facts& facts, const Range& range);

/// The names of the kinds of tokens, in the order of their numbers.
std::vector<std::string> token_kinds();
/// Returns the document's tokens as the protocol has them: five numbers each, relative to the token before.
std::vector<uint32_t> semantic_tokens(Facts& facts);

/// Lines that can be shown as their first one.
struct Fold {
  uint32_t first = 0, last = 0;
  bool comment = false;
};
std::vector<Fold> folds(Facts& facts);

/// Replaced texts.
struct TextEdit {
  Range range;
  std::string text;
};
/// The edits of a renaming, or why there are none.
struct Renaming {
  std::vector<TextEdit> edits;
  std::string refusal;
};
/// Returns the name at a place if it can be renamed: its range and text.
std::optional<TextEdit> renamed_name(Facts& facts, Place at);
Renaming rename(Facts& facts, Place at, const std::string& to);

/// Returns the edit that indents the line of a place, on which nothing else stands yet.
std::optional<TextEdit> indented_line(Facts& facts, Place at);

/// A definition of the document, and where another one uses it.
struct CallItem {
  Outline of;
  std::vector<Range> uses;
};
std::optional<Outline> call_item(Facts& facts, Place at);
/// Returns the definitions that use the one whose name stands at a place.
std::vector<CallItem> callers(Facts& facts, Place at);
/// Returns the document's definitions that the one whose name stands at a place uses.
std::vector<CallItem> callees(Facts& facts, Place at);

/// A change that may mend an error: a help's text in place of a piece of the document.
struct Mend {
  std::string title, text;
  uint32_t begin = 0, end = 0; ///< what is replaced, in bytes
  size_t message = 0;          ///< the number of the message that has the help
};
/// Returns the changes to try for the messages in a range, the most likely ones first. A change counts as a mend only if
/// the changed text has fewer errors, or as many and fewer warnings.
std::vector<Mend> possible_mends(Facts& facts, const Range& range);

} // namespace nova::lsp
