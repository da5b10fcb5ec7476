#include "repl/lsp/json.hpp"
#include "repl/lsp/convert.hpp"
#include "repl/lsp/queries.hpp"
#include <filesystem>

namespace nova::lsp {

namespace {

using protocol::dump;
using protocol::Json;
using protocol::member;
using protocol::string_in;

// The functions below parse messages. They return nothing for a member that is missing or has a wrong type.

std::optional<uint32_t> number_in(const Json& j, const char* name) {
  const Json* n = member(j, name);
  if (!n || !n->is_number_integer()) return {};
  const int64_t v =
      n->is_number_unsigned() && n->get<uint64_t>() > UINT32_MAX ? UINT32_MAX : n->get<int64_t>();
  return static_cast<uint32_t>(std::clamp<int64_t>(v, 0, UINT32_MAX));
}
std::optional<Place> place_in(const Json* j) {
  if (!j) return {};
  const auto line = number_in(*j, "line"), character = number_in(*j, "character");
  if (!line || !character) return {};
  return Place{*line, *character};
}
std::optional<Range> range_in(const Json* j) {
  if (!j) return {};
  const auto begin = place_in(member(*j, "start")), end = place_in(member(*j, "end"));
  if (!begin || !end) return {};
  return Range{*begin, *end};
}
std::optional<std::vector<Change>> changes_in(const Json* j) {
  if (!j || !j->is_array()) return {};
  std::vector<Change> out;
  for (const Json& c : *j) {
    const auto text = string_in(&c, "text");
    const Json* range = member(c, "range");
    const auto where = range_in(range);
    if (!text || (range && !range->is_null() && !where)) return {};
    out.push_back({where, *text});
  }
  return out;
}

/// Converts a completion to JSON.
Json json(const Completion& c) {
  Json out = {{"label", c.label}, {"kind", static_cast<int>(c.kind)}};
  if (!c.detail.empty()) out["detail"] = c.detail;
  if (!c.documentation.empty()) out["documentation"] = c.documentation;
  return out;
}
} // namespace

Json json(const Message& m) {
  Json related = Json::array();
  for (const Message::Related& r : m.related)
    related.push_back({{"location", json(r.where)}, {"message", r.text}});
  Json out = {
      {"range", json(m.range)}, {"severity", m.warning ? 2 : 1}, {"source", "nova"}, {"message", m.text}};
  if (!m.code.empty()) out["code"] = m.code;
  if (!related.empty()) out["relatedInformation"] = std::move(related);
  return out;
}

std::optional<Request> parse_request(const std::string& text) {
  const Json j = Json::parse(text, nullptr, false);
  if (j.is_discarded() || !j.is_object()) return {};
  Request r;
  const Json *id = member(j, "id"), *params = member(j, "params");
  if (id && (id->is_number() || id->is_string())) r.id = dump(*id);
  r.method = string_in(&j, "method").value_or("");
  if (r.method.empty() && r.id.empty()) return {};
  if (!params) return r;
  const Json* document = member(*params, "textDocument");
  r.uri = string_in(document, "uri").value_or("");
  r.text = string_in(document, "text");
  const Json* version = document ? member(*document, "version") : nullptr;
  if (version && version->is_number_integer()) r.version = version->get<int64_t>();
  r.changes = changes_in(member(*params, "contentChanges"));
  r.place = place_in(member(*params, "position"));
  r.range = range_in(member(*params, "range"));
  r.new_name = string_in(params, "newName").value_or("");
  r.query = string_in(params, "query").value_or("");
  const Json *context = member(*params, "context"), *item = member(*params, "item");
  const Json* declaration = context ? member(*context, "includeDeclaration") : nullptr;
  r.declaration = declaration && declaration->is_boolean() && declaration->get<bool>();
  if (!item) return r;
  r.uri = string_in(item, "uri").value_or("");
  if (const auto name = range_in(member(*item, "selectionRange"))) r.place = name->begin;
  return r;
}

std::string to_json(const Hover& h) {
  return dump({{"contents", {{"kind", "markdown"}, {"value", h.markdown}}}, {"range", json(h.range)}});
}
std::string to_json(const Location& l) { return dump(json(l)); }
std::string to_json(const Completions& completions) {
  Json items = Json::array();
  for (const Completion& c : completions.all) items.push_back(json(c));
  if (completions.replaced)
    for (Json& item : items)
      item["textEdit"] = {{"range", json(*completions.replaced)}, {"newText", item["label"]}};
  return dump({{"isIncomplete", false}, {"items", std::move(items)}});
}
std::string to_json(const std::vector<Outline>& outline) { return dump(array(outline)); }
std::string to_json(const Text& text, const std::optional<Edit>& edit) {
  Json out = Json::array();
  if (edit) out.push_back({{"range", json(text.range_of(edit->begin, edit->end))}, {"newText", edit->by}});
  return dump(out);
}

std::string diagnostics_notification(const std::string& uri, std::optional<int64_t> version,
                                     const std::vector<Message>& messages) {
  Json params = {{"uri", uri}, {"diagnostics", array(messages)}};
  if (version) params["version"] = *version;
  return dump(
      {{"jsonrpc", "2.0"}, {"method", "textDocument/publishDiagnostics"}, {"params", std::move(params)}});
}

std::string initialize_result(const std::string& version) {
  const Json capabilities = {
      {"positionEncoding", "utf-16"},
      {"textDocumentSync", {{"openClose", true}, {"change", 2}}},
      {"hoverProvider", true},
      {"definitionProvider", true},
      {"completionProvider", {{"triggerCharacters", {"."}}}},
      {"documentSymbolProvider", true},
      {"documentFormattingProvider", true},
      {"documentOnTypeFormattingProvider", {{"firstTriggerCharacter", "\n"}}},
      {"referencesProvider", true},
      {"documentHighlightProvider", true},
      {"renameProvider", {{"prepareProvider", true}}},
      {"signatureHelpProvider", {{"triggerCharacters", {"(", " "}}}},
      {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
      {"inlayHintProvider", true},
      {"foldingRangeProvider", true},
      {"callHierarchyProvider", true},
      {"workspaceSymbolProvider", true},
      {"semanticTokensProvider",
       {{"legend", {{"tokenTypes", token_kinds()}, {"tokenModifiers", Json::array()}}}, {"full", true}}}};
  return dump({{"capabilities", capabilities}, {"serverInfo", {{"name", "nova"}, {"version", version}}}});
}

std::string response(const std::string& id, const std::string& result) {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":)" + result + "}";
}
std::string error_response(const std::string& id, int code, const std::string& message) {
  const Json error = {{"code", code}, {"message", message}};
  return R"({"jsonrpc":"2.0","id":)" + (id.empty() ? "null" : id) + R"(,"error":)" + dump(error) + "}";
}

std::string path_of_uri(const std::string& uri) {
  constexpr std::string_view scheme = "file://";
  if (!uri.starts_with(scheme)) return uri;
  std::string out;
  for (size_t at = std::min(uri.find('/', scheme.size()), uri.size()); at < uri.size(); ++at) {
    const std::string hex = uri.substr(at + 1, 2);
    const bool escaped =
        uri[at] == '%' && hex.size() == 2 && hex.find_first_not_of("0123456789abcdefABCDEF") == hex.npos;
    if (escaped)
      out += static_cast<char>(std::stoi(hex, nullptr, 16)), at += 2;
    else
      out += uri[at];
  }
  return out;
}

std::string uri_of_path(const std::string& path) {
  std::error_code error;
  if (path.find(':') < path.find('/')) return path; // a URI of another scheme
  const std::string whole =
      path.starts_with("/") ? path : std::filesystem::absolute(path, error).lexically_normal().string();
  std::string out = "file://";
  for (unsigned char c : whole) {
    constexpr std::string_view plain = "/-._~+";
    const bool kept = c < 128 && (std::isalnum(c) || plain.find(static_cast<char>(c)) != plain.npos);
    constexpr char digits[] = "0123456789ABCDEF";
    if (kept)
      out += static_cast<char>(c);
    else
      (out += '%') += {digits[c >> 4], digits[c & 15]};
  }
  return out;
}

} // namespace nova::lsp
