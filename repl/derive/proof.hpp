// A proof: the derivation tree of a value or of a type, with terms and values as text. The printers of text, HTML and
// LaTeX need nothing else.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nova {

/// A variable of an environment, with its type. In the derivation of a value it has its value too.
struct ProofBinding {
  std::string name, value, type;
};

/// An environment. If `grew_from` is the index of another environment, it is written as an extension of that one, as
/// in s1 = s0[x -> 2]. If `grew_from` is none, it is written whole, as in s0 = [y -> 1].
struct ProofEnvironment {
  static constexpr uint32_t none = UINT32_MAX;
  uint32_t grew_from = none;
  /// `changed`: the bindings that an extension adds. `all`: all bindings. Both are ordered, the outermost first.
  std::vector<ProofBinding> changed, all;
};

/// A node of the derivation tree: the judgement that a rule derives for a term in an environment.
struct Judgement {
  static constexpr uint32_t none = UINT32_MAX;
  std::string rule, term, result;
  enum End : uint8_t {
    Holds,
    Fails,
    Unknown
  } end = Holds; ///< Fails: `result` names the error; Unknown: the result was not recorded
  uint32_t parent = none, environment = none;
  uint32_t depth = 0, size = 1; ///< depth: distance from the root; size: number of judgements in its tree
  uint32_t left_out = 0;        ///< number of hidden judgements below it: those inside of the prelude
  std::string enters{};         ///< of a function's body that a call evaluates: the function's name
};

struct Proof {
  bool typing = false;
  std::vector<Judgement> judgements; ///< in preorder: a conclusion before its premises
  std::vector<ProofEnvironment> environments;
  std::vector<uint32_t> stops; ///< the judgements at which a walk stops: bodies of functions with breakpoints
  size_t not_kept = 0;         ///< number of judgements that were not recorded, since there were too many

  /// Adds a judgement below its parent and returns its index.
  uint32_t add(Judgement j);
  /// Computes the `size` of each judgement, once all are added.
  void measure();
  /// Returns the premises of judgement `of`; the roots if `of` is none.
  std::vector<uint32_t> premises(uint32_t of) const;

  // The functions below return texts in the notation of docs/semantics.md. Of the two examples of a text, the second
  // is from a typing derivation.

  /// Returns the name of the environment with this index: s1, or G1.
  std::string name(uint32_t environment) const;
  /// Returns the text of a binding: x -> 2, or x : int.
  std::string binding(const ProofBinding& b) const;
  /// Returns the text of an environment as an extension of another one: s0[x -> 2], or G0{x : int}. If it extends
  /// none, returns all its bindings.
  std::string extension(uint32_t environment) const;
  /// Returns the text of all bindings of an environment: [y -> 1, x -> 2], or {y : int, x : int}.
  std::string whole(uint32_t environment) const;
  /// Returns the text of a judgement: <e, s1> => v, or G1 |- e : t.
  std::string judgement(const Judgement& j) const;
};

} // namespace nova
