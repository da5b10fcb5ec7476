// The lines of `--stats` and `:why` about a form.
#include "jit/analysis/queries.hpp"
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

/// Returns the names of the shapes (docs/shapes.md) in which the plan's reductions and scans combine elements; "" if
/// the plan has no reduction or scan.
std::string shapes(const Plan& plan) {
  bool lane = false, ordered = false;
  for_each_root(plan, [&](const Body& root) {
    for_each_stm(root, [&](const Stm& s) {
      lane |= is_lane_fold(s);
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
    if (f->counts.first_ms && (!slowest || *f->counts.first_ms > *slowest->counts.first_ms)) slowest = f;
  if (!slowest) return "";
  char text[160];
  std::snprintf(text, sizeof text, "first result %.1f ms after a form was hot%s, its check %.1f ms\n",
                *slowest->counts.first_ms, slowest->code.from_disk ? ", from the cache" : "",
                slowest->counts.check_ms);
  return text;
}

namespace {

constexpr std::string_view texts[] = {
#define REASON(Name, text) text,
#include "jit/tiers/reasons.def"
#undef REASON
};

} // namespace

std::string Why::text() const {
  std::string text(texts[static_cast<size_t>(reason)]);
  if (const size_t at = text.find("{}"); at != std::string::npos) text.replace(at, 2, detail);
  return text;
}

bool used_texts(const TierForm& f) {
  return (f.code.on_gpu || f.code.sim) && std::ranges::any_of(f.lowered.plan.foreigns, [](const auto& text) {
           return text->cuda != CudaKind::None;
         });
}

namespace {

/// Returns the reason why the interpreter or compiled code runs the form at present.
Why standing(const TierForm& f) {
  switch (f.stage) {
  case TierForm::Refused:
  case TierForm::Quarantined: return f.why;
  case TierForm::Lowered: return {f.decision};
  case TierForm::Compiling: return {Reason::BeingCompiled};
  case TierForm::Ready: break;
  }
  return {f.counts.runs == 0 && f.counts.failed == 0 && f.counts.interpreted > 0 ? Reason::ForNextRun
                                                                                 : Reason::HasCode};
}

/// Returns a description of the form's runs, such as "cpu: 2 kernels, run 3 times".
std::string runs(const TierForm& f) {
  const PlannedForm& made = *f.planned;
  std::string out =
      (f.code.sim                     ? "sim: "
       : f.code.on_gpu || !f.code.cpu ? "cuda: "
                                      : "cpu: ") +
      (made.kernels     ? std::to_string(made.kernels) + (made.kernels == 1 ? " kernel" : " kernels")
       : made.recursive ? "recursion"
                        : "loop") +
      ", run " + times(f.counts.runs);
  if (f.counts.interpreted) out += ", interpreted " + times(f.counts.interpreted);
  if (f.counts.bytes > 0)
    out += std::string(f.memory->is_exact() ? ", " : ", at least ") + readable_bytes(f.counts.bytes) +
           " of columns made";
  if (f.counts.failed) out += ", failed " + times(f.counts.failed);
  return out;
}

std::string shares(const FormShares& s) {
  if (s.ranks == 1) return "";
  if (s.columns == 0) return "; all of it on each of " + std::to_string(s.ranks) + " ranks";
  return "; shared by " + std::to_string(s.ranks) + " ranks, which fill " + std::to_string(s.columns) +
         (s.columns == 1 ? " column of " : " columns of ") + readable_bytes(s.column_bytes) +
         " together, and send each other " + readable_bytes(s.moved_bytes) +
         (s.moves == 1 ? " once" : " in " + std::to_string(s.moves) + " steps");
}

std::string checks(const TierForm& f) {
  const FormChecks& c = f.checks;
  const std::string checked = used_texts(f) ? "; checked by contract, " : "; checked ";
  std::string out;
  if (c.whole) out += checked + "whole " + times(c.whole);
  if (c.sampled) out += checked + "on first elements " + times(c.sampled);
  if (c.agreed()) return out;
  return c.before.value_or(false) ? "; checked in an earlier session"
         : c.unchecked            ? "; unchecked: the interpreter would take too long, even for a part of it"
                                  : "; unchecked";
}

} // namespace

std::string line(const TierForm& f, const std::string& place) {
  const Why why = standing(f);
  const std::string shape = f.planned ? shapes(f.planned->fused) : "",
                    interpreted = "interpreted " + times(f.counts.interpreted);
  const auto told = [&] {
    switch (f.stage) {
    case TierForm::Refused: return "interpreted: " + why.text();
    case TierForm::Quarantined: return "quarantined: " + why.text();
    case TierForm::Lowered:
      return (why.reason == Reason::TooSmall ? "interpreted" : interpreted) + ": " + why.text() + shape;
    default: break;
    }
    if (why.reason != Reason::HasCode) return why.text() + "; " + interpreted + shape;
    return runs(f) + shares(f.counts.shares) + shape + checks(f) + plan::why(f.code.cuda);
  };
  std::string out = place + ": " + told() + "\n";
  if (why.reason == Reason::HasCode)
    out += row_lines(f.counts.rows, f.code.sim || f.code.on_gpu, asks_strategy(f.lowered.plan));
  return out;
}

} // namespace nova::plan
