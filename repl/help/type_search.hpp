// Search by type: which names have a type that fits a wanted one, up to instances and the order of arguments.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nova {

/// A type as a tree. The name of a type variable begins with an apostrophe. A function is "->" with its arguments and,
/// last, its result; a tuple is ","; a vector is "vector" with its rank and its elements' type.
struct TypeTree {
  std::string name;
  std::vector<TypeTree> parts{};
  bool is_variable() const { return name.starts_with('\''); }
  friend bool operator==(const TypeTree&, const TypeTree&) = default;
};

/// A type with the classes of its variables, such as Num of 'a.
struct WantedType {
  TypeTree type;
  std::vector<std::pair<std::string, std::string>> classes{}; ///< a class and the variable that has it
};

/// Parses a type as Nova prints it, such as `Num 'a => vector 'a -> 'a`. Returns nothing if the text is no type.
std::optional<WantedType> parse_type(std::string_view text);

/// Returns how far a name's type is from the wanted one: 0 if it is the same but for the names of variables. More general
/// types come next, then more special ones; other orders of the arguments come behind each. Returns nothing if the type
/// does not fit.
std::optional<uint32_t> type_distance(const WantedType& wanted, const WantedType& has);

} // namespace nova
