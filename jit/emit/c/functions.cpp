// The plan's own functions: C functions that capture nothing, and so may call themselves. Their numbers stand
// in their text.
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/emitter.hpp"
#include "jit/plan/call_costs.hpp"
#include "runtime/word.hpp"
#include <algorithm>
#include <cmath>
#include <cstdio>

namespace nova::plan {

std::string floating_literal(Element e, uint64_t bits) {
  const bool single = e == Element::F32;
  const double v = single ? static_cast<double>(from_word<float>(bits)) : from_word<double>(bits);
  const std::string suffix = single ? "f" : "";
  if (std::isnan(v)) return "__builtin_nan" + suffix + "(\"\")";
  if (std::isinf(v)) return (v < 0 ? "-__builtin_inf" : "__builtin_inf") + suffix + "()";
  char text[64];
  std::snprintf(text, sizeof text, "%a", v);
  return text + suffix;
}

/// Of a function's parameters, or arguments, those that count.
Vars Emitter::used(size_t k, const Vars& all) const {
  Vars kept;
  for (size_t p = 0; p < all.size(); ++p)
    if (used_parameters_[k][p]) kept.push_back(all[p]);
  return kept;
}

/// And of these, those that stand in its list.
Vars Emitter::listed(size_t k, const Vars& all) const {
  Vars kept;
  for (size_t p = 0; p < all.size(); ++p)
    if (used_parameters_[k][p] && handed_on_.number[k][p] == HandedOn::none) kept.push_back(all[p]);
  return kept;
}

/// Does it give its one number, and whether the run is over, in registers?
bool Emitter::in_registers(size_t k) const {
  const nova::plan::Function& f = plan_.functions[k];
  return simd_ && f.recursive && !plain_[k] && f.body.results.size() == 1 && !plan_[f.body.results[0]].column;
}

/// "nova_task* t, int* bad, nv_i64 n_1"
std::string Emitter::given_parameters(size_t k) const {
  std::string list = "nova_task* t, int* bad";
  if (handed_on_.has(k)) list += ", " + handed_on_parameter();
  for (Var v : listed(k, plan_.functions[k].body.params)) list += ", " + declared(v);
  return list;
}

/// NOVA_FUNCTION int nova_fib_1(nova_task* t, int* bad, nv_i64 n_1, nv_i64* r0)
std::string Emitter::signature(size_t k) const {
  const Body& b = plan_.functions[k].body;
  // inline: some levels of its calls are put in place, whose branches a processor tells apart.
  if (in_registers(k))
    return "NOVA_FUNCTION inline nova_got_" + c_type(element(b.results[0])).substr(3) + " " +
           function_names_[k] + "(" + given_parameters(k) + ")";
  std::string list = given_parameters(k);
  for (size_t r = 0; r < b.results.size(); ++r)
    list += ", " + state_type(b.results[r]) + "* r" + std::to_string(r);
  return std::string("NOVA_FUNCTION ") + (plain_[k] ? "void " : "int ") + function_names_[k] + "(" + list +
         ")";
}

namespace {

/// Marks the parameters that a body uses, but for those that it only hands to functions which do not.
void note_used(const Body& b, const std::vector<std::vector<bool>>& known, std::unordered_set<Var>& used) {
  for (const Stm& s : b.stms) {
    for (size_t k = 0; k < s.args.size(); ++k)
      if (s.op != Op::Call || known[s.function][k]) used.insert(s.args[k]);
    for (const Body& inner : s.bodies) note_used(inner, known, used);
  }
  used.insert(b.results.begin(), b.results.end());
}

/// By function and parameter: does it count? A function that calls itself may hand on what nobody uses.
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

} // namespace

void Emitter::plan_functions() {
  const size_t n = plan_.functions.size();
  used_parameters_ = used_parameters(plan_);
  plain_.assign(n, false);
  for_each_root(plan_, [&](const Body& b) {
    for_each_stm(b, [&](const Stm& s) {
      if (s.op == Op::Call) plain_[s.function] = s.plain;
    });
  });
  for (size_t k = 0; k < n; ++k) {
    std::string name = plan_.functions[k].name;
    for (char& c : name)
      if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    function_names_.push_back(fresh(("of_" + name).c_str()));
  }
  name_handed_on();
  for (size_t k = 0; k < n; ++k) functions_ += signature(k) + ";\n";
  in_function_ = true;
  on_host_ = functions_on_host(plan_);
  leaves_.resize(n);
  for (size_t k = 0; k < n; ++k) leaf_function(k);
  for (size_t k = 0; k < n; ++k) {
    shares_calls_ = on_host_[k];
    if (in_registers(k))
      number_function(k);
    else
      plan_function(plan_.functions[k], signature(k), plain_[k]);
  }
  in_function_ = shares_calls_ = false;
}

namespace {

/// Of what is handed on.
std::string field(uint32_t number) { return "same_" + std::to_string(number); }

} // namespace

/// What is handed on lies in one place, whose address the functions hand on.
void Emitter::name_handed_on() {
  handed_on_ = handed_on(plan_, used_parameters_);
  if (!simd_) handed_on_.clear();
  if (!handed_on_.types.empty()) {
    functions_ += "struct " + (handed_on_type_ = fresh("handed_on")) + " {\n";
    for (uint32_t k = 0; k < handed_on_.types.size(); ++k)
      functions_ += "  " + c_type(handed_on_.types[k].element) + (handed_on_.types[k].column ? "* " : " ") +
                    field(k) + ";\n";
    functions_ += "};\n";
  }
  for (size_t f = 0; f < handed_on_.number.size(); ++f) {
    for (size_t p = 0; p < handed_on_.number[f].size(); ++p)
      if (const uint32_t number = handed_on_.number[f][p]; number != HandedOn::none)
        names_[static_cast<size_t>(plan_.functions[f].body.params[p])] = "same->" + field(number);
  }
}

/// Loops over elements have no time to look there each round: what they use has names of its own meanwhile.
void Emitter::read_handed_on(const Stm& fold, const std::function<void()>& print) {
  std::vector<std::pair<Var, std::string>> before;
  Vars used = fold.args;
  for (const Body& b : fold.bodies) {
    const Vars inside = free_variables({&b});
    used.insert(used.end(), inside.begin(), inside.end());
  }
  for (Var v : used) {
    if (!name(v).starts_with("same->")) continue;
    before.emplace_back(v, name(v));
    names_[static_cast<size_t>(v)] = fresh("own");
    line(declared(v) + " = " + before.back().second + ";");
  }
  print();
  for (const auto& [v, there] : before) names_[static_cast<size_t>(v)] = there;
}

/// The address, at a call of function k: the caller's, or that of a place of its own.
std::string Emitter::handed_to(size_t k, const Vars& arguments) {
  if (hands_on_) return "same";
  const std::string own = fresh("same");
  std::string fields;
  for (size_t p = 0; p < arguments.size(); ++p)
    if (const uint32_t number = handed_on_.number[k][p]; number != HandedOn::none)
      fields += (fields.empty() ? "." : ", .") + field(number) + " = " + name(arguments[p]);
  line("const struct " + handed_on_type_ + " " + own + " = {" + fields + "};");
  return "&" + own;
}

namespace {

/// Does a loop of its own poll, in which all its calls are?
bool polls_in_loop(const Body& b) {
  size_t inside = 0;
  bool loops = false;
  for (const Stm& s : b.stms)
    if (s.op == Op::Loop) loops = true, inside += count_of(s.bodies[1], Op::Call);
  return loops && inside == count_of(b, Op::Call);
}

} // namespace

namespace {

/// A few statements that neither fail, nor loop, nor call?
bool is_light(std::span<const Stm> stms) {
  constexpr size_t most = 16;
  return stms.size() <= most && std::ranges::all_of(stms, [](const Stm& s) {
           return (s.op == Op::Constant || s.op == Op::Scalar || s.op == Op::Read) && !can_fail(s);
         });
}

} // namespace

/// What a function gives where it calls nothing, as for a leaf of a tree, by a function that is put in place: the answer is
/// whether it is so. Who calls itself asks that before each call, of which at least half go no deeper, mostly.
void Emitter::leaf_function(size_t k) {
  const Body& b = plan_.functions[k].body;
  if (!in_registers(k) || b.stms.empty() || b.stms.back().op != Op::If) return;
  const Stm& choice = b.stms.back();
  const auto result = std::ranges::find(choice.outs, b.results[0]);
  const size_t light = is_light(choice.bodies[0].stms) ? 0 : 1;
  const Body& leaf = choice.bodies[light];
  if (result == choice.outs.end() || !is_light(leaf.stms) || !is_light({b.stms.begin(), b.stms.end() - 1}))
    return;
  leaves_[k] = fresh("leaf");
  apart([&] {
    open("NOVA_INLINE int " + leaves_[k] + "(" + given_parameters(k) + ", " + c_type(element(b.results[0])) +
         "* r0)");
    hands_on_ = handed_on_.has(k);
    Body before;
    before.stms.assign(b.stms.begin(), b.stms.end() - 1);
    statements(before);
    open(std::string("if (") + (light == 0 ? "" : "!") + name(choice.args[0]) + ")");
    statements(leaf);
    line("*r0 = " + name(leaf.results[static_cast<size_t>(result - choice.outs.begin())]) + ";"),
        line("return 1;");
    close();
    line("return 0;");
    close();
    hands_on_ = false;
  });
}

/// The body as a function that is put in place, and around it what gives its number.
void Emitter::number_function(size_t k) {
  const nova::plan::Function& f = plan_.functions[k];
  const std::string body = fresh("body"), type = c_type(element(f.body.results[0]));
  plan_function(f, "NOVA_INLINE int " + body + "(" + given_parameters(k) + ", " + type + "* r0)", false);
  apart([&] {
    open(signature(k));
    line("nova_got_" + type.substr(3) + " got;");
    std::string list = handed_on_.has(k) ? "t, bad, same" : "t, bad";
    for (const std::string& n : name(listed(k, f.body.params))) list += ", " + n;
    line("got.over = " + body + "(" + list + ", &got.value);"), line("return got;");
    close();
  });
}

void Emitter::plan_function(const nova::plan::Function& f, const std::string& head, bool plain) {
  apart([&] {
    line("// the function " + f.name);
    open(head);
    line("(void)t, (void)bad;");
    const auto k = static_cast<size_t>(&f - plan_.functions.data());
    hands_on_ = handed_on_.has(k);
    for (size_t p = 0; p < f.body.params.size(); ++p) // inner functions may hand it on
      if (!used_parameters_[k][p]) line(declared(f.body.params[p]) + " = 0;");
    owes_poll_ = f.recursive && !polls_in_loop(f.body);
    if (!plain && !f.recursive && call_costs(plan_)[k] > long_call) poll();
    const bool columns = !f.sizes.params.empty(), arena = !plain && allocates(f.body);
    if (arena) line("const nova_mark mark = nova_arena_mark(t);");
    const auto print = [&] {
      statements(f.body);
      Names results;
      for (size_t k = 0; k < f.body.results.size(); ++k)
        line("*" + results.emplace_back("r" + std::to_string(k)) + " = " + name(f.body.results[k]) + ";");
      for (std::string& r : results) r = "(*" + r + ")";
      if (arena && columns) settle(f.sizes, results, "mark");
      if (arena && !columns) line("nova_arena_reset(t, mark);");
    };
    if (plain)
      deferring(f.body, print);
    else
      print();
    if (!plain) line("return 0;");
    close();
    hands_on_ = owes_poll_ = false;
  });
}

void Emitter::call_function(const Stm& s) {
  const bool asks = in_function_ && !leaves_[s.function].empty();
  if (asks) {
    std::string list = "t, bad";
    if (handed_on_.has(s.function)) list += ", " + handed_to(s.function, s.args);
    for (const std::string& a : name(listed(s.function, s.args))) list += ", " + a;
    open("if (!" + leaves_[s.function] + "(" + list + ", &" + name(s.outs[0]) + "))");
  }
  call_deeper(s);
  if (asks) close();
}

void Emitter::call_deeper(const Stm& s) {
  if (plan_.functions[s.function].recursive)
    line(rarely("nova_deep(t)") + " return nova_fail(t, " + std::to_string(s.site) + ");");
  Function f{function_names_[s.function], {}, !plain_[s.function]};
  Names arguments = name(listed(s.function, s.args));
  if (handed_on_.has(s.function)) arguments.insert(arguments.begin(), handed_to(s.function, s.args));
  if (in_registers(s.function)) {
    std::string list = "t, bad";
    for (const std::string& a : arguments) list += ", " + a;
    const std::string got = fresh("got");
    line("const nova_got_" + c_type(element(s.outs[0])).substr(3) + " " + got + " = " + f.name + "(" + list +
         ");");
    line(rarely(got + ".over") + " return 1;");
    return line(name(s.outs[0]) + " = " + got + ".value;");
  }
  for (Var v : s.outs) arguments.push_back("&" + name(v));
  call(f, arguments);
}

void Emitter::call(const Stm& s) {
  declare(s.outs);
  call_in_turn(s);
}

void Emitter::call_in_turn(const Stm& s) {
  const bool publishes = host_ && s.allocates;
  const std::string mark = publishes ? fresh("mark") : "";
  if (publishes) line("const nova_mark " + mark + " = nova_arena_mark(t);");
  call_function(s);
  if (publishes) publish(plan_.functions[s.function].sizes, s.outs, mark);
}

} // namespace nova::plan
