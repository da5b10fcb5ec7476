#include "frontend/source/symbol.hpp"

namespace nova {

Symbol Symbols::intern(std::string_view text) {
  if (auto known = ids_.find(text); known != ids_.end()) return known->second;
  Symbol s = fresh(text);
  ids_.emplace(texts_.back(), s);
  return s;
}

Symbol Symbols::fresh(std::string_view text) {
  texts_.emplace_back(text);
  return static_cast<Symbol>(texts_.size() - 1);
}

void Symbols::forget_from(uint32_t n) {
  for (; size() > n; texts_.pop_back())
    if (const auto known = ids_.find(texts_.back());
        known != ids_.end() && known->first.data() == texts_.back().data())
      ids_.erase(known);
}

} // namespace nova
