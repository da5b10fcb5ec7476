// Prints the C file: kernels, constants, and for each function what stands between a caller and its kernels.
#include "jit/emit/ahead/parts.hpp"
#include "jit/emit/c/emit_c.hpp"
#include "jit/emit/prologue.hpp"
#include <algorithm>
#include <utility>

namespace nova::plan {

namespace {

/// Refuses flags with which floating numbers are not Nova's, and turns off what may be turned off in the text.
constexpr const char* guards = R"(
#ifdef __cplusplus
#error "this file is C: compile it by a C compiler, as gcc -c or a C source of CMake, and link the program with it"
#endif
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0)
#error "floating-point results would differ from Nova's: compile without -ffast-math and -Ofast"
#endif
#if defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error "floating-point results would differ from Nova's: compile without -funsafe-math-optimizations and its parts, \
which are -fassociative-math, -freciprocal-math and -fno-signed-zeros"
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "floating-point results would differ from Nova's: compile with -msse2 -mfpmath=sse"
#endif
#if defined(__clang__)
#pragma float_control(precise, on) // off are -fassociative-math, -freciprocal-math, -fno-signed-zeros
#pragma STDC FP_CONTRACT OFF
#pragma clang fp contract(off)
#pragma clang diagnostic ignored "-Wunknown-pragmas"
#pragma clang diagnostic ignored "-Wunknown-attributes"
#pragma clang diagnostic ignored "-Wunused-function"
#pragma clang diagnostic ignored "-Wunused-variable"
#pragma clang diagnostic ignored "-Wunused-parameter"
#pragma clang diagnostic ignored "-Wunused-but-set-variable"
#pragma clang diagnostic ignored "-Wsometimes-uninitialized" // of branches that end in an error
#else
#pragma GCC optimize ("fp-contract=off", "no-math-errno", "no-trapping-math", "no-strict-aliasing")
#if __GNUC__ == 12 && !defined(NOVA_ONE_MOVE)
// GCC 12 makes wrong conditional moves of several assignments (pass ce2). With --param=max-rtl-if-conversion-insns=1 it makes
// none, and the others stay: -DNOVA_ONE_MOVE tells the text that the compiler has that flag.
#pragma GCC optimize ("no-if-conversion")
#endif
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wpsabi"
#pragma GCC diagnostic ignored "-Waggressive-loop-optimizations" // of loops that run no round with constant lengths
#endif
)";

std::string word(size_t k) { return "in[" + std::to_string(k) + "]"; }
Element element_of(const AheadFunction& f, size_t k) { return f.fused[f.fused.body.params[k]].element; }
bool is_column(const AheadFunction& f, size_t k) { return f.fused[f.fused.body.params[k]].column; }
/// The member of a nova_word that has a scalar of this type.
std::string member(Element e) { return e == Element::F64 ? ".f64" : e == Element::F32 ? ".f32" : ".i64"; }

std::string constant_name(const AheadFunction& f, size_t k) {
  return "nova_data_" + std::to_string(k) + "_" + f.name;
}

std::string constants(const AheadFunction& f) {
  std::string out;
  for (size_t k = 0; k < f.inputs.size(); ++k)
    if (is_column(f, k) && f.inputs[k].kind == AheadInput::Constant)
      out += constant_array(element_of(f, k), kernel_type(element_of(f, k)), constant_name(f, k),
                            f.inputs[k].data);
  return out;
}

/// Returns the function that gives the plan's regions memory; "" if there are none.
std::string prepare(const AheadFunction& f) {
  std::string body;
  for (size_t k = 0; k < f.inputs.size(); ++k) {
    const AheadInput& in = f.inputs[k];
    if (in.kind == AheadInput::Room)
      body += "  if (!(r = nova_keep(c, nova_kept_forms, NOVA_KEPT, " + std::to_string(in.region) +
              ", NOVA_FIRST_ROOM, grow))) return 1;\n  " + word(k) + ".i64 = r->room;\n";
    if (in.kind == AheadInput::Count) body += "  " + word(k) + ".column = &r->count;\n";
    if (in.kind == AheadInput::Cells)
      body += "  " + word(k) + ".column = r->columns[" + std::to_string(in.column) + "];\n";
  }
  if (body.empty()) return "";
  return "static int nova_prepare_" + f.name +
         "(nova_task* t, nova_word* in, int grow) {\n  nova_context* const c = nova_context_of(t);\n  "
         "nova_kept_region* r;\n" +
         body + "  return 0;\n}\n";
}

/// Returns the marks of the sites of `fused` at which a region is full. The first site is the one of checks that were put off.
std::string full_sites(const AheadFunction& f) {
  std::string marks;
  for (size_t k = 0; k < f.fused.sites.size(); ++k)
    marks += std::string(k ? ", " : "") + (k && f.fused.sites[k].code == out_of_room ? "1" : "0");
  return "static const unsigned char nova_full_" + f.name + "[] = {" + (marks.empty() ? "0" : marks) + "};\n";
}

std::string sites(const AheadFunction& f) {
  std::string out = "static const nova_site nova_sites_" + f.name + "[] = {\n";
  for (const AheadSite& s : f.sites)
    out += "  {" + c_string(s.code) + ", " + c_string(s.place) + ", " + c_string(s.message) + "},\n";
  if (f.sites.empty()) out += "  {\"E0601\", \"\", \"\"},\n";
  return out + "};\n";
}

/// Stands behind the names of the exact kernels. No function's name begins with a digit.
std::string exact_suffix(const AheadFunction& f) { return "_0exact_" + f.name; }

/// Returns the array of the constants that `run` takes; "" if there are none.
std::string literals_of_run(const AheadFunction& f) {
  std::string all;
  for (const AheadLiteral& l : f.launches.empty() ? ahead_literals(f.fused) : std::vector<AheadLiteral>())
    all += std::string(all.empty() ? "" : ", ") + "{" + member(l.element) + " = " +
           c_constant(l.element, l.bits) + "}";
  return all.empty() ? "" : "static const nova_word nova_literals_" + f.name + "[] = {" + all + "};\n";
}

std::string function_struct(const AheadFunction& f) {
  const std::string text = prepare(f), constants = literals_of_run(f);
  return constants + text + (text.empty() ? "" : full_sites(f)) +
         "static const nova_function nova_function_" + f.name + " = {\n  nova_run_" + f.name + ", nova_run" +
         exact_suffix(f) + ", " +
         (text.empty() ? "0, 0" : "nova_prepare_" + f.name + ", nova_full_" + f.name) + ", nova_sites_" +
         f.name + ", " + c_string(f.place) + ", " + (constants.empty() ? "0" : "nova_literals_" + f.name) +
         "};\n";
}

/// Returns a text of emit_c whose names end with `suffix` and whose entry is static.
std::string own_kernels(const std::string& text, const std::string& suffix) {
  std::string out = with_suffix(text, suffix, false);
  const size_t at = out.find("int nova_run" + suffix);
  return out.insert(at, "static ");
}

std::string give_inputs(const AheadFunction& f) {
  std::string out;
  for (size_t k = 0; k < f.inputs.size(); ++k) {
    const AheadInput& in = f.inputs[k];
    const Element e = element_of(f, k);
    if (in.kind == AheadInput::Argument) {
      const AheadPart& p = f.parameters[in.argument];
      if (p.kind == AheadPart::Column)
        out += "  " + word(k) + ".column = nova_column(" + p.name + ");\n";
      else
        out += "  " + word(k) + ".i64 = 0, " + word(k) + member(e) + " = " + p.name + ";\n";
    } else if (in.kind == AheadInput::Constant && is_column(f, k)) {
      out += "  " + word(k) + ".column = (void*)" + constant_name(f, k) + ";\n";
    } else if (in.kind == AheadInput::Constant) {
      out += "  " + word(k) + member(e) + " = " + c_constant(e, in.bits) + ";\n";
    }
  }
  return out;
}

/// Returns the code that sets the words behind the inputs to the lengths of columns, which a GPU needs.
std::string give_lengths(const AheadFunction& f) {
  std::string out;
  for (size_t k = 0; k < f.inputs.size(); ++k) {
    if (!is_column(f, k)) continue;
    const AheadInput& in = f.inputs[k];
    std::string length = std::to_string(in.data.size());
    if (in.kind == AheadInput::Argument) {
      const AheadPart& p = f.parameters[in.argument];
      length = "(" + with_prefix(p.end, "") + ")" + (p.is_offsets ? " + 1" : "");
    }
    out += "  " + word(f.inputs.size() + k) + ".i64 = " + length + ";\n";
  }
  return out;
}

/// Prints the checks of what a caller gives: memory that is missing, and numbers that stand for no value.
class ArgumentChecks {
 public:
  explicit ArgumentChecks(const AheadFunction& f) : f_(f) {}
  std::string text() {
    for (const AheadPart& p : f_.parameters)
      if (p.kind == AheadPart::Dimension)
        out_ += "  if (" + p.name + " < 0) return nova_refuse_length(ctx, " + c_string(p.name) + ", " +
                p.name + ", " + c_string(f_.place) + ");\n";
    for (size_t k = 0; k < f_.parameters.size(); ++k) part(k);
    return out_;
  }

 private:
  void refuse(const std::string& condition, const AheadPart& p, const std::string& what) {
    out_ += "  if (" + condition + ") return nova_refuse(ctx, " + c_string(p.name) + ", " + c_string(what) +
            ", " + c_string(f_.place) + ");\n";
  }
  /// Refuses numbers of which one is no constructor or bool, which the message has.
  void refuse_number(const std::string& condition, const AheadPart& p, const std::string& what,
                     const std::string& numbers) {
    out_ += "  if (" + condition + ") return nova_refuse_" + what + "(ctx, " + c_string(p.name) + ", " +
            c_string(f_.place) + ", " + numbers + ");\n";
  }
  void part(size_t k) {
    const AheadPart& p = f_.parameters[k];
    if (p.kind == AheadPart::Dimension &&
        (k == 0 || f_.parameters[k - 1].value != p.value || !is_dimension(k - 1)))
      dimensions(k);
    if (p.kind == AheadPart::Column) column(k);
    const std::string count = std::to_string(p.constructors.size());
    if (p.kind == AheadPart::Scalar && !p.constructors.empty())
      refuse_number("(nv_u32)" + p.name + " >= " + count, p, "constructor",
                    "&" + p.name + ", 0, 0, " + count);
    if (p.kind == AheadPart::Scalar && p.region >= 0) {
      values(p, "&" + p.name, "1");
      if (!p.chosen.empty()) refuse(is_missing(p, ""), p, no_value);
    }
  }
  bool is_dimension(size_t k) const { return f_.parameters[k].kind == AheadPart::Dimension; }
  void dimensions(size_t k) {
    std::string all;
    size_t rank = 0;
    for (; k + rank < f_.parameters.size() && is_dimension(k + rank) &&
           f_.parameters[k + rank].value == f_.parameters[k].value;
         ++rank)
      all += f_.parameters[k + rank].name + ", ";
    if (rank > 1)
      refuse("nova_is_too_long((const nv_i64[]){" + all + "}, " + std::to_string(rank) + ")",
             f_.parameters[k], "the product of the dimensions is too large");
  }
  void column(size_t k) {
    const AheadPart& p = f_.parameters[k];
    const std::string begin = with_prefix(p.begin, ""), end = with_prefix(p.end, ""),
                      range = begin + ", " + end;
    refuse("!" + p.name + " && " + end + " > 0", p, "it is null, and not empty");
    if (p.is_offsets) {
      out_ += "  " + p.name + " = nova_column(" + p.name + ");\n";
      refuse("!nova_are_offsets(" + p.name + ", " + range + ")", p, "offsets do not ascend from 0");
    }
    if (p.times > 1) { // the shapes of the rows whose offsets stand before
      const AheadPart& offsets = f_.parameters[k - 1];
      refuse("!nova_are_shapes(" + p.name + ", " + std::to_string(p.times) + ", " + offsets.name + ", " +
                 with_prefix(offsets.begin, "") + ", " + with_prefix(offsets.end, "") + ")",
             p, "a shape is not that of its row");
    }
    const std::string numbers = p.name + ", " + range, count = ", " + std::to_string(p.constructors.size());
    if (!p.constructors.empty())
      refuse_number("!nova_are_constructors(" + numbers + count + ")", p, "constructor", numbers + count);
    if (p.element == Element::Bool) refuse_number("!nova_are_bools(" + numbers + ")", p, "bool", numbers);
    if (p.region >= 0) {
      values(p, p.name + (begin == "0" ? "" : " + (" + begin + ")"), "(" + end + ") - (" + begin + ")");
      if (p.chosen.empty()) return;
      out_ += "  for (nv_i64 nova_k = " + begin + "; nova_k < " + end + "; ++nova_k)\n  ";
      refuse(is_missing(p, "[nova_k]"), p, no_value);
    }
  }
  /// Returns the condition that a value is missing which the constructors around it have.
  static std::string is_missing(const AheadPart& p, const std::string& at) {
    std::string all = p.name + at + " == 0";
    for (const auto& [tag, constructor] : p.chosen)
      all += " && " + tag + at + " == " + std::to_string(constructor);
    return all;
  }
  static constexpr const char* no_value = "this context has no such value";
  /// Values of recursive types are numbers that the context has given out.
  void values(const AheadPart& p, const std::string& at, const std::string& count) {
    refuse("!nova_are_values(ctx, nova_kept_forms, " + std::to_string(p.region) + ", " +
               (p.chosen.empty() ? "0, " : "1, ") + at + ", " + count + ")",
           p, no_value);
  }

  const AheadFunction& f_;
  std::string out_;
};

/// Returns the code that keeps the cells that a result may hold.
std::string commit(const AheadProgram& p, const AheadFunction& f) {
  std::string out;
  if (!has_cells(f.results)) return out;
  for (const AheadInput& in : f.inputs)
    if (in.kind == AheadInput::Room && static_cast<size_t>(in.region) < p.shared_regions)
      out += "  if (!no_memory) nova_commit(ctx, " + std::to_string(in.region) + ");\n";
  return out;
}

/// Returns the declarations of the plan's results as variables whose names begin with nova_got_.
std::string declare_results(const AheadFunction& f) {
  std::string out;
  for (size_t k = 0; k < f.results.size(); ++k) {
    const AheadPart& p = f.results[k];
    const std::string from = "out[" + std::to_string(f.skipped + k) + "]";
    if (p.kind == AheadPart::Column)
      out += "  const " + kernel_type(p.element) + "* const nova_got_" + p.name + " = " + from + ".column;\n";
    else
      out += "  const " + kernel_type(p.element) + " nova_got_" + p.name + " = (" + kernel_type(p.element) +
             ")" + from + member(p.element) + ";\n";
  }
  return out;
}

std::string hand_over(const AheadFunction& f) {
  std::string out, list;
  size_t columns = 0;
  for (const AheadPart& p : f.results)
    if (p.kind == AheadPart::Column) {
      std::string room = dimension_product(f.results, p.value, "*");
      if (p.is_inner || room.empty()) room = "-1", out += "  *" + p.name + " = 0;\n";
      const std::string end = with_prefix(p.end, "nova_got_") + (p.is_offsets ? " + 1" : "");
      list += "    {(void**)" + p.name + ", " + room + ", nova_got_" + p.name + ", " + end + ", sizeof **" +
              p.name + "},\n";
      ++columns;
    }
  if (columns)
    out += "  nova_result nova_results[] = {\n" + list +
           "  };\n  no_memory = nova_hand_over(ctx, nova_results, " + std::to_string(columns) + ");\n";
  for (const AheadPart& p : f.results)
    if (p.kind != AheadPart::Column) out += "  *" + p.name + " = nova_got_" + p.name + ";\n";
  return out;
}

std::string wrapper(const AheadProgram& p, const AheadFunction& f) {
  const auto array = [](size_t n) { return std::to_string(n ? n : 1); };
  std::string out = "int " + f.name + "(" + p.name + "_ctx *ctx" + c_parameters(f) + ") {\n";
  const size_t words = f.inputs.size() * (f.launches.empty() ? 1 : 2);
  out += "  nova_word in[" + array(words) + "], out[" + array(f.skipped + f.results.size()) + "];\n";
  out += "  int no_memory = 0;\n" + ArgumentChecks(f).text() + give_inputs(f) +
         (f.launches.empty() ? "" : give_lengths(f));
  out += "  const int error = nova_call(ctx, &nova_function_" + f.name + ", in, out);\n";
  out += "  if (error) return error;\n" + declare_results(f) + hand_over(f);
  return out + commit(p, f) + "  return nova_finish(ctx, &nova_function_" + f.name + ", no_memory);\n}\n";
}

std::string function_text(const AheadProgram& p, const AheadFunction& f) {
  std::string out = "\n// ---- " + f.written + " : " + f.type + " (" + f.place + ") ----\n\n";
  out += f.launches.empty() ? own_kernels(emit_c_ahead(f.fused, false), "_" + f.name) : f.launches;
  out +=
      "\n// " + f.written +
      " before the optimiser: it runs where the kernels above fail, and tells which error comes first.\n\n";
  out += own_kernels(emit_c_ahead(f.exact, true), exact_suffix(f)) + "\n";
  return out + sites(f) + constants(f) + function_struct(f) + "\n" + wrapper(p, f);
}

/// Returns the first contents of the regions that contexts keep.
std::string regions_text(const AheadProgram& p) {
  if (p.regions.empty()) return "";
  std::string out = "\n// ---- the regions of recursive types ----\n\n", forms;
  for (size_t k = 0; k < p.regions.size(); ++k) {
    const AheadRegion& r = p.regions[k];
    const std::string number = std::to_string(k);
    std::string sizes, columns;
    for (size_t i = 0; i < r.elements.size(); ++i) {
      const std::string name = "nova_cells_" + number + "_" + std::to_string(i) + "_first";
      out += constant_array(r.elements[i], kernel_type(r.elements[i]), name, r.data[i]);
      sizes += std::to_string(element_size(r.elements[i])) + ", ", columns += name + ", ";
    }
    out += "static const unsigned char nova_sizes_" + number + "_first[] = {" + sizes + "};\n";
    out += "static const void* const nova_columns_" + number + "_first[] = {" + columns + "};\n";
    forms += "  {" + std::to_string(r.elements.size()) + ", nova_sizes_" + number + "_first, " +
             std::to_string(r.used) + ", nova_columns_" + number + "_first},\n";
  }
  return out + "static const nova_kept_form nova_kept_forms[NOVA_KEPT] = {\n" + forms + "};\n";
}

/// Returns the functions of the context.
std::string context_text(const AheadProgram& p) {
  const std::string c = p.name + "_ctx", n = p.name;
  std::string out = "\n// ---- the context ----\n\n";
  out += c + " *" + c + "_new(void) { return nova_new_context(nova_c_allocate, nova_c_release, 0); }\n";
  out += c + " *" + c +
         "_new_with(void *(*allocate)(void *, size_t), void (*release)(void *, void *), void *user) {\n"
         "  return nova_new_context(allocate, release, user);\n}\n";
  out += "void " + c + "_free(" + c + " *ctx) { " + (has_device(p) ? "nova_close_device(ctx), " : "") +
         "nova_free_context(ctx); }\n";
  if (has_device(p))
    out += "const char *" + n + "_device(const " + c + " *ctx) { return nova_device_text(ctx); }\n";
  out += "void " + c + "_threads(" + c + " *ctx, int threads) { nova_set_threads(ctx, threads); }\n";
  out += "void " + c + "_stack(" + c + " *ctx, size_t bytes) { ctx->stack = (nv_i64)bytes; }\n";
  out += "void " + c + "_stop(" + c +
         " *ctx, int stop) { __atomic_store_n(&ctx->stop, stop, __ATOMIC_RELAXED); }\n";
  if (p.shared_regions)
    out += "void " + c + "_forget(" + c + " *ctx) { nova_forget(ctx, nova_kept_forms); }\n";
  out += "void " + n + "_free(" + c + " *ctx, void *memory) { nova_give(ctx, memory); }\n";
  out += "const char *" + n + "_error(const " + c + " *ctx) { return ctx->message; }\n";
  out += "const char *" + n + "_error_code(const " + c + " *ctx) { return ctx->code; }\n";
  return out + "const char *" + n + "_error_place(const " + c + " *ctx) { return ctx->place; }\n";
}

/// Makes the 64-bit integers of kernels the types of the header, so that the kernels may read the caller's arrays.
std::string with_public_words(std::string prologue) {
  constexpr std::pair<std::string_view, std::string_view> words[] = {
      {"typedef unsigned long long nv_u64;", "typedef uint64_t nv_u64;"},
      {"typedef long long nv_i64;", "typedef int64_t nv_i64;"}};
  for (const auto& [own, common] : words)
    if (const size_t at = prologue.find(own); at != prologue.npos) prologue.replace(at, own.size(), common);
  return prologue;
}

/// Returns the macro with the types of keys that the text sorts (kernels/c/digit_sort.h); "" if it sorts none.
std::string sorted_keys(const std::string& text) {
  constexpr const char* types[] = {"i64", "i32", "i16", "i8", "u64", "u32", "u16", "u8", "f32", "f64"};
  unsigned bits = text.find("t->host->order(") == text.npos ? 0 : 1u << std::size(types);
  for (size_t k = 0; k < std::size(types); ++k)
    if (text.find(std::string("NOVA_KEY_") + types[k] + ",") != text.npos) bits |= 1u << k;
  return bits ? "#define NOVA_SORTED_KEYS " + std::to_string(bits) + "\n" : "";
}

/// Returns macros that tell the self-test on which functions of the C library the text relies.
std::string library_marks(const std::string& text) {
  std::string out;
  if (text.find("nv_fma_") != text.npos) out += "#define NOVA_USES_FMA\n";
  if (text.find("nv_sqrt_") != text.npos) out += "#define NOVA_USES_SQRT\n";
  return out;
}

/// Gives each function regions of its own for types that no parameter or result has. The context keeps their memory, and
/// nothing in it.
AheadProgram with_own_regions(AheadProgram p) {
  p.shared_regions = p.regions.size();
  for (AheadFunction& f : p.functions) {
    bool own = false;
    for (size_t k = 0; k < f.inputs.size(); ++k) {
      AheadInput& in = f.inputs[k];
      if (in.kind == AheadInput::Room && (own = in.region < 0))
        p.regions.push_back({.layout = {}, .elements = {}, .used = in.bits, .data = {}});
      if (!own ||
          (in.kind != AheadInput::Room && in.kind != AheadInput::Count && in.kind != AheadInput::Cells))
        continue;
      AheadRegion& r = p.regions.back();
      in.region = static_cast<int>(p.regions.size() - 1);
      if (in.kind != AheadInput::Cells) continue;
      in.column = r.elements.size();
      r.elements.push_back(element_of(f, k)), r.data.push_back(std::exchange(in.data, {}));
      r.data.back().resize(r.used);
    }
  }
  return p;
}

} // namespace

std::string ahead_source(const AheadProgram& program) {
  const AheadProgram p = with_own_regions(program);
  std::string text = regions_text(p);
  for (const AheadFunction& f : p.functions) text += function_text(p, f);
  text += context_text(p) + ahead_self_test(p) + foreign_definitions(p.foreigns, p.name);
  std::string out = "// " + p.name + ".c: functions of " + p.source + ", written by nova build (Nova " +
                    p.version + "). Do not edit.\n// It needs nothing but the C library" +
                    (has_device(p) ? " and CUDA's driver" : "") +
                    ". It is fast with -O3 "
                    "-march=native -fno-math-errno. " +
                    p.name +
                    "_selftest tells whether a compiler's flags change "
                    "results.\n#include \"" +
                    p.name + ".h\"\n";
  out += "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#ifdef __linux__\n#include "
         "<sys/mman.h>\n#endif\n";
  if (p.openmp) out += "#include <omp.h>\n#define NOVA_OPENMP\n";
  const std::string prologue = with_public_words(ahead_prologue(text, has_device(p)));
  out += std::string(guards) + "#define NOVA_AHEAD\n#define NOVA_CONTEXT " + p.name + "_ctx\n" +
         (p.regions.empty() ? "" : "#define NOVA_KEPT " + std::to_string(p.regions.size()) + "\n") +
         sorted_keys(text) + library_marks(prologue + text) + "\n";
  if (has_device(p)) out += device_head(p);
  return out + prologue + foreign_declarations(p.foreigns) + (has_device(p) ? device_images(p) : "") + text;
}

} // namespace nova::plan
