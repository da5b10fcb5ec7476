// The evaluator's own form of a program (`Code`), and the state of a run (`Eval`).
//
// Code is concrete Core reduced to what the rules read (threaded code). Each node points to the function of its rule,
// and the nodes of its subexpressions (its items) are contiguous. A rule returns a primitive as a Word (its 64 bits,
// in a register), and everything else as a Value. Types are concrete, so each node has one of the two result types.
// Most rules are templates over it (R).
//
// A frame is a part of one contiguous stack of Values: parameters, captured variables, locals. A slot outside the
// lifetime of its variable holds no object. So opening a frame costs nothing, and closing it only releases objects. A
// tail call replaces the frame by its arguments, stores the function in `next` and returns; `invoke` then runs
// `next`.
#pragma once
#include "frontend/source/big_stack.hpp"
#include "interp/machine.hpp"
#include "runtime/array.hpp"

namespace nova {

using Word = uint64_t;
struct Code;
struct Eval;
struct Scope; // scopes.hpp
class Scopes;
using WordRule = Word (*)(const Code&, Value* frame, Eval&);
using ValueRule = Value (*)(const Code&, Value* frame, Eval&);

/// A linked Lambda. With `supplied` > 0 it is a partial application, whose closure holds the supplied arguments and
/// then the captured values.
struct Function {
  const Code* body = nullptr;
  uint32_t params = 0, captures = 0, supplied = 0, frame_size = 0;
  uint32_t stack_need = 0; ///< bytes of C++ stack that its body's nesting may take
  bool plain = false;      ///< whether no slot ever holds an object
  std::string_view name;
  const Core* lambda = nullptr;        ///< its Lambda; null for a foreign function, or a form
  const Tiers::Form* around = nullptr; ///< the innermost form of the tiers that contains its Lambda, or null
  Function* one_more = nullptr;        ///< the same function with one more argument supplied, or null
  Value value;                         ///< the function value, if nothing is captured and `supplied` is 0
};

/// A node of a linked program: its rule, its items, and what the rule reads besides.
struct Code {
  union {
    WordRule word;
    ValueRule value;
  };
  const Core* core = nullptr;
  const Code* items = nullptr;
  union {
    Word constant = 0;
    const Value* object;      ///< Const: an object as its value
    const Function* function; ///< known call: the called function; Lambda: its function
    const Layout* layout;     ///< Vector: how its elements are stored
    BuiltinFunction builtin;
    Tiers::Form* form;  ///< node at which tiers are asked: the form
    const Scope* scope; ///< recording node: the variables in scope
  };
  uint32_t count = 0;  ///< number of items
  uint32_t slot = 0;   ///< slot of the variable; or number of the field, global or constructor
  Tag tag = Tag::Unit; ///< tag of the node's value; Tuple and above are objects
  bool local = false;  ///< whether it is a Local with a primitive value, which is read from the slot
  bool fixed = false;  ///< whether it is a Local that no `set!` changes
  Code() : word(nullptr) {}
  bool is_word() const { return tag <= Tag::Unit; }
};

/// One active call: the node that calls, and the function that runs.
struct Activation {
  const Code* site;
  const Function* function;
};

/// Translates concrete Core to Code, and owns the functions and nodes. They live as long as the machine, but the
/// latest ones can be removed by `forget`.
class Linker {
 public:
  explicit Linker(Machine& machine);
  ~Linker();
  /// Links a whole form, or a definition's right side, as a function without parameters.
  const Function& link(const MonoTop& top);
  /// Links a Lambda and returns its function with `supplied` arguments already given.
  const Function& closure(const Core& lambda, uint32_t supplied);
  /// Turns recording on or off for all functions, also for those that are linked already.
  void record(bool on);
  const Scopes& scopes() const { return *scopes_; } ///< only after record(true)

  using Mark = Machine::LinkMark;
  Mark mark() const {
    return {functions_.size(), nodes_.size(), constants_.size(),
            foreign_.size(),   forms_.size(), by_lambda_.size()};
  }
  /// Whether forget(m, gone) is not allowed: recording was turned on, or a function that was linked since `m` is none
  /// of the nodes `gone`.
  bool lasts_since(const Mark& m, std::span<const Core* const> gone) const;
  void forget(const Mark& m, std::span<const Core* const> gone);

 private:
  friend class NodeLinker;
  struct Body {
    const Code* code;
    uint32_t stack_need;
  };
  void set_body(Function* f, Body body);
  Function* function(const Core& lambda);
  const Function& foreign(const Core& use);
  Function* add_function(uint32_t params, uint32_t captures, uint32_t frame_size, std::string_view name);
  void link_bodies();
  Code* nodes(size_t n);

  Machine& machine_;
  std::deque<Function> functions_;
  std::deque<std::unique_ptr<Code[]>> nodes_;
  std::deque<Value> constants_;
  std::deque<Core> foreign_;
  std::unordered_map<const Core*, Function*> by_lambda_;
  std::vector<std::pair<Function*, const Core*>> unlinked_;
  std::unordered_map<Function*, Body> other_; ///< bodies of the mode that is off (recording or not recording)
  std::unique_ptr<Scopes> scopes_;            ///< scopes for recording; null if it was never turned on
  std::vector<const Core*> forms_;            ///< the linked forms and right sides, as opposed to functions
  bool recording_ = false;
};

/// The state of a run of the machine: the stack of frames, the active calls, and the limits.
struct Eval {
  Machine& machine;
  Linker linker;
  Value* top = nullptr; ///< the first free slot
  Value* end = nullptr;
  const Function* next = nullptr; ///< the function of a pending tail call, or null
  uint64_t depth = 0, max_depth = 0;
  const char* stack_low = nullptr; ///< the lowest address of the C++ stack that may be used
  int32_t fuel = 0;                ///< calls and loop iterations until the next check_stop
  Activation* calls = nullptr;     ///< the active calls: calls[1 .. depth]
  const Code* site;                ///< the node of the array built-in that runs
  Value* pinned = nullptr;         ///< the frame that a Caller keeps open: its tail calls run above it
  Value* above = nullptr;          ///< the arguments of a tail call from the pinned frame
  const Caller* caller = nullptr;  ///< the innermost Caller that is in a call, or null
  bool quiet = false;              ///< whether no tier is asked, as where all that runs is too small

  explicit Eval(Machine& m);
  ~Eval();
  Eval(const Eval&) = delete;

  /// Runs a form on an empty stack.
  Value program(const Function& form);
  /// Evaluates the right side of definition `index` and stores its value, unless it is a function.
  void define(uint32_t index);
  /// Returns the value of a global that has none yet: evaluates a new instance of a generalised constant. Fails if
  /// the global is foreign, an input, or defined by a form that has not run.
  const Value& first_use(const Code& e);
  Value apply(const Value& function, std::span<Value> arguments);
  Value call_builtin(const Code& e, std::span<Value> arguments);

  /// Returns n slots above all frames, for arguments or items. Fails at the node `at` if the stack is full.
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
  /// Closes a function's frame.
  void close(const Function& f, Value* frame) {
    if (!f.plain) clean(frame, f.frame_size);
    top = frame;
  }
  static void clean(Value* slots, size_t n) {
    for (size_t k = 0; k < n; ++k)
      if (slots[k].is_object()) slots[k] = Value();
  }
  /// Makes a tail call of f: the values at `arguments` become the frame, unless the frame is pinned.
  void replace(Value* frame, Value* arguments, const Function& f);

  [[noreturn]] void raise(const Code& at, std::string code, std::vector<std::string> args = {});
  [[noreturn]] void too_deep(const Code& at);
  void check_stop(const Code& at);
  void give_back_pages();

 private:
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

/// Evaluates a primitive operand. Variables, the most frequent operands, are read from the frame directly.
inline Word word(const Code& c, Value* frame, Eval& m) {
  return c.local ? frame[c.slot].bits() : c.word(c, frame, m);
}

/// Evaluates c into a slot (which holds no object if c is primitive).
inline void store(const Code& c, Value* frame, Eval& m, Value& to) {
  if (c.is_word())
    new (&to) Value(Value::from_bits(c.tag, word(c, frame, m)));
  else
    to = c.value(c, frame, m);
}

inline Value boxed(const Code& c, Value* frame, Eval& m) {
  return c.is_word() ? Value::from_bits(c.tag, word(c, frame, m)) : c.value(c, frame, m);
}

/// Evaluates c for its effects and drops the value.
inline void drop(const Code& c, Value* frame, Eval& m) {
  if (c.is_word())
    c.word(c, frame, m);
  else
    c.value(c, frame, m);
}

/// Converts a Value to the result type R of a rule.
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

/// Runs a function whose frame is filled, and the tail calls that follow it, and closes the frame.
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
// The rules of NOVA, in the order of its figure 5: in eval.cpp, except for APP (apply.cpp) and CASE (match.cpp).
void set_const(Code& c);
void set_id(Code& c);
void set_app(Code& c);
void set_known_app(Code& c, bool tail);
void set_tuple(Code& c);
void set_tuple_access(Code& c);
void set_vector1_access(Code& c);
void set_vectorn_access(Code& c);
void set_if(Code& c);
void set_case(Code& c);
void set_let(Code& c);
void set_lambda(Code& c);
void set_mu(Code& c);
void set_parentheses(Code& c);
// The rules that Nova adds, in eval_nova.cpp.
void set_global(Code& c);
void set_array(Code& c);
void set_construct(Code& c);
void set_vector(Code& c);
void set_sequence(Code& c);
void set_assign(Code& c);
void set_append(Code& c); ///< for (set! x (++ x e)); the node's second item is e
void set_while(Code& c);
void set_for(Code& c);
void set_foreign(Code& c);
// In scalars.cpp.
void set_primitive(Code& c, Element operand);
// In tiered.cpp: moves the node c to `inner` and replaces it by a node that asks the tiers first.
void set_tiered(Code& c, Code* inner, Tiers::Form* form);
} // namespace rules

} // namespace nova
