#include "jit/emit/ahead/parts.hpp"
#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdio>

namespace nova::plan {

std::string public_type(Element e) {
  constexpr const char* names[element_count] = {"int64_t",  "int32_t",  "int16_t",  "int8_t",   "uint64_t",
                                                "uint32_t", "uint16_t", "uint8_t",  "float",    "double",
                                                "bool",     "char",     "uint16_t", "uint16_t", "void"};
  return names[static_cast<int>(e)];
}

std::string kernel_type(Element e) {
  constexpr const char* names[element_count] = {"nv_i64", "nv_i32", "nv_i16", "nv_i8",  "nv_u64",
                                                "nv_u32", "nv_u16", "nv_u8",  "nv_f32", "nv_f64",
                                                "nv_b8",  "nv_c8",  "nv_u16", "nv_u16", "void"};
  return names[static_cast<int>(e)];
}

char test_kind(Element e) {
  constexpr char kinds[element_count + 1] = "84218421fdbchw-";
  return kinds[static_cast<int>(e)];
}

std::string c_string(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += std::string("\\") + c;
    else if (byte < 32 || byte > 126 || c == '?') {
      constexpr const char* digits = "01234567";
      out += std::string("\\") + digits[byte >> 6] + digits[byte >> 3 & 7] + digits[byte & 7];
    } else
      out += c;
  }
  return out + "\"";
}

namespace {

std::string real_text(double x, const char* suffix) {
  if (std::isnan(x)) return std::string("__builtin_nan") + suffix + "(\"\")";
  if (std::isinf(x)) return std::string(x < 0 ? "-" : "") + "__builtin_inf" + suffix + "()";
  char text[64];
  std::snprintf(text, sizeof text, "%a%s", x, suffix);
  return text;
}

} // namespace

std::string c_constant(Element e, uint64_t bits) {
  if (e == Element::F64) return real_text(std::bit_cast<double>(bits), "");
  if (e == Element::F32) return real_text(std::bit_cast<float>(static_cast<uint32_t>(bits)), "f");
  if (e == Element::U64) return std::to_string(bits) + "ull";
  const auto n = static_cast<int64_t>(bits);
  return n == INT64_MIN ? "(-9223372036854775807ll - 1)" : std::to_string(n) + "ll";
}

std::string constant_array(Element e, const std::string& type, const std::string& name,
                           const std::vector<uint64_t>& data) {
  std::string out = "static const " + type + " " + name + "[] = {", line;
  for (size_t k = 0; k < data.size(); ++k) {
    const std::string next = c_constant(e, data[k]) + (k + 1 < data.size() ? ", " : "");
    if (line.size() + next.size() > 110) out += line + "\n  ", line.clear();
    line += next;
  }
  return out + line + (data.empty() ? "0" : "") + "};\n";
}

std::vector<const AheadPart*> in_c_order(const std::vector<AheadPart>& parts) {
  std::vector<const AheadPart*> all;
  for (size_t k = 0; k < parts.size();) {
    size_t end = k + 1;
    while (parts[k].kind != AheadPart::Scalar && end < parts.size() && parts[end].kind != AheadPart::Scalar &&
           parts[end].value == parts[k].value)
      ++end;
    for (const bool columns : {true, false})
      for (size_t i = k; i < end; ++i)
        if ((parts[i].kind == AheadPart::Column) == columns) all.push_back(&parts[i]);
    k = end;
  }
  return all;
}

bool has_cells(const std::vector<AheadPart>& parts) {
  return std::ranges::any_of(parts, [](const AheadPart& p) { return p.region >= 0; });
}

std::string public_type(const AheadPart& p) { return p.type.empty() ? public_type(p.element) : p.type; }

std::string c_parameters(const AheadFunction& f) {
  std::string all;
  for (const AheadPart* p : in_c_order(f.parameters))
    all += ", " + (p->kind == AheadPart::Column ? "const " + public_type(*p) + " *" + p->name
                                                : public_type(*p) + " " + p->name);
  for (const AheadPart* p : in_c_order(f.results))
    all += ", " + public_type(*p) + (p->kind == AheadPart::Column ? " **" : " *") + p->name;
  return all;
}

std::string with_prefix(const std::string& expression, const std::string& prefix) {
  std::string out;
  for (const char c : expression) out += c == '$' ? prefix : std::string(1, c);
  return out;
}

std::string dimension_product(const std::vector<AheadPart>& parts, uint32_t value, const std::string& prefix,
                              const std::string& suffix) {
  std::string product;
  for (const AheadPart& p : parts)
    if (p.kind == AheadPart::Dimension && p.value == value)
      product += (product.empty() ? "" : " * ") + prefix + p.name + suffix;
  return product;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

std::string upper_case(std::string name) {
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
  return name;
}

} // namespace nova::plan
