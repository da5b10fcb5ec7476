// Reading: nlohmann's parser tells what it meets, and each value goes to the innermost vector, tuple or record that is open.
#include "runtime/fault.hpp"
#include "runtime/io/csv/moments.hpp"
#include "runtime/io/json/json.hpp"
#include "runtime/io/json/text.hpp"
#include "runtime/scalar_text.hpp"
#include <algorithm>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

namespace nova {

namespace {

/// Returns a value that is there as one of the type, which may say that it may be missing.
Value as_present(const ValueType& t, Value v) {
  return t.kind == ValueType::Optional ? Value::sum(t.present, {&v, 1}) : std::move(v);
}

Value not_a_number(Element e) { return *parse_scalar(e, "nan"); }

/// Returns a number of JSON without point and exponent if it is whole; nothing if not, or if no integer type has so many
/// digits.
std::optional<std::string> whole_digits(std::string_view number) {
  constexpr int64_t most = 20; // digits of a uint64
  const bool negative = number.starts_with('-');
  if (negative) number.remove_prefix(1);
  const size_t e = std::min(number.find_first_of("eE"), number.size());
  const std::string_view mantissa = number.substr(0, e);
  const size_t point = std::min(mantissa.find('.'), mantissa.size());
  std::string digits(mantissa.substr(0, point));
  if (point < mantissa.size()) digits += mantissa.substr(point + 1);
  const size_t last = digits.find_last_not_of('0');
  if (last == digits.npos) return "0";
  std::string_view power = number.substr(std::min(e + 1, number.size()));
  if (power.starts_with('+')) power.remove_prefix(1);
  int64_t zeros = 0; // that follow the significant digits
  if (std::from_chars(power.data(), power.data() + power.size(), zeros).ec == std::errc::result_out_of_range)
    return {};
  if (__builtin_add_overflow(zeros, static_cast<int64_t>(point) - static_cast<int64_t>(last) - 1, &zeros))
    return {};
  digits.resize(last + 1), digits.erase(0, digits.find_first_not_of('0'));
  if (zeros < 0 || zeros > most || static_cast<int64_t>(digits.size()) > most - zeros) return {};
  return (negative ? "-" : "") + digits.append(static_cast<size_t>(zeros), '0');
}

template <class T> using CountedVector = std::vector<T, CountingAllocator<T>>;

/// A vector, tuple, record or value of a sum whose parts are being read.
struct JsonFrame {
  static constexpr int64_t unknown = -1;
  const ValueType* type;
  std::optional<ColumnBuilder> elements{};      ///< of a vector
  CountedVector<int64_t> lengths{}, counts{};   ///< of a vector's dimensions, and how far each has come
  CountedVector<std::optional<Value>> fields{}; ///< of what is no vector
  size_t next = 0; ///< the index of the part that comes next; of a sum the constructor

  explicit JsonFrame(const ValueType* t) : type(t) {
    if (t->kind == ValueType::Vector)
      elements.emplace(t->parts[0]->layout), lengths.resize(t->rank, unknown), counts = {0};
    else
      fields.resize(t->kind == ValueType::Sum ? 1 : t->parts.size());
  }
  bool is_vector() const { return type->kind == ValueType::Vector; }
  bool is_inner() const { return is_vector() && counts.size() == type->rank; } ///< whether elements come next
};

/// Takes what the parser meets, and builds the value.
class JsonBuilder {
 public:
  JsonBuilder(JsonText& text, const ValueType& type, Layouts& layouts)
      : text_(text), type_(type), layouts_(layouts) {}
  Value result() { return std::move(*result_); }

  // The names of these functions are nlohmann's.
  bool null() {
    if (skips()) return true;
    const ValueType& t = expected();
    if (t.kind == ValueType::Optional) return take(Value::sum(1 - t.present));
    if (has_nan(t)) return add(not_a_number(t.layout->element));
    mismatch("null", t, "; " + optional_name(t) + " takes it");
  }
  bool boolean(bool b) {
    if (skips()) return true;
    const ValueType& t = inner();
    if (t.kind == ValueType::Scalar && t.layout->element == Element::Bool) return add(Value::of(b));
    mismatch(b ? "true" : "false", t);
  }
  bool number_integer(int64_t n) { return integer(n, n < 0, static_cast<uint64_t>(n)); }
  bool number_unsigned(uint64_t n) { return integer(static_cast<int64_t>(n), false, n); }
  bool number_float(double d, const std::string& digits) {
    if (skips()) return true;
    const ValueType& t = inner();
    if (!is_a_number(t)) mismatch(digits, t);
    const Element e = t.layout->element;
    if (e == Element::F64) return add(Value::of(d));
    if (is_real(e)) return narrow(t, digits);
    const auto whole = whole_digits(digits);
    const auto v = whole ? parse_scalar(e, *whole) : std::nullopt;
    if (!v) mismatch(digits, t);
    return add(*v);
  }
  bool string(std::string& s) {
    if (skips()) return true;
    const ValueType& t = inner();
    switch (t.kind) {
    case ValueType::Text: return add(Value::vector(text_array(layouts_, s)));
    case ValueType::Date: return moment(t, parse_date(s), s);
    case ValueType::Datetime: return moment(t, parse_datetime(s), s);
    case ValueType::Duration: return moment(t, duration_of_text(s), s);
    case ValueType::Sum: {
      const auto c = std::ranges::find(t.names, s);
      const auto k = static_cast<size_t>(c - t.names.begin());
      if (c == t.names.end() || t.parts[k]) no_constructor(t, s);
      return add(Value::sum(static_cast<uint32_t>(k)));
    }
    default: break;
    }
    const bool is_char = t.kind == ValueType::Scalar && t.layout->element == Element::Char;
    if (!is_char || s.size() != 1) mismatch(quoted(s), t);
    return add(Value::of_char(static_cast<uint8_t>(s[0])));
  }
  bool binary(nlohmann::json::binary_t&) { return false; } // of other formats than JSON
  bool start_object(size_t) {
    if (skips_more()) return true;
    const ValueType& t = inner();
    if (t.kind != ValueType::Record && t.kind != ValueType::Sum) mismatch("an object", t);
    open(t);
    if (t.kind == ValueType::Sum) frames_.back().next = SIZE_MAX;
    return true;
  }
  bool key(std::string& k) {
    if (depth_) return true;
    JsonFrame& f = frames_.back();
    const auto found = std::ranges::find(f.type->names, k);
    if (f.type->kind == ValueType::Sum) return tag(f, k, static_cast<size_t>(found - f.type->names.begin()));
    text_.take();
    skip_one_ = found == f.type->names.end();
    if (skip_one_) return true;
    f.next = static_cast<size_t>(found - f.type->names.begin());
    if (f.fields[f.next]) fail_in("the member " + quoted(k) + " stands twice");
    return true;
  }
  bool end_object() {
    if (skips_less()) return true;
    JsonFrame& f = frames_.back();
    if (f.type->kind == ValueType::Sum) {
      if (!f.fields[0]) fail_in("an object without a member is no " + f.type->name);
      return close(Value(std::move(*f.fields[0])));
    }
    for (size_t k = 0; k < f.fields.size(); ++k) {
      if (f.fields[k]) continue;
      const ValueType& t = *f.type->parts[k];
      if (t.kind != ValueType::Optional)
        f.next = SIZE_MAX, fail_in("the member " + quoted(f.type->names[k]) + " is missing, which is no " +
                                   t.name + "; " + optional_name(t) + " takes it");
      f.fields[k] = Value::sum(1 - t.present);
    }
    return close(fields_as_sum(f, 0));
  }
  bool start_array(size_t) {
    if (skips_more()) return true;
    if (!frames_.empty() && frames_.back().is_vector() && !frames_.back().is_inner()) {
      frames_.back().counts.push_back(0);
      return text_.take(), true;
    }
    const ValueType& t = inner();
    if (t.kind != ValueType::Vector && t.kind != ValueType::Tuple && t.kind != ValueType::Complex)
      mismatch("an array", t);
    open(t);
    return true;
  }
  bool end_array() {
    if (skips_less()) return true;
    JsonFrame& f = frames_.back();
    if (f.is_vector()) return end_dimension(f);
    if (f.next < f.fields.size()) fail_in("an array of " + std::to_string(f.next) + " is no " + f.type->name);
    if (f.type->kind == ValueType::Complex) return close(complex(f));
    std::vector<Value> items = items_of(f);
    return close(Value::tuple(items));
  }
  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception& e) {
    text_.fail_parsing(e);
  }

 private:
  /// Returns the beginning of a text as JSON writes it.
  static std::string quoted(const std::string& s) {
    constexpr size_t longest = 40;
    const nlohmann::json text = s.size() <= longest ? s : s.substr(0, longest) + "...";
    return text.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
  static bool is_a_number(const ValueType& t) {
    return t.kind == ValueType::Scalar && is_number(t.layout->element);
  }

  /// Returns the type that the next value has to have.
  const ValueType& expected() {
    if (frames_.empty()) return type_;
    JsonFrame& f = frames_.back();
    if (f.is_vector()) {
      if (!f.is_inner()) fail_in("an array is missing: this is a " + f.type->name);
      return *f.type->parts[0];
    }
    if (f.type->kind != ValueType::Sum && f.next >= f.type->parts.size())
      fail_in("the array is longer than a " + f.type->name);
    return *f.type->parts[f.next];
  }
  const ValueType& inner() { return present_type(expected()); }

  // ---- Values that no type asks for ----

  bool skips() {
    if (skip_one_) return skip_one_ = false, true;
    return depth_ > 0;
  }
  bool skips_more() {
    if (!skip_one_ && depth_ == 0) return false;
    return skip_one_ = false, ++depth_ > 0;
  }
  bool skips_less() {
    if (depth_ == 0) return false;
    return --depth_, true;
  }

  // ---- Values ----

  bool add(Value v) { return take(as_present(expected(), std::move(v))); }

  /// Takes a value of the type that is expected.
  bool take(Value v) {
    text_.take();
    if (frames_.empty()) return result_ = std::move(v), true;
    JsonFrame& f = frames_.back();
    if (f.is_vector()) return f.elements->push(v), ++f.counts.back(), true;
    if (f.type->kind == ValueType::Sum) return f.fields[0] = constructed(f, std::move(v)), true;
    f.fields[f.next++] = std::move(v);
    return true;
  }
  void open(const ValueType& t) { frames_.emplace_back(&t), text_.take(); }
  bool close(Value v) {
    frames_.pop_back();
    return add(std::move(v));
  }

  bool integer(int64_t n, bool negative, uint64_t size) {
    if (skips()) return true;
    const ValueType& t = inner();
    const auto digits = [&] { return negative ? std::to_string(n) : std::to_string(size); };
    if (!is_a_number(t)) mismatch(digits(), t);
    const Element e = t.layout->element;
    if (is_real(e) && n == 0) return add(*parse_scalar(e, text_.text()[text_.token()] == '-' ? "-0" : "0"));
    if (e == Element::F64)
      return add(Value::of(negative ? static_cast<double>(n) : static_cast<double>(size)));
    if (is_real(e)) return narrow(t, digits());
    const auto v = parse_scalar(e, digits());
    if (!v) mismatch(digits(), t);
    return add(*v);
  }
  /// Takes a number of a type that has fewer finite numbers than double.
  bool narrow(const ValueType& t, const std::string& digits) {
    const Value v = *parse_scalar(t.layout->element, digits);
    if (scalar_text(v).ends_with("inf")) fail_in(digits + " is out of the range of " + t.name);
    return add(v);
  }
  bool moment(const ValueType& t, std::optional<int64_t> n, const std::string& s) {
    if (!n) mismatch(quoted(s), t);
    Value field = Value::of(*n);
    return add(Value::sum(0, {&field, 1}));
  }

  // ---- Sums ----

  bool tag(JsonFrame& f, const std::string& name, size_t constructor) {
    if (f.next != SIZE_MAX) fail_in("the object has a second member: a " + f.type->name + " has one");
    if (constructor == f.type->names.size()) no_constructor(*f.type, name);
    if (!f.type->parts[constructor])
      fail_in("the constructor " + name + " has no fields: it is the text \"" + name + "\"");
    f.next = constructor;
    return text_.take(), true;
  }
  /// Returns the sum's value with this field, or a tuple of its fields.
  static Value constructed(JsonFrame& f, Value v) {
    const auto c = static_cast<uint32_t>(f.next);
    const ValueType& t = *f.type->parts[f.next];
    if (!t.is_payload) return Value::sum(c, {&v, 1});
    std::vector<Value> fields(v.items().begin(), v.items().end());
    return Value::sum(c, fields);
  }
  static std::vector<Value> items_of(JsonFrame& f) {
    std::vector<Value> items;
    for (auto& v : f.fields) items.push_back(std::move(*v));
    return items;
  }
  /// Returns a complex number. Both parts are NaN where one of them is, as in all of Nova's complex numbers.
  static Value complex(JsonFrame& f) {
    const Element e = f.type->parts[0]->layout->element;
    if (!is_real(e)) return fields_as_sum(f, 0);
    const Value nan = not_a_number(e);
    const auto is_nan = [&](const auto& part) { return part->bits() == nan.bits(); };
    if (std::ranges::any_of(f.fields, is_nan)) f.fields = {nan, nan};
    return fields_as_sum(f, 0);
  }
  static Value fields_as_sum(JsonFrame& f, uint32_t constructor) {
    std::vector<Value> items = items_of(f);
    return Value::sum(constructor, items);
  }

  // ---- Vectors ----

  /// Ends an array, which is a row of a matrix or the whole vector.
  bool end_dimension(JsonFrame& f) {
    const size_t d = f.counts.size() - 1;
    int64_t& length = f.lengths[d];
    if (length == JsonFrame::unknown) length = f.counts[d];
    if (length != f.counts[d])
      fail_in("this array has the length " + std::to_string(f.counts[d]) + ", those before it " +
              std::to_string(length) + ": the rows of a " + f.type->name + " are equally long");
    f.counts.pop_back();
    if (d > 0) return ++f.counts.back(), text_.take(), true;
    std::vector<int64_t> dims;
    for (const int64_t n : f.lengths) dims.push_back(std::max<int64_t>(n, 0));
    return close(Value::vector(Array(f.elements->finish(), 0, std::move(dims))));
  }

  // ---- Errors ----

  /// Returns where the value stands in the file's value: [2].price, or "".
  std::string path() const {
    std::string out;
    for (const JsonFrame& f : frames_) {
      if (f.is_vector())
        for (const int64_t k : f.counts) out += '[' + std::to_string(k) + ']';
      else if (f.type->kind == ValueType::Record || f.type->kind == ValueType::Sum)
        out += f.next < f.type->names.size() ? '.' + f.type->names[f.next] : "";
      else
        out += '[' + std::to_string(f.next) + ']';
    }
    return out;
  }
  [[noreturn]] void fail_in(const std::string& what) const {
    const std::string where = path();
    text_.fail_here((where.empty() ? "" : "in " + where + ", ") + what);
  }
  [[noreturn]] void mismatch(const std::string& what, const ValueType& t,
                             const std::string& help = "") const {
    fail_in(what + " is no " + t.name + help);
  }
  [[noreturn]] void no_constructor(const ValueType& t, const std::string& s) const {
    if (std::ranges::find(t.names, s) != t.names.end())
      fail_in("the constructor " + s + " has fields: it is an object {\"" + s + "\": ..}");
    std::string all;
    for (const std::string& n : t.names) all += (all.empty() ? "" : ", ") + n;
    fail_in(quoted(s) + " is no constructor of " + t.name + "; it has " + all);
  }

  JsonText& text_;
  const ValueType& type_;
  Layouts& layouts_;
  CountedVector<JsonFrame> frames_{};
  std::optional<Value> result_{};
  size_t depth_ = 0;      ///< how many arrays and objects are open that are skipped
  bool skip_one_ = false; ///< whether to skip the next value
};

Value parse_json(JsonText& text, size_t begin, size_t end, const ValueType& type, Layouts& layouts) {
  JsonBuilder builder(text, type, layouts);
  text.parse(begin, end, builder);
  return builder.result();
}

} // namespace

Value read_json(ByteSource& source, const ValueType& type, Layouts& layouts) {
  const BufferRef bytes = source.read_all();
  JsonText text(source, json_text_of(bytes));
  return parse_json(text, 0, text.text().size(), type, layouts);
}

Value read_json_lines(ByteSource& source, const ValueType& type, Layouts& layouts) {
  const BufferRef bytes = source.read_all();
  JsonText text(source, json_text_of(bytes));
  ColumnBuilder lines(type.parts[0]->layout);
  text.for_each_line(
      [&](size_t at, size_t end) { lines.push(parse_json(text, at, end, *type.parts[0], layouts)); });
  return Value::vector(Array(lines.finish()));
}

bool names_json_lines(std::string_view path) {
  if (path.ends_with(".gz")) path.remove_suffix(3);
  return path.ends_with(".jsonl") || path.ends_with(".ndjson");
}

} // namespace nova
