#include "jit/user_kernels/gpu_kernel.hpp"
#include "jit/plan/builder.hpp"
#include "jit/user_kernels/geometry.hpp"
#include "jit/user_kernels/launcher.hpp"
#include "runtime/fault.hpp"

namespace nova::plan {
namespace {

using Kind = KernelParameter::Kind;
using Clock = std::chrono::steady_clock;

/// Returns a plan of one launch. Its inputs are the lengths of the results, the launch's sizes and the kernel's
/// arguments, a vector with its length.
Plan launch_plan(const ForeignFunction& f) {
  Builder b;
  ForeignFunction checked = f;
  checked.zeroed = true; // an element that no thread writes has no right value of an earlier launch
  b.plan.foreigns.push_back(std::make_shared<const ForeignFunction>(std::move(checked)));
  Vars& inputs = b.plan.body.params;
  const auto add = [&](Element e, bool column) { inputs.push_back(b.parameter({e, column})); };
  std::vector<VarType> columns;
  for (const Element e : f.signature.outputs) add(Element::I64, false), columns.push_back({e, true});
  for (size_t k = 0; k < launch_sizes; ++k) add(Element::I64, false);
  for (const ForeignType& t : f.signature.parameters) {
    add(t.elements.at(0), t.kind == ForeignType::Vector);
    if (t.kind == ForeignType::Vector) add(Element::I64, false);
  }
  Stm launch{.op = Op::Launch};
  launch.args = inputs;
  b.plan.body.results = b.emit(std::move(launch), columns);
  return std::move(b.plan);
}

FlatWords words_of(const std::vector<KernelParameter>& parameters, const KernelLaunch& l) {
  FlatWords words;
  for (size_t k = 0; k < parameters.size(); ++k)
    if (parameters[k].kind == Kind::Output) words.add_scalar(l.arguments[k].count);
  for (size_t k = 0; k < 3; ++k) words.add_scalar(uint64_t{l.grid[k]} * l.block[k]);
  for (const uint32_t size : l.block) words.add_scalar(size);
  words.add_scalar(l.shared);
  for (size_t k = 0; k < parameters.size(); ++k) {
    const KernelArgument& a = l.arguments[k];
    if (parameters[k].kind == Kind::Scalar) {
      uint64_t bits = 0;
      std::copy_n(a.bytes.data(), std::min(a.bytes.size(), sizeof bits), reinterpret_cast<std::byte*>(&bits));
      words.add_scalar(bits);
    } else if (parameters[k].kind == Kind::Input) {
      words.add_column(a.bytes.data(), a.bytes.size()), words.add_scalar(a.count);
    }
  }
  return words;
}

KernelAnswer failed(KernelMistake kind, const std::string& sentence) {
  KernelFault f;
  f.kind = kind, f.sentence = sentence;
  return {{}, std::move(f), ""};
}

} // namespace

std::unique_ptr<GpuKernel> GpuKernel::load(const ForeignFunction& f, std::vector<std::string> helper,
                                           const std::function<void()>& give_up, std::string& error) {
  std::unique_ptr<GpuKernel> k(new GpuKernel);
  const KernelSource source = source_of(f);
  k->parameters_ = source.parameters;
  name_parameters(k->parameters_, kernel_text(source).names);
  GpuClient::Options options;
  options.helper = std::move(helper);
  options.rerun = [](const Plan&, const FlatWords&) -> Answer {
    throw GpuRefusal{"the GPU's process ended before its results were read"};
  };
  k->client_ = std::make_unique<GpuClient>(std::move(options));
  k->form_.plan = std::make_shared<const Plan>(launch_plan(f));
  if (k->client_->load(k->form_, give_up)) return k;
  return error = k->form_.error.empty() ? k->client_->why() : k->form_.error, nullptr;
}

KernelAnswer GpuKernel::run(const KernelLaunch& launch, const std::function<void()>& give_up) const {
  constexpr std::chrono::seconds compiling{60};
  if (auto misfit = unfit(parameters_, launch)) return {{}, std::move(misfit), ""};
  if (!client_->load(form_, give_up)) return failed(KernelMistake::Crash, client_->why());
  const auto latest = Clock::now() + launch.longest + (ran_ ? std::chrono::seconds(0) : compiling);
  bool late = false;
  const auto poll = [&] {
    if (give_up) give_up();
    if ((late = Clock::now() > latest)) fail("E0604");
  };
  try {
    const Answer got = client_->run(form_, words_of(parameters_, launch), poll);
    return ran_ = true, answer(launch, got);
  } catch (const GpuRefusal& r) {
    return failed(KernelMistake::Crash, r.why);
  } catch (const Fault&) {
    if (!late) throw;
    return failed(KernelMistake::Endless, "the kernel has not ended in time");
  }
}

KernelAnswer GpuKernel::answer(const KernelLaunch& launch, const Answer& got) const {
  KernelAnswer a;
  for (size_t k = 0; k < parameters_.size(); ++k) {
    const KernelParameter& p = parameters_[k];
    if (p.kind != Kind::Output) continue;
    const uint32_t size = c_type_bytes(p.type);
    const ResultColumn& c = got.columns.at(a.outputs.size());
    const uint64_t bytes = launch.arguments[k].count * size;
    const std::byte* const from =
        c.buffer->bytes() + c.begin * static_cast<int64_t>(size); // comes from the device now
    a.outputs.emplace_back(from, from + bytes);
  }
  return a;
}

} // namespace nova::plan
