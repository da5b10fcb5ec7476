// What a form leaves at the prompt: nothing, but for definitions, and what later forms find again that was
// made on the way to its value (a function's instance at new types, a plan). The session is then as it was
// before the form's text.
#include "frontend/forget.hpp"
#include "repl/session.hpp"

namespace nova {

/// How far a session had come.
struct Session::Mark {
  FrontendMark frontend;
  Machine::Mark machine;
  std::optional<TierManager::Mark> tiers;
  GlobalId first_global() const { return static_cast<GlobalId>(frontend.program.globals); }
  FileId first_file() const { return static_cast<FileId>(frontend.sources.files); }
};

FileId Session::type_text(std::string name, std::string text) {
  if (typed_) forget_since(*typed_);
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
