// Printing of values as text that reads back (language.md section 7). A value is traversed with an explicit stack of
// frames, one for each tuple, constructor cell or vector that is being printed. So deep values take heap memory, not
// call stack.
#include "frontend/core/moments.hpp"
#include "frontend/read/literal.hpp"
#include "interp/machine.hpp"
#include "runtime/io/csv/moments.hpp"
#include "runtime/scalar_text.hpp"
#include <algorithm>

namespace nova {

namespace {

constexpr int64_t shown_at_ends = PrintLimits::shown_at_ends;
constexpr size_t bytes_at_ends = PrintLimits::bytes_at_ends;
/// Bytes. When the text of a value gets longer, its vectors are abbreviated from there on.
constexpr size_t long_text = 1000;

class Printer {
 public:
  Printer(Types& types, const Symbols& symbols, bool abbreviate,
          const std::function<void(std::string_view)>& out)
      : types_(types), symbols_(symbols), abbreviate_(abbreviate), out_(out) {}

  void print(const Value& v, TypeId t) {
    value(v, types_.resolve(t));
    while (!frames_.empty()) {
      step();
      if (text_.size() > (abbreviate_ ? 1024 : 65536)) flush(); // out_ may throw to end the printing
    }
    flush();
  }

 private:
  /// A tuple, constructor cell or vector that is being printed. `next` is the index of the item to print next.
  /// `types` has the type of each item; for a vector it has one entry, the element type.
  struct Frame {
    Value value;
    std::vector<TypeId> types;
    int64_t next = 0;
    bool vector = false;
  };

  void value(const Value& v, TypeId t) {
    switch (types_[t].kind) {
    case TypeKind::Tuple: return open_tuple(v, t);
    case TypeKind::Sum: return open_sum(v, t);
    case TypeKind::Vector: return open_vector(v, types_.element_of(t));
    case TypeKind::Fun: text_ += "<fun : " + types_.print(t, symbols_) + ">"; return;
    default: return scalar(v);
    }
  }

  void scalar(const Value& v) {
    if (v.tag() == Tag::Char)
      text_ += character_name(v.as_char());
    else
      text_ += scalar_text(v);
  }

  void open_tuple(const Value& v, TypeId t) {
    text_ += '(';
    frames_.push_back({v, {types_.args(t).begin(), types_.args(t).end()}});
  }

  void complex(const Value& v) {
    scalar(v.items()[0]);
    const std::string imaginary = scalar_text(v.items()[1]);
    if (imaginary[0] != '-') text_ += '+';
    text_ += imaginary + 'i';
  }

  /// Prints a date or time as the form that makes it, as the prelude's `show-date` and its like do.
  void moment(const Value& v, MomentKind kind) {
    const int64_t n = v.items()[0].as_int();
    switch (kind) {
    case MomentKind::None: return;
    case MomentKind::Date: return append_date_form(text_, n);
    case MomentKind::Datetime: return append_datetime_form(text_, n);
    case MomentKind::Duration: return append_duration_form(text_, n);
    }
  }

  void open_sum(const Value& v, TypeId t) {
    if (types_.is_complex(t)) return complex(v);
    if (const MomentKind kind = moment_of(types_, symbols_, t); kind != MomentKind::None)
      return moment(v, kind);
    const SumId id{types_[t].payload};
    const std::vector<TypeId> arguments(types_.args(t).begin(), types_.args(t).end());
    text_ += '(';
    text_ += symbols_.text(types_.sum_type(id).constructors[v.constructor()].name);
    if (v.items().empty())
      text_ += ')';
    else
      frames_.push_back({v, types_.fields_at(id, v.constructor(), arguments)});
  }

  void open_vector(const Value& v, TypeId element) {
    const Array& a = v.array();
    if (a.rank() == 1 && a.is_primitive() && a.element() == Element::Char) return string(a);
    text_ += '[';
    frames_.push_back({v, {element}, 0, true});
  }

  void string(const Array& a) {
    const std::string_view all{reinterpret_cast<const char*>(a.data<uint8_t>()),
                               static_cast<size_t>(a.count())};
    if (!abbreviate_ || all.size() < PrintLimits::long_string) return quoted(all);
    quoted(all.substr(0, whole_characters(all, bytes_at_ends)));
    text_ += " ... ";
    quoted(all.substr(whole_characters(all, all.size() - bytes_at_ends)));
  }

  /// Returns `end`, or the nearest index before it that does not split a UTF-8 character.
  static size_t whole_characters(std::string_view all, size_t end) {
    for (int back = 0; back < 3 && end < all.size() && continues_character(all[end]); ++back) --end;
    return end;
  }

  void quoted(std::string_view all) {
    constexpr size_t piece = 65536;
    text_ += '"';
    for (size_t at = 0; at < all.size();) {
      const size_t end = whole_characters(all, std::min(at + piece, all.size()));
      escape(all.substr(at, end - at));
      if (text_.size() > piece) flush();
      at = end;
    }
    text_ += '"';
  }

  static bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

  void escape(std::string_view part) {
    Datum d;
    d.kind = DatumKind::String;
    d.text = part;
    const std::string quoted = print_datum(d, symbols_);
    text_.append(quoted, 1, quoted.size() - 2);
  }

  void step() {
    if (frames_.back().vector)
      vector_item();
    else
      cell_item();
  }

  void close(char bracket) {
    text_ += bracket;
    frames_.pop_back();
  }

  void cell_item() {
    Frame& f = frames_.back();
    const auto items = f.value.items();
    if (f.next == static_cast<int64_t>(items.size())) return close(')');
    if (f.value.tag() == Tag::Sum)
      text_ += ' ';
    else if (f.next > 0)
      text_ += ", ";
    const auto k = static_cast<size_t>(f.next++);
    value(Value(items[k]), types_.resolve(f.types[k])); // a copy: the frame may move
  }

  void vector_item() {
    Frame& f = frames_.back();
    const Array& a = f.value.array();
    if (f.next == a.length()) return close(']');
    if (abbreviate_ && is_cut_at(f)) {
      text_ += " ...";
      f.next = a.length() - shown_at_ends;
    }
    if (f.next > 0) text_ += ' ';
    const int64_t k = f.next++;
    const TypeId element = f.types[0];
    if (a.rank() > 1) return open_vector(Value::vector(row(a, k)), element);
    value(a.at(k), element);
  }

  /// Whether the next item of a vector is left out, and those behind it but for the last ones: since the vector is
  /// long, or the text of the whole value is.
  bool is_cut_at(const Frame& f) const {
    const int64_t length = f.value.array().length();
    if (f.next == shown_at_ends && length >= longest(f.types[0])) return true;
    constexpr int64_t worth_cutting = 4;
    const int64_t left_out = length - shown_at_ends - f.next;
    return f.next >= shown_at_ends && left_out >= worth_cutting && flushed_ + text_.size() > long_text;
  }

  /// Returns the length from which on a vector with elements of type `element` is abbreviated.
  int64_t longest(TypeId element) const {
    int64_t numbers = parts(element);
    for (const Frame& f : frames_)
      if (f.value.tag() == Tag::Tuple) numbers *= static_cast<int64_t>(f.types.size());
    return PrintLimits::longest(numbers);
  }
  int64_t parts(TypeId t) const {
    t = types_.resolve(t);
    return types_.is(t, TypeKind::Tuple) ? static_cast<int64_t>(types_[t].count) : 1;
  }

  /// Returns row k of a vector#n, which is a vector#(n-1).
  static Array row(const Array& a, int64_t k) {
    std::vector<int64_t> dims = a.dimensions();
    dims.erase(dims.begin());
    return Array(a.column_ref(), a.begin() + k * (a.count() / a.length()), dims);
  }

  void flush() {
    out_(text_);
    flushed_ += text_.size();
    text_.clear();
  }

  Types& types_;
  const Symbols& symbols_;
  bool abbreviate_;
  const std::function<void(std::string_view)>& out_;
  std::string text_;
  size_t flushed_ = 0; ///< how many bytes out_ has got
  std::vector<Frame> frames_;
};

} // namespace

void write_value(const Value& v, TypeId type, Types& types, const Symbols& symbols, bool abbreviate,
                 const std::function<void(std::string_view)>& out) {
  Printer(types, symbols, abbreviate, out).print(v, type);
}

std::string print_value(const Value& v, TypeId type, Types& types, const Symbols& symbols, bool abbreviate) {
  std::string text;
  write_value(v, type, types, symbols, abbreviate, [&](std::string_view piece) { text += piece; });
  return text;
}

} // namespace nova
