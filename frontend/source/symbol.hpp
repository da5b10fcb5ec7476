// Interned names. A Symbol is an index; the expander makes aliases (fresh symbols that remember what they rename),
// which is how hygiene works.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace nova {

enum class Symbol : uint32_t {};

class Symbols {
 public:
  Symbol intern(std::string_view text);
  /// A symbol of the same spelling that is equal to no other.
  Symbol fresh(std::string_view text);
  std::string_view text(Symbol s) const { return texts_[static_cast<uint32_t>(s)]; }
  uint32_t size() const { return static_cast<uint32_t>(texts_.size()); }
  /// All but the first n are gone; their numbers are given anew.
  void forget_from(uint32_t n);

 private:
  std::deque<std::string> texts_; // stable addresses: the map's keys point into it
  std::unordered_map<std::string_view, Symbol> ids_;
};

} // namespace nova
