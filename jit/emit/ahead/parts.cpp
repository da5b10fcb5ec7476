#include "jit/emit/ahead/parts.hpp"
#include <algorithm>
#include <cctype>

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

std::string c_parameters(const AheadFunction& f) {
  std::string all;
  for (const AheadPart* p : in_c_order(f.parameters))
    all += ", " + (p->kind == AheadPart::Column ? "const " + public_type(p->element) + " *" + p->name
                                                : public_type(p->element) + " " + p->name);
  for (const AheadPart* p : in_c_order(f.results))
    all += ", " + public_type(p->element) + (p->kind == AheadPart::Column ? " **" : " *") + p->name;
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
