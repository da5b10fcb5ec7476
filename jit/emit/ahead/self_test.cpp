// Prints the self-test: it makes stored inputs again, runs the functions, and compares hashes of the results.
#include "jit/emit/ahead/parts.hpp"

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
  std::string out = f.name + "(ctx";
  for (const AheadPart* p : in_c_order(f.parameters)) out += ", " + p->name;
  for (const AheadPart* p : in_c_order(f.results)) out += ", &got_" + p->name;
  return out + ")";
}

/// Returns the C function that runs one test of f and returns the hash of the result, or of the error.
std::string test_function(const AheadProgram& p, const AheadFunction& f) {
  std::string out =
      "static nv_u64 nova_test_" + f.name + "(" + p.name + "_ctx *ctx, nv_u64 nova_state, nv_i64 nova_n) {\n";
  out += "  const nv_u64 nova_most = nova_n > 0 ? (nv_u64)nova_n : 1;\n  nv_u64 nova_h = "
         "0xcbf29ce484222325ull;\n" +
         made_inputs(f);
  for (const AheadPart& r : f.results)
    out += "  " + public_type(r.element) + (r.kind == AheadPart::Column ? " *" : " ") + "got_" + r.name +
           " = 0;\n";
  out += "  if (" + call_of(f) +
         ") {\n    nova_h = nova_hash_text(nova_hash_text(nova_h, ctx->place), ctx->code);\n  } else {\n";
  for (const AheadPart& r : f.results) {
    const char kind = r.is_offsets ? 'o' : test_kind(r.element);
    const bool column = r.kind == AheadPart::Column;
    out += "    nova_h = nova_hash(nova_h, '" + std::string(1, kind) + "', " + (column ? "" : "&") + "got_" +
           r.name + ", " + (column ? with_prefix(r.begin, "got_") : "0") + ", " +
           (column ? with_prefix(r.end, "got_") : "1") + ");\n";
  }
  out += "  }\n";
  for (const AheadPart& r : f.results)
    if (r.kind == AheadPart::Column) out += "  " + p.name + "_free(ctx, got_" + r.name + ");\n";
  for (const AheadPart& r : f.parameters)
    if (r.kind == AheadPart::Column) out += "  free(" + r.name + ");\n";
  return out + "  return nova_h;\n}\n";
}

constexpr const char* start = R"(
int NAME_selftest(char *report, size_t size) {
  NAME_ctx *ctx = NAME_ctx_new();
  nova_notes notes = {report, size, 0, 0, 0};
  if (!ctx) return nova_note(&notes, "there is no memory for the self-test", 0), 1;
  nova_test_flags(&notes);
  nova_test_library(&notes);
)";

} // namespace

std::string ahead_self_test(const AheadProgram& p) {
  std::string out = "\n// ---- the self-test ----\n\n";
  for (const AheadFunction& f : p.functions)
    if (!f.tests.empty()) out += test_function(p, f);
  std::string body = start;
  for (size_t at = 0; (at = body.find("NAME")) != body.npos;) body.replace(at, 4, p.name);
  for (const AheadFunction& f : p.functions)
    for (const AheadTest& t : f.tests) {
      const std::string length = std::to_string(t.length);
      body += "  nova_compare(&notes, nova_test_" + f.name + "(ctx, " + std::to_string(t.seed) + "ull, " +
              length + "), " + std::to_string(t.hash) + "ull, " +
              c_string(f.name + " of inputs of length " + length) + ");\n";
    }
  return out + body + "  " + p.name + "_ctx_free(ctx);\n  return nova_end_notes(&notes);\n}\n";
}

} // namespace nova::plan
