#include "frontend/read/other/definitions/typed.hpp"
#include "frontend/read/other/definitions.hpp"
#include "frontend/read/other/form_texts.hpp"
#include <algorithm>

namespace nova {
namespace {

/// Returns what stands between the brackets of a type with an element: double of std::vector<double>; "" for others.
std::string_view element_in(std::string_view type) {
  constexpr std::string_view vectors[] = {"std::vector<", "vector<", "Vec<", "list[",
                                          "List[",        "Vector{", "[",    "Array<"};
  for (const std::string_view begin : vectors)
    if (type.starts_with(begin) && type.size() > begin.size() + 1)
      return without_blanks(type.substr(begin.size(), type.size() - begin.size() - 1));
  for (const std::string_view end : {"[]", "*"})
    if (type.size() > end.size() && type.ends_with(end))
      return without_blanks(type.substr(0, type.size() - end.size()));
  return {};
}

/// Returns the type without words and signs that Nova's have not: `const`, `&`, `mut`.
std::string_view plain_type(std::string_view type) {
  for (bool more = true; more;) {
    more = false;
    type = without_blanks(type);
    for (const std::string_view word : {"const ", "static ", "inline ", "extern ", "mut ", "&"})
      if (type.starts_with(word)) type = without_blanks(type.substr(word.size())), more = true;
    if (type.ends_with('&')) type.remove_suffix(1), more = true;
  }
  return type;
}

} // namespace

std::string type_of_other(std::string_view type, bool python) {
  constexpr std::pair<std::string_view, std::string_view> types[] = {{"Float32", "float"},
                                                                     {"String", "vector char"},
                                                                     {"boolean", "bool"},
                                                                     {"f32", "float"},
                                                                     {"f64", "double"},
                                                                     {"i32", "int"},
                                                                     {"i64", "int"},
                                                                     {"size_t", "int"},
                                                                     {"std::string", "vector char"},
                                                                     {"str", "vector char"},
                                                                     {"string", "vector char"},
                                                                     {"usize", "int"},
                                                                     {"void", ""}};
  type = plain_type(type);
  if (python && type == "float") return "double";
  const auto* at = std::ranges::find(types, type, &std::pair<std::string_view, std::string_view>::first);
  if (at != std::end(types)) return std::string(at->second);
  if (const std::string_view own = nova_type(type); !own.empty()) return std::string(own);
  const std::string_view inner = element_in(type);
  const std::string element = inner.empty() ? std::string() : type_of_other(inner, python);
  return element.empty() ? std::string() : "vector " + element;
}

namespace {

/// Returns the parameter of C, `double *a` or `float x[]`; of a name alone, that name.
OtherParameter parameter_of_c(std::string_view part) {
  const auto words = other_words(part).value_or(std::vector<OtherWord>{});
  const auto name = std::ranges::find(words.rbegin(), words.rend(), OtherWord::Name, &OtherWord::kind);
  if (name == words.rend()) return {};
  const size_t at = static_cast<size_t>(name->text.data() - part.data());
  std::string type(without_blanks(part.substr(0, at)));
  if (without_blanks(part.substr(at + name->text.size())).starts_with('[')) type += "*";
  return {std::string(name->text), type.empty() ? type : type_of_other(type, false)};
}

} // namespace

std::vector<OtherParameter> parameters_in(std::string_view list) {
  std::vector<OtherParameter> all;
  for (std::string_view part : split_at(list, ",;")) { // f(x; y=2) of Julia
    part = without_blanks(part.substr(0, std::min(part.find('='), part.size())));
    const size_t julia = part.find("::"), colon = part.find(':');
    const bool standard = julia != part.npos && (part.starts_with("std::") || part.find(" std::") < julia);
    OtherParameter p;
    if (julia != part.npos && !standard)
      p = {parameter_of_c(part.substr(0, julia)).name, type_of_other(part.substr(julia + 2), false)};
    else if (colon != part.npos && !standard)
      p = {parameter_of_c(part.substr(0, colon)).name, type_of_other(part.substr(colon + 1), true)};
    else
      p = parameter_of_c(part);
    if (!p.name.empty() && p.name != "self" && p.name != "void") all.push_back(std::move(p));
  }
  return all;
}

namespace {

/// What a number in a body is: a fraction, a whole number, a literal that may be either, or something unknown.
enum class Kind : uint8_t { Unknown, Whole, Fraction, Either };

Kind kind_of_type(std::string_view type) {
  if (type.ends_with("double") || type.ends_with("float")) return Kind::Fraction;
  return type.ends_with("int") ? Kind::Whole : Kind::Unknown;
}

class Numbers {
 public:
  Numbers(const std::vector<OtherParameter>& parameters, std::string_view text) {
    for (const OtherParameter& p : parameters) names_.emplace_back(p.name, kind_of_type(p.type));
    const auto words = other_words(text).value_or(std::vector<OtherWord>{});
    for (size_t k = 0; k + 1 < words.size(); ++k)
      if (words[k + 1].kind == OtherWord::Name && is_type_word(words[k].text))
        names_.emplace_back(words[k + 1].text, kind_of_type(nova_type(words[k].text)));
  }
  Kind kind(std::string_view e) const {
    constexpr std::string_view whole[] = {"(length ", "(to_int "}, fraction[] = {"(to_double ", "(to_float "};
    const auto begins = [&](std::string_view head) { return e.starts_with(head); };
    if (std::ranges::any_of(whole, begins)) return Kind::Whole;
    if (std::ranges::any_of(fraction, begins)) return Kind::Fraction;
    if (e[0] == '(') return kind_of_form(e);
    const size_t digits = e[0] == '-';
    if (e.size() > digits && is_digit(e[digits]))
      return e.find('.') == e.npos ? Kind::Either : Kind::Fraction;
    return kind_of_name(e.substr(0, e.find('!')));
  }
  /// Returns the form with whole numbers made fractions where they meet those.
  std::string joined(const std::string& form, const std::string& to) const {
    const auto change = [&](std::string_view head,
                            std::span<const std::string> of) -> std::optional<std::string> {
      constexpr std::string_view functions[] = {"cos", "exp", "log", "pow", "sin", "sqrt", "tan"};
      const bool function = is_one_of(head, functions);
      if ((!function && !is_one_of(head, operators)) || of.empty() || of.size() > 2) return {};
      const bool meets = function || std::ranges::any_of(
                                         of, [&](const std::string& e) { return kind(e) == Kind::Fraction; });
      if (!meets) return {};
      std::string call = "(" + std::string(head);
      for (const std::string& e : of) call += kind(e) == Kind::Whole ? " (" + to + " " + e + ")" : " " + e;
      return call + ")";
    };
    return change_forms(form, change);
  }

 private:
  static constexpr std::string_view operators[] = {"+",  "-",  "*", "/",  "<",   ">",
                                                   "<=", ">=", "=", "~=", "min", "max"};
  std::vector<std::pair<std::string, Kind>> names_;

  Kind kind_of_name(std::string_view name) const {
    const auto at = std::ranges::find(names_, name, &std::pair<std::string, Kind>::first);
    return at == names_.end() ? Kind::Unknown : at->second;
  }
  Kind kind_of_form(std::string_view form) const {
    Kind all = Kind::Either;
    bool known = true;
    change_forms(
        form, [&](std::string_view head, std::span<const std::string> of) -> std::optional<std::string> {
          constexpr std::string_view arithmetic[] = {"+", "-", "*", "/", "%", "neg", "min", "max", "abs"};
          known &= is_one_of(head, arithmetic);
          for (const std::string& e : of) {
            if (e[0] == '(') continue;
            const Kind k = kind(e);
            if (k == Kind::Unknown) known = false;
            if (k == Kind::Fraction || (k == Kind::Whole && all == Kind::Either)) all = k;
          }
          return {};
        });
    return known || all == Kind::Fraction ? all : Kind::Unknown;
  }
};

bool is_condition(std::string_view form) {
  constexpr std::string_view heads[] = {
      "(= ", "(~= ", "(< ", "(> ", "(<= ", "(>= ", "(and ", "(or ", "(not "};
  return std::ranges::any_of(heads, [&](std::string_view h) { return form.starts_with(h); });
}

bool has_several_forms(std::string_view body) {
  size_t depth = 0;
  bool quoted = false;
  for (size_t at = 0; at < body.size(); ++at) {
    quoted ^= body[at] == '"' && (at == 0 || body[at - 1] != '\\');
    if (quoted) continue;
    depth += body[at] == '(' || body[at] == '[';
    depth -= depth > 0 && (body[at] == ')' || body[at] == ']');
    if (depth == 0 && body[at] == ' ') return true;
  }
  return false;
}

} // namespace

std::string typed_definition(const std::string& name, const std::vector<OtherParameter>& parameters,
                             const std::string& result, std::string body, std::string_view text) {
  const Numbers numbers(parameters, text);
  const bool single = result == "float" || std::ranges::any_of(parameters, [](const OtherParameter& p) {
                        return p.type.ends_with("float");
                      });
  const std::string to = single ? "to_float" : "to_double";
  body = numbers.joined(body, to);
  const Kind wanted = kind_of_type(result), is = numbers.kind(body);
  const bool vector = result.starts_with("vector");
  const bool of_c = text.find_first_of(";{") != text.npos; // where the result is converted
  if (of_c && wanted == Kind::Fraction && is == Kind::Whole && !vector) body = "(" + to + " " + body + ")";
  const bool fits = wanted == Kind::Whole ? is != Kind::Fraction && !is_condition(body) : body != "body";
  std::string out = "(define (" + name;
  for (const OtherParameter& p : parameters)
    out += " " + (p.type.empty() ? p.name : "(" + p.name + " : " + p.type + ")");
  const bool typed = !result.empty() && fits;
  if (typed && has_several_forms(body)) body = "(begin " + body + ")"; // a type ends at the last form
  return out + ")" + (typed ? " : " + result : "") + " " + body + ")";
}

} // namespace nova
