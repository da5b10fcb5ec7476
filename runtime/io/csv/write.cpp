// Writing: lines of fields, quoted where reading would take them for something else.
#include "runtime/fault.hpp"
#include "runtime/io/csv/column.hpp"
#include "runtime/io/csv/moments.hpp"
#include "runtime/io/describe.hpp"
#include "runtime/scalar_text.hpp"

namespace nova {

namespace {

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  for (char c : text) out.append(c == '"' ? 2 : 1, c);
  out += '"';
}

/// Whether a text needs no quotes: nothing in it divides fields, and it does not begin as a byte order mark does.
bool is_bare(std::string_view text) {
  return text.find_first_of(",\"\r\n") == text.npos && !text.starts_with('\xef');
}

/// Writes the values of one column.
class Writer {
 public:
  Writer(const Array& values, CsvKind kind, bool only)
      : values_(values), kind_(kind), only_(only), present_(present_constructor(values.layout())) {}

  void append(std::string& out, int64_t i) const {
    const Value v = values_.at(i);
    if (!present_) return append_value(out, values_.layout(), v);
    if (v.constructor() == *present_)
      return append_value(out, values_.layout()->children[*present_], v.items()[0]);
    if (only_) out += "NA"; // an empty line would be left out
  }

 private:
  void append_value(std::string& out, const Layout* l, const Value& v) const {
    if (kind_ != CsvKind::Plain) return append_moment(out, v.items()[0].as_int());
    if (is_text(l)) return append_text(out, array_text(v.array()));
    if (l->element == Element::Char) return append_text(out, std::string(1, static_cast<char>(v.as_char())));
    out += without_suffix(scalar_text(v), l->element);
  }
  void append_moment(std::string& out, int64_t n) const {
    if (kind_ == CsvKind::Duration) return append_duration(out, n);
    const bool date = kind_ == CsvKind::Date;
    if (date ? append_date(out, n) : append_datetime(out, n)) return;
    fail("E0509", {"a .csv file", (date ? "(Date " : "(Datetime ") + std::to_string(n) +
                                      "), which is not of the years 1 to 9999"});
  }
  /// A text is quoted where it would be a mark of missing values, since a reader may guess that some are missing.
  void append_text(std::string& out, std::string_view text) const {
    const bool plain = !text.empty() && is_bare(text);
    const bool marked = defaults_.is_missing_text(text);
    if (plain && !marked)
      out += text;
    else
      append_quoted(out, text);
  }

  Array values_;
  CsvKind kind_;
  bool only_; ///< whether there is no other column
  std::optional<uint32_t> present_;
  CsvFields defaults_{CsvOptions{}};
};

void write_names(ByteSink& sink, const std::vector<CsvName>& names) {
  std::string line;
  for (size_t k = 0; k < names.size(); ++k) {
    if (k) line += ',';
    const std::string title = names[k].title.value_or(names[k].name);
    const bool empty_line = title.empty() && names.size() == 1;
    if (is_bare(title) && !empty_line)
      line += title;
    else
      append_quoted(line, title);
  }
  sink.write(line += '\n');
}

} // namespace

void write_csv(ByteSink& sink, const Array& records, const CsvRecord& record) {
  const bool moments =
      is_moment(records.layout()) && record.names.empty() && record.kind(0) != CsvKind::Plain;
  const bool tuple = records.layout()->kind == ColumnKind::Tuple && !moments;
  const std::vector<const Layout*> columns =
      tuple ? records.layout()->children : std::vector{records.layout()};
  for (size_t c = 0; c < columns.size(); ++c)
    if (!is_csv_column(columns[c], record.kind(c)))
      fail("E0509", {"a .csv file", describe_type(records.layout(), 1)});
  std::vector<Writer> writers;
  for (uint32_t c = 0; c < columns.size(); ++c)
    writers.emplace_back(tuple ? records.field(c) : records, record.kind(c), columns.size() == 1);
  if (!record.names.empty()) write_names(sink, record.names);
  std::string lines;
  for (int64_t i = 0; i < records.count(); ++i) {
    for (size_t c = 0; c < columns.size(); ++c) {
      if (c) lines += ',';
      writers[c].append(lines, i);
    }
    lines += '\n';
    if (lines.size() >= 1 << 16) sink.write(lines), lines.clear();
  }
  sink.write(lines);
}

} // namespace nova
