// The text as a whole: names, kernels, nova_run.
#include "jit/emit/c/emit_c.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/emitter.hpp"
#include "runtime/watch.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

/// The plan's own names, with letters that C does not take as underscores.
std::string in_c(std::string name) {
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name.starts_with("nv_") || name.starts_with("nova_") ? "v_" + name : name;
}

} // namespace

std::string emit_c(const Plan& plan) { return Emitter(plan).run(); }

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

Emitter::Emitter(const Plan& plan)
    : plan_(plan), literals_(literal_variables(plan)), is_literal_(plan.types.size()),
      uses_(count_uses(plan)), in_place_(find_owners(plan).in_place), text_(&functions_) {
  const PlanNames names(plan);
  for (size_t k = 0; k < plan.types.size(); ++k) names_.push_back(in_c(names(static_cast<Var>(k))));
  for_each_stm(plan.body, [&](const Stm& s) {
    if (s.op == Op::Constant && s.element == Element::I64 && s.bits < 16) small_.insert(s.outs[0]);
  });
  for (Var v : literals_) is_literal_[static_cast<size_t>(v)] = true;
  words_ = names_;
  for_each_root(plan, [&](const Body& b) {
    for_each_stm(b, [&](const Stm& s) {
      if (s.op != Op::Constant || is_literal_[static_cast<size_t>(s.outs[0])]) return;
      texts_[s.outs[0]] = s.bits;
      if (is_integer(s.element))
        words_[static_cast<size_t>(s.outs[0])] = std::to_string(static_cast<int64_t>(s.bits));
      names_[static_cast<size_t>(s.outs[0])] = constant_text(s);
    });
  });
}

// ---- text ----

void Emitter::line(const std::string& text) {
  Watch::poll();
  constexpr int most = 32; // else a chain of n choices would have n^2 spaces
  text_->append(static_cast<size_t>(std::min(indent_, most)) * 2, ' ').append(text) += '\n';
}

void Emitter::comment(const Stm& s, const std::string& what) {
  std::string outs;
  for (Var v : s.outs) outs += (outs.empty() ? "" : ", ") + name(v);
  const std::string computed = wording(plan_, words_, s);
  line("// " + outs + ": " + (computed.empty() ? what : computed));
}

Names Emitter::name(const Vars& vars) const {
  Names all;
  for (Var v : vars) all.push_back(name(v));
  return all;
}

std::string Emitter::type_of(Var v) const {
  return narrow_.contains(v) ? c_type(Element::I32) : c_type(element(v));
}

std::string Emitter::declared(Var v, bool restricted) const {
  const bool column = plan_[v].column;
  return type_of(v) + (column ? restricted ? "* restrict " : "* " : " ") + name(v);
}

void Emitter::apart(const std::function<void()>& print) {
  std::string text;
  std::string* const around = std::exchange(text_, &text);
  const int indent = std::exchange(indent_, 0);
  const bool host = std::exchange(host_, false), defers = std::exchange(defers_, false),
             checked = std::exchange(checked_, false);
  const std::string guard = std::exchange(guard_, "");
  const auto asked = asked_;
  const auto values = std::exchange(values_, {}); // they name what is not seen from there
  print();
  values_ = values;
  text_ = around, indent_ = indent, host_ = host, defers_ = defers, checked_ = checked, guard_ = guard;
  asked_ = asked;
  functions_ += text + "\n";
}

// ---- kernels ----

/// What calls itself may take long for a single element.
std::string Emitter::grain(const Body& b, int64_t flat) const {
  bool recursive = false;
  for_each_stm(b,
               [&](const Stm& s) { recursive |= s.op == Op::Call && plan_.functions[s.function].recursive; });
  return std::to_string(recursive ? 1 : ends(b) ? 16 : flat);
}

/// units: how many there are; grain: how many a thread takes at first. A grain below zero is fixed, and threads take
/// their ranges in order (for kernels that wait for their turn).
void Emitter::kernel(const Stm& s, const std::string& what, const Vars& captured,
                     const std::vector<Given>& given, const std::string& units, const std::string& grain,
                     const std::function<void()>& body) {
  const Vars captures = free_variables({}, captured); // each once
  const std::string id = std::to_string(++used_);
  apart([&] {
    open("struct nova_env_" + id);
    for (Var v : captures) line(declared(v) + ";");
    for (const Given& g : given) line(g.type + " " + g.name + ";");
    close(";");
    comment(s, what);
    open("static int nova_kernel_" + id + "(nova_task* t, const void* given, nv_i64 begin, nv_i64 end)");
    line("const struct nova_env_" + id + "* env = given;");
    line("int failed = 0, *bad = &failed;");
    for (Var v : captures) line(declared(v, true) + " = env->" + name(v) + ";");
    if (std::ranges::any_of(plan_.regions, [&](const Region& r) {
          return std::ranges::find(captures, r.count) != captures.end();
        }))
      line("t->alone = t->threads == 1;");
    for (const Given& g : given)
      line(g.type + (g.type.ends_with("*") ? " restrict " : " ") + g.name + " = env->" + g.name + ";");
    body();
    line("return failed ? nova_fail(t, 0) : 0;");
    close();
  });
  std::string fields;
  for (Var v : captures) fields += (fields.empty() ? "" : ", ") + name(v);
  for (const Given& g : given) fields += (fields.empty() ? "" : ", ") + g.value;
  line("const struct nova_env_" + id + " nova_given_" + id + " = {" + fields + "};");
  line("if (t->host->parallel(t, " + units + ", " + grain + ", nova_kernel_" + id + ", &nova_given_" + id +
       ")) return 1;");
}

// ---- nova_run ----

void Emitter::entry() {
  open("int nova_run(nova_task* t, const nova_word* in, const nova_word* literals, nova_word* out)");
  line("int failed = 0, *bad = &failed;");
  const Vars& in = plan_.body.params;
  const auto from = [&](Var v, const char* word, size_t k) {
    const std::string at = word + std::string("[") + std::to_string(k) + "]";
    if (plan_[v].column) return declared(v) + " = (" + c_type(element(v)) + "*)" + at + ".column;";
    const bool floating = is_floating(element(v));
    return declared(v) + " = " +
           (floating ? at + (element(v) == Element::F32 ? ".f32" : ".f64")
                     : "(" + c_type(element(v)) + ")" + at + ".i64") +
           ";";
  };
  for (size_t k = 0; k < in.size(); ++k) line(from(in[k], "in", k));
  for (size_t k = 0; k < literals_.size(); ++k) line(from(literals_[k], "literals", k));
  statements(plan_.body);
  const Vars& out = plan_.body.results;
  for (size_t k = 0; k < out.size(); ++k) {
    const std::string at = "out[" + std::to_string(k) + "]";
    const Element e = element(out[k]);
    if (plan_[out[k]].column)
      line(at + ".column = " + name(out[k]) + ";");
    else if (e == Element::F32)
      line(at + ".i64 = 0, " + at + ".f32 = " + name(out[k]) + ";");
    else
      line(at + (e == Element::F64 ? ".f64 = " : ".i64 = ") + name(out[k]) + ";");
  }
  line("return failed ? nova_fail(t, 0) : 0;");
  close();
}

/// Has every loop over elements a sine in it, which is computed one at a time, and no loop inside?
bool Emitter::is_scalar() const {
  if (!simd_ || !plan_.functions.empty()) return false;
  return std::ranges::all_of(plan_.body.stms, [](const Stm& s) {
    if (s.bodies.empty() || s.op == Op::If) return !is_kernel(s) && s.op != Op::If;
    bool inner = false;
    for (const Body& b : s.bodies) for_each_stm(b, [&](const Stm& in) { inner |= is_loop(in.op); });
    return has_trigonometry(s.bodies[0]) && !inner;
  });
}

std::string Emitter::run() {
  std::string text;
  text_ = &text;
  plan_functions();
  entry();
  const std::string note = is_scalar() ? std::string(scalar_text) + "\n" : "";
  return able_ ? note + functions_ + text : "";
}

} // namespace nova::plan
