#include "repl/show/matrix.hpp"
#include "repl/show/table.hpp"
#include <algorithm>

namespace nova {
namespace {

constexpr int64_t most_columns = 64; ///< that are tried; a terminal has room for few more

/// The rows or columns of a matrix that are shown: the first ones and the last ones. Between them a gap stands.
struct Shown {
  std::vector<int64_t> at{};
  size_t first = 0; ///< how many stand before the gap; all of them if there is none
  bool cut = false;
};

Shown ends(int64_t count, int64_t first, int64_t last, bool cut) {
  Shown out;
  out.cut = cut, out.first = static_cast<size_t>(cut ? first : count);
  for (int64_t k = 0; k < count; ++k)
    if (!cut || k < first || k >= count - last) out.at.push_back(k);
  return out;
}

bool is_text(const Types& types, TypeId t) {
  t = types.resolve(t);
  if (!types.is(t, TypeKind::Vector) || types.rank_of(t) != 1) return false;
  const TypeId element = types.resolve(types.element_of(t));
  return types.is(element, TypeKind::Prim) && types.element(element) == Element::Char;
}

/// A matrix whose elements are numbers, truth values or texts.
class Matrix {
 public:
  Matrix(Session& session, const Array& a, TypeId element) : session_(session), array_(a), element_(element) {
    rows = a.length(), columns = a.rank() == 2 ? a.dimension(1) : a.at(0).array().length();
  }
  /// Whether all rows have the same length.
  bool is_even() const {
    for (int64_t k = 0; array_.rank() == 1 && k < rows; ++k)
      if (array_.at(k).array().length() != columns) return false;
    return true;
  }
  std::string cell(int64_t row, int64_t column) const {
    const Value v =
        array_.rank() == 2 ? element_at(row * columns + column) : array_.at(row).array().at(column);
    return print_value(v, element_, session_.frontend().types, session_.frontend().symbols);
  }
  /// Whether the cells are texts, which begin below one another.
  bool has_texts() const { return is_text(session_.frontend().types, element_); }
  int64_t rows, columns;

 private:
  Value element_at(int64_t k) const {
    return Array(array_.column_ref(), array_.begin(), rows * columns).at(k);
  }
  Session& session_;
  const Array& array_;
  TypeId element_;
};

/// Returns the width of each shown column.
std::vector<size_t> widths_of(const Matrix& m, const Shown& rows, const Shown& columns) {
  std::vector<size_t> widths;
  for (const int64_t c : columns.at) {
    size_t& width = widths.emplace_back(1);
    for (const int64_t r : rows.at) width = std::max(width, width_of(m.cell(r, c)));
  }
  return widths;
}

/// Returns the columns that have room: all, or as many at both ends.
std::optional<Shown> fitting_columns(const Matrix& m, const Shown& rows, size_t room) {
  constexpr size_t brackets = 4;
  const auto width = [&](const Shown& columns) {
    size_t all = brackets + (columns.cut ? left_out.size() + 1 : 0);
    for (const size_t w : widths_of(m, rows, columns)) all += w + 1;
    return all;
  };
  const bool many = m.columns > most_columns;
  const Shown whole = ends(m.columns, m.columns, 0, false);
  if (!many && width(whole) <= room) return whole;
  std::optional<Shown> best;
  for (int64_t k = 1; 2 * k < std::min(m.columns, most_columns); ++k) {
    Shown some = ends(m.columns, k, k, true);
    if (width(some) > room) break;
    best = std::move(some);
  }
  return best;
}

std::string text_of(const Matrix& m, const Shown& rows, const Shown& columns) {
  const std::vector<size_t> widths = widths_of(m, rows, columns);
  std::string out;
  for (size_t r = 0; r < rows.at.size(); ++r) {
    if (rows.cut && r == rows.first) out += " " + std::string(left_out) + "\n";
    out += r == 0 ? "[[" : " [";
    for (size_t c = 0; c < columns.at.size(); ++c) {
      if (c > 0) out += ' ';
      if (columns.cut && c == columns.first) out += std::string(left_out) + " ";
      const std::string cell = m.cell(rows.at[r], columns.at[c]);
      const std::string blanks(widths[c] - width_of(cell), ' ');
      out += !m.has_texts() ? blanks + cell : c + 1 < columns.at.size() ? cell + blanks : cell;
    }
    out += r + 1 == rows.at.size() ? "]]" : "]\n";
  }
  return out;
}

/// Returns the type of a matrix' elements, which are numbers, truth values or texts; nothing for another type.
std::optional<TypeId> element_of_matrix(const Types& types, TypeId t) {
  t = types.resolve(t);
  uint32_t rank = 0;
  for (; types.is(t, TypeKind::Vector) && !is_text(types, t); t = types.resolve(types.element_of(t)))
    rank += types.rank_of(t);
  const bool one = types.is(t, TypeKind::Prim) || types.is_complex(t) || is_text(types, t);
  return rank == 2 && one ? std::optional(t) : std::nullopt;
}

} // namespace

std::optional<std::string> matrix_text(Session& session, const Outcome& o, size_t columns) {
  const auto element = element_of_matrix(session.frontend().types, o.type);
  if (!element || o.value->array().length() < 2) return {};
  const Matrix m(session, o.value->array(), *element);
  if (m.columns < 1 || !m.is_even()) return {};
  const Shown rows = ends(m.rows, rows_of_text.first, rows_of_text.last, rows_of_text.cuts(m.rows));
  const std::optional<Shown> fitting = fitting_columns(m, rows, columns);
  if (!fitting) return {};
  const std::string text = text_of(m, rows, *fitting), type = type_text(session, o);
  if (!rows.cut && !fitting->cut) return text + " : " + type + "\n";
  return text + "\n" + std::to_string(m.rows) + " by " + std::to_string(m.columns) + " : " + type + "\n";
}

} // namespace nova
