#include "repl/session/checkpoint.hpp"
#include "jit/values/value_shape.hpp"
#include "repl/session/stale_uses.hpp"
#include <algorithm>
#include <set>

namespace nova {

namespace {

/// Whether code of definition `g` can still run: it is a function, a polymorphic constant, or a constant whose
/// value contains functions. Any other constant is evaluated already, so its expression does not run again.
bool is_to_run(Frontend& f, uint32_t g) {
  const Scheme& scheme = f.core.globals[g].scheme;
  return f.program.globals[g].kind != Global::Constant || !scheme.quantified.empty() ||
         plan::reaches_function(f.types, scheme.type);
}

/// Finds constants whose values can be dropped: their names are redefined, and no code that can still run refers to
/// them. An older macro may still refer to such a constant, which is then evaluated again. So constants whose
/// evaluation does IO are left out.
class Unreachable {
 public:
  explicit Unreachable(Frontend& f) : f_(f) {}

  /// Returns the constant that had the name of definition `g` before, if its value can be dropped.
  std::optional<GlobalId> before(uint32_t g) const {
    if (has_errors(f_, GlobalId{g}) || !f_.program.globals[g].module.empty()) return {};
    const std::optional<GlobalId> then = defined_before(f_, GlobalId{g});
    if (!then || f_.program[*then].prelude) return {};
    const auto k = static_cast<uint32_t>(*then);
    return k < f_.core.globals.size() && is_plain(k) && !is_named(k, 1) ? then : std::nullopt;
  }

  /// Returns the value of the host that had the name of definition `g` before, if no definition can use it.
  std::optional<GlobalId> host_value_before(GlobalId g) const {
    const std::optional<GlobalId> then = defined_before(f_, g);
    if (!then || f_.program[*then].prelude || f_.program[*then].kind != Global::Input) return {};
    const auto k = static_cast<uint32_t>(*then);
    const bool of_host = k < f_.core.globals.size() && !f_.core.globals[k].value;
    return of_host && !is_named(k, k + 1) ? then : std::nullopt;
  }

 private:
  bool is_plain(uint32_t g) const {
    const CoreGlobal& global = f_.core.globals[g];
    return f_.program.globals[g].kind == Global::Constant && global.scheme.quantified.empty() &&
           global.value && !does_io(f_, *global.value);
  }
  /// Whether code of a definition from number `first` on uses definition `g`.
  bool is_named(uint32_t g, uint32_t first) const {
    bool named = false;
    for (auto k = static_cast<uint32_t>(f_.core.globals.size());
         k-- > first && !f_.program.globals[k].prelude && !named;)
      if (const Core* value = f_.core.globals[k].value; value && is_to_run(f_, k))
        for_each_definition(*value, [&](GlobalId used) { named |= used == GlobalId{g}; });
    return named;
  }

  Frontend& f_;
};

} // namespace

/// Goes from the last form to the first, so that the first use that it meets is the last one.
std::vector<std::vector<GlobalId>> Checkpoints::last_uses(std::span<const CoreTop> forms) const {
  Frontend& f = machine_.frontend;
  std::vector<std::vector<GlobalId>> last(forms.size());
  std::set<GlobalId> met;
  for (size_t k = forms.size(); k-- > 0;) {
    std::vector<const Core*> left;
    const auto go_on = [&](const Core* code) {
      if (code) left.push_back(code);
    };
    const auto meet = [&](GlobalId g) {
      if (f.program[g].prelude || !met.insert(g).second) return;
      const auto at = static_cast<uint32_t>(g);
      is_to_run(f, at) ? go_on(f.core.globals[at].value) : last[k].push_back(g);
    };
    go_on(forms[k].value);
    for (GlobalId g : forms[k].globals) meet(g), go_on(f.core.globals[static_cast<uint32_t>(g)].value);
    while (!left.empty()) {
      const Core& next = *left.back();
      left.pop_back(), for_each_definition(next, meet);
    }
  }
  return last;
}

void Checkpoints::drop_values(std::span<const GlobalId> constants) {
  for (GlobalId g : constants)
    if (machine_.has_run(g)) drop(g);
}

void Checkpoints::drop_hidden_constants(GlobalId first) {
  Frontend& f = machine_.frontend;
  const Unreachable unreachable(f);
  for (auto g = static_cast<uint32_t>(first); g < f.program.globals.size(); ++g)
    if (const auto old = unreachable.before(g); old && machine_.has_run(*old)) drop(*old);
}

void Checkpoints::drop(GlobalId g) {
  if (const uint32_t at = machine_.mono.instance(g, {}); machine_.defined_value(at))
    machine_.forget_global(at);
}

void Checkpoints::keep_functions() {
  if (typed_) kept_.emplace_back(typed_->frontend.core.nodes, machine_.frontend.core.nodes.size());
  keep();
}

/// Whether functions that the host has, and that have no names, use the host's value.
bool Checkpoints::is_used_by_host(GlobalId g, const HostValue& v) const {
  const auto& nodes = machine_.frontend.core.nodes;
  const auto uses = [&](const std::pair<size_t, size_t>& range) {
    for (size_t n = range.first; n < range.second; ++n)
      if (nodes[n].kind == CoreKind::Global && nodes[n].global == g) return true;
    return false;
  };
  const auto later = std::ranges::lower_bound(kept_, v.nodes, {}, &std::pair<size_t, size_t>::first);
  return std::any_of(later, kept_.end(), uses);
}

void Checkpoints::note_host_value(GlobalId g) {
  Frontend& f = machine_.frontend;
  if (const auto old = Unreachable(f).host_value_before(g)) {
    const auto noted = host_values_.find(*old);
    const bool used = noted == host_values_.end() || f.expander->has_scopes_since(noted->second.names) ||
                      is_used_by_host(*old, noted->second);
    if (!used) drop(*old), host_values_.erase(noted);
  }
  host_values_.insert_or_assign(g, HostValue{f.expander->mark(), f.core.nodes.size()});
}

void Checkpoints::next_text() {
  if (typed_) drop_hidden_constants(typed_->first_global()), forget_since(*typed_);
  typed_ = mark();
}

SessionMark Checkpoints::mark() const {
  const TierManager* const tiers = tiers_.manager();
  return {nova::mark(machine_.frontend), machine_.mark(),
          tiers ? std::optional(tiers->mark()) : std::nullopt};
}

bool Checkpoints::lasts_since(const SessionMark& m, std::span<const Core* const> gone) const {
  const TierManager* const tiers = tiers_.manager();
  return nova::lasts_since(machine_.frontend, m.frontend) ||
         (tiers && (!m.tiers || tiers->lasts_since(*m.tiers))) ||
         machine_.lasts_since(m.machine, m.first_global(), gone);
}

/// The tiers refer to the interpreter and the frontend, and the interpreter refers to the frontend. So they are
/// rolled back in this order.
void Checkpoints::forget_since(const SessionMark& m) {
  std::vector<const Core*> gone;
  const auto& nodes = machine_.frontend.core.nodes;
  for (size_t n = m.frontend.core.nodes; n < nodes.size(); ++n) gone.push_back(&nodes[n]);
  if (lasts_since(m, gone)) return;
  tiers_.forget_texts(m.first_global(), m.first_file());
  if (TierManager* const tiers = tiers_.manager()) tiers->forget(*m.tiers, gone);
  machine_.forget(m.machine, m.first_global(), m.first_file(), gone);
  nova::forget(machine_.frontend, m.frontend);
}

} // namespace nova
