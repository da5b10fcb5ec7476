#include "repl/session_log.hpp"

namespace nova {

size_t SessionLog::add(std::string_view text, std::vector<Results::Use> uses) {
  for (const Results::Use& u : uses) links_[u.entry].named = true;
  if (!uses.empty()) links_[size()].uses = std::move(uses);
  ends_.push_back(texts_.append(text).size());
  return size() - 1;
}

/// A result that is named later gets a name of its own where it is made, and is `it` before the form that
/// says so.
std::string SessionLog::script() const {
  const auto result = [](size_t entry) { return std::string(saved_result) + std::to_string(entry + 1); };
  std::string out;
  size_t begin = 0;
  for (size_t i = 0; i < size(); ++i) {
    const std::string text = texts_.substr(begin, ends_[i] - begin);
    const auto found = links_.find(i);
    const Links links = found == links_.end() ? Links{} : found->second;
    for (const Results::Use& u : links.uses) out += "(define " + u.name + " " + result(u.entry) + ")\n";
    out += links.named ? "(define " + result(i) + "\n" + text + ")\n" : text + "\n";
    begin = ends_[i];
  }
  return out;
}

} // namespace nova
