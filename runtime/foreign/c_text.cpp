// C text around foreign functions: what they need before them, and how Nova's own text calls them.
#include "runtime/foreign/device_text.hpp"
#include "runtime/foreign/function.hpp"
#include "runtime/foreign/text_names.hpp"
#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <utility>

namespace nova {

namespace {

constexpr std::string_view keywords[] = {"alignas",     "alignof",      "and",       "and_eq",
                                         "asm",         "auto",         "bitand",    "bitor",
                                         "bool",        "break",        "case",      "catch",
                                         "char",        "char16_t",     "char32_t",  "char8_t",
                                         "class",       "co_await",     "co_return", "co_yield",
                                         "compl",       "concept",      "const",     "const_cast",
                                         "consteval",   "constexpr",    "constinit", "continue",
                                         "decltype",    "default",      "delete",    "do",
                                         "double",      "dynamic_cast", "else",      "enum",
                                         "explicit",    "export",       "extern",    "false",
                                         "float",       "for",          "friend",    "goto",
                                         "if",          "inline",       "int",       "int16_t",
                                         "int32_t",     "int64_t",      "int8_t",    "long",
                                         "main",        "mutable",      "namespace", "new",
                                         "noexcept",    "not",          "not_eq",    "nullptr",
                                         "operator",    "or",           "or_eq",     "private",
                                         "protected",   "public",       "register",  "reinterpret_cast",
                                         "requires",    "restrict",     "return",    "short",
                                         "signed",      "sizeof",       "static",    "static_assert",
                                         "static_cast", "struct",       "switch",    "template",
                                         "this",        "thread_local", "throw",     "true",
                                         "try",         "typedef",      "typeid",    "typename",
                                         "typeof",      "uint16_t",     "uint32_t",  "uint64_t",
                                         "uint8_t",     "union",        "unsigned",  "using",
                                         "virtual",     "void",         "volatile",  "wchar_t",
                                         "while",       "xor",          "xor_eq"};

/// Returns the type of parameter or result `t` in C. `name` is that of the struct, if it is a tuple.
std::string c_type(const ForeignType& t, const std::string& name) {
  if (t.kind == ForeignType::Tuple) return t.elements.empty() ? "void" : name;
  return (t.kind == ForeignType::Vector ? "const " : "") + std::string(foreign_c_type(t.elements[0])) +
         (t.kind == ForeignType::Vector ? "*" : "");
}

std::string parameter_struct(const ForeignFunction& f, size_t k) {
  return f.name + "_" + std::to_string(k + 1);
}
std::string result_struct(const ForeignFunction& f) { return f.name + "_result"; }

/// Appends an item to a list whose items commas part.
void append(std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; }

std::string struct_text(const std::string& name, const ForeignType& t) {
  if (t.kind != ForeignType::Tuple || t.elements.empty()) return "";
  std::string fields;
  for (size_t k = 0; k < t.elements.size(); ++k)
    fields += " " + std::string(foreign_c_type(t.elements[k])) + " _" + std::to_string(k) + ";";
  return "typedef struct {" + fields + " } " + name + ";\n";
}

/// Returns the text with `long long` for int64_t, which are two types in C, and its unsigned sister.
std::string with_long_long(std::string text) {
  for (const auto& [from, to] :
       {std::pair<std::string_view, std::string_view>{"uint64_t", "unsigned long long"},
        {"int64_t", "long long"}})
    for (size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
  return text;
}

/// A parameter of a function that calls the user's: an item of one of the function's parameters.
struct Part {
  std::string type, name;
};

/// Returns the parameters of the function that calls the user's, in order. A vector has two: its address, of type `const void*`, and its
/// length.
std::vector<Part> parts(const ForeignFunction& f) {
  std::vector<Part> all;
  for (const ForeignType& t : f.signature.parameters)
    for (const Element e : t.elements) {
      const std::string name = "nova_a" + std::to_string(all.size());
      if (t.kind == ForeignType::Vector)
        all.push_back({"const void*", name}), all.push_back({"int64_t", name + "n"});
      else
        all.push_back({std::string(foreign_c_type(e)), name});
    }
  return all;
}

/// The arguments of a call: their types, their expressions, and the statements before the call.
struct Arguments {
  std::string types, values, before;
};

/// Returns the arguments of a call of the user's function, behind the result. A tuple is a struct. By NOVA's convention
/// (`library`) a vector is its length and its address (NOVA, 6.1: "void ff (int*, float**, float, int, float*)", whose
/// arguments stand in the wrong order), and a bool an int.
Arguments arguments(const ForeignFunction& f, bool library) {
  Arguments made;
  const std::vector<Part> all = parts(f);
  size_t next = 0;
  for (size_t k = 0; k < f.signature.parameters.size(); ++k) {
    const ForeignType& t = f.signature.parameters[k];
    const std::string type = c_type(t, parameter_struct(f, k)), pack = "nova_p" + std::to_string(k);
    if (t.kind == ForeignType::Vector) {
      const std::string address = "(" + type + ")" + all[next].name, length = all[next + 1].name;
      append(made.types, library ? "int64_t, " + type : type + ", int64_t");
      append(made.values, library ? length + ", " + address : address + ", " + length);
      next += 2;
    } else if (t.kind == ForeignType::Scalar) {
      append(made.types, library && t.elements[0] == Element::Bool ? "int" : type);
      append(made.values, all[next++].name);
    } else if (!t.elements.empty()) {
      std::string items;
      for (size_t i = 0; i < t.elements.size(); ++i) append(items, all[next++].name);
      made.before += "  const " + type + " " + pack + " = {" + items + "};\n";
      append(made.types, type), append(made.values, pack);
    }
  }
  return made;
}

/// Returns the declaration that the user's C function should have, with `name` in the place of its name; "" gives its
/// type.
std::string declared(const ForeignFunction& f, const std::string& name) {
  const std::string types = arguments(f, false).types;
  return c_type(f.signature.result, result_struct(f)) + " " + name + "(" + (types.empty() ? "void" : types) +
         ")";
}

/// Whether a vector of 64-bit integers is passed. C has two types for these, `long` and `long long`; a compiler may
/// take it that one never reads what the other has written.
bool passes_long_vectors(const ForeignFunction& f) {
  return std::ranges::any_of(f.signature.parameters, [](const ForeignType& t) {
    return t.kind == ForeignType::Vector && (t.elements[0] == Element::I64 || t.elements[0] == Element::U64);
  });
}

/// Returns the names of the structs of function number k, as Nova's own text has them.
std::string own_result(size_t k) { return "nova_result_" + std::to_string(k); }
std::string own_parameter(size_t k, size_t p) {
  return "nova_tuple_" + std::to_string(p + 1) + "_" + std::to_string(k);
}

/// Returns the head of the function that calls function number k. A vector of a library is its length, and its address by
/// the first parameter.
std::string call_head(const ForeignFunction& f, size_t k) {
  const bool vector = f.signature.result.kind == ForeignType::Vector;
  std::string list = vector ? "void** nova_elements" : "";
  for (const Part& p : parts(f)) append(list, p.type + " " + p.name);
  return std::string(passes_long_vectors(f) ? "NOVA_FOREIGN_APART " : "NOVA_FOREIGN ") +
         (vector ? "int64_t" : c_type(f.signature.result, own_result(k))) + " " + foreign_call(k) + "(" +
         (list.empty() ? "void" : list) + ")";
}

/// Whether the function may leave another rounding mode: its text includes headers or has assembler code.
bool may_set_modes(const ForeignFunction& f) {
  return std::ranges::any_of(std::array{"include", "asm", "fe", "mxcsr"},
                             [&](const char* word) { return f.text.find(word) != f.text.npos; });
}

/// Stands before the entry of a shim: other names of a foreign text are not visible outside of its object.
constexpr const char* export_entry = "__attribute__((visibility(\"default\"))) ";

/// Returns the statement that fails to compile if the user's function has another type than the declaration says.
std::string type_check(const ForeignFunction& f) {
  const std::string type = declared(f, ""), other = with_long_long(type);
  std::string same = "__builtin_types_compatible_p(__typeof__(" + f.name + "), " + type + ")";
  if (other != type) same += " || __builtin_types_compatible_p(__typeof__(" + f.name + "), " + other + ")";
  const std::string check =
      "declared_type_of_" + f.name; // in C++ names are overloaded, so a call finds the function
  std::string checks = "char " + check + "(" + declared(f, "(*)") + ");\n";
  if (other != type) checks += "char " + check + "(" + with_long_long(declared(f, "(*)")) + ");\n";
  return "#ifndef __cplusplus\n_Static_assert(" + same + ", \"" + declared(f, f.name) + "\");\n#else\n" +
         checks + "static_assert(sizeof " + check + "(&" + f.name + ") == 1, \"\");\n#endif\n";
}

} // namespace

bool is_c_name(const std::string& name) {
  const auto letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  return !name.empty() && std::ranges::all_of(name, letter) &&
         !std::isdigit(static_cast<unsigned char>(name[0])) && !name.starts_with("nova_") &&
         !name.starts_with("nv_") && !name.starts_with("_") &&
         std::ranges::find(keywords, name) == std::end(keywords);
}

std::string_view foreign_c_type(Element e) {
  constexpr std::string_view names[element_count] = {"int64_t",  "int32_t",  "int16_t", "int8_t", "uint64_t",
                                                     "uint32_t", "uint16_t", "uint8_t", "float",  "double",
                                                     "bool",     "char",     "",        "",       ""};
  return names[static_cast<int>(e)];
}

std::string foreign_c_declaration(const ForeignFunction& f) { return declared(f, f.name); }

namespace {

/// The names of integer types, and the macros of Nova's own text around foreign functions.
constexpr const char* prologue = R"(#ifdef __CUDACC_RTC__
typedef long long int64_t;
typedef int int32_t;
typedef short int16_t;
typedef signed char int8_t;
typedef unsigned long long uint64_t;
typedef unsigned uint32_t;
typedef unsigned short uint16_t;
typedef unsigned char uint8_t;
#define NOVA_FOREIGN static __device__
#define NOVA_FOREIGN_APART static __device__
#else
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#define NOVA_FOREIGN static
#define NOVA_FOREIGN_APART static __attribute__((noinline, noipa))
#endif
#if defined(__x86_64__) && !defined(__CUDACC_RTC__)
#define NOVA_FOREIGN_MODES \
  const unsigned nova_modes = __builtin_ia32_stmxcsr(); \
  unsigned short nova_x87; \
  __asm__ volatile("fnstcw %0" : "=m"(nova_x87));
#define NOVA_FOREIGN_MODES_BACK \
  __builtin_ia32_ldmxcsr(nova_modes); \
  __asm__ volatile("fldcw %0" : : "m"(nova_x87));
#else
#define NOVA_FOREIGN_MODES
#define NOVA_FOREIGN_MODES_BACK
#endif
)";

/// Returns the declarations of the structs for the function's tuples.
std::string structs(const ForeignFunction& f) {
  std::string text;
  for (size_t k = 0; k < f.signature.parameters.size(); ++k)
    text += struct_text(parameter_struct(f, k), f.signature.parameters[k]);
  return text + struct_text(result_struct(f), f.signature.result);
}

/// Returns statements that store a result's scalars in `out`. `r`: the C expression of the result.
std::string store_result(const ForeignType& t, const std::string& r) {
  std::string text;
  for (size_t k = 0; k < t.elements.size(); ++k) {
    const std::string from = t.kind == ForeignType::Tuple ? r + "._" + std::to_string(k) : r;
    const std::string at = "nova_out + " + std::to_string(k);
    if (is_floating(t.elements[k]))
      text += "  __builtin_memcpy(" + at + ", &" + from + ", sizeof " + from + ");\n";
    else
      text += "  nova_out[" + std::to_string(k) + "] = (int64_t)" +
              (t.elements[k] == Element::Char ? "(unsigned char)" : "") + from + ";\n";
  }
  return text;
}

/// Returns statements that declare a variable for each part, with the value of its word.
std::string load_parts(const std::vector<Part>& all) {
  std::string text;
  for (size_t k = 0; k < all.size(); ++k)
    text += "  " + all[k].type + " " + all[k].name + ";\n  __builtin_memcpy(&" + all[k].name +
            ", nova_in + " + std::to_string(k) + ", sizeof " + all[k].name + ");\n";
  return text;
}

/// Returns statements that mark the memory for a result, and ones that set the last word of `nova_out` to whether the mark
/// is still there. The mark has four bytes, as many as an `int`, which a library may take for a longer integer.
std::pair<std::string, std::string> mark_unwritten(const ForeignType& r, const std::string& result) {
  const bool vector = r.kind == ForeignType::Vector;
  if (!vector && element_size(r.elements[0]) < sizeof(int32_t)) return {}; // its bytes may be any
  const std::string word = std::to_string(vector ? 2 : r.elements.size());
  return {"  const int32_t nova_mark = 0x5a5aa5a5;\n  __builtin_memcpy(&" + result + ", &nova_mark, 4);\n",
          "  nova_out[" + word + "] = __builtin_memcmp(&" + result + ", &nova_mark, 4) == 0;\n"};
}

bool returns_flag(const ForeignFunction& f) {
  const ForeignType& r = f.signature.result;
  return r.kind == ForeignType::Scalar && r.elements[0] == Element::Bool;
}

/// The call of a library's function: its parameters' types, statements that declare what it is called with, and its
/// arguments. It sets nova_r.value, or of a vector nova_n and nova_p. The result is written to eight bytes of zeros, so
/// that a library may take `int` for the length of a vector.
struct LibraryCall {
  std::string parameters, before, arguments;
};
LibraryCall library_call(const ForeignFunction& f) {
  const ForeignType& r = f.signature.result;
  const Arguments rest = arguments(f, true);
  std::string types, values, before;
  if (r.kind == ForeignType::Vector) {
    const std::string element(foreign_c_type(r.elements[0]));
    types = "int64_t*, " + element + "**", values = "&nova_n, &nova_p";
    before = "  int64_t nova_n = 0;\n  " + element + "* nova_p = 0;\n";
  } else if (!r.elements.empty()) {
    const std::string type = returns_flag(f) ? "int" : c_type(r, result_struct(f));
    types = type + "*", values = "&nova_r.value";
    before = "  union { int64_t whole; " + type + " value; } nova_r = {0};\n";
  }
  if (!rest.types.empty()) append(types, rest.types), append(values, rest.values);
  return {types.empty() ? "void" : types, rest.before + before, values};
}

/// Returns the text in hexadecimal digits, which may stand in any text of C.
std::string in_hex(const std::string& text) {
  std::string all;
  for (const unsigned char c : text) all += "0123456789abcdef"[c >> 4], all += "0123456789abcdef"[c & 15];
  return all;
}

/// Returns the shim of a library's function, which it finds by a pointer: a name such as `index` is one of libc's, too.
/// Each function has a text of its own, and so an object and a pointer.
std::string library_shim(const ForeignFunction& f) {
  const LibraryCall call = library_call(f);
  const ForeignType& r = f.signature.result;
  std::string after;
  if (r.kind == ForeignType::Vector)
    after = "  nova_out[0] = nova_n, nova_out[1] = (int64_t)(intptr_t)nova_p;\n";
  else if (!r.elements.empty())
    after = returns_flag(f) ? "  nova_out[0] = nova_r.value != 0;\n" : store_result(r, "nova_r.value");
  std::string mark;
  if (!r.elements.empty()) {
    const auto [set, look] = mark_unwritten(r, r.kind == ForeignType::Vector ? "nova_n" : "nova_r");
    mark = set, after += look;
  }
  return std::string(prologue) + "// " + f.name + " " + in_hex(f.library) + "\n" + structs(f) +
         "typedef void nova_function(" + call.parameters + ");\n" + export_entry +
         "nova_function* nova_library;\n" + export_entry +
         "void nova_foreign(const int64_t* nova_in, int64_t* nova_out) {\n" + load_parts(parts(f)) +
         call.before + mark + "  nova_library(" + call.arguments + ");\n" + after + "}\n";
}

} // namespace

std::string foreign_call(size_t k) { return "nova_call_" + std::to_string(k); }

/// Whether the text of the function stands beside Nova's own. That of a whole kernel is a text of its own.
static bool stands_beside(const std::shared_ptr<const ForeignFunction>& f) {
  return f->cuda != CudaKind::Kernel;
}

std::string foreign_declarations(Foreigns all) {
  if (std::ranges::none_of(all, stands_beside)) return "";
  const bool headers = std::ranges::any_of(
      all, [](const auto& f) { return stands_beside(f) && f->text.find("include") != f->text.npos; });
  std::string text = (headers ? "" : std::string(no_headers_mark) + "\n") + prologue;
  for (size_t k = 0; k < all.size(); ++k) {
    if (!stands_beside(all[k])) continue;
    const ForeignSignature& s = all[k]->signature;
    for (size_t p = 0; p < s.parameters.size(); ++p)
      text += struct_text(own_parameter(k, p), s.parameters[p]);
    text += struct_text(own_result(k), s.result) + call_head(*all[k], k) + ";\n";
  }
  return text;
}

namespace {

/// Returns the names by which the user's text knows the structs of function number k.
std::string struct_names(const ForeignFunction& f, size_t k) {
  std::string text;
  const auto add = [&](const ForeignType& t, const std::string& own, const std::string& name) {
    if (!struct_text(name, t).empty()) text += "typedef " + own + " " + name + ";\n";
  };
  for (size_t p = 0; p < f.signature.parameters.size(); ++p)
    add(f.signature.parameters[p], own_parameter(k, p), parameter_struct(f, p));
  add(f.signature.result, own_result(k), result_struct(f));
  return text;
}

/// Returns the definition of the function that calls function number k.
std::string call_definition(const ForeignFunction& f, size_t k) {
  const Arguments given = arguments(f, false);
  const bool nothing = f.signature.result.elements.empty(), modes = may_set_modes(f);
  const std::string result = c_type(f.signature.result, result_struct(f)) + " nova_r = ",
                    call = f.name + "(" + given.values + ");\n";
  std::string text =
      "#line 1 \"call of " + f.name + "\"\n" + type_check(f) + call_head(f, k) + " {\n" + given.before;
  if (modes) text += "  NOVA_FOREIGN_MODES\n";
  text += "  " + (nothing ? "" : modes ? result : "return ") + call;
  if (modes) text += std::string("  NOVA_FOREIGN_MODES_BACK\n") + (nothing ? "" : "  return nova_r;\n");
  return text + "}\n";
}

/// Returns the definition of the function that calls function number k, which a library has.
std::string library_definition(const ForeignFunction& f, size_t k) {
  const LibraryCall call = library_call(f);
  const ForeignType& r = f.signature.result;
  const std::string own = "nova_library_" + std::to_string(k);
  std::string after;
  if (r.kind == ForeignType::Vector)
    after = "  *nova_elements = nova_p;\n  return nova_n;\n";
  else if (!r.elements.empty())
    after = returns_flag(f) ? "  return nova_r.value != 0;\n" : "  return nova_r.value;\n";
  return struct_names(f, k) + "void " + own + "(" + call.parameters + ") __asm__(\"" + f.name + "\");\n" +
         call_head(f, k) + " {\n" + call.before +
         "#ifdef NOVA_OPENMP\n#pragma omp critical(nova_library)\n#endif\n  " + own + "(" + call.arguments +
         ");\n" + after + "}\n";
}

/// CUDA's words for functions of the device, as far as the simulated GPU has no others for them.
constexpr const char* device_words = R"(#if defined(__cplusplus) && !defined(__CUDACC_RTC__)
#include <math.h>
#include <stdlib.h>
#define __host__
#define __constant__ static
#define __ldg(place) (*(place))
template <class T> static inline T min(T a, T b) { return b < a ? b : a; }
template <class T> static inline T max(T a, T b) { return a < b ? b : a; }
static inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
static inline double rsqrt(double x) { return 1.0 / sqrt(x); }
static inline float __fdividef(float a, float b) { return a / b; }
#define __expf expf
#define __logf logf
#define __sinf sinf
#define __cosf cosf
#define __powf powf
#endif
)";

/// Returns the text so that it stands once in a file that joins the kernels of several plans.
std::string once(const std::string& name, const std::string& text) {
  return "#ifndef NOVA_TEXT_" + name + "_\n#define NOVA_TEXT_" + name + "_\n" + text + "#endif\n";
}

/// Functions that have one text, by their numbers, and the names that it defines.
struct SharedText {
  std::vector<size_t> functions;
  TextNames names;
};

std::vector<SharedText> shared_texts(Foreigns all) {
  std::vector<SharedText> texts;
  for (size_t k = 0; k < all.size(); ++k) {
    if (!stands_beside(all[k]) || all[k]->in_library) continue;
    const auto same = [&](const SharedText& t) { return all[t.functions[0]]->text == all[k]->text; };
    auto at = std::ranges::find_if(texts, same);
    if (at == texts.end()) at = texts.insert(at, {{}, names_defined(all[k]->text)});
    at->functions.push_back(k);
    for (size_t p = 0; p < all[k]->signature.parameters.size(); ++p)
      at->names.defined.insert(parameter_struct(*all[k], p));
    at->names.defined.insert(result_struct(*all[k]));
  }
  return texts;
}

/// Returns those names of text number k that an earlier text defines, too; all of them, if `every`.
std::vector<std::string> renamed(std::span<const SharedText> texts, size_t k, bool every) {
  std::vector<std::string> names;
  for (const std::string& name : texts[k].names.defined)
    if (every || std::ranges::any_of(texts.first(k),
                                     [&](const SharedText& t) { return t.names.defined.contains(name); }))
      names.push_back(name);
  return names;
}

} // namespace

std::string foreign_definitions(Foreigns all, const std::string& own) {
  const std::string begin = own.empty() ? "nova" : own;
  const std::vector<SharedText> texts = shared_texts(all);
  std::string out;
  for (size_t k = 0; k < texts.size(); ++k) {
    const ForeignFunction& first = *all[texts[k].functions[0]];
    HeadlessText body{first.text, ""};
    out += first.cuda == CudaKind::None ? std::string(heap_mark) + "\n" : once("cuda_words", device_words);
    if (first.cuda != CudaKind::None) body = without_headers(device_text(first.text));
    if (!body.headers.empty()) out += "#ifndef __CUDACC_RTC__\n" + body.headers + "#endif\n";
    const std::vector<std::string> others = renamed(texts, k, !own.empty() || first.cuda != CudaKind::None);
    for (const std::string& name : others)
      out += "#define " + name + " " + begin + "_u" + std::to_string(k) + "_" + name + "\n";
    std::string text;
    for (const size_t f : texts[k].functions) text += struct_names(*all[f], f);
    const std::string& file = first.path.empty() ? first.name : first.path;
    out += once(first.name + "_" + std::to_string(others.empty() ? 0 : k),
                text + "#line 1 \"" + file + "\"\n" + body.text + "\n");
    for (const size_t f : texts[k].functions) out += call_definition(*all[f], f);
    for (const std::string& name : others) out += "#undef " + name + "\n";
    for (const std::string& name : texts[k].names.macros) out += "#undef " + name + "\n";
  }
  for (size_t k = 0; k < all.size(); ++k)
    if (all[k]->in_library) out += library_definition(*all[k], k);
  return out;
}

std::string foreign_kernel_text(const ForeignFunction& f) {
  std::string types = arguments(f, false).types;
  for (const Element e : f.signature.outputs) append(types, std::string(foreign_c_type(e)) + "*, int64_t");
  return std::string(prologue) + "extern \"C\" __global__ void " + f.name + "(" + types + ");\n#line 1 \"" +
         (f.path.empty() ? f.name : f.path) + "\"\n" + without_headers(device_text(f.text)).text;
}

std::string foreign_shim(const ForeignFunction& f) {
  if (f.in_library) return library_shim(f);
  const std::shared_ptr<const ForeignFunction> one(std::shared_ptr<void>(), &f);
  std::string list;
  for (const Part& p : parts(f)) append(list, p.name);
  const ForeignType& r = f.signature.result;
  const std::string call = foreign_call(0) + "(" + list + ");\n";
  return foreign_declarations(std::span(&one, 1)) + foreign_definitions(std::span(&one, 1)) + export_entry +
         "void nova_foreign(const int64_t* nova_in, int64_t* nova_out) {\n" + load_parts(parts(f)) + "  " +
         (r.elements.empty() ? "" : c_type(r, own_result(0)) + " nova_r = ") + call +
         store_result(r, "nova_r") + "}\n";
}

} // namespace nova
