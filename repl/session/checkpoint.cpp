// What a form leaves at the prompt: nothing, but for definitions, and what later forms find again that was
// made on the way to its value (a function's instance at new types, a plan). The session is then as it was
// before the form's text.
#include "frontend/checkpoint.hpp"
#include "jit/values/value_shape.hpp"
#include "repl/session/session.hpp"
#include "repl/session/stale_uses.hpp"

namespace nova {

/// How far a session had come.
struct Session::Mark {
  FrontendMark frontend;
  Machine::Mark machine;
  std::optional<TierManager::Mark> tiers;
  GlobalId first_global() const { return static_cast<GlobalId>(frontend.program.globals); }
  FileId first_file() const { return static_cast<FileId>(frontend.sources.files); }
};

namespace {

/// Constants that later texts can't mean any more, and no definition names: their values go. Should a macro
/// of before still mean one, it is evaluated anew, so that it may do no IO.
class Unreachable {
 public:
  explicit Unreachable(Frontend& f) : f_(f) {}

  /// The constant whose name the definition has now.
  std::optional<GlobalId> before(uint32_t g) const {
    if (has_errors(f_, GlobalId{g}) || !f_.program.globals[g].module.empty()) return {};
    const std::optional<GlobalId> then = defined_before(f_, GlobalId{g});
    if (!then || f_.program[*then].prelude) return {};
    const auto k = static_cast<uint32_t>(*then);
    return k < f_.core.globals.size() && is_plain(k) && !is_named(k) ? then : std::nullopt;
  }

 private:
  bool is_plain(uint32_t g) const {
    const CoreGlobal& global = f_.core.globals[g];
    return f_.program.globals[g].kind == Global::Constant && global.scheme.quantified.empty() &&
           global.value && !does_io(f_, *global.value);
  }
  /// What an expression that has run named it needs no more; a function's is still to run.
  bool is_to_run(uint32_t g) const {
    const Scheme& scheme = f_.core.globals[g].scheme;
    return f_.program.globals[g].kind != Global::Constant || !scheme.quantified.empty() ||
           plan::reaches_function(f_.types, scheme.type);
  }
  bool is_named(uint32_t g) const {
    bool named = false;
    for (auto k = static_cast<uint32_t>(f_.core.globals.size());
         k-- > 1 && !f_.program.globals[k].prelude && !named;)
      if (const Core* value = f_.core.globals[k].value; value && is_to_run(k))
        for_each_definition(*value, [&](GlobalId used) { named |= used == GlobalId{g}; });
    return named;
  }

  Frontend& f_;
};

} // namespace

FileId Session::type_text(std::string name, std::string text) {
  if (typed_) {
    const Unreachable unreachable(frontend_);
    for (auto g = static_cast<uint32_t>(typed_->first_global()); g < frontend_.program.globals.size(); ++g)
      if (const auto old = unreachable.before(g); old && machine_->has_run(*old))
        if (const uint32_t at = machine_->mono.instance(*old, {}); machine_->defined_value(at))
          machine_->forget_global(at);
    forget_since(*typed_);
  }
  typed_ = mark();
  return add_text(std::move(name), std::move(text));
}

std::shared_ptr<const Session::Mark> Session::mark() {
  return std::make_shared<Mark>(
      Mark{nova::mark(frontend_), machine_->mark(), tiers_ ? std::optional(tiers_->mark()) : std::nullopt});
}

bool Session::lasts_since(const Mark& m, std::span<const Core* const> gone) const {
  return nova::lasts_since(frontend_, m.frontend) ||
         (tiers_ && (!m.tiers || tiers_->lasts_since(*m.tiers))) ||
         machine_->lasts_since(m.machine, m.first_global(), gone);
}

/// From those who refer to others to those who are referred to.
void Session::forget_since(const Mark& m) {
  std::vector<const Core*> gone;
  const auto& nodes = frontend_.core.nodes;
  for (size_t n = m.frontend.core.nodes; n < nodes.size(); ++n) gone.push_back(&nodes[n]);
  if (lasts_since(m, gone)) return;
  made_ = nullptr, verdicts_.forget(tiers_.get(), m.first_global(), m.first_file());
  if (tiers_) tiers_->forget(*m.tiers, gone);
  machine_->forget(m.machine, m.first_global(), m.first_file(), gone);
  nova::forget(frontend_, m.frontend);
}

} // namespace nova
