// Literals that are read when the form is expanded: the patterns of regular expressions.
#include "frontend/expand/text/literals.hpp"
#include "frontend/core/builtin.hpp"
#include "frontend/read/literal.hpp"
#include "frontend/regex/regex.hpp"

namespace nova {

Span span_inside(const ExpanderState& ex, const Datum& string, size_t begin, size_t end) {
  const std::string_view spelling = ex.f.sources.text(string.span);
  if (!spelling.starts_with('"')) return string.span;
  const auto at = [&](size_t index) {
    return static_cast<uint32_t>(string.span.begin + spelled_at(spelling, index));
  };
  return {string.span.file, at(begin), at(end), 0};
}

bool has_literal_pattern(const ExpanderState& ex, Meaning head, Data items) {
  if (items.size() < 2 || !items[1]->is(DatumKind::String)) return false;
  if (head.kind == Meaning::Builtin) return static_cast<BuiltinId>(head.id) == BuiltinId::RegexTable;
  if (head.kind != Meaning::Global || !ex.f.program[GlobalId{head.id}].prelude) return false;
  const std::string_view name = ex.f.symbols.text(ex.f.program[GlobalId{head.id}].name);
  return name == "matches" || name == "find-all" || name == "captures" || name == "replace-regex";
}

const Expr* expand_pattern(ExpanderState& ex, const Datum& pattern) {
  const auto made = regex::compile(pattern.text);
  Datum* d = ex.f.data.make(DatumKind::String, pattern.span);
  if (const auto* error = std::get_if<regex::PatternError>(&made)) {
    const Diagnostics::Form own(ex.f.diagnostics,
                                {}); // the error is in the user's text, whichever macro passed it on
    ex.f.diagnostics.report("E0338", span_inside(ex, pattern, error->begin, error->end), {error->why});
    return ex.nothing(pattern.span);
  }
  d->text = ex.f.data.text(std::get<std::string>(made));
  Expr* e = ex.make(ExprKind::Literal, pattern.span);
  return e->literal = d, e;
}

} // namespace nova
