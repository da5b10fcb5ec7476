// Bodies: scalar statements in place, and bodies as functions.
#include "jit/emitter.hpp"
#include "interp/scalar_table.hpp"
#include <algorithm>
#include <unordered_set>

namespace nova::plan {

std::string c_type(Element e) {
  constexpr const char* types[] = {"nv_i64", "nv_i32", "nv_i16", "nv_i8", "nv_u8", "nv_f32", "nv_f64", "nv_b8", "nv_c8"};
  return types[static_cast<int>(e)];
}

namespace {

std::string letters(Element e) { return c_type(e).substr(3); }

std::string operation(BuiltinId id) {
  switch (id) {
  case BuiltinId::Add: return "add";
  case BuiltinId::Subtract: return "sub";
  case BuiltinId::Multiply: return "mul";
  case BuiltinId::Divide: return "div";
  case BuiltinId::Remainder: return "rem";
  case BuiltinId::Negate: return "neg";
  case BuiltinId::Equal: return "eq";
  case BuiltinId::NotEqual: return "ne";
  case BuiltinId::Less: return "lt";
  case BuiltinId::LessEqual: return "le";
  case BuiltinId::Greater: return "gt";
  case BuiltinId::GreaterEqual: return "ge";
  case BuiltinId::BitAnd: return "and";
  case BuiltinId::BitOr: return "or";
  case BuiltinId::BitXor: return "xor";
  case BuiltinId::BitNot: return "not";
  case BuiltinId::ShiftLeft: return "shl";
  case BuiltinId::ShiftRight: return "shr";
  default: return std::string(builtin(id).spelling); // and or not abs min max fma, and the maths functions
  }
}

bool is_conversion(BuiltinId id) { return id >= BuiltinId::ToInt && id <= BuiltinId::FromDouble; }

/// Must its text show the operand, because the code depends on it?
bool shapes_code(const Stm& s, size_t operand) {
  return s.op == Op::Scalar && operand == 1 && is_integer(s.element) &&
         (s.builtin == BuiltinId::Divide || s.builtin == BuiltinId::Remainder || s.builtin == BuiltinId::ShiftLeft ||
          s.builtin == BuiltinId::ShiftRight);
}

} // namespace

std::string c_function(BuiltinId id, Element operand, Element result) {
  id = same_operation(id, operand, result);
  if (is_conversion(id)) return "nv_to_" + letters(result) + "_" + letters(operand);
  // bool and char share uint8's byte, and with it the functions that they have no own ones of.
  const bool byte = operand == Element::Bool || operand == Element::Char;
  const bool own = id == BuiltinId::Not || (builtin(id).scheme.starts_with("Eq") || result == Element::Bool);
  return "nv_" + operation(id) + "_" + (byte && !own ? "u8" : letters(operand));
}

std::vector<Var> literal_variables(const Plan& plan) {
  std::unordered_set<uint32_t> in_text;
  for_each_stm(plan.body, [&](const Stm& s) {
    for (size_t k = 0; k < s.args.size(); ++k)
      if (shapes_code(s, k)) in_text.insert(static_cast<uint32_t>(s.args[k]));
  });
  std::vector<Var> found;
  for_each_stm(plan.body, [&](const Stm& s) {
    if (s.op != Op::Constant || in_text.contains(static_cast<uint32_t>(s.outs[0]))) return;
    const auto v = static_cast<int64_t>(s.bits);
    const bool small = !is_number(s.element) || (is_integer(s.element) && v > -256 && v < 256);
    if (!small) found.push_back(s.outs[0]);
  });
  return found;
}

// ---- what bodies do ----

namespace {

/// `checked`: a check stands before, so that what is read may be out of bounds where it failed.
bool stops(const Body& b, bool& checked) {
  for (const Stm& s : b.stms) switch (s.op) {
    case Op::Constant: case Op::Scalar: case Op::Shift: break;
    case Op::Check: checked = true; break;
    case Op::Call:
      if (!s.plain) return true;
      break;
    case Op::Read: if (checked) return true; break;
    case Op::If: if (stops(s.bodies[0], checked) || stops(s.bodies[1], checked)) return true; break;
    default: return true;
    }
  return false;
}

void note_free(const Body& b, std::unordered_set<uint32_t>& bound, std::unordered_set<uint32_t>& seen, Vars& free) {
  const auto use = [&](Var v) {
    const auto k = static_cast<uint32_t>(v);
    if (!bound.contains(k) && seen.insert(k).second) free.push_back(v);
  };
  for (Var v : b.params) bound.insert(static_cast<uint32_t>(v));
  for (const Stm& s : b.stms) {
    for (Var v : s.args) use(v);
    for (const Body& inner : s.bodies) note_free(inner, bound, seen, free);
    for (Var v : s.outs) bound.insert(static_cast<uint32_t>(v));
  }
  for (Var v : b.results) use(v);
}

} // namespace

bool stops(const Body& b) {
  bool checked = false;
  return stops(b, checked);
}

bool allocates(const Body& b) {
  bool found = false;
  for_each_stm(b, [&](const Stm& s) {
    found |= s.op == Op::Iota || s.op == Op::Map || s.op == Op::Scan || s.op == Op::Filter || s.op == Op::Rows ||
             s.op == Op::Scatter || s.op == Op::Copy || s.op == Op::Sort;
  });
  return found;
}

Vars free_variables(const Plan& plan, std::initializer_list<const Body*> bodies, Vars first) {
  std::unordered_set<uint32_t> bound, seen;
  Vars free;
  for (Var v : first)
    if (seen.insert(static_cast<uint32_t>(v)).second) free.push_back(v);
  // A literal is bound at the top of nova_run, wherever its statement stands.
  const Vars at_top = literal_variables(plan);
  for (const Body* b : bodies) note_free(*b, bound, seen, free);
  for (const Body* b : bodies)
    for_each_stm(*b, [&](const Stm& s) {
      if (s.op == Op::Constant && std::find(at_top.begin(), at_top.end(), s.outs[0]) != at_top.end() &&
          seen.insert(static_cast<uint32_t>(s.outs[0])).second)
        free.push_back(s.outs[0]);
    });
  return free;
}

// ---- statements ----

void Emitter::statements(const Body& b) {
  for (const Stm& s : b.stms) statement(s);
}

void Emitter::statement(const Stm& s) {
  switch (s.op) {
  case Op::Constant: return constant(s);
  case Op::Scalar: return scalar(s);
  case Op::Check: return check(s);
  case Op::If: return branch(s);
  case Op::Loop: return loop(s);
  case Op::Read: return line(declared(s.outs[0]) + " = " + name(s.args[0]) + "[" + name(s.args[1]) + "];");
  case Op::Shift: return line(declared(s.outs[0]) + " = " + name(s.args[0]) + " + " + name(s.args[1]) + ";");
  case Op::Iota: return iota(s);
  case Op::Map: return map(s);
  case Op::Reduce: return reduce(s);
  case Op::Accumulate: return reduce(s);
  case Op::Scan: return scan(s);
  case Op::Foldl: return foldl(s);
  case Op::Filter: return filter(s);
  case Op::Rows: return rows(s);
  case Op::Scatter: return scatter(s);
  case Op::Copy: return copy(s);
  case Op::Sort: return sort(s);
  case Op::Call: return call_plan(s);
  case Op::Count_: return;
  }
}

void Emitter::constant(const Stm& s) {
  if (is_literal_[static_cast<size_t>(s.outs[0])]) return;
  if (is_floating(s.element))
    return line(declared(s.outs[0]) + " = " + floating_literal(s.element, s.bits) + ";");
  const auto v = static_cast<int64_t>(s.bits);
  // The smallest integer has no literal of its own in C.
  line(declared(s.outs[0]) + " = " + (v == INT64_MIN ? "-9223372036854775807ll - 1" : std::to_string(v) + "ll") + ";");
}

void Emitter::scalar(const Stm& s) {
  std::string arguments;
  for (Var v : s.args) arguments += (arguments.empty() ? "" : ", ") + name(v);
  line(declared(s.outs[0]) + " = " + c_function(s.builtin, s.element, element(s.outs[0])) + "(" + arguments + ");");
}

void Emitter::check(const Stm& s) {
  const std::string& ok = name(s.args[0]);
  if (defers_) line("*bad |= !" + ok + ";");
  else line("if (!" + ok + ") return nova_fail(t, " + std::to_string(s.site) + ");");
}

void Emitter::declare(const Vars& vars) {
  for (Var v : vars) line(declared(v) + ";");
}

void Emitter::set(const Vars& vars, const Names& values) {
  for (size_t k = 0; k < vars.size(); ++k) line(name(vars[k]) + " = " + values[k] + ";");
}

void Emitter::block(const Body& b, const Names& arguments, const std::function<void(const Names&)>& use) {
  for (size_t k = 0; k < b.params.size(); ++k) line(declared(b.params[k]) + " = " + arguments[k] + ";");
  statements(b);
  use(name(b.results));
}

void Emitter::branch(const Stm& s) {
  declare(s.outs);
  open("if (" + name(s.args[0]) + ")");
  block(s.bodies[0], {}, [&](const Names& r) { set(s.outs, r); });
  --indent_, line("} else {"), ++indent_;
  block(s.bodies[1], {}, [&](const Names& r) { set(s.outs, r); });
  close();
}

/// Some turns of a loop are over: may the run go on?
void Emitter::poll(const std::string& turns) { line("if ((t->fuel -= " + turns + ") < 0 && nova_poll(t)) return 1;"); }

void Emitter::keep(const Stm& s, const std::string& mark) {
  std::string live;
  for (Var v : s.outs)
    if (plan_[v].column) live += ", " + name(v);
  line("{ const void* live[] = {0" + live + "}; t->host->keep(t, " + mark + ", live, sizeof live / sizeof *live); }");
}

void Emitter::loop(const Stm& s) {
  const bool frees = host_ && (allocates(s.bodies[0]) || allocates(s.bodies[1]));
  const std::string mark = fresh("mark");
  declare(s.outs), set(s.outs, name(s.args));
  if (frees) line("const nv_i64 " + mark + " = t->host->mark(t);");
  open("for (;;)");
  poll();
  block(s.bodies[0], name(s.outs), [&](const Names& go) { line("if (!" + go[0] + ") break;"); });
  block(s.bodies[1], name(s.outs), [&](const Names& r) { set(s.outs, r); });
  if (frees) keep(s, mark);
  close();
}

void Emitter::foldl(const Stm& s) {
  const bool frees = host_ && allocates(s.bodies[0]);
  const std::string mark = fresh("mark"), k = fresh("k");
  declare(s.outs), set(s.outs, name(Vars(s.args.begin() + 1, s.args.end())));
  if (frees) line("const nv_i64 " + mark + " = t->host->mark(t);");
  open("for (nv_i64 " + k + " = 0; " + k + " < " + name(s.args[0]) + "; ++" + k + ")");
  poll();
  Names arguments = name(s.outs);
  arguments.push_back(k);
  block(s.bodies[0], arguments, [&](const Names& r) { set(s.outs, r); });
  if (frees) keep(s, mark);
  close();
}

/// A declared column gets room for n elements: a buffer of its own, or some of the task's arena.
void Emitter::allocate(const std::string& column, const std::string& n) {
  const std::string from = host_ ? "t->host->alloc" : "nova_arena";
  line("if (!(" + column + " = " + from + "(t, " + n + ", sizeof *" + column + "))) return 1;");
}

// ---- functions ----

Emitter::Function Emitter::function(const char* role, Vars captures, bool stops, const Names& parameters,
                                    const std::function<void()>& body) {
  Function f{fresh(role), std::move(captures), stops};
  apart([&] {
    std::string list = "nova_task* t, int* bad";
    for (Var v : f.captures) list += ", " + declared(v);
    for (const std::string& p : parameters) list += ", " + p;
    open(std::string("NOVA_INLINE ") + (stops ? "int " : "void ") + f.name + "(" + list + ")");
    body();
    if (stops) line("return 0;");
    close();
  });
  return f;
}

Emitter::Function Emitter::function(const Body& b, const char* role) {
  const bool stops = plan::stops(b);
  Names parameters;
  for (Var v : b.params) parameters.push_back(declared(v));
  for (size_t k = 0; k < b.results.size(); ++k)
    parameters.push_back(c_type(element(b.results[k])) + (plan_[b.results[k]].column ? "**" : "*") + " r" + std::to_string(k));
  return function(role, free_variables(plan_, {&b}), stops, parameters, [&] {
    defers_ = !stops;
    statements(b);
    // A result may be a parameter, and `r` what a later parameter lies in: read all, then write.
    for (size_t k = 0; k < b.results.size(); ++k) line("*r" + std::to_string(k) + " = " + name(b.results[k]) + ";");
  });
}

void Emitter::call(const Function& f, const Names& arguments) {
  std::string list = "t, bad";
  for (Var v : f.captures) list += ", " + name(v);
  for (const std::string& a : arguments) list += ", " + a;
  line(f.stops ? "if (" + f.name + "(" + list + ")) return 1;" : f.name + "(" + list + ");");
}

} // namespace nova::plan
