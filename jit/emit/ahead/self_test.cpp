// Prints the self-test: it makes stored inputs again, runs the functions, and compares hashes of the results.
#include "jit/emit/ahead/parts.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// Returns the code that declares the parts of a function's parameters and fills them. Vectors have n elements.
std::string made_inputs(const AheadFunction& f) {
  std::string out;
  for (const AheadPart& p : f.parameters) {
    const std::string type = p.element == Element::Bool ? "bool" : public_type(p.element);
    const std::string kind = std::string("'") + test_kind(p.element) + "'";
    if (p.kind == AheadPart::Dimension) {
      out += "  const int64_t " + p.name + " = nova_n;\n";
    } else if (p.kind == AheadPart::Scalar) {
      out += "  " + type + " " + p.name + ";\n  nova_write_random(" + kind + ", &" + p.name +
             ", 0, nova_most, &nova_state);\n";
    } else {
      const std::string end = "(" + with_prefix(p.end, "") + ")" + (p.is_offsets ? " + 1" : "");
      out +=
          "  " + type + " *" + p.name + " = malloc((size_t)((" + end + ") + 1) * sizeof *" + p.name + ");\n";
      if (p.is_offsets)
        out +=
            "  nova_write_offsets((nv_i64*)" + p.name + ", " + with_prefix(p.end, "") + ", &nova_state);\n";
      else
        out += "  for (nv_i64 nova_k = 0; nova_k < " + end + "; ++nova_k) nova_write_random(" + kind + ", " +
               p.name + ", nova_k, nova_most, &nova_state);\n";
    }
  }
  return out;
}

std::string call_of(const AheadFunction& f) {
  std::string out = f.name + "(nova_ctx";
  for (const AheadPart* p : in_c_order(f.parameters)) out += ", " + p->name;
  for (const AheadPart* p : in_c_order(f.results)) out += ", &nova_got_" + p->name;
  return out + ")";
}

/// Returns the code that declares results, all of which are 0.
std::string declared_results(const std::vector<AheadPart>& results, const std::string& prefix) {
  std::string out;
  for (const AheadPart& r : results)
    out += "  " + public_type(r) + (r.kind == AheadPart::Column ? " *" : " ") + prefix + r.name + " = 0;\n";
  return out;
}

constexpr const char* hash_of_error =
    "nova_h = nova_hash_text(nova_hash_text(nova_h, nova_ctx->place), nova_ctx->code);\n";

std::string hash_function(size_t region) { return "nova_hash_region_" + std::to_string(region) + "_at"; }

/// Returns the code that adds the results to the hash nova_h.
std::string hashed(const std::vector<AheadPart>& results, const std::string& prefix) {
  std::string out;
  for (const AheadPart& r : results) {
    const char kind = r.is_offsets ? 'o' : test_kind(r.element);
    const bool column = r.kind == AheadPart::Column;
    const std::string begin = column ? with_prefix(r.begin, prefix) : "0",
                      end = column ? with_prefix(r.end, prefix) : "1",
                      at = (column ? "" : "&") + prefix + r.name;
    if (r.region >= 0)
      out += "    for (nv_i64 nova_k = " + begin + "; nova_k < " + end +
             "; ++nova_k) nova_h = " + hash_function(static_cast<size_t>(r.region)) + "(nova_ctx, nova_h, (" +
             at + ")[nova_k]);\n";
    else
      out += "    nova_h = nova_hash(nova_h, '" + std::string(1, kind) + "', " + at + ", " + begin + ", " +
             end + ");\n";
  }
  return out;
}

/// Prints the functions that hash what lies in regions: a value's constructor and its fields, a vector's length and elements.
class RegionHashes {
 public:
  explicit RegionHashes(const AheadProgram& p) : p_(p) {}
  std::string text() {
    for (size_t k = 0; k < p_.shared_regions; ++k) out_ += head(k) + ";\n";
    for (size_t k = 0; k < p_.shared_regions; ++k) {
      out_ += head(k) + " {\n  void** const columns = ctx->kept[" + std::to_string(k) + "].columns;\n";
      region_ = k, depth_ = 1;
      if (p_.regions[k].of_cells) line("if (at == 0) return nova_hash_word(h, 0);");
      layout(p_.regions[k].layout);
      out_ += "  (void)columns;\n  return h;\n}\n";
    }
    return out_;
  }

 private:
  static std::string head(size_t k) {
    return "static nv_u64 " + hash_function(k) + "(const nova_context* ctx, nv_u64 h, nv_i64 at)";
  }
  void line(const std::string& text) { out_ += std::string(2 * depth_, ' ') + text + "\n"; }
  /// The number in a column of the region.
  std::string word(size_t column) const {
    return "((" + kernel_type(p_.regions[region_].elements[column]) + "*)columns[" + std::to_string(column) +
           "])[at]";
  }
  void layout(const AheadLayout& l) {
    switch (l.kind) {
    case AheadLayout::Number:
      return line("h = nova_hash(h, '" + std::string(1, test_kind(l.element)) + "', columns[" +
                  std::to_string(l.column) + "], at, at + 1);");
    case AheadLayout::Cell:
      return line("h = " + hash_function(l.region) + "(ctx, h, (nv_i64)" + word(l.column) + ");");
    case AheadLayout::Vector: return vector(l);
    case AheadLayout::Fields: return constructors(l);
    }
  }
  void fields(const std::vector<AheadLayout>& all) {
    for (const AheadLayout& l : all) layout(l);
  }
  void vector(const AheadLayout& l) {
    line("h = nova_hash_word(h, (nv_u64)(" + word(l.column + 1) + " - " + word(l.column) + "));");
    for (uint32_t d = 0; l.rank > 1 && d < l.rank; ++d)
      line("h = nova_hash_word(h, (nv_u64)" + word(l.column + 2 + d) + ");");
    line("for (nv_i64 k = " + word(l.column) + "; k < " + word(l.column + 1) +
         "; ++k) h = " + hash_function(l.region) + "(ctx, h, k);");
  }
  void constructors(const AheadLayout& l) {
    if (l.fields.size() == 1) return fields(l.fields[0]);
    line("h = nova_hash_word(h, (nv_u64)" + word(l.column) + ");");
    for (size_t k = 0; k < l.fields.size(); ++k) {
      if (l.fields[k].empty()) continue;
      line("if (" + word(l.column) + " == " + std::to_string(k) + ") {");
      ++depth_, fields(l.fields[k]), --depth_;
      line("}");
    }
  }

  const AheadProgram& p_;
  std::string out_;
  size_t region_ = 0, depth_ = 1;
};

std::string freed(const AheadProgram& p, const std::vector<AheadPart>& results, const std::string& prefix) {
  std::string out;
  for (const AheadPart& r : results)
    if (r.kind == AheadPart::Column) out += "  " + p.name + "_free(nova_ctx, " + prefix + r.name + ");\n";
  return out;
}

/// Returns the code that runs f, and hashes the result or the error.
std::string tried(const AheadProgram& p, const AheadFunction& f) {
  return declared_results(f.results, "nova_got_") + "  if (" + call_of(f) + ") {\n    " + hash_of_error +
         "  } else {\n" + hashed(f.results, "nova_got_") + "  }\n" + freed(p, f.results, "nova_got_");
}

constexpr const char* begin_hash = "  nv_u64 nova_h = 0xcbf29ce484222325ull;\n";

/// Returns the C function that runs tests of f, whose inputs are made by a rule, and returns the hash of the result, or of the
/// error.
std::string test_function(const AheadProgram& p, const AheadFunction& f) {
  std::string out = "static nv_u64 nova_tests_of_" + f.name + "(" + p.name +
                    "_ctx *nova_ctx, nv_u64 nova_state, nv_i64 nova_n) {\n";
  out += "  const nv_u64 nova_most = nova_n > 0 ? (nv_u64)nova_n : 1;\n" + std::string(begin_hash) +
         made_inputs(f) + tried(p, f);
  for (const AheadPart& r : f.parameters)
    if (r.kind == AheadPart::Column) out += "  free(" + r.name + ");\n";
  return out + "  return nova_h;\n}\n";
}

/// Returns the code that declares the parts of a function's parameters with stored words.
std::string given_inputs(const AheadFunction& f, const AheadTest& t) {
  std::string out;
  for (size_t k = 0; k < f.parameters.size(); ++k) {
    const AheadPart& p = f.parameters[k];
    const std::string type = p.element == Element::Bool ? "bool" : public_type(p);
    if (p.kind == AheadPart::Column)
      out += "  " + constant_array(p.element, public_type(p), p.name, t.given[k]);
    else
      out += "  const " + type + " " + p.name + " = (" + type + ")" + c_constant(p.element, t.given[k][0]) +
             ";\n";
  }
  return out;
}

/// Returns the code that gives the context's regions the cells of a test's inputs.
std::string loaded_regions(const AheadTest& t) {
  std::string out;
  for (size_t k = 0; k < t.loads.size(); ++k) {
    const AheadRegion& r = t.loads[k];
    if (r.used == 0) continue;
    std::string columns;
    for (size_t i = 0; i < r.elements.size(); ++i) {
      const std::string name = "nova_column_" + std::to_string(k) + "_" + std::to_string(i);
      out += "  " + constant_array(r.elements[i], kernel_type(r.elements[i]), name, r.data[i]);
      columns += name + ", ";
    }
    const std::string all = "nova_columns_" + std::to_string(k);
    out += "  const void* const " + all + "[] = {" + columns + "};\n";
    out += "  if (!nova_load(nova_ctx, nova_kept_forms, NOVA_KEPT, " + std::to_string(k) + ", " +
           std::to_string(r.used) + ", " + all + ")) return 0;\n";
  }
  return out;
}

std::string number_of_test(const AheadFunction& f, size_t k) {
  return "nova_test_" + std::to_string(k) + "_of_" + f.name;
}

/// Returns the C function that runs test k of f, whose inputs are stored.
std::string stored_test(const AheadProgram& p, const AheadFunction& f, size_t k) {
  const AheadTest& t = f.tests[k];
  return "static nv_u64 " + number_of_test(f, k) + "(" + p.name + "_ctx *nova_ctx) {\n" + begin_hash +
         (p.shared_regions == 0 ? "" : "  nova_forget(nova_ctx, nova_kept_forms);\n") + loaded_regions(t) +
         given_inputs(f, t) + tried(p, f) + "  return nova_h;\n}\n";
}

/// Returns the functions that run the tests of f.
std::string test_functions(const AheadProgram& p, size_t at) {
  const AheadFunction& f = p.functions[at];
  std::string out;
  bool by_rule = false;
  for (size_t k = 0; k < f.tests.size(); ++k)
    f.tests[k].given.empty() ? void(by_rule = true) : void(out += stored_test(p, f, k));
  return (by_rule ? test_function(p, f) : "") + out;
}

constexpr const char* start = R"(
int NAME_selftest(char *report, size_t size) {
  NAME_ctx *ctx = NAME_ctx_new();
  nova_notes notes = {report, size, 0, 0, 0};
  if (!ctx) return nova_note(&notes, "there is no memory for the self-test", 0), 1;
  nova_test_flags(&notes);
  nova_test_library(&notes);
)";

constexpr const char* test_device =
    "  const int there = nova_test_device(ctx, &notes, nova_images, NOVA_IMAGES);\n";

} // namespace

std::string ahead_self_test(const AheadProgram& p) {
  std::string out = "\n// ---- the self-test ----\n\n";
  const auto is_tested = [](const AheadFunction& f) { return !f.tests.empty() && has_cells(f.results); };
  if (std::ranges::any_of(p.functions, is_tested)) out += RegionHashes(p).text();
  for (size_t k = 0; k < p.functions.size(); ++k) out += test_functions(p, k);
  std::string body = start;
  if (has_device(p)) body += test_device;
  body = replaced(body, "NAME", p.name);
  for (const AheadFunction& f : p.functions)
    for (size_t k = 0; k < f.tests.size(); ++k) {
      const AheadTest& t = f.tests[k];
      const std::string length = std::to_string(t.length);
      body += std::string(f.launches.empty() ? "  " : "  if (there) ") + "nova_compare(&notes, " +
              (t.given.empty()
                   ? "nova_tests_of_" + f.name + "(ctx, " + std::to_string(t.seed) + "ull, " + length + ")"
                   : number_of_test(f, k) + "(ctx)") +
              ", " + std::to_string(t.hash) + "ull, " + c_string(f.name + " of inputs of length " + length) +
              ");\n";
    }
  return out + body + "  " + p.name + "_ctx_free(ctx);\n  return nova_end_notes(&notes);\n}\n";
}

} // namespace nova::plan
