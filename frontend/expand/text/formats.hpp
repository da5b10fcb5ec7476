// The templates of `format`, as Python's str.format has them.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nova {

/// What stands behind the colon of a field, as in {:>8.2f}.
struct FieldSpec {
  char type = 0;      ///< a small letter or %; 0: none is given
  bool upper = false; ///< whether the type is written as a capital letter
  std::string fill{}; ///< " " if none is given
  char align = 0;     ///< < > ^ or =; 0: none is given
  char sign = '-';    ///< - + or a blank
  bool prefix = false, commas = false;
  uint32_t width = 0;
  int32_t precision = -1; ///< -1: none is given
};

/// A part of a template, and the bytes that spell it: a text, or a field, which an argument fills.
struct TemplatePart {
  size_t begin = 0, end = 0;
  bool is_field = false;
  std::string text{};
  size_t argument = 0;
  FieldSpec spec{};
};

/// Why a template is wrong, and the bytes of it that are to blame.
struct TemplateError {
  size_t begin = 0, end = 0;
  std::string why;
};

std::variant<std::vector<TemplatePart>, TemplateError> parse_template(std::string_view text);

} // namespace nova
