#include "repl/lsp/code_actions.hpp"
#include <algorithm>

namespace nova::lsp {

CodeActions::CodeActions(Session& session, std::string uri, const std::string& text, std::string id,
                         std::string mends)
    : uri_(std::move(uri)), id_(std::move(id)), mends_(std::move(mends)) {
  for (const Mend& m : parse_mends(mends_, counts_)) {
    std::string changed = text;
    changed.replace(m.begin, m.end - m.begin, m.text);
    trials_.push_back({std::make_unique<Worker>(session, uri_, std::nullopt, changed), {}});
  }
}

std::vector<int> CodeActions::fds() const {
  std::vector<int> out;
  for (const Trial& t : trials_)
    if (t.worker) out.push_back(t.worker->fd());
  return out;
}

bool CodeActions::is_done() {
  for (Trial& t : trials_) {
    if (!t.worker) continue;
    const bool alive = t.worker->fd() >= 0 && t.worker->receive();
    if (const auto diagnostics = t.worker->take()) t.counts = count_messages(*diagnostics);
    if (t.counts || !alive || t.worker->is_late()) t.worker.reset();
  }
  return std::ranges::none_of(trials_, [](const Trial& t) { return bool(t.worker); });
}

std::string CodeActions::result() const {
  std::vector<size_t> good;
  for (size_t k = 0; k < trials_.size(); ++k)
    if (trials_[k].counts && *trials_[k].counts < counts_) good.push_back(k);
  return code_actions(mends_, uri_, good);
}

} // namespace nova::lsp
