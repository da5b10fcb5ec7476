#include "runtime/io/describe.hpp"
#include <algorithm>

namespace nova {

namespace {

/// Returns the layout of the value that may be missing; null if the layout is that of another sum.
const Layout* optional_value(const Layout* l) {
  if (l->children.size() != 2 || l->field_counts[0] + l->field_counts[1] != 1) return nullptr;
  return l->children[l->field_counts[0] == 1 ? 0 : 1];
}

std::string element_text(const Layout* l) {
  switch (l->kind) {
  case ColumnKind::Primitive: return std::string(element_name(l->element));
  case ColumnKind::Rows: return describe_type(l->children[0], l->rank);
  case ColumnKind::Tuple:
    if (is_complex(l)) return "(complex " + std::string(element_name(l->children[0]->element)) + ")";
    break;
  case ColumnKind::Sum:
    if (const auto value = optional_value(l)) return "(Maybe " + element_text(value) + ")";
    [[fallthrough]];
  case ColumnKind::Boxed: return "values of a sum or function type";
  }
  std::string text = "(";
  for (const Layout* field : l->children) text += (text.size() > 1 ? ", " : "") + element_text(field);
  return text + ")";
}

} // namespace

bool is_text(const Layout* l) {
  return l->kind == ColumnKind::Rows && l->rank == 1 && l->children[0]->kind == ColumnKind::Primitive &&
         l->children[0]->element == Element::Char;
}

std::string vector_type(const std::string& element, uint32_t rank) {
  return (rank == 0 ? "" : rank == 1 ? "vector " : "vector#" + std::to_string(rank) + " ") + element;
}

std::string describe_type(const Layout* element, uint32_t rank) {
  return vector_type(element_text(element), rank);
}

std::string describe_array(const Layout* element, std::span<const int64_t> shape) {
  std::string text = describe_type(element, static_cast<uint32_t>(shape.size()));
  for (size_t d = 0; d < shape.size(); ++d) text += (d ? " x " : " of ") + std::to_string(shape[d]);
  return text;
}

std::string listed(const std::vector<std::string>& names) {
  constexpr size_t most = 20;
  std::string text;
  for (size_t k = 0; k < std::min(names.size(), most); ++k) text += (k ? ", " : "") + names[k];
  if (names.size() > most) text += ", and " + std::to_string(names.size() - most) + " more";
  return names.empty() ? "none" : text;
}

} // namespace nova
