#include "frontend/read/other/counting.hpp"
#include "frontend/read/other/arrays.hpp"
#include "frontend/read/other/definitions.hpp"
#include <algorithm>
#include <array>
#include <cctype>

namespace nova {
namespace {

using Text = std::optional<std::string>;

bool in_name(char c) { return is_letter(c) || is_digit(c); }

bool is_count(std::string_view text) {
  constexpr size_t most_digits = 9;
  return !text.empty() && text.size() <= most_digits && std::ranges::all_of(text, is_digit);
}

/// Whether the text has the sign; one that begins or ends with a letter stands alone there.
bool has_sign(std::string_view text, std::string_view sign) {
  for (size_t at = text.find(sign); at != text.npos; at = text.find(sign, at + 1)) {
    const size_t end = at + sign.size();
    const bool before = at > 0 && in_name(text[at - 1]) && in_name(sign.front());
    if (!before && !(end < text.size() && in_name(text[end]) && in_name(sign.back()))) return true;
  }
  return false;
}

/// Returns the text without what stands in quotes, where a bracket is none.
std::string without_texts(std::string_view text) {
  std::string out(text);
  char quote = 0;
  for (size_t at = 0; at < out.size(); ++at) {
    const bool begins =
        quote == 0 && (out[at] == '"' || (out[at] == '\'' && (at == 0 || !in_name(out[at - 1]))));
    if (begins) {
      quote = out[at];
    } else if (quote != 0 && out[at] == quote) {
      quote = 0;
    } else if (quote != 0 && out[at] != '\n') {
      if (out[at] == '\\' && at + 1 < out.size()) out[at++] = '_';
      out[at] = '_';
    }
  }
  return out;
}

/// Returns the offset of the bracket that closes the one at `open`; npos if none does.
size_t closing_at(std::string_view plain, size_t open) {
  size_t depth = 0;
  for (size_t at = open; at < plain.size() && plain[at] != '\n'; ++at) {
    depth += plain[at] == '(' || plain[at] == '[';
    depth -= plain[at] == ')' || plain[at] == ']';
    if (depth == 0) return at;
  }
  return plain.npos;
}

/// Whether the bracket at `at` touches what it takes an element of.
bool is_place(std::string_view plain, size_t at) {
  return at > 0 && plain[at] == '[' &&
         (in_name(plain[at - 1]) || plain[at - 1] == ')' || plain[at - 1] == ']');
}

/// Whether the parentheses at `at`, up to `close`, hold a place of MATLAB's: x(2:end), A(:, 1).
bool is_place_in_parentheses(std::string_view plain, size_t at, size_t close) {
  if (at == 0 || plain[at] != '(' || !in_name(plain[at - 1])) return false;
  const std::string_view inner = plain.substr(at + 1, close - at - 1);
  if (inner.find_first_of("([") != inner.npos) return false;
  const auto parts = split_at(inner, ",");
  return std::ranges::any_of(parts, [](std::string_view p) {
    return p == ":" || (has_sign(p, "end") && p.find_first_of("={") == p.npos);
  });
}

/// Returns a + n of a place, as short as it can be written: 3 of 1 and 2, i of i - 1 and 1. Returns nothing for others.
Text moved(std::string_view place, long n) {
  place = without_blanks(place);
  if (is_count(place)) return std::to_string(std::stol(std::string(place)) + n);
  const size_t sign = place.find_last_of("+-");
  const std::string_view last = sign == place.npos ? place : without_blanks(place.substr(sign + 1));
  std::string_view first = sign == place.npos ? place : without_blanks(place.substr(0, sign));
  if (sign != place.npos && is_count(last) && !first.empty()) {
    n += (place[sign] == '+' ? 1 : -1) * std::stol(std::string(last));
  } else {
    first = place;
  }
  if (first.empty()) return {};
  if (n == 0) return std::string(first);
  const bool plain = std::ranges::all_of(first, in_name);
  return (plain ? std::string(first) : "(" + std::string(first) + ")") + (n < 0 ? " - " : " + ") +
         std::to_string(n < 0 ? -n : n);
}

/// Returns how far from the last place `end - k` lies; nothing for others.
std::optional<long> from_end(std::string_view place) {
  place = without_blanks(place);
  if (place == "end") return 0;
  if (!place.starts_with("end")) return {};
  const std::string_view rest = without_blanks(place.substr(3));
  if (!rest.starts_with('-') || !is_count(without_blanks(rest.substr(1)))) return {};
  return std::stol(std::string(without_blanks(rest.substr(1))));
}

/// Whether the text between brackets chooses elements by a condition or by places that a function gives.
bool chooses(std::string_view part) {
  constexpr std::string_view signs[] = {"<", ">", "==", "!", "&", "|", "%in%", "'", "\""};
  if (std::ranges::any_of(part, [](char c) { return c & 0x80; })) return true;
  if (std::ranges::any_of(signs, [&](std::string_view s) { return part.find(s) != part.npos; })) return true;
  constexpr std::string_view lengths[] = {"length(", "nrow(", "ncol(", "size("};
  return part.find('(') != part.npos &&
         std::ranges::none_of(lengths, [&](std::string_view f) { return part.find(f) != part.npos; });
}

/// Returns the places of a vector of numerals, [1, 3] and c(1, 3), counted from 0.
Text vector_from_zero(std::string_view part) {
  const bool r = part.starts_with("c(") && part.ends_with(')');
  if (!r && !(part.starts_with('[') && part.ends_with(']'))) return {};
  const size_t size = r ? 2 : 1;
  std::string out;
  for (const std::string_view p : split_at(part.substr(size, part.size() - size - 1), ",")) {
    if (!is_count(p) || p == "0") return {};
    out += (out.empty() ? "[" : ", ") + *moved(p, -1);
  }
  return out.empty() ? Text{} : out + "]";
}

/// Returns the part a:b or a:s:b of a place in Python's notation; nothing if it is not understood.
Text range_from_zero(std::span<const std::string_view> ends) {
  std::string_view from = ends[0], to = ends.back();
  const std::string step(ends.size() == 3 ? ends[1] : std::string_view{});
  if (step.starts_with('-')) return step == "-1" && from == "end" && to == "1" ? Text("::-1") : Text{};
  if (from.starts_with('-') || to.starts_with('-') || from == "0") return {};
  const auto first_back = from_end(from), last_back = from_end(to);
  const Text first = first_back ? Text("-" + std::to_string(*first_back + 1)) : moved(from, -1);
  if (!first || (!last_back && has_sign(to, "end"))) return {};
  const std::string last = !last_back        ? std::string(to)
                           : *last_back == 0 ? ""
                                             : "-" + std::to_string(*last_back);
  return (*first == "0" ? "" : *first) + ":" + last + (step.empty() ? "" : ":" + step);
}

/// Returns one part of a place, which commas may divide, in Python's notation. `alone`: whether it is the only one.
Text part_from_zero(std::string_view part, bool alone) {
  part = without_blanks(part);
  if (auto vector = vector_from_zero(part)) return vector;
  if (part.empty() || part == ":" || chooses(part)) return std::string(part);
  if (part.starts_with('[')) return {};
  const auto ends = split_at(part, ":");
  if (ends.size() > 1)
    return alone && ends.size() < 4 && std::ranges::none_of(ends, &std::string_view::empty)
               ? range_from_zero(ends)
               : Text{};
  if (part == "-1" && alone) return "1:"; // of R: all but the first
  if (part.starts_with("-length(") && part.ends_with(')') && alone) return ":-1";
  if (part.starts_with('-') || part == "0" || part.find('=') != part.npos) return {};
  if (const auto back = from_end(part)) return alone ? Text("-" + std::to_string(*back + 1)) : Text{};
  return has_sign(part, "end") ? Text{} : moved(part, -1);
}

class Shifter {
 public:
  explicit Shifter(std::string_view text) : text_(text), plain_(without_texts(text)) {}

  /// Returns the text from `begin` to `end` with its places counted from 0.
  Text shifted(size_t begin, size_t end, int depth = 0) {
    constexpr int deepest = 20;
    if (depth > deepest) return {};
    std::string out;
    size_t from = begin;
    for (size_t at = begin; at < end; ++at) {
      if (plain_[at] != '[' && plain_[at] != '(') continue;
      const size_t close = closing_at(plain_, at);
      if (close == std::string::npos || close >= end) continue;
      if (!is_place(plain_, at) && !is_place_in_parentheses(plain_, at, close)) continue;
      // x[[1]] of R takes an element, xs[[1, 3]] of Julia several
      const bool doubled = plain_[at + 1] == '[' && text_[at + 2] != '"' &&
                           closing_at(plain_, at + 1) + 1 == close &&
                           plain_.substr(at, close - at).find(',') == std::string::npos;
      const Text place = place_from_zero(at + 1 + doubled, close - doubled, depth + 1);
      if (!place) return {};
      out += text_.substr(from, at - from);
      out += "[" + *place + "]";
      found_ = true, from = close + 1, at = close;
    }
    return out + std::string(text_.substr(from, end - from));
  }
  bool found() const { return found_; }

 private:
  std::string_view text_;
  std::string plain_;
  bool found_ = false;

  Text place_from_zero(size_t begin, size_t end, int depth) {
    const Text inner = shifted(begin, end, depth);
    if (!inner) return {};
    const auto parts = split_at(*inner, ",");
    std::string out;
    for (size_t k = 0; k < parts.size(); ++k) {
      const Text part = part_from_zero(parts[k], parts.size() == 1);
      if (!part) return {};
      out += (k > 0 ? ", " : "") + (k == 0 && part->empty() && parts.size() > 1 ? ":" : *part);
    }
    return out;
  }
};

/// Returns the variable of the loop whose source stands behind the text: i of `for i in `; an empty text if it is none.
std::string variable_before(std::string_view text) {
  const auto words = other_words(text.substr(text.rfind('\n') + 1)); // all of it if there is one line
  if (!words || words->size() < 2) return {};
  const OtherWord &name = (*words)[words->size() - 2], &sign = words->back();
  const bool draws = sign.text == "in" || sign.text == "=";
  return draws && name.kind == OtherWord::Name ? std::string(name.text) : std::string();
}

/// Whether each use of the name in the text is a place of its own, as in xs[i].
bool stands_as_place(std::string_view text, std::string_view name) {
  for (size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    const char before = at > 0 ? text[at - 1] : ' ', behind = end < text.size() ? text[end] : ' ';
    if (!in_name(before) && !in_name(behind) && (before != '[' || behind != ']')) return false;
  }
  return true;
}

/// Whether a loop in the text runs over the places of a vector, which are used as such alone: i in eachindex(xs), where each
/// i stands in xs[i]. Such a loop is written with places from 0 on.
bool runs_over_places(std::string_view text) {
  for (const std::string_view source : {"eachindex(", "seq_along(", "1:length("}) {
    const size_t at = text.find(source);
    const std::string name = at == text.npos ? std::string() : variable_before(text.substr(0, at));
    if (!name.empty() && stands_as_place(text.substr(at), name)) return true;
  }
  return false;
}

} // namespace

Counting counting_of(std::string_view text) {
  const std::string plain = without_texts(text);
  const auto has = [&](std::string_view s) { return has_sign(plain, s); };
  constexpr std::string_view ones[] = {" <- ",      ".+ ",       " .= ",       ".* ",        ".- ",
                                       "./ ",       ".^",        ".== ",       ".> ",        ".< ",
                                       "%in%",      "%%",        "c(",         "TRUE",       "FALSE",
                                       "paste(",    "nrow(",     "seq_along(", "eachindex(", "1:length(",
                                       "function(", "push!(",    "sort!(",     "println(\"", "\nend",
                                       "[[1]]",     "in 1:",     "= 1:",       "is.na(",     "\u00f7",
                                       "::Int",     "::Float64", "numel(",     "$",          "@show "};
  constexpr std::string_view zeros[] = {
      "len(",    "range(", "def ",   "np.",     ".append(", "[0]",        "[0:",  "[0,",
      "import ", "elif",   "lambda", "print(f", "++",       "&&",         "===",  "=>",
      "const ",  "let ",   "var ",   "[::",     "str(",     "None",       "True", "False",
      "self",    "del ",   "Idx.",   ".sort(",  "std::",    "enumerate(", ".each"};
  const bool one = std::ranges::any_of(ones, has) || has_array_sign(text);
  const bool typed = is_type_word(plain.substr(0, plain.find_first_of(" <*")));
  const bool zero = std::ranges::any_of(zeros, has) || typed;
  // x[2:end], x(2:end) and [1 2; 3 4]
  bool ends = false;
  for (size_t at = 0; at < plain.size(); ++at) {
    const size_t close = plain[at] == '[' || plain[at] == '(' ? closing_at(plain, at) : plain.npos;
    if (close == plain.npos) continue;
    const std::string_view inner = std::string_view(plain).substr(at + 1, close - at - 1);
    ends |= is_place_in_parentheses(plain, at, close) ||
            (is_place(plain, at) &&
             (has_sign(inner, "end") || inner.starts_with(',') || inner.starts_with("length(") ||
              inner.starts_with("-length(") || inner.starts_with("[\""))) ||
            (plain[at] == '[' && !is_place(plain, at) && inner.find("; ") != inner.npos);
  }
  if (ends) return Counting::FromOne;
  if (zero || one) return zero ? Counting::FromZero : Counting::FromOne;
  return without_blanks(text).ends_with(';') ? Counting::FromZero : Counting::Open; // of C
}

std::optional<std::string> counted_from_zero(std::string_view text) {
  constexpr size_t longest = 2000;
  if (text.size() > longest || runs_over_places(text)) return {};
  std::string whole(text); // 1:length(xs) is then a range as others are
  for (const std::string_view source : {"eachindex(", "seq_along(", "1:length("})
    for (size_t at = whole.find(source); at != whole.npos; at = whole.find(source, at + 11)) {
      const size_t close = closing_at(whole, at + source.size() - 1);
      if (close == whole.npos) return {};
      whole = whole.substr(0, at) + "1:(length(" +
              whole.substr(at + source.size(), close - at - source.size()) + "))" + whole.substr(close + 1);
    }
  Shifter s(whole);
  Text out = s.shifted(0, whole.size());
  return s.found() ? out : std::nullopt;
}

bool has_places(std::string_view text) {
  const std::string plain = without_texts(text);
  for (size_t at = 0; at < plain.size(); ++at)
    if (is_place(plain, at)) return true;
  return false;
}

bool gives_places(std::string_view text) {
  constexpr std::string_view functions[] = {"which(",     "which.max(", "which.min(", "order(",
                                            "findfirst(", "findlast(",  "findall(",   "sortperm("};
  const std::string plain = without_texts(text);
  return std::ranges::any_of(functions, [&](std::string_view f) { return has_sign(plain, f); });
}

} // namespace nova
