// The call hierarchy: which definitions of a document use which.
#include "repl/lsp/queries.hpp"
#include <algorithm>

namespace nova::lsp {

namespace {

/// Returns the definitions of the document, also those within modules.
void add_definitions(const std::vector<Outline>& from, std::vector<Outline>& out) {
  for (const Outline& o : from) {
    if (o.kind == OutlineKind::Function || o.kind == OutlineKind::Constant || o.kind == OutlineKind::Macro)
      out.push_back(o);
    if (o.kind == OutlineKind::Module) add_definitions(o.inner, out);
  }
}
std::vector<Outline> definitions(Facts& facts) {
  std::vector<Outline> out;
  add_definitions(facts.outline(), out);
  return out;
}

bool holds(const Range& r, const Range& part) {
  const auto before = [](Place a, Place b) {
    return a.line < b.line || (a.line == b.line && a.character <= b.character);
  };
  return before(r.begin, part.begin) && before(part.end, r.end);
}

/// Returns the definition whose name stands at these bytes.
const Outline* defined_at(Facts& facts, const std::vector<Outline>& all, Span name) {
  if (!facts.is_here(name)) return nullptr;
  const Place at = facts.text().place_of(name.begin);
  const auto found = std::ranges::find_if(all, [&](const Outline& o) { return o.name_range.begin == at; });
  return found == all.end() ? nullptr : &*found;
}

void add_use(std::vector<CallItem>& out, const Outline& of, const Range& use) {
  const auto known = std::ranges::find_if(
      out, [&](const CallItem& c) { return c.of.name_range.begin == of.name_range.begin; });
  if (known == out.end())
    out.push_back({of, {use}});
  else
    known->uses.push_back(use);
}

} // namespace

std::optional<Outline> call_item(Facts& facts, Place at) {
  const Name* n = facts.name_at(facts.text().byte_at(at));
  if (!n) return {};
  const std::vector<Outline> all = definitions(facts);
  const Outline* o = defined_at(facts, all, n->definition);
  return o ? std::optional(*o) : std::nullopt;
}

std::vector<CallItem> callers(Facts& facts, Place at) {
  std::vector<CallItem> out;
  const Name* n = facts.name_at(facts.text().byte_at(at));
  if (!n) return out;
  const std::vector<Outline> all = definitions(facts);
  for (const Name& use : facts.uses_of(*n)) {
    if (use.defines) continue;
    const Range where = facts.range(use);
    for (const Outline& o : all)
      if (holds(o.range, where)) add_use(out, o, where);
  }
  return out;
}

std::vector<CallItem> callees(Facts& facts, Place at) {
  std::vector<CallItem> out;
  const std::optional<Outline> item = call_item(facts, at);
  if (!item) return out;
  const std::vector<Outline> all = definitions(facts);
  for (const Name& n : facts.names()) {
    const Range where = facts.range(n);
    if (n.defines || !holds(item->range, where)) continue;
    if (const Outline* o = defined_at(facts, all, n.definition)) add_use(out, *o, where);
  }
  return out;
}

} // namespace nova::lsp
