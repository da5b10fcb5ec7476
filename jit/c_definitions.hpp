// The scalar functions as generated C takes them: definitions one by one, of which a text gets those that it
// needs. To read all of them took cc a third of the time that a short form needs.
#pragma once
#include <string>
#include <string_view>

namespace nova::plan {

/// The types of the scalar functions, and the functions and tables that the words of the text lead to, in C.
std::string scalar_definitions(std::string_view text);

} // namespace nova::plan
