// Pieces of C that several printers of this folder use.
#pragma once
#include "jit/emit/ahead/ahead.hpp"

namespace nova::plan {

/// Returns the element's type in the header, such as "double".
std::string public_type(Element e);
std::string public_type(const AheadPart& p);
/// Returns the element's type in kernels, such as "nv_f64".
std::string kernel_type(Element e);
/// Returns a text as a string literal of C.
std::string c_string(const std::string& text);
/// Returns a constant in C.
std::string c_constant(Element e, uint64_t bits);
/// Returns the definition of a static array of constants, in lines of some length.
std::string constant_array(Element e, const std::string& type, const std::string& name,
                           const std::vector<uint64_t>& data);
/// Returns the parts in the order of the C function's parameters: a vector's columns stand before its dimensions.
std::vector<const AheadPart*> in_c_order(const std::vector<AheadPart>& parts);
/// Returns the C function's parameters, such as "const double *x, int64_t x_n, double *result". `names`: whether with names.
std::string c_parameters(const AheadFunction& f);
/// Returns the expression with `prefix` before the names of parts in it.
std::string with_prefix(const std::string& expression, const std::string& prefix);
/// Returns the number of elements of a vector, as the product of its dimensions.
std::string dimension_product(const std::vector<AheadPart>& parts, uint32_t value, const std::string& prefix,
                              const std::string& suffix = "");
/// Returns the text with `to` in the place of each `from`.
std::string replaced(std::string text, const std::string& from, const std::string& to);
std::string upper_case(std::string name);

/// Whether a function of the program runs on a GPU.
bool has_device(const AheadProgram& p);
/// Returns what the C file needs for a GPU: macros before the prologue, and the images behind it.
std::string device_head(const AheadProgram& p);
std::string device_images(const AheadProgram& p);
/// Returns the file with the program's images.
std::string ahead_images(const AheadProgram& p);
std::string device_cmake(const AheadProgram& p);

std::string ahead_header(const AheadProgram& p);
std::string ahead_source(const AheadProgram& p);
std::string ahead_self_test(const AheadProgram& p);
std::string ahead_cmake(const AheadProgram& p);
std::string ahead_fortran(const AheadProgram& p);
std::string ahead_manifest(const AheadProgram& p);

} // namespace nova::plan
