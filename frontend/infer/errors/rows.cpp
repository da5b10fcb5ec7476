#include "frontend/infer/errors/rows.hpp"
#include <algorithm>
#include <fmt/format.h>

namespace nova {
namespace {

/// Returns the names of a record's fields; nothing if `t` is no record.
std::span<const Symbol> field_names(const Inference& in, TypeId t) {
  t = in.resolve(t);
  if (!in.is(t, TypeKind::Sum)) return {};
  return in.f.types.sum_type(SumId{in.f.types[t].payload}).constructors[0].names;
}

/// Returns the field that the text at `at` names, as "price"; else the record's first one.
std::string_view named_field(const Inference& in, std::span<const Symbol> fields, Span at) {
  const std::string_view text = in.f.sources.text(at);
  const bool literal = text.size() > 2 && text.front() == '"' && text.back() == '"';
  const std::string_view inside = literal ? text.substr(1, text.size() - 2) : "";
  const auto field = std::ranges::find(fields, inside, [&](Symbol s) { return in.f.symbols.text(s); });
  return in.f.symbols.text(field == fields.end() ? fields[0] : *field);
}

} // namespace

void help_with_row_function(const Inference& in, Diagnostic& d, const Why& why, TypeId wanted, TypeId found,
                            Span at) {
  if (why.kind != Why::Argument || why.swapped || at.expansion) return;
  if (!in.is(wanted, TypeKind::Fun) || in.is(found, TypeKind::Fun)) return;
  const std::span<const Symbol> fields = field_names(in, in.f.types.arg(wanted, 0));
  if (fields.empty()) return;
  const TypeId result = in.resolve(in.f.types.arg(wanted, 1));
  const bool asks = in.is(result, TypeKind::Prim) && in.f.types.element(result) == Element::Bool;
  const std::string field = fmt::format("r.{}", named_field(in, fields, at));
  d.help(fmt::format("here stands a function of a row r: (lambda (r) {})",
                     asks ? "(> " + field + " ..)" : field));
}

} // namespace nova
