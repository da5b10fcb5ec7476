#include "jit/user_kernels/happens_before.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

using Entries = std::vector<Knowledge::Entry>;

uint32_t known_of(const Entries& entries, uint32_t what) {
  const auto at = std::ranges::lower_bound(entries, what, {}, &Knowledge::Entry::first);
  return at != entries.end() && at->first == what ? at->second : 0;
}

/// Returns the entries of both; of entries for the same thread or block the higher one.
Entries merged(const Entries& a, const Entries& b) {
  Entries out;
  out.reserve(a.size() + b.size());
  auto x = a.begin(), y = b.begin();
  while (x != a.end() && y != b.end()) {
    if (x->first == y->first) {
      out.emplace_back(x->first, std::max(x->second, y->second));
      ++x, ++y;
    } else {
      out.push_back(x->first < y->first ? *x++ : *y++);
    }
  }
  out.insert(out.end(), x, a.end());
  out.insert(out.end(), y, b.end());
  return out;
}

} // namespace

bool Knowledge::covers(const Moment& m, uint32_t block) const {
  return known_of(blocks_, block) > m.barriers || known_of(threads_, m.thread) >= m.clock;
}

Knowledge::Pointer Knowledge::joined(const Pointer& a, const Pointer& b) {
  if (a == b || !b) return a;
  if (!a) return b;
  auto both = std::make_shared<Knowledge>();
  both->blocks_ = merged(a->blocks_, b->blocks_), both->threads_ = merged(a->threads_, b->threads_);
  return both;
}

Knowledge::Pointer Knowledge::with(const Pointer& a, Entry block, Entry thread) {
  auto more = std::make_shared<Knowledge>();
  if (block.second) more->blocks_ = {block};
  more->threads_ = {thread};
  return joined(a, more);
}

Knowledge::Pointer Knowledge::without_threads(const Pointer& a, uint32_t first, uint32_t end) {
  if (!a) return a;
  const auto is_in = [&](const Entry& e) { return e.first >= first && e.first < end; };
  if (std::ranges::none_of(a->threads_, is_in)) return a;
  auto less = std::make_shared<Knowledge>(*a);
  std::erase_if(less->threads_, is_in);
  return less;
}

} // namespace nova::plan
