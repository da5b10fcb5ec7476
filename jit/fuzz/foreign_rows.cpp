// Foreign functions of random programs: their C texts follow a small grammar, and each has a row that calls it.
#include "jit/fuzz/rows.hpp"

namespace nova::fuzz {
namespace {

/// A type of the functions: as Nova writes it, the head of the C function, and the kinds of what its text may use.
struct Signature {
  const char *letter, *result, *type, *arguments, *c_result, *c_parameters;
  bool floating, vector;
};

constexpr Signature signatures[] = {
    {"i", "int", "int -> int -> int", "{int} {int}", "int64_t", "int64_t a, int64_t b", false, false},
    {"d", "double", "double -> double -> double", "{double} {double}", "double", "double a, double b", true,
     false},
    {"f", "float", "float -> float -> float", "{float} {float}", "float", "float a, float b", true, false},
    {"v", "int", "vector int -> int -> int", "{vector int} {int}", "int64_t",
     "const int64_t *x, int64_t n, int64_t a", false, true},
    {"w", "double", "vector double -> double -> double", "{vector double} {double}", "double",
     "const double *x, int64_t n, double a", true, true},
};
constexpr size_t functions_each = 4;
/// The functions from this number on have a CUDA text beside their C text, which is the CUDA text's reference.
constexpr size_t first_cuda = 2;

/// Makes the expressions of a function's text. Integers wrap around, and no operation is undefined.
class Texts {
 public:
  Texts(const Signature& s, uint64_t seed) : s_(s), random_(seed) {}

  std::string body() {
    const std::string type = s_.c_result;
    if (!s_.vector) return "return (" + type + ")" + expression(3) + ";";
    return type + " b = 0; for (int64_t k = 0; k < n; ++k) b = (" + type + ")" + expression(2) +
           "; return b;";
  }

 private:
  std::string leaf() {
    const size_t k = random_.below(s_.vector ? 4 : 3);
    if (k == 3) return "x[k]";
    if (k == 2)
      return s_.floating ? std::to_string(random_.below(9)) + ".5f" : std::to_string(random_.below(1000));
    return k == 1 ? "b" : "a";
  }
  std::string expression(int depth) {
    if (depth == 0 || random_.one_in(6)) return leaf();
    const std::string x = expression(depth - 1), y = expression(depth - 1);
    if (random_.one_in(4)) return "(" + x + " < " + y + " ? " + x + " : " + y + ")";
    if (s_.floating) return "(" + x + random_.pick(std::vector<std::string>{" + ", " - ", " * "}) + y + ")";
    if (random_.one_in(4)) return "((int64_t)" + x + " >> " + std::to_string(random_.below(64)) + ")";
    return "(int64_t)((uint64_t)" + x +
           random_.pick(std::vector<std::string>{" + ", " - ", " * ", " ^ ", " & "}) + "(uint64_t)" + y + ")";
  }
  const Signature& s_;
  Random random_;
};

std::string name_of(const Signature& s, size_t k) { return std::string("cf") + s.letter + std::to_string(k); }

std::string declaration_of(const Signature& s, size_t k) {
  const bool cuda = k >= first_cuda;
  const std::string name = name_of(s, k), in_c = name + (cuda ? "_c" : ""),
                    body = s.c_parameters + (") { " + Texts(s, 100 + k).body()) + " }\"";
  const std::string c_text = "(foreign-c (" + in_c + " : " + s.type + ") \"static " + s.c_result + " " +
                             in_c + "(" + body + " (in-process))";
  if (!cuda) return c_text;
  const std::string within = k == first_cuda ? "" : " (within 1 ulp)";
  return c_text + "\n(foreign-cuda (" + name + " : " + s.type + ") \"__device__ " + s.c_result + " " + name +
         "(" + body + " (reference " + in_c + ")" + within + ")";
}

} // namespace

std::vector<ForeignDeclaration> foreign_declarations() {
  std::vector<ForeignDeclaration> all;
  for (const Signature& s : signatures)
    for (size_t k = 0; k < functions_each; ++k) all.push_back({name_of(s, k), declaration_of(s, k)});
  return all;
}

std::vector<Row> foreign_rows() {
  std::vector<Row> all;
  for (const Signature& s : signatures)
    for (size_t k = 0; k < functions_each; ++k)
      all.push_back(read_row(1, s.result, "(" + name_of(s, k) + " " + s.arguments + ")"));
  return all;
}

} // namespace nova::fuzz
