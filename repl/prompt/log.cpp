#include "repl/prompt/log.hpp"
#include <algorithm>
#include <iterator>
#include <span>

namespace nova {
namespace {

/// Returns the name that an entry's result has in a saved session.
std::string name_of_saved(size_t entry) { return "result-" + std::to_string(entry + 1); }

} // namespace

size_t SessionLog::add(std::string_view text, const Origin& from, std::vector<Results::Use> uses) {
  for (const Results::Use& u : uses) links_[u.entry].named = true;
  if (!uses.empty()) links_[size()].uses = std::move(uses);
  if (places_.empty() || places_.rbegin()->second != from.place) places_[size()] = from.place;
  begins_.push_back(from.at);
  ends_.push_back(texts_.append(text).size());
  return size() - 1;
}

SessionLog::Origin SessionLog::origin(size_t entry) const {
  return {std::prev(places_.upper_bound(entry))->second, begins_[entry]};
}

namespace {

/// Returns the text in which each name of a used result, such as `it1`, is replaced by the result's name in a saved
/// session.
std::string renamed(const std::string& text, std::span<const Results::Use> uses) {
  std::string out;
  size_t done = 0;
  for (const Mention& m : mentions_of_results(text)) {
    const auto use = std::ranges::find(uses, m.result, &Results::Use::result);
    if (use == uses.end()) continue; // the user has defined this name
    out += text.substr(done, m.begin - done) + name_of_saved(use->entry), done = m.end;
  }
  return out + text.substr(done);
}

} // namespace

/// Returns the script. An entry whose result is used by a later entry becomes a definition of a unique name.
std::string SessionLog::script() const {
  std::string out;
  size_t begin = 0;
  for (size_t i = 0; i < size(); ++i) {
    const auto found = links_.find(i);
    const Links links = found == links_.end() ? Links{} : found->second;
    const std::string text = renamed(texts_.substr(begin, ends_[i] - begin), links.uses);
    out += links.named ? "(define " + name_of_saved(i) + "\n" + text + ")\n" : text + "\n";
    begin = ends_[i];
  }
  return out;
}

} // namespace nova
