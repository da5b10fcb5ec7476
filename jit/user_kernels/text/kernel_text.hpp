// Makes C++ of a user's CUDA text: CUDA's words before it, a check of the kernel's parameters and an entry behind it.
#pragma once
#include "jit/user_kernels/text/array_shapes.hpp"
#include <cstdint>
#include <string>
#include <vector>

namespace nova::plan {

/// A parameter of a kernel as its declaration says. A vector is two parameters in C: its elements and their number.
struct KernelParameter {
  enum class Kind : uint8_t { Scalar, Input, Output };
  Kind kind;
  std::string type;      ///< the C type of the scalar or of the elements, such as "float" or "int64_t"
  std::string name = ""; ///< the name in messages; "" for that in the text
};

/// A kernel in a CUDA text.
struct KernelSource {
  std::string text;
  std::string shown;  ///< the text's name in messages, such as "saxpy.cu"
  std::string kernel; ///< the kernel's name; for a template with its arguments, such as "reduce<256>"
  std::vector<KernelParameter> parameters;
};

struct KernelText {
  std::string text{};
  std::vector<std::string> names{}; ///< the names of the kernel's parameters, as the text gives them
  std::string dynamic_name{};       ///< the name of the dynamic shared memory; "" if the text has none
  ArrayShapes shapes{};
  /// Why the text can't be used, with file and line; "" if it can.
  std::string error{};
};
/// Returns C++ that defines nova_entry(words). Refuses what the simulator does not know, by name.
KernelText kernel_text(const KernelSource& source);

/// Names the parameters that have no name yet. `names` are those of the C parameters, of which a vector is two.
void name_parameters(std::vector<KernelParameter>& parameters, const std::vector<std::string>& names);

/// Returns a file's name as the user knows it, from its name in compiled code.
std::string shown_name(const std::string& file);
/// Returns the first error of the C compiler's message, as the user's file and line.
std::string first_error(const std::string& message);

} // namespace nova::plan
