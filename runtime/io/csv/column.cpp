#include "runtime/io/csv/column.hpp"
#include "runtime/io/csv/moments.hpp"
#include "runtime/io/describe.hpp"
#include "runtime/scalar_text.hpp"
#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>

namespace nova {

namespace {

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
  while (!s.empty() && (s.back() == ' ' || s.back() == '\t')) s.remove_suffix(1);
  return s;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_simple(const Layout* l) {
  return is_text(l) || is_moment(l) || (l->kind == ColumnKind::Primitive && l->element != Element::Unit);
}

/// Returns an integer's hexadecimal digits, such as those of 0xff, as a decimal number; nothing if they are none.
std::optional<std::string> from_hexadecimal(std::string_view text) {
  uint64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n, 16);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return {};
  return std::to_string(n);
}

/// Takes the digits at the beginning of `rest`, with separators between groups of three, and appends them to `out`.
/// Returns false if the groups are not of three digits, or the first one of several begins with 0.
bool take_groups(std::string_view& rest, char separator, std::string& out) {
  if (rest.size() > 1 && rest[0] == '0' && rest.substr(0, 4).find(separator) != rest.npos) return false;
  size_t group = 0, groups = 0;
  while (!rest.empty() && (is_digit(rest[0]) || rest[0] == separator)) {
    if (is_digit(rest[0]))
      out += rest[0], ++group;
    else if (group == 0 || group > 3 || (groups > 0 && group != 3))
      return false;
    else
      ++groups, group = 0;
    rest.remove_prefix(1);
  }
  return groups == 0 || group == 3;
}

/// Divides a decimal number by 100: changes its exponent. One beyond 10^18 stays there: the number is 0 or infinite.
bool divide_by_hundred(std::string& number) {
  const size_t e = number.find_first_of("eE");
  int64_t exponent = 0;
  if (e != number.npos) {
    const char* from = number.data() + e + 1 + (e + 1 < number.size() && number[e + 1] == '+');
    const auto [end, error] = std::from_chars(from, number.data() + number.size(), exponent);
    if (error == std::errc::invalid_argument || end != number.data() + number.size()) return false;
    constexpr int64_t most = 1'000'000'000'000'000'000;
    if (error != std::errc{}) exponent = *from == '-' ? -most : most;
    exponent = std::clamp(exponent, -most, most);
    number.resize(e);
  }
  number += 'e';
  append_number(number, exponent - 2);
  return true;
}

/// Parses a bool as Nova, Python and R write it.
bool parse_bool(std::string_view text, uint8_t& out) {
  out = text == "true" || text == "True" || text == "TRUE";
  return out || text == "false" || text == "False" || text == "FALSE";
}

/// Sets a floating number to NaN. Returns false for other types, which have none.
template <class T> bool set_nan(T& value) {
  if constexpr (std::is_floating_point_v<T> || is_narrow_type<T>)
    return value = *parse_number<T>("nan"), true;
  else
    return false;
}

} // namespace

std::optional<uint32_t> present_constructor(const Layout* l) {
  if (l->kind != ColumnKind::Sum || l->children.size() != 2) return {};
  const uint32_t there = l->field_counts[0] == 1 ? 0 : 1;
  if (l->field_counts[there] != 1 || l->field_counts[1 - there] != 0 || !is_simple(l->children[there]))
    return {};
  return there;
}

bool is_moment(const Layout* l) {
  return l->kind == ColumnKind::Tuple && l->constructed && l->children.size() == 1 &&
         l->children[0]->kind == ColumnKind::Primitive && l->children[0]->element == Element::I64;
}

bool is_csv_column(const Layout* l, CsvKind kind) {
  if (const auto present = present_constructor(l)) l = l->children[*present];
  return is_simple(l) && is_moment(l) == (kind != CsvKind::Plain);
}

// ---- Fields ----

CsvFields::CsvFields(const CsvOptions& options)
    : decimal_(options.decimal.value_or('.')), thousands_(decimal_ == ',' ? '.' : ','),
      decimal_given_(options.decimal.has_value()), own_marks_(options.missing.has_value()),
      missing_(options.missing.value_or(std::vector<std::string>{"", "NA", "N/A", "NaN", "null"})) {}

bool CsvFields::is_missing(std::string_view field) const {
  const std::string_view inside = trimmed(field);
  return is_missing_text(field) || (inside.size() != field.size() && is_missing_text(inside));
}

bool CsvFields::is_missing_text(std::string_view field) const {
  return std::ranges::find(missing_, field) != missing_.end();
}

/// Writes a number as parse_number takes it: with a point, and without separators and per cent signs.
bool CsvFields::plain_number(std::string_view field, bool floating, std::string& out) const {
  if (!field.empty() && (field[0] == '-' || field[0] == '+')) {
    if (field[0] == '-') out += '-';
    field.remove_prefix(1);
  }
  if (field.starts_with("0x") || field.starts_with("0X")) {
    const auto digits = from_hexadecimal(field.substr(2));
    return digits && (out += *digits, true);
  }
  const bool percent = floating && field.ends_with('%');
  if (percent) field.remove_suffix(1);
  if (field.empty() || field[0] == '-' || field[0] == '+' || !take_groups(field, thousands_, out))
    return false;
  if (!field.empty() && field[0] == decimal_)
    out += '.', field.remove_prefix(1);
  else if (!field.empty() && field[0] == '.')
    return false;
  out += field;
  return !percent || divide_by_hundred(out);
}

template <class T> bool CsvFields::parse(Element e, std::string_view field, T& out) const {
  if (parse_plain(e, field, out)) return true;
  if (e == Element::Char || e == Element::Bool) return false;
  constexpr bool floating = std::is_floating_point_v<T> || is_narrow_type<T>;
  field = trimmed(field);
  std::string plain;
  if (!plain_number(field, floating, plain)) return false;
  const auto n = parse_number<T>(plain);
  if (!n) return false;
  out = *n;
  if constexpr (std::is_floating_point_v<T>)
    if (out != out) out = std::numeric_limits<T>::quiet_NaN();
  return true;
}

template <class T> bool CsvFields::parse_plain(Element e, std::string_view field, T& out) const {
  if constexpr (std::is_same_v<T, uint8_t>) {
    if (e == Element::Char) return field.size() == 1 && (out = static_cast<uint8_t>(field[0]), true);
    if (e == Element::Bool) return parse_bool(trimmed(field), out);
  }
  if constexpr (is_narrow_type<T>) {
    return false;
  } else {
    if (std::is_floating_point_v<T> && decimal_ != '.') return false;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), out);
    return error == std::errc{} && end == field.data() + field.size() && out == out;
  }
}

bool CsvFields::reads(Element e, std::string_view field) const {
  return with_element(e, [&](auto t) { return parse(e, field, t); });
}

bool CsvFields::reads_moment(CsvKind kind, std::string_view field) {
  if (kind == CsvKind::Duration) return is_iso_duration(trimmed(field)); // 12:30 may be a time of day
  return (kind == CsvKind::Date ? parse_date(trimmed(field)) : parse_datetime(trimmed(field))).has_value();
}

bool CsvFields::is_ambiguous(std::string_view field) const {
  if (decimal_given_) return false;
  const size_t comma = field.find(',');
  return comma != field.npos && field.find(',', comma + 1) == field.npos && field.find('.') == field.npos;
}

// ---- Columns ----

CsvColumn::CsvColumn(const Layout* layout, CsvKind kind, const CsvFields& fields)
    : layout_(layout), fields_(fields), present_(present_constructor(layout)), kind_(kind) {
  value_ = present_ ? layout->children[*present_] : layout;
  text_ = is_text(value_);
  if (!text_) element_ = kind == CsvKind::Plain ? value_->element : Element::I64;
}

bool CsvColumn::add_text(const CsvField& f) {
  if (present_ && !f.quoted && fields_.is_missing_text(f.text)) return note(false);
  bytes_.insert(bytes_.end(), f.text.begin(), f.text.end());
  ends_.push_back(static_cast<int64_t>(bytes_.size()));
  return note(true);
}

/// Notes that there is one more element, and whether it has a value.
bool CsvColumn::note(bool is_there) {
  if (present_) is_there_.push_back(is_there);
  return ++length_, true;
}

template <class T> bool CsvColumn::add_value(const CsvField& f) {
  T value{};
  const bool marked = fields_.has_own_marks() && fields_.is_missing(f.text);
  if (!marked && fields_.parse_plain(element_, f.text, value)) return store(value);
  if (marked || fields_.is_missing(f.text)) {
    if (present_) return note(false);
    return set_nan(value) && store(value);
  }
  if (!fields_.parse(element_, f.text, value)) return false;
  if (ambiguous_.empty() && fields_.is_ambiguous(f.text)) ambiguous_ = f.text;
  return store(value);
}

template <class T> bool CsvColumn::store(T value) {
  const size_t at = bytes_.size();
  bytes_.resize(at + sizeof value);
  std::memcpy(bytes_.data() + at, &value, sizeof value);
  return note(true);
}

bool CsvColumn::add_moment(const CsvField& f) {
  const std::string_view text = trimmed(f.text);
  if (present_ && fields_.is_missing(f.text)) return note(false);
  const auto value = kind_ == CsvKind::Date       ? parse_date(text)
                     : kind_ == CsvKind::Datetime ? parse_datetime(text)
                                                  : duration_of_text(text);
  return value && store(*value);
}

bool CsvColumn::add(const CsvField& f) {
  if (kind_ != CsvKind::Plain) return add_moment(f);
  return text_ ? add_text(f) : with_element(element_, [&](auto t) { return add_value<decltype(t)>(f); });
}

std::string CsvColumn::problem(const CsvField& f) const {
  constexpr size_t most = 40;
  const std::string shown =
      f.text.size() <= most ? std::string(f.text) : std::string(f.text.substr(0, most)) + "...";
  const std::string type = kind_ == CsvKind::Date       ? "Date"
                           : kind_ == CsvKind::Datetime ? "Datetime"
                           : kind_ == CsvKind::Duration ? "Duration"
                                                        : describe_type(value_, 0);
  const std::string quoted = "`" + shown + "`";
  if (!fields_.is_missing(f.text)) return (shown.empty() ? "an empty field" : quoted) + " is no " + type;
  return (shown.empty() ? "an empty field" : "a missing value, " + quoted + ",") + " is no " + type +
         "; a column of (Maybe " + type + ") takes it";
}

ColumnRef CsvColumn::values(int64_t count) {
  if (!text_) {
    PrimitiveFill fill(kind_ == CsvKind::Plain ? value_ : value_->children[0], count);
    if (!bytes_.empty()) std::memcpy(fill.as<char>(), bytes_.data(), bytes_.size());
    return kind_ == CsvKind::Plain ? fill.finish() : zip_columns(value_, {fill.finish()});
  }
  PrimitiveFill characters(value_->children[0], static_cast<int64_t>(bytes_.size()));
  if (!bytes_.empty()) std::memcpy(characters.as<char>(), bytes_.data(), bytes_.size());
  auto offsets = std::make_shared<Buffer>(checked_bytes(static_cast<uint64_t>(count) + 1, sizeof(int64_t)));
  offsets->as<int64_t>()[0] = 0;
  if (count > 0) std::memcpy(offsets->as<int64_t>() + 1, ends_.data(), ends_.size() * sizeof(int64_t));
  return rows_column(value_, characters.finish(), offsets);
}

/// Returns the column of a sum: values where they are there, and the constructor without fields elsewhere.
ColumnRef CsvColumn::choices(ColumnRef values) const {
  auto c = std::make_shared<Column>();
  const auto n = static_cast<uint64_t>(length_);
  c->layout = layout_, c->length = length_, c->sole = true;
  c->data = std::make_shared<Buffer>(checked_bytes(n, sizeof(uint32_t)));
  c->extra = std::make_shared<Buffer>(checked_bytes(n, sizeof(int64_t)));
  auto* tags = const_cast<Buffer&>(*c->data).as<uint32_t>();
  auto* places = const_cast<Buffer&>(*c->extra).as<int64_t>();
  int64_t counts[2] = {0, 0};
  for (uint64_t k = 0; k < n; ++k) {
    tags[k] = is_there_[k] ? *present_ : 1 - *present_;
    places[k] = counts[tags[k]]++;
  }
  c->children.resize(2);
  c->children[*present_] = std::move(values);
  c->children[1 - *present_] =
      PrimitiveFill(layout_->children[1 - *present_], counts[1 - *present_]).finish();
  return c;
}

ColumnRef CsvColumn::finish() {
  const int64_t missing = std::ranges::count(is_there_, 0);
  ColumnRef done = values(length_ - missing);
  if (present_) done = choices(std::move(done));
  bytes_.clear(), ends_.clear(), is_there_.clear(), length_ = 0;
  return done;
}

} // namespace nova
