// A reply to a client: what a request gave, and its diagnostics as data. One reply is one line of JSON.
#pragma once
#include "repl/session/told.hpp"
#include <optional>
#include <string>
#include <vector>

namespace nova::serve {

/// A value in the form that the request asks for.
struct Shown {
  std::string type, verdict;
  std::optional<std::string> text{}, npy{}; ///< the value as Nova prints it; the bytes of a .npy file
  std::optional<uint64_t> written{};        ///< bytes written to the client's file or shared memory
};
/// A definition that a request made.
struct Defined {
  std::string name, type;
};

struct Reply {
  std::string id = "null"; ///< the request's id, as JSON
  std::vector<Shown> values{};
  std::vector<Defined> defined{};
  std::vector<Told> errors{}, warnings{};
  std::string output{};                 ///< what the request's program printed
  std::string remarks{};                ///< what Nova remarks, such as which definitions are missing
  std::optional<std::string> why{};     ///< why: the tiers' report
  std::optional<bool> cancelled{};      ///< cancel: whether the request was found
  std::optional<std::string> version{}; ///< hello: Nova's version
};

/// Returns a reply whose only content is an error without a place.
Reply failure(std::string id, const Diagnostic& d);
/// Returns the reply as JSON in one line, with its newline.
std::string to_line(const Reply& r);

} // namespace nova::serve
