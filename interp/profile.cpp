#include "interp/profile.hpp"
#include "runtime/buffer.hpp"
#include <algorithm>
#include <numeric>

namespace nova {
namespace {

/// Closes a form of a profile when it is destroyed, unless it waits for a tail call.
class Measuring {
 public:
  Measuring(const Code& e, Eval& m)
      : machine_(m), profile_(*m.machine.options.profile),
        opened_(profile_.begin(e.slot, e.constant != 0, m)) {}
  ~Measuring() {
    if (machine_.next)
      profile_.wait(opened_, machine_);
    else
      profile_.end(opened_);
  }
  Measuring(const Measuring&) = delete;

 private:
  Eval& machine_;
  Profile& profile_;
  size_t opened_;
};

/// The rule of a profiling node: evaluates items[0], the original node, and measures that.
template <class R> R profiled(const Code& e, Value* frame, Eval& m) {
  const Measuring measuring(e, m);
  return eval<R>(e.items[0], frame, m);
}

/// As `profiled`, of the body of a function. One that a call in the program calls is measured there.
template <class R> R profiled_body(const Code& e, Value* frame, Eval& m) {
  if (m.depth > 0 && m.calls[m.depth].site->core->kind == CoreKind::Apply)
    return eval<R>(e.items[0], frame, m);
  return profiled<R>(e, frame, m);
}

} // namespace

void profile_rule(Code& code, Code* inner, uint32_t site, bool tail, bool body) {
  *inner = code;
  code = Code();
  code.core = inner->core, code.tag = inner->tag, code.items = inner, code.count = 1;
  code.slot = site, code.constant = tail;
  if (body)
    set_rule(code, profiled_body<Word>, profiled_body<Value>);
  else
    set_rule(code, profiled<Word>, profiled<Value>);
}

Profile::Time Profile::time() const {
  return std::accumulate(nodes_.begin(), nodes_.end(), Time{},
                         [](Time t, const Node& n) { return t + n.own; });
}

/// Counts the time and the memory since the last call to the form that was opened last.
void Profile::tell() {
  const auto now = Clock::now();
  const uint64_t bytes = Memory::charged();
  if (!open_.empty()) {
    Measured& m = measured_[open_.back().site];
    m.own += now - last_, m.bytes += bytes - bytes_;
    nodes_[open_.back().node].own += now - last_;
  }
  last_ = now, bytes_ = bytes;
}

void Profile::close() {
  const Open& o = open_.back();
  if (o.outermost) active_[o.site] = none, measured_[o.site].total += last_ - o.begin;
  open_.pop_back();
}

uint32_t Profile::child(uint32_t parent, uint32_t site) {
  for (uint32_t k = nodes_[parent].first; k != none; k = nodes_[k].next)
    if (nodes_[k].site == site) return k;
  if (nodes_.size() >= most_nodes) return parent;
  const auto added = static_cast<uint32_t>(nodes_.size());
  nodes_.push_back({site, parent, {}, none, nodes_[parent].first});
  return nodes_[parent].first = added;
}

size_t Profile::begin(uint32_t site, bool tail, const Eval& m) {
  if (check_begin_) return none;
  tell();
  const auto is_over = [&](const Open& o) {
    return o.waits_for &&
           (tail || m.depth < o.depth || (m.depth == o.depth && m.calls[m.depth].function != o.waits_for));
  };
  if (!open_.empty() && is_over(open_.back())) close();
  if (measured_.size() <= site) measured_.resize(sites_.size()), active_.resize(sites_.size(), none);
  const bool outermost = active_[site] == none;
  const uint32_t node = outermost ? child(open_.empty() ? 0 : open_.back().node, site) : active_[site];
  if (outermost) active_[site] = node;
  ++measured_[site].calls;
  open_.push_back({node, site, outermost, nullptr, 0, last_});
  return open_.size() - 1;
}

void Profile::end(size_t opened) {
  if (opened == none) return;
  tell();
  while (open_.size() > opened) close();
}

void Profile::wait(size_t opened, const Eval& m) {
  if (opened == none) return;
  tell();
  while (open_.size() > opened + 1) close();
  open_.back().waits_for = m.next, open_.back().depth = m.depth;
}

void Profile::ran_compiled(double kernels_ns, double waited_ns) {
  if (open_.empty()) return;
  Measured& m = measured_[open_.back().site];
  ++m.compiled, m.kernels_ns += kernels_ns, m.waited_ns += waited_ns;
}

void Profile::begin_check() { check_begin_ = Clock::now(); }

void Profile::end_check() {
  if (check_begin_ && !open_.empty()) measured_[open_.back().site].checks += Clock::now() - *check_begin_;
  check_begin_.reset();
}

Tiers::Answer ProfiledTiers::try_run(Form& form, std::span<Value> frame) {
  const double kernels = tiers_.kernels_ns(), waited = tiers_.waited_ns();
  Answer answer = tiers_.try_run(form, frame);
  if (answer.then == Then::Check) profile_.begin_check();
  if (answer.then == Then::Done || answer.then == Then::Check)
    profile_.ran_compiled(tiers_.kernels_ns() - kernels, tiers_.waited_ns() - waited);
  return answer;
}

} // namespace nova
