#include "runtime/io/csv.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/describe.hpp"
#include "runtime/scalar_text.hpp"

namespace nova {

namespace {

bool is_column(const Layout* l) {
  return is_text(l) || (l->kind == ColumnKind::Primitive && l->element != Element::Unit);
}

/// Returns the layouts of a record's columns. Fails with E0509 if CSV can't hold the layout.
std::vector<const Layout*> columns_of(const Layout* record) {
  std::vector<const Layout*> columns =
      record->kind == ColumnKind::Tuple ? record->children : std::vector{record};
  for (const Layout* c : columns)
    if (!is_column(c)) fail("E0509", {"a .csv file", describe_type(record, 1)});
  return columns;
}

// ---- Reading ----

struct Place {
  uint64_t line = 1, column = 1;
};

struct CsvField {
  std::string_view text; ///< the field without its quotes; doubled quotes inside are made single
  bool quoted = false;
  Place place;
};

/// Splits the text into records of fields.
class Splitter {
 public:
  Splitter(const ByteSource& source, std::string_view text) : source_(source), text_(text) {
    if (text_.starts_with("\xef\xbb\xbf"))
      at_ = line_begin_ = 3; // skips the byte order mark that some programs write before UTF-8
  }

  [[noreturn]] void fail_at(Place p, std::string what) const {
    fail("E0511", {source_.name(), std::to_string(p.line), std::to_string(p.column), std::move(what)});
  }

  bool at_end() const { return at_ == text_.size(); }

  /// Reads the next record and returns its first fields, at most `most`. They are valid until the next call.
  const std::vector<CsvField>& record(size_t most) {
    fields_.clear(), unquoted_.clear();
    const size_t begin = at_;
    do {
      CsvField f = field();
      if (fields_.size() < most) fields_.push_back(f);
    } while (take(','));
    end_line();
    source_.passed(at_ - begin);
    return fields_;
  }

 private:
  Place place() const { return {line_, at_ - line_begin_ + 1}; }
  bool take(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    return ++at_, true;
  }
  void end_line() {
    take('\r');
    if (take('\n'))
      ++line_, line_begin_ = at_;
    else if (!at_end())
      fail_at(place(), "only a comma or the line's end may follow here");
  }

  CsvField field() {
    const Place p = place();
    if (take('"')) return {quoted(p), true, p};
    const size_t from = at_;
    while (at_ < text_.size() && !ends_field(text_[at_])) ++at_;
    return {text_.substr(from, at_ - from), false, p};
  }
  static bool ends_field(char c) { return c == ',' || c == '\n' || c == '\r' || c == '"'; }

  std::string_view quoted(Place opened) {
    const size_t from = at_;
    bool doubled = false;
    for (;; ++at_) {
      if (at_end()) fail_at(opened, "this quote is never closed");
      if (text_[at_] == '\n') ++line_, line_begin_ = at_ + 1;
      if (text_[at_] != '"') continue;
      if (at_ + 1 == text_.size() || text_[at_ + 1] != '"') break;
      ++at_, doubled = true;
    }
    const std::string_view inside = text_.substr(from, at_++ - from);
    return doubled ? undouble(inside) : inside;
  }
  std::string_view undouble(std::string_view s) {
    auto& out = unquoted_.emplace_back(std::make_unique<std::string>());
    for (size_t k = 0; k < s.size(); ++k) {
      *out += s[k];
      if (s[k] == '"') ++k;
    }
    return *out;
  }

  const ByteSource& source_;
  std::string_view text_;
  size_t at_ = 0, line_begin_ = 0;
  uint64_t line_ = 1;
  std::vector<CsvField> fields_;
  std::vector<std::unique_ptr<std::string>> unquoted_;
};

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
  while (!s.empty() && (s.back() == ' ' || s.back() == '\t')) s.remove_suffix(1);
  return s;
}

std::optional<Value> field_value(Element e, const CsvField& f) {
  if (e == Element::Bool) // also in the spellings of Python and R
    for (const std::string_view written : {"True", "TRUE", "False", "FALSE"})
      if (trimmed(f.text) == written) return Value::of(written[0] == 'T');
  return parse_scalar(e, e == Element::Char ? f.text : trimmed(f.text));
}

/// Whether the fields may be the columns' names: there is one field for each column, some columns hold numbers or
/// bools, and no field of these is a value or begins like a number.
bool are_names(const std::vector<CsvField>& fields, const std::vector<const Layout*>& columns) {
  bool any = false;
  for (size_t c = 0; c < columns.size() && c < fields.size(); ++c) {
    if (is_text(columns[c]) || columns[c]->element == Element::Char) continue;
    const std::string_view text = trimmed(fields[c].text);
    const bool numeric_start = text.empty() || std::string_view("+-.0123456789").find(text[0]) != text.npos;
    if (numeric_start || field_value(columns[c]->element, fields[c])) return false;
    any = true;
  }
  return any && fields.size() == columns.size();
}

class CsvReader {
 public:
  CsvReader(const Layout* record, Layouts& layouts)
      : record_(record), columns_(columns_of(record)), layouts_(layouts) {
    for (const Layout* c : columns_) builders_.emplace_back(c);
  }

  Array read(Splitter& in, CsvHeader header) {
    bool first = true;
    while (!in.at_end()) {
      const std::vector<CsvField>& fields = in.record(columns_.size() + 1);
      const bool empty_line = fields.size() == 1 && fields[0].text.empty() && !fields[0].quoted;
      if (empty_line && !(columns_.size() == 1 && is_text(columns_[0]))) continue;
      if (std::exchange(first, false) && is_header(fields, header)) continue;
      add(in, fields);
    }
    return finish();
  }

 private:
  bool is_header(const std::vector<CsvField>& fields, CsvHeader header) const {
    return header == CsvHeader::Present || (header == CsvHeader::Detect && are_names(fields, columns_));
  }

  void add(const Splitter& in, const std::vector<CsvField>& fields) {
    if (fields.size() != columns_.size())
      in.fail_at(fields.back().place, "the record has " + count_text(fields.size()) + ", " +
                                          std::to_string(columns_.size()) + " were asked for");
    for (size_t c = 0; c < columns_.size(); ++c) {
      if (is_text(columns_[c])) {
        builders_[c].push(Value::vector(text_array(layouts_, fields[c].text)));
        continue;
      }
      const auto value = field_value(columns_[c]->element, fields[c]);
      if (!value)
        in.fail_at(fields[c].place, "`" + shown(fields[c].text) + "` is no " + describe_type(columns_[c], 0));
      builders_[c].push(*value);
    }
  }
  std::string count_text(size_t fields) const {
    if (fields > columns_.size()) return "more fields";
    return std::to_string(fields) + (fields == 1 ? " field" : " fields");
  }
  static std::string shown(std::string_view text) {
    constexpr size_t most = 40;
    return text.size() <= most ? std::string(text) : std::string(text.substr(0, most)) + "...";
  }

  Array finish() {
    std::vector<ColumnRef> done;
    for (ColumnBuilder& b : builders_) done.push_back(b.finish());
    return Array(record_->kind == ColumnKind::Tuple ? zip_columns(record_, std::move(done)) : done[0]);
  }

  const Layout* record_;
  std::vector<const Layout*> columns_;
  std::vector<ColumnBuilder> builders_;
  Layouts& layouts_;
};

// ---- Writing ----

void append_quoted(std::string& out, std::string_view text) {
  const bool plain = text.find_first_of(",\"\r\n") == text.npos && !text.empty();
  if (plain) return void(out += text);
  out += '"';
  for (char c : text) out.append(c == '"' ? 2 : 1, c);
  out += '"';
}

void append_field(std::string& out, const Layout* l, const Value& v) {
  if (is_text(l)) return append_quoted(out, array_text(v.array()));
  if (l->element == Element::Char) return append_quoted(out, std::string(1, static_cast<char>(v.as_char())));
  out += without_suffix(scalar_text(v), l->element);
}

} // namespace

Array read_csv(ByteSource& source, Layouts& layouts, const Layout* record, CsvHeader header) {
  CsvReader reader(record, layouts);
  const BufferRef bytes = source.read_all();
  Splitter in(source, {reinterpret_cast<const char*>(bytes->bytes()), bytes->size()});
  return reader.read(in, header);
}

void write_csv(ByteSink& sink, const Array& records) {
  const std::vector<const Layout*> columns = columns_of(records.layout());
  std::vector<Array> fields;
  if (records.layout()->kind != ColumnKind::Tuple)
    fields.push_back(records);
  else
    for (uint32_t c = 0; c < columns.size(); ++c) fields.push_back(records.field(c));
  std::string line;
  for (int64_t i = 0; i < records.count(); ++i) {
    line.clear();
    for (size_t c = 0; c < columns.size(); ++c) {
      if (c) line += ',';
      append_field(line, columns[c], fields[c].at(i));
    }
    sink.write(line += '\n');
  }
}

} // namespace nova
