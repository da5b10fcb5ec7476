#include "frontend/read/other/divisions.hpp"
#include "frontend/read/other/definitions.hpp"
#include <algorithm>
#include <cctype>

namespace nova {
namespace {

bool has_any(std::string_view line, std::span<const std::string_view> signs) {
  return std::ranges::any_of(signs, [&](std::string_view s) { return line.find(s) != line.npos; });
}

/// Whether the line has signs of Python, whose % and // round down.
bool is_python(std::string_view line) {
  constexpr std::string_view begins[] = {"def ", "elif ", "lambda "};
  constexpr std::string_view signs[] = {" // ", "//=",        " and ", " or ",   " not ",
                                        " if ", " in range(", " ** ",  "lambda "};
  const bool head = std::ranges::any_of(begins, [&](std::string_view s) { return line.starts_with(s); });
  const bool body = line.ends_with(':') || line.find("): ") != line.npos ||
                    (line.starts_with("if ") && line.find(": ") != line.npos);
  return head || body || has_any(line, signs);
}

/// Whether the line has signs of a language whose / and % round to zero: C, Java, JavaScript, Rust.
bool rounds_to_zero(std::string_view line) {
  constexpr std::string_view signs[] = {"&&", "||", "{", "=>", "++", "===", "\u00f7"};
  const std::string_view first = line.substr(0, line.find(' '));
  return line.ends_with(';') || has_any(line, signs) || (is_type_word(first) && first != line);
}

bool is_plain_numeral(std::string_view e) { return !e.empty() && std::ranges::all_of(e, is_digit); }

} // namespace

std::string as_double(const std::string& e) {
  const std::string_view digits = std::string_view(e).substr(e.starts_with('-'));
  return is_plain_numeral(digits) ? e + ".0" : "(to_double " + e + ")";
}

namespace {

bool is_fraction(std::string_view e) {
  const size_t sign = e.starts_with('-');
  return e.starts_with("(to_double ") || e.starts_with("(sqrt ") || e == "pi" ||
         (e.size() > sign && is_digit(e[sign]) && e.find('.') != e.npos);
}

/// Returns a quotient of Python's, or the set! of one, whose variable keeps its type; nothing for other forms.
std::optional<std::string> quotient_with_fraction(std::string_view head, std::span<const std::string> of) {
  if (of.size() != 2) return {};
  const std::string begin = "(/ (to_double " + of[0] + ") ";
  if (head == "set!" && of[1].starts_with(begin)) {
    std::string divisor = of[1].substr(begin.size(), of[1].size() - begin.size() - 1);
    if (divisor.ends_with(".0")) divisor.resize(divisor.size() - 2);
    if (divisor.starts_with("(to_double ")) divisor = divisor.substr(11, divisor.size() - 12);
    return "(set! " + of[0] + " (/ " + of[0] + " " + divisor + "))";
  }
  if (head != "/" || is_fraction(of[0]) || is_fraction(of[1])) return {};
  return "(/ " + as_double(of[0]) + " " + as_double(of[1]) + ")";
}

} // namespace

std::string with_floors(std::string_view help, std::string_view line) {
  if (!is_python(line) || rounds_to_zero(line)) return std::string(help);
  const bool shown = line.find('/') != line.npos, floors = line.find("//") != line.npos;
  return change_forms(
      help, [&](std::string_view head, std::span<const std::string> of) -> std::optional<std::string> {
        const bool numerals = of.size() == 2 && is_plain_numeral(of[0]) && is_plain_numeral(of[1]);
        if (!floors && (shown || !numerals))
          if (auto quotient = quotient_with_fraction(head, of)) return quotient;
        if ((head == "=" || head == "~=") && of.size() == 2 && of[1] == "0" &&
            of[0].starts_with("(floor-mod "))
          return "(" + std::string(head) + " (%" + of[0].substr(10) +
                 " 0)"; // both agree where nothing is left
        if (head != "%" || of.size() != 2 || numerals) return {};
        return "(floor-mod " + of[0] + " " + of[1] + ")";
      });
}

std::vector<std::string> notes_on_operators(std::string_view help, std::string_view line,
                                            const ShapeOf& names) {
  std::vector<std::string> notes;
  if (rounds_to_zero(line)) return notes; // C, where vectors have no + either
  const bool remainders = line.find_first_of("%") != line.npos || line.find(" mod ") != line.npos,
             quotients = line.find('/') != line.npos;
  std::string remainder, quotient, join, product;
  change_forms(
      help, [&](std::string_view head, std::span<const std::string> of) -> std::optional<std::string> {
        const bool both = of.size() == 2;
        if ((head == "=" || head == "~=") && both && of[1] == "0" && of[0].starts_with("(% "))
          remainder.clear();
        if (remainders && head == "%" && both && remainder.empty() &&
            !(is_plain_numeral(of[0]) && is_plain_numeral(of[1])))
          remainder = "`%` has the sign of " + of[0] + ", as in C; with the sign of " + of[1] +
                      ", as in Python, it is (floor-mod " + of[0] + " " + of[1] + ")";
        const auto may_be_whole = [&](const std::string& e) {
          const Shape s = shape_of(e, names);
          return s == Shape::Unknown || s == Shape::Whole || s == Shape::Vector;
        };
        if (quotients && head == "/" && both && quotient.empty() && may_be_whole(of[0]) &&
            may_be_whole(of[1]))
          quotient = "`/` of ints rounds to zero; with a fraction it is (/ " + as_double(of[0]) + " " +
                     as_double(of[1]) + ")";
        const auto is_vector_text = [&](const std::string& e) { return is_vector(shape_of(e, names)); };
        if (head == "pow" && both && may_be_whole(of[0]) && shape_of(of[1], names) == Shape::Unknown)
          product = "`pow` gives a fraction; of ints it is (power " + of[0] + " " + of[1] + ")";
        if (head == "matmul" && both && line.find('*') != line.npos && line.find_first_of("%'") == line.npos)
          product = "of each element, as in NumPy and R, it is (map (map *) " + of[0] + " " + of[1] + ")";
        if (head == "matmul" && both && shape_of(of[1], names) == Shape::Unknown && of[1].size() == 1 &&
            std::islower(static_cast<unsigned char>(of[1][0])))
          product = "of a vector " + of[1] + " it is (map (dot " + of[1] + ") " + of[0] + ")";
        const auto is_capital = [](const std::string& e) {
          return e.size() < 3 && std::isupper(static_cast<unsigned char>(e[0]));
        };
        if (head == "*" && both && is_capital(of[0]) && is_capital(of[1]) &&
            shape_of(of[0], names) == Shape::Unknown)
          product = "of matrices it is (matmul " + of[0] + " " + of[1] + ")";
        if (head == "*" && both && is_vector_text(of[0]) && shape_of(of[1], names) == Shape::Whole)
          join = "again and again, as lists of Python are, it is (repeat " + of[1] + " " + of[0] + ")";
        if (head == "contains" && both && of[0][0] == '"' && shape_of(of[1], names) == Shape::Unknown)
          join = "in a text it is (has-text " + of[0] + " " + of[1] + ")";
        const auto is_matrix = [&](const std::string& e) { return shape_of(e, names) == Shape::Matrix; };
        if (head == "+" && both && is_vector_text(of[0]) && is_vector_text(of[1]) &&
            is_matrix(of[0]) == is_matrix(of[1]))
          join = "one behind the other, as lists of Python are, it is (++ " + of[0] + " " + of[1] + ")";
        return {};
      });
  for (std::string* note : {&remainder, &quotient, &product, &join})
    if (!note->empty()) notes.push_back(std::move(*note));
  return notes;
}

} // namespace nova
