// Sorts of numbers that ranks share. Each rank sorts its part. By samples, and then by the keys around the cuts, all ranks learn
// which pieces of all parts make each rank's part of the result. The pieces move there, and are merged. A stable sort has one
// result, so this is that of one process.
#include "jit/cpu/run_task.hpp"
#include "jit/cpu/sorted_runs.hpp"
#include "runtime/buffer.hpp"
#include <algorithm>
#include <cmath>

namespace nova::plan {

namespace {

/// Returns how many keys one sample stands for, so that samples and keys around the cuts are about as many.
int64_t sample_step(int64_t n, int64_t ranks) {
  return std::max<int64_t>(1, static_cast<int64_t>(std::sqrt(static_cast<double>(n))) / ranks);
}

} // namespace

/// Brings pieces of a column to a rank. Begin and end count elements.
void Run::wish(std::vector<ColumnWish>& all, int rank, const JobColumn& c, int64_t begin, int64_t end) {
  const auto bytes = static_cast<int64_t>(c.unit_bytes);
  all.push_back({rank, c.column, {c.column, c.bytes}, begin * bytes, end * bytes});
}

template <class T> bool Run::sort_shared(Task& t, const SortJob& job) {
  const int size = division_->size(), own = division_->rank();
  const Division::Range units{0, job.n};
  const auto count = static_cast<size_t>(job.n);
  const JobColumn out{static_cast<std::byte*>(job.out), count * sizeof(T), sizeof(T), nullptr},
      runs{static_cast<std::byte*>(job.other), count * sizeof(T), sizeof(T), nullptr};
  std::vector<int64_t> bounds;
  std::vector<ColumnWish> wishes;
  const std::span<const std::byte> memory = memory_of(job.in);
  for (int k = 0; k < size; ++k) {
    const Division::Range part = division_->parts(units, {1, true}, k)[0];
    bounds.push_back(part.begin);
    const auto bytes = static_cast<int64_t>(sizeof(T));
    wishes.push_back(
        {k, static_cast<const std::byte*>(job.in), memory, part.begin * bytes, part.end * bytes});
  }
  bounds.push_back(job.n);
  if (!take(t, division_->fetch(wishes, Division::none))) return false;
  T* const other = static_cast<T*>(job.other);
  const int64_t begin = bounds[static_cast<size_t>(own)], mine = bounds[static_cast<size_t>(own) + 1] - begin;
  if (mine > 0 && t.host->sort(&t, job.type, 1, static_cast<const T*>(job.in) + begin, other + begin,
                               static_cast<T*>(job.out) + begin, mine))
    return false;
  if (!take(t, division_->keep(units, {1, true}, std::span(&runs, 1)))) return false;

  SortedRuns<T> sorted({other, count}, bounds, sample_step(job.n, size));
  if (!learn_samples(t, sorted) || !learn_cuts(t, sorted, runs)) return false;
  return merge_part(t, sorted, runs, out);
}

/// Gets samples of all ranks' runs.
template <class T> bool Run::learn_samples(Task& t, SortedRuns<T>& sorted) {
  std::vector<int64_t> first{0};
  for (size_t q = 0; q < sorted.size(); ++q) first.push_back(first.back() + sorted.samples_of(q));
  std::vector<T> samples(static_cast<size_t>(first.back()) + 1);
  const auto own = static_cast<size_t>(division_->rank());
  for (int64_t k = 0; k < sorted.samples_of(own); ++k)
    samples[static_cast<size_t>(first[own] + k)] = sorted.sample(own, k);
  const JobColumn column{reinterpret_cast<std::byte*>(samples.data()),
                         static_cast<uint64_t>(first.back()) * sizeof(T), sizeof(T), first.data()};
  if (!take(t, division_->keep({0, division_->size()}, {}, std::span(&column, 1)))) return false;
  std::vector<ColumnWish> wishes;
  wish(wishes, ColumnWish::each_rank, column, 0, first.back());
  if (!take(t, division_->fetch(wishes, Division::none))) return false;
  sorted.learn({samples.data(), static_cast<size_t>(first.back())});
  return true;
}

/// Gets the keys around the cuts.
template <class T> bool Run::learn_cuts(Task& t, const SortedRuns<T>& sorted, const JobColumn& runs) {
  std::vector<ColumnWish> wishes;
  for (size_t k = 1; k < sorted.size(); ++k) {
    const auto window = sorted.window(sorted.begin(k));
    for (size_t q = 0; q < sorted.size(); ++q)
      wish(wishes, ColumnWish::each_rank, runs, sorted.begin(q) + window.low[q],
           sorted.begin(q) + window.high[q]);
  }
  return take(t, division_->fetch(wishes, Division::none));
}

/// Moves each rank's pieces to it, and merges them.
template <class T>
bool Run::merge_part(Task& t, const SortedRuns<T>& sorted, const JobColumn& runs, const JobColumn& out) {
  std::vector<ColumnWish> wishes;
  std::vector<std::span<const T>> pieces;
  const auto* const keys = reinterpret_cast<const T*>(runs.column);
  std::vector<int64_t> from(sorted.size());
  for (size_t k = 0; k < sorted.size(); ++k) {
    const std::vector<int64_t> to = sorted.cut(sorted.begin(k) + sorted.length(k));
    for (size_t q = 0; q < sorted.size(); ++q) {
      wish(wishes, static_cast<int>(k), runs, sorted.begin(q) + from[q], sorted.begin(q) + to[q]);
      if (static_cast<int>(k) == division_->rank())
        pieces.push_back({keys + sorted.begin(q) + from[q], static_cast<size_t>(to[q] - from[q])});
    }
    from = to;
  }
  if (!take(t, division_->fetch(wishes, Division::none))) return false;
  const auto own = static_cast<size_t>(division_->rank());
  Buffer room(std::max<uint64_t>(static_cast<uint64_t>(sorted.length(own)) * sizeof(T), 1));
  merge_pieces<T>(pieces, reinterpret_cast<T*>(out.column) + sorted.begin(own),
                  reinterpret_cast<T*>(room.bytes()));
  if (!may_go_on()) return false;
  const int64_t n = sorted.begin(sorted.size());
  return take(t, division_->keep({0, n}, {1, true}, std::span(&out, 1)));
}

/// Sorts numbers. Ranks share that if they have only parts of them.
bool Run::sort(Task& t, const SortJob& job) {
  constexpr int64_t few = 65536; // that a thread sorts alone
  const std::span<const std::byte> memory = memory_of(job.in);
  const bool distributed = division_->has_parts() && !memory.empty() && division_->is_distributed(memory);
  if (!distributed || !division_->may_pay(job.n, few)) {
    const nova_piece all{job.in, -NOVA_FAR, NOVA_FAR};
    return fetch(t, std::span(&all, 1)) && !t.host->sort(&t, job.type, 1, job.in, job.out, job.other, job.n);
  }
  switch (job.type) {
  case NOVA_KEY_i64: return sort_shared<nv_i64>(t, job);
  case NOVA_KEY_i32: return sort_shared<nv_i32>(t, job);
  case NOVA_KEY_i16: return sort_shared<nv_i16>(t, job);
  case NOVA_KEY_i8: return sort_shared<nv_i8>(t, job);
  case NOVA_KEY_u64: return sort_shared<nv_u64>(t, job);
  case NOVA_KEY_u32: return sort_shared<nv_u32>(t, job);
  case NOVA_KEY_u16: return sort_shared<nv_u16>(t, job);
  case NOVA_KEY_u8: return sort_shared<nv_u8>(t, job);
  case NOVA_KEY_f32: return sort_shared<nv_f32>(t, job);
  default: return sort_shared<nv_f64>(t, job);
  }
}

} // namespace nova::plan
