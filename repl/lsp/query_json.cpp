#include "repl/lsp/query_json.hpp"
#include "repl/lsp/convert.hpp"
#include <algorithm>
#include <cctype>

namespace nova::lsp {

using protocol::dump;
using protocol::Json;

Json json(Place p) { return {{"line", p.line}, {"character", p.character}}; }
Json json(const Range& r) { return {{"start", json(r.begin)}, {"end", json(r.end)}}; }
Json json(const Location& l) { return {{"uri", uri_of_path(l.path)}, {"range", json(l.range)}}; }
Json json(const Outline& o) {
  Json out = {{"name", o.name},
              {"kind", static_cast<int>(o.kind)},
              {"range", json(o.range)},
              {"selectionRange", json(o.name_range)}};
  if (!o.detail.empty()) out["detail"] = o.detail;
  for (const Outline& i : o.inner) out["children"].push_back(json(i));
  return out;
}

namespace {

Json json(const TextEdit& e) { return {{"range", lsp::json(e.range)}, {"newText", e.text}}; }
Json item(const std::string& path, const Outline& o) {
  Json out = json(o);
  out.erase("children");
  out["uri"] = uri_of_path(path);
  return out;
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

void add_symbols(const std::string& path, const std::vector<Outline>& outline, const std::string& part,
                 const std::string& container, Json& out) {
  for (const Outline& o : outline) {
    if (lower(o.name).find(part) != std::string::npos) {
      Json one = {{"name", o.name},
                  {"kind", static_cast<int>(o.kind)},
                  {"location", lsp::json(Location{path, o.name_range})}};
      if (!container.empty()) one["containerName"] = container;
      out.push_back(std::move(one));
    }
    add_symbols(path, o.inner, part, o.name, out);
  }
}

} // namespace

std::string to_json(const Signature& s) {
  Json parameters = Json::array();
  for (const auto& [begin, end] : s.parameters) parameters.push_back({{"label", {begin, end}}});
  Json one = {{"label", s.label}, {"parameters", std::move(parameters)}};
  if (!s.documentation.empty()) one["documentation"] = {{"kind", "markdown"}, {"value", s.documentation}};
  return dump({{"signatures", {std::move(one)}}, {"activeSignature", 0}, {"activeParameter", s.active}});
}
std::string to_json(const TextEdit& name) {
  return dump({{"range", json(name.range)}, {"placeholder", name.text}});
}
std::string to_json(const std::vector<Inlay>& inlays) {
  constexpr int type = 1;
  Json out = Json::array();
  for (const Inlay& i : inlays) out.push_back({{"position", json(i.at)}, {"label", i.label}, {"kind", type}});
  return dump(out);
}
std::string to_json(const std::vector<Fold>& folds) {
  Json out = Json::array();
  for (const Fold& f : folds)
    out.push_back({{"startLine", f.first}, {"endLine", f.last}, {"kind", f.comment ? "comment" : "region"}});
  return dump(out);
}
std::string tokens_json(const std::vector<uint32_t>& tokens) { return dump({{"data", tokens}}); }
std::string edits_json(const std::optional<TextEdit>& edit) {
  return dump(edit ? Json::array({json(*edit)}) : Json::array());
}
std::string locations(const std::string& path, const std::vector<Range>& ranges) {
  Json out = Json::array();
  for (const Range& r : ranges) out.push_back(json(Location{path, r}));
  return dump(out);
}
std::string highlights(const std::vector<Range>& ranges) {
  Json out = Json::array();
  for (const Range& r : ranges) out.push_back({{"range", json(r)}});
  return dump(out);
}
std::string workspace_edit(const std::string& path, const std::vector<TextEdit>& edits) {
  Json all = Json::array();
  for (const TextEdit& e : edits) all.push_back(json(e));
  return dump({{"changes", {{uri_of_path(path), std::move(all)}}}});
}

std::string call_items(const std::string& path, const std::optional<Outline>& found) {
  return found ? dump(Json::array({item(path, *found)})) : "null";
}
std::string calls_json(const std::string& path, const char* role, const std::vector<CallItem>& calls) {
  Json out = Json::array();
  for (const CallItem& c : calls) out.push_back({{role, item(path, c.of)}, {"fromRanges", array(c.uses)}});
  return dump(out);
}
std::string symbols_json(const std::string& path, const std::vector<Outline>& outline,
                         const std::string& part) {
  Json out = Json::array();
  add_symbols(path, outline, lower(part), "", out);
  return dump(out);
}

std::string mends_json(const Facts& facts, const std::vector<Mend>& mends) {
  Json all = Json::array();
  for (const Mend& m : mends)
    all.push_back({{"title", m.title},
                   {"text", m.text},
                   {"begin", m.begin},
                   {"end", m.end},
                   {"range", json(facts.text().range_of(m.begin, m.end))},
                   {"message", json(facts.messages()[m.message])}});
  const auto errors = std::ranges::count(facts.messages(), false, &Message::warning);
  return dump({{"errors", errors}, {"all", facts.messages().size()}, {"mends", std::move(all)}});
}
std::vector<Mend> parse_mends(const std::string& text, MessageCounts& counts) {
  const Json j = Json::parse(text);
  counts.errors = j["errors"].get<size_t>();
  counts.warnings = j["all"].get<size_t>() - counts.errors;
  std::vector<Mend> out;
  for (const Json& m : j["mends"])
    out.push_back({m["title"].get<std::string>(), m["text"].get<std::string>(), m["begin"].get<uint32_t>(),
                   m["end"].get<uint32_t>(), 0});
  return out;
}
MessageCounts count_messages(const std::string& notification) {
  const Json j = Json::parse(notification);
  MessageCounts out;
  for (const Json& d : j["params"]["diagnostics"]) ++(d["severity"] == 1 ? out.errors : out.warnings);
  return out;
}
std::string code_actions(const std::string& text, const std::string& uri, const std::vector<size_t>& good) {
  const Json j = Json::parse(text);
  Json out = Json::array();
  for (size_t k : good) {
    const Json& m = j["mends"][k];
    const Json edits = Json::array({{{"range", m["range"]}, {"newText", m["text"]}}});
    out.push_back({{"title", m["title"]},
                   {"kind", "quickfix"},
                   {"diagnostics", Json::array({m["message"]})},
                   {"isPreferred", k == good.front()},
                   {"edit", {{"changes", {{uri, edits}}}}}});
  }
  return dump(out);
}
std::string joined(const std::vector<std::string>& lists) {
  Json out = Json::array();
  for (const std::string& list : lists)
    for (const Json& one : Json::parse(list)) out.push_back(one);
  return dump(out);
}

} // namespace nova::lsp
