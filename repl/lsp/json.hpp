// Parsing and printing of the protocol's JSON. In this folder only json.cpp includes the JSON library. The other
// files use these structs, and strings that contain JSON.
#pragma once
#include "repl/lsp/facts.hpp"
#include <optional>
#include <string>
#include <vector>

namespace nova::lsp {

/// A change of a document: new text for a range, or for the whole document if there is no range.
struct Change {
  std::optional<Range> range;
  std::string text;
};

/// A message from the editor. A member is empty if the message does not have it, or has it with a wrong type.
struct Request {
  std::string id;     ///< the id as JSON; "" for a notification
  std::string method; ///< "" for a response to a request of the server
  std::string uri;
  std::optional<int64_t> version;
  std::optional<std::string> text;            ///< the document's text, in didOpen
  std::optional<std::vector<Change>> changes; ///< the changes, in didChange
  std::optional<Place> place;                 ///< the position; of a call hierarchy's item its name's begin
  std::optional<Range> range;
  std::string new_name, query; ///< of a renaming; of a search for symbols
  bool declaration = false;    ///< whether references include the definition
};

/// Parses a message. Returns nothing if it is not JSON, or not an object with a method or an id.
std::optional<Request> parse_request(const std::string& json);

// Results and messages as JSON.
std::string to_json(const Hover& h);
std::string to_json(const Location& l);
std::string to_json(const Completions& completions);
std::string to_json(const std::vector<Outline>& outline);
/// Returns the response to a formatting request: a list with the edit, or an empty list.
std::string to_json(const Text& text, const std::optional<Edit>& edit);
std::string diagnostics_notification(const std::string& uri, std::optional<int64_t> version,
                                     const std::vector<Message>& messages);
std::string initialize_result(const std::string& version);
std::string response(const std::string& id, const std::string& result);
std::string error_response(const std::string& id, int code, const std::string& message);

/// Returns the path of a file:// URI; returns any other URI unchanged.
std::string path_of_uri(const std::string& uri);
std::string uri_of_path(const std::string& path);

} // namespace nova::lsp
