#include "runtime/io/mtx.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/describe.hpp"
#include "runtime/scalar/scalar_overloads.hpp"
#include "runtime/scalar_text.hpp"
#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <numeric>

namespace nova {

namespace {

enum class Field { Real, Complex, Integer, Pattern };
enum class Symmetry { General, Symmetric, Skew, Hermitian };

/// A complex number, whose parts are of the floating-point type T.
template <class T> struct Parts {
  T re{}, im{};
  using Part = T;
};
template <class T> constexpr bool is_parts = requires { typename T::Part; };

struct Banner {
  bool coordinate = true;
  Field field = Field::Real;
  Symmetry symmetry = Symmetry::General;
};

/// Reads the file's words one after the other.
class Scanner {
 public:
  Scanner(const ByteSource& source, std::string_view text) : source_(source), text_(text) {}

  uint64_t at() const { return at_; }
  uint64_t left() const { return text_.size() - at_; }
  [[noreturn]] void fail_at(uint64_t place, std::string what) {
    fail_format(source_, ".mtx", place, std::move(what));
  }

  std::string_view line() {
    const size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string_view l = text_.substr(at_, end - at_);
    at_ = std::min(end + 1, text_.size());
    return l;
  }
  void skip_comments() {
    for (skip_blanks(); at_ < text_.size() && text_[at_] == '%'; skip_blanks()) line();
  }
  std::string_view word() {
    skip_blanks();
    const size_t from = at_;
    while (at_ < text_.size() && !is_blank(text_[at_])) ++at_;
    return text_.substr(from, at_ - from);
  }
  template <class T> T number(const char* what) {
    skip_comments();
    const std::string_view w = word();
    source_.passed(w.size() + 1);
    if (const auto n = parse_number<T>(w)) return *n;
    if (const auto n = std::is_floating_point_v<T> ? parse_number<T>(with_e(w)) : std::nullopt) return *n;
    if (w.empty()) fail("E0505", {source_.name(), std::to_string(text_.size()), "more"});
    fail_at(at_ - w.size(), std::string(what) + " is missing or out of range");
  }
  /// Reads an index from 1 to `bound`, and returns it counted from 0.
  int64_t index(int64_t bound, const char* what) {
    const auto i = number<int64_t>(what);
    if (i < 1 || i > bound)
      fail_at(at_, std::string(what) + " " + std::to_string(i) + " is not in 1 to " + std::to_string(bound));
    return i - 1;
  }
  void expect_end() {
    skip_comments();
    if (at_ < text_.size()) fail_at(at_, "more follows than was announced");
  }

 private:
  /// Returns the word with an exponent in Fortran's spelling (1.5D+3) rewritten with `e`.
  static std::string with_e(std::string_view w) {
    std::string out(w);
    std::ranges::replace_if(
        out, [](char c) { return c == 'd' || c == 'D'; }, 'e');
    return out;
  }
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  const ByteSource& source_;
  std::string_view text_;
  size_t at_ = 0;
};

std::string lower(std::string_view s) {
  std::string out(s);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c += 'a' - 'A';
  return out;
}

Banner read_banner(const ByteSource& source, Scanner& in) {
  if (in.word() != "%%MatrixMarket") in.fail_at(0, "the line does not begin with %%MatrixMarket");
  Banner b;
  const uint64_t place = in.at();
  const std::string object = lower(in.word()), format = lower(in.word()), field = lower(in.word()),
                    symmetry = lower(in.word());
  if (object != "matrix") fail("E0508", {source.name(), "a Matrix Market " + object});
  const bool whole = field == "integer" || field == "unsigned-integer"; // SciPy writes "unsigned-integer"
  const bool complex = field == "complex", hermitian = symmetry == "hermitian";
  const bool known_field = field == "real" || field == "double" || whole || complex || field == "pattern";
  const bool known_symmetry = symmetry == "general" || symmetry == "symmetric" ||
                              symmetry == "skew-symmetric" || (hermitian && complex);
  b.coordinate = format == "coordinate";
  b.field = whole                ? Field::Integer
            : complex            ? Field::Complex
            : field == "pattern" ? Field::Pattern
                                 : Field::Real;
  b.symmetry = symmetry == "general"     ? Symmetry::General
               : symmetry == "symmetric" ? Symmetry::Symmetric
               : hermitian               ? Symmetry::Hermitian
                                         : Symmetry::Skew;
  if ((!b.coordinate && format != "array") || !known_field || !known_symmetry ||
      (b.field == Field::Pattern && !b.coordinate))
    in.fail_at(place, "the first line names no format, field and symmetry that go together");
  in.line();
  return b;
}

/// Returns the value on the other side of the diagonal.
template <class T> T mirrored(Symmetry s, T v) {
  if constexpr (is_parts<T>)
    return s == Symmetry::Skew        ? T{scalar::neg(v.re), scalar::neg(v.im)}
           : s == Symmetry::Hermitian ? T{v.re, scalar::neg(v.im)}
                                      : v;
  else
    return s == Symmetry::Skew ? scalar::neg(v) : v;
}

/// Reads a value of the file's field. A pattern's entries are 1.
template <class T> T read_value(Scanner& in, Field field) {
  if constexpr (is_parts<T>) {
    using Part = typename T::Part;
    if (field == Field::Pattern) return {1, 0};
    const Part re = in.number<Part>("a value");
    return {re, field == Field::Complex ? in.number<Part>("an imaginary part") : 0};
  } else {
    return field == Field::Pattern ? T(1) : in.number<T>("a value");
  }
}

/// The entries read so far, as three growing columns.
template <class T> struct Entries {
  std::vector<int64_t, CountingAllocator<int64_t>> rows, columns;
  std::vector<T, CountingAllocator<T>> values;

  void add(int64_t r, int64_t c, T v) { rows.push_back(r), columns.push_back(c), values.push_back(v); }
  void add_mirrored(Symmetry s, int64_t r, int64_t c, T v) {
    add(r, c, v);
    if (r == c || s == Symmetry::General) return;
    add(c, r, mirrored(s, v));
  }
};

template <class T>
void read_coordinates(Scanner& in, const Banner& b, int64_t rows, int64_t columns, Entries<T>& out) {
  const auto count = in.number<int64_t>("the number of entries");
  // "1 1", "1 1 1" or "1 1 1 1", and a blank after it
  const int64_t shortest = b.field == Field::Pattern ? 4 : b.field == Field::Complex ? 8 : 6;
  if (count < 0 || static_cast<uint64_t>(count) > (in.left() + 1) / shortest)
    in.fail_at(in.at(), std::to_string(count) + " entries are announced, more than the file has room for");
  for (int64_t k = 0; k < count; ++k) {
    const int64_t r = in.index(rows, "row"), c = in.index(columns, "column");
    const uint64_t place = in.at();
    const T value = read_value<T>(in, b.field);
    if (b.symmetry == Symmetry::Skew && r == c)
      in.fail_at(place, "a skew-symmetric matrix has an entry on its diagonal");
    out.add_mirrored(b.symmetry, r, c, value);
  }
}

/// Reads array format: all values, column by column. A symmetric matrix has only those on and below the diagonal, a
/// skew-symmetric one only those below it.
template <class T>
void read_array(Scanner& in, const Banner& b, int64_t rows, int64_t columns, Entries<T>& out) {
  int64_t all;
  if (__builtin_mul_overflow(rows, columns, &all) || static_cast<uint64_t>(all / 2) > in.left())
    in.fail_at(in.at(), "the dimensions announce more than the file has room for");
  for (int64_t c = 0; c < columns && rows > 0; ++c) {
    const int64_t first = b.symmetry == Symmetry::General ? 0 : b.symmetry == Symmetry::Skew ? c + 1 : c;
    for (int64_t r = first; r < rows; ++r) out.add_mirrored(b.symmetry, r, c, read_value<T>(in, b.field));
  }
}

template <class T, class Allocator>
ColumnRef pick_numbers(const Layout* l, const std::vector<T, Allocator>& from,
                       const std::vector<int64_t, CountingAllocator<int64_t>>& order) {
  PrimitiveFill fill(l, static_cast<int64_t>(from.size()));
  for (size_t k = 0; k < from.size(); ++k) fill.as<T>()[k] = from[static_cast<size_t>(order[k])];
  return fill.finish();
}

template <class T, class Allocator>
ColumnRef pick(const Layout* l, const std::vector<T, Allocator>& from,
               const std::vector<int64_t, CountingAllocator<int64_t>>& order) {
  if constexpr (is_parts<T>) {
    using Part = typename T::Part;
    PrimitiveFill re(l->children[0], static_cast<int64_t>(from.size())),
        im(l->children[1], static_cast<int64_t>(from.size()));
    for (size_t k = 0; k < from.size(); ++k) {
      const T v = from[static_cast<size_t>(order[k])];
      const bool nan = v.re != v.re || v.im != v.im; // in either part makes both so
      re.as<Part>()[k] = nan ? std::numeric_limits<Part>::quiet_NaN() : v.re;
      im.as<Part>()[k] = nan ? std::numeric_limits<Part>::quiet_NaN() : v.im;
    }
    return zip_columns(l, {re.finish(), im.finish()});
  } else {
    return pick_numbers(l, from, order);
  }
}
template <class T> Array row_major(Layouts& layouts, const Layout* number, const Entries<T>& e) {
  std::vector<int64_t, CountingAllocator<int64_t>> order(e.rows.size());
  std::iota(order.begin(), order.end(), 0);
  const auto before = [&](int64_t a, int64_t b) {
    return std::tuple(e.rows[a], e.columns[a], a) < std::tuple(e.rows[b], e.columns[b], b);
  };
  if (!std::ranges::is_sorted(order, before)) std::ranges::sort(order, before);
  const Layout* index = layouts.primitive(Element::I64);
  std::vector<ColumnRef> fields{pick(index, e.rows, order), pick(index, e.columns, order),
                                pick(number, e.values, order)};
  return Array(zip_columns(layouts.tuple({index, index, number}), std::move(fields)));
}

template <class T>
SparseMatrix read_matrix(Scanner& in, const Banner& b, Layouts& layouts, const Layout* number) {
  in.skip_comments();
  const uint64_t place = in.at();
  const auto rows = in.number<int64_t>("the number of rows"),
             columns = in.number<int64_t>("the number of columns");
  if (rows < 0 || columns < 0) in.fail_at(place, "a dimension is negative");
  if (b.symmetry != Symmetry::General && rows != columns)
    in.fail_at(place, "a symmetric matrix is not square");
  Entries<T> entries;
  if (b.coordinate)
    read_coordinates(in, b, rows, columns, entries);
  else
    read_array(in, b, rows, columns, entries);
  in.expect_end();
  return {rows, columns, row_major(layouts, number, entries)};
}

/// Returns the layout of the numbers that a file with this field has.
const Layout* default_number(Field field, Layouts& layouts) {
  const Layout* real = layouts.primitive(Element::F64);
  if (field == Field::Complex) return layouts.record({real, real});
  return field == Field::Real ? real : layouts.primitive(Element::I64);
}

} // namespace

SparseMatrix read_mtx(ByteSource& source, Layouts& layouts, const Layout* number) {
  const BufferRef bytes = source.read_all();
  Scanner in(source, {reinterpret_cast<const char*>(bytes->bytes()), bytes->size()});
  const Banner b = read_banner(source, in);
  if (!number) number = default_number(b.field, layouts);
  if (b.field == Field::Complex && !is_complex(number))
    fail("E0507", {source.name(), "complex numbers", describe_type(number, 0)});
  if (is_complex(number) && number->children[0]->element == Element::F64)
    return read_matrix<Parts<double>>(in, b, layouts, number);
  if (is_complex(number) && number->children[0]->element == Element::F32)
    return read_matrix<Parts<float>>(in, b, layouts, number);
  if (number->kind != ColumnKind::Primitive || !is_number(number->element) || is_narrow(number->element))
    fail("E0507", {source.name(), "numbers", describe_type(number, 0)});
  if (b.field == Field::Real && !is_floating(number->element))
    fail("E0507", {source.name(), "real numbers", describe_type(number, 0)});
  return with_computed_element(number->element,
                               [&](auto t) { return read_matrix<decltype(t)>(in, b, layouts, number); });
}

namespace {

/// The type of T's kind for which append_number exists.
template <class T>
using Widest = std::conditional_t<std::is_floating_point_v<T>, T,
                                  std::conditional_t<std::is_unsigned_v<T>, uint64_t, int64_t>>;

/// Writes one line for each entry. append(line, k) appends entry k's value.
template <class Append> void write_entries(ByteSink& sink, const SparseMatrix& m, Append append) {
  const Array rows = m.entries.field(0), columns = m.entries.field(1);
  std::string line;
  for (int64_t k = 0; k < m.entries.count(); ++k) {
    const int64_t r = rows.data<int64_t>()[k], c = columns.data<int64_t>()[k];
    if (r < 0 || r >= m.rows || c < 0 || c >= m.columns)
      fail("E0509", {"a .mtx file of " + std::to_string(m.rows) + " rows and " + std::to_string(m.columns) +
                         " columns",
                     "an entry at (" + std::to_string(r) + ", " + std::to_string(c) + ")"});
    line.clear();
    append_number(line, r + 1);
    append_number(line += ' ', c + 1);
    append(line += ' ', k);
    sink.write(line += '\n');
  }
}

/// Returns the name of the field of a file of such numbers. Fails with E0509 if there is none.
std::string_view field_of(const Layout* number) {
  const Element e = is_complex(number) ? number->children[0]->element : number->element;
  if (is_narrow(e) || e == Element::Unit)
    fail("E0509", {"a .mtx file", "entries of type " + describe_type(number, 0)});
  return is_complex(number) ? "complex" : is_floating(e) ? "real" : "integer";
}

} // namespace

void write_mtx(ByteSink& sink, const SparseMatrix& m) {
  const Array values = m.entries.field(2);
  const std::string_view field = field_of(values.layout());
  if (m.rows < 0 || m.columns < 0) fail("E0509", {"a .mtx file", "a negative dimension"});
  sink.write("%%MatrixMarket matrix coordinate " + std::string(field) + " general\n");
  sink.write(std::to_string(m.rows) + " " + std::to_string(m.columns) + " " +
             std::to_string(m.entries.count()) + "\n");
  const bool complex = field == "complex";
  const Array re = complex ? values.field(0) : values, im = complex ? values.field(1) : values;
  with_computed_element(re.element(), [&](auto t) {
    using T = decltype(t);
    write_entries(sink, m, [&](std::string& line, int64_t k) {
      append_number(line, Widest<T>{re.data<T>()[k]});
      if (complex) append_number(line += ' ', Widest<T>{im.data<T>()[k]});
    });
  });
}

} // namespace nova
