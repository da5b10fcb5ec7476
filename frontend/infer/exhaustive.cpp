#include "frontend/infer/exhaustive.hpp"
#include "frontend/source/stack_guard.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <bit>
#include <map>

namespace nova {
namespace {

using Row = std::vector<const CorePattern*>; // a pattern for each column; null matches anything
using Matrix = std::vector<Row>;

/// The outermost constructor or literal of a pattern. Two heads are equal if they match the same values.
struct Head {
  CorePattern::Kind kind = CorePattern::Wildcard;
  uint64_t number = 0;   ///< a constructor's index, or a literal's value
  std::string_view text; ///< a string literal's text
  auto operator<=>(const Head&) const = default;
};

bool is_anything(const CorePattern* p) {
  return !p || p->kind == CorePattern::Wildcard || p->kind == CorePattern::Variable;
}

Head head_of(const CorePattern& p, const Types& types) {
  if (p.kind == CorePattern::Constructor) return {p.kind, p.constructor, {}};
  if (p.kind == CorePattern::Tuple) return {p.kind, 0, {}};
  const Datum& d = *p.literal;
  if (d.kind == DatumKind::String) return {p.kind, 0, d.text};
  if (d.kind == DatumKind::Floating) return {p.kind, std::bit_cast<uint64_t>(d.floating + 0.0), {}};
  // An integer literal may be of a floating-point type: 1 and 1.0 are one value then.
  const TypeId t = types.resolve(p.type);
  const bool floating = types[t].kind == TypeKind::Prim && is_real(types.element(t));
  if (d.kind == DatumKind::Integer && floating)
    return {p.kind, std::bit_cast<uint64_t>(d.integer_as<double>()), {}};
  // 2^64 - 1 and -1 have the same bits.
  const std::string_view sign =
      d.kind == DatumKind::Integer && d.integer < 0 && d.element == Element::U64 ? "+" : "";
  return {p.kind, d.kind == DatumKind::Nil ? 0 : static_cast<uint64_t>(d.integer), sign};
}

class Examiner {
 public:
  Examiner(const Types& types, const Symbols& symbols) : types_(types), symbols_(symbols) {}

  /// Returns values that no row matches, as a text for each column, or nothing if the rows match all values.
  std::optional<std::vector<std::string>> missing(const Matrix& rows, size_t columns);
  /// Whether some value matches `row`, but none of `rows`, the rows above it.
  bool useful(const Matrix& rows, const Row& row);
  bool gave_up() const { return gave_up_; }
  Head head(const CorePattern& p) const { return head_of(p, types_); }

 private:
  using Heads = std::map<Head, const CorePattern*>;
  Heads heads(const Matrix& rows) const;
  /// Returns how many different heads the patterns of p's type can have, or 0 if their number has no bound.
  size_t signature(const CorePattern& p) const;
  static Matrix specialise(const Matrix& rows, const Head& h, size_t arity, const Types& types);
  std::map<Head, Matrix> specialised(const Matrix& rows, const Heads& present) const;
  static Matrix rest(const Matrix& rows);
  std::string witness(const CorePattern& like, std::span<const std::string> parts) const;
  std::string absent(const Heads& present, const CorePattern& like) const;
  std::string absent_literal(const Heads& present, const CorePattern& like) const;
  std::string constructor(const CorePattern& like, uint32_t which, std::span<const std::string> parts) const;
  bool spend(size_t rows) {
    constexpr uint64_t most = 5'000'000;
    Watch::poll();
    steps_ += rows + 1;
    gave_up_ = gave_up_ || steps_ > most || StackGuard::exhausted();
    return !gave_up_;
  }

  const Types& types_;
  const Symbols& symbols_;
  uint64_t steps_ = 0;
  bool gave_up_ = false;
};

Examiner::Heads Examiner::heads(const Matrix& rows) const {
  Heads out;
  for (const Row& r : rows)
    if (!is_anything(r[0])) out.emplace(head_of(*r[0], types_), r[0]);
  return out;
}

size_t Examiner::signature(const CorePattern& p) const {
  if (p.kind == CorePattern::Tuple) return 1;
  if (p.kind == CorePattern::Constructor)
    return types_.sum_type(SumId{types_[types_.resolve(p.type)].payload}).constructors.size();
  if (p.literal->kind == DatumKind::Boolean) return 2;
  return p.literal->kind == DatumKind::Nil ? 1 : 0;
}

/// Returns the rows that match values with the head h. Their first column is replaced by `arity` columns, for the
/// fields or items of the value.
Matrix Examiner::specialise(const Matrix& rows, const Head& h, size_t arity, const Types& types) {
  Matrix out;
  for (const Row& r : rows) {
    const bool anything = is_anything(r[0]);
    if (!anything && head_of(*r[0], types) != h) continue;
    Row next;
    next.reserve(arity + r.size() - 1);
    for (size_t i = 0; i < arity; ++i) next.push_back(anything ? nullptr : &r[0]->items[i]);
    next.insert(next.end(), r.begin() + 1, r.end());
    out.push_back(std::move(next));
  }
  return out;
}

/// Returns, for each head, the result of `specialise`. Makes one pass over the rows for all heads, since a type may
/// have thousands of constructors.
std::map<Head, Matrix> Examiner::specialised(const Matrix& rows, const Heads& present) const {
  std::map<Head, Matrix> own;
  for (const auto& [head, like] : present) own[head];
  for (const Row& r : rows)
    if (!is_anything(r[0]))
      own[head_of(*r[0], types_)].push_back(r);
    else
      for (auto& [head, matrix] : own) matrix.push_back(r);
  for (auto& [head, matrix] : own) matrix = specialise(matrix, head, present.at(head)->items.size(), types_);
  return own;
}

/// Returns the rows whose first pattern matches any value, without their first column.
Matrix Examiner::rest(const Matrix& rows) {
  Matrix out;
  for (const Row& r : rows)
    if (is_anything(r[0])) out.emplace_back(r.begin() + 1, r.end());
  return out;
}

std::optional<std::vector<std::string>> Examiner::missing(const Matrix& rows, size_t columns) {
  if (!spend(rows.size())) return std::nullopt;
  if (columns == 0) return rows.empty() ? std::optional(std::vector<std::string>{}) : std::nullopt;
  const Heads present = heads(rows);
  const bool complete = !present.empty() && present.size() == signature(*present.begin()->second);
  if (!complete) {
    auto tail = missing(rest(rows), columns - 1);
    if (!tail) return std::nullopt;
    tail->insert(tail->begin(), present.empty() ? "_" : absent(present, *present.begin()->second));
    return tail;
  }
  const std::map<Head, Matrix> own = specialised(rows, present);
  for (const auto& [head, like] : present) {
    const size_t arity = like->items.size();
    auto parts = missing(own.at(head), arity + columns - 1);
    if (!parts) continue;
    std::string first = witness(*like, std::span(*parts).first(arity));
    parts->erase(parts->begin(), parts->begin() + static_cast<ptrdiff_t>(arity));
    parts->insert(parts->begin(), std::move(first));
    return parts;
  }
  return std::nullopt;
}

bool Examiner::useful(const Matrix& rows, const Row& row) {
  if (!spend(rows.size())) return true;
  if (row.empty()) return rows.empty();
  const Row tail(row.begin() + 1, row.end());
  if (!is_anything(row[0])) {
    const Head h = head_of(*row[0], types_);
    const size_t arity = row[0]->items.size();
    return useful(specialise(rows, h, arity, types_), specialise({row}, h, arity, types_)[0]);
  }
  const Heads present = heads(rows);
  if (present.empty() || present.size() != signature(*present.begin()->second))
    return useful(rest(rows), tail);
  const std::map<Head, Matrix> own = specialised(rows, present);
  for (const auto& [head, like] : present) {
    const size_t arity = like->items.size();
    if (useful(own.at(head), specialise({row}, head, arity, types_)[0])) return true;
  }
  return false;
}

std::string Examiner::constructor(const CorePattern& like, uint32_t which,
                                  std::span<const std::string> parts) const {
  const SumType& sum = types_.sum_type(SumId{types_[types_.resolve(like.type)].payload});
  const Symbol name = sum.complex ? sum.name : sum.constructors[which].name; // (complex a b) is a pattern
  std::string out = "(" + std::string(symbols_.text(name));
  for (const std::string& p : parts) out += " " + p;
  return out + ")";
}

std::string Examiner::witness(const CorePattern& like, std::span<const std::string> parts) const {
  if (like.kind == CorePattern::Constructor) return constructor(like, like.constructor, parts);
  if (like.kind == CorePattern::Literal)
    return like.literal->kind == DatumKind::Nil ? "nil" : like.literal->integer ? "true" : "false";
  std::string out;
  for (const std::string& p : parts) out += (out.empty() ? "(" : ", ") + p;
  return out + ")";
}

/// Returns a literal that is not among those present, as text, or `_` if none is found easily.
std::string Examiner::absent_literal(const Heads& present, const CorePattern& like) const {
  const TypeId t = types_.resolve(like.type);
  const bool floating = types_[t].kind == TypeKind::Prim && is_real(types_.element(t));
  uint64_t n = like.literal->kind == DatumKind::Character ? 'a' : 0;
  while (present.contains({CorePattern::Literal, n, {}})) ++n;
  switch (like.literal->kind) {
  case DatumKind::Boolean: return like.literal->integer ? "false" : "true";
  case DatumKind::Integer: return floating || n > INT8_MAX ? "_" : std::to_string(n);
  case DatumKind::Character: return n > 'z' ? "_" : std::string("#\\") + static_cast<char>(n);
  case DatumKind::String: return present.contains({CorePattern::Literal, 0, ""}) ? "_" : "\"\"";
  default: return "_";
  }
}

/// Returns a pattern, as text, whose head is not among those present, or `_`.
std::string Examiner::absent(const Heads& present, const CorePattern& like) const {
  if (like.kind == CorePattern::Literal) return absent_literal(present, like);
  const SumType& sum = types_.sum_type(SumId{types_[types_.resolve(like.type)].payload});
  for (uint32_t c = 0; c < sum.constructors.size(); ++c) {
    if (present.contains({CorePattern::Constructor, c, {}})) continue;
    const std::vector<std::string> parts(sum.constructors[c].fields.size(), "_");
    return constructor(like, c, parts);
  }
  return "_";
}

} // namespace

MatchFacts examine_match(std::span<const CorePattern* const> arms, const Types& types,
                         const Symbols& symbols) {
  MatchFacts facts;
  Examiner examiner(types, symbols);
  Matrix rows, anything;
  std::map<Head, Matrix>
      by_head; // an arm is compared only with arms of the same head, which avoids quadratic time
  for (uint32_t i = 0; i < arms.size(); ++i) {
    Row row{arms[i]};
    bool useful = true;
    if (is_anything(arms[i])) {
      useful = anything.empty() && examiner.useful(rows, row);
      anything.push_back(row);
    } else {
      Matrix& rivals = by_head[examiner.head(*arms[i])];
      useful = anything.empty() && examiner.useful(rivals, row);
      rivals.push_back(row);
    }
    if (!useful) facts.unreachable.push_back(i);
    rows.push_back(std::move(row));
  }
  if (!anything.empty()) return facts.too_large = examiner.gave_up(), facts;
  if (auto values = examiner.missing(rows, 1)) facts.missing = std::move(values->front());
  facts.too_large = examiner.gave_up();
  return facts;
}

} // namespace nova
