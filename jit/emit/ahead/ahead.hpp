// Prints the files that `nova build` writes: a C library with functions of a Nova program, which needs no Nova. The kernels are
// the text of emit/c; what stands around them is printed here.
#pragma once
#include "jit/plan/plan.hpp"
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace nova::plan {

/// A variable of a parameter or result in C, in the order of the flat layout (values/flat_layout.hpp).
struct AheadPart {
  enum Kind : uint8_t { Scalar, Dimension, Column } kind = Scalar;
  std::string name;
  Element element = Element::I64;
  bool is_offsets = false;
  uint32_t value = 0; ///< the number of the vector to which a Dimension or Column belongs
  /// Column: the first element, and the end of the elements that count, as C expressions. In them $ stands for the prefix of
  /// the names of other parts. Offsets have one element more.
  std::string begin{}, end{};
  bool is_inner =
      false; ///< Column: whether the number of elements is not the product of the vector's dimensions
  int parent =
      -1; ///< Column of rows' elements: the index of the rows' offsets; -1 for a vector's own elements
  uint32_t times = 1; ///< Column: how many numbers each element has
  /// Of values of a recursive type, which are places in a region (AheadRegion): the region, and the type's name in C. Inside of
  /// sums 0 stands for no value: `chosen` has the tags and the constructors that they name where there is one.
  int region = -1;
  std::string type{};
  std::vector<std::pair<std::string, uint32_t>> chosen{};
  std::vector<std::string>
      constructors{}; ///< of a sum's constructor, by its number: all names; empty for other parts
};

/// Whether the parts hold values of recursive types.
bool has_cells(const std::vector<AheadPart>& parts);

/// Where a parameter of the plan comes from.
struct AheadInput {
  enum Kind : uint8_t { Argument, Constant, Room, Count, Cells } kind = Argument;
  size_t argument = 0;          ///< Argument: index of the part
  uint64_t bits = 0;            ///< Constant: a scalar's bits; Count: how many cells there are at first
  std::vector<uint64_t> data{}; ///< Constant, Cells: a column's elements
  int region = -1;   ///< Room, Count, Cells: the region of the context; -1 for one of the call's own
  size_t column = 0; ///< Cells of such a region: the number of the column
};

/// Where a field or element lies in its region: in one column or several, from `column` on.
struct AheadLayout {
  enum Kind : uint8_t { Number, Cell, Vector, Fields } kind = Fields;
  Element element = Element::Unit; ///< Number: its type
  size_t column = 0;
  size_t region = 0; ///< Cell, Vector: where the value, or the vector's elements, lie
  uint32_t rank = 1; ///< Vector: columns of the first and last element, and above 1 one for each dimension
  /// Fields: of each constructor of a sum, whose number lies in `column` if there are several; of a tuple
  std::vector<std::vector<AheadLayout>> fields{};
};

/// A region that a context keeps from call to call: the cells of a recursive type, or elements of vectors in cells.
struct AheadRegion {
  bool of_cells = true;                    ///< whether place 0 stands for no value
  AheadLayout layout;                      ///< of one of its cells or elements
  std::vector<Element> elements;           ///< of its columns
  uint64_t used = 0;                       ///< how many places have contents when a context begins
  std::vector<std::vector<uint64_t>> data; ///< these contents, by column
};

/// A type of several constructors, or a recursive one, that occurs in parameters or results.
struct AheadType {
  std::string name;    ///< in C
  std::string written; ///< in Nova
  std::vector<std::string> constructors;
};

/// A place at which a call may fail. {0}, {1}, .. in the message stand for the numbers of the plan's Check.
struct AheadSite {
  std::string code, place, message;
};

/// A stored call of the self-test: how its inputs are made, and the hash of what the interpreter gave for them.
struct AheadTest {
  uint64_t seed = 0;
  int64_t length = 0;
  uint64_t hash = 0;
  std::string told{}; ///< the error that the interpreter reported, as "place: code: message"; "" for a value
  /// The words of the parameters' parts, where no rule makes them: of a scalar one, of a column its elements.
  std::vector<std::vector<uint64_t>> given{};
  /// What the context's regions have behind their first contents.
  std::vector<AheadRegion> loads{};
};

struct AheadFunction {
  /// Helper: makes or takes apart values of a recursive type.
  enum Role : uint8_t { Exported, Helper } role = Exported;
  std::string name;    ///< in C
  std::string written; ///< the name in Nova
  std::string type, comment, place;
  std::vector<AheadPart> parameters, results;
  Plan fused;                     ///< after passes
  Plan exact;                     ///< before passes: says which error comes first
  std::vector<AheadInput> inputs; ///< the parameters of both plans
  size_t skipped = 0;             ///< how many results of the plan stand before the function's own
  std::vector<AheadSite> sites;   ///< the places at which `exact` may fail
  std::vector<AheadTest> tests;
  /// For a GPU (print_for_device): the CUDA text without its prologue, and the C that launches it; or why there is none.
  std::string cuda{}, launches{}, on_host{};
};

/// Code for GPUs of one architecture.
struct AheadImage {
  int arch = 75;
  bool is_ptx = true; ///< PTX also runs on later architectures, a cubin does not
  std::string code;
};

struct AheadProgram {
  std::string name;   ///< the beginning of the files' names and of the context's functions
  std::string source; ///< the program's file
  std::string hash;   ///< the hash of the program's text
  std::string version;
  std::string inputs{}; ///< the names of the program's inputs, between commas
  bool openmp = false, cuda = false;
  int block_size = 256;             ///< cuda: the most threads of a block, where a kernel leaves the choice
  int max_blocks = 0x7fffffff;      ///< cuda: the most blocks of a launch
  std::vector<AheadImage> images{}; ///< cuda: the code of `ahead_cuda`; none if there was no compiler for it
  std::string compiler{};           ///< cuda: what has made the images
  std::vector<AheadFunction> functions;
  std::vector<AheadRegion> regions{};
  size_t shared_regions =
      0; ///< how many of them are for all functions; each other one is for one (source.cpp)
  std::vector<AheadType> types{}; ///< recursive ones
  std::vector<AheadType> sums{};  ///< others of several constructors
  std::vector<std::shared_ptr<const ForeignFunction>>
      foreigns{}; ///< which the functions' plans call by number
};

/// Prints the function for a GPU, or notes why only the host can run it.
void print_for_device(AheadFunction& f);

/// Returns the CUDA text of all functions; "" if all of them run on the host.
std::string ahead_cuda(const AheadProgram& program);

/// Returns the names and texts of all files.
std::vector<std::pair<std::string, std::string>> ahead_files(const AheadProgram& program);

/// Whether the first two lines of a file are those of one that `ahead_files` has made.
bool is_ahead_file(const std::string& first_lines);

/// Returns the letter by which test_inputs.h knows an element type.
char test_kind(Element e);

/// Returns the message of the error at a site, in which {0}, {1}, .. stand for the numbers of its Check. `numbers`: how many
/// these are.
std::string ahead_message(const Site& site, size_t numbers);

} // namespace nova::plan
