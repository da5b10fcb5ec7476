#include "frontend/expand/helps/loose_comparisons.hpp"
#include "frontend/expand/typos.hpp"
#include <algorithm>

namespace nova {

/// Returns Nova's name of a comparison, or an empty text for other data.
static std::string_view comparison_of(const ExpanderState& ex, const Datum& d) {
  constexpr std::pair<std::string_view, std::string_view> comparisons[] = {
      {"<", "<"}, {">", ">"},   {"<=", "<="}, {">=", ">="},
      {"=", "="}, {"~=", "~="}, {"==", "="},  {"!=", "~="}};
  if (!d.is(DatumKind::Symbol)) return {};
  const auto* at =
      std::ranges::find(comparisons, ex.spelling(d), &std::pair<std::string_view, std::string_view>::first);
  return at == std::end(comparisons) ? std::string_view{} : at->second;
}

bool report_loose_comparisons(ExpanderState& ex, const Datum& form) {
  const std::string head = ex.spelling(*form.items[0]);
  if ((head != "and" && head != "or") || form.span.expansion || form.items.size() < 4) return false;
  const Data items = form.items.subspan(1);
  std::string whole = "(" + head;
  size_t loose = 0;
  for (size_t k = 0; k < items.size();) {
    const std::string_view sign =
        k + 2 < items.size() ? comparison_of(ex, *items[k + 1]) : std::string_view{};
    const auto text = [&](size_t at) { return written(ex, items.subspan(at, 1)); };
    whole +=
        sign.empty() ? " " + text(k) : " (" + std::string(sign) + " " + text(k) + " " + text(k + 2) + ")";
    loose += !sign.empty(), k += sign.empty() ? 1 : 3;
  }
  if (loose == 0) return false;
  ex.f.diagnostics.report("E0211", form.span).help("operators stand in front: " + whole + ")");
  return true;
}

} // namespace nova
