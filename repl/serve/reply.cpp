#include "repl/serve/reply.hpp"
#include "repl/protocol/json.hpp"

namespace nova::serve {

namespace {

using protocol::Json;

Json json(Position p) { return {{"line", p.line}, {"column", p.column}}; }

Json json(const Told& t) {
  Json j = {{"code", t.code}, {"message", t.message}, {"text", t.text}};
  if (t.place)
    j["place"] = {{"file", t.place->file}, {"begin", json(t.place->begin)}, {"end", json(t.place->end)}};
  if (!t.hints.empty()) j["hints"] = t.hints;
  if (!t.notes.empty()) j["notes"] = t.notes;
  return j;
}

Json json(const Shown& s) {
  Json j = {{"type", s.type}, {"verdict", s.verdict}};
  if (s.text) j["text"] = *s.text;
  if (s.npy) j["npy"] = *s.npy;
  if (s.written) j["written"] = *s.written;
  return j;
}

Json json(const Defined& d) { return {{"name", d.name}, {"type", d.type}}; }

/// Adds a member with the list, unless it is empty.
template <class T> void add(Json& j, const char* name, const std::vector<T>& all) {
  for (const T& x : all) j[name].push_back(json(x));
}

} // namespace

Reply failure(std::string id, const Diagnostic& d) {
  static const Sources none;
  Reply r;
  r.id = std::move(id), r.errors = {told(d, none)};
  return r;
}

std::string to_line(const Reply& r) {
  Json j = Json::object();
  add(j, "values", r.values), add(j, "defined", r.defined);
  add(j, "errors", r.errors), add(j, "warnings", r.warnings);
  if (!r.output.empty()) j["output"] = r.output;
  if (!r.remarks.empty()) j["remarks"] = r.remarks;
  if (r.why) j["why"] = *r.why;
  if (r.cancelled) j["cancelled"] = *r.cancelled;
  if (r.version) j["nova"] = *r.version;
  const std::string head = R"({"id":)" + r.id + R"(,"ok":)" + (r.errors.empty() ? "true" : "false");
  return head + (j.empty() ? "" : ",") + protocol::dump(j).substr(1) + "\n";
}

} // namespace nova::serve
