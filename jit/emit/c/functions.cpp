// Prints the plan's own functions and calls of them. They are C functions without captured variables, and so may be
// recursive. Constants in their bodies are printed as numbers; none is an argument of nova_run.
#include "jit/emit/c/functions.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/folds/state_settling.hpp"
#include "jit/plan/call_costs.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// Whether function k returns a struct nova_got_.. in registers. The struct holds the function's only result, and
/// whether the run is over.
bool in_registers(const BodyPrinter& p, size_t k) {
  const nova::plan::Function& f = p.plan().functions[k];
  return p.simd() && f.recursive && !p.functions.plain[k] && f.body.results.size() == 1 &&
         !p.plan()[f.body.results[0]].column;
}

/// Returns the declarations of a function's parameters, such as "nova_task* t, int* bad, nv_i64 n_1".
std::string given_parameters(const BodyPrinter& p, size_t k) {
  std::string list = "nova_task* t, int* bad";
  if (p.functions.static_arguments.has(k)) list += ", " + static_arguments_parameter(p);
  for (Var v : listed_arguments(p, k, p.plan().functions[k].body.params)) list += ", " + p.declared(v);
  return list;
}

/// Returns the beginning of a function's definition, such as "NOVA_FUNCTION int nova_fib_1(nova_task* t, int* bad,
/// nv_i64 n_1, nv_i64* r0)".
std::string signature(const BodyPrinter& p, size_t k) {
  const Body& b = p.plan().functions[k].body;
  // inline: the C compiler inlines some levels of the recursion. The CPU then predicts the branches of each level
  // separately.
  if (in_registers(p, k))
    return "NOVA_FUNCTION inline nova_got_" + c_type(p.element(b.results[0])).substr(3) + " " +
           p.functions.names[k] + "(" + given_parameters(p, k) + ")";
  std::string list = given_parameters(p, k);
  for (size_t r = 0; r < b.results.size(); ++r)
    list += ", " + state_type(p, b.results[r]) + "* r" + std::to_string(r);
  return std::string("NOVA_FUNCTION ") + (p.functions.plain[k] ? "void " : "int ") + p.functions.names[k] +
         "(" + list + ")";
}

/// Adds to `used` the variables that a body uses. Arguments of calls count only if the callee is `known` to use them.
void note_used(const Body& b, const std::vector<std::vector<bool>>& known, std::unordered_set<Var>& used) {
  for (const Stm& s : b.stms) {
    for (size_t k = 0; k < s.args.size(); ++k)
      if (s.op != Op::Call || known[s.function][k]) used.insert(s.args[k]);
    for (const Body& inner : s.bodies) note_used(inner, known, used);
  }
  used.insert(b.results.begin(), b.results.end());
}

/// Returns for each function and each of its parameters whether the function uses it. A parameter that is only passed
/// on in recursive calls is not used.
std::vector<std::vector<bool>> used_parameters(const Plan& plan) {
  std::vector<std::vector<bool>> known;
  for (const nova::plan::Function& f : plan.functions) known.emplace_back(f.body.params.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t k = 0; k < known.size(); ++k) {
      std::unordered_set<Var> used;
      note_used(plan.functions[k].body, known, used);
      for (size_t p = 0; p < known[k].size(); ++p)
        if (!known[k][p] && used.contains(plan.functions[k].body.params[p])) known[k][p] = changed = true;
    }
  }
  return known;
}

/// Returns the name of a static argument's field in the struct.
std::string field(uint32_t number) { return "same_" + std::to_string(number); }

/// Finds the functions' static arguments and prints the struct that holds them. Functions get the struct's address as
/// a parameter, pass it on, and read their static arguments as its fields.
void name_static_arguments(BodyPrinter& p) {
  p.functions.static_arguments = find_static_arguments(p.plan(), p.functions.used_parameters);
  if (!p.simd()) p.functions.static_arguments.clear();
  if (!p.functions.static_arguments.types.empty()) {
    p.put_apart("struct " + (p.functions.static_arguments_type = p.fresh("static_arguments")) + " {\n");
    for (uint32_t k = 0; k < p.functions.static_arguments.types.size(); ++k)
      p.put_apart("  " + c_type(p.functions.static_arguments.types[k].element) +
                  (p.functions.static_arguments.types[k].column ? "* " : " ") + field(k) + ";\n");
    p.put_apart("};\n");
  }
  for (size_t f = 0; f < p.functions.static_arguments.number.size(); ++f) {
    for (size_t at = 0; at < p.functions.static_arguments.number[f].size(); ++at)
      if (const uint32_t number = p.functions.static_arguments.number[f][at]; number != StaticArguments::none)
        p.rename(p.plan().functions[f].body.params[at], "same->" + field(number));
  }
}

/// Returns the address of the struct of static arguments that a call of function k gets. That is the caller's own
/// struct, or a new struct, whose declaration is printed before the call.
std::string handed_to(BodyPrinter& p, size_t k, const Vars& arguments) {
  if (p.modes.has_static_arguments) return "same";
  const std::string own = p.fresh("same");
  std::string fields;
  for (size_t at = 0; at < arguments.size(); ++at)
    if (const uint32_t number = p.functions.static_arguments.number[k][at]; number != StaticArguments::none)
      fields += (fields.empty() ? "." : ", .") + field(number) + " = " + p.name(arguments[at]);
  p.line("const struct " + p.functions.static_arguments_type + " " + own + " = {" + fields + "};");
  return "&" + own;
}

/// Whether the body has Loops, which poll by themselves, and makes calls only in their iterations.
bool polls_in_loop(const Body& b) {
  size_t inside = 0;
  bool loops = false;
  for (const Stm& s : b.stms)
    if (s.op == Op::Loop) loops = true, inside += count_of(s.bodies[1], Op::Call);
  return loops && inside == count_of(b, Op::Call);
}

/// Whether the statements are few, and none of them fails, loops or calls a function.
bool is_light(std::span<const Stm> stms) {
  constexpr size_t most = 16;
  return stms.size() <= most && std::ranges::all_of(stms, [](const Stm& s) {
           return (s.op == Op::Constant || s.op == Op::Scalar || s.op == Op::Read) && !can_fail(s);
         });
}

/// Prints the leaf function of function k, which is inlined. Function k has one if its result is a number that an If
/// selects, and both the code before the If and one of its branches are light (is_light). If that branch is taken,
/// the leaf function stores the result and returns 1; otherwise it returns 0. Recursive functions call it before each
/// recursive call, since mostly at least half of these calls recurse no further.
void leaf_function(BodyPrinter& p, size_t k) {
  const Body& b = p.plan().functions[k].body;
  if (!in_registers(p, k) || b.stms.empty() || b.stms.back().op != Op::If) return;
  const Stm& choice = b.stms.back();
  const auto result = std::ranges::find(choice.outs, b.results[0]);
  const size_t light = is_light(choice.bodies[0].stms) ? 0 : 1;
  const Body& leaf = choice.bodies[light];
  if (result == choice.outs.end() || !is_light(leaf.stms) || !is_light({b.stms.begin(), b.stms.end() - 1}))
    return;
  p.functions.leaves[k] = p.fresh("leaf");
  p.apart([&] {
    p.open("NOVA_INLINE int " + p.functions.leaves[k] + "(" + given_parameters(p, k) + ", " +
           c_type(p.element(b.results[0])) + "* r0)");
    const Scoped has_static_arguments(p.modes.has_static_arguments, p.functions.static_arguments.has(k));
    Body before;
    before.stms.assign(b.stms.begin(), b.stms.end() - 1);
    p.statements(before);
    p.open(std::string("if (") + (light == 0 ? "" : "!") + p.name(choice.args[0]) + ")");
    p.statements(leaf);
    p.line("*r0 = " + p.name(leaf.results[static_cast<size_t>(result - choice.outs.begin())]) + ";"),
        p.line("return 1;");
    p.close();
    p.line("return 0;");
    p.close();
  });
}

void plan_function(BodyPrinter& p, const nova::plan::Function& f, const std::string& head, bool plain,
                   bool is_long);

/// Prints function k in two parts: its body as an inlined function, and a function that calls it and returns its
/// result in registers.
void number_function(BodyPrinter& p, size_t k, bool is_long) {
  const nova::plan::Function& f = p.plan().functions[k];
  const std::string body = p.fresh("body"), type = c_type(p.element(f.body.results[0]));
  plan_function(p, f, "NOVA_INLINE int " + body + "(" + given_parameters(p, k) + ", " + type + "* r0)", false,
                is_long);
  p.apart([&] {
    p.open(signature(p, k));
    p.line("nova_got_" + type.substr(3) + " got;");
    std::string list = p.functions.static_arguments.has(k) ? "t, bad, same" : "t, bad";
    for (const std::string& n : p.name(listed_arguments(p, k, f.body.params))) list += ", " + n;
    p.line("got.over = " + body + "(" + list + ", &got.value);"), p.line("return got;");
    p.close();
  });
}

void plan_function(BodyPrinter& p, const nova::plan::Function& f, const std::string& head, bool plain,
                   bool is_long) {
  p.apart([&] {
    p.line("// the function " + f.name);
    p.open(head);
    p.line("(void)t, (void)bad;");
    const auto k = static_cast<size_t>(&f - p.plan().functions.data());
    const Scoped has_static_arguments(p.modes.has_static_arguments, p.functions.static_arguments.has(k));
    for (size_t at = 0; at < f.body.params.size(); ++at) // unused, but inner functions may capture them
      if (!p.functions.used_parameters[k][at]) p.line(p.declared(f.body.params[at]) + " = 0;");
    const Scoped owes_poll(p.modes.owes_poll, f.recursive && !polls_in_loop(f.body));
    if (!plain && !f.recursive && is_long) p.poll();
    const bool columns = !f.sizes.params.empty(), arena = !plain && allocates(f.body);
    if (arena) p.line("const nova_mark mark = nova_arena_mark(t);");
    const auto print = [&] {
      p.statements(f.body);
      Names results;
      for (size_t k = 0; k < f.body.results.size(); ++k)
        p.line("*" + results.emplace_back("r" + std::to_string(k)) + " = " + p.name(f.body.results[k]) + ";");
      for (std::string& r : results) r = "(*" + r + ")";
      if (arena && columns) settle(p, f.sizes, results, "mark");
      if (arena && !columns) p.line("nova_arena_reset(t, mark);");
    };
    if (plain)
      p.deferring(f.body, print);
    else
      print();
    if (!plain) p.line("return 0;");
    p.close();
  });
}

void call_deeper(BodyPrinter& p, const Stm& s) {
  if (p.plan().functions[s.function].recursive)
    p.line(p.rarely("nova_deep(t)") + " return nova_fail(t, " + std::to_string(s.site) + ");");
  CFunction f{p.functions.names[s.function], {}, !p.functions.plain[s.function]};
  Names arguments = p.name(listed_arguments(p, s.function, s.args));
  if (p.functions.static_arguments.has(s.function))
    arguments.insert(arguments.begin(), handed_to(p, s.function, s.args));
  if (in_registers(p, s.function)) {
    std::string list = "t, bad";
    for (const std::string& a : arguments) list += ", " + a;
    const std::string got = p.fresh("got");
    p.line("const nova_got_" + c_type(p.element(s.outs[0])).substr(3) + " " + got + " = " + f.name + "(" +
           list + ");");
    p.line(p.rarely(got + ".over") + " return 1;");
    return p.line(p.name(s.outs[0]) + " = " + got + ".value;");
  }
  for (Var v : s.outs) arguments.push_back("&" + p.name(v));
  p.call(f, arguments);
}

} // namespace

Vars used_arguments(const BodyPrinter& p, size_t k, const Vars& all) {
  Vars kept;
  for (size_t at = 0; at < all.size(); ++at)
    if (p.functions.used_parameters[k][at]) kept.push_back(all[at]);
  return kept;
}

Vars listed_arguments(const BodyPrinter& p, size_t k, const Vars& all) {
  Vars kept;
  for (size_t at = 0; at < all.size(); ++at)
    if (p.functions.used_parameters[k][at] &&
        p.functions.static_arguments.number[k][at] == StaticArguments::none)
      kept.push_back(all[at]);
  return kept;
}

void print_plan_functions(BodyPrinter& p) {
  const size_t n = p.plan().functions.size();
  p.functions.used_parameters = used_parameters(p.plan());
  p.functions.plain.assign(n, false);
  for_each_root(p.plan(), [&](const Body& b) {
    for_each_stm(b, [&](const Stm& s) {
      if (s.op == Op::Call) p.functions.plain[s.function] = s.plain;
    });
  });
  for (size_t k = 0; k < n; ++k) {
    std::string name = p.plan().functions[k].name;
    for (char& c : name)
      if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    p.functions.names.push_back(p.fresh(("of_" + name).c_str()));
  }
  name_static_arguments(p);
  for (size_t k = 0; k < n; ++k) p.put_apart(signature(p, k) + ";\n");
  const Scoped in_function(p.modes.in_function, true);
  const std::vector<bool> on_host = functions_on_host(p.plan());
  const auto costs = call_costs(p.plan());
  p.functions.leaves.resize(n);
  for (size_t k = 0; k < n; ++k) leaf_function(p, k);
  for (size_t k = 0; k < n; ++k) {
    const Scoped shares_calls(p.modes.shares_calls, static_cast<bool>(on_host[k]));
    if (in_registers(p, k))
      number_function(p, k, costs[k] > long_call);
    else
      plan_function(p, p.plan().functions[k], signature(p, k), p.functions.plain[k], costs[k] > long_call);
  }
}

void read_static_arguments(BodyPrinter& p, const Stm& fold, const std::function<void()>& print) {
  std::vector<std::pair<Var, std::string>> before;
  Vars used = fold.args;
  for (const Body& b : fold.bodies) {
    const Vars inside = p.free_variables({&b});
    used.insert(used.end(), inside.begin(), inside.end());
  }
  for (Var v : used) {
    if (!p.name(v).starts_with("same->")) continue;
    before.emplace_back(v, p.name(v));
    p.rename(v, p.fresh("own"));
    p.line(p.declared(v) + " = " + before.back().second + ";");
  }
  print();
  for (const auto& [v, there] : before) p.rename(v, there);
}

void call_function(BodyPrinter& p, const Stm& s) {
  const bool asks = p.modes.in_function && !p.functions.leaves[s.function].empty();
  if (asks) {
    std::string list = "t, bad";
    if (p.functions.static_arguments.has(s.function)) list += ", " + handed_to(p, s.function, s.args);
    for (const std::string& a : p.name(listed_arguments(p, s.function, s.args))) list += ", " + a;
    p.open("if (!" + p.functions.leaves[s.function] + "(" + list + ", &" + p.name(s.outs[0]) + "))");
  }
  call_deeper(p, s);
  if (asks) p.close();
}

void print_call(BodyPrinter& p, const Stm& s) {
  p.declare(s.outs);
  call_in_turn(p, s);
}

void call_in_turn(BodyPrinter& p, const Stm& s) {
  const bool publishes = p.modes.host && s.allocates;
  const std::string mark = publishes ? p.fresh("mark") : "";
  if (publishes) p.line("const nova_mark " + mark + " = nova_arena_mark(t);");
  call_function(p, s);
  if (publishes) publish(p, p.plan().functions[s.function].sizes, s.outs, mark);
}

std::string static_arguments_parameter(const BodyPrinter& p) {
  return "const struct " + p.functions.static_arguments_type + "* same";
}

} // namespace nova::plan
