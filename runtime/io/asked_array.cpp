#include "runtime/io/asked_array.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/describe.hpp"
#include <algorithm>
#include <limits>

namespace nova {

namespace {

/// Whether elements of the file's layout `own` can be read as `asked`. Characters may be stored as uint8.
bool fits(const Layout* asked, const Layout* own) {
  if (asked == own) return true;
  if (asked->kind != own->kind) return false;
  if (asked->kind == ColumnKind::Primitive)
    return asked->element == Element::Char && own->element == Element::U8;
  return asked->kind == ColumnKind::Tuple && std::ranges::equal(asked->children, own->children, fits);
}

[[noreturn]] void fail_type(const std::string& name, const Layout* own, std::span<const int64_t> shape,
                            const Layout* asked, uint32_t rank) {
  fail("E0507", {name, describe_array(own, shape), describe_type(asked, rank)});
}

} // namespace

const Layout* checked_layout(const std::string& name, const Layout* own, std::span<const int64_t> shape,
                             const AskedArray& asked) {
  const bool right_type = !asked.element || fits(asked.element, own);
  const auto rank = static_cast<uint32_t>(shape.size());
  if (right_type && asked.rank.value_or(rank) == rank) return asked.element ? asked.element : own;
  fail_type(name, own, shape, asked.element ? asked.element : own, asked.rank.value_or(rank));
}

void check_text_type(const std::string& name, std::span<const int64_t> shape, Layouts& layouts,
                     const AskedArray& asked) {
  const Layout *character = layouts.primitive(Element::Char), *text = layouts.rows(character, 1);
  const bool right_type = !asked.element || asked.element == character;
  if (right_type && (!asked.rank || *asked.rank == shape.size() + 1)) return;
  fail_type(name, text, shape, asked.element ? asked.element : character, asked.rank.value_or(1));
}

void join_nans(const Layout* part, PrimitiveFill& real, PrimitiveFill& imaginary, int64_t count) {
  with_element(part->element, [&](auto t) {
    auto *re = real.as<decltype(t)>(), *im = imaginary.as<decltype(t)>();
    for (int64_t k = 0; k < count; ++k)
      if (re[k] != re[k] || im[k] != im[k]) re[k] = im[k] = std::numeric_limits<decltype(t)>::quiet_NaN();
  });
}

} // namespace nova
