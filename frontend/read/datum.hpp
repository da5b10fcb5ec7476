// Datum: what the reader makes of text. S-expressions with spans; names are not yet resolved, types not yet known.
//
//   List           (a b c)
//   Tuple          (a, b, c)            an item of several data is a List
//   Vector         [a b c] or [a, b, c]
//   Comprehension  [e | q, q | q]       items[0] is e, each further item is a List of the qualifiers of one branch;
//                                       a qualifier of several data (x <- xs) is itself a List
//   Project        e.2                  items[0] is e, number is 2
//   Index          v!i                  items[0] is v, items[1] is i
#pragma once
#include "frontend/source/source.hpp"
#include "frontend/source/symbol.hpp"
#include "runtime/element.hpp"
#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace nova {

enum class DatumKind : uint8_t {
  Integer,
  Floating,
  Boolean,
  Nil,
  Character,
  String,
  Symbol,
  TypeVariable,
  List,
  Tuple,
  Vector,
  Comprehension,
  Project,
  Index
};

/// What reading errors (reported) make of a top-level datum: `Inside`, a part of it reads as nothing; `Brackets`, not
/// even its shape can be trusted. What else seems wrong with it may follow from that.
enum class Damage : uint8_t { None, Inside, Brackets };

struct Datum {
  DatumKind kind = DatumKind::Nil;
  Damage damage = Damage::None; ///< of top-level data and, in them, their items
  bool suffixed = false;        ///< a numeral with a suffix (1f, 7i8): `element` is its type
  Element element = Element::I64;
  Symbol symbol{}; ///< Symbol; TypeVariable (without the quote)
  Span span;
  union {
    int64_t integer; ///< Integer, Boolean (0/1), Character (its byte), Project (the position)
    double floating; ///< Floating, already rounded to `element` when suffixed f
  };
  std::string_view text; ///< String: its bytes after escapes; Integer, Floating: the spelling
  std::span<const Datum* const> items;

  Datum() : integer(0) {}
  bool is(DatumKind k) const { return kind == k; }
  bool is_symbol(nova::Symbol s) const { return kind == DatumKind::Symbol && symbol == s; }
};

/// Owns data, their item arrays and string bytes. Nothing is freed singly, but the last that were made can be forgotten;
/// nothing recurses on destruction.
class DatumArena {
 public:
  Datum* make(DatumKind kind, Span span) {
    if (data_.empty() || data_used_ == chunk)
      data_.push_back(std::make_unique<Datum[]>(chunk)), data_used_ = 0;
    Datum* d = &data_.back()[data_used_++];
    *d = Datum(); // something that was forgotten may have stood there
    d->kind = kind, d->span = span;
    return d;
  }
  std::span<const Datum* const> items(std::span<const Datum* const> xs) {
    if (xs.empty()) return {};
    if (xs.size() > items_left_.size()) {
      const size_t size = std::max(xs.size(), item_chunk);
      items_left_ = {items_.emplace_back(std::make_unique_for_overwrite<const Datum*[]>(size)).get(), size};
    }
    std::memcpy(items_left_.data(), xs.data(), xs.size_bytes());
    std::span<const Datum* const> out = items_left_.first(xs.size());
    items_left_ = items_left_.subspan(xs.size());
    return out;
  }
  std::string_view text(std::string_view s) { return *texts_.emplace_back(std::make_unique<std::string>(s)); }

  struct Mark {
    size_t chunks, used, item_chunks;
    std::span<const Datum*> items_left;
    size_t texts;
  };
  Mark mark() const { return {data_.size(), data_used_, items_.size(), items_left_, texts_.size()}; }
  /// What was made since then is gone.
  void forget(const Mark& m) {
    data_.resize(m.chunks), data_used_ = m.used;
    items_.resize(m.item_chunks), items_left_ = m.items_left;
    texts_.resize(m.texts);
  }

 private:
  static constexpr size_t chunk = 256, item_chunk = 4096;
  std::vector<std::unique_ptr<Datum[]>> data_;
  size_t data_used_ = 0;
  std::vector<std::unique_ptr<const Datum*[]>> items_;
  std::span<const Datum*> items_left_; ///< of the last block
  std::vector<std::unique_ptr<std::string>> texts_;
};

/// A datum as text that reads back to the same datum (`--dump datum`).
std::string print_datum(const Datum& d, const Symbols& symbols);

/// The same kind, value and items throughout; spans and spellings do not count. Both from one table of symbols.
bool same_datum(const Datum& a, const Datum& b);

} // namespace nova
