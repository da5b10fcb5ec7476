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
  checked.zeroed = true; // for the simulator: what fills the results counts as written
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

FlatWords words_of(const std::vector<KernelParameter>& parameters, const KernelLaunch& l, uint8_t fill) {
  FlatWords words;
  for (size_t k = 0; k < parameters.size(); ++k)
    if (parameters[k].kind == Kind::Output) words.add_scalar(l.arguments[k].count);
  for (size_t k = 0; k < 3; ++k) words.add_scalar(uint64_t{l.grid[k]} * l.block[k]);
  for (const uint32_t size : l.block) words.add_scalar(size);
  words.add_scalar(l.shared), words.add_scalar(fill);
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
  k->parameters_ = source.parameters, k->zeroed_ = f.zeroed;
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

/// Runs the kernel. An element that has the byte that filled the results has perhaps not been written: then the kernel
/// runs once more, with another byte.
KernelAnswer GpuKernel::run(const KernelLaunch& launch, const std::function<void()>& give_up) const {
  KernelAnswer first = run_filled(launch, zeroed_ ? 0 : fill_bytes[0], give_up);
  if (zeroed_ || first.fault || !unwritten(first, nullptr)) return first;
  KernelAnswer second = run_filled(launch, fill_bytes[1], give_up);
  if (second.fault) return second;
  first.fault = unwritten(first, &second);
  return first;
}

/// Returns the first element of a result that has the first byte that fills results and, in the second answer, the second one.
std::optional<KernelFault> GpuKernel::unwritten(const KernelAnswer& first, const KernelAnswer* second) const {
  const auto is_filled = [](const std::byte* at, uint32_t size, uint8_t byte) {
    return std::all_of(at, at + size, [&](std::byte b) { return b == std::byte{byte}; });
  };
  size_t output = 0;
  for (const KernelParameter& p : parameters_) {
    if (p.kind != Kind::Output) continue;
    const uint32_t size = c_type_bytes(p.type);
    const std::vector<std::byte>& made = first.outputs[output];
    for (size_t k = 0; k < made.size(); k += size) {
      if (!is_filled(&made[k], size, fill_bytes[0])) continue;
      if (second && !is_filled(&second->outputs[output][k], size, fill_bytes[1])) continue;
      const uint64_t element = k / size;
      KernelFault f = *failed(KernelMistake::Unwritten,
                              "no thread writes " + p.name + "[" + std::to_string(element) + "]")
                           .fault;
      f.array = p.name, f.element = static_cast<int64_t>(element);
      return f;
    }
    ++output;
  }
  return {};
}

KernelAnswer GpuKernel::run_filled(const KernelLaunch& launch, uint8_t byte,
                                   const std::function<void()>& give_up) const {
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
    const Answer got = client_->run(form_, words_of(parameters_, launch, byte), poll);
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
