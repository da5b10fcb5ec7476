#include "frontend/read/other/calls.hpp"
#include "frontend/read/other/definitions.hpp"
#include <algorithm>

namespace nova {
namespace {

using Arguments = std::span<const std::string>;

/// A function of another language with the call in Nova: $1 and $2 stand for its arguments, $* for all of them. `count`
/// is how many it takes, 0 if any number.
struct OtherCall {
  std::string_view name;
  size_t count;
  std::string_view call;
};

constexpr OtherCall calls[] = {
    {"Filter", 2, "(filter $1 $2)"},
    {"Map", 2, "(map $1 $2)"},
    {"Number", 1, "(to_double $1)"},
    {"Reduce", 2, "(reduce $1 start $2)"},
    {"as.integer", 1, "(to_int $1)"},
    {"as.numeric", 1, "(to_double $1)"},
    {"bool", 1, "(~= $1 0)"},
    {"c", 0, "[$*]"},
    {"div", 2, "(/ $1 $2)"},
    {"divmod", 2, "((floor-over $1 $2), (floor-mod $1 $2))"},
    {"divrem", 2, "((/ $1 $2), (% $1 $2))"},
    {"double", 1, "(to_double $1)"},
    {"fld", 2, "(floor-over $1 $2)"},
    {"float", 1, "(to_double $1)"},
    {"ifelse", 3, "(if $1 $2 $3)"},
    {"int", 1, "(to_int $1)"},
    {"lapply", 2, "(map $2 $1)"},
    {"list", 1, "$1"},
    {"max", 1, "(maximum $1)"},
    {"min", 1, "(minimum $1)"},
    {"mod", 2, "(floor-mod $1 $2)"},
    {"nchar", 1, "(length $1)"},
    {"parseFloat", 1, "(parse-double $1)"},
    {"parseInt", 1, "(parse-int $1)"},
    {"paste0", 2, "(++ $1 $2)"},
    {"quo", 2, "(/ $1 $2)"},
    {"quot", 2, "(/ $1 $2)"},
    {"rem", 2, "(% $1 $2)"},
    {"rep", 2, "(replicate $2 $1)"},
    {"sapply", 2, "(map $2 $1)"},
    {"seq", 2, "[$1..$2]"},
    {"seq_len", 1, "[1..$1]"},
    {"set", 1, "(unique $1)"},
    {"tuple", 1, "$1"},
    {"vapply", 3, "(map $2 $1)"},
};

std::string filled(std::string_view pattern, Arguments arguments) {
  std::string out;
  for (size_t at = 0; at < pattern.size(); ++at) {
    if (pattern[at] != '$') {
      out += pattern[at];
      continue;
    }
    const char which = pattern[++at];
    if (which != '*') {
      out += arguments[static_cast<size_t>(which - '1')];
      continue;
    }
    for (const std::string& a : arguments) out += (&a == arguments.data() ? "" : " ") + a;
  }
  return out;
}

const OtherCall* find_call(std::string_view function) {
  const auto* at = std::ranges::find(calls, function, &OtherCall::name);
  return at == std::end(calls) ? nullptr : at;
}

/// Whether the argument is a text, so that a conversion to a number reads it.
bool is_text(std::string_view e) { return e[0] == '"' || e.starts_with("(read-") || e.starts_with("(trim "); }

} // namespace

std::optional<std::string> own_call(std::string_view function, Arguments arguments) {
  const OtherCall* c = find_call(function);
  if (!c || (c->count > 0 && arguments.size() != c->count)) return {};
  if (arguments.empty()) return c->count == 0 ? std::optional("[]") : std::nullopt;
  if (is_text(arguments[0]) && c->call.starts_with("(to_"))
    return (c->call.starts_with("(to_int") ? "(parse-int " : "(parse-double ") + arguments[0] + ")";
  return filled(c->call, arguments);
}

bool has_own_call(std::string_view function) { return find_call(function) != nullptr; }

std::optional<std::string> chosen_elements(const std::string& xs, std::string_view condition) {
  for (const std::string_view sign : {"<", ">", "<=", ">=", "=", "~="}) {
    const std::string begin = "(" + std::string(sign) + " " + xs + " ";
    if (!condition.starts_with(begin)) continue;
    const std::string bound(condition.substr(begin.size()));
    const char* const v = bound.find('v') == bound.npos ? "v" : "x";
    return "(filter (lambda (" + std::string(v) + ") (" + std::string(sign) + " " + v + " " + bound + ") " +
           xs + ")";
  }
  return {};
}

} // namespace nova
