// A client's request: one line of JSON, parsed and checked. Only request.cpp and reply.cpp include the JSON library.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nova::serve {

enum class Method : uint8_t { Eval, Define, Call, Why, Cancel, Hello };

/// Where the bytes of a column are: in the request itself, in a file, or in shared memory of the client.
enum class Carrier : uint8_t { Text, Npy, Path, Memfd };

/// A value from the client: an argument of a call, or a value that is to get a name.
struct Argument {
  Carrier carrier = Carrier::Text;
  std::string bytes{};  ///< Text: a form of Nova. Npy: the array's bytes, in base64. Path: a file's path
  int descriptor = -1;  ///< Memfd: the client's descriptor
  std::string type{};   ///< the type that the client states for a column; "" if it states none
  bool literal = false; ///< Text: whether it was made from a JSON value, and so is one form
};

/// The form in which the client wants values.
struct Target {
  Carrier carrier = Carrier::Text;
  std::string path{};  ///< Path: the file to write
  int descriptor = -1; ///< Memfd: the client's descriptor
};

/// A request. A member is empty if the method does not have it.
struct Request {
  std::string id = "null"; ///< the client's id for the request, as JSON
  Method method = Method::Eval;
  std::string text{};                ///< eval, define, why: forms
  std::string function{};            ///< call: an expression
  std::vector<Argument> arguments{}; ///< call: the arguments; define: the value, if `name` is not empty
  std::string name{};                ///< define: the name of a value
  std::string cancelled{};           ///< cancel: the id of the request to cancel, as JSON
  std::string token{};               ///< hello: the token
  Target result{};                   ///< eval, call: the form of values
  size_t bytes = 0;                  ///< length of the line
};

/// A line that is no request, and why not. `id` is as in Request.
struct Refusal {
  std::string id = "null", why{};
};

/// Parses a line. Any bytes are accepted.
std::variant<Request, Refusal> parse_request(std::string_view line);

} // namespace nova::serve
