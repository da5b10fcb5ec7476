// JSON for the protocols of the language server and of `nova serve`: members of objects, and printing. Only files
// that read or write JSON include this, since it includes the JSON library.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace nova::protocol {

using Json = nlohmann::json;

/// Prints JSON in one line. Invalid UTF-8 becomes U+FFFD.
std::string dump(const Json& j);
/// Returns a member of an object. Returns null if `j` is no object or does not have the member.
const Json* member(const Json& j, const char* name);
/// Returns a member that is a string. Returns nothing if the member is missing or has another type, or `j` is null.
std::optional<std::string> string_in(const Json* j, const char* name);

} // namespace nova::protocol
