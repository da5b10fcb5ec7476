// What is told of a form: `--stats`, `:why`.
#include "jit/tiers/form.hpp"
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

std::string times(uint64_t n) { return n == 1 ? "once" : std::to_string(n) + " times"; }

/// The shapes (docs/shapes.md) in which the plan's reductions and scans combine; "" where it has none.
std::string shapes(const Plan& plan) {
  bool lane = false, ordered = false;
  for_each_root(plan, [&](const Body& root) {
    for_each_stm(root, [&](const Stm& s) {
      const bool folds = s.op == Op::Reduce || s.op == Op::Accumulate;
      lane |= folds && (s.shape == Shape::Lane || s.op == Op::Accumulate);
      ordered |=
          (s.op == Op::Reduce && s.shape == Shape::Ordered) || s.op == Op::Scan || s.op == Op::ScanScatter;
    });
  });
  return lane && ordered ? "; lane and ordered shapes"
         : lane          ? "; lane shape"
         : ordered       ? "; ordered shape"
                         : "";
}

} // namespace

std::string first_results(std::span<const TierForm* const> forms) {
  const TierForm* slowest = nullptr;
  for (const TierForm* f : forms)
    if (f->first_ms && (!slowest || *f->first_ms > *slowest->first_ms)) slowest = f;
  if (!slowest) return "";
  char text[160];
  std::snprintf(text, sizeof text, "first result %.1f ms after a form was hot%s, its check %.1f ms\n",
                *slowest->first_ms, slowest->from_disk ? ", from the cache" : "", slowest->check_ms);
  return text;
}

std::string line(const TierForm& f, const std::string& place) {
  std::string out = place + ": ";
  const std::string shape = shapes(f.fused);
  switch (f.state) {
  case TierForm::Refused: return out + "interpreted: " + f.reason + "\n";
  case TierForm::Quarantined: return out + "quarantined: " + f.reason + "\n";
  case TierForm::Lowered:
    if (f.too_small)
      return out + "interpreted: too small to be worth running elsewhere, whatever its inputs are" + shape +
             "\n";
    return out + "interpreted " + times(f.interpreted) + ": not worth compiling yet" + shape + "\n";
  case TierForm::Compiling: return out + "being compiled; interpreted " + times(f.interpreted) + shape + "\n";
  case TierForm::Ready: break;
  }
  if (f.runs == 0 && f.failed == 0 && f.interpreted > 0)
    return out + "compiled, for the next run; interpreted " + times(f.interpreted) + shape + "\n";
  out += (f.gpu                   ? "sim: "
          : f.on_gpu || !f.kernel ? "cuda: "
                                  : "cpu: ") +
         (f.kernels     ? std::to_string(f.kernels) + (f.kernels == 1 ? " kernel" : " kernels")
          : f.recursive ? "recursion"
                        : "loop") +
         ", run " + times(f.runs);
  if (f.interpreted) out += ", interpreted " + times(f.interpreted);
  if (f.bytes > 0)
    out += std::string(f.memory->is_exact() ? ", " : ", at least ") + readable_bytes(f.bytes) +
           " of columns made";
  if (f.failed) out += ", failed " + times(f.failed);
  out += shape;
  if (f.whole) out += "; checked whole " + times(f.whole);
  if (f.sampled) out += "; checked on first elements " + times(f.sampled);
  if (!f.whole && !f.sampled)
    out += f.before.value_or(false) ? "; checked in an earlier session"
           : f.unchecked ? "; unchecked: the interpreter would take too long, even for a part of it"
                         : "; unchecked";
  out += why(f.cuda);
  return out + "\n" + row_lines(f.rows, f.gpu || f.on_gpu, asks_strategy(f.lowered.plan));
}

} // namespace nova::plan
