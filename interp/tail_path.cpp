#include "interp/tail_path.hpp"
#include <algorithm>

namespace nova {
namespace {

constexpr size_t longest_path = 4, most_paths = 64; // an error's message takes no longer search

using Path = std::vector<const Core*>;

/// Returns the tail calls in the body of `lambda`, without those of the lambdas in it.
Path tail_calls(const Core& lambda) {
  Path out;
  for (std::vector<const Core*> todo{lambda.items[0]}; !todo.empty();) {
    const Core& c = *todo.back();
    todo.pop_back();
    if (c.kind == CoreKind::Lambda) continue;
    if (c.kind == CoreKind::Apply && c.tail) out.push_back(&c);
    todo.insert(todo.end(), c.items.begin(), c.items.end());
    for (const CoreArm& arm : c.arms) todo.push_back(arm.body);
  }
  return out;
}

/// Returns each path with each tail call of the function that it leads to; of `from` if there is none yet.
std::vector<Path> longer(const Monomorphiser& mono, const Core& from, const std::vector<Path>& paths) {
  std::vector<Path> out;
  for (const Path& path : paths) {
    const Core* const last = path.empty() ? &from : called_lambda(mono, *path.back());
    if (!last) continue;
    for (const Core* call : tail_calls(*last)) {
      if (out.size() == most_paths) return {};
      out.push_back(path), out.back().push_back(call);
    }
  }
  return out;
}

/// Returns what the paths, all of one length, have in common: their calls up to the first that is not the same one, and the
/// functions that all of them call from there on.
TailPath common_path(const Monomorphiser& mono, const std::vector<Path>& found) {
  TailPath out;
  for (size_t k = 0; k < found[0].size(); ++k) {
    const Core* const next = called_lambda(mono, *found[0][k]);
    const auto is_same = [&](const Path& p) { return p[k] == found[0][k]; };
    const auto calls_same = [&](const Path& p) { return called_lambda(mono, *p[k]) == next; };
    if (out.calls.size() == k && std::ranges::all_of(found, is_same))
      out.calls.push_back(found[0][k]);
    else if (std::ranges::all_of(found, calls_same))
      out.behind.push_back(next);
  }
  return out;
}

} // namespace

const Core* called_lambda(const Monomorphiser& mono, const Core& site) {
  const Core* f = site.items.empty() ? nullptr : site.items[0];
  if (f && f->kind == CoreKind::Local && f->function) f = f->function;
  if (f && f->kind == CoreKind::Global) f = mono[f->number].value;
  return f && f->kind == CoreKind::Lambda ? f : nullptr;
}

TailPath tail_path(const Monomorphiser& mono, const Core& from, const Core& to) {
  std::vector<Path> paths{{}};
  while (!paths.empty() && paths[0].size() < longest_path) {
    paths = longer(mono, from, paths);
    std::vector<Path> found;
    for (const Path& path : paths)
      if (called_lambda(mono, *path.back()) == &to) found.push_back(path);
    if (!found.empty()) return common_path(mono, found);
  }
  return {};
}

} // namespace nova
