#include "repl/show/table.hpp"
#include "frontend/source/utf8.hpp"
#include "repl/show/rules.hpp"
#include "runtime/io/svg.hpp"
#include <algorithm>

namespace nova {
namespace {

constexpr size_t widest_cell = 40;

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

/// Returns the vector `a` of rows as a table. Returns nothing if a cell is too wide.
std::optional<TextTable> cells_of(Session& session, const Array& a, const Fields& fields, ShownRows shown) {
  Types& types = session.frontend().types;
  TextTable table(1, {""});
  table[0].insert(table[0].end(), fields.names.begin(), fields.names.end());
  for (int64_t i = 0; i < a.length(); ++i) {
    if (shown.cuts(a.length()) && i == shown.first) {
      table.emplace_back(fields.types.size() + 1, "...");
      i = a.length() - shown.last;
    }
    const Value row = a.at(i);
    auto& line = table.emplace_back(1, std::to_string(i));
    for (size_t k = 0; k < fields.types.size(); ++k) {
      line.push_back(print_value(row.items()[k], fields.types[k], types, session.frontend().symbols, true));
      if (width_of(line.back()) > widest_cell) return {};
    }
  }
  return table;
}

std::optional<std::string> text_of(const TextTable& table, size_t columns) {
  const std::vector<size_t> widths = column_widths(table);
  size_t all = 0;
  for (const size_t w : widths) all += w + 2;
  if (all > columns) return {};
  std::string out;
  for (const auto& row : table) {
    std::string line;
    for (size_t k = 0; k < row.size(); ++k)
      line += std::string(widths[k] - width_of(row[k]) + (k == 0 ? 1 : 2), ' ') + row[k];
    out += line + "\n";
  }
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

std::optional<TextTable> table_of(Session& session, const Outcome& o, ShownRows shown) {
  const Types& types = session.frontend().types;
  const TypeId t = types.resolve(o.type);
  if (!types.is(t, TypeKind::Vector) || types.rank_of(t) != 1 || o.value->array().length() < 2) return {};
  const Fields fields = fields_of(session, types.resolve(types.element_of(t)));
  return fields.types.empty() ? std::nullopt : cells_of(session, o.value->array(), fields, shown);
}

std::string table_end(Session& session, const Outcome& o) {
  return std::to_string(o.value->array().length()) + " rows : " + type_text(session, o);
}

std::optional<std::string> table_text(Session& session, const Outcome& o, size_t columns) {
  const auto cells = table_of(session, o, rows_of_text);
  const auto text = cells ? text_of(*cells, columns) : std::nullopt;
  if (!text) return {};
  return *text + table_end(session, o) + "\n";
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
