// The evaluation rules of the NOVA paper, one function each, in the order of its figure 5 (docs/semantics.md). The
// judgement <e, s> => v means: with the frame s, e evaluates to v. APP and CASE have files of their own (apply.cpp,
// match.cpp). The rules that Nova has in addition are in eval_nova.cpp.
#include "interp/eval.hpp"
#include "interp/arrays/elements.hpp"
#include <algorithm>
#include <bit>

namespace nova::rules {
namespace {

// (CONST)  ------------
//          <c, s> => c
template <class R> R const_(const Code& e, Value*, Eval&) {
  if constexpr (std::is_same_v<R, Word>)
    return e.constant;
  else
    return *e.object;
}

// (ID)  s(x) = v
//       ------------
//       <x, s> => v
template <class R> R id(const Code& e, Value* frame, Eval&) { return as<R>(frame[e.slot]); }

/// Returns a tuple of the values at `items`, and pops them. Not inlined, so that its local variables take no stack
/// while the items are evaluated.
[[gnu::noinline]] Value make_tuple(const Code& e, Value* items, Eval& m) {
  Value v = located(e, m, [&] { return Value::tuple({items, e.count}); });
  m.pop(items);
  return v;
}

// (TUPLE)  <e1, s> => v1  ...  <en, s> => vn
//          -----------------------------------
//          <(e1, .., en), s> => (v1, .., vn)
Value tuple(const Code& e, Value* frame, Eval& m) {
  Value* items = m.push(e.count, e);
  for (uint32_t k = 0; k < e.count; ++k) store(e.items[k], frame, m, items[k]);
  return make_tuple(e, items, m);
}

// (TUPLE-ACCESS)  <e, s> => (v0, .., vn)    0 <= c <= n
//                 --------------------------------------
//                 <e.c, s> => vc
template <class R> R tuple_access(const Code& e, Value* frame, Eval& m) {
  return with_value(e.items[0], frame, m, [&](const Value& v) { return as<R>(v.items()[e.slot]); });
}

template <class R> R element(const Code& e, const Array& a, int64_t i) {
  if constexpr (std::is_same_v<R, Value>)
    return a.at(i);
  else {
    const Element of = static_cast<Element>(e.tag);
    if (of == Element::I64) return static_cast<Word>(a.data<int64_t>()[i]);
    if (of == Element::F64) return std::bit_cast<Word>(a.data<double>()[i]);
    return a.at(i).bits();
  }
}

void check_index(const Code& e, Eval& m, int64_t i, int64_t length) {
  if (static_cast<uint64_t>(i) >= static_cast<uint64_t>(length)) [[unlikely]]
    m.raise(e, "E0402", {arrays::index_text(i), std::to_string(length)});
}

// (VECTOR1-ACCESS)  <e1, s> => [v0 .. vn-1]    <e2, s> => i    0 <= i < n
//                   ------------------------------------------------------
//                   <e1!e2, s> => vi
template <class R> R vector1_access(const Code& e, Value* frame, Eval& m) {
  return with_value(e.items[0], frame, m, [&](const Value& v) {
    const int64_t i = static_cast<int64_t>(word(e.items[1], frame, m));
    const Array& a = v.array();
    check_index(e, m, i, a.length());
    return element<R>(e, a, i);
  });
}

/// Calls the built-in for element access, which fails with E0417: that error names the dimension whose index is out
/// of range.
template <class R> R out_of_dimensions(const Code& e, const Value& v, const Value& indices, Eval& m) {
  Value both[] = {v, indices};
  return as<R>(m.call_builtin(e, both));
}

// (VECTORN-ACCESS)  <e1, s> => a vector of d0 x .. x dn-1    <e2, s> => (i0, .., in-1)    0 <= ik < dk
//                   ----------------------------------------------------------------------------------
//                   <e1!e2, s> => the element at (i0, .., in-1)
template <class R> R vectorn_access(const Code& e, Value* frame, Eval& m) {
  return with_value(e.items[0], frame, m, [&](const Value& v) {
    const Value indices = e.items[1].value(e.items[1], frame, m);
    const Array& a = v.array();
    int64_t at = 0;
    for (uint32_t d = 0; d < a.rank(); ++d) {
      const auto i = static_cast<uint64_t>(indices.items()[d].as_int());
      if (i >= static_cast<uint64_t>(a.dimension(d))) return out_of_dimensions<R>(e, v, indices, m);
      at = at * a.dimension(d) + static_cast<int64_t>(i);
    }
    return element<R>(e, a, at);
  });
}

// (IF)  <e1, s> => true     <e2, s> => v        <e1, s> => false    <e3, s> => v
//       ---------------------------------       ---------------------------------
//       <if e1 then e2 else e3, s> => v         <if e1 then e2 else e3, s> => v
template <class R> R if_(const Code& e, Value* frame, Eval& m) {
  return eval<R>(word(e.items[0], frame, m) ? e.items[1] : e.items[2], frame, m);
}

// (LET)  <e', s> => v'    <e, s[x -> v']> => v
//        --------------------------------------
//        <let (x e') in e, s> => v
template <class R> R let(const Code& e, Value* frame, Eval& m) {
  store(e.items[0], frame, m, frame[e.slot]);
  return eval<R>(e.items[1], frame, m);
}

/// The rule LET inside of a loop: the variable's value is freed at the end, so that a `set!` of an element finds its
/// vector in no other place.
template <class R> R let_in_loop(const Code& e, Value* frame, Eval& m) {
  store(e.items[0], frame, m, frame[e.slot]);
  R result = eval<R>(e.items[1], frame, m);
  frame[e.slot] = Value();
  return result;
}

// (LAMBDA)  ---------------------------------------------------------------
//           <lambda (x : t') : t (e), s> => lambda (x : t') : t (s e)
//
// The closure holds copies of the variables of s that the body uses.
Value lambda(const Code& e, Value* frame, Eval& m) {
  const Function& f = *e.function;
  if (f.captures == 0) return f.value;
  const uint32_t* captures = e.core->frame.captures.data();
  Value* captured = m.push(f.captures, e);
  for (uint32_t k = 0; k < f.captures; ++k) captured[k] = frame[captures[k]];
  Value v = located(e, m, [&] { return Value::function(&f, {captured, f.captures}); });
  m.pop(captured);
  return v;
}

// (MU)  x1 = mu (x1 : t1) (lambda (x2 : t2) : t3 (e'))    <e, s[x1 -> lambda (x2 : t2) : t3 (e')]> => v
//       ------------------------------------------------------------------------------------------------
//       <letrec (x1 (lambda (x2 : t2) : t3 (e'))) in e, s> => v
//
// A function of a letrec needs no slot: LAMBDA makes its closure where it is used as a value, and APP calls it
// directly where it is called.
template <class R> R mu(const Code& e, Value* frame, Eval& m) { return eval<R>(e.items[0], frame, m); }

// (PARENTHESES)  <e, s> => v
//                -------------
//                <(e), s> => v
template <class R> R parentheses(const Code& e, Value* frame, Eval& m) {
  return eval<R>(e.items[0], frame, m);
}

} // namespace

void set_const(Code& c) { set_rule(c, const_<Word>, const_<Value>); }
void set_id(Code& c) { set_rule(c, id<Word>, id<Value>); }
void set_tuple(Code& c) { c.value = tuple; }
void set_tuple_access(Code& c) { set_rule(c, tuple_access<Word>, tuple_access<Value>); }
void set_vector1_access(Code& c) { set_rule(c, vector1_access<Word>, vector1_access<Value>); }
void set_vectorn_access(Code& c) { set_rule(c, vectorn_access<Word>, vectorn_access<Value>); }
void set_if(Code& c) { set_rule(c, if_<Word>, if_<Value>); }
void set_let(Code& c) { set_rule(c, let<Word>, let<Value>); }
void set_let_in_loop(Code& c) { set_rule(c, let_in_loop<Word>, let_in_loop<Value>); }
void set_lambda(Code& c) { c.value = lambda; }
void set_mu(Code& c) { set_rule(c, mu<Word>, mu<Value>); }
void set_parentheses(Code& c) { set_rule(c, parentheses<Word>, parentheses<Value>); }

} // namespace nova::rules

namespace nova {

/// Calls `run` with the limits of the stack set. If it fails, restores the stack of frames.
template <class F> Value Eval::outermost(F run) {
  constexpr uint64_t least = uint64_t{1} << 20;
  stack_low = stack_limit();
  const uint64_t share = std::max(least, Memory::limit() / 4); // stack bytes for calls: 1/4 of the limit
  if (share < big_stack_bytes) stack_low = std::max(stack_low, stack_address() - share);
  Value* const before = top;
  try {
    return run();
  } catch (...) {
    pop(before);
    depth = 0, next = nullptr, pinned = nullptr, caller = nullptr, site = &outside_;
    throw;
  }
}

// (PROGRAM)  s0 = the inputs    <e, s0> => v
//            ----------------------------------
//            <((x1 : t1) .. (xn : tn)) e> => v
Value Eval::program(const Function& form) {
  return outermost([&] { return invoke_boxed(form, push(form.frame_size, *form.body), *form.body, *this); });
}

Value Eval::program(const Value& function, std::span<Value> arguments) {
  return outermost([&] { return apply(function, arguments); });
}

} // namespace nova
