#include "jit/sim/recording.hpp"
#include "runtime/element.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// Returns the plan's statement that the kernel computes, and the statement's launch; nulls if there is no such
/// statement. A launch may have several kernels, whose names begin with the launch's own.
std::pair<const Stm*, const Launch*> launch_of(const GpuProgram& program, const std::string& kernel) {
  std::pair<const Stm*, const Launch*> found{};
  for (const auto& [s, l] : program.cuda.launches)
    if (kernel == l.kernel || (kernel.starts_with(l.kernel + "_") && !found.second)) found = {s, &l};
  return found;
}

} // namespace

void SimRecording::form(const GpuProgram& program, Span span) {
  if (text.find(program.cuda.text) == text.npos) text += program.cuda.text;
  program_ = &program, span_ = span;
}

/// Begins the record of a launch. `words` are the kernel's arguments: a count, the captured variables, the columns
/// that the kernel makes, and then words that belong to the kernel's skeleton.
void SimRecording::launch(const std::string& kernel, const GpuGrid& grid, const GpuTask& task,
                          std::span<const uint64_t> words) {
  keeps_ = launches.size() < most_launches;
  if (!keeps_) return void(++left_out);
  launches.push_back({.span = span_, .kernel = kernel, .grid = grid});
  numbers_.clear(), names_.clear();
  bookkeeping_ = {task.state, task.stop};
  const auto [s, l] = launch_of(*program_, kernel);
  if (!l) return;
  launches.back().what = op_row(s->op).name;
  std::vector<Var> vars = l->captures;
  if (s->op != Op::Sort) vars.insert(vars.end(), s->outs.begin(), s->outs.end());
  const Plan& plan = *program_->cuda.plan;
  for (size_t k = 0; k < vars.size() && k + 1 < words.size(); ++k) {
    const auto v = static_cast<size_t>(vars[k]);
    const bool made = k >= l->captures.size();
    const std::string name = plan.names[v].empty() ? (made ? "what it makes" : "") : plan.names[v];
    names_[words[k + 1]] = {name, std::string(element_name(plan.types[v].element)),
                            element_size(plan.types[v].element)};
  }
}

SimRecording::Memory SimRecording::memory(const SimTouch& t) const {
  Memory m{.element = t.bytes, .bytes = t.size, .shared = !t.memory};
  if (m.shared) return m;
  const auto begin = reinterpret_cast<uint64_t>(t.memory);
  const auto at = names_.lower_bound(begin);
  if (at != names_.end() && at->first < begin + t.size)
    m.name = at->second.name, m.type = at->second.type, m.element = at->second.element;
  return m;
}

void SimRecording::touch(const SimTouch& t) {
  if (!keeps_ || t.memory == bookkeeping_[0] || t.memory == bookkeeping_[1]) return;
  Launched& l = launches.back();
  if (l.accesses.size() == most_accesses) return void(l.whole = false);
  const auto [at, added] = numbers_.try_emplace(t.memory, static_cast<uint32_t>(l.memories.size()));
  if (added) l.memories.push_back(memory(t));
  Memory& m = l.memories[at->second];
  if (m.type.empty()) m.element = std::min(m.element, t.bytes);
  l.accesses.push_back({t.barriers, t.block, at->second, t.thread, t.writes, t.offset, t.bytes});
}

} // namespace nova::plan
