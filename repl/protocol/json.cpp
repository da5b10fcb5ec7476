#include "repl/protocol/json.hpp"

namespace nova::protocol {

std::string dump(const Json& j) { return j.dump(-1, ' ', false, Json::error_handler_t::replace); }

const Json* member(const Json& j, const char* name) {
  if (!j.is_object()) return nullptr;
  const auto found = j.find(name);
  return found == j.end() ? nullptr : &*found;
}

std::optional<std::string> string_in(const Json* j, const char* name) {
  const Json* s = j ? member(*j, name) : nullptr;
  if (!s || !s->is_string()) return {};
  return s->get<std::string>();
}

} // namespace nova::protocol
