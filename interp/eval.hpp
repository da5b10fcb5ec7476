// The evaluator's own form of a program (`Code`), and the state of a run (`Eval`).
//
// Code is concrete Core reduced to what the rules read (threaded code). Each node points to the function of its rule,
// and the nodes of its subexpressions (its items) are contiguous. A rule returns a primitive as a Word (its 64 bits,
// in a register), and everything else as a Value. Types are concrete, so it is known at each node which of the two it
// returns. Most rules are templates over this result type (R).
//
// A frame is a part of one contiguous stack of Values. It holds the parameters, captured variables and local
// variables of a call. A slot outside the lifetime of its variable holds no object. So opening a frame costs nothing,
// and closing it only releases objects. A tail call replaces the frame by its arguments, stores the function in
// `next` and returns; `invoke` then runs `next`.
#pragma once
#include "frontend/source/big_stack.hpp"
#include "interp/machine.hpp"
#include "runtime/array.hpp"
#include <array>
#include <unordered_set>

namespace nova {

using Word = uint64_t;
struct Code;
struct Eval;
struct Scope; // scopes.hpp
class Scopes;
using WordRule = Word (*)(const Code&, Value* frame, Eval&);
using ValueRule = Value (*)(const Code&, Value* frame, Eval&);

/// A function after linking: its body as Code, and how many parameters, captured variables and slots it has. If
/// `supplied` > 0, it is a partial application to that many arguments: its closure holds these arguments, then the
/// captured values.
struct Function {
  const Code* body = nullptr;
  uint32_t params = 0, captures = 0, supplied = 0, frame_size = 0;
  uint32_t stack_need = 0; ///< bytes of C++ stack for its body, estimated from its depth of nesting
  bool plain = false;      ///< whether no slot of its frame ever holds an object
  std::string_view name;
  const Core* lambda = nullptr;        ///< its Lambda; null for a foreign function or a top-level form
  const Tiers::Form* around = nullptr; ///< the innermost form (Tiers::Form) around its Lambda, or null
  Function* one_more = nullptr;        ///< the same function with one more argument supplied, or null
  Value value;                         ///< the function value, if nothing is captured and `supplied` is 0
};

/// A node of a linked program: the function of its rule, the nodes of its subexpressions (`items`), and what else the
/// rule reads.
struct Code {
  union {
    WordRule word;
    ValueRule value;
  };
  const Core* core = nullptr;
  const Code* items = nullptr;
  union {
    Word constant = 0;
    const Value* object;      ///< Const: the value, if it is an object
    const Function* function; ///< direct call: the called function; Lambda: its Function
    const Layout* layout;     ///< Vector: how its elements are stored
    BuiltinFunction builtin;
    Tiers::Form* form;  ///< node that first asks the tiers: its form (tiers.hpp)
    const Scope* scope; ///< recording node: the innermost variable in scope
  };
  uint32_t count = 0;  ///< number of items
  uint32_t slot = 0;   ///< slot of the variable; or index of the field, global or constructor
  Tag tag = Tag::Unit; ///< tag of the node's value; Tuple and the tags after it are objects
  bool local = false;  ///< whether it is a Local with a primitive value, which `word` reads from the slot
  bool fixed = false;  ///< whether it is a Local whose variable no `set!` changes
  Code() : word(nullptr) {}
  bool is_word() const { return tag <= Tag::Unit; }
};

/// One active call: the node that calls, and the function that runs.
struct Activation {
  const Code* site;
  const Function* function;
};

/// Translates concrete Core to Code, and owns the functions and nodes. They live as long as the machine, except for
/// those that `forget` removes.
class Linker {
 public:
  explicit Linker(Machine& machine);
  ~Linker();
  /// Translates a top-level form, or the right side of a definition, to a function without parameters.
  const Function& link(const MonoTop& top);
  /// Has the tiers compile calls of a definition's function, and links calls in later top-level forms so that they run
  /// this code. `f`: a Global of concrete Core. Returns "", or why it is not compiled.
  std::string compile(const Core& f);
  /// Links a Lambda, and returns its Function for closures that hold `supplied` arguments.
  const Function& closure(const Core& lambda, uint32_t supplied);
  /// What nodes before the others watch: nothing, the rules that are applied (derivation.hpp), or the time that forms
  /// need (profile.hpp).
  enum class Watching : uint8_t { Nothing, Rules, Time };
  /// Links all functions so that this is watched, also those that are linked already. What was linked for something
  /// else that was watched before is removed.
  void watch(Watching what);
  const Scopes& scopes() const { return *scopes_; } ///< valid only while rules are watched

  using Mark = Machine::LinkMark;
  Mark mark() const {
    return {functions_.size(), unwatched_.nodes.size(), unwatched_.constants.size(),
            forms_.size(),     by_lambda_.size(),       watching_ != Watching::Nothing};
  }
  /// Whether forget(m, gone) is not allowed: something is watched, or was at the time of `m`, or a Lambda that was linked since `m` is not among
  /// the nodes `gone`.
  bool lasts_since(const Mark& m, std::span<const Core* const> gone) const;
  /// Removes what was linked since `m`. `gone` are the Core nodes that the caller is going to delete.
  void forget(const Mark& m, std::span<const Core* const> gone);

 private:
  friend class NodeLinker;
  bool records() const { return watching_ == Watching::Rules; }
  struct Body {
    const Code* code = nullptr;
    uint32_t stack_need = 0;
  };
  /// What bodies of functions consist of.
  struct Linked {
    std::deque<std::unique_ptr<Code[]>> nodes;
    std::deque<Value> constants;
  };
  Linked& linked() { return watching_ == Watching::Nothing ? unwatched_ : watched_; }
  void end_watching();
  void set_body(Function* f, Body body);
  Function* function(const Core& lambda);
  Function* add_function(uint32_t params, uint32_t captures, uint32_t frame_size, std::string_view name);
  void link_bodies();
  Code* nodes(size_t n);

  Machine& machine_;
  std::deque<Function> functions_;
  Linked unwatched_, watched_; ///< the bodies that watch nothing; those that do
  std::unordered_map<const Core*, Function*> by_lambda_;
  std::vector<std::pair<Function*, const Core*>> unlinked_;
  void add_scopes(const Core& lambda);
  std::unordered_map<Function*, Body>
      bodies_before_;                     ///< while something is watched: bodies that watch nothing
  std::unique_ptr<Scopes> scopes_;        ///< while rules are watched: the scopes
  std::vector<const Core*> forms_;        ///< the linked forms and right sides of definitions
  std::unordered_set<uint32_t> compiled_; ///< numbers of the definitions that `compile` has compiled
  Watching watching_ = Watching::Nothing;
};

/// The state of a run of the machine: the stack of frames, the active calls, and the limits.
struct Eval {
  Machine& machine;
  Linker linker;
  Value* top = nullptr; ///< the first free slot of the stack of frames
  Value* end = nullptr;
  const Function* next = nullptr; ///< the function of a pending tail call, or null
  uint64_t depth = 0, max_depth = 0;
  const char* stack_low = nullptr; ///< the lowest address of the C++ stack that may be used
  int32_t fuel = 0;                ///< calls and loop iterations until the next check_stop
  Activation* calls = nullptr;     ///< the active calls: calls[1 .. depth]
  const Code* site;                ///< the node of the array built-in that is running
  Value* pinned = nullptr;         ///< the frame that the innermost Caller keeps for its next call, or null
  Value* above = nullptr;          ///< the frame of a pending tail call from the pinned frame
  const Caller* caller = nullptr;  ///< the innermost Caller that is in a call, or null
  bool quiet = false;              ///< whether no tier is asked to run forms at present

  explicit Eval(Machine& m);
  ~Eval();
  Eval(const Eval&) = delete;

  /// Runs a linked top-level form and returns its value. If it fails, the stack of frames is restored.
  Value program(const Function& form);
  /// Applies a function value to arguments, as `program` runs a form.
  Value program(const Value& function, std::span<Value> arguments);
  /// Evaluates the right side of the definition with this index in Machine::mono, and stores its value. Does nothing
  /// if the right side is a Lambda.
  void define(uint32_t index);
  /// Evaluates the global that node e refers to, stores its value and returns it. Called at the first use of a global
  /// that has no value yet, such as a new instance of a generalised constant. Fails if the global is a foreign
  /// function, an input without a value, or defined by a form that has not run.
  const Value& first_use(const Code& e);
  Value apply(const Value& function, std::span<Value> arguments);
  Value call_builtin(const Code& e, std::span<Value> arguments);

  /// Reserves n slots at the top of the stack, for a frame or for values, and returns the first. Fails with E0605,
  /// located at `at`, if the stack is full.
  Value* push(uint32_t n, const Code& at) {
    Value* slots = top;
    if (n > static_cast<size_t>(end - slots)) [[unlikely]]
      too_deep(at);
    top = slots + n;
    return slots;
  }
  void pop(Value* slots) {
    for (Value* v = slots; v != top; ++v) *v = Value();
    top = slots;
  }
  /// Counts a loop iteration or a call. Calls check_stop after every 1,024 of them.
  void tick(const Code& at) {
    if (--fuel < 0) [[unlikely]]
      check_stop(at);
  }
  void enter(const Function& f, const Code& site) {
    if (depth >= max_depth || stack_address() - f.stack_need < stack_low) [[unlikely]]
      too_deep(site);
    tick(site);
    calls[++depth] = {&site, &f};
  }
  /// Closes a frame of f: releases its objects and frees its slots.
  void close(const Function& f, Value* frame) {
    if (!f.plain) clean(frame, f.frame_size);
    top = frame;
  }
  static void clean(Value* slots, size_t n) {
    for (size_t k = 0; k < n; ++k)
      if (slots[k].is_object()) slots[k] = Value();
  }
  /// Prepares a tail call of f, which `invoke` then runs: stores f in `next`, and moves the values at `arguments`
  /// into `frame`. If `frame` is pinned, the values stay at `arguments`, which becomes the frame of the call
  /// (`above`).
  void replace(Value* frame, Value* arguments, const Function& f);

  [[noreturn]] void raise(const Code& at, std::string code, std::vector<std::string> args = {});
  [[noreturn]] void too_deep(const Code& at);
  void check_stop(const Code& at);
  void give_back_pages();

 private:
  template <class F> Value outermost(F run);
  void note_calls(Diagnostic& d) const;
  std::string element_text(const LoopElement& e, const Core* called) const;
  Core nowhere_;
  Code outside_;
  Value* slots_ = nullptr;
};

// ---- evaluating a node ----

template <class R> R eval(const Code& c, Value* frame, Eval& m) {
  if constexpr (std::is_same_v<R, Word>)
    return c.word(c, frame, m);
  else
    return c.value(c, frame, m);
}

/// Evaluates c, whose value is a primitive, and returns its bits. Variables, the most frequent operands, are read
/// from the frame directly.
inline Word word(const Code& c, Value* frame, Eval& m) {
  return c.local ? frame[c.slot].bits() : c.word(c, frame, m);
}

/// Evaluates c and stores the value in the slot `to`. If c is primitive, the slot must hold no object, because its
/// old content is not released.
inline void store(const Code& c, Value* frame, Eval& m, Value& to) {
  if (c.is_word())
    new (&to) Value(Value::from_bits(c.tag, word(c, frame, m)));
  else
    to = c.value(c, frame, m);
}

inline Value boxed(const Code& c, Value* frame, Eval& m) {
  return c.is_word() ? Value::from_bits(c.tag, word(c, frame, m)) : c.value(c, frame, m);
}

/// Evaluates c for its effects and discards the value.
inline void drop(const Code& c, Value* frame, Eval& m) {
  if (c.is_word())
    c.word(c, frame, m);
  else
    c.value(c, frame, m);
}

/// Converts a Value to R, the result type of a rule: Word or Value.
template <class R, class V> R as(V&& v) {
  if constexpr (std::is_same_v<R, Word>)
    return v.bits();
  else
    return std::forward<V>(v);
}

/// Calls use(v) with the value v of c. The value of a variable that no `set!` changes is not copied.
template <class F> auto with_value(const Code& c, Value* frame, Eval& m, F use) {
  if (c.fixed) return use(std::as_const(frame[c.slot]));
  const Value v = boxed(c, frame, m);
  return use(v);
}

/// Calls f, which may throw a fault of the runtime, and turns the fault into an error located at node e.
template <class F> auto located(const Code& e, Eval& m, F f) {
  const uint64_t depth = m.depth;
  try {
    return f();
  } catch (Fault& fault) {
    m.depth = depth;
    m.raise(e, std::move(fault.code), std::move(fault.args));
  }
}

/// Calls f, whose arguments are stored in `frame` already, and runs the tail calls that follow. Then closes the frame
/// and returns the value. `site` is the node that calls.
template <class R> R invoke(const Function& f, Value* frame, const Code& site, Eval& m) {
  m.enter(f, site);
  R result = eval<R>(*f.body, frame, m);
  const Function* last = &f;
  while (m.next) [[unlikely]] {
      last = std::exchange(m.next, nullptr);
      m.tick(site);
      m.calls[m.depth].function = last;
      result = eval<R>(*last->body, frame, m);
    }
  --m.depth;
  m.close(*last, frame);
  return result;
}

inline Value invoke_boxed(const Function& f, Value* frame, const Code& site, Eval& m) {
  if (!f.body->is_word()) return invoke<Value>(f, frame, site, m);
  return Value::from_bits(f.body->tag, invoke<Word>(f, frame, site, m));
}

/// Sets the node's rule: `word` if the node's value is a primitive, else `value`.
inline void set_rule(Code& c, WordRule word, ValueRule value) {
  if (c.is_word())
    c.word = word;
  else
    c.value = value;
}

// ---- the rules, by file ----

namespace rules {
// Each function below sets the rule of node c. The first ones are for the rules of the NOVA paper, in the order of
// its figure 5 (docs/semantics.md). They are in eval.cpp, except for APP (apply.cpp) and CASE (match.cpp).
void set_const(Code& c);
void set_id(Code& c);
void set_app(Code& c);
void set_known_app(Code& c, bool tail);
void set_compiled_app(Code& c);
void set_tuple(Code& c);
void set_tuple_access(Code& c);
void set_vector1_access(Code& c);
void set_vectorn_access(Code& c);
void set_case(Code& c);
void set_let(Code& c);
void set_let_in_loop(Code& c);
void set_lambda(Code& c);
void set_mu(Code& c);
void set_parentheses(Code& c);
// The next ones are for rules that Nova has in addition: definitions, array built-ins, loops and others
// (eval_nova.cpp).
void set_global(Code& c);
void set_array(Code& c);
void set_construct(Code& c);
void set_vector(Code& c);
void set_sequence(Code& c);
void set_assign(Code& c);
void set_append(Code& c); ///< for (set! x (++ x e)); the node's second item is e
void set_put(Code& c);    ///< for (set! x (put i e x)); the node's second and third items are i and e
void set_foreign(Code& c);
// The rules of control forms: IF (eval.cpp), WHILE and FOR (eval_nova.cpp).
#define NOVA_NODE(Name, name, ...) void set_##name(Code& c);
#include "frontend/core/forms.def"
#undef NOVA_NODE
// Sets the rule PRIMITIVE (scalars.cpp). `operand` is the element type of the operands, or Unit for vectors, tuples
// and sums.
void set_primitive(Code& c, Element operand);
// Moves the node c to `inner`, and replaces it by a node that first asks the tiers for the value of `form`
// (tiered.cpp).
void set_tiered(Code& c, Code* inner, Tiers::Form* form);
} // namespace rules

} // namespace nova
