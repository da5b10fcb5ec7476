// Prints a datum as text. A stack on the heap holds what is still to be printed, so that deep nesting takes no call
// stack.
#include "frontend/read/datum.hpp"
#include "frontend/read/literal.hpp"
#include "frontend/source/utf8.hpp"
#include <charconv>
#include <cmath>
#include <deque>

namespace nova {
namespace {

/// Something that is still to be printed: `datum` or, if that is null, `text`.
struct Pending {
  const Datum* datum;
  std::string_view text;
};

class Printer {
 public:
  explicit Printer(const Symbols& symbols) : symbols_(symbols) {}

  std::string print(const Datum& d) {
    later(&d);
    while (!pending_.empty()) {
      Pending next = pending_.back();
      pending_.pop_back();
      if (next.datum)
        print_one(*next.datum);
      else
        out_ += next.text;
    }
    return std::move(out_);
  }

 private:
  const Symbols& symbols_;
  std::string out_;
  std::vector<Pending> pending_; ///< a stack: the last entry is printed next

  void later(const Datum* d) { pending_.push_back({d, {}}); }
  void later(std::string_view text) { pending_.push_back({nullptr, text}); }

  void print_one(const Datum& d) {
    switch (d.kind) {
    case DatumKind::Integer: return print_integer(d);
    case DatumKind::Floating: return print_floating(d);
    case DatumKind::Complex: return print_complex(d);
    case DatumKind::Boolean: return void(out_ += d.integer ? "true" : "false");
    case DatumKind::Nil: return void(out_ += "nil");
    case DatumKind::Character: return void(out_ += character_name(static_cast<unsigned char>(d.integer)));
    case DatumKind::String: return print_string(d.text);
    case DatumKind::Symbol: return void(out_ += symbols_.text(d.symbol));
    case DatumKind::TypeVariable: return void((out_ += '\'') += symbols_.text(d.symbol));
    case DatumKind::List: return print_items("(", d.items, " ", ")");
    case DatumKind::Tuple: return print_items("(", d.items, ", ", ")");
    case DatumKind::Vector: return print_items("[", d.items, " ", "]");
    case DatumKind::Comprehension: return print_comprehension(d);
    case DatumKind::Project: return print_project(d);
    case DatumKind::Field:
      return later(digits_.emplace_back("." + std::string(symbols_.text(d.symbol)))), later(d.items[0]);
    case DatumKind::Index: return print_index(d);
    case DatumKind::Range: return print_items("[", d.items, d.integer ? " ..< " : " .. ", "]");
    }
  }
  void later_items(std::span<const Datum* const> items, std::string_view between) {
    for (size_t k = items.size(); k-- > 0;) {
      later(items[k]);
      if (k > 0) later(between);
    }
  }
  void print_items(std::string_view open, std::span<const Datum* const> items, std::string_view between,
                   std::string_view close) {
    out_ += open;
    later(close);
    later_items(items, between);
  }
  void print_comprehension(const Datum& d) {
    out_ += '[';
    later("]");
    for (size_t k = d.items.size(); k-- > 1;) {
      later_items(d.items[k]->items, ", ");
      later(" | ");
    }
    later(d.items[0]);
  }
  void print_project(const Datum& d) {
    std::string_view position = digits_.emplace_back("." + std::to_string(d.integer));
    later(position);
    later(d.items[0]);
  }
  void print_index(const Datum& d) {
    later(d.items[1]);
    later("!");
    later(d.items[0]);
  }
  std::deque<std::string> digits_; ///< owns the texts of projections, to which pending_ refers

  static std::string_view suffix(const Datum& d) { return d.suffixed ? element_suffix(d.element) : ""; }
  void print_integer(const Datum& d) {
    if (!d.text.empty()) return void(out_ += d.text);
    const bool whole = d.element == Element::U64;
    out_ += whole ? std::to_string(static_cast<uint64_t>(d.integer)) : std::to_string(d.integer);
    out_ += suffix(d);
  }
  void print_floating(const Datum& d) {
    if (!d.text.empty()) return void(out_ += d.text);
    char digits[32];
    const bool single = d.element == Element::F32 || is_narrow(d.element);
    auto end = single ? std::to_chars(digits, digits + 32, static_cast<float>(d.floating)).ptr
                      : std::to_chars(digits, digits + 32, d.floating).ptr;
    std::string_view shortest(digits, static_cast<size_t>(end - digits));
    out_ += std::isnan(d.floating) ? "nan" : shortest;
    if (shortest.find_first_of(".einf") == shortest.npos) out_ += ".0";
    out_ += suffix(d);
  }
  void print_complex(const Datum& d) {
    if (!d.text.empty()) return void(out_ += d.text);
    later("i");
    print_one(*d.items[0]);
    const size_t at = out_.size();
    print_one(*d.items[1]);
    if (out_[at] != '-') out_.insert(at, 1, '+');
  }
  /// Prints a string. Quotes, backslashes, control bytes and bytes that are not UTF-8 are escaped.
  void print_string(std::string_view s) {
    out_ += '"';
    for (size_t at = 0; at < s.size();) {
      CodePoint c = decode_utf8(s, at);
      if (c.valid && (c.value == '"' || c.value == '\\'))
        (out_ += '\\') += s[at];
      else if (!c.valid || c.value < ' ' || c.value == 127)
        print_byte(static_cast<unsigned char>(s[at]));
      else
        out_ += s.substr(at, c.length);
      at += c.length;
    }
    out_ += '"';
  }
  void print_byte(unsigned char byte) {
    constexpr std::string_view letters = "ntr", bytes = "\n\t\r";
    size_t simple = bytes.find(static_cast<char>(byte));
    if (simple != bytes.npos) return void((out_ += '\\') += letters[simple]);
    char hex[2];
    auto [end, error] = std::to_chars(hex, hex + 2, byte, 16);
    ((out_ += "\\x").append(hex, end)) += ';';
  }
};

} // namespace

std::string print_datum(const Datum& d, const Symbols& symbols) { return Printer(symbols).print(d); }

bool same_datum(const Datum& a, const Datum& b) {
  std::vector<std::pair<const Datum*, const Datum*>> pending{{&a, &b}};
  while (!pending.empty()) {
    auto [x, y] = pending.back();
    pending.pop_back();
    bool named =
        x->kind == DatumKind::Symbol || x->kind == DatumKind::TypeVariable || x->kind == DatumKind::Field;
    bool numeral = x->kind == DatumKind::Integer || x->kind == DatumKind::Floating;
    if (x->kind != y->kind || x->items.size() != y->items.size()) return false;
    if (named ? x->symbol != y->symbol : x->integer != y->integer) return false;
    if (numeral && (x->suffixed != y->suffixed || x->element != y->element)) return false;
    if (x->kind == DatumKind::String && x->text != y->text) return false;
    for (size_t k = 0; k < x->items.size(); ++k) pending.emplace_back(x->items[k], y->items[k]);
  }
  return true;
}

} // namespace nova
