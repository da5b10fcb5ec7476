#include "repl/serve/request.hpp"
#include "frontend/read/datum.hpp"
#include "repl/protocol/json.hpp"
#include "runtime/scalar_text.hpp"
#include <algorithm>
#include <span>

namespace nova::serve {

namespace {

using protocol::Json;
using protocol::member;

constexpr int most_depth = 8;          ///< levels of objects and arrays in a request
constexpr size_t most_values = 65'536; ///< values in a request; columns are one value each
constexpr size_t longest_id = 256;     ///< bytes of an id

/// Thrown where a request is wrong.
struct Wrong {
  std::string why;
};
[[noreturn]] void refuse(std::string why) { throw Wrong{std::move(why)}; }

/// A line as JSON. Of a line that is too deep or holds too many values, the rest is left out, and `why` tells so.
struct Parsed {
  Json json;
  std::string why{};
};
Parsed parse(std::string_view line) {
  size_t values = 0;
  std::string why;
  const auto is_kept = [&](int depth, Json::parse_event_t event, Json&) {
    if (event == Json::parse_event_t::object_end || event == Json::parse_event_t::array_end) return true;
    if (depth > most_depth) why = "its brackets nest more than " + std::to_string(most_depth) + " deep";
    if (++values > most_values) why = "it holds more than " + std::to_string(most_values) + " values";
    return depth <= most_depth && values <= most_values;
  };
  return {Json::parse(line, is_kept, false), std::move(why)};
}

std::string id_of(const Json& j, const char* name) {
  const Json* id = member(j, name);
  if (!id || id->is_null()) return "null";
  if (!id->is_number() && !id->is_string()) refuse(std::string(name) + " is neither a number nor a text");
  std::string text = protocol::dump(*id);
  if (text.size() > longest_id)
    refuse(std::string(name) + " has more than " + std::to_string(longest_id) + " bytes");
  return text;
}

/// Returns a text member of the request, or "" if there is none.
std::string text_of(const Json& j, const char* name) {
  const Json* text = member(j, name);
  if (!text) return "";
  if (!text->is_string()) refuse(std::string(name) + " is no text");
  return text->get<std::string>();
}

int descriptor_of(const Json& j) {
  constexpr int most = 1 << 20;
  const Json& n = *member(j, "memfd");
  if (!n.is_number_unsigned() || n.get<uint64_t>() > most) refuse("memfd is no number of a descriptor");
  return static_cast<int>(n.get<uint64_t>());
}

/// Refuses members that are not in `allowed`, so that a misspelt one is not overlooked.
void check_members(const Json& j, std::string_view of, std::span<const std::string_view> allowed) {
  for (const auto& [name, value] : j.items()) {
    if (std::ranges::find(allowed, name) != allowed.end()) continue;
    std::string all;
    for (const std::string_view a : allowed) all += (all.empty() ? "" : ", ") + std::string(a);
    refuse(std::string(of) + " has no member " + name.substr(0, longest_id) + "; it has " + all);
  }
}

/// Returns a text as a literal of Nova.
std::string literal(std::string_view text) {
  static const Symbols none;
  Datum d;
  d.kind = DatumKind::String, d.text = text;
  return print_datum(d, none);
}

Argument argument_of(const Json& j) {
  const auto form = [](std::string text) { return Argument{Carrier::Text, std::move(text), -1, "", true}; };
  if (j.is_boolean() || j.is_number_integer()) return form(protocol::dump(j));
  if (j.is_number_float()) return form(scalar_text(Value::of(j.get<double>())));
  if (j.is_string()) return form(literal(j.get_ref<const std::string&>()));
  if (!j.is_object())
    refuse("an argument is a number, a bool, a text, or an object such as {\"text\": \"[1 2]\"}");
  constexpr std::string_view allowed[] = {"text", "npy", "path", "memfd", "type"};
  check_members(j, "an argument", allowed);
  const bool typed = member(j, "type");
  if (j.size() != (typed ? 2 : 1) || (typed && member(j, "text")))
    refuse("an argument has one of text, npy, path and memfd; a type may stand beside the last three");
  Argument a;
  a.type = text_of(j, "type");
  if (member(j, "memfd"))
    a.carrier = Carrier::Memfd, a.descriptor = descriptor_of(j);
  else if (member(j, "path"))
    a.carrier = Carrier::Path, a.bytes = text_of(j, "path");
  else if (member(j, "npy"))
    a.carrier = Carrier::Npy, a.bytes = text_of(j, "npy");
  else
    a.bytes = text_of(j, "text");
  return a;
}

Target target_of(const Json& j) {
  if (j.is_string() && j == "text") return {};
  if (j.is_string() && j == "npy") return {Carrier::Npy};
  const bool alone = j.is_object() && j.size() == 1;
  if (alone && member(j, "path")) return {Carrier::Path, text_of(j, "path")};
  if (alone && member(j, "memfd")) return {Carrier::Memfd, "", descriptor_of(j)};
  refuse("result is \"text\", \"npy\", {\"path\": ..} or {\"memfd\": ..}");
}

struct MethodRow {
  std::string_view name;
  Method method;
  std::vector<std::string_view> members; ///< the allowed ones, besides id and method
  std::vector<std::string_view> needed;  ///< the members without which the method has no meaning
};
const MethodRow methods[] = {
    {"eval", Method::Eval, {"text", "result"}, {"text"}},
    {"define", Method::Define, {"text", "name", "value"}, {}},
    {"call", Method::Call, {"function", "arguments", "result"}, {"function", "arguments"}},
    {"why", Method::Why, {"text"}, {}},
    {"cancel", Method::Cancel, {"request"}, {"request"}},
    {"hello", Method::Hello, {"token"}, {}}};

const MethodRow& method_of(const Json& j) {
  const std::string name = text_of(j, "method");
  for (const MethodRow& row : methods)
    if (row.name == name) return row;
  std::string all;
  for (const MethodRow& row : methods) all += (all.empty() ? "" : ", ") + std::string(row.name);
  refuse((name.empty() ? "it names no method" : "there is no method " + name.substr(0, longest_id)) +
         "; there are " + all);
}

void fill(Request& r, const Json& j) {
  const MethodRow& row = method_of(j);
  std::vector<std::string_view> allowed = {"id", "method"};
  allowed.insert(allowed.end(), row.members.begin(), row.members.end());
  check_members(j, row.name, allowed);
  for (const std::string_view needed : row.needed)
    if (!j.contains(needed)) refuse(std::string(row.name) + " needs the member " + std::string(needed));
  r.method = row.method;
  r.text = text_of(j, "text"), r.function = text_of(j, "function");
  r.name = text_of(j, "name"), r.token = text_of(j, "token");
  if (r.method == Method::Cancel) r.cancelled = id_of(j, "request");
  if (const Json* result = member(j, "result")) r.result = target_of(*result);
  if (const Json* all = member(j, "arguments")) {
    if (!all->is_array()) refuse("arguments is no array");
    for (const Json& a : *all) r.arguments.push_back(argument_of(a));
  }
  if (const Json* value = member(j, "value")) r.arguments.push_back(argument_of(*value));
  const bool named = member(j, "name") && member(j, "value");
  if (r.method == Method::Define &&
      (named ? j.contains("text") : !j.contains("text") || j.contains("name") || j.contains("value")))
    refuse("define has either a text, or a name and a value");
}

} // namespace

std::variant<Request, Refusal> parse_request(std::string_view line) {
  Request r;
  r.bytes = line.size();
  try {
    const Parsed parsed = parse(line);
    if (parsed.json.is_discarded()) refuse("it is not JSON in UTF-8");
    if (!parsed.json.is_object()) refuse("it is no object");
    r.id = id_of(parsed.json, "id");
    if (!parsed.why.empty()) refuse(parsed.why);
    fill(r, parsed.json);
    return r;
  } catch (Wrong& wrong) {
    return Refusal{std::move(r.id), std::move(wrong.why)};
  }
}

} // namespace nova::serve
