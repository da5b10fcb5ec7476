// Parses the types of built-ins, which stand as text in their rows: classes before `=>`, variables as `'a`. Each is
// parsed once, when it is first needed.
#include "frontend/infer/signatures.hpp"
#include "frontend/core/builtin.hpp"

namespace nova {
namespace {

class SchemeReader {
 public:
  SchemeReader(Types& types, std::string_view text) : types_(types), rest_(text) {}

  Signature read() {
    if (rest_.find("=>") != rest_.npos) classes();
    out_.result = operand();
    while (take("->")) {
      out_.parameters.push_back(out_.result);
      out_.result = operand();
    }
    return std::move(out_);
  }

 private:
  void skip() {
    while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
  }
  bool take(std::string_view token) {
    skip();
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  std::string_view word() {
    skip();
    size_t n = 0;
    while (n < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[n])) || rest_[n] == '\'')) ++n;
    const std::string_view w = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return w;
  }
  void classes() {
    static constexpr std::pair<std::string_view, Class> names[] = {
        {"Num", Num},   {"Integral", Integral}, {"Fractional", Fractional}, {"Ord", Ord},     {"Eq", Eq},
        {"Bits", Bits}, {"Scalar", Scalar},     {"Storable", Storable},     {"Index", Index}, {"Json", Json}};
    while (!take("=>")) {
      const std::string_view name = word(), variable = word();
      for (auto [n, c] : names)
        if (n == name) types_.variable(named(variable)).classes |= c;
      take(",");
    }
  }
  TypeId named(std::string_view name) {
    for (auto& [n, t] : variables_)
      if (n == name) return t;
    const TypeId t = types_.fresh(0);
    types_.variable(t).rigid = true;
    out_.quantified.push_back(t);
    return variables_.emplace_back(name, t).second;
  }
  TypeId rank_variable(std::string_view name) {
    const TypeId rank = named(name);
    types_.variable(rank).classes |= AnyRank;
    return rank;
  }
  TypeId type() {
    const TypeId parameter = operand();
    return take("->") ? types_.fun(parameter, type()) : parameter;
  }
  TypeId operand() {
    if (take("(")) return parenthesised();
    const std::string_view w = word();
    if (w.starts_with('\'')) return named(w);
    if (w == "vector") {
      const std::string_view rank = take("#") ? word() : "1";
      return types_.vector(rank[0] == '\'' ? rank_variable(rank)
                                           : types_.rank(static_cast<uint32_t>(rank[0] - '0')),
                           operand());
    }
    for (int e = 0; e < element_count; ++e)
      if (element_name(static_cast<Element>(e)) == w) return types_.prim(static_cast<Element>(e));
    return types_.prim(Element::Unit);
  }
  TypeId parenthesised() {
    std::vector<TypeId> items{type()};
    while (take(",")) items.push_back(type());
    take(")");
    return items.size() == 1 ? items[0] : types_.tuple(items);
  }
  Types& types_;
  std::string_view rest_;
  Signature out_;
  std::vector<std::pair<std::string_view, TypeId>> variables_;
};

} // namespace

const Signature& Signatures::of(BuiltinId id) {
  if (signatures_.empty()) {
    constexpr size_t count = static_cast<size_t>(BuiltinId::Count_);
    signatures_.resize(count), read_.resize(count);
  }
  const auto i = static_cast<size_t>(id);
  if (!read_[i]) {
    signatures_[i] = SchemeReader(types_, builtin(id).scheme).read();
    read_[i] = true, ++count_;
  }
  return signatures_[i];
}

} // namespace nova
