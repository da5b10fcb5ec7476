// Scans of integers by one operation whose order no bit shows (+, *, and the bitwise ones): a block's total
// is a plain reduction, and its elements run side by side in a register: each joins with its neighbour, then
// with that two to the left, then four (Hillis and Steele), and last with the carry, which waits for one
// operation alone.
#include "jit/emit/c/emitter.hpp"

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

/// Is making an element again as good as reading it again?
bool Emitter::is_cheap(const Body& b) const {
  constexpr size_t few = 8;
  return b.stms.size() <= few && is_arithmetic(b) && gathered(b).empty();
}

void Emitter::exact_total(const Fold& f) {
  line(c_type(f.types[0]) + " a0 = " + f.neutrals[0] + ";");
  open("for (nv_i64 k = 0; k < count; ++k)");
  join(f, {"a0"}, {"y0[k]"}, {"&a0"});
  close();
  line("z0[126] = a0;");
}

/// The total of elements that nobody keeps.
Emitter::Function Emitter::total_alone(const Fold& f) {
  return function("total", f.captures, false, {"nv_i64 first", "nv_i64 count", c_type(f.types[0]) + "* w0"},
                  [&] {
                    line(c_type(f.types[0]) + " a0 = " + f.neutrals[0] + ";");
                    open("for (nv_i64 k = 0; k < count; ++k)");
                    arrays(f, "x", "");
                    element_of(f, "first + k", {}, {"&x0"});
                    join(f, {"a0"}, {"x0"}, {"&a0"});
                    close();
                    line("*w0 = a0;");
                  });
}

/// Elements 0 .. count / lanes * lanes - 1 of the block; the carry is `p0` before and after. `made`: elements
/// come from what makes them, not from where the results will stand.
void Emitter::exact_registers(const Fold& f, bool made) {
  const size_t size = element_size(f.types[0]), lanes = 64 / size;
  const std::string op = on_vectors(operation(f, 0)), many = std::to_string(lanes),
                    last = std::to_string(lanes - 1);
  std::string place;
  for (size_t l = 0; l < lanes; ++l) place += (l ? ", " : "") + std::to_string(l);
  line("typedef " + std::string(size == 8 ? "nv_u64" : "nv_u32") +
       " wide __attribute__((vector_size(64), aligned(" + std::to_string(size) + "), may_alias));");
  line("const wide none = (wide){} + " + f.neutrals[0] + ", place = {" + place + "};");
  line("wide before = (wide){} + p0;");
  open("for (; k + " + many + " <= count; k += " + many + ")");
  if (made) {
    arrays(f, "e", many);
    line("NOVA_LANES");
    open("for (nv_i64 l = 0; l < " + many + "; ++l)");
    element_of(f, "first + k + l", {}, {"&e0[l]"});
    close();
  }
  line(std::string("wide v = *(const wide*)") + (made ? "e0;" : "(y0 + k);"));
  for (size_t by = 1; by < lanes; by *= 2)
    line("v = __builtin_shuffle(none, v, place + " + std::to_string(lanes - by) + ")" + op + "v;");
  const std::string shifted = "__builtin_shuffle(none, v, place + " + last + ")";
  line("*(wide*)(y0 + k) = before" + op + (f.s.exclusive ? shifted : "v") + ";");
  line("before = before" + op + "__builtin_shuffle(v, (wide){} + " + last + ");");
  close();
  line("p0 = before[0];");
}

void Emitter::exact_run(const Fold& f, bool made) {
  line("nv_i64 k = 0;");
  arrays(f, "p", ""), copy_values(f, {"p0"}, {made ? "*w0" : "w0"});
  if (element_size(f.types[0]) >= 4) {
    line("#ifdef __AVX512F__");
    open("if (count >= 16)");
    exact_registers(f, made);
    close();
    line("#endif");
  }
  open("for (; k < count; ++k)");
  arrays(f, "x", "");
  if (made)
    element_of(f, "first + k", {}, {"&x0"});
  else
    line("x0 = y0[k];");
  if (f.s.exclusive) line("y0[k] = p0;");
  join(f, {"p0"}, {"x0"}, {"&p0"});
  if (!f.s.exclusive) line("y0[k] = p0;");
  close();
  if (made) line("*w0 = p0;");
}

/// A block's running values from its elements, from the carry `w0` to the next one's.
Emitter::Function Emitter::through(const Fold& f) {
  const std::string type = c_type(f.types[0]);
  return function("through", f.captures, false,
                  {"nv_i64 first", "nv_i64 count", type + "* w0", type + "* y0"},
                  [&] { exact_run(f, true); });
}
/// A thread's few blocks: where those before are done, in one go; else their total first, so that the next
/// thread need not wait for them.
void Emitter::scan_through_host(const Fold& f, const Function& total, const ScanSteps& steps) {
  const std::string type = c_type(f.types[0]);
  scan_kernel(f, {{type + "*", "c0", "c0"}}, [&] {
    running_values(f, "1");
    line(type + " w0;");
    const auto run = [&] {
      open("for (nv_i64 b = begin; b < end; ++b)");
      const std::string first = "b * 1024";
      run_block(f, steps, first, "nova_least(n - b * 1024, 1024)", "",
                f.s.after ? in_turn(f, "y") : moved(name(f.s.outs), first), {});
      close();
    };
    open("if (nova_is_turn(turn, begin))");
    line("w0 = c0[0];"), run(), line("c0[0] = w0;"), line("nova_next(turn, end);");
    otherwise();
    line(type + " a0;");
    call(total, {"begin * 1024", "nova_least(n, end * 1024) - begin * 1024", "&a0"});
    line("if (t->host->wait(t, turn, begin)) return 1;");
    line("w0 = c0[0];"), join(f, {"w0"}, {"a0"}, {"&c0[0]"}), line("nova_next(turn, end);"), run();
    close();
  });
}

/// All in turn.
void Emitter::scan_through_loop(const Fold& f, const ScanSteps& steps) {
  const std::string n = name(f.s.args[0]), count = "nova_least(" + n + " - first, 1024)";
  line(c_type(f.types[0]) + " w0 = c0[0];");
  running_values(f, "1");
  open("for (nv_i64 first = 0; first < " + n + "; first += 1024)");
  poll(count);
  run_block(f, steps, "first", count, "", f.s.after ? in_turn(f, "y") : moved(name(f.s.outs), "first"), {});
  close();
}

} // namespace nova::plan
