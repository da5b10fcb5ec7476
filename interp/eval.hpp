// The evaluator's own form of a program, and the state of a run.
//
// Code is concrete Core boiled down to what its rule reads: each node points to the function of its rule, its
// items lie side by side. A primitive travels as a Word (its 64 bits, in a register), everything else as a
// Value; types are concrete, so a node knows which of the two it gives, and most rules are templates over it
// (R).
//
// A frame is a piece of one contiguous stack of Values: parameters, captured variables, locals. A slot
// outside its variable's life holds no object, so opening a frame costs nothing and closing it looks only for
// objects. A tail call puts its arguments in the place of the frame, leaves the function in `next` and
// returns; `invoke` goes on with it.
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

/// A Lambda ready to run. With `supplied` arguments already given it is a partial application, whose closure
/// holds these and then the captured values.
struct Function {
  const Code* body = nullptr;
  uint32_t params = 0, captures = 0, supplied = 0, frame_size = 0;
  uint32_t stack_need = 0; ///< bytes of C++ stack that its body's nesting may take
  bool plain = false;      ///< no slot ever holds an object
  std::string_view name;
  const Core* lambda = nullptr;        ///< null: foreign
  const Tiers::Form* around = nullptr; ///< the innermost form in which its Lambda stands
  Function* one_more = nullptr;        ///< the same with one argument more; null for the last
  Value value;                         ///< the closure itself where nothing is captured
};

struct Code {
  union {
    WordRule word;
    ValueRule value;
  };
  const Core* core = nullptr;
  const Code* items = nullptr;
  union {
    Word constant = 0;
    const Value* object;      ///< Const
    const Function* function; ///< known calls, Lambda
    const Layout* layout;     ///< Vector
    BuiltinFunction builtin;
    Tiers::Form* form;  ///< a node that tiers are asked of
    const Scope* scope; ///< a node that records: its variables
  };
  uint32_t count = 0;  ///< items
  uint32_t slot = 0;   ///< Local, Let, Assign, For; Tuple access: the position; Global: the index
  Tag tag = Tag::Unit; ///< of the value: Tuple and above are objects
  bool local = false;  ///< a Local: what it names lies in the slot
  bool fixed = false;  ///< a Local that no `set!` names
  Code() : word(nullptr) {}
  bool is_word() const { return tag <= Tag::Unit; }
};

/// One call on the stack: where it stands and what runs.
struct Activation {
  const Code* site;
  const Function* function;
};

/// A program's functions and nodes; they live as long as the machine, but the last ones can be forgotten.
class Linker {
 public:
  explicit Linker(Machine& machine);
  ~Linker();
  /// A whole form, or a definition's right side, as a function without parameters.
  const Function& link(const MonoTop& top);
  /// A Lambda with so many arguments given.
  const Function& closure(const Core& lambda, uint32_t supplied);
  /// From now on all functions record what they do, those that are linked already too; or none does.
  void record(bool on);
  const Scopes& scopes() const { return *scopes_; } ///< once something was recorded

  using Mark = Machine::LinkMark;
  Mark mark() const {
    return {functions_.size(), nodes_.size(), constants_.size(),
            foreign_.size(),   forms_.size(), by_lambda_.size()};
  }
  /// Was a function linked since then that is none of these nodes, or does something record?
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
  std::unordered_map<Function*, Body>
      other_;                      ///< the bodies that record, or while recording those that do not
  std::unique_ptr<Scopes> scopes_; ///< for those that record
  std::vector<const Core*> forms_; ///< whatever was linked that is no function
  bool recording_ = false;
};

/// The state of the machine's run: the stack of frames, the calls, what stops it.
struct Eval {
  Machine& machine;
  Linker linker;
  Value* top = nullptr; ///< the first free slot
  Value* end = nullptr;
  const Function* next = nullptr; ///< a tail call that waits
  uint64_t depth = 0, max_depth = 0;
  const char* stack_low = nullptr; ///< the C++ stack's end
  int32_t fuel = 0;                ///< calls and turns until the next look at the clock
  Activation* calls = nullptr;     ///< calls[1 .. depth]
  const Code* site;                ///< the array built-in that runs
  Value* pinned = nullptr;         ///< the frame that a Caller keeps: tail calls run above it
  Value* above = nullptr;          ///< the arguments of such a tail call
  const Caller* caller = nullptr;  ///< that calls, innermost
  bool quiet = false;              ///< no tier is asked: what runs is known to be too small

  explicit Eval(Machine& m);
  ~Eval();
  Eval(const Eval&) = delete;

  /// Runs a form on an empty stack.
  Value program(const Function& form);
  /// Evaluates a definition's right side, if it is no function.
  void define(uint32_t index);
  /// The value of a global that has none yet: a generalised constant's new instance is evaluated; else it
  /// fails.
  const Value& first_use(const Code& e);
  Value apply(const Value& function, std::span<Value> arguments);
  Value call_builtin(const Code& e, std::span<Value> arguments);

  /// n slots for arguments or items, above all frames.
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
  /// A turn of a loop or a call.
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
  /// A tail call: what stands at `arguments` becomes the frame.
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

/// A primitive operand. Variables, the most frequent ones, are read in place.
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

/// Evaluates c for what it does.
inline void drop(const Code& c, Value* frame, Eval& m) {
  if (c.is_word())
    c.word(c, frame, m);
  else
    c.value(c, frame, m);
}

/// A Value as what the rule gives.
template <class R, class V> R as(V&& v) {
  if constexpr (std::is_same_v<R, Word>)
    return v.bits();
  else
    return std::forward<V>(v);
}

/// Calls use with c's value; a variable's is not copied.
template <class F> auto with_value(const Code& c, Value* frame, Eval& m, F use) {
  if (c.fixed) return use(std::as_const(frame[c.slot]));
  const Value v = boxed(c, frame, m);
  return use(v);
}

/// Does something of the runtime's that may fail; the fault gets the node's span.
template <class F> auto located(const Code& e, Eval& m, F f) {
  const uint64_t depth = m.depth;
  try {
    return f();
  } catch (Fault& fault) {
    m.depth = depth;
    m.raise(e, std::move(fault.code), std::move(fault.args));
  }
}

/// Runs a function whose frame is filled, and closes the frame.
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

/// The rule that gives what the node's type asks for.
inline void set_rule(Code& c, WordRule word, ValueRule value) {
  if (c.is_word())
    c.word = word;
  else
    c.value = value;
}

// ---- the rules, by file ----

namespace rules {
// eval.cpp: NOVA's, in the order of its figure 5. apply.cpp: APP. match.cpp: CASE.
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
// eval_nova.cpp: what Nova adds.
void set_global(Code& c);
void set_array(Code& c);
void set_construct(Code& c);
void set_vector(Code& c);
void set_sequence(Code& c);
void set_assign(Code& c);
void set_append(Code& c); ///< (set! x (++ x e)); its second item is e
void set_while(Code& c);
void set_for(Code& c);
void set_foreign(Code& c);
// scalars.cpp
void set_primitive(Code& c, Element operand);
// tiered.cpp: the node moves to `inner`, and the tier whose form it is is asked first.
void set_tiered(Code& c, Code* inner, Tiers::Form* form);
} // namespace rules

} // namespace nova
