// Prints exact scans: scans of integers by +, *, or a bitwise operation, whose result does not depend on the
// grouping. A block's total is a plain reduction. Its running values are computed in vector registers: each element
// is combined with its left neighbour, then with the element two to the left, then four, .. (Hillis and Steele), and
// last with the carry. So from register to register the carry depends on one operation alone.
#include "jit/emit/c/folds/exact_scans.hpp"

namespace nova::plan {

namespace {

/// Returns the operator that C has for the operation on vectors; null if it has none.
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

/// Prints a loop over a block's elements, which handles as many elements at a time as a vector register holds. It
/// ends when fewer are left. The C variable `p0` holds the carry before and after the loop. With `made` the elements
/// are computed; otherwise they are read from y0.
void exact_registers(BodyPrinter& p, const Fold& f, bool made) {
  const size_t size = element_size(f.types[0]), lanes = 64 / size;
  const std::string op = on_vectors(operation(f, 0)), many = std::to_string(lanes),
                    last = std::to_string(lanes - 1);
  std::string place;
  for (size_t l = 0; l < lanes; ++l) place += (l ? ", " : "") + std::to_string(l);
  p.line("typedef " + std::string(size == 8 ? "nv_u64" : "nv_u32") +
         " wide __attribute__((vector_size(64), aligned(" + std::to_string(size) + "), may_alias));");
  p.line("const wide none = (wide){0} + " + f.neutrals[0] + ", place = {" + place + "};");
  p.line("wide before = (wide){0} + p0;");
  p.open("for (; k + " + many + " <= count; k += " + many + ")");
  if (made) {
    arrays(p, f, "e", many);
    p.line("NOVA_LANES");
    p.open("for (nv_i64 l = 0; l < " + many + "; ++l)");
    element_of(p, f, "first + k + l", {}, {"&e0[l]"});
    p.close();
  }
  p.line(std::string("wide v = *(const wide*)") + (made ? "e0;" : "(y0 + k);"));
  for (size_t by = 1; by < lanes; by *= 2)
    p.line("v = __builtin_shuffle(none, v, place + " + std::to_string(lanes - by) + ")" + op + "v;");
  const std::string shifted = "__builtin_shuffle(none, v, place + " + last + ")";
  p.line("*(wide*)(y0 + k) = before" + op + (f.s.exclusive ? shifted : "v") + ";");
  p.line("before = before" + op + "__builtin_shuffle(v, (wide){0} + " + last + ");");
  p.close();
  p.line("p0 = before[0];");
}

} // namespace

bool in_any_order(const Fold& f) {
  return !f.stops && f.types.size() == 1 && is_integer(f.types[0]) && !f.neutrals.empty() &&
         on_vectors(operation(f, 0));
}

bool is_cheap_element(const Body& b) {
  constexpr size_t few = 8;
  return b.stms.size() <= few && is_arithmetic(b) && gathered(b).empty();
}

void exact_total(BodyPrinter& p, const Fold& f) {
  p.line(c_type(f.types[0]) + " a0 = " + f.neutrals[0] + ";");
  p.open("for (nv_i64 k = 0; k < count; ++k)");
  join(p, f, {"a0"}, {"y0[k]"}, {"&a0"});
  p.close();
  p.line("z0[126] = a0;");
}

CFunction total_alone(BodyPrinter& p, const Fold& f) {
  return p.function("total", f.captures, false, {"nv_i64 first", "nv_i64 count", c_type(f.types[0]) + "* w0"},
                    [&] {
                      p.line(c_type(f.types[0]) + " a0 = " + f.neutrals[0] + ";");
                      p.open("for (nv_i64 k = 0; k < count; ++k)");
                      arrays(p, f, "x", "");
                      element_of(p, f, "first + k", {}, {"&x0"});
                      join(p, f, {"a0"}, {"x0"}, {"&a0"});
                      p.close();
                      p.line("*w0 = a0;");
                    });
}

void exact_run(BodyPrinter& p, const Fold& f, bool made) {
  p.line("nv_i64 k = 0;");
  arrays(p, f, "p", ""), copy_values(p, f, {"p0"}, {made ? "*w0" : "w0"});
  if (element_size(f.types[0]) >= 4) {
    p.line("#ifdef __AVX512F__");
    p.open("if (count >= 16)");
    exact_registers(p, f, made);
    p.close();
    p.line("#endif");
  }
  p.open("for (; k < count; ++k)");
  arrays(p, f, "x", "");
  if (made)
    element_of(p, f, "first + k", {}, {"&x0"});
  else
    p.line("x0 = y0[k];");
  if (f.s.exclusive) p.line("y0[k] = p0;");
  join(p, f, {"p0"}, {"x0"}, {"&p0"});
  if (!f.s.exclusive) p.line("y0[k] = p0;");
  p.close();
  if (made) p.line("*w0 = p0;");
}

CFunction through(BodyPrinter& p, const Fold& f) {
  const std::string type = c_type(f.types[0]);
  return p.function("through", f.captures, false,
                    {"nv_i64 first", "nv_i64 count", type + "* w0", type + "* y0"},
                    [&] { exact_run(p, f, true); });
}

void scan_through_host(BodyPrinter& p, const Fold& f, const CFunction& total, const ScanSteps& steps) {
  const std::string type = c_type(f.types[0]);
  scan_kernel(p, f, {{type + "*", "c0", "c0"}}, [&] {
    running_values(p, f, "1");
    p.line(type + " w0;");
    const auto run = [&] {
      p.open("for (nv_i64 b = begin; b < end; ++b)");
      const std::string first = "b * 1024";
      run_block(p, f, steps, first, "nova_least(n - b * 1024, 1024)", "",
                f.s.after ? in_turn(f, "y") : moved(p.name(f.s.outs), first), {});
      p.close();
    };
    p.open("if (nova_is_turn(turn, begin))");
    p.line("w0 = c0[0];"), run(), p.line("c0[0] = w0;"), p.line("nova_next(turn, end);");
    p.otherwise();
    p.line(type + " a0;");
    p.call(total, {"begin * 1024", "nova_least(n, end * 1024) - begin * 1024", "&a0"});
    p.line("if (t->host->wait(t, turn, begin)) return 1;");
    p.line("w0 = c0[0];"), join(p, f, {"w0"}, {"a0"}, {"&c0[0]"}), p.line("nova_next(turn, end);"), run();
    p.close();
  });
}

void scan_through_loop(BodyPrinter& p, const Fold& f, const ScanSteps& steps) {
  const std::string n = p.name(f.s.args[0]), count = "nova_least(" + n + " - first, 1024)";
  p.line(c_type(f.types[0]) + " w0 = c0[0];");
  running_values(p, f, "1");
  p.open("for (nv_i64 first = 0; first < " + n + "; first += 1024)");
  p.poll(count);
  run_block(p, f, steps, "first", count, "", f.s.after ? in_turn(f, "y") : moved(p.name(f.s.outs), "first"),
            {});
  p.close();
}

} // namespace nova::plan
