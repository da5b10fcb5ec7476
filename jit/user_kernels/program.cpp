#include "jit/user_kernels/program.hpp"
#include "jit/compile/host_compiler.hpp"
#include "jit/user_kernels/geometry.hpp"
#include "jit/user_kernels/run_in_child.hpp"

namespace nova::plan {
namespace {

using Kind = KernelParameter::Kind;

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
  p->dynamic_name_ = made.dynamic_name, p->shapes_ = made.shapes, p->text_ = made.text, p->cache_ = cache;
  name_parameters(p->parameters_, made.names);
  p->symbols_ = module_symbols(p->path_);
  return p;
}

std::string KernelProgram::suspicion(const std::function<void()>& give_up) const {
  Compiler compiler("cc", cache_, "-O1", Compiler::Judged);
  compiler.give_up = give_up;
  std::string message;
  if (!compiler.object(text_, message).empty()) return "";
  const std::string error = first_error(message), place = shown_ + ":";
  const size_t open = error.find('\''), close = error.find('\'', open + 1);
  if (!error.starts_with(place) || error.find("uninitialized") == error.npos || close == error.npos)
    return "";
  return error.substr(open + 1, close - open - 1) + " may be read before it is written (line " +
         error.substr(place.size(), error.find(':', place.size()) - place.size()) + ")";
}

KernelAnswer KernelProgram::run(const KernelLaunch& launch, const std::function<void()>& give_up) const {
  if (auto misfit = unfit(parameters_, launch, symbols_.shared_bytes)) return {{}, std::move(misfit), ""};
  KernelAnswer answer = run_in_child(*this, launch, give_up);
  if (!answer.record) return answer;
  for (SimRecording::Memory& m : answer.record->memories)
    for (const KernelParameter& p : parameters_)
      if (p.kind != Kind::Scalar && p.name == m.name) m.type = p.type;
  return answer;
}

} // namespace nova::plan
