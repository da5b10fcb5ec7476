// A notebook's messages (Jupyter's messaging protocol 5.3): frames to structs and back. Contents are made
// here, as JSON.
#pragma once
#include "repl/show.hpp"
#include "repl/completion.hpp"
#include "repl/zmtp.hpp"
#include <optional>
#include <string>
#include <vector>

namespace nova::notebook {

/// The file that tells a kernel where to listen.
struct Connection {
  std::string ip, key;
  uint16_t shell = 0, iopub = 0, input = 0, control = 0, heartbeat = 0;
};
std::optional<Connection> parse_connection(const std::string& json);

struct Request {
  zmtp::Frames route;       ///< what stands before the delimiter
  std::string header, type; ///< header: JSON
  std::string code;
  uint32_t cursor = 0; ///< in characters
  bool silent = false, stop_on_error = true, restart = false;
};
/// Nothing where the signature is wrong or a part is missing.
std::optional<Request> parse_request(const zmtp::Frames& frames, const std::string& key);

/// A whole message; `parent` is the request's header, or empty.
zmtp::Frames make_message(const zmtp::Frames& route, const std::string& type, const std::string& parent,
                          const std::string& content, const std::string& key);

// Contents.
std::string kernel_info(const std::string& version);
std::string state(bool busy);
std::string code_shown(const std::string& code, uint32_t count);
std::string stream(bool error, const std::string& text);
std::string result(const RichResult& shown, uint32_t count);
/// What is shown beside a result.
std::string displayed(const RichResult& shown);
struct Failure {
  std::string name, message, text; ///< text: rendered, with colours
};
/// What is published where a cell fails.
std::string failure(const std::vector<Failure>& failures);
/// The reply to a cell: how it went.
std::string executed(uint32_t count, const std::vector<Failure>& failures);
std::string aborted();
std::string completed(const std::vector<Completion>& all, uint32_t begin, uint32_t end);
std::string inspected(const std::optional<std::string>& text);
std::string completeness(bool complete);
std::string shut_down(bool restart);
std::string no_history();
std::string no_comms();
std::string done();
/// What `nova kernel install` writes.
std::string kernel_spec(const std::string& program);

} // namespace nova::notebook
