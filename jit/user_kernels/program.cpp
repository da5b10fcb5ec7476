#include "jit/user_kernels/program.hpp"
#include "jit/compile/host_compiler.hpp"
#include "jit/user_kernels/run_in_child.hpp"

namespace nova::plan {
namespace {

using Kind = KernelParameter::Kind;

KernelFault misfit(const std::string& sentence) {
  KernelFault f;
  f.kind = KernelMistake::Geometry, f.sentence = sentence;
  return f;
}

std::string number(uint64_t n) { return std::to_string(n); }

/// Names the parameters that have no name yet. `names` are those of the C parameters, of which a vector is two.
void name_parameters(std::vector<KernelParameter>& parameters, const std::vector<std::string>& names) {
  size_t at = 0;
  for (KernelParameter& p : parameters) {
    const std::string name = at < names.size() ? names[at] : "";
    if (p.name.empty()) p.name = name.empty() ? "parameter " + number(at + 1) : name;
    at += p.kind == Kind::Scalar ? 1 : 2;
  }
}

} // namespace

uint32_t c_type_bytes(std::string_view type) {
  constexpr std::pair<std::string_view, uint32_t> types[] = {
      {"float", 4},  {"double", 8},   {"int64_t", 8},  {"int32_t", 4},  {"int16_t", 2},
      {"int8_t", 1}, {"uint64_t", 8}, {"uint32_t", 4}, {"uint16_t", 2}, {"uint8_t", 1},
      {"bool", 1},   {"char", 1},     {"int", 4},      {"unsigned", 4}};
  for (const auto& [name, bytes] : types)
    if (name == type) return bytes;
  return 0;
}

std::unique_ptr<KernelProgram> KernelProgram::load(const KernelSource& source, const std::string& cache,
                                                   const std::function<void()>& give_up, std::string& error) {
  for (const KernelParameter& p : source.parameters)
    if (!c_type_bytes(p.type)) return error = "a kernel can't take " + p.type, nullptr;
  const KernelText made = kernel_text(source);
  if (!made.error.empty()) return error = made.error, nullptr;
  Compiler compiler("cc", cache, "-O0", Compiler::Checked);
  compiler.give_up = give_up;
  std::string message;
  std::unique_ptr<KernelProgram> p(new KernelProgram);
  p->path_ = compiler.object(made.text, message);
  if (p->path_.empty()) return error = first_error(message), nullptr;
  p->shown_ = source.shown, p->kernel_ = source.kernel, p->parameters_ = source.parameters;
  p->dynamic_name_ = made.dynamic_name, p->shapes_ = made.shapes;
  name_parameters(p->parameters_, made.names);
  p->symbols_ = module_symbols(p->path_);
  return p;
}

/// Returns why a GPU can't launch this; nothing if it can.
std::optional<KernelFault> KernelProgram::unfit(const KernelLaunch& l) const {
  constexpr uint64_t most_threads = 1024, most_blocks_x = 0x7fffffff, most_blocks = 65535,
                     most_shared = 227 << 10, most_depth = 64;
  for (size_t k = 0; k < 3; ++k)
    if (!l.grid[k] || !l.block[k])
      return misfit(l.block[k] ? "the grid has no threads, but a result has elements"
                               : "a block has no threads: one of its sizes is 0");
  const uint64_t threads = uint64_t{l.block[0]} * l.block[1] * l.block[2];
  if (threads > most_threads || l.block[2] > most_depth)
    return misfit("the launch has blocks of " + number(threads) +
                  " threads; a GPU has at most 1024, and 64 along z");
  if (l.grid[0] > most_blocks_x || l.grid[1] > most_blocks || l.grid[2] > most_blocks)
    return misfit("the launch has more blocks than a GPU can have");
  if (uint64_t{l.grid[0]} * l.grid[1] * l.grid[2] * threads > UINT32_MAX / 2)
    return misfit("the launch has more threads than the simulator can have");
  if (symbols_.shared_bytes + l.shared > most_shared)
    return misfit("the launch takes " + number(symbols_.shared_bytes + l.shared) +
                  " bytes of shared memory; a GPU has at most 232448");
  if (l.arguments.size() != parameters_.size())
    return misfit("the launch has not as many arguments as the kernel");
  return {};
}

KernelAnswer KernelProgram::run(const KernelLaunch& launch, const std::function<void()>& give_up) const {
  if (auto misfit = unfit(launch)) return {{}, std::move(misfit), ""};
  KernelAnswer answer = run_in_child(*this, launch, give_up);
  if (!answer.record) return answer;
  for (SimRecording::Memory& m : answer.record->memories)
    for (const KernelParameter& p : parameters_)
      if (p.kind != Kind::Scalar && p.name == m.name) m.type = p.type;
  return answer;
}

} // namespace nova::plan
