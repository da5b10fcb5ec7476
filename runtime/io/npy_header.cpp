#include "runtime/io/npy_header.hpp"
#include "runtime/fault.hpp"
#include "runtime/scalar_text.hpp"
#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

namespace nova {

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr uint64_t longest_header = 1 << 20;
constexpr size_t most_dimensions = 64;

/// An element type, and its letters in NumPy's headers without the byte order. NumPy has no bfloat16: V2 is what the package
/// ml_dtypes writes for it.
struct TypeName {
  Element element;
  std::string_view letters;
};
constexpr TypeName type_names[] = {{Element::I64, "i8"},  {Element::I32, "i4"}, {Element::I16, "i2"},
                                   {Element::I8, "i1"},   {Element::U64, "u8"}, {Element::U32, "u4"},
                                   {Element::U16, "u2"},  {Element::U8, "u1"},  {Element::F32, "f4"},
                                   {Element::F64, "f8"},  {Element::F16, "f2"}, {Element::BF16, "V2"},
                                   {Element::Bool, "b1"}, {Element::Char, "S1"}};

/// A parser for the dictionary. It accepts the Python literals that NumPy writes there.
class Parser {
 public:
  Parser(const ByteSource& source, std::string_view text, uint64_t at)
      : source_(source), text_(text), at_(at) {}

  NpyHeader parse() {
    expect('{');
    while (!take('}')) {
      const uint64_t place = here();
      const std::string_view key = string();
      expect(':');
      value(key, place);
      if (!take(',')) {
        expect('}');
        break;
      }
    }
    blanks();
    if (position_ != text_.size()) fail_here("the dictionary ends, but the header does not");
    if (!has_type_ || !has_order_ || !has_shape_)
      fail_here("the header lacks 'descr', 'fortran_order' or 'shape'");
    if (header_.fields.empty() && !header_.text)
      fail("E0508", {source_.name(), "structures without a field"});
    return std::move(header_);
  }

 private:
  uint64_t here() const { return at_ + position_; }
  [[noreturn]] void fail_here(std::string what) { fail_format(source_, ".npy", here(), std::move(what)); }
  void blanks() {
    while (position_ < text_.size() && std::strchr(" \n\t", text_[position_]) && text_[position_])
      ++position_;
  }
  bool take(char c) {
    blanks();
    if (position_ == text_.size() || text_[position_] != c) return false;
    return ++position_, true;
  }
  void expect(char c) {
    if (!take(c)) fail_here(std::string("`") + c + "` is missing");
  }

  void value(std::string_view key, uint64_t place) {
    bool* seen = key == "descr"           ? &has_type_
                 : key == "fortran_order" ? &has_order_
                 : key == "shape"         ? &has_shape_
                                          : nullptr;
    if (!seen || *seen) fail_format(source_, ".npy", place, "this key is unknown or given twice");
    *seen = true;
    if (seen == &has_type_)
      type();
    else if (seen == &has_order_)
      header_.fortran_order = boolean();
    else
      shape();
  }

  std::string_view string() {
    blanks();
    const char quote = position_ < text_.size() ? text_[position_] : '\0';
    if (quote != '\'' && quote != '"') fail_here("a string is missing");
    const size_t end = text_.find(quote, position_ + 1);
    if (end == text_.npos) fail_here("this string does not end");
    const std::string_view s = text_.substr(position_ + 1, end - position_ - 1);
    if (s.find('\\') != s.npos) fail_here("this string has an escape");
    position_ = end + 1;
    return s;
  }

  bool boolean() {
    blanks();
    for (const auto& [word, meaning] : {std::pair{std::string_view("True"), true}, {"False", false}})
      if (text_.substr(position_).starts_with(word)) return position_ += word.size(), meaning;
    fail_here("True or False is missing");
  }

  int64_t integer() {
    blanks();
    int64_t n = 0;
    const char *from = text_.data() + position_, *end = text_.data() + text_.size();
    const auto [to, error] = std::from_chars(from, end, n);
    if (error != std::errc{} || n < 0) fail_here("a dimension is missing, negative or too large");
    position_ += static_cast<size_t>(to - from);
    if (position_ < text_.size() && text_[position_] == 'L') ++position_; // Python 2's long integers
    return n;
  }

  void shape() {
    expect('(');
    while (!take(')')) {
      header_.shape.push_back(integer());
      if (header_.shape.size() > most_dimensions) fail_here("there are more than 64 dimensions");
      if (!take(',')) {
        if (header_.shape.size() == 1) fail_here("`,` is missing"); // in Python, (3) is a number and no tuple
        expect(')');
        break;
      }
    }
  }

  void type() {
    if (!take('[')) return field(string());
    structure_ = true;
    while (!take(']')) {
      structure_field();
      if (!take(',')) {
        expect(']');
        break;
      }
    }
  }

  void structure_field() {
    expect('(');
    const bool unnamed = string().empty(); // NumPy's padding has no name
    expect(',');
    if (take('[')) fail("E0508", {source_.name(), "structures in structures"});
    field(string(), unnamed);
    if (take(',')) fail("E0508", {source_.name(), "structures with arrays in them"});
    expect(')');
  }

  /// Adds a field of a structure, or the element itself. `unnamed`: whether it is a structure's field without a name.
  void field(std::string_view spelling, bool unnamed = false) {
    const bool ordered = !spelling.empty() && std::strchr("<>|=", spelling[0]);
    const std::string_view letters = spelling.substr(ordered ? 1 : 0);
    if ((unnamed || letters != "V2") && letters.starts_with('V') && padding(letters.substr(1))) return;
    if (letters == "c16" || letters == "c8")
      return complex(spelling, ordered, letters == "c16" ? "f8" : "f4");
    if (letters.starts_with("M8")) return moment(spelling, letters);
    if (letters.starts_with('S') || letters.starts_with('U')) text_type(spelling, letters);
    if (letters != "S1" && (letters.starts_with('S') || letters.starts_with('U'))) return;
    const auto* known = std::ranges::find(type_names, letters, &TypeName::letters);
    if (known == std::end(type_names))
      fail("E0508", {source_.name(), "elements of NumPy's type " + std::string(spelling)});
    const bool swapped = is_swapped(spelling) && element_size(known->element) > 1;
    header_.fields.push_back({known->element, swapped, header_.item_size});
    header_.item_size += element_size(known->element);
  }

  static bool is_swapped(std::string_view spelling) {
    return spelling.starts_with(std::endian::native == std::endian::little ? '>' : '<');
  }

  /// Notes that the elements are strings: `letters` is S or U, and the number of bytes or characters.
  void text_type(std::string_view spelling, std::string_view letters) {
    if (structure_ && letters == "S1") return;
    const auto n = parse_number<int32_t>(letters.substr(1));
    if (!n || *n < 0) fail("E0508", {source_.name(), "elements of NumPy's type " + std::string(spelling)});
    const bool unicode = letters[0] == 'U';
    const NpyText text{unicode, is_swapped(spelling)};
    const uint64_t size = static_cast<uint64_t>(*n) * (unicode ? sizeof(uint32_t) : 1);
    if (structure_) {
      if (size == 0) fail("E0508", {source_.name(), "structures with strings of no bytes"});
      header_.fields.push_back({Element::Char, false, header_.item_size, text, size});
      header_.item_size += size;
      return;
    }
    header_.text = text;
    if (letters != "S1") header_.item_size = size;
  }

  /// Adds a date or a moment: `letters` is M8 and its unit, as in M8[25us].
  void moment(std::string_view spelling, std::string_view letters) {
    std::string_view unit = letters.substr(2);
    NpyMoment m;
    if (unit.starts_with('[') && unit.ends_with(']')) unit = unit.substr(1, unit.size() - 2);
    const size_t digits = std::min(unit.find_first_not_of("0123456789"), unit.size());
    const auto count = digits ? parse_number<int64_t>(unit.substr(0, digits)) : std::optional<int64_t>(1);
    m.unit = unit.substr(digits);
    constexpr std::string_view known[] = {"Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns"};
    if (!count || *count <= 0 || std::ranges::find(known, m.unit) == std::end(known))
      fail("E0508", {source_.name(), "elements of NumPy's type " + std::string(spelling)});
    m.count = *count;
    header_.fields.push_back({Element::I64, is_swapped(spelling), header_.item_size, {}, 0, std::move(m)});
    header_.item_size += element_size(Element::I64);
  }

  /// Adds the two parts of a complex number, which are of the floating-point type `part`.
  void complex(std::string_view spelling, bool ordered, std::string_view part) {
    if (!header_.fields.empty() || structure_)
      fail("E0508", {source_.name(), "structures of complex numbers"});
    const std::string each = (ordered ? std::string(1, spelling[0]) : "") + std::string(part);
    field(each), field(each);
    header_.complex = true;
  }

  /// Skips unused bytes between a structure's fields. `digits`: the number of these bytes. Returns false if `digits`
  /// is no positive number.
  bool padding(std::string_view digits) {
    const auto n = parse_number<int32_t>(digits);
    if (!n || *n <= 0) return false;
    return header_.item_size += static_cast<uint64_t>(*n), true;
  }

  const ByteSource& source_;
  std::string_view text_;
  uint64_t at_;
  size_t position_ = 0;
  bool has_type_ = false, has_order_ = false, has_shape_ = false, structure_ = false;
  NpyHeader header_;
};

/// The offset and the length of the dictionary. It follows the magic bytes, the version and the bytes of its length.
struct Dictionary {
  uint64_t at, length;
};

Dictionary find_dictionary(ByteSource& source) {
  unsigned char start[12];
  const uint64_t have = std::min<uint64_t>(source.size(), sizeof start);
  source.read(0, start, have);
  if (have < magic.size() || std::memcmp(start, magic.data(), magic.size()) != 0)
    fail_format(source, ".npy", 0, "the magic bytes \\x93NUMPY are missing");
  if (have < 10) fail("E0505", {source.name(), std::to_string(have), "10"});
  const int version = start[6];
  if (version < 1 || version > 3 || start[7] != 0)
    fail_format(source, ".npy", 6, "the version is not 1.0, 2.0 or 3.0");
  if (version > 1 && have < 12) fail("E0505", {source.name(), std::to_string(have), "12"});
  uint64_t length = start[8] | start[9] << 8;
  if (version > 1) length |= uint64_t{start[10]} << 16 | uint64_t{start[11]} << 24;
  const uint64_t at = version > 1 ? 12 : 10;
  if (length > longest_header) fail_format(source, ".npy", 8, "the header is longer than 1 MiB");
  return {at, length};
}

/// Returns the product of the dimensions. Fails with E0504 if the product of those that are not 0 overflows.
int64_t count_elements(const ByteSource& source, const NpyHeader& h) {
  int64_t product = 1;
  bool empty = false;
  for (int64_t d : h.shape) {
    empty |= d == 0;
    if (d != 0 && __builtin_mul_overflow(product, d, &product))
      fail_format(source, ".npy", h.data_at, "the dimensions' product is too large");
  }
  return empty ? 0 : product;
}

void check_size(const ByteSource& source, const NpyHeader& h) {
  uint64_t bytes;
  if (__builtin_mul_overflow(static_cast<uint64_t>(h.count), h.item_size, &bytes) || bytes > INT64_MAX)
    fail_format(source, ".npy", h.data_at, "the dimensions' product is too large");
  const uint64_t have = source.size() - h.data_at;
  if (have < bytes)
    fail("E0505", {source.name(), std::to_string(source.size()), std::to_string(h.data_at + bytes)});
  if (have > bytes)
    fail_format(source, ".npy", h.data_at + bytes,
                std::to_string(have - bytes) + " bytes follow the elements");
}

std::string element_text(Element e) {
  const auto* name = std::ranges::find(type_names, e, &TypeName::element);
  const char order = element_size(e) == 1 ? '|' : std::endian::native == std::endian::little ? '<' : '>';
  return std::string("'") + order + std::string(name->letters) + "'";
}

std::string shape_text(std::span<const int64_t> shape) {
  std::string text = "(";
  for (size_t d = 0; d < shape.size(); ++d) text += (d ? ", " : "") + std::to_string(shape[d]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

} // namespace

NpyHeader read_npy_header(ByteSource& source) {
  const Dictionary where = find_dictionary(source);
  if (where.length > source.size() - where.at)
    fail("E0505", {source.name(), std::to_string(source.size()), std::to_string(where.at + where.length)});
  std::string text(where.length, '\0');
  source.read(where.at, text.data(), where.length);
  NpyHeader h = Parser(source, text, where.at).parse();
  h.data_at = where.at + where.length;
  h.count = count_elements(source, h);
  check_size(source, h);
  return h;
}

std::string npy_type_text(const Layout* l) {
  if (l->kind == ColumnKind::Primitive) return element_text(l->element);
  const char order = std::endian::native == std::endian::little ? '<' : '>';
  if (is_complex(l))
    return std::string("'") + order + (l->children[0]->element == Element::F64 ? "c16'" : "c8'");
  std::string text = "[";
  for (size_t f = 0; f < l->children.size(); ++f)
    text += (f ? ", ('f" : "('f") + std::to_string(f) + "', " + element_text(l->children[f]->element) + ")";
  return text + "]";
}

std::string npy_header_text(std::string_view type, std::span<const int64_t> shape) {
  constexpr size_t room_to_grow = 21, alignment = 64;
  std::string text =
      "{'descr': " + std::string(type) + ", 'fortran_order': False, 'shape': " + shape_text(shape) + ", }";
  if (!shape.empty()) text.append(room_to_grow - std::to_string(shape[0]).size(), ' ');
  const bool long_header = text.size() + alignment > UINT16_MAX;
  const size_t prefix = long_header ? 12 : 10;
  text.append(alignment - (prefix + text.size() + 1) % alignment, ' ') += '\n';
  std::string header(magic);
  header += {static_cast<char>(long_header ? 2 : 1), '\0'};
  for (size_t k = 0; k < prefix - 8; ++k) header += static_cast<char>(text.size() >> (8 * k) & 255);
  return header + text;
}

} // namespace nova
