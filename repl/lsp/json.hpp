// The protocol's JSON. The only file that includes the JSON library is lsp/json.cpp; all others see these
// structs, and texts that are JSON already.
#pragma once
#include "repl/lsp/facts.hpp"
#include <optional>
#include <string>
#include <vector>

namespace nova::lsp {

/// A change of a document: of a range, or all of it.
struct Change {
  std::optional<Range> range;
  std::string text;
};

/// What an editor sends. What is missing or of another kind is empty.
struct Request {
  std::string id;     ///< JSON; "" for a notification
  std::string method; ///< "" for an answer to a request of ours
  std::string uri;
  std::optional<int64_t> version;
  std::optional<std::string> text;            ///< didOpen
  std::optional<std::vector<Change>> changes; ///< didChange
  std::optional<Place> place;
};

/// Nothing if the text is no JSON, or no object with a method or an id.
std::optional<Request> parse_request(const std::string& json);

// Results, and what is sent: JSON.
std::string to_json(const Hover& h);
std::string to_json(const Location& l);
std::string to_json(const Completions& completions);
std::string to_json(const std::vector<Outline>& outline);
/// What formatting changes.
std::string to_json(const Text& text, const std::optional<Edit>& edit);
std::string diagnostics_notification(const std::string& uri, std::optional<int64_t> version,
                                     const std::vector<Message>& messages);
std::string initialize_result(const std::string& version);
std::string response(const std::string& id, const std::string& result);
std::string error_response(const std::string& id, int code, const std::string& message);

/// The path of a file:// URI; another URI as it is.
std::string path_of_uri(const std::string& uri);
std::string uri_of_path(const std::string& path);

} // namespace nova::lsp
