// Prints the header, and the files that build systems and other languages read.
#include "jit/emit/ahead/parts.hpp"
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace nova::plan {

namespace {

/// Stands in the first two lines of each file.
constexpr const char* own_mark = "written by nova build";

std::string commented(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  std::string out = "// ";
  for (const char c : text) out += c == '\n' ? "\n// " : std::string(1, c);
  return out + "\n";
}

/// Returns what the header says of a function.
std::string described(const AheadFunction& f) {
  std::string out =
      f.role == AheadFunction::Helper ? "" : commented(f.written + " : " + f.type + " (" + f.place + ")");
  if (!f.comment.empty()) out += commented(f.comment);
  size_t values = 0, errors = 0;
  for (const AheadTest& t : f.tests) ++(t.told.empty() ? values : errors);
  if (f.role == AheadFunction::Helper) return out;
  if (!f.launches.empty()) out += commented("It runs on the GPU.");
  if (!f.on_host.empty()) out += commented("It runs on the host: " + f.on_host + ".");
  return out + commented("Checked by the self-test: " + std::to_string(values) + " values and " +
                         std::to_string(errors) + " errors of Nova's interpreter.");
}

constexpr const char* about = R"(//
// A function returns 0, or the number of a Nova error, such as 402 for E0402; NAME_error and its like then tell what it was.
// A vector is an address and a length (of a vector#n, a length for each dimension). A vector of vectors has offsets: row k
// has the elements offsets[k] .. offsets[k + 1] - 1. Tuples and records are their items, vectors of them a vector for each.
//
// A vector that is a result: *y is null, or memory with room for *n elements, which is used if it suffices. Otherwise the
// function sets *y to memory of its own, which NAME_free frees. *n becomes the length; it is the room at the next call. The
// memory may be that of an argument. A vector of vectors always gets memory of its own. A text has no 0 at its end.
//
// One thread at a time may use a context. Contexts share nothing.
)";

/// The libraries that have foreign functions of the program, and these functions' names.
std::map<std::string, std::vector<std::string>> libraries(const AheadProgram& p) {
  std::map<std::string, std::vector<std::string>> all;
  for (const auto& f : p.foreigns)
    if (f->in_library) all[f->library].push_back(f->name);
  return all;
}

/// Returns what the header says of libraries.
std::string described_libraries(const AheadProgram& p) {
  std::string out;
  for (const auto& [library, names] : libraries(p)) {
    out += "//\n// Programs link with " + library + ", which has";
    for (size_t k = 0; k < names.size(); ++k) out += (k ? ", " : " ") + names[k];
    out += ".\n";
  }
  return out;
}

/// Returns a library as CMake links with it: a path, or a name for the linker to find.
std::string linked(const std::string& library) {
  return library.find('/') == library.npos ? "-l:" + library : library;
}

constexpr const char* context = R"(
typedef struct NAME_ctx NAME_ctx;

/// Makes a context; null if there is no memory. It allocates by malloc, or by the given functions.
NAME_ctx *NAME_ctx_new(void);
NAME_ctx *NAME_ctx_new_with(void *(*allocate)(void *user, size_t bytes), void (*release)(void *user, void *memory), void *user);
/// Frees a context. Memory that its functions have set results to must be freed before, by NAME_free.
void NAME_ctx_free(NAME_ctx *ctx);
/// Sets the number of threads; 0: as many as the machine has. Results never depend on it. Without OpenMP it is 1.
void NAME_ctx_threads(NAME_ctx *ctx, int threads);
/// Sets the bytes of stack that recursive functions may use (at first 1 MiB). The thread that calls them needs more than that.
void NAME_ctx_stack(NAME_ctx *ctx, size_t bytes);
/// With stop = 1, from any thread: the function that runs ends with error 603, and so do all others until stop = 0.
void NAME_ctx_stop(NAME_ctx *ctx, int stop);
/// Frees memory that a function has set a result to.
void NAME_free(NAME_ctx *ctx, void *memory);
/// The last error: its message, its code ("E0402") and its place in the Nova program ("f.nv:3:14").
const char *NAME_error(const NAME_ctx *ctx);
const char *NAME_error_code(const NAME_ctx *ctx);
const char *NAME_error_place(const NAME_ctx *ctx);

/// Runs the functions on stored inputs, and compares with the results of Nova's interpreter. Returns how many differ, and writes
/// a report of at most `size` bytes, unless that is 0.
int NAME_selftest(char *report, size_t size);
)";

constexpr const char* device_name = R"(
/// The name of the GPU that the context uses, or why there is none; null before its first call.
const char *NAME_device(const NAME_ctx *ctx);
)";

/// Returns the macros that set the launches of kernels.
std::string launch_macros(const AheadProgram& p) {
  const std::string name = upper_case(p.name);
  std::string out = "\n// The launches of kernels, which change no result: the most threads of a block (32 "
                    "to 256), and the "
                    "most blocks.\n";
  for (const auto& [macro, value] : {std::pair("_BLOCK_SIZE", p.block_size), {"_MAX_BLOCKS", p.max_blocks}})
    out +=
        "#ifndef " + name + macro + "\n#define " + name + macro + " " + std::to_string(value) + "\n#endif\n";
  return out;
}

constexpr const char* forget = R"(
/// Forgets all values of recursive types that the context has, so that it takes no more memory for later ones.
void NAME_ctx_forget(NAME_ctx *ctx);
)";

std::string numbers_of(const AheadType& t) {
  std::string out;
  for (size_t k = 0; k < t.constructors.size(); ++k)
    out += std::string(k ? ", " : " ") + t.name + "_is_" + t.constructors[k] + " = " + std::to_string(k);
  return "enum {" + out + " };\n";
}

/// Returns the numbers of constructors of types that are not recursive.
std::string sums(const AheadProgram& p) {
  std::string out;
  for (const AheadType& t : p.sums)
    out += "\n" +
           commented("The constructors of " + t.written + ", whose numbers are the .._tag of its values.") +
           numbers_of(t);
  return out;
}

/// Returns the types of values of recursive types, and the numbers of their constructors.
std::string recursive_types(const AheadProgram& p) {
  if (p.types.empty()) return "";
  std::string out = replaced(forget, "NAME", p.name);
  for (const AheadType& t : p.types) {
    out += "\n" + commented("A value of the type " + t.written +
                            ", which has a number in its context; no value is 0.");
    out += "typedef int64_t " + t.name + ";\n" + numbers_of(t);
  }
  return out;
}

} // namespace

std::string ahead_header(const AheadProgram& p) {
  const std::string guard = upper_case(p.name) + "_H";
  std::string out =
      "// " + p.name + ".h: functions of " + p.source + ", written by nova build (Nova " + p.version + ").\n";
  out += replaced(about, "NAME", p.name) + described_libraries(p);
  if (!p.inputs.empty())
    out += "//\n// The first parameters of each function are the program's inputs: " + p.inputs + ".\n";
  out += "#ifndef " + guard + "\n#define " + guard +
         "\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n";
  if (has_device(p)) out += launch_macros(p);
  out += "#ifdef __cplusplus\nextern \"C\" {\n#endif\n" + replaced(context, "NAME", p.name);
  if (has_device(p)) out += replaced(device_name, "NAME", p.name);
  out += recursive_types(p) + sums(p);
  for (const AheadFunction& f : p.functions)
    out += "\n" + described(f) + "int " + f.name + "(" + p.name + "_ctx *ctx" + c_parameters(f) + ");\n";
  return out + "\n#ifdef __cplusplus\n}\n#endif\n#endif\n";
}

std::string ahead_cmake(const AheadProgram& p) {
  std::string linking;
  for (const auto& [library, names] : libraries(p))
    linking += "target_link_libraries(NAME PUBLIC \"" + linked(library) + "\")\n";
  return replaced(
      std::string(
          R"(# The library NAME, written by nova build. In another project: add_subdirectory(DIR), target_link_libraries(yours NAME).
cmake_minimum_required(VERSION 3.19)
project(NAME C)
add_library(NAME STATIC NAME.c)
target_include_directories(NAME PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
set_target_properties(NAME PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_compile_options(NAME PRIVATE -O3 -ffp-contract=off -fno-math-errno -fno-trapping-math)
if(CMAKE_C_COMPILER_ID STREQUAL GNU AND CMAKE_C_COMPILER_VERSION MATCHES "^12")
  target_compile_options(NAME PRIVATE --param=max-rtl-if-conversion-insns=1 -DNOVA_ONE_MOVE) # as NAME.c tells
endif()
target_link_libraries(NAME PUBLIC m)
)") +
          (p.openmp ? "find_package(OpenMP REQUIRED)\ntarget_link_libraries(NAME PUBLIC OpenMP::OpenMP_C)\n"
                    : "") +
          linking + (has_device(p) ? device_cmake(p) : ""),
      "NAME", p.name);
}

namespace {

std::string fortran_type(Element e) {
  constexpr const char* names[element_count] = {
      "integer(c_int64_t)", "integer(c_int32_t)", "integer(c_int16_t)", "integer(c_int8_t)",
      "integer(c_int64_t)", "integer(c_int32_t)", "integer(c_int16_t)", "integer(c_int8_t)",
      "real(c_float)",      "real(c_double)",     "logical(c_bool)",    "character(c_char)",
      "integer(c_int16_t)", "integer(c_int16_t)", "integer(c_int8_t)"};
  return names[static_cast<int>(e)];
}

/// Returns the interface of a function, whose name in Fortran is given. Fortran's lines have at most 132 characters.
std::string fortran_function(const std::string& name, const AheadFunction& f) {
  std::string names = "ctx", types = "      type(c_ptr), value :: ctx\n";
  for (const AheadPart* part : in_c_order(f.parameters)) {
    names += ", &\n        " + part->name;
    types += "      " + fortran_type(part->element) +
             (part->kind == AheadPart::Column ? ", intent(in) :: " + part->name + "(*)"
                                              : ", value :: " + part->name) +
             "\n";
  }
  for (const AheadPart* part : in_c_order(f.results)) {
    names += ", &\n        " + part->name;
    types += "      " +
             (part->kind == AheadPart::Column ? std::string("type(c_ptr)") : fortran_type(part->element)) +
             ", intent(inout) :: " + part->name + "\n";
  }
  return "    ! " + f.written + " : " + f.type + "\n    integer(c_int) function " + name + "( &\n        " +
         names + ") bind(c, name=\"" + f.name + "\")\n      import\n" + types + "    end function\n";
}

} // namespace

std::string ahead_fortran(const AheadProgram& p) {
  std::string out = replaced(R"(! Interfaces of NAME.h for Fortran, written by nova build.
module NAME_nova
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    type(c_ptr) function NAME_ctx_new() bind(c, name="NAME_ctx_new")
      import
    end function
    subroutine NAME_ctx_free(ctx) bind(c, name="NAME_ctx_free")
      import
      type(c_ptr), value :: ctx
    end subroutine
    subroutine NAME_free(ctx, memory) bind(c, name="NAME_free")
      import
      type(c_ptr), value :: ctx, memory
    end subroutine
    type(c_ptr) function NAME_error(ctx) bind(c, name="NAME_error")
      import
      type(c_ptr), value :: ctx
    end function
)",
                             "NAME", p.name);
  if (!p.types.empty())
    out += replaced(R"(    subroutine NAME_ctx_forget(ctx) bind(c, name="NAME_ctx_forget")
      import
      type(c_ptr), value :: ctx
    end subroutine
)",
                    "NAME", p.name);
  // Fortran takes f and F for one name, and a function for another thing than its argument.
  std::set<std::string> used{"CTX", upper_case(p.name + "_nova")};
  for (const AheadFunction& f : p.functions) {
    std::string name = f.name;
    while (!used.insert(upper_case(name)).second) name += "_";
    out += fortran_function(name, f);
  }
  return out + "  end interface\nend module\n";
}

std::string ahead_manifest(const AheadProgram& p) {
  nlohmann::ordered_json all{{"about", own_mark},  {"name", p.name},
                             {"source", p.source}, {"source_fnv", p.hash},
                             {"nova", p.version},  {"target", p.cuda ? "cuda" : p.openmp ? "openmp" : "c"}};
  for (const auto& [library, names] : libraries(p))
    all["libraries"].push_back({{"library", library}, {"functions", names}});
  const auto parts = [](const std::vector<AheadPart>& of, bool result) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const AheadPart* part : in_c_order(of)) {
      const bool column = part->kind == AheadPart::Column;
      list.push_back({{"name", part->name},
                      {"element", element_name(part->element)},
                      {"kind", column ? part->is_offsets ? "offsets" : "elements"
                               : part->kind == AheadPart::Dimension ? "length"
                                                                    : "scalar"},
                      {"c", (column && !result ? "const " : "") + public_type(part->element) +
                                (column && result   ? " **"
                                 : column || result ? " *"
                                                    : "")}});
      if (!part->constructors.empty()) list.back()["constructors"] = part->constructors;
    }
    return list;
  };
  for (const AheadFunction& f : p.functions)
    all["functions"].push_back({{"name", f.name},
                                {"nova", f.written},
                                {"type", f.type},
                                {"place", f.place},
                                {"parameters", parts(f.parameters, false)},
                                {"results", parts(f.results, true)},
                                {"tests", f.tests.size()}});
  for (size_t k = 0; p.cuda && k < p.functions.size(); ++k)
    all["functions"][k]["runs_on"] = p.functions[k].launches.empty() ? "host" : "gpu";
  for (const AheadImage& image : p.images)
    all["images"].push_back(
        {{"arch", image.arch}, {"kind", image.is_ptx ? "ptx" : "cubin"}, {"compiler", p.compiler}});
  return all.dump(2) + "\n";
}

bool is_ahead_file(const std::string& first_lines) { return first_lines.find(own_mark) != first_lines.npos; }

std::vector<std::pair<std::string, std::string>> ahead_files(const AheadProgram& p) {
  std::vector<std::pair<std::string, std::string>> all = {{p.name + ".h", ahead_header(p)},
                                                          {p.name + ".c", ahead_source(p)},
                                                          {p.name + ".json", ahead_manifest(p)},
                                                          {"CMakeLists.txt", ahead_cmake(p)},
                                                          {p.name + "_nova.f90", ahead_fortran(p)}};
  if (has_device(p)) all.emplace_back(p.name + ".cu", ahead_cuda(p));
  if (!p.images.empty()) all.emplace_back(p.name + "_images.h", ahead_images(p));
  return all;
}

} // namespace nova::plan
