#include "jit/user_kernels/launcher.hpp"
#include "runtime/element.hpp"
#include "runtime/fault.hpp"
#include <cstring>

namespace nova::plan {

using Kind = KernelParameter::Kind;

KernelSource source_of(const ForeignFunction& f) {
  KernelSource s{f.text, f.path.empty() ? f.name : f.path, f.name, {}};
  for (const ForeignType& t : f.signature.parameters)
    s.parameters.push_back({t.kind == ForeignType::Vector ? Kind::Input : Kind::Scalar,
                            std::string(foreign_c_type(t.elements.at(0)))});
  for (const Element e : f.signature.outputs)
    s.parameters.push_back({Kind::Output, std::string(foreign_c_type(e))});
  return s;
}

void KernelRunner::launch(const ForeignLaunch& l, const std::function<void()>& give_up) {
  std::unique_ptr<KernelProgram>& program = programs_[l.kernel];
  std::string error;
  if (!program) program = KernelProgram::load(source_of(*l.kernel), cache_, give_up, error);
  if (!program) fail("E0430", {l.kernel->name, error});
  KernelLaunch launch{.grid = l.blocks, .block = l.threads, .shared = l.shared, .seed = seed_++};
  for (size_t k = 0; k < l.places.size(); ++k) {
    const ForeignLaunch::Place& p = l.places[k];
    const uint64_t size = c_type_bytes(program->parameters().at(k).type);
    const auto length = static_cast<uint64_t>(p.length);
    if (program->parameters()[k].kind == Kind::Scalar)
      launch.arguments.push_back({std::as_bytes(std::span(&p.bits, 1)).first(size)});
    else if (program->parameters()[k].kind == Kind::Input)
      launch.arguments.push_back({{static_cast<const std::byte*>(p.column), length * size}, length});
    else // a result: zeros if the declaration says so, else memory that was never written
      launch.arguments.push_back(
          {{static_cast<const std::byte*>(p.column), l.kernel->zeroed ? length * size : 0}, length});
  }
  const KernelAnswer answer = program->run(launch, give_up);
  if (answer.fault) fail("E0432", {l.kernel->name, answer.fault->sentence});
  const size_t first = l.places.size() - answer.outputs.size();
  for (size_t k = 0; k < answer.outputs.size(); ++k)
    if (!answer.outputs[k].empty())
      std::memcpy(l.places[first + k].column, answer.outputs[k].data(), answer.outputs[k].size());
}

} // namespace nova::plan
