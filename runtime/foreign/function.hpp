// A function written in C, as the program declares it: its text or library, its types, and how it is called.
#pragma once
#include "runtime/buffer.hpp"
#include "runtime/element.hpp"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace nova {

/// The type of a parameter or of the result. Scalar and Vector have one element type, a Tuple one for each item. A
/// Tuple of no items is unit, which C does not see.
struct ForeignType {
  enum Kind : uint8_t { Scalar, Vector, Tuple } kind = Tuple;
  std::vector<Element> elements;
  bool operator==(const ForeignType&) const = default;
};

struct ForeignSignature {
  std::vector<ForeignType> parameters;
  ForeignType result;
  std::vector<Element> outputs{}; ///< of a CUDA kernel: the elements of its results, which are vectors
  bool operator==(const ForeignSignature&) const = default;
};

/// A scalar that is passed to a foreign function, or a vector. Tuples are passed item by item.
struct ForeignArgument {
  uint64_t word = 0;            ///< a scalar as Value::bits() gives it; of a vector: its length
  const void* column = nullptr; ///< a vector's elements
  uint64_t bytes = 0;           ///< the size of the vector's elements
};

/// What a call gives: the words of its scalars, or the length of a vector and its elements.
struct ForeignResult {
  std::vector<uint64_t> words;
  std::shared_ptr<Buffer> column{};
};

/// What a CUDA text defines.
enum class CudaKind : uint8_t { None, Function, Kernel };

/// How far the result of a CUDA text may be from that of its reference.
struct Distance {
  enum Kind : uint8_t { Bits, Ulps, Absolute, Relative } kind = Bits;
  double amount = 0; ///< units in the last place, or the greatest absolute or relative difference
};

struct ForeignFunction {
  std::string name; ///< a C identifier
  std::string text; ///< the C text; of a file: empty until the function is linked
  std::string path; ///< the file that has the text, as the program names it; "" if the program itself has it
  bool in_process = false; ///< whether it runs in the session's process, as (in-process) says
  bool in_library = false; ///< whether a library has the function, by NOVA's calling convention (NOVA, 6.1)
  std::string library{};   ///< the library's name or path; "" for the one that the command line names
  CudaKind cuda = CudaKind::None;
  bool has_reference = false; ///< whether a Nova function says what a CUDA text means
  bool zeroed = false;        ///< of a CUDA kernel: whether its results are zeros before the launch
  Distance within{};          ///< of a CUDA text: how far from its reference it may be
  ForeignSignature signature{};
  bool is_read = false; ///< whether `text` is the whole text, with the files that it includes
  bool linkable = true; ///< false: its type has no signature in C
  /// Calls the function. Empty until the session has linked the function. Throws a Fault if the call fails.
  std::function<ForeignResult(std::span<const ForeignArgument>)> call{};
};

/// Stands in each text with functions in C, which may use memory of the C library.
inline constexpr std::string_view heap_mark = "// functions in C";
/// Stands in each text with foreign functions; the second also, if no user's text includes a header.
inline constexpr std::string_view foreign_mark = "#define NOVA_FOREIGN ", no_headers_mark = "// no headers";

/// Returns the declaration of a kernel's entry that makes it visible outside of an object with foreign functions.
inline std::string visible_entry(const std::string& name) {
  return "__attribute__((visibility(\"default\"))) int " + name +
         "(nova_task*, const nova_word*, const nova_word*, nova_word*);\n";
}

/// Whether the text is a C identifier, and neither a keyword nor one of the names that Nova's own text uses.
bool is_c_name(const std::string& name);
/// Returns what C calls the element type; "" if C has no such type.
std::string_view foreign_c_type(Element e);
/// Returns the declaration of the function in C, such as "double f(double, const int64_t*, int64_t)".
std::string foreign_c_declaration(const ForeignFunction& f);

using Foreigns = std::span<const std::shared_ptr<const ForeignFunction>>;
/// Returns the name of the C function that takes the arguments of function number k item by item and calls it. Its
/// result is a struct with the fields _0, _1, .. if it is a tuple.
std::string foreign_call(size_t k);
/// Returns what stands before a text that calls these functions: the names of integer types, structs for tuples, and
/// declarations. "" if there are none.
std::string foreign_declarations(Foreigns all);
/// Returns what stands behind such a text, so that no macro of a user's text can change it: the users' texts, and the
/// functions that call them. Names and macros of one text are not seen by the others. `own`: begins all names that the
/// texts define; "" if they keep them, as far as they are not the same.
std::string foreign_definitions(Foreigns all, const std::string& own = "");
/// Returns the whole text of a CUDA kernel for NVRTC, in which the kernel has C's linkage. Lines that include headers of the
/// system are left out, since NVRTC has none and knows CUDA's own functions.
std::string foreign_kernel_text(const ForeignFunction& f);
/// Returns a whole C text that defines `nova_foreign`, by which a process calls the function: it takes the arguments'
/// words (a vector is two: its address and its length), and stores the result's words. A result that is a vector is
/// its length and its address, which the caller frees.
std::string foreign_shim(const ForeignFunction& f);

} // namespace nova
