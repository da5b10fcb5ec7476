// Interned names. A Symbol is an index into a table of texts. To keep macros hygienic, the expander renames the
// symbols that a macro inserts to aliases: fresh symbols whose original it remembers.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace nova {

enum class Symbol : uint32_t {};

/// The table of symbols of a session.
class Symbols {
 public:
  /// Returns the symbol of this spelling, which is always the same one. Makes it if there is none.
  Symbol intern(std::string_view text);
  /// Makes a new symbol of this spelling, which differs from all other symbols, even from those with the same
  /// spelling.
  Symbol fresh(std::string_view text);
  std::string_view text(Symbol s) const { return texts_[static_cast<uint32_t>(s)]; }
  uint32_t size() const { return static_cast<uint32_t>(texts_.size()); }
  /// Removes all symbols but the first `n`. Their numbers are used again.
  void forget_from(uint32_t n);

 private:
  std::deque<std::string> texts_; // a deque keeps the addresses of texts, to which the keys of ids_ refer
  std::unordered_map<std::string_view, Symbol> ids_;
};

} // namespace nova
