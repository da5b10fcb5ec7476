// What other languages call things: the help for someone who writes their word here.
#pragma once
#include <optional>
#include <string_view>

namespace nova {

struct OtherName {
  std::string_view name;
  std::string_view help;
  bool binds = false; ///< a form that binds names: what stands in it would only raise further errors
};

/// What Nova has instead of `name`; nullopt where nobody else says `name` either.
std::optional<OtherName> find_other_name(std::string_view name);

} // namespace nova
