#include "repl/session_log.hpp"

namespace nova {

size_t SessionLog::add(std::string text, std::vector<Results::Use> uses) {
  for (const Results::Use& u : uses) entries_[u.entry].named = true;
  entries_.push_back({std::move(text), std::move(uses)});
  return entries_.size() - 1;
}

/// A result that is named later gets a name of its own where it is made, and is `it` before the form that
/// says so.
std::string SessionLog::script() const {
  const auto result = [](size_t entry) { return "result-" + std::to_string(entry + 1); };
  std::string out;
  for (size_t i = 0; i < entries_.size(); ++i) {
    const Entry& e = entries_[i];
    for (const Results::Use& u : e.uses) out += "(define " + u.name + " " + result(u.entry) + ")\n";
    out += e.named ? "(define " + result(i) + "\n" + e.text + ")\n" : e.text + "\n";
  }
  return out;
}

} // namespace nova
