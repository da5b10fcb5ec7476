// The output of `--dump` for a form: its plans, its C, CUDA and PTX, and the dataflow between its kernels.
#include "jit/emit/c/emit_c.hpp"
#include "jit/emit/cuda/emit_cuda.hpp"
#include "jit/emit/prologue.hpp"
#include "jit/tiers/checks/plan_run.hpp"
#include "jit/tiers/form_inputs.hpp"
#include "jit/tiers/form_planner.hpp"
#include "runtime/cuda/nvrtc.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

/// Returns the PTX of a CUDA text for an H100's architecture, on any machine. Returns the error text if NVRTC is
/// missing or fails.
std::string ptx_of(const std::string& kernels) {
  constexpr int arch = 90;
  const auto nvrtc = cuda::Nvrtc::open();
  if (!nvrtc) return "; libnvrtc is not installed\n";
  const cuda::Compiled c = nvrtc->ptx(cuda_prologue(kernels) + kernels, arch);
  return c.good ? c.output.substr(0, c.output.find('\0')) : c.log;
}

} // namespace

bool FormPlanner::dumps() const { return options_.flows || options_.dumps.any(); }

/// Prints the plan before and after each pass that the options name.
void FormPlanner::dump_passes(Plan p) const {
  PassOptions o = passes();
  o.after_each = [this, before = print_plan(p)](const Pass& pass, const Plan& after) mutable {
    std::string now = print_plan(after);
    if (std::ranges::find(options_.dumps.passes, pass.name) != options_.dumps.passes.end())
      options_.dumps.print("; before " + std::string(pass.name) + "\n" + before + "; after " +
                           std::string(pass.name) + "\n" + now);
    before = std::move(now);
  };
  optimise(p, o);
}

/// Passes the form's dataflow graph to `options_.flows`. Does nothing while a definition that the form reads has not
/// run.
void FormPlanner::tell_flow(TierForm& f, std::span<Value> frame) {
  if (!work_ns(f, frame)) return;
  const std::vector<Value> values = inputs_of(machine_, f.lowered, frame);
  const MarshalContext at = marshal_context(machine_, &f.lowered.boxed);
  options_.flows(f.core->span, flow_of(f.planned->fused, words_of(at, f.lowered.inputs, values, 0)));
}

namespace {

/// Returns the run of the form's plan as text, so that the plan can be run alone. Returns a comment if that is not
/// possible: it has functions or cells, or calls C, or a definition that it reads has not run.
std::string run_text(Machine& machine, const Lowered& form, std::span<Value> frame) {
  Types& types = machine.frontend.types;
  const auto has_value = [&](const Input& in) {
    return in.kind <= Input::Global && !is_open(types, in.type) && input_at(machine, in, frame);
  };
  if (is_open(types, form.type) || !form.plan.foreigns.empty() || !form.regions.empty() ||
      !std::ranges::all_of(form.inputs, has_value))
    return "; it has functions, cells or foreign functions, so its inputs are not printed\n";
  const Bundle run = bundle_of(marshal_context(machine), form, inputs_of(machine, form, frame), nullptr);
  return print_run(form.plan, run.inputs, types.print(form.type, machine.frontend.symbols));
}

} // namespace

void FormPlanner::dump_texts(const Plan& fused, const std::string& at) const {
  const PlanDumps& d = options_.dumps;
  if (d.c) d.print("// " + at + "c\n" + emit_c(fused, for_ranks()));
  if (!d.cuda && !d.ptx) return;
  const std::string cuda = emit_cuda(fused).text;
  if (d.cuda) d.print("// " + at + "cuda\n" + cuda);
  if (d.ptx) d.print("// " + at + "ptx\n" + ptx_of(cuda));
}

bool FormPlanner::dump(TierForm& f, Span span, bool again, std::span<Value> frame) {
  const bool good = f.stage != TierForm::Refused && plan(f);
  if (again) return good;
  const std::string at = machine_.frontend.sources.place(span) + ": ";
  const PlanDumps& d = options_.dumps;
  if (d.plan)
    d.print("; " + at + "plan\n" + print_plan(f.lowered.plan) + run_text(machine_, f.lowered, frame));
  if (!d.passes.empty()) dump_passes(f.lowered.plan);
  if (d.fused) d.print("; " + at + "fused\n" + print_plan(f.planned ? f.planned->fused : Plan()));
  if (!good) return false;
  if (options_.flows) tell_flow(f, frame);
  dump_texts(f.planned->fused, at);
  return true;
}

} // namespace nova::plan
