// What is told of a form: `--stats`, `:why`.
#include "jit/tier_form.hpp"
#include <cstdio>

namespace nova::plan {
namespace {

std::string readable_bytes(double bytes) {
  constexpr const char* units[] = {"bytes", "KB", "MB", "GB", "TB"};
  size_t unit = 0;
  for (; bytes >= 1e4 && unit < 4; ++unit) bytes /= 1000;
  char text[32];
  std::snprintf(text, sizeof text, "%.4g %s", bytes, units[unit]);
  return text;
}

} // namespace

std::string place(const TierForm& f, const Sources& sources) {
  const auto at = sources.position(f.core->span.file, f.core->span.begin);
  return sources.name(f.core->span.file) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

std::string line(const TierForm& f, const Sources& sources) {
  std::string out = place(f, sources) + ": ";
  switch (f.state) {
  case TierForm::Refused: return out + "interpreted: " + f.reason + "\n";
  case TierForm::Quarantined: return out + "quarantined: " + f.reason + "\n";
  case TierForm::Lowered:
    if (f.too_small)
      return out + "interpreted: too small to be worth running elsewhere, whatever its inputs are\n";
    return out + "interpreted " + std::to_string(f.interpreted) + " times: not worth compiling yet\n";
  case TierForm::Compiling:
    return out + "being compiled; interpreted " + std::to_string(f.interpreted) + " times\n";
  case TierForm::Ready: break;
  }
  out += (f.gpu                   ? "sim: "
          : f.on_gpu || !f.kernel ? "cuda: "
                                  : "cpu: ") +
         std::to_string(f.kernels) + (f.kernels == 1 ? " kernel" : " kernels") + ", run " +
         std::to_string(f.runs) + " times";
  if (f.interpreted) out += ", interpreted " + std::to_string(f.interpreted) + " times";
  if (f.bytes > 0)
    out += std::string(f.memory->is_exact() ? ", " : ", at least ") + readable_bytes(f.bytes) +
           " of columns made";
  if (f.failed) out += ", failed " + std::to_string(f.failed) + " times";
  if (f.whole) out += "; checked whole " + std::to_string(f.whole) + " times";
  if (f.sampled) out += "; checked on samples " + std::to_string(f.sampled) + " times";
  if (!f.whole && !f.sampled) out += "; unchecked";
  out += why(f.cuda);
  return out + "\n";
}

} // namespace nova::plan
