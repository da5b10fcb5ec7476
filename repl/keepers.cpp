#include "repl/keepers.hpp"
#include <algorithm>
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
    if (f.program[c.global].kind == Global::Constant && !f.types.is(f.types.resolve(c.type), TypeKind::Fun))
      return; // its value is there: what made it has run
    if (const Core* value = f.core.globals[static_cast<uint32_t>(c.global)].value) left.push_back(value);
  };
  while (!left.empty() && !io) {
    const Core& next = *left.back();
    left.pop_back(), for_each_node(next, look);
  }
  return io;
}

std::optional<GlobalId> defined_before(const Frontend& f, GlobalId g) {
  const Global& of = f.program[g];
  for (auto k = static_cast<uint32_t>(g); k-- > 1;)
    if (f.program.globals[k].name == of.name && f.program.globals[k].module == of.module &&
        !has_errors(f, GlobalId{k}))
      return GlobalId{k};
  return {};
}

namespace {

/// The last definitions of their names.
std::vector<GlobalId> still_meant(const Frontend& f, const std::function<bool(GlobalId)>& counts) {
  const auto& globals = f.program.globals;
  std::set<Symbol> later;
  std::vector<GlobalId> out;
  for (auto k = static_cast<uint32_t>(std::min(globals.size(), f.core.globals.size())); k-- > 1;)
    if (const GlobalId g{k};
        counts(g) && globals[k].module.empty() && !has_errors(f, g) && later.insert(globals[k].name).second)
      out.insert(out.begin(), g);
  return out;
}

/// Does the text say the built-in's name there, as a value or in a call?
bool says_builtin(const Frontend& f, const Core& c, std::optional<BuiltinId> builtin) {
  const bool is_one = c.kind == CoreKind::Primitive || c.kind == CoreKind::Builtin;
  if (!builtin || !is_one || c.builtin != *builtin || c.span.expansion != 0) return false;
  std::string_view text = f.sources.text(c.span);
  text.remove_prefix(std::min(text.find_first_not_of("( \n\t"), text.size()));
  const std::string_view name = nova::builtin(*builtin).spelling, behind = " \n\t()[]\"";
  return text.starts_with(name) &&
         (text.size() == name.size() || behind.find(text[name.size()]) != behind.npos);
}

/// Those of them that name one of `old`, or the built-in, or one that does.
std::vector<std::string> users_of(const Frontend& f, std::set<GlobalId> old, std::optional<BuiltinId> builtin,
                                  std::span<const GlobalId> among) {
  const auto uses_old = [&](GlobalId g) {
    const Core* const value = f.core.globals[static_cast<uint32_t>(g)].value;
    bool uses = false;
    const auto look = [&](const Core& c) {
      uses = uses || (c.kind == CoreKind::Global && old.contains(c.global)) || says_builtin(f, c, builtin);
    };
    if (value) for_each_node(*value, look);
    return uses;
  };
  std::set<GlobalId> users;
  for (bool more = true; more;) {
    more = false;
    for (const GlobalId g : among)
      if (!users.contains(g) && uses_old(g)) users.insert(g), old.insert(g), more = true;
  }
  std::vector<std::string> names;
  for (const GlobalId g : users) names.emplace_back(f.symbols.text(f.program[g].name));
  return names;
}

} // namespace

std::vector<std::string> keepers_of(const Frontend& f, GlobalId g,
                                    const std::function<bool(GlobalId)>& counts) {
  std::set<GlobalId> old;
  for (uint32_t k = 1; k < static_cast<uint32_t>(g); ++k)
    if (is_called_alike(f.program.globals[k], f.program[g])) old.insert(GlobalId{k});
  const bool may_hide = f.program[g].module.empty();
  const auto builtin = may_hide ? find_builtin(f.symbols.text(f.program[g].name)) : std::nullopt;
  if (old.empty() && !builtin) return {};
  std::vector<GlobalId> among = still_meant(f, counts);
  std::erase(among, g);
  return users_of(f, std::move(old), builtin, among);
}

namespace {

/// Is a type of the declaration's name in it, but of an older one?
bool has_older(const Types& types, TypeId whole, const TypeDecl& now) {
  whole = types.resolve(whole);
  if (types.is(whole, TypeKind::Sum)) {
    const SumType& sum = types.sum_type(SumId{types[whole].payload});
    if (sum.name == now.name && (sum.span.file != now.span.file || sum.span.begin != now.span.begin))
      return true;
  }
  return std::ranges::any_of(types.args(whole), [&](TypeId part) { return has_older(types, part, now); });
}

} // namespace

std::vector<std::string> keepers_of_type(const Frontend& f, TypeDeclId t,
                                         const std::function<bool(GlobalId)>& counts) {
  const auto& types = f.program.types;
  const TypeDecl& now = types[static_cast<size_t>(t)];
  const auto is_older = [&](const TypeDecl& d) { return &d != &now && d.name == now.name && !d.failed; };
  std::vector<std::string> names;
  if (std::ranges::none_of(types, is_older)) return names;
  for (const GlobalId g : still_meant(f, counts))
    if (has_older(f.types, f.core.globals[static_cast<uint32_t>(g)].scheme.type, now))
      names.emplace_back(f.symbols.text(f.program[g].name));
  return names;
}

} // namespace nova
