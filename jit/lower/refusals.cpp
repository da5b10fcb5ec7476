// Makes the reasons for which a form has no plan, from the table refusals.def.
#include "jit/lower/lowering.hpp"

namespace nova::plan {
namespace {

struct Row {
  bool too_large;
  std::string_view text;
};

constexpr Row rows[] = {
#define NOVA_REFUSAL(name, too_large, text) {too_large, text},
#include "jit/lower/refusals.def"
#undef NOVA_REFUSAL
};

} // namespace

Refusal refusal(NoPlan row, Span at, std::string_view detail) {
  const Row& r = rows[static_cast<size_t>(row)];
  std::string reason(r.text);
  if (const size_t hole = reason.find("{}"); hole != reason.npos) reason.replace(hole, 2, detail);
  return {.row = row, .reason = std::move(reason), .span = at, .too_large = r.too_large};
}

void refuse(const Builder& b, NoPlan row, std::string_view detail) {
  throw Refused{refusal(row, b.at, detail)};
}

} // namespace nova::plan
