// `nova replay`: a mismatch once more, to see which stage is to blame.
#include "jit/bundle.hpp"
#include "repl/commands.hpp"
#include "runtime/fault.hpp"
#include <cstdio>

namespace nova {

int replay_bundle(const Arguments& a) {
  std::string error;
  const std::optional<plan::Bundle> bundle = plan::read_bundle(a.operand, error);
  if (!bundle)
    return std::fprintf(stderr, "nova: %s is no bundle: %s\n", a.operand.c_str(), error.c_str()), 2;
  plan::CpuDevice device({a.session.threads, a.session.tiers.cache, "cc", "-O3"});
  std::printf("%s\n", bundle->form.c_str());
  try {
    const plan::Guilt guilt = plan::replay(*bundle, device, {});
    std::printf("%s\n", guilt.story.c_str());
    return guilt.stage.empty() ? 0 : 1;
  } catch (const Fault& fault) {
    return std::fprintf(stderr, "nova: the replay ended with %s\n", fault.code.c_str()), 1;
  }
}

} // namespace nova
