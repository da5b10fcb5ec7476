// Prints what the host does in a run on a GPU, but for the launches.
#include "jit/emit/ahead/device_text.hpp"
#include "jit/analysis/kernels.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/ahead/parts.hpp"
#include "jit/emit/c/scalar_names.hpp"
#include "jit/emit/prologue.hpp"

namespace nova::plan {

namespace {

/// Returns why the function's plan has nothing for a GPU; "" if it has.
std::string why_not(const AheadFunction& f) {
  for (const AheadInput& in : f.inputs)
    if (in.kind != AheadInput::Argument && in.kind != AheadInput::Constant)
      return "it has values of a recursive type";
  if (!f.fused.foreigns.empty()) return "it calls a foreign function";
  if (why_no_kernel(f.fused, Target::Gpu)) return "it has no kernels";
  return "";
}

} // namespace

void print_for_device(AheadFunction& f) {
  f.on_host = why_not(f);
  if (!f.on_host.empty()) return;
  const CudaText cuda = emit_cuda(f.fused, true);
  const std::string kernels = "kernel_" + f.name + "_";
  try {
    DevicePrinter p(cuda, f, kernels);
    p.functions();
    p.entry();
    f.launches = with_suffix(p.definitions() + p.text(), "_" + f.name);
    f.cuda = with_suffix(replaced(cuda.text, "nova_kernel_", kernels), "_" + f.name);
  } catch (const NotOnDevice& e) {
    f.on_host = e.why;
  }
}

void DevicePrinter::statements(const Body& b) {
  for (const Stm& s : b.stms) statement(s);
}

void DevicePrinter::statement(const Stm& s) {
  if (runs_on_host(s) && !is_control(s.op)) throw NotOnDevice{"it folds vectors"};
  switch (s.op) {
#define OP(Name, method, ...)                                                                                \
  case Op::Name:                                                                                             \
    return method(s);
#include "jit/plan/ops.def"
#undef OP
  case Op::Count_: return;
  }
}

/// Prints a body in place, and sets `results` to its results.
void DevicePrinter::block(const Body& b, const Names& arguments, const Vars& results) {
  for (size_t k = 0; k < b.params.size(); ++k) line(declared(b.params[k]) + " = " + arguments[k] + ";");
  statements(b);
  for (size_t k = 0; k < results.size(); ++k) line(name(results[k]) + " = " + name(b.results[k]) + ";");
}

void DevicePrinter::scalar(const Stm& s) {
  std::string list;
  for (const Var v : s.args) list += (list.empty() ? "" : ", ") + name(v);
  line(declared(s.outs[0]) + " = " + c_function(s.builtin, s.element, element(s.outs[0])) + "(" + list +
       ");");
}

void DevicePrinter::check(const Stm& s) {
  line("if (!" + name(s.args[0]) + ") return nova_fail(t, " + std::to_string(s.site) + ");");
}

void DevicePrinter::branch(const Stm& s) {
  declare(s.outs);
  open("if (" + name(s.args[0]) + ")");
  block(s.bodies[0], {}, s.outs);
  otherwise();
  block(s.bodies[1], {}, s.outs);
  close();
}

void DevicePrinter::loop(const Stm& s) {
  declare(s.outs);
  for (size_t k = 0; k < s.outs.size(); ++k) line(name(s.outs[k]) + " = " + name(s.args[k]) + ";");
  open("for (;;)");
  line("const nv_i64 mark = nova_made(t);");
  open("");
  block(s.bodies[0], name(s.outs), {});
  line("if (!" + name(s.bodies[0].results[0]) + ") break;");
  close();
  open("");
  block(s.bodies[1], name(s.outs), s.outs);
  close();
  free_made(s.outs);
  close();
}

void DevicePrinter::foldl(const Stm& s) {
  declare(s.outs);
  for (size_t k = 0; k < s.outs.size(); ++k) line(name(s.outs[k]) + " = " + name(s.args[k + 1]) + ";");
  const std::string k = fresh("k");
  open("for (nv_i64 " + k + " = 0; " + k + " < " + name(s.args[0]) + "; ++" + k + ")");
  line("const nv_i64 mark = nova_made(t);");
  Names arguments = name(s.outs);
  arguments.push_back(k);
  open("");
  block(s.bodies[0], arguments, s.outs);
  close();
  free_made(s.outs);
  close();
}

void DevicePrinter::read(const Stm& s) {
  const std::string x = name(s.outs[0]);
  line(declared(s.outs[0]) + ";");
  must("nova_fetch(t, &" + x + ", " + name(s.args[0]) + " + " + name(s.args[1]) + ", sizeof " + x + ")");
}

void DevicePrinter::shift(const Stm& s) {
  line(declared(s.outs[0]) + " = " + name(s.args[0]) + " + " + name(s.args[1]) + ";");
}

void DevicePrinter::copy(const Stm& s) {
  for (size_t k = 0; k < s.outs.size(); ++k) {
    const std::string y = name(s.outs[k]);
    line(declared(s.outs[k]) + " = nova_copied(t, " + name(s.args[k + 1]) + ", " + name(s.args[0]) +
         ", sizeof *" + y + ");");
    must("!" + y);
  }
}

// ---- calls ----

std::string DevicePrinter::signature(size_t function) {
  const Body& b = plan().functions[function].body;
  std::string list = "nova_task* t";
  for (const Var v : b.params) list += ", " + declared(v);
  for (size_t k = 0; k < b.results.size(); ++k)
    list +=
        ", " + type_of(b.results[k]) + (plan()[b.results[k]].column ? "**" : "*") + " r" + std::to_string(k);
  return "static int " + functions_[function] + "(" + list + ")";
}

void DevicePrinter::functions() {
  const std::vector<bool> called = functions_on_host(plan());
  for (size_t k = 0; k < plan().functions.size(); ++k) functions_.push_back(fresh("of"));
  for (size_t k = 0; k < plan().functions.size(); ++k)
    if (called[k]) put_apart(signature(k) + ";\n");
  for (size_t k = 0; k < plan().functions.size(); ++k) {
    if (!called[k]) continue;
    const Body& b = plan().functions[k].body;
    apart([&] {
      line("// the function " + plan().functions[k].name);
      open(signature(k));
      statements(b);
      for (size_t r = 0; r < b.results.size(); ++r)
        line("*r" + std::to_string(r) + " = " + name(b.results[r]) + ";");
      line("return 0;");
      close();
    });
  }
}

void DevicePrinter::call(const Stm& s) {
  declare(s.outs);
  open("");
  line("const nv_i64 mark = nova_made(t);");
  if (plan().functions[s.function].recursive)
    line("if (nova_deep(t)) return nova_fail(t, " + std::to_string(s.site) + ");");
  std::string list = "t";
  for (const Var v : s.args) list += ", " + name(v);
  for (const Var v : s.outs) list += ", &" + name(v);
  must(functions_[s.function] + "(" + list + ")");
  free_made(s.outs);
  close();
}

// ---- a run ----

/// Prints the inputs: in[k], and the length of a column in the words behind all inputs.
void DevicePrinter::inputs() {
  const Vars& params = plan().body.params;
  const std::vector<uint32_t> uses = count_uses(plan());
  for (size_t k = 0; k < params.size(); ++k) {
    const Var v = params[k];
    if (!uses[static_cast<size_t>(v)]) continue;
    const std::string at = "in[" + std::to_string(k) + "]", x = name(v);
    if (plan()[v].column) {
      line(declared(v) + " = nova_upload(t, " + at + ".column, in[" + std::to_string(params.size() + k) +
           "].i64, sizeof *" + x + ", " + (f_.inputs[k].kind == AheadInput::Constant ? "1" : "0") + ");");
      must("!" + x);
    } else if (is_floating(element(v)))
      line(declared(v) + " = " + at + (element(v) == Element::F32 ? ".f32;" : ".f64;"));
    else
      line(declared(v) + " = (" + type_of(v) + ")" + at + ".i64;");
  }
}

/// Prints the results: out[k]. Columns are copied to memory here.
void DevicePrinter::results() {
  for (size_t k = 0; k < f_.results.size(); ++k) {
    const AheadPart& p = f_.results[k];
    const Var v = plan().body.results[f_.skipped + k];
    const std::string at = "out[" + std::to_string(f_.skipped + k) + "]";
    if (p.kind == AheadPart::Column) {
      const std::string end = "(" + with_prefix(p.end, "nova_got_") + ")" + (p.is_offsets ? " + 1" : "");
      line("const " + kernel_type(p.element) + "* const nova_got_" + p.name + " = " + at +
           ".column = nova_download(t, " + name(v) + ", " + end + ", sizeof *" + name(v) + ");");
      must("!nova_got_" + p.name);
      continue;
    }
    if (p.kind == AheadPart::Dimension) line("const nv_i64 nova_got_" + p.name + " = " + name(v) + ";");
    if (p.element == Element::F32)
      line(at + ".i64 = 0, " + at + ".f32 = " + name(v) + ";");
    else
      line(at + (p.element == Element::F64 ? ".f64 = " : ".i64 = ") + name(v) + ";");
  }
}

void DevicePrinter::entry() {
  open("static int nova_there_0(nova_task* t, const nova_word* in, nova_word* out)");
  inputs();
  statements(plan().body);
  results();
  line("return nova_fetch(t, 0, 0, 0);");
  close();
  open("static int nova_run(nova_task* t, const nova_word* in, const nova_word* literals, nova_word* out)");
  line("(void)literals;");
  line(
      "return nova_end_there(t, nova_open_device(t, nova_images, NOVA_IMAGES) || nova_there_0(t, in, out));");
  close();
}

} // namespace nova::plan
