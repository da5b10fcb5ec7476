// Bodies: scalar statements in place, and bodies as functions.
#include "interp/scalar_table.hpp"
#include "jit/analysis/numeric_sort.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/emitter.hpp"
#include "runtime/lengths.hpp"
#include <algorithm>
#include <unordered_set>

namespace nova::plan {

std::string c_type(Element e) {
  constexpr const char* types[] = {"nv_i64", "nv_i32", "nv_i16", "nv_i8", "nv_u8",
                                   "nv_f32", "nv_f64", "nv_b8",  "nv_c8"};
  return types[static_cast<int>(e)];
}

namespace {

std::string letters(Element e) { return c_type(e).substr(3); }

bool is_conversion(BuiltinId id) { return id >= BuiltinId::ToInt && id <= BuiltinId::FromDouble; }

/// Must its text show the operand, because the code depends on it?
bool shapes_code(const Stm& s, size_t operand) {
  return s.op == Op::Scalar && operand == 1 && is_integer(s.element) &&
         (s.builtin == BuiltinId::Divide || s.builtin == BuiltinId::Remainder ||
          s.builtin == BuiltinId::ShiftLeft || s.builtin == BuiltinId::ShiftRight);
}

} // namespace

bool is_maths(BuiltinId id) { return builtin(id).cost.find(" to ") != std::string_view::npos; }

std::string c_function(BuiltinId id, Element operand, Element result) {
  id = same_operation(id, operand, result);
  if (is_conversion(id)) return "nv_to_" + letters(result) + "_" + letters(operand);
  // bool and char share uint8's byte, and with it the functions that they have no own ones of.
  const bool byte = operand == Element::Bool || operand == Element::Char;
  const bool own = id == BuiltinId::Not || (builtin(id).scheme.starts_with("Eq") || result == Element::Bool);
  return "nv_" + std::string(builtin(id).function) + "_" + (byte && !own ? "u8" : letters(operand));
}

namespace {

/// The least or largest integer of a type; of floating ones, the rank of NaN, which min and max pass over.
std::string c_extreme(Element e, bool largest) {
  if (is_floating(e)) return largest ? "-1" : "0";
  if (!is_integer(e)) return "";
  const bool is_signed = e != Element::U8;
  const auto width = static_cast<unsigned>(element_size(e) * 8) - is_signed;
  const std::string most = "(nv_i64)(~0ull >> " + std::to_string(64 - width) + ")";
  return largest ? most : is_signed ? "-" + most + " - 1" : "0";
}

} // namespace

std::string c_neutral(BuiltinId id, Element e) {
  const bool whole = is_integer(e) || e == Element::Bool;
  switch (id) {
  case BuiltinId::Add: return is_floating(e) ? "-0.0f" : "0";
  case BuiltinId::Multiply: return "1";
  case BuiltinId::Min: return c_extreme(e, true);
  case BuiltinId::Max: return c_extreme(e, false);
  case BuiltinId::BitOr:
  case BuiltinId::BitXor:
  case BuiltinId::Or: return whole ? "0" : "";
  case BuiltinId::BitAnd: return whole ? "-1" : "";
  case BuiltinId::And: return "1";
  default: return "";
  }
}

/// Numbers that the C compiler need not know: large ones, and what the plan itself calls functions with, so that (fib 30) and
/// (fib 31) are one text.
std::vector<Var> literal_variables(const Plan& plan) {
  std::unordered_set<uint32_t> in_text, called_with;
  for (const Stm& s : plan.body.stms)
    if (s.op == Op::Call)
      for (Var v : s.args) called_with.insert(static_cast<uint32_t>(v));
  for_each_stm(plan.body, [&](const Stm& s) {
    for (size_t k = 0; k < s.args.size(); ++k)
      if (shapes_code(s, k)) in_text.insert(static_cast<uint32_t>(s.args[k]));
  });
  std::vector<Var> found;
  for_each_stm(plan.body, [&](const Stm& s) {
    if (s.op != Op::Constant || in_text.contains(static_cast<uint32_t>(s.outs[0]))) return;
    const auto v = static_cast<int64_t>(s.bits);
    const bool small = is_integer(s.element) && ((v > -256 && v < 256) || v == most_elements);
    const bool is_argument = called_with.contains(static_cast<uint32_t>(s.outs[0]));
    if (is_number(s.element) && (!small || is_argument)) found.push_back(s.outs[0]);
  });
  return found;
}

// ---- what bodies do ----

namespace {

void note_free(const Body& b, std::unordered_set<uint32_t>& bound, std::unordered_set<uint32_t>& seen,
               Vars& free) {
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
  bool stops = false;
  for_each_stm(b, [&](const Stm& s) {
    stops |= s.op != Op::Constant && s.op != Op::Scalar && s.op != Op::Shift && s.op != Op::Check &&
             s.op != Op::Read && s.op != Op::If && !(s.op == Op::Call && s.plain);
  });
  return stops;
}

namespace {

bool stops_or_reads(const Body& b, bool& checked) {
  for (const Stm& s : b.stms) {
    checked |= s.op == Op::Check;
    if (s.op == Op::Read && checked) return true;
    for (const Body& inner : s.bodies)
      if (stops_or_reads(inner, checked)) return true;
  }
  return false;
}

} // namespace

bool stops_or_reads(const Body& b) {
  bool checked = false;
  return stops(b) || stops_or_reads(b, checked);
}

/// Do its rounds make columns elsewhere than where old ones are?
bool Emitter::takes_memory(const Body& b) const {
  bool found = false;
  for_each_stm(b, [&](const Stm& s) {
    const bool in_place =
        changes(s.op) && std::ranges::all_of(s.outs, [&](Var v) { return in_place_.contains(v); });
    found |= allocates_columns(s) && !in_place;
  });
  return found;
}

Vars Emitter::free_variables(std::initializer_list<const Body*> bodies, const Vars& first) const {
  std::unordered_set<uint32_t> bound, seen;
  Vars free;
  for (Var v : first)
    if (seen.insert(static_cast<uint32_t>(v)).second) free.push_back(v);
  for (const Body* b : bodies) note_free(*b, bound, seen, free);
  // A literal is bound at the top of nova_run, wherever its statement stands; other constants are text.
  for (const Body* b : bodies)
    for_each_stm(*b, [&](const Stm& s) {
      if (s.op == Op::Constant && is_literal_[static_cast<size_t>(s.outs[0])] &&
          seen.insert(static_cast<uint32_t>(s.outs[0])).second)
        free.push_back(s.outs[0]);
    });
  std::erase_if(free, [&](Var v) { return texts_.contains(v); });
  return free;
}

// ---- statements ----

/// Are there calls of functions that call themselves in it, but for its branches?
bool Emitter::calls_itself(const Body& b) const {
  return std::ranges::any_of(b.stms, [&](const Stm& s) {
    if (s.op == Op::Call) return plan_.functions[s.function].recursive;
    return s.op != Op::If &&
           std::ranges::any_of(s.bodies, [&](const Body& in) { return count_of(in, Op::Call) > 0; });
  });
}

/// A function that calls itself polls where it does: the last calls, of which there are most, need not.
void Emitter::statements(const Body& b) {
  const bool polls = owes_poll_ && calls_itself(b);
  if (polls) poll(), owes_poll_ = false;
  note_permutations(b), note_fills(b);
  for (size_t k = 0; k < b.stms.size(); ++k) {
    const Stm& s = b.stms[k];
    const auto column = simd_ && s.op == Op::Sort ? sorted_numbers(s) : std::nullopt;
    const Stm* next = k + 1 < b.stms.size() ? &b.stms[k + 1] : nullptr;
    if (column && next && takes_sorted(s, *column, *next))
      sort_numbers(s, *column, *next), ++k;
    else if (column && next && gathers_sorted(s, *column, *next))
      order_numbers(s, *column, next), ++k;
    else if (is_permutation(b, k))
      permutation(s, b.stms[++k]);
    else if (const size_t calls = calls_beside(b, k); calls > 1)
      side_by_side(std::span(b.stms).subspan(k, calls)), k += calls - 1;
    else if (hands_on_ && is_fold(plan_, s))
      read_handed_on(s, [&] { statement(s); });
    else
      statement(s);
  }
  owes_poll_ |= polls;
}

void Emitter::statement(const Stm& s) {
  switch (s.op) {
#define OP(Name, method, ...)                                                                                \
  case Op::Name:                                                                                             \
    return method(s);
#include "jit/plan/ops.def"
#undef OP
  case Op::Count_: return;
  }
}

void Emitter::shift(const Stm& s) {
  line(declared(s.outs[0]) + " = " + name(s.args[0]) + " + " + place(s.args[1]) + ";");
}

void Emitter::read(const Stm& s) {
  const auto at = values_.find(s.outs[0]);
  const std::string there = name(s.args[0]) + "[" + place(s.args[1]) + "]";
  line(declared(s.outs[0]) + " = " + (at == values_.end() ? there : at->second) + ";");
}

/// A constant of the text stands where it is used, of its own type: compilers fold what they can see.
std::string Emitter::constant_text(const Stm& s) {
  if (is_floating(s.element)) return "(" + floating_literal(s.element, s.bits) + ")";
  const auto v = static_cast<int64_t>(s.bits);
  // The smallest integer has no literal of its own in C.
  const std::string text = v == INT64_MIN ? "-9223372036854775807ll - 1" : std::to_string(v) + "ll";
  return s.element == Element::I64 ? v < 0 ? "(" + text + ")" : text
                                   : "((" + c_type(s.element) + ")" + text + ")";
}

void Emitter::scalar(const Stm& s) {
  learn(s);
  if (const auto answer = known(s.outs[0]))
    return line(declared(s.outs[0]) + " = " + (*answer ? "1;" : "0;"));
  if (const auto at = values_.find(s.outs[0]); at != values_.end())
    return line(declared(s.outs[0]) + " = " + at->second + ";");
  std::string arguments;
  for (Var v : s.args) arguments += (arguments.empty() ? "" : ", ") + name(v);
  line(declared(s.outs[0]) + " = " + c_function(s.builtin, s.element, element(s.outs[0])) + "(" + arguments +
       ");");
}

void Emitter::check(const Stm& s) {
  const std::string& ok = name(s.args[0]);
  if (known(s.args[0]) == true) {
    if (s.args.size() > 1) inside_.insert(s.args[1]);
    return;
  }
  if (s.args.size() > 1) asked_.insert(s.args[1]);
  if (!defers_) return line(rarely("!" + ok) + " return nova_fail(t, " + std::to_string(s.site) + ");");
  if (!simd_) return line("*bad |= !" + ok + ";");
  checked_ = true;
  line("fine &= " + (guard_.empty() ? "" : "!" + guard_ + " | ") + ok + " ? -1 : 0;");
}

namespace {

/// Places that the loop's index decides, where all checks of the body ask for what was read: what makes their
/// reads sound was asked before the loop.
std::unordered_set<Var> sure_places(const Body& b) {
  if (b.params.empty()) return {};
  std::unordered_set<Var> read(b.params.begin(), b.params.end() - 1), places{b.params.back()};
  const auto in = [](const std::unordered_set<Var>& set) {
    return [&set](Var v) { return set.contains(v); };
  };
  for (const Stm& s : b.stms) {
    const bool joins = s.op == Op::Scalar && (s.builtin == BuiltinId::And || s.builtin == BuiltinId::Or);
    const bool of_read =
        joins ? std::ranges::all_of(s.args, in(read)) : std::ranges::any_of(s.args, in(read));
    if (s.op == Op::Check && !read.contains(s.args[0])) return {};
    if (s.op != Op::Scalar || of_read)
      read.insert(s.outs.begin(), s.outs.end());
    else if (std::ranges::any_of(s.args, in(places)))
      places.insert(s.outs.begin(), s.outs.end());
    bool asks = false;
    for (const Body& inner : s.bodies) for_each_stm(inner, [&](const Stm& t) { asks |= t.op == Op::Check; });
    if (asks) return {};
  }
  return places;
}

} // namespace

/// An index; 0 where a check before it failed, or where the branch that it belongs to is not taken, since
/// what makes a read sound may be that branch's condition. Every column has an element there, if only an
/// empty one's neighbour.
std::string Emitter::place(Var index) const {
  const bool guarded = !guard_.empty();
  const bool inside =
      (inside_.contains(index) && !asked_.contains(index)) || (!guarded && sure_.contains(index));
  if (!defers_ || inside || !(checked_ || guarded)) return name(index);
  return "(" + std::string(checked_ ? "fine & " : "") + (guarded ? "-(nv_i64)" + guard_ + " & " : "") +
         name(index) + ")";
}

/// Checks wait: a round is `fine` (all bits set) as long as all held.
void Emitter::deferring(const Body& b, const std::function<void()>& print) {
  bool checks = false;
  for_each_stm(b, [&](const Stm& s) { checks |= simd_ && s.op == Op::Check; });
  const bool defers = std::exchange(defers_, true), checked = std::exchange(checked_, false);
  const std::string guard = std::exchange(guard_, "");
  const auto sure = std::exchange(sure_, checks ? sure_places(b) : std::unordered_set<Var>());
  if (checks) line("nv_i64 fine = -1;");
  print();
  if (checks) line("*bad |= fine == 0;");
  defers_ = defers, checked_ = checked, guard_ = guard, sure_ = sure;
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

namespace {

/// Is it as quickly computed as jumped over, nested choices included? `room`: how many statements it may have; what it has
/// is taken off.
bool is_quick(const Body& b, size_t& room) {
  return std::ranges::all_of(b.stms, [&](const Stm& s) {
    if (room == 0 || s.op == Op::Shift || s.op == Op::Call || s.op == Op::Cell || s.op == Op::Append)
      return false;
    if (s.op == Op::Scalar && is_maths(s.builtin)) return false;
    --room;
    return std::ranges::all_of(s.bodies, [&](const Body& inner) { return is_quick(inner, room); });
  });
}

} // namespace

/// Is computing both branches cheaper than a jump? Loops become SIMD then.
bool Emitter::is_choice(const Stm& s) const {
  size_t room = 24;
  return simd_ && std::ranges::none_of(s.outs, [&](Var v) { return plan_[v].column; }) &&
         std::ranges::all_of(s.bodies, [&](const Body& b) { return is_quick(b, room); });
}

void Emitter::branch(const Stm& s) {
  const std::string& c = name(s.args[0]);
  declare(s.outs);
  if (const auto answer = known(s.args[0])) {
    open("");
    block(s.bodies[*answer ? 0 : 1], {}, [&](const Names& r) { set(s.outs, r); });
    return close();
  }
  const bool flat = both(s), checked = checked_;
  bool after = false;
  for (const bool taken : {true, false}) {
    const std::string condition = (taken ? "" : "!") + c, around = guard_;
    if (flat) {
      guard_ = fresh("taken");
      open("");
      line("const nv_b8 " + guard_ + " = " + (around.empty() ? "" : around + " & ") + condition + ";");
    } else
      open("if (" + condition + ")");
    block(s.bodies[taken ? 0 : 1], {}, [&](const Names& r) {
      for (size_t k = 0; k < r.size(); ++k)
        line(name(s.outs[k]) + " = " + (flat && !taken ? c + " ? " + name(s.outs[k]) + " : " : "") + r[k] +
             ";");
    });
    close();
    guard_ = around;
    if (taken)
      after = std::exchange(checked_, checked);
    else
      checked_ |= after;
  }
}

/// if (condition), where it mostly does not hold: in a function, what is likely decides whether it is put in place.
std::string Emitter::rarely(const std::string& condition) const {
  return in_function_ ? "if (nova_unlikely(" + condition + "))" : "if (" + condition + ")";
}

/// Some turns of a loop are over: may the run go on?
void Emitter::poll(const std::string& turns) {
  if (in_function_) return line(rarely("(t->fuel -= " + turns + ") < 0") + " if (nova_poll(t)) return 1;");
  line("if ((t->fuel -= " + turns + ") < 0 && nova_poll(t)) return 1;");
}

/// A declared column gets room for n elements: a buffer of its own, or some of the task's arena.
void Emitter::allocate(const std::string& column, const std::string& n) {
  const std::string from = host_ ? "t->host->alloc" : "nova_arena";
  line("if (!(" + column + " = " + from + "(t, " + n + ", sizeof *" + column + "))) return 1;");
}

// ---- functions ----

Emitter::Function Emitter::function(const char* role, Vars captures, bool stops, const Names& parameters,
                                    const std::function<void()>& body, bool in_place) {
  Function f{fresh(role), std::move(captures), stops};
  apart([&] {
    std::string list = "nova_task* t, int* bad";
    for (Var v : f.captures) list += ", " + declared(v, !in_place);
    for (const std::string& p : parameters) list += ", " + p;
    open(std::string(in_place ? "NOVA_INLINE " : "NOVA_SLOW ") + (stops ? "int " : "void ") + f.name + "(" +
         list + ")");
    body();
    if (stops) line("return 0;");
    close();
  });
  return f;
}

Emitter::Function Emitter::function(const Body& b, const char* role, bool stops) {
  stops |= ends(b);
  Names parameters;
  for (Var v : b.params) parameters.push_back(declared(v));
  for (size_t k = 0; k < b.results.size(); ++k)
    parameters.push_back(c_type(element(b.results[k])) + (plan_[b.results[k]].column ? "**" : "*") + " r" +
                         std::to_string(k));
  return function(role, free_variables({&b}), stops, parameters, [&] {
    // A result may be a parameter, and `r` what a later parameter lies in: read all, then write.
    const auto print = [&] {
      const bool arena = allocates(b) && std::none_of(b.results.begin(), b.results.end(),
                                                      [&](Var v) { return plan_[v].column; });
      if (arena) line("const nova_mark mark = nova_arena_mark(t);");
      statements(b);
      for (size_t k = 0; k < b.results.size(); ++k)
        line("*r" + std::to_string(k) + " = " + name(b.results[k]) + ";");
      if (arena) line("nova_arena_reset(t, mark);");
    };
    if (stops)
      print();
    else
      deferring(b, print);
  });
}

void Emitter::call(const Function& f, const Names& arguments) {
  std::string list = "t, bad";
  for (Var v : f.captures) list += ", " + name(v);
  for (const std::string& a : arguments) list += ", " + a;
  line(f.stops ? "if (" + f.name + "(" + list + ")) return 1;" : f.name + "(" + list + ");");
}

} // namespace nova::plan
