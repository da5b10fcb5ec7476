#include "repl/session/stale_uses.hpp"
#include "frontend/core/visited.hpp"
#include <algorithm>
#include <set>

namespace nova {
namespace {

bool is_called_alike(const Global& a, const Global& b) {
  return !a.failed && !b.failed && a.name == b.name && a.module == b.module;
}

/// Calls `f` with every node of the expression. Keeps the nodes to visit on the heap, so that deep expressions do not
/// overflow the stack.
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
      return; // it is evaluated already, so its expression does not run again
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
  const std::span<const GlobalId> all = f.program.named(of.name);
  const auto at = std::find_if(all.rbegin(), all.rend(), [&](GlobalId k) {
    return k < g && f.program[k].module == of.module && !has_errors(f, k);
  });
  return at == all.rend() ? std::nullopt : std::optional(*at);
}

namespace {

/// Whether `c` is a built-in, or a call of one, whose name is written in the source text of `c`.
bool says_builtin(const Frontend& f, const Core& c) {
  const bool is_one = c.kind == CoreKind::Primitive || c.kind == CoreKind::Builtin;
  if (!is_one || c.span.expansion != 0) return false;
  std::string_view text = f.sources.text(c.span);
  text.remove_prefix(std::min(text.find_first_not_of("( \n\t"), text.size()));
  const std::string_view name = builtin(c.builtin).spelling, behind = " \n\t()[]\"";
  return text.starts_with(name) &&
         (text.size() == name.size() || behind.find(text[name.size()]) != behind.npos);
}

} // namespace

StaleUses::Name StaleUses::name_of(GlobalId g) const { return {f_.program[g].name, f_.program[g].module}; }

/// Records the uses in the definitions that are new since the last call.
void StaleUses::look() {
  const auto end = static_cast<uint32_t>(std::min(f_.program.globals.size(), f_.core.globals.size()));
  for (; seen_ < end; ++seen_)
    if (const GlobalId g{seen_}; counts_(g) && !has_errors(f_, g)) look_at(g);
}

void StaleUses::look_at(GlobalId user) {
  meant_[name_of(user)] = user;
  const Core* const value = f_.core.globals[static_cast<uint32_t>(user)].value;
  if (!value || !f_.program[user].module.empty()) return;
  std::set<GlobalId> used;
  for_each_node(*value, [&](const Core& c) {
    if (c.kind == CoreKind::Global && used.insert(c.global).second)
      uses_[name_of(c.global)].push_back({c.global, user});
    if (says_builtin(f_, c)) builtins_[c.builtin].insert(user);
  });
}

bool StaleUses::is_meant(GlobalId g) const {
  const auto last = meant_.find(name_of(g));
  return last != meant_.end() && last->second == g;
}

/// Calls `f` with each use of a definition with the name `of`. First removes the uses in definitions that have been
/// redefined, since these never count again.
template <class F> void StaleUses::for_each_user(const Name& of, F f) {
  const auto uses = uses_.find(of);
  if (uses == uses_.end()) return;
  std::erase_if(uses->second, [this](const Use& u) { return !is_meant(u.user); });
  for (const Use& u : uses->second) f(u);
}

std::vector<std::string> StaleUses::of(GlobalId g) {
  look();
  std::set<GlobalId> users;
  std::vector<GlobalId> waiting;
  const auto add = [&](GlobalId user) {
    if (user != g && is_meant(user) && users.insert(user).second) waiting.push_back(user);
  };
  for_each_user(name_of(g), [&](const Use& u) {
    if (u.used < g && is_called_alike(f_.program[u.used], f_.program[g])) add(u.user);
  });
  const bool may_hide = f_.program[g].module.empty();
  if (const auto hidden = may_hide ? find_builtin(f_.symbols.text(f_.program[g].name)) : std::nullopt)
    for (const GlobalId user : builtins_[*hidden]) add(user);
  while (!waiting.empty()) {
    const GlobalId user = waiting.back();
    waiting.pop_back();
    for_each_user(name_of(user), [&](const Use& u) {
      if (u.used == user) add(u.user);
    });
  }
  std::vector<std::string> names;
  for (const GlobalId user : users) names.emplace_back(f_.symbols.text(f_.program[user].name));
  return names;
}

namespace {

/// Whether the type `whole` contains a type that has the same name as `now`, but was declared elsewhere, earlier.
bool has_older(const Types& types, TypeId whole, const TypeDecl& now, VisitedTypes& visited) {
  whole = types.resolve(whole);
  if (!visited.add(whole)) return false;
  if (types.is(whole, TypeKind::Sum)) {
    const SumType& sum = types.sum_type(SumId{types[whole].payload});
    if (sum.name == now.name && (sum.span.file != now.span.file || sum.span.begin != now.span.begin))
      return true;
  }
  return std::ranges::any_of(types.args(whole),
                             [&](TypeId part) { return has_older(types, part, now, visited); });
}

} // namespace

std::vector<std::string> StaleUses::of_type(TypeDeclId t) {
  const auto& types = f_.program.types;
  const TypeDecl& now = types[static_cast<size_t>(t)];
  const auto is_older = [&](const TypeDecl& d) { return &d != &now && d.name == now.name && !d.failed; };
  std::vector<std::string> names;
  if (std::ranges::none_of(types, is_older)) return names;
  look();
  std::set<GlobalId> all;
  for (const auto& [name, g] : meant_)
    if (name.second.empty()) all.insert(g);
  VisitedTypes visited;
  for (const GlobalId g : all) {
    visited.begin();
    if (has_older(f_.types, f_.core.globals[static_cast<uint32_t>(g)].scheme.type, now, visited))
      names.emplace_back(f_.symbols.text(f_.program[g].name));
  }
  return names;
}

} // namespace nova
