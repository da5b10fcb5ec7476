// The C text of a foreign function with the files that it includes.
#pragma once
#include "runtime/io/permissions.hpp"
#include <functional>
#include <string>

namespace nova::plan {

/// Replaces each line #include "file" of the text by the file's text, so that a change of the file is a change of the
/// text. Relative paths start from `folder`; `shown` is the text's name in
/// the C compiler's messages. Files that don't exist, and those in <>, are left to the C compiler. Fails with E0512 if
/// foreign code from a file is not allowed, and with E0430 if files include each other without end.
std::string with_includes(const std::string& text, const std::string& function, const std::string& folder,
                          const std::string& shown, const Permissions& permissions,
                          const std::function<void()>& check_stop);

} // namespace nova::plan
