#include "frontend/core/builtin.hpp"
#include <algorithm>

namespace nova {
namespace {

/// Returns the number of arrows in a scheme that are outside of all parentheses.
constexpr uint8_t count_arrows(std::string_view scheme) {
  int depth = 0, arrows = 0;
  for (size_t i = 0; i < scheme.size(); ++i) {
    depth += (scheme[i] == '(') - (scheme[i] == ')');
    arrows += depth == 0 && scheme.substr(i, 2) == "->";
  }
  return static_cast<uint8_t>(arrows);
}

/// Returns the least number of arguments: one per arrow, but one less for `reduce`, whose start value is optional
/// (language.md section 4).
constexpr uint8_t least_arguments(BuiltinId id, std::string_view scheme) {
  bool start_may_lack = id == BuiltinId::Reduce || id == BuiltinId::ReduceComm;
  return static_cast<uint8_t>(count_arrows(scheme) - start_may_lack);
}

using enum BuiltinId;
constexpr BuiltinRow rows[] = {
#define NOVA_BUILTIN(id, function, spelling, kind, scheme, cost, doc, example, result)                       \
  {id,  #function, spelling, BuiltinKind::kind,          scheme, cost,                                       \
   doc, example,   result,   least_arguments(id, scheme)},
#include "frontend/builtins/arrays.def"

#include "frontend/builtins/effects.def"

#include "frontend/builtins/scalars.def"
#undef NOVA_BUILTIN
};
static_assert(std::size(rows) == static_cast<size_t>(BuiltinId::Count_));

} // namespace

const BuiltinRow& builtin(BuiltinId id) { return rows[static_cast<size_t>(id)]; }

BuiltinId conversion_to(Element number) {
  constexpr BuiltinId all[] = {ToInt,    ToInt32,  ToInt16, ToInt8,  ToUint64,
                               ToUint32, ToUint16, ToUint8, ToFloat, ToDouble};
  if (is_narrow(number)) return number == Element::F16 ? ToHalf : ToBfloat16;
  return all[static_cast<size_t>(number)];
}

Several several(BuiltinId id) {
  switch (id) {
  case Add:
  case Subtract:
  case Multiply:
  case Divide:
  case Min:
  case Max:
  case BitAnd:
  case BitOr:
  case BitXor:
  case Concat: return Several::Fold;
  case Equal:
  case NotEqual:
  case Less:
  case LessEqual:
  case Greater:
  case GreaterEqual: return Several::Chain;
  default: return Several::None;
  }
}

std::span<const BuiltinRow> all_builtins() { return rows; }

std::optional<BuiltinId> find_builtin(std::string_view spelling) {
  auto row = std::ranges::find(rows, spelling, &BuiltinRow::spelling);
  return row == std::end(rows) ? std::nullopt : std::optional(row->id);
}

} // namespace nova
