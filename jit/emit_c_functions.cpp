// The plan's own functions: C functions that capture nothing, and so may call themselves. Their numbers stand
// in their text.
#include "jit/emitter.hpp"
#include "runtime/word.hpp"
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

/// NOVA_FUNCTION int nova_fib_1(nova_task* t, int* bad, nv_i64 n_1, nv_i64* r0)
std::string Emitter::signature(size_t k) const {
  const Body& b = plan_.functions[k].body;
  std::string list = "nova_task* t, int* bad";
  for (Var v : b.params) list += ", " + declared(v);
  for (size_t r = 0; r < b.results.size(); ++r)
    list += ", " + state_type(b.results[r]) + "* r" + std::to_string(r);
  return std::string("NOVA_FUNCTION ") + (plain_[k] ? "void " : "int ") + function_names_[k] + "(" + list + ")";
}

void Emitter::plan_functions() {
  const size_t n = plan_.functions.size();
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
  for (size_t k = 0; k < n; ++k) functions_ += signature(k) + ";\n";
  in_function_ = true;
  for (size_t k = 0; k < n; ++k) plan_function(plan_.functions[k], signature(k), plain_[k]);
  in_function_ = false;
}

void Emitter::plan_function(const nova::plan::Function& f, const std::string& head, bool plain) {
  apart([&] {
    line("// the function " + f.name);
    open(head);
    line("(void)t, (void)bad;");
    if (f.recursive) poll();
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
    if (plain) deferring(f.body, print);
    else print();
    if (!plain) line("return 0;");
    close();
  });
}

void Emitter::call_plan(const Stm& s) {
  declare(s.outs);
  if (plan_.functions[s.function].recursive)
    line("if (nova_deep(t)) return nova_fail(t, " + std::to_string(s.site) + ");");
  Function f{function_names_[s.function], {}, !plain_[s.function]};
  Names arguments = name(s.args);
  for (Var v : s.outs) arguments.push_back("&" + name(v));
  const bool publishes = host_ && s.allocates;
  const std::string mark = publishes ? fresh("mark") : "";
  if (publishes) line("const nova_mark " + mark + " = nova_arena_mark(t);");
  call(f, arguments);
  if (publishes) publish(plan_.functions[s.function].sizes, s.outs, mark);
}

} // namespace nova::plan
