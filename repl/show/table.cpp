#include "repl/show/table.hpp"
#include "frontend/core/moments.hpp"
#include "frontend/source/utf8.hpp"
#include "repl/show/rules.hpp"
#include "runtime/io/csv/moments.hpp"
#include "runtime/io/svg.hpp"
#include <algorithm>

namespace nova {
namespace {

constexpr size_t widest_in_page = 200; ///< characters of a cell in HTML

/// The columns of a table: the fields of its tuples or records.
struct Fields {
  std::vector<std::string> names{};
  std::vector<TypeId> types{};
};

Fields fields_of(Session& session, TypeId row) {
  Types& types = session.frontend().types;
  Fields out;
  const std::vector<TypeId> arguments(types.args(row).begin(), types.args(row).end());
  if (types.is(row, TypeKind::Tuple)) {
    out.types = arguments;
    for (size_t k = 0; k < arguments.size(); ++k) out.names.push_back("." + std::to_string(k));
  } else if (types.is(row, TypeKind::Sum)) {
    const SumId id{types[row].payload};
    const SumType& sum = types.sum_type(id);
    if (!sum.is_record() || sum.prelude) return out;
    for (const Symbol name : sum.constructors[0].names)
      out.names.emplace_back(session.frontend().symbols.text(name));
    out.types = types.fields_at(id, 0, arguments);
  }
  return out;
}

/// Returns what a table shows of a value: a date as ISO 8601 has it, an optional value without its constructor.
std::string cell_text(Session& session, const Value& v, TypeId t) {
  Types& types = session.frontend().types;
  t = types.resolve(t);
  if (types.is(t, TypeKind::Sum) && types.sum_type(SumId{types[t].payload}).is_optional() &&
      !v.items().empty())
    return cell_text(session, v.items()[0], types.fields_at(t, v.constructor())[0]);
  std::string text;
  switch (moment_of(types, session.frontend().symbols, t)) {
  case MomentKind::None: break;
  case MomentKind::Date:
    if (append_date(text, v.items()[0].as_int())) return text;
    break;
  case MomentKind::Datetime:
    if (append_datetime(text, v.items()[0].as_int())) return text;
    break;
  case MomentKind::Duration: return append_duration(text, v.items()[0].as_int()), text;
  }
  return print_value(v, t, types, session.frontend().symbols, true);
}

/// Returns the vector `a` of rows as a table.
TextTable cells_of(Session& session, const Array& a, const Fields& fields, ShownRows shown) {
  TextTable table(1, {""});
  table[0].insert(table[0].end(), fields.names.begin(), fields.names.end());
  for (int64_t i = 0; i < a.length(); ++i) {
    if (shown.cuts(a.length()) && i == shown.first) {
      table.emplace_back(fields.types.size() + 1, std::string(left_out));
      i = a.length() - shown.last;
    }
    const Value row = a.at(i);
    auto& line = table.emplace_back(1, std::to_string(i));
    for (size_t k = 0; k < fields.types.size(); ++k)
      line.push_back(cell_text(session, row.items()[k], fields.types[k]));
  }
  return table;
}

/// Returns the text, or its beginning and dots where it is wider than `widest`.
std::string cut_text(const std::string& text, size_t widest) {
  if (width_of(text) <= widest) return text;
  size_t end = 0;
  for (size_t at = 0; at < text.size();) {
    at += decode_utf8(text, at).length;
    if (width_of(std::string_view(text).substr(0, at)) + left_out.size() > widest) break;
    end = at;
  }
  return text.substr(0, end) + std::string(left_out);
}

/// A table that is cut to the width of a terminal.
class TableText {
 public:
  TableText(TextTable table, const std::vector<bool>& whole) : table_(std::move(table)), whole_(whole) {
    room_ = column_widths(table_);
  }
  size_t columns() const { return room_.size() - 1; }
  bool has_cut() const { return cut_; }

  /// Cuts what is wider than `widest`, but for numbers.
  void cut(size_t widest) {
    for (size_t k = 1; k < room_.size(); ++k)
      for (size_t r = whole_[k - 1] ? table_.size() : 0; r < table_.size(); ++r) {
        std::string less = cut_text(table_[r][k], widest);
        cut_ |= r > 0 && less != table_[r][k], table_[r][k] = std::move(less);
      }
    room_ = column_widths(table_);
  }

  /// Returns how many columns from `first` on have room.
  size_t fitting(size_t first, size_t width) const {
    size_t used = index_width(), k = first;
    while (k < room_.size() && used + room_[k] + gap <= width) used += room_[k++] + gap;
    return k - first;
  }
  size_t index_width() const { return room_[0] + gap; }

  /// Returns how many columns at the beginning and at the end have room beside a column of dots.
  std::pair<size_t, size_t> fitting_ends(size_t width) const {
    size_t used = index_width() + left_out.size() + gap, first = 0, last = 0;
    while (first + last < columns()) {
      const bool left = first <= last;
      const size_t next = room_[left ? first + 1 : room_.size() - 1 - last] + gap;
      if (used + next > width) break;
      used += next, ++(left ? first : last);
    }
    return {first, last};
  }

  /// Returns the lines of columns from `first` on, up to `end`. From `dots` on, up to `behind`, there is a column of dots.
  std::string lines(size_t first, size_t end, size_t dots = 0, size_t behind = 0) const {
    std::string out;
    for (const auto& row : table_) {
      std::string line = " " + padded(row[0], room_[0]);
      for (size_t k = first; k < end; ++k) {
        if (k == dots) line += "  " + std::string(left_out), k = behind;
        if (k < end) line += "  " + padded(row[k], room_[k]);
      }
      out += line + "\n";
    }
    return out;
  }

 private:
  static constexpr size_t gap = 2;
  static std::string padded(const std::string& text, size_t width) {
    return std::string(width - width_of(text), ' ') + text;
  }

  TextTable table_;
  const std::vector<bool>& whole_; ///< of each column: whether its cells are never cut
  std::vector<size_t> room_;       ///< the width of each column, the indices' first
  bool cut_ = false;
};

/// A table as text, and what of it is not shown.
struct ShownTable {
  std::string lines, missing;
};

/// Returns a table with its first and last columns if it is wider than the terminal. Returns nothing if none has room.
std::optional<ShownTable> elided(TableText& table, size_t width) {
  const size_t columns = table.columns(), end = columns + 1;
  const auto whole = [&]() -> std::optional<ShownTable> {
    return table.fitting(1, width) == columns ? std::optional(ShownTable{table.lines(1, end), ""})
                                              : std::nullopt;
  };
  table.cut(40);
  if (auto all = whole()) return all;
  for (const size_t widest : {20, 10}) {
    table.cut(widest);
    if (auto all = whole()) return all;
    const auto [first, last] = table.fitting_ends(width);
    if (first == 0) continue;
    return ShownTable{table.lines(1, end, first + 1, end - last),
                      ", " + std::to_string(columns - first - last) + " of " + std::to_string(columns) +
                          (columns == 1 ? " column" : " columns") + " hidden"};
  }
  return {};
}

/// Returns all columns of a table, in blocks that have room.
ShownTable in_blocks(TableText& table, size_t width) {
  constexpr size_t least = 10;
  const size_t index = table.index_width() + 2;
  table.cut(width > index + least ? width - index : least);
  std::string lines;
  for (size_t first = 1, n = 0; first <= table.columns(); first += n) {
    n = std::max<size_t>(1, table.fitting(first, width));
    lines += (first > 1 ? "\n" : "") + table.lines(first, first + n);
  }
  return {std::move(lines), ""};
}

/// Returns of each column whether its cells are never cut: numbers, truth values and chars.
std::vector<bool> never_cut(const Types& types, const Fields& fields) {
  std::vector<bool> out;
  for (const TypeId t : fields.types) out.push_back(types.is(t, TypeKind::Prim));
  return out;
}

} // namespace

size_t width_of(std::string_view text) {
  size_t width = 0;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    width += static_cast<size_t>(c.valid ? display_width(c.value) : 1), at += c.length;
  }
  return width;
}

std::vector<size_t> column_widths(const TextTable& table) {
  std::vector<size_t> widths(table[0].size());
  for (const auto& row : table)
    for (size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], width_of(row[k]));
  return widths;
}

std::string type_text(Session& session, const Outcome& o) {
  if (o.top && !o.top->open_type.empty()) return o.top->open_type;
  if (!o.open_type.empty()) return o.open_type;
  return session.frontend().types.print(o.type, session.frontend().symbols);
}

/// Returns the fields of the rows if a value is a table. Returns none for another value.
static Fields table_fields(Session& session, const Outcome& o) {
  const Types& types = session.frontend().types;
  const TypeId t = types.resolve(o.type);
  if (!types.is(t, TypeKind::Vector) || types.rank_of(t) != 1 || o.value->array().length() < 2) return {};
  return fields_of(session, types.resolve(types.element_of(t)));
}

std::optional<TextTable> page_table(Session& session, const Outcome& o) {
  const Fields fields = table_fields(session, o);
  if (fields.types.empty()) return {};
  TextTable table = cells_of(session, o.value->array(), fields, rows_of_html);
  for (auto& row : table)
    for (std::string& cell : row) cell = cut_text(cell, widest_in_page);
  return table;
}

std::string table_end(Session& session, const Outcome& o, const std::string& missing) {
  return std::to_string(o.value->array().length()) + " rows" + missing + " : " + type_text(session, o);
}

std::optional<std::string> table_text(Session& session, const Outcome& o, size_t columns, WideTable wide) {
  const Fields fields = table_fields(session, o);
  if (fields.types.empty()) return {};
  const std::vector<bool> whole = never_cut(session.frontend().types, fields);
  TableText table(cells_of(session, o.value->array(), fields, rows_of_text), whole);
  const bool elides = wide == WideTable::Elided;
  const auto shown = elides ? elided(table, columns) : in_blocks(table, columns);
  if (!shown) return {};
  std::string missing = shown->missing + (table.has_cut() ? ", long cells cut" : "");
  if (elides && !missing.empty()) missing += " (:show it shows more)";
  return shown->lines + table_end(session, o, missing) + "\n";
}

std::string html_of(const TextTable& table, const std::string& end, bool cut) {
  const std::string sorts = " style=\"cursor: pointer\" title=\"a click sorts the rows\" onclick=\"" +
                            escaped_markup(page_text("sort_table.js")) + "\"";
  std::string out = "<div style=\"max-height: 30em; overflow: auto\"><table>\n";
  for (size_t r = 0; r < table.size(); ++r) {
    out += "<tr" + (r == 0 && !cut ? sorts : "") + ">";
    for (size_t k = 0; k < table[r].size(); ++k) {
      const std::string tag = r == 0 || k == 0 ? "th" : "td";
      out += "<" + tag + ">" + escaped_markup(table[r][k]) + "</" + tag + ">";
    }
    out += "</tr>\n";
  }
  return out + "</table></div>\n<p>" + escaped_markup(end) + "</p>\n";
}

} // namespace nova
