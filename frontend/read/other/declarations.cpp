// Declarations of C and records of Haskell. A part of definitions.hpp.
#include "frontend/read/other/definitions.hpp"
#include "frontend/read/other/definitions/typed.hpp"
#include "frontend/read/other/signatures.hpp"
#include "frontend/read/other/statements.hpp"
#include <algorithm>

namespace nova {

std::string_view nova_type(std::string_view type) {
  constexpr std::pair<std::string_view, std::string_view> types[] = {{"Bool", "bool"},
                                                                     {"Double", "double"},
                                                                     {"Float64", "double"},
                                                                     {"Int", "int"},
                                                                     {"Int64", "int"},
                                                                     {"bool", "bool"},
                                                                     {"char", "char"},
                                                                     {"double", "double"},
                                                                     {"float", "float"},
                                                                     {"int", "int"},
                                                                     {"Int16", "int16"},
                                                                     {"Int32", "int32"},
                                                                     {"Int8", "int8"},
                                                                     {"UInt16", "uint16"},
                                                                     {"UInt32", "uint32"},
                                                                     {"UInt64", "uint64"},
                                                                     {"UInt8", "uint8"},
                                                                     {"i16", "int16"},
                                                                     {"i8", "int8"},
                                                                     {"int16_t", "int16"},
                                                                     {"int32_t", "int32"},
                                                                     {"int64_t", "int"},
                                                                     {"int8_t", "int8"},
                                                                     {"long", "int"},
                                                                     {"long int", "int"},
                                                                     {"long long", "int"},
                                                                     {"short", "int16"},
                                                                     {"signed char", "int8"},
                                                                     {"u16", "uint16"},
                                                                     {"u32", "uint32"},
                                                                     {"u64", "uint64"},
                                                                     {"u8", "uint8"},
                                                                     {"uint16_t", "uint16"},
                                                                     {"uint32_t", "uint32"},
                                                                     {"uint64_t", "uint64"},
                                                                     {"uint8_t", "uint8"},
                                                                     {"unsigned", "uint32"},
                                                                     {"unsigned char", "uint8"},
                                                                     {"unsigned int", "uint32"},
                                                                     {"unsigned long", "uint64"},
                                                                     {"unsigned long long", "uint64"},
                                                                     {"unsigned short", "uint16"}};
  const auto* at = std::ranges::find(types, type, &std::pair<std::string_view, std::string_view>::first);
  return at == std::end(types) ? std::string_view{} : at->second;
}

namespace {

/// Returns the value that a name of the type has at first; an empty text for other types.
std::string_view zero_of(std::string_view type) {
  return type == "double"                                      ? "0.0"
         : type == "float"                                     ? "0f"
         : type.starts_with("int") || type.starts_with("uint") ? "0"
                                                               : "";
}

} // namespace

/// Returns the line with its type of several words as the one of Nova's, which is as C's: uint32 x of unsigned int x.
static std::optional<OtherMeaning> declaration_with_long_type(const OtherText& t) {
  size_t k = 0;
  while (k + 1 < t.words.size() && is_type_word(t.word(k))) ++k;
  const std::string_view last = t.word(k);
  const std::string type(k > 1 ? nova_type(without_blanks(t.line.substr(0, t.line.size() - t.from(k).size())))
                               : "");
  if (type.empty() || last.empty() || t.words.size() > k + 1) return {};
  return OtherMeaning{"a declaration", "a name gets its value with its type: (define (" + std::string(last) +
                                           " : " + type + ") " + std::string(zero_of(type)) + ")"};
}

std::optional<OtherMeaning> declaration_meaning(const OtherText& t) {
  if (auto declared = declaration_with_long_type(t)) return declared;
  const std::string name(t.word(1)), type(nova_type(t.word(0))), zero(zero_of(type));
  if (t.word(0) == "typedef" && t.words.size() == 3 && !nova_type(t.word(1)).empty())
    return OtherMeaning{"a type's declaration", "a name for a type is (types (" + std::string(t.word(2)) +
                                                    " : " + std::string(nova_type(t.word(1))) + "))"};
  if (t.word(0) == "struct" && t.words.size() == 3 && t.is_name(2))
    return OtherMeaning{"a declaration", "a record is there with its fields: (define " +
                                             std::string(t.word(2)) + " (" + name + " ..))"};
  const size_t brace = t.line.find('{');
  if (t.word(0) == "struct" && t.is_name(2) && t.word(3) == "=" && brace != t.line.npos &&
      t.line.ends_with('}')) {
    std::string values;
    for (const std::string_view e : split_at(t.line.substr(brace + 1, t.line.size() - brace - 2), ","))
      values += " " + expression_or(e, "e");
    return OtherMeaning{"a definition",
                        "it is (define " + std::string(t.word(2)) + " (" + name + values + "))"};
  }
  if (type.empty() || zero.empty() || !t.is_name(1)) return {};
  const auto defined = [&](std::string_view of) {
    return "(define (" + std::string(of) + " : " + type + ") " + zero + ")";
  };
  if (t.words.size() == 2)
    return OtherMeaning{"a declaration", "a name gets its value with its type: " + defined(name)};
  if (t.word(2) == "," && std::ranges::all_of(t.words, [](const OtherWord& w) {
        return w.kind == OtherWord::Name || w.text == ",";
      })) { // int x, y;
    std::string all;
    for (size_t k = 1; k < t.words.size(); k += 2) all += (k > 1 ? " " : "") + defined(t.word(k));
    return OtherMeaning{"a declaration", "names get their values with their types: " + all};
  }
  if (t.word(2) == "[" && t.word(4) == "]" && t.words.size() == 5 && t.words[3].kind == OtherWord::Numeral)
    return OtherMeaning{"a declaration", "a vector is there with its elements: (define " + name +
                                             " (replicate " + std::string(t.word(3)) + " " + zero + "))"};
  return {};
}

std::optional<std::string> allocation(const OtherText& t, std::string_view value) {
  const size_t open = value.find("malloc("), size = value.find("sizeof");
  const std::string_view zero = zero_of(nova_type(t.word(0)));
  if (open == value.npos || size == value.npos || size < open || zero.empty()) return {};
  std::string_view count = without_blanks(value.substr(open + 7, size - open - 7));
  if (!count.ends_with('*')) return {};
  const auto n = nova_expression(count.substr(0, count.size() - 1));
  return n ? std::optional("(replicate " + *n + " " + std::string(zero) + ")") : std::nullopt;
}

std::optional<std::string> braces_as_record(const OtherText& t) {
  const size_t sign = t.block.find('='), open = t.block.find('{'), close = t.block.rfind('}');
  if (sign == t.block.npos || open == t.block.npos || close == t.block.npos || open < sign) return {};
  std::string fields;
  for (const std::string_view part : split_at(t.block.substr(open + 1, close - open - 1), ",")) {
    const size_t colons = part.find("::");
    if (colons == part.npos) return {};
    fields += " (" + std::string(without_blanks(part.substr(0, colons))) + " : " +
              type_or(part.substr(colons + 2)) + ")";
  }
  const std::string name(t.word(1));
  std::string variables;
  for (size_t k = 2; t.is_name(k); ++k) variables += " '" + std::string(t.word(k));
  return "(define-record " + (variables.empty() ? name : "(" + name + variables + ")") + fields + ")";
}

std::optional<std::string> struct_as_record(const OtherText& t) {
  const size_t open = t.block.find('{'), close = t.block.rfind('}');
  if (open == t.block.npos || close == t.block.npos) return {};
  std::string fields;
  for (const std::string_view part : split_at(t.block.substr(open + 1, close - open - 1), ";")) {
    const auto words = other_words(part);
    if (part.empty()) continue;
    const std::string_view type = words && words->size() > 1 ? nova_type(words->front().text) : "";
    if (type.empty() || words->size() % 2 != 0) return {};
    for (size_t k = 1; k < words->size(); k += 2) { // double x, y;
      if ((*words)[k].kind != OtherWord::Name || (k > 1 && (*words)[k - 1].text != ",")) return {};
      fields += " (" + std::string((*words)[k].text) + " : " + std::string(type) + ")";
    }
  }
  const auto behind = other_words(t.block.substr(close + 1)); // typedef struct {..} Name;
  const bool named =
      t.word(0) == "typedef" && behind && !behind->empty() && behind->front().kind == OtherWord::Name;
  const std::string_view name = named ? behind->front().text : t.word(t.word(0) == "typedef" ? 2 : 1);
  if (fields.empty() || name.empty() || !is_letter(name[0])) return {};
  return "(define-record " + std::string(name) + fields + ")";
}

std::optional<std::string> fields_as_record(const OtherText& t) {
  std::string fields, variables;
  const size_t k = t.word(0) == "mutable" ? 2 : 1; // the name's place; behind it may stand {T, U}
  std::vector<std::string_view> parameters;
  if (t.word(k + 1) == "{")
    for (size_t at = k + 2; t.is_name(at); at += 2) parameters.push_back(t.word(at));
  for (const std::string_view p : parameters)
    variables += std::string(" '") + static_cast<char>(std::tolower(static_cast<unsigned char>(p[0])));
  const std::string_view all = t.block.size() > t.line.size() ? t.block.substr(t.line.size()) : t.from(k + 1);
  for (std::string_view line : split_at(all, "\n;")) {
    if (line.ends_with(" end")) line = without_blanks(line.substr(0, line.size() - 4));
    if (line.empty() || line == "end") continue;
    const auto words = other_words(line);
    const size_t n = words ? words->size() : 0;
    if (n == 0 || (*words)[0].kind != OtherWord::Name || (n > 1 && (*words)[1].text != "::")) return {};
    const std::string_view type = n > 1 ? without_blanks(line.substr(line.find("::") + 2)) : "Float64";
    const auto variable = std::ranges::find(parameters, type);
    const std::string own =
        variable == parameters.end()
            ? type_of_other(type, false)
            : std::string("'") + static_cast<char>(std::tolower(static_cast<unsigned char>(type[0])));
    if (own.empty()) return {};
    fields += " (" + std::string((*words)[0].text) + " : " + own + ")";
  }
  if (fields.empty()) return {};
  const std::string name(t.word(k));
  return "(define-record " + (variables.empty() ? name : "(" + name + variables + ")") + fields + ")";
}

/// Returns the type of the elements of a vector of literals; an empty text for others.
static std::string_view element_type(std::string_view vector) {
  if (!vector.starts_with('[') || !vector.ends_with(']') || vector.size() < 3) return {};
  if (vector[1] == '"') return "vector char";
  if (vector.starts_with("[true") || vector.starts_with("[false")) return "bool";
  if (vector.find_first_not_of("[]-. 0123456789") != vector.npos) return {};
  return vector.find('.') != vector.npos && vector.find("..") == vector.npos ? "double" : "int";
}

std::optional<std::string> table_of_records(const std::string& name, const std::string& rows) {
  std::string record(name), fields, columns;
  record[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(record[0])));
  if (record == name) record += "-row";
  const std::string begin = "(map (lambda (";
  const size_t close = rows.find(')'), first = rows.find(")) ");
  if (!rows.starts_with(begin) || first == rows.npos) return {};
  const auto names = split_at(std::string_view(rows).substr(begin.size(), close - begin.size()), " ");
  const auto values = split_at(std::string_view(rows).substr(first + 3, rows.size() - first - 4), " ");
  if (names.size() != values.size()) return {};
  for (size_t k = 0; k < names.size(); ++k) {
    const std::string_view type = element_type(values[k]);
    if (type.empty()) return {};
    fields += " (" + std::string(names[k]) + " : " + std::string(type) + ")",
        columns += " " + std::string(values[k]);
  }
  return "(define-record " + record + fields + ") (define " + name + " (map " + record + columns + "))";
}

namespace {

constexpr std::string_view own_classes = "classes are Nova's own: Num, Integral, Fractional, Ord, Eq, Bits; "
                                         "a function for several types gets what differs as an "
                                         "argument";
constexpr std::string_view record =
    "a record is declared by (define-record P (x : double) (y : double)), made by (P 1.0 "
    "2.0), and has p.x";

/// Returns the record of Python's class, whose fields are the parameters of __init__.
std::optional<std::string> class_as_record(const OtherText& t) {
  const size_t init = t.block.find("__init__(");
  if (init == t.block.npos) return {};
  const auto parameters = parameters_in(t.block.substr(init + 9, t.block.find(')', init) - init - 9));
  std::string fields, names;
  for (const OtherParameter& p : parameters)
    fields += " (" + p.name + " : " + (p.type.empty() ? "double" : p.type) + ")", names += " " + p.name;
  const std::string name(t.word(1));
  return fields.empty() ? std::nullopt
                        : std::optional("it is (define-record " + name + fields + "), made by (" + name +
                                        names + "), and has p." + parameters[0].name);
}

/// Returns the constructor `Circle Float` of Haskell's as a part of `define-datatype`.
std::string constructor_of(std::string_view text) {
  std::string out = "(";
  for (const OtherWord& w : other_words(text).value_or(std::vector<OtherWord>{})) {
    if (w.text == "(" || w.text == ")") {
      out += w.text == "(" ? " (" : ")";
      continue;
    }
    std::string word(w.text);
    if (word == "Int" || word == "Double" || word == "Float" || word == "Bool")
      word[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(word[0])));
    if (word == "deriving") break;
    const bool variable =
        out.size() > 1 && word.size() == 1 && std::islower(static_cast<unsigned char>(word[0]));
    if (w.kind == OtherWord::Name) out += (out.back() != '(' ? " " : "") + (variable ? "'" + word : word);
  }
  return out + ")";
}

/// Returns the meaning of a container's declaration without a sign: std::vector<int> v(10, 0), std::map<K, V> m.
std::optional<OtherMeaning> container_meaning(const OtherText& t) {
  const size_t open = t.line.find('<'), close = t.line.rfind('>');
  if (open == t.line.npos || close == t.line.npos || close < open) return {};
  const auto behind = as_line(t.line.substr(close + 1));
  const std::string type = type_of_other(t.line.substr(open + 1, close - open - 1), false);
  if (!behind || !behind->is_name(0)) return {};
  const std::string define = "(define " + std::string(behind->word(0)) + " ";
  if (t.word(2) == "map" || t.word(2) == "unordered_map")
    return OtherMeaning{"a declaration", "what belongs to keys stands in pairs: " + define + "[])"};
  if (t.word(2) != "vector") return {};
  const std::string zero(zero_of(type));
  if (behind->words.size() == 1)
    return OtherMeaning{"a declaration", "a vector without elements is " + define +
                                             (type.empty() ? "[])" : "([] : vector " + type + "))")};
  const std::string_view inside = behind->from(2).substr(0, behind->from(2).size() - 1);
  if (behind->word(1) == "{")
    return OtherMeaning{"a declaration", "a vector is there with its elements: " + define +
                                             expression_or("[" + std::string(inside) + "]", "[]") + ")"};
  const auto parts = split_at(inside, ",");
  const std::string value = parts.size() > 1 ? expression_or(parts[1], "x") : zero.empty() ? "x" : zero;
  return OtherMeaning{"a declaration", "n times the same value is " + define + "(replicate " +
                                           expression_or(parts[0], "n") + " " + value + "))"};
}

} // namespace

std::optional<OtherMeaning> type_meaning(const OtherText& t) {
  if (auto declaration = declaration_meaning(t)) return declaration;
  constexpr std::string_view records[] = {"class",  "interface", "mutable", "namedtuple", "record",
                                          "struct", "trait",     "typedef", "impl",       "abstract"};
  constexpr std::string_view sums[] = {"data", "enum", "newtype", "type"};
  const bool named = t.is_name(1);
  if ((t.word(0) == "class" || t.word(0) == "instance") && t.line.ends_with(" where"))
    return OtherMeaning{"a class's declaration", std::string(own_classes)};
  if (t.word(0) == "deriving" && t.word(1) == "instance")
    return OtherMeaning{"a declaration",
                        "nothing is derived: (show x) shows each value, and (= x y) compares two"};
  const bool julia = (t.word(0) == "struct" && named) || (t.word(0) == "mutable" && t.word(1) == "struct");
  const bool braces =
      t.block.find('{') != t.block.npos && !(t.word(2) == "{" && without_blanks(t.block).ends_with("end"));
  if (julia && !braces)
    if (auto own = fields_as_record(t)) return OtherMeaning{"a type's declaration", *own};
  if (t.word(0) == "std" && t.word(1) == "::" && t.line.find('=') == t.line.npos)
    if (auto container = container_meaning(t)) return container;
  if (is_one_of(t.word(0), sums) && named && t.word(0) != "type" && t.word(0) != "enum")
    if (auto own = braces_as_record(t)) return OtherMeaning{"a type's declaration", *own};
  if (t.word(0) == "class" && named)
    if (auto own = class_as_record(t)) return OtherMeaning{"a type's declaration", *own};
  if (is_one_of(t.word(0), records) && named && (t.words.size() > 2 || t.block.size() > t.line.size())) {
    if (auto own = struct_as_record(t)) return OtherMeaning{"a type's declaration", *own};
    const std::string_view name = t.word(0) == "abstract" ? t.word(2) : t.word(1);
    if (t.word(0) == "abstract" || t.word(0) == "interface" || t.word(0) == "trait")
      return OtherMeaning{"a type's declaration",
                          "no type stands above others: a type of several shapes is (define-datatype " +
                              std::string(name) +
                              " (A double) (B int)), and (match e ((A x) x) ((B n) n)) asks which one it is"};
    if (t.word(0) == "class" && t.block.find("::") != t.block.npos && t.line.find(" where") != t.line.npos)
      return OtherMeaning{"a class's declaration", std::string(own_classes)};
    return OtherMeaning{"a type's declaration", std::string(record)};
  }
  const size_t sign = t.line.find('=');
  if (is_one_of(t.word(0), sums) && named && (sign != t.line.npos || t.line.find('{') != t.line.npos)) {
    std::string name(t.word(1));
    if (t.word(0) == "data" && t.is_name(2)) name = constructor_of(t.line.substr(5, sign - 5));
    std::string all = "(define-datatype " + name;
    if (t.word(0) == "type" && t.line.find('|') == t.line.npos)
      return OtherMeaning{"a type's declaration",
                          "a name for a type is (types (" + name + " : " +
                              type_or(t.line.substr(std::min(sign + 1, t.line.size()))) + "))"};
    if (sign == t.line.npos) {
      const size_t open = t.line.find('{') + 1;
      for (const std::string_view part : split_at(t.line.substr(open, t.line.rfind('}') - open), ","))
        all += " " + constructor_of(part);
      return OtherMeaning{"a type's declaration", all + ")"};
    }
    for (const std::string_view part : split_at(t.block.substr(t.block.find('=') + 1), "|"))
      all += " " + constructor_of(part);
    return OtherMeaning{"a type's declaration", all + ")"};
  }
  if (named && t.word(0) == "type") return {};
  if (auto signature = signature_meaning(t)) return signature;
  return {};
}

std::optional<OtherMeaning> scanning_meaning(const OtherText& t) {
  if (t.word(0) != "scanf" || t.word(1) != "(" || t.words.size() < 5) return {};
  const std::string_view fields = t.words[2].text;
  const auto names = std::ranges::count(std::span(t.words).subspan(3), OtherWord::Name, &OtherWord::kind);
  const bool several = names > 1; // standard input is read once
  std::string all = several ? "(define fields (words (read-stdin)))" : "";
  size_t at = 0, count = 0;
  for (size_t k = 3; k < t.words.size(); ++k) {
    if (!t.is_name(k)) continue;
    at = fields.find('%', at);
    const size_t end = at == fields.npos ? at : fields.find_first_of("dfgsicu", at);
    if (end == fields.npos) return {};
    const std::string text = (several ? "fields!" : "(words (read-stdin))!") + std::to_string(count++);
    const char type = fields[end];
    all += (all.empty() ? "(define " : " (define ") + std::string(t.word(k)) + " " +
           (type == 's'
                ? text
                : std::string(type == 'd' || type == 'i' || type == 'u' ? "(parse-int " : "(parse-double ") +
                      text + ")") +
           ")";
    at = end;
  }
  return count == 0
             ? std::nullopt
             : std::optional(OtherMeaning{"a call", "names get their values from standard input by " + all});
}

} // namespace nova
