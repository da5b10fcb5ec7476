// Array expressions, as APL and J write them: `+/ xs`, `1 2 3 + 4`, and glyphs. A part of other_lines.hpp.
#include "frontend/read/other/arrays.hpp"
#include "frontend/read/other/definitions.hpp"
#include <algorithm>

namespace nova {
namespace {

struct Glyph {
  std::string_view sign, help;
};

constexpr Glyph glyphs[] = {
    {"+/", "the sum of a vector is (sum xs), in general (reduce + 0 xs)"},
    {"\u00d7/", "the product of a vector is (product xs), in general (reduce * 1 xs)"},
    {"*/", "the product of a vector is (product xs), in general (reduce * 1 xs)"},
    {"\u2308/", "the largest element is (maximum xs)"},
    {"\u230a/", "the least element is (minimum xs)"},
    {"i. ", "the numbers from 0 to n - 1 are (iota n)"},
    {">./", "the largest element is (maximum xs)"},
    {"<./", "the least element is (minimum xs)"},
    {"-/", "what joins all elements is (reduce f start xs), of an associative f"},
    {"\u2227/", "whether it holds of all elements is (all f xs)"},
    {"\u2228/", "whether it holds of an element is (any f xs)"},
    {"+\\", "running sums are (scan + 0 xs)"},
    {"\u00d7\\", "running products are (scan * 1 xs)"},
    {"\u2218.", "an outer product is (outer * xs ys)"},
    {"+.\u00d7", "a product of matrices is (matmul a b)"},
    {"\u2374", "a vector gets a shape by (reshape (2, 3) xs), and a matrix's is (shape m)"},
    {"\u2373", "the numbers from 1 to n are (range 1 (+ n 1)), from 0 to n - 1 (iota n)"},
    {"\u233d", "backwards is (reverse xs)"},
    {"\u2262", "how many elements there are is (length xs)"},
    {"\u2349", "rows and columns change places by (transpose m)"},
    {"\u234b", "the places in ascending order are (argsort xs)"},
    {"\u2352", "the places in descending order are (reverse (argsort xs))"},
    {"\u2191", "the first n elements are (take n xs)"},
    {"\u2193", "all but the first n elements are (drop n xs)"},
    {"\u2283", "the first element is (first xs)"},
    {"\u222a", "each value once, in order, is (unique xs)"},
    {"\u220a", "whether x is among xs is (any (= x) xs)"},
    {"\u2208", "whether x is among xs is (any (= x) xs)"},
    {"\u2395", "a value is printed by (println x)"},
    {"\u2207", "a function is (define (f x y) body)"},
    {"\u2375", "a function is (lambda (x) body)"},
    {"\u2308", "the next integer is (ceil x), the larger of two numbers (max a b)"},
    {"\u230a", "the integer below is (floor x), the lesser of two numbers (min a b)"}};

} // namespace

/// Whether a division is the only sign of APL in the line, so that it may be Julia's.
static bool only_divides(std::string_view line) {
  constexpr std::string_view division = "\u00f7";
  std::string rest(line);
  for (size_t at = rest.find(division); at != rest.npos; at = rest.find(division))
    rest.erase(at, division.size());
  return rest.size() < line.size() && !has_array_sign(rest);
}

/// Returns the definition for the head of a function of APL, as \u2207 z \u2190 a f x has it; nothing for other lines.
static std::optional<OtherMeaning> head_of_function(const OtherText& t) {
  if (t.word(0) != "\u2207" || t.words.size() < 2) return {};
  const bool named = t.word(2) == "\u2190"; // the value
  const std::string value(named ? t.word(1) : "");
  std::vector<std::string> names;
  for (size_t k = named ? 3 : 1; k < t.words.size() && t.word(k) != ";"; ++k) {
    if (!t.is_name(k)) return {};
    names.emplace_back(t.word(k));
  }
  if (names.empty() || names.size() > 3) return {};
  if (names.size() == 3) std::swap(names[0], names[1]); // a f x
  std::string head;
  for (const std::string& name : names) head += (head.empty() ? "" : " ") + name;
  return OtherMeaning{"a function's head", "a function is (define (" + head + ") body)" +
                                               (named ? ", whose last form gives " + value : "")};
}

std::optional<OtherMeaning> array_meaning(const OtherText& t) {
  constexpr std::string_view what = "an array expression";
  const std::string_view line = t.line;
  const bool ascii_fold =
      line.starts_with("+/") || line.starts_with("*/") || line.starts_with("-/") || line.starts_with("+\\");
  const bool index = line.starts_with("i. ") || line.starts_with("+/ i. ");
  if (index && nova_expression(line.substr(line.find("i. ") + 3)))
    return OtherMeaning{what, "it is " + std::string(line[0] == '+' ? "(sum (iota " : "(iota ") +
                                  *nova_expression(line.substr(line.find("i. ") + 3)) +
                                  (line[0] == '+' ? "))" : ")")};
  if (const auto e = only_divides(line) ? nova_expression(line) : std::nullopt) {
    const auto quotient = line.find('(') == line.npos ? nova_array(line) : std::nullopt;
    OtherMeaning meaning{quotient ? what : "an expression", "it is " + quotient.value_or(*e)};
    if (quotient) meaning.note = "in Julia, where it rounds to zero, it is " + *e;
    return meaning;
  }
  const bool parameters = line.find("\u2375") != line.npos;
  if (has_array_sign(line) || ascii_fold || parameters)
    if (const auto e = nova_array(line)) return OtherMeaning{what, "it is " + *e};
  if (line.find("\u2208") != line.npos || line.find("\u220a") != line.npos)
    if (const auto e = nova_expression(line)) return OtherMeaning{what, "it is " + *e};
  if (auto head = head_of_function(t)) return head;
  for (const Glyph& g : glyphs) {
    const bool ascii = std::ranges::none_of(g.sign, [](char c) { return c & 0x80; });
    const size_t at = line.find(g.sign);
    if (at == line.npos || (ascii && (at > 0 || line.size() == g.sign.size()))) continue;
    return OtherMeaning{what, std::string(g.help)};
  }
  size_t before = 0, k = 0;
  while (k < t.words.size() && t.words[k].kind == OtherWord::Numeral) ++k, ++before;
  const std::string_view sign = t.word(k);
  const bool arithmetic =
      sign == "+" || sign == "-" || sign == "*" || sign == "/" || sign == "\u00d7" || sign == "\u00f7";
  const size_t after = t.words.size() - std::min(t.words.size(), k + 1);
  if (!arithmetic || before + after < 3 || before == 0 || after == 0 || t.touches(k + 1)) return {};
  if (!std::all_of(t.words.begin() + static_cast<ptrdiff_t>(k) + 1, t.words.end(),
                   [](const OtherWord& w) { return w.kind == OtherWord::Numeral; }))
    return {};
  const std::string a(
      without_blanks(line.substr(0, static_cast<size_t>(t.words[k].text.data() - line.data())))),
      b(t.from(k + 1)),
      f(sign == "\u00d7"   ? "*"
        : sign == "\u00f7" ? "/"
                           : sign);
  const std::string left = before > 1 ? "[" + a + "]" : a, right = after > 1 ? "[" + b + "]" : b;
  if (before > 1 && after > 1) return OtherMeaning{what, "it is (map " + f + " " + left + " " + right + ")"};
  return OtherMeaning{what, before > 1 ? "it is (map (lambda (x) (" + f + " x " + right + ")) " + left + ")"
                                       : "it is (map (lambda (x) (" + f + " " + left + " x)) " + right + ")"};
}

std::optional<OtherMeaning> glyph_meaning(const OtherText& t) {
  constexpr std::string_view begins[] = {"\u2373", "\u233d", "\u2262", "\u2349", "\u234b", "\u2218",
                                         "\u2355", "\u235f", "\u25cb", "\u221a", "\u00af"};
  if (const auto e = has_array_sign(t.line) ? nova_array(t.line) : std::nullopt)
    return OtherMeaning{"an array expression", "it is " + *e};
  const auto begins_with = [&](std::string_view glyph) {
    return t.line.starts_with(glyph) && t.line.size() > glyph.size();
  };
  return std::ranges::any_of(begins, begins_with) ? array_meaning(t) : std::nullopt;
}

} // namespace nova
