// Prints the whole C text of a plan: functions, kernels and nova_run.
#include "jit/emit/c/emit_c.hpp"
#include "jit/analysis/kernels.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/c/foreign.hpp"
#include "jit/emit/c/functions.hpp"
#include "jit/emit/c/kernels.hpp"
#include "jit/passes/passes.hpp"
#include <algorithm>
#include <unordered_map>

namespace nova::plan {

namespace {

void entry(BodyPrinter& p) {
  p.open("int nova_run(nova_task* t, const nova_word* in, const nova_word* literals, nova_word* out)");
  p.line("int failed = 0, *bad = &failed;");
  const Vars& in = p.plan().body.params;
  const auto from = [&](Var v, const char* word, size_t k) {
    const std::string at = word + std::string("[") + std::to_string(k) + "]";
    if (p.plan()[v].column) return p.declared(v) + " = (" + c_type(p.element(v)) + "*)" + at + ".column;";
    const bool floating = is_floating(p.element(v));
    return p.declared(v) + " = " +
           (floating ? at + (p.element(v) == Element::F32 ? ".f32" : ".f64")
                     : "(" + c_type(p.element(v)) + ")" + at + ".i64") +
           ";";
  };
  for (size_t k = 0; k < in.size(); ++k) p.line(from(in[k], "in", k));
  for (size_t k = 0; k < p.literals().size(); ++k) p.line(from(p.literals()[k], "literals", k));
  p.statements(p.plan().body);
  const Vars& out = p.plan().body.results;
  for (size_t k = 0; k < out.size(); ++k) {
    const std::string at = "out[" + std::to_string(k) + "]";
    const Element e = p.element(out[k]);
    if (p.plan()[out[k]].column)
      p.line(at + ".column = " + p.name(out[k]) + ";");
    else if (e == Element::F32)
      p.line(at + ".i64 = 0, " + at + ".f32 = " + p.name(out[k]) + ";");
    else
      p.line(at + (e == Element::F64 ? ".f64 = " : ".i64 = ") + p.name(out[k]) + ";");
  }
  p.line("return failed ? nova_fail(t, 0) : 0;");
  p.close();
}

/// Whether it is certain that no loop of the text becomes SIMD: the plan has no functions, and each kernel computes
/// sin, cos or tan and has no inner loop.
bool is_scalar(const BodyPrinter& p) {
  if (!p.simd() || !p.plan().functions.empty()) return false;
  return std::ranges::all_of(p.plan().body.stms, [&](const Stm& s) {
    if (s.bodies.empty() || s.op == Op::If) return !is_kernel(s) && s.op != Op::If;
    bool inner = false;
    for (const Body& b : s.bodies) for_each_stm(b, [&](const Stm& in) { inner |= is_loop(in.op); });
    return has_trigonometry(s.bodies[0]) && !inner && !has_near_version(p, s);
  });
}

} // namespace

std::vector<uint64_t> literals(const Plan& plan) {
  const std::vector<Var> vars = literal_variables(plan);
  std::vector<uint64_t> words(vars.size());
  for_each_stm(plan.body, [&](const Stm& s) {
    if (s.op != Op::Constant) return;
    const auto at = std::find(vars.begin(), vars.end(), s.outs[0]);
    if (at != vars.end()) words[static_cast<size_t>(at - vars.begin())] = s.bits;
  });
  return words;
}

namespace {

std::string text_of(const Plan& own, TextTarget target) {
  BodyPrinter p(own, std::move(target));
  print_plan_functions(p);
  entry(p);
  return (is_scalar(p) ? std::string(scalar_text) + "\n" : "") + p.definitions() + p.text();
}

} // namespace

std::string emit_c(const Plan& plan, bool for_ranks) {
  const Plan own = plan_for_cpu(plan);
  return foreign_head(own) + (own.foreigns.empty() ? "" : visible_entry("nova_run")) +
         text_of(own, {.literals = literal_variables(plan), .for_ranks = for_ranks}) +
         foreign_definitions(own.foreigns);
}

namespace {

/// Returns the constants that are arguments of the kernels in a program without Nova.
std::vector<const Stm*> ahead_constants(const Plan& plan) {
  std::unordered_map<uint32_t, const Stm*> all;
  for_each_stm(plan.body, [&](const Stm& s) {
    const bool real = s.element == Element::F32 || s.element == Element::F64;
    if (s.op == Op::Constant && real) all[static_cast<uint32_t>(s.outs[0])] = &s;
  });
  std::vector<const Stm*> found;
  for (const Var v : literal_variables(plan))
    if (const auto at = all.find(static_cast<uint32_t>(v)); at != all.end()) found.push_back(at->second);
  return found;
}

} // namespace

std::string emit_c_ahead(const Plan& plan, bool tells) {
  if (tells) return text_of(plan, {.literals = Vars(), .tells = true});
  Vars arguments;
  for (const Stm* s : ahead_constants(plan)) arguments.push_back(s->outs[0]);
  return text_of(plan_for_cpu(plan), {.literals = std::move(arguments)});
}

std::vector<AheadLiteral> ahead_literals(const Plan& plan) {
  std::vector<AheadLiteral> out;
  for (const Stm* s : ahead_constants(plan)) out.push_back({s->element, s->bits});
  return out;
}

} // namespace nova::plan
