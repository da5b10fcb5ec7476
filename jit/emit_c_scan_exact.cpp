// Scans of integers by one operation whose order no bit shows (+, *, and the bitwise ones): a block's total
// is a plain reduction, and its elements run side by side in a register: each joins with its neighbour, then
// with that two to the left, then four (Hillis and Steele), and last with the carry, which waits for one
// operation alone.
#include "jit/emitter.hpp"

namespace nova::plan {
namespace {

/// The operation on vectors in C.
const char* on_vectors(BuiltinId id) {
  switch (id) {
  case BuiltinId::Add: return " + ";
  case BuiltinId::Multiply: return " * ";
  case BuiltinId::BitAnd: return " & ";
  case BuiltinId::BitOr: return " | ";
  case BuiltinId::BitXor: return " ^ ";
  default: return nullptr;
  }
}

} // namespace

bool Emitter::in_any_order(const Fold& f) const {
  return !f.stops && f.types.size() == 1 && is_integer(f.types[0]) && !f.neutrals.empty() &&
         on_vectors(operation(f, 0));
}

void Emitter::exact_total(const Fold& f) {
  line(c_type(f.types[0]) + " a0 = " + f.neutrals[0] + ";");
  open("for (nv_i64 k = 0; k < count; ++k)");
  join(f, {"a0"}, {"y0[k]"}, {"&a0"});
  close();
  line("z0[126] = a0;");
}

/// Elements 0 .. count / lanes * lanes - 1 of the block; the carry is `p0` before and after.
void Emitter::exact_registers(const Fold& f) {
  const size_t size = element_size(f.types[0]), lanes = 64 / size;
  const std::string op = on_vectors(operation(f, 0)), last = std::to_string(lanes - 1);
  std::string place;
  for (size_t l = 0; l < lanes; ++l) place += (l ? ", " : "") + std::to_string(l);
  line("typedef " + std::string(size == 8 ? "nv_u64" : "nv_u32") +
       " wide __attribute__((vector_size(64), aligned(" + std::to_string(size) + "), may_alias));");
  line("const wide none = (wide){} + " + f.neutrals[0] + ", place = {" + place + "};");
  line("wide before = (wide){} + p0;");
  open("for (; k + " + std::to_string(lanes) + " <= count; k += " + std::to_string(lanes) + ")");
  line("wide v = *(const wide*)(y0 + k);");
  for (size_t by = 1; by < lanes; by *= 2)
    line("v = __builtin_shuffle(none, v, place + " + std::to_string(lanes - by) + ")" + op + "v;");
  const std::string shifted = "__builtin_shuffle(none, v, place + " + last + ")";
  line("*(wide*)(y0 + k) = before" + op + (f.s.exclusive ? shifted : "v") + ";");
  line("before = before" + op + "__builtin_shuffle(v, (wide){} + " + last + ");");
  close();
  line("p0 = before[0];");
}

void Emitter::exact_run(const Fold& f) {
  line("nv_i64 k = 0;");
  arrays(f, "p", ""), copy_values(f, {"p0"}, {"w0"});
  if (element_size(f.types[0]) >= 4) {
    line("#ifdef __AVX512F__");
    open("if (count >= 16)");
    exact_registers(f);
    close();
    line("#endif");
  }
  open("for (; k < count; ++k)");
  line("const " + c_type(f.types[0]) + " x = y0[k];");
  if (f.s.exclusive) line("y0[k] = p0;");
  join(f, {"p0"}, {"x"}, {"&p0"});
  if (!f.s.exclusive) line("y0[k] = p0;");
  close();
}

} // namespace nova::plan
