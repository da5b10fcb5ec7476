// Compiles a syntax tree to Thompson's automaton, from its end to its beginning, and follows its empty steps.
#include "frontend/regex/program.hpp"
#include "frontend/regex/byte_ranges.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace nova::regex {

namespace {

/// A state of Thompson's automaton.
struct Step {
  enum Kind : uint8_t { Match, Byte, Split, Save, Assert } kind = Match;
  uint32_t next = 0, other = 0; ///< `other`: of a Split, the one that is not preferred
  uint32_t position = 0;        ///< of a Byte
  uint8_t value = 0;            ///< the slot of a Save, the condition of an Assert
};

constexpr size_t most_steps = 20'000;

bool is_nullable(const Node& n) {
  const auto nullable = [](const NodePtr& item) { return is_nullable(*item); };
  switch (n.kind) {
  case Node::Set: return false;
  case Node::Repeat: return n.least == 0 || is_nullable(*n.items[0]);
  case Node::Alternate: return std::ranges::any_of(n.items, nullable);
  case Node::Empty:
  case Node::Assert: return true;
  case Node::Group:
  case Node::Concat: break;
  }
  return std::ranges::all_of(n.items, nullable);
}

class Compiler {
 public:
  Compiler(const Pattern& pattern, size_t length) : length_(length) {
    program_.groups = pattern.groups;
    program_.bytes.emplace_back();
    const uint32_t match = add({.kind = Step::Match});
    const uint32_t body = compile(*pattern.root, save(1, match));
    start_ = save(0, body);
  }

  Program program() {
    program_.follows.resize(program_.bytes.size());
    program_.follows[0] = follows(start_);
    for (const Step& s : steps_)
      if (s.kind == Step::Byte && program_.follows[s.position].empty())
        program_.follows[s.position] = follows(s.next);
    return std::move(program_);
  }

 private:
  [[noreturn]] void too_large(const char* what, size_t most) const {
    throw PatternError{0, length_,
                       std::string("it is too large: it has more than ") + std::to_string(most) + ' ' + what};
  }

  uint32_t add(Step s) {
    Watch::poll();
    if (steps_.size() >= most_steps) too_large("steps", most_steps);
    steps_.push_back(s);
    return static_cast<uint32_t>(steps_.size() - 1);
  }
  uint32_t save(uint32_t slot, uint32_t next) {
    return add({.kind = Step::Save, .next = next, .value = static_cast<uint8_t>(slot)});
  }
  uint32_t split(uint32_t first, uint32_t second, bool greedy) {
    return add({.kind = Step::Split, .next = greedy ? first : second, .other = greedy ? second : first});
  }

  /// Returns the step at which a match of n begins that goes on at `next`.
  uint32_t compile(const Node& n, uint32_t next) {
    switch (n.kind) {
    case Node::Empty: return next;
    case Node::Set: return set(n.set, next);
    case Node::Assert:
      program_.conditions |= n.condition;
      return add({.kind = Step::Assert, .next = next, .value = n.condition});
    case Node::Group: return save(2 * n.group, compile(*n.items[0], save(2 * n.group + 1, next)));
    case Node::Concat:
      for (size_t k = n.items.size(); k-- > 0;) next = compile(*n.items[k], next);
      return next;
    case Node::Alternate: {
      uint32_t all = compile(*n.items.back(), next);
      for (size_t k = n.items.size() - 1; k-- > 0;) all = split(compile(*n.items[k], next), all, true);
      return all;
    }
    case Node::Repeat: break;
    }
    return repeat(n, next);
  }

  uint32_t repeat(const Node& n, uint32_t next) {
    const Node& item = *n.items[0];
    uint32_t copies = n.least;
    if (n.most == Node::unbounded) {
      const uint32_t loop = add({.kind = Step::Split}), body = compile(item, loop);
      steps_[loop].next = n.greedy ? body : next, steps_[loop].other = n.greedy ? next : body;
      // x*, where x may match nothing, is (x+)?, so that the groups of one empty round count, as they do in RE2.
      next = n.least > 0 ? body : is_nullable(item) ? split(body, next, n.greedy) : loop;
      copies -= n.least > 0;
    } else {
      const uint32_t behind = next;
      for (uint32_t k = n.least; k < n.most; ++k) next = split(compile(item, next), behind, n.greedy);
    }
    for (uint32_t k = 0, before = 0; k < copies; ++k) {
      before = std::exchange(next, compile(item, next));
      if (next == before) break; // it is empty, however often
    }
    return next;
  }

  // ---- sets of code points ----

  /// Returns a Byte step, the same one for the same bytes and the same next step.
  uint32_t byte(const ByteSet& bytes, uint32_t next) {
    const auto [at, added] = bytes_.try_emplace({next, bytes.to_string()}, 0);
    if (!added) return at->second;
    if (program_.bytes.size() > most_positions) too_large("positions", most_positions);
    const auto position = static_cast<uint32_t>(program_.bytes.size());
    program_.bytes.push_back(bytes);
    return at->second = add({.kind = Step::Byte, .next = next, .position = position});
  }

  uint32_t set(const std::vector<Range>& ranges, uint32_t next) {
    std::map<uint32_t, ByteSet> leads; // by the step behind the first byte
    for (const Range& r : ranges)
      for (const ByteRanges& sequence : byte_ranges(r)) {
        uint32_t behind = next;
        for (size_t k = sequence.size(); k-- > 1;) {
          ByteSet bytes;
          fill(bytes, sequence[k]);
          behind = byte(bytes, behind);
        }
        fill(leads[behind], sequence[0]);
      }
    if (leads.empty()) return byte({}, next); // matches nothing
    uint32_t all = 0;
    bool first = true;
    for (const auto& [behind, bytes] : leads) {
      const uint32_t one = byte(bytes, behind);
      all = first ? one : split(one, all, true);
      first = false;
    }
    return all;
  }
  static void fill(ByteSet& bytes, ByteRange r) {
    for (unsigned b = r.first; b <= r.last; ++b) bytes.set(b);
  }

  // ---- empty steps ----

  struct Path {
    uint32_t step;
    uint8_t conditions;
    std::vector<uint8_t> saves;
  };

  /// Returns where the empty steps from `from` on lead, in the order of preference. A step that was reached before under
  /// conditions that hold whenever the present ones do is not followed again: the way before is preferred.
  std::vector<Follow> follows(uint32_t from) {
    std::vector<Follow> all;
    std::map<uint32_t, std::vector<uint8_t>> seen;
    std::vector<Path> left{{from, 0, {}}};
    while (!left.empty()) {
      Watch::poll();
      Path p = std::move(left.back());
      left.pop_back();
      std::vector<uint8_t>& before = seen[p.step];
      if (std::ranges::any_of(before, [&](uint8_t c) { return (c & ~p.conditions) == 0; })) continue;
      before.push_back(p.conditions);
      const Step& s = steps_[p.step];
      switch (s.kind) {
      case Step::Match:
      case Step::Byte:
        if (++follows_ > most_follows) too_large("ways between its positions", most_follows);
        all.push_back({s.position, p.conditions, std::move(p.saves)});
        break;
      case Step::Split: left.push_back({s.other, p.conditions, p.saves}); break;
      case Step::Save:
        std::erase(p.saves, s.value);
        p.saves.push_back(s.value);
        break;
      case Step::Assert: p.conditions |= s.value; break;
      }
      if (s.kind == Step::Match || s.kind == Step::Byte) continue;
      left.push_back({s.next, p.conditions, std::move(p.saves)});
    }
    return all;
  }

  size_t length_;
  Program program_;
  std::vector<Step> steps_;
  std::map<std::pair<uint32_t, std::string>, uint32_t> bytes_;
  uint32_t start_ = 0;
  size_t follows_ = 0;
};

} // namespace

Program make_program(const Pattern& pattern, size_t length) { return Compiler(pattern, length).program(); }

} // namespace nova::regex
