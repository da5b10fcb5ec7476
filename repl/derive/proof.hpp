// A proof: a derivation as it is shown, be it of a value or of a type. Text, page and LaTeX are made of it
// alone.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nova {

/// A variable of an environment: its value and type, or its type alone.
struct ProofBinding {
  std::string name, value, type;
};

/// s1 = s0[x -> 2], or all that it maps where it grew out of no other.
struct ProofEnvironment {
  static constexpr uint32_t none = UINT32_MAX;
  uint32_t grew_from = none;
  std::vector<ProofBinding> changed, all; ///< outermost first
};

struct Judgement {
  static constexpr uint32_t none = UINT32_MAX;
  std::string rule, term, result;
  enum End : uint8_t {
    Holds,
    Fails,
    Unknown
  } end = Holds; ///< Fails: `result` says how; Unknown: it is not kept
  uint32_t parent = none, environment = none;
  uint32_t depth = 0, size = 1; ///< size: the judgements of its tree
  uint32_t left_out = 0;        ///< judgements of the prelude that are not told
};

struct Proof {
  bool typing = false;
  std::vector<Judgement> judgements; ///< a conclusion before its premises
  std::vector<ProofEnvironment> environments;
  size_t not_kept = 0; ///< judgements beyond the limit

  /// Adds a judgement below its parent.
  uint32_t add(Judgement j);
  /// Sizes, once all are there.
  void measure();
  /// The judgements that are no premises, and a judgement's premises.
  std::vector<uint32_t> premises(uint32_t of) const;

  // As docs/semantics.md writes them.
  std::string name(uint32_t environment) const;      ///< s1, G1
  std::string binding(const ProofBinding& b) const;  ///< x -> 2, x : int
  std::string extension(uint32_t environment) const; ///< s0[x -> 2], G0{x : int}, [x -> 2]
  std::string whole(uint32_t environment) const;     ///< [y -> 1, x -> 2]
  std::string judgement(const Judgement& j) const;   ///< <e, s1> => v, G1 |- e : t
};

} // namespace nova
