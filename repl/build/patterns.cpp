#include "repl/build/patterns.hpp"
#include "frontend/regex/regex.hpp"
#include <algorithm>
#include <set>

namespace nova {

namespace {

class PatternSearch {
 public:
  PatternSearch(const Frontend& f, const Monomorphiser& mono, const std::vector<uint32_t>& waiting)
      : f_(f), mono_(mono), waiting_(waiting) {}

  void walk(const Core& c) {
    if (found) return;
    if (c.kind == CoreKind::Primitive && c.builtin == BuiltinId::RegexTable && !is_table(*c.items[0]))
      found = {c.items[0]->span, "regex-table"};
    if (c.kind == CoreKind::Global) global(c, c.span);
    size_t from = 0;
    if (c.kind == CoreKind::Apply && c.items[0]->kind == CoreKind::Global) {
      from = 1;
      if (!takes_pattern(c.items[0]->number) || !is_table(*c.items[1])) global(*c.items[0], c.items[1]->span);
    }
    for (size_t k = from; k < c.items.size(); ++k) walk(*c.items[k]);
    for (const CoreArm& a : c.arms) walk(*a.body);
  }

  std::optional<ComputedPattern> found;

 private:
  bool is_table(const Core& c) const {
    const Core* const value = c.kind == CoreKind::Global ? mono_[c.number].value : &c;
    return value && value->kind == CoreKind::Const && value->literal && regex::is_table(value->literal->text);
  }

  /// Whether a function of the prelude compiles its first argument as a pattern.
  bool takes_pattern(uint32_t number) const {
    const MonoGlobal& g = mono_[number];
    return g.global != GlobalId{} && f_.program[g.global].prelude && g.value &&
           g.value->kind == CoreKind::Lambda && compiles(*g.value);
  }
  bool compiles(const Core& c) const {
    if (c.kind == CoreKind::Primitive && c.builtin == BuiltinId::RegexTable) return !is_table(*c.items[0]);
    return std::ranges::any_of(c.items, [&](const Core* item) { return compiles(*item); }) ||
           std::ranges::any_of(c.arms, [&](const CoreArm& a) { return compiles(*a.body); });
  }

  /// Walks the function that an expression names; `at` is the place of its first argument.
  void global(const Core& c, Span at) {
    const MonoGlobal& g = mono_[c.number];
    if (takes_pattern(c.number)) {
      found = {at, g.name};
      return;
    }
    const bool runs =
        f_.types.is(g.type, TypeKind::Fun) || std::ranges::find(waiting_, c.number) != waiting_.end();
    if (runs && g.value && seen_.insert(c.number).second) walk(*g.value);
  }

  const Frontend& f_;
  const Monomorphiser& mono_;
  const std::vector<uint32_t>& waiting_;
  std::set<uint32_t> seen_;
};

} // namespace

std::optional<ComputedPattern> computed_pattern(const Frontend& f, const Monomorphiser& mono, const Core& c,
                                                const std::vector<uint32_t>& waiting) {
  PatternSearch search(f, mono, waiting);
  search.walk(c);
  return search.found;
}

} // namespace nova
