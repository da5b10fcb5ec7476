// Datum: an S-expression that the reader makes of text, with spans. Names are not resolved and types not known yet.
// These kinds have items:
//
//   List           (a b c)
//   Tuple          (a, b, c)            an item of several data is a List
//   Vector         [a b c] or [a, b, c]
//   Comprehension  [e | q, q | q]       items[0] is e, each further item is a List of the qualifiers of one branch;
//                                       a qualifier of several data (x <- xs) is itself a List
//   Project        e.2                  items[0] is e, `integer` is 2
//   Field          (f e).x              items[0] is (f e), `symbol` is x; of a name, b.x is one Symbol
//   Index          v!i                  items[0] is v, items[1] is i
//   Complex        1.0-2.0i             items[0] is 1.0, items[1] is -2.0; of 2.0i, items[0] is 0
//   Range          [a..b]               items[0] is a, items[1] is b; `integer` is 1 for [a..<b], which excludes b
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
  Complex,
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
  Field,
  Index,
  Range
};

/// How far reading errors, which have been reported, affect a top-level datum. Inside: a part of it could not be
/// read. Brackets: its brackets are wrong, so that its nesting is uncertain; other errors in it may follow from that.
enum class Damage : uint8_t { None, Inside, Brackets };

/// One S-expression with its source range.
struct Datum {
  DatumKind kind = DatumKind::Nil;
  Damage damage = Damage::None; ///< set only in top-level data and in the data directly in them
  bool bare = false;            ///< whether a List has no brackets of its own: an item of several data
  bool suffixed = false;        ///< whether a numeral has a type suffix (1f, 7i8)
  /// Of an Integer or Floating: its type. An Integer without suffix above the largest int has uint64 here.
  Element element = Element::I64;
  Symbol symbol{}; ///< name of a Symbol or a Field; of a TypeVariable: its name without the quote
  Span span;
  union {
    /// Value of an Integer, Boolean (0/1), Character (its byte), Project (field number) or Range (0/1).
    int64_t integer;
    double floating; ///< value of a Floating; with the suffix f, already rounded to single precision
  };
  /// String: its bytes, with escapes decoded; Integer, Floating, Complex: the spelling.
  std::string_view text;
  std::span<const Datum* const> items;

  Datum() : integer(0) {}
  bool is(DatumKind k) const { return kind == k; }
  /// Returns the value of an Integer, rounded to the floating type F. The numerals of element U64 are unsigned.
  template <class F> F integer_as() const {
    return element == Element::U64 ? static_cast<F>(static_cast<uint64_t>(integer)) : static_cast<F>(integer);
  }
  bool is_symbol(nova::Symbol s) const { return kind == DatumKind::Symbol && symbol == s; }
};

/// Owns data, their item arrays and the bytes of their strings. Nothing is freed singly, but all that was made after
/// a mark can be removed. Destruction does not recurse, however deep the data nest.
class DatumArena {
 public:
  Datum* make(DatumKind kind, Span span) {
    if (data_.empty() || data_used_ == chunk)
      data_.push_back(std::make_unique<Datum[]>(chunk)), data_used_ = 0;
    Datum* d = &data_.back()[data_used_++];
    *d = Datum(); // the slot may hold a datum that was removed
    d->kind = kind, d->span = span;
    return d;
  }
  /// Copies the pointers `xs` into the arena and returns the copy.
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
  /// Copies `s` into the arena and returns the copy.
  std::string_view text(std::string_view s) { return *texts_.emplace_back(std::make_unique<std::string>(s)); }

  struct Mark {
    size_t chunks, used, item_chunks;
    std::span<const Datum*> items_left;
    size_t texts;
  };
  Mark mark() const { return {data_.size(), data_used_, items_.size(), items_left_, texts_.size()}; }
  /// Removes all that was made after the mark.
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
  std::span<const Datum*> items_left_; ///< the unused end of the last block of items_
  std::vector<std::unique_ptr<std::string>> texts_;
};

/// Prints a datum as text that reads back to the same datum (`--dump datum`).
std::string print_datum(const Datum& d, const Symbols& symbols);

/// Whether both data have the same kind, value and items at all levels. Spans and spellings of numerals are ignored.
/// The symbols of both must come from the same table.
bool same_datum(const Datum& a, const Datum& b);

} // namespace nova
