// Jobs whose units ranks share. A column that they fill stays where it was computed until a rank wants more of it.
#include "jit/cpu/run_task.hpp"
#include <algorithm>

namespace nova::plan {

/// Whether the run ends without the other ranks: it is interrupted or out of time, and ends the program.
bool Run::is_ending() const { return fault_ && fault_->code != "E0601"; }

Division::Failure Run::failure_of(const Task& t, bool good) const {
  if (good) return Division::none;
  return fault_ || t.failed == 0 ? Division::limit : static_cast<Division::Failure>(t.failed);
}

/// Takes over the failure of any rank, in place of this rank's own. Returns whether there is none.
bool Run::take(Task& t, Division::Failure failure) {
  if (failure == Division::none) return true;
  if (failure != Division::limit)
    t.failed = static_cast<nv_i64>(failure), fault_.reset();
  else if (!fault_)
    fault_ = Fault{"E0601", no_memory_left("what another rank computes")};
  return pool_.stop(), false;
}

/// Runs growing pieces of a job until they have taken some time, or all units are done.
bool Run::try_out(Task& t, const Job& job, Division::Trial& trial) {
  constexpr double enough_ns = 100e3;
  const auto begin = std::chrono::steady_clock::now();
  for (nv_i64 piece = std::max<nv_i64>(job.grain, 1); trial.done < job.units && trial.ns < enough_ns;
       piece *= 2) {
    const nv_i64 to = job.units - trial.done < piece ? job.units : trial.done + piece;
    if (!parallel(t, {trial.done, to}, job.grain, job.kernel, job.given)) return false;
    trial.done = to;
    trial.ns = std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count();
  }
  return true;
}

/// Returns what the ranks have decided on a job like this one. Where they had not, each rank begins with all of it, and
/// rank 0 decides by the time that this takes. Returns nothing after a failure.
std::optional<Run::Choice> Run::decided(Task& t, const Job& job) {
  if (const auto before = division_->choice(job.code(), job.units)) return Choice{*before};
  Division::Trial trial;
  const bool good = try_out(t, job, trial);
  if (is_ending()) return {};
  const int64_t here = trial.done;
  uint64_t bytes = 0; // that move
  for (size_t k = 0; k < job.columns.size(); ++k)
    if (!job.access || k >= 64 || !(job.access->stays >> k & 1)) bytes += job.columns[k].bytes;
  if (!take(t, division_->decide(job.code(), job.units, bytes, trial, failure_of(t, good)))) return {};
  return Choice{*division_->choice(job.code(), job.units), here, trial.done};
}

/// Runs the units of a job from `here` on, on each rank.
bool Run::whole(Task& t, const Job& job, int64_t here) {
  return parallel(t, {here, job.units}, job.grain, job.kernel, job.given);
}

/// Runs this rank's parts of a job behind the `done` units that all ranks compute.
bool Run::divided(Task& t, const Job& job, int64_t here, int64_t done) {
  const Division::Range all{done, job.units};
  bool good = parallel(t, {std::min(here, done), done}, job.grain, job.kernel, job.given);
  for (const Division::Range part : division_->parts(all, job.cut(), division_->rank()))
    good = good &&
           parallel(t, {std::clamp(here, part.begin, part.end), part.end}, job.grain, job.kernel, job.given);
  if (!good || !take(t, division_->keep(all, job.cut(), job.columns))) return false;
  if (job.access) return true;
  std::vector<ColumnWish> all_columns;
  for (const JobColumn& c : job.columns)
    all_columns.push_back({ColumnWish::each_rank, c.column, {c.column, c.bytes}, 0, ColumnWish::far});
  return take(t, division_->fetch(all_columns, Division::none));
}

/// Runs one unit of a job on each rank.
bool Run::each_rank(Task& t, const Job& job) {
  const int own = division_->rank();
  if (!parallel(t, {own, own + 1}, job.grain, job.kernel, job.given)) return false;
  return take(t, division_->keep({0, job.units}, {}, job.columns));
}

/// Returns what a rank wants for some units of a job.
std::vector<ColumnWish> Run::wishes(Task& t, const Job& job, Division::Range units, int rank) const {
  std::vector<nova_piece> pieces(static_cast<size_t>(job.access->pieces));
  pieces.resize(static_cast<size_t>(job.access->reach(&t, job.given, units.begin, units.end, pieces.data())));
  std::vector<ColumnWish> all;
  for (const nova_piece& p : pieces)
    if (const auto memory = memory_of(p.column); !memory.empty())
      all.push_back({rank, static_cast<const std::byte*>(p.column), memory, p.begin, p.end});
  return all;
}

/// Returns what each rank wants for its parts of a job.
std::vector<ColumnWish> Run::wishes(Task& t, const Job& job) const {
  std::vector<ColumnWish> all;
  for (int k = 0; k < division_->size(); ++k)
    for (const Division::Range part : division_->parts({0, job.units}, job.cut(), k)) {
      if (part.begin == part.end) continue;
      const std::vector<ColumnWish> some = wishes(t, job, part, k);
      all.insert(all.end(), some.begin(), some.end());
    }
  return all;
}

/// Decides whether ranks share a job. If they have only parts of what it reads, and if little of it has to move, they do.
/// Otherwise the ranks get all that it reads, and share it where that has paid off. Returns nothing after a failure.
std::optional<Run::Choice> Run::choose(Task& t, const Job& job) {
  if (job.units <= 0) return Choice{false};
  if (job.access && division_->has_parts()) {
    const std::vector<ColumnWish> apart = wishes(t, job),
                                  together = wishes(t, job, {0, job.units}, ColumnWish::each_rank);
    const uint64_t bytes = division_->bytes_for(together);
    const bool follows = job.units > 1 && 2 * division_->bytes_for(apart) < bytes;
    if (bytes > 0 && !take(t, division_->fetch(follows ? apart : together, Division::none))) return {};
    if (follows) return Choice{true};
  }
  return division_->may_pay(job.units, job.grain) ? decided(t, job) : Choice{false};
}

/// Runs a job, of which the other ranks may run parts.
bool Run::shared(Task& t, const Job& job) {
  if (job.units <= 0) return true;
  const std::optional<Choice> choice = choose(t, job);
  if (!choice) return false;
  return choice->shares ? divided(t, job, choice->here, choice->done) : whole(t, job, choice->here);
}

/// Brings elements, which lie in the order of their owners on each rank, to these.
bool Run::route(Task& t, std::span<const JobColumn> columns, const nv_i64* bounds, const nv_i64* counts) {
  const int size = division_->size();
  std::vector<ColumnWish> all;
  for (const JobColumn& c : columns)
    for (int from = 0; from < size; ++from) {
      nv_i64 at = bounds[from];
      for (int to = 0; to < size; ++to) {
        const nv_i64 end = at + counts[from * size + to], bytes = static_cast<nv_i64>(c.unit_bytes);
        all.push_back({to, c.column, {c.column, c.bytes}, at * bytes, end * bytes});
        at = end;
      }
    }
  return take(t, division_->fetch(all, Division::none));
}

/// Brings pieces of columns to all ranks.
bool Run::fetch(Task& t, std::span<const nova_piece> pieces) {
  std::vector<ColumnWish> all;
  for (const nova_piece& p : pieces)
    if (const auto memory = memory_of(p.column); !memory.empty())
      all.push_back({ColumnWish::each_rank, static_cast<const std::byte*>(p.column), memory, p.begin, p.end});
  return take(t, division_->fetch(all, Division::none));
}

/// Ends the run together with the other ranks. All get its results.
bool Run::finished(Task& t, std::span<const nova_word> out, const Plan& plan, bool good) {
  std::vector<ColumnWish> all;
  for (size_t k = 0; good && k < out.size(); ++k) {
    if (!plan[plan.body.results[k]].column) continue;
    const auto* column = static_cast<const std::byte*>(out[k].column);
    if (const auto memory = memory_of(column); !memory.empty())
      all.push_back({ColumnWish::each_rank, column, memory, -ColumnWish::far, ColumnWish::far});
  }
  return take(t, division_->finish(all, failure_of(t, good)));
}

void Run::forget(const Held& held) {
  if (division_) division_->forget({held.place, held.size});
}

std::span<const std::byte> Run::memory_of(const void* place) const {
  const auto* p = static_cast<const std::byte*>(place);
  const std::lock_guard lock(mutex_);
  for (const Held& h : buffers_)
    if (h.place && p >= h.place && p < h.place + h.size) return {h.place, h.size};
  return {};
}

namespace {

/// Returns the part of the interval lo .. hi that lies in a column of `bytes` bytes; nothing if none does.
std::optional<std::pair<nv_i64, nv_i64>> inside(nv_i64 lo, nv_i64 hi, uint64_t bytes) {
  lo = std::max<nv_i64>(lo, 0), hi = std::min<nv_i64>(hi, static_cast<nv_i64>(bytes / sizeof(nv_i64)) - 1);
  if (lo > hi) return {};
  return std::pair(lo, hi);
}

nova_span between(nv_i64 lo, nv_i64 hi) { return {lo, hi, 1, 0}; }

} // namespace

/// Returns the values of an int column at some places. An input's elements are looked at, once for the same places. Of other
/// columns only those are looked at that ascend and that each rank has whole.
nova_span Run::values(const nv_i64* column, nova_span at, bool ascending) {
  const nova_span any = between(std::numeric_limits<nv_i64>::min(), std::numeric_limits<nv_i64>::max());
  const bool two = at.lo2 <= at.hi2;
  for (size_t k = 0; k < inputs_.rooms.size(); ++k) {
    const auto* const begin = static_cast<const std::byte*>(inputs_.words[k].column);
    const auto* const from = reinterpret_cast<const std::byte*>(column);
    if (inputs_.rooms[k] == 0 || from < begin || from >= begin + inputs_.rooms[k]) continue;
    const nv_i64 lo = two ? std::min(at.lo, at.lo2) : at.lo, hi = two ? std::max(at.hi, at.hi2) : at.hi;
    const auto places = inside(lo, hi, static_cast<uint64_t>(begin + inputs_.rooms[k] - from));
    if (!places) return between(0, 0);
    const auto [known, added] = inputs_.known.try_emplace({column, *places});
    if (!added) return known->second;
    const auto [least, most] = std::minmax_element(column + places->first, column + places->second + 1);
    return known->second = between(*least, *most);
  }
  const std::span<const std::byte> memory = memory_of(column);
  if (!ascending || memory.empty() || division_->is_distributed(memory)) return any;
  const auto bytes =
      static_cast<uint64_t>(memory.data() + memory.size() - reinterpret_cast<const std::byte*>(column));
  const auto first = inside(at.lo, at.hi, bytes), second = two ? inside(at.lo2, at.hi2, bytes) : std::nullopt;
  if (!first && !second) return between(0, 0);
  if (!first) return between(column[second->first], column[second->second]);
  nova_span values = between(column[first->first], column[first->second]);
  if (second) values.lo2 = column[second->first], values.hi2 = column[second->second];
  return values;
}

} // namespace nova::plan
