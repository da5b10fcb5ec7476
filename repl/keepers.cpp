#include "repl/keepers.hpp"
#include <set>

namespace nova {
namespace {

bool is_called_alike(const Global& a, const Global& b) {
  return !a.failed && !b.failed && a.name == b.name && a.module == b.module;
}

/// Deep expressions cost heap.
void for_each_node(const Core& expression, const std::function<void(const Core&)>& f) {
  std::vector<const Core*> left = {&expression};
  while (!left.empty()) {
    const Core& c = *left.back();
    left.pop_back();
    f(c);
    for (const Core* item : c.items)
      if (item) left.push_back(item);
    for (const CoreArm& arm : c.arms) left.push_back(arm.body);
  }
}

} // namespace

void for_each_definition(const Core& expression, const std::function<void(GlobalId)>& f) {
  for_each_node(expression, [&](const Core& c) {
    if (c.kind == CoreKind::Global) f(c.global);
  });
}

bool does_io(const Frontend& f, const Core& expression) {
  bool io = false;
  std::set<GlobalId> known;
  std::vector<const Core*> left = {&expression};
  const auto look = [&](const Core& c) {
    const bool names_builtin = c.kind == CoreKind::Primitive || c.kind == CoreKind::Builtin;
    io |= names_builtin && builtin(c.builtin).kind == BuiltinKind::Effect;
    if (c.kind != CoreKind::Global || !known.insert(c.global).second) return;
    if (const Core* value = f.core.globals[static_cast<uint32_t>(c.global)].value) left.push_back(value);
  };
  while (!left.empty() && !io) {
    const Core& next = *left.back();
    left.pop_back(), for_each_node(next, look);
  }
  return io;
}

std::vector<std::string> keepers_of(const Frontend& f, GlobalId g,
                                    const std::function<bool(GlobalId)>& counts) {
  const auto& globals = f.program.globals;
  const auto end = static_cast<uint32_t>(std::min(globals.size(), f.core.globals.size()));
  std::set<GlobalId> old;
  for (uint32_t k = 1; k < static_cast<uint32_t>(g); ++k)
    if (is_called_alike(globals[k], f.program[g])) old.insert(static_cast<GlobalId>(k));
  std::vector<std::string> keepers;
  if (old.empty()) return keepers;
  std::set<Symbol>
      later; // definitions are looked at from the last: an earlier one of the same name is no more meant
  for (uint32_t k = end; k-- > 1;) {
    const auto id = static_cast<GlobalId>(k);
    const Core* const value = f.core.globals[k].value;
    if (!counts(id) || globals[k].failed || !globals[k].module.empty() ||
        !later.insert(globals[k].name).second || !value)
      continue;
    bool keeps = false;
    for_each_definition(*value, [&](GlobalId used) { keeps = keeps || old.contains(used); });
    if (keeps && id != g) keepers.insert(keepers.begin(), std::string(f.symbols.text(globals[k].name)));
  }
  return keepers;
}

} // namespace nova
