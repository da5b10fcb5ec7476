#include "repl/help/type_search.hpp"
#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>

namespace nova {
namespace {

// ---- parsing ----

/// Returns the words of a type: names, variables, arrows, brackets and commas.
std::vector<std::string> type_words(std::string_view text) {
  std::vector<std::string> words;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (std::isspace(static_cast<unsigned char>(c))) {
      ++at;
    } else if (c == '(' || c == ')' || c == ',') {
      words.emplace_back(1, c), ++at;
    } else {
      const size_t end = std::min(text.find_first_of(" \t\n(),", at), text.size());
      words.emplace_back(text.substr(at, end - at)), at = end;
    }
  }
  return words;
}

class TypeParser {
 public:
  explicit TypeParser(std::vector<std::string> words) : words_(std::move(words)) {}

  std::optional<WantedType> whole() {
    WantedType out;
    if (std::ranges::find(words_, "=>") != words_.end())
      while (!take("=>")) {
        if (at_ + 1 >= words_.size()) return {};
        if (take(",") || take("(") || take(")")) continue;
        out.classes.emplace_back(words_[at_], words_[at_ + 1]), at_ += 2;
      }
    const auto type = function();
    if (!type || at_ != words_.size()) return {};
    out.type = *type;
    return out;
  }

 private:
  static constexpr uint32_t deepest = 100;
  std::vector<std::string> words_;
  size_t at_ = 0;
  uint32_t depth_ = 0;

  bool take(std::string_view word) { return at_ < words_.size() && words_[at_] == word && ++at_; }
  bool ends() const {
    return at_ == words_.size() || words_[at_] == ")" || words_[at_] == "," || words_[at_] == "->";
  }

  /// a -> b -> c: arguments and a result.
  std::optional<TypeTree> function() {
    TypeTree f{"->"};
    do {
      const auto part = application();
      if (!part) return {};
      f.parts.push_back(*part);
    } while (take("->"));
    if (f.parts.size() == 1) return f.parts[0];
    while (f.parts.back().name == "->") { // a result that is a function takes further arguments
      TypeTree result = std::move(f.parts.back());
      f.parts.pop_back();
      f.parts.insert(f.parts.end(), result.parts.begin(), result.parts.end());
    }
    return f;
  }
  /// A name with the types that it is applied to, such as Maybe int; or one type.
  std::optional<TypeTree> application() {
    auto head = atom();
    if (head && head->parts.empty() && !head->is_variable())
      while (!ends()) {
        const auto part = atom();
        if (!part) return {};
        head->parts.push_back(*part);
      }
    return ends() ? head : std::nullopt;
  }
  std::optional<TypeTree> atom() {
    if (at_ == words_.size() || ++depth_ > deepest) return {};
    auto out = words_[at_] == "(" ? bracket() : words_[at_].starts_with("vector") ? vector() : name();
    --depth_;
    return out;
  }
  std::optional<TypeTree> name() {
    if (ends()) return {};
    return TypeTree{words_[at_++]};
  }
  std::optional<TypeTree> vector() {
    const std::string word = words_[at_++];
    std::string rank = word == "vector" ? "1" : word.starts_with("vector#") ? word.substr(7) : "";
    if (std::ranges::any_of(rank, [](unsigned char c) { return std::isdigit(c) == 0; }))
      rank = "'#" + rank; // a rank that varies, as in vector#n and vector#'n
    const auto element = rank.empty() ? std::nullopt : atom();
    if (!element) return {};
    return TypeTree{"vector", {TypeTree{rank}, *element}};
  }
  std::optional<TypeTree> bracket() {
    TypeTree tuple{","};
    ++at_;
    do {
      const auto part = function();
      if (!part) return {};
      tuple.parts.push_back(*part);
    } while (take(","));
    if (!take(")")) return {};
    return tuple.parts.size() == 1 ? tuple.parts[0] : tuple;
  }
};

// ---- matching ----

using Bindings = std::map<std::string, TypeTree>;

/// Whether `special` is `general` with types in place of variables. Adds these to `bound`.
bool is_instance(const TypeTree& general, const TypeTree& special, Bindings& bound) {
  if (general.is_variable()) return bound.try_emplace(general.name, special).first->second == special;
  if (general.name != special.name || general.parts.size() != special.parts.size()) return false;
  for (size_t k = 0; k < general.parts.size(); ++k)
    if (!is_instance(general.parts[k], special.parts[k], bound)) return false;
  return true;
}

bool is_any_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

/// Whether the values of a type may have a class. Types of the program's own may have all but numbers' classes.
bool may_have(const std::string& type_class, const TypeTree& t) {
  if (t.is_variable()) return true;
  if (t.name == "->") return false;
  if (is_any_of(type_class, {"Eq", "Ord"})) return true;
  const bool is_number = t.parts.empty() && !is_any_of(t.name, {"char", "bool", "unit"});
  const bool is_whole = t.name.starts_with("int") || t.name.starts_with("uint");
  if (is_any_of(type_class, {"Num"})) return is_number || t.name == "Complex";
  return is_number && (type_class != "Fractional" || !is_whole);
}

bool classes_hold(const WantedType& of, const Bindings& bound) {
  return std::ranges::all_of(of.classes, [&](const auto& c) {
    const auto at = bound.find(c.second);
    return at == bound.end() || may_have(c.first, at->second);
  });
}

/// How a type is related to another one, the nearest first.
enum class Relation : uint8_t { Same, General, Special, None };

Relation relation(const WantedType& wanted, const WantedType& has, const TypeTree& ordered) {
  Bindings of_has, of_wanted;
  const bool general = is_instance(ordered, wanted.type, of_has) && classes_hold(has, of_has);
  const bool special = is_instance(wanted.type, ordered, of_wanted) && classes_hold(wanted, of_wanted);
  if (general && special) return Relation::Same;
  return general ? Relation::General : special ? Relation::Special : Relation::None;
}

/// How many types are named in a tree, variables aside.
uint32_t named(const TypeTree& t) {
  uint32_t n = !t.is_variable();
  for (const TypeTree& part : t.parts) n += named(part);
  return n;
}

} // namespace

std::optional<WantedType> parse_type(std::string_view text) { return TypeParser(type_words(text)).whole(); }

std::optional<uint32_t> type_distance(const WantedType& wanted, const WantedType& has) {
  constexpr size_t most_permuted = 6; // a function and five arguments
  constexpr uint32_t most_named = 99;
  const size_t n = has.type.parts.size();
  const bool function = has.type.name == "->" && wanted.type.name == "->" && wanted.type.parts.size() == n;
  if (!wanted.type.is_variable() && has.type.name != wanted.type.name) return {};
  std::vector<size_t> order(function ? n - 1 : 0);
  std::iota(order.begin(), order.end(), 0);
  uint32_t best = UINT32_MAX;
  for (bool first = true, more = true; more; first = false) {
    TypeTree ordered = has.type;
    for (size_t k = 0; k < order.size(); ++k) ordered.parts[k] = has.type.parts[order[k]];
    const Relation r = relation(wanted, has, ordered);
    const uint32_t step = 2 * static_cast<uint32_t>(r) + !first;
    if (r != Relation::None) best = std::min(best, step * 2 * most_named);
    more = n <= most_permuted && std::ranges::next_permutation(order).found;
  }
  if (best == UINT32_MAX) return {};
  const uint32_t of_wanted = named(wanted.type), of_has = named(has.type);
  return best + std::min(most_named, of_has > of_wanted ? of_has - of_wanted : of_wanted - of_has);
}

} // namespace nova
