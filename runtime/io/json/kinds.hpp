// What a JSON file holds, for who does not know its type.
#pragma once
#include "runtime/io/bytes.hpp"
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

namespace nova {

struct JsonKind;
struct JsonMember {
  std::string name;
  JsonKind* kind;
  int64_t count; ///< how many objects have it
};

/// The kinds that the values at one place of a file have.
struct JsonKind {
  bool null = false, boolean = false, integer = false, negative = false, large = false, floating = false,
       text = false; ///< large: beyond int64
  int64_t objects = 0, arrays = 0;
  std::vector<JsonMember> members{};                ///< of the objects, in the order in which they are met
  std::unordered_map<std::string, size_t> places{}; ///< of the members, by name
  JsonKind* element = nullptr;                      ///< of the arrays
};

struct JsonSummary {
  std::deque<JsonKind> kinds{1}; ///< the first is that of the file's value; the others are parts
  JsonKind& kind() { return kinds[0]; }
  int64_t elements = 0;             ///< of the outermost array, or of the lines
  std::vector<std::string> first{}; ///< the texts of the first elements
};
/// Fails with E0516 where the file is no JSON.
JsonSummary json_summary(ByteSource& source, bool lines);

} // namespace nova
