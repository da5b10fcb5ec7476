// The answers of queries.hpp as JSON.
#pragma once
#include "repl/lsp/json.hpp"
#include "repl/lsp/queries.hpp"

namespace nova::lsp {

std::string to_json(const Signature& s);
std::string to_json(const TextEdit& name); ///< of a name that can be renamed: its range and text
std::string to_json(const std::vector<Inlay>& inlays);
std::string to_json(const std::vector<Fold>& folds);
std::string tokens_json(const std::vector<uint32_t>& tokens);
std::string edits_json(const std::optional<TextEdit>& edit);
std::string locations(const std::string& path, const std::vector<Range>& ranges);
std::string highlights(const std::vector<Range>& ranges);
std::string workspace_edit(const std::string& path, const std::vector<TextEdit>& edits);
std::string call_items(const std::string& path, const std::optional<Outline>& item);
/// `role`: "from" if the items are callers, "to" if they are called.
std::string calls_json(const std::string& path, const char* role, const std::vector<CallItem>& calls);
/// Returns the definitions whose names contain `part`, whatever the case of its letters.
std::string symbols_json(const std::string& path, const std::vector<Outline>& outline,
                         const std::string& part);

/// How many errors and warnings a document has.
struct MessageCounts {
  size_t errors = 0, warnings = 0;
  auto operator<=>(const MessageCounts&) const = default;
};

// Mends are printed for the server, which tries them, and then for the editor.
/// Returns the mends, with the messages to which they belong, and how many messages the document has.
std::string mends_json(const Facts& facts, const std::vector<Mend>& mends);
/// Reads what mends_json has printed. Each mend has a title, a text and a range of bytes.
std::vector<Mend> parse_mends(const std::string& json, MessageCounts& counts);
MessageCounts count_messages(const std::string& notification);
/// Returns those of the mends in `json` whose numbers are in `good`, as code actions for the document `uri`.
std::string code_actions(const std::string& json, const std::string& uri, const std::vector<size_t>& good);
/// Joins lists that are JSON.
std::string joined(const std::vector<std::string>& lists);

} // namespace nova::lsp
