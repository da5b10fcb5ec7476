// Names of columns from a file's titles, and their types by all records.
#include "runtime/fault.hpp"
#include "runtime/io/csv/column.hpp"
#include "runtime/io/csv/stream.hpp"
#include <algorithm>
#include <cctype>
#include <unordered_map>
#include <unordered_set>

namespace nova {

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

/// Returns the character of more than one byte at the beginning of a text, and how many bytes it has; 1 if it is no UTF-8.
std::pair<uint32_t, size_t> decode(std::string_view text) {
  const auto byte = [&](size_t k) { return static_cast<uint8_t>(text[k]); };
  const size_t n = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : byte(0) >= 0xc2 ? 2 : 1;
  if (n == 1 || n > text.size()) return {0, 1};
  uint32_t code = byte(0) & (0x7f >> n);
  for (size_t k = 1; k < n; ++k) {
    if ((byte(k) & 0xc0) != 0x80) return {0, 1};
    code = code << 6 | (byte(k) & 0x3f);
  }
  return {code, n};
}

/// Whether a character beyond ASCII is mostly one of a script, and no sign.
bool is_of_script(uint32_t c) {
  if (c < 0x100) return c == 0xaa || c == 0xb5 || c == 0xba || (c >= 0xc0 && c != 0xd7 && c != 0xf7);
  const bool sign = (c >= 0x2000 && c < 0x2c00) || (c >= 0x3000 && c < 0x3040) ||
                    (c >= 0xe000 && c < 0xf900) || (c >= 0xfe00 && c < 0xfe70) || c >= 0xff00;
  return !sign || (c >= 0x20000 && c < 0x32000);
}
bool is_decimal(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Whether a program reads the text as a value, not as a name.
bool is_word_of_value(std::string_view text) {
  for (const std::string_view word : {"true", "false", "nil", "inf", "nan"})
    if (text == word) return true;
  return false;
}

std::string column_name(const std::string& title) {
  std::string name;
  for (size_t k = 0; k < title.size();) {
    const bool ascii = static_cast<uint8_t>(title[k]) < 0x80;
    const auto [code, n] =
        ascii ? std::pair<uint32_t, size_t>(0, 1) : decode(std::string_view(title).substr(k));
    const bool stays = ascii ? is_letter(title[k]) || is_decimal(title[k]) : code != 0 && is_of_script(code);
    name += stays ? title.substr(k, n) : "-";
    k += n;
  }
  const size_t sign = name.starts_with('-') ? 1 : 0;
  const bool number = name.size() == sign || is_decimal(name[sign]);
  return number || is_word_of_value(name) || is_word_of_value(std::string_view(name).substr(sign))
             ? "c" + name
             : name;
}

std::string_view without_blanks(std::string_view text) {
  const size_t from = std::min(text.find_first_not_of(" \t"), text.size());
  return text.substr(from, text.find_last_not_of(" \t") + 1 - from);
}

/// Whether a text that reads as a number looks like a code, as postal codes and telephone numbers do: an integer behind a
/// plus sign, or a number that begins with 0 and a further digit or an x.
bool is_code(std::string_view text) {
  text = without_blanks(text);
  if (text.starts_with('+') && std::ranges::all_of(text.substr(1), is_decimal)) return true;
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return text.size() > 1 && text[0] == '0' && (is_decimal(text[1]) || text[1] == 'x' || text[1] == 'X');
}

/// Whether a text that reads as a number has nothing but a sign, digits and their groups.
bool is_whole(std::string_view text, char decimal) {
  text = without_blanks(text);
  return std::ranges::none_of(
      text, [&](char c) { return c == decimal || c == '%' || std::isalpha(static_cast<unsigned char>(c)); });
}

/// What all fields of a column have been so far. A quoted mark of a missing value is a text in a column of texts. Empty
/// lines are records of the only column if that is one of texts. A column of durations has one with a time: P5W may be a code.
struct Evidence {
  bool bools = true, ints = true, uints = true, whole = true, codes = false, doubles = true, dates = true,
       datetimes = true, durations = true, timed = false, missing = false, missing_text = false,
       empty_line = false, any = false;

  /// Takes a field; `only` says that no other column is there, so that an empty one is an empty line.
  void add(const CsvFields& fields, char decimal, const CsvField& f, bool only) {
    const bool blank = f.text.find_first_not_of(" \t") == f.text.npos;
    if (only && blank && !f.quoted) return void(empty_line |= f.text.empty());
    if (fields.is_missing(f.text)) {
      missing_text |= !f.quoted && fields.is_missing_text(f.text);
      return void(missing = true);
    }
    any = true;
    if (bools) bools = fields.reads(Element::Bool, f.text);
    if (ints) ints = fields.reads(Element::I64, f.text);
    if (uints) uints = ints ? f.text.find('-') == f.text.npos : fields.reads(Element::U64, f.text);
    if (whole && !ints) whole = is_whole(f.text, decimal);
    if (!codes && doubles) codes = is_code(f.text);
    if (dates) dates = fields.reads_moment(CsvKind::Date, f.text);
    if (datetimes) datetimes = dates || fields.reads_moment(CsvKind::Datetime, f.text);
    if (durations) durations = fields.reads_moment(CsvKind::Duration, f.text);
    if (durations) timed |= f.text.find('T') != f.text.npos;
    if (doubles && !ints) doubles = fields.reads(Element::F64, f.text);
  }
  CsvColumnType type(CsvName name) const {
    if (any && bools) return {std::move(name), CsvColumnType::Bool, missing};
    const bool numbers = any && !codes, beyond = whole && !ints && !uints;
    if (numbers && ints) return {std::move(name), CsvColumnType::Int, missing};
    if (numbers && uints) return {std::move(name), CsvColumnType::Uint64, missing};
    if (numbers && doubles && !beyond) return {std::move(name), CsvColumnType::Double, false};
    if (any && dates) return {std::move(name), CsvColumnType::Date, missing};
    if (any && datetimes) return {std::move(name), CsvColumnType::Datetime, missing};
    if (any && durations && timed) return {std::move(name), CsvColumnType::Duration, missing};
    return {std::move(name), CsvColumnType::Text, missing_text || empty_line};
  }
};

} // namespace

std::vector<std::string> column_names(const std::vector<std::string>& titles) {
  std::vector<std::string> names;
  std::unordered_set<std::string> taken;
  std::unordered_map<std::string, int64_t> numbers; // the last one that a name has got
  for (const std::string& t : titles) {
    const std::string name = column_name(t);
    std::string unique = name;
    if (!taken.insert(unique).second) {
      int64_t& k = numbers.try_emplace(name, 1).first->second;
      do unique = name + "-" + std::to_string(++k);
      while (!taken.insert(unique).second);
    }
    names.push_back(std::move(unique));
  }
  return names;
}

ColumnTitles::ColumnTitles(const std::vector<std::string>& titles)
    : titles_(titles), made_(column_names(titles)) {
  for (size_t k = 0; k < titles_.size(); ++k) // the first of equal ones
    by_title_.try_emplace(titles_[k], k), by_name_.try_emplace(made_[k], k);
}

size_t ColumnTitles::find(const CsvName& name) const {
  const auto at = [](const Places& all, std::string_view wanted) {
    const auto found = all.find(wanted);
    return found == all.end() ? none : found->second;
  };
  if (name.title) {
    if (const size_t k = at(by_name_, name.name); k != none && titles_[k] == *name.title) return k;
    if (const size_t k = at(by_title_, *name.title); k != none) return k;
  }
  if (const size_t k = at(by_title_, name.name); k != none) return k;
  return at(by_name_, name.name);
}

std::vector<CsvColumnType> csv_columns(ByteSource& source, const CsvOptions& options) {
  const CsvDialect dialect(options);
  const CsvFields fields(options);
  CsvStream stream(source, dialect, options);
  const auto first = stream.first_records(1, true);
  if (first.empty()) fail("E0511", {source.name(), "1", "1", "there is no line of names"});
  const std::vector<std::string>& titles = first[0];
  stream.drop_record();
  std::vector<Evidence> found(titles.size());
  while (stream.next(1)) {
    CsvLines in(dialect, stream.begin(), stream.parts().back(), skips_empty_lines(titles.size(), true));
    try {
      while (in.next_record()) {
        size_t k = 0;
        CsvField f;
        do {
          f = in.field();
          if (k < titles.size()) found[k].add(fields, options.decimal.value_or('.'), f, titles.size() == 1);
          ++k;
        } while (in.more());
        if (k != titles.size())
          throw CsvError{f.line, f.column,
                         "the record has " + std::to_string(k) + (k == 1 ? " field" : " fields") +
                             ", the first line has " + std::to_string(titles.size())};
      }
    } catch (const CsvError& e) {
      fail_at(source, e, stream.lines_before());
    }
    stream.passed_lines(in.lines());
  }
  std::vector<CsvColumnType> columns;
  const std::vector<std::string> names = column_names(titles);
  for (size_t k = 0; k < titles.size(); ++k)
    columns.push_back(
        found[k].type({names[k], names[k] == titles[k] ? std::nullopt : std::optional(titles[k])}));
  return columns;
}

namespace {

/// Returns the separator of a file whose line of names has no comma; a comma if none is known.
char found_separator(ByteSource& source, const CsvOptions& options) {
  const CsvDialect dialect(options);
  CsvStream stream(source, dialect, options);
  const auto first = stream.first_records(1, true);
  if (first.empty() || first[0].size() != 1) return options.separator;
  for (const char c : {'\t', ';', '|'})
    if (c != options.comment && c != options.decimal && first[0][0].find(c) != std::string::npos) return c;
  return options.separator;
}

bool is_text_column(const CsvColumnType& c) { return c.kind == CsvColumnType::Text; }

} // namespace

CsvTable csv_table(ByteSource& source, CsvOptions options, bool finds_separator) {
  if (finds_separator) options.separator = found_separator(source, options);
  CsvTable t{csv_columns(source, options), options};
  if (options.separator == ',' || options.decimal || std::ranges::none_of(t.columns, is_text_column))
    return t;
  options.decimal = ',';
  std::vector<CsvColumnType> columns = csv_columns(source, options);
  if (std::ranges::count_if(columns, is_text_column) < std::ranges::count_if(t.columns, is_text_column))
    return {std::move(columns), options};
  return t;
}

} // namespace nova
