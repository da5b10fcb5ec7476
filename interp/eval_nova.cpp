// The evaluation rules that Nova has in addition to those of the NOVA paper: definitions, array built-ins,
// constructors, sequences, loops.
#include "interp/arrays/arrays.hpp"
#include "interp/eval.hpp"
#include "interp/foreign.hpp"

namespace nova::rules {
namespace {

// (GLOBAL)  g is defined as v
//           -----------------
//           <g, s> => v
template <class R> R global(const Code& e, Value*, Eval& m) {
  if (const Value* v = m.machine.defined_value(e.slot)) [[likely]]
    return as<R>(*v);
  return as<R>(m.first_use(e));
}

// (ARRAY)  <e1, s> => v1  ...  <en, s> => vn    the built-in b gives v for v1 .. vn
//          --------------------------------------------------------------------------
//          <b e1 .. en, s> => v
template <class R> R array(const Code& e, Value* frame, Eval& m) {
  Value* arguments = m.push(e.count, e);
  for (uint32_t k = 0; k < e.count; ++k) store(e.items[k], frame, m, arguments[k]);
  Value v = m.call_builtin(e, {arguments, e.count});
  m.pop(arguments);
  return as<R>(std::move(v));
}

/// Returns a constructor cell with the values at `fields`, and pops them. Not inlined, so that its local variables
/// take no stack while the fields are evaluated.
[[gnu::noinline]] Value make_sum(const Code& e, Value* fields, Eval& m) {
  Value v = located(e, m, [&] { return Value::sum(e.slot, {fields, e.count}); });
  m.pop(fields);
  return v;
}

// (CONSTRUCT)  <e1, s> => v1  ...  <en, s> => vn
//              ---------------------------------
//              <T e1 .. en, s> => T v1 .. vn
Value construct(const Code& e, Value* frame, Eval& m) {
  Value* fields = m.push(e.count, e);
  for (uint32_t k = 0; k < e.count; ++k) store(e.items[k], frame, m, fields[k]);
  return make_sum(e, fields, m);
}

// (VECTOR)  <e1, s> => v1  ...  <en, s> => vn
//           ---------------------------------
//           <[e1 .. en], s> => [v1 .. vn]
Value vector(const Code& e, Value* frame, Eval& m) {
  std::optional<ColumnBuilder> column;
  located(e, m, [&] { column.emplace(e.layout, e.count); });
  for (uint32_t k = 0; k < e.count; ++k) {
    const Value v = boxed(e.items[k], frame, m);
    located(e, m, [&] { column->push(v); });
  }
  return located(e, m, [&] { return Value::vector(Array(column->finish())); });
}

// (SEQUENCE)  <e1, s> => v1  ...  <en, s> => vn
//             ---------------------------------
//             <begin e1 .. en, s> => vn
template <class R> R sequence(const Code& e, Value* frame, Eval& m) {
  for (uint32_t k = 0; k + 1 < e.count; ++k) drop(e.items[k], frame, m);
  return eval<R>(e.items[e.count - 1], frame, m);
}

// (ASSIGN)  <e, s> => v
//           ------------------------------
//           <set! x e, s> => nil, s[x -> v]
Word assign(const Code& e, Value* frame, Eval& m) { return store(e.items[0], frame, m, frame[e.slot]), 0; }

/// The rule ASSIGN for (set! x (++ x e)). If nothing else refers to the vector in x, its column is extended in place.
Word append(const Code& e, Value* frame, Eval& m) {
  if (!arrays::may_grow(frame[e.slot])) return assign(e, frame, m);
  const Value more = boxed(e.items[1], frame, m);
  located(e.items[0], m, [&] { arrays::append(m.machine, frame[e.slot], more.array()); });
  return 0;
}

/// The rule ASSIGN for (set! x (put i e x)). If nothing else refers to the vector in x, the element is stored in place.
Word put(const Code& e, Value* frame, Eval& m) {
  const Value index = boxed(e.items[1], frame, m);
  const Value element = boxed(e.items[2], frame, m);
  located(e.items[0], m, [&] { arrays::store_element(m.machine, frame[e.slot], index, element); });
  return 0;
}

// (WHILE)  <c, s> => false          <c, s> => true    <e, s> => v    <while c e, s> => nil
//          ----------------------   ------------------------------------------------------
//          <while c e, s> => nil    <while c e, s> => nil
Word while_(const Code& e, Value* frame, Eval& m) {
  while (word(e.items[0], frame, m)) {
    m.tick(e);
    drop(e.items[1], frame, m);
  }
  return 0;
}

// (FOR)  <e1, s> => a    <e2, s> => b    <e, s[i -> k]> => vk for k = a, .., b - 1 in turn
//        ---------------------------------------------------------------------------------
//        <for (i e1 e2) e, s> => nil
//
// i is a new variable in each iteration: an assignment to it in the body has no effect on the next iteration.
Word for_(const Code& e, Value* frame, Eval& m) {
  const auto from = static_cast<int64_t>(word(e.items[0], frame, m));
  const auto to = static_cast<int64_t>(word(e.items[1], frame, m));
  for (int64_t k = from; k < to; ++k) {
    m.tick(e);
    frame[e.slot] = Value::from_bits(e.items[0].tag, static_cast<Word>(k));
    drop(e.items[2], frame, m);
  }
  return 0;
}

// (FOREIGN)  <e1, s> => v1  ...  <en, s> => vn    the C function f gives v for v1 .. vn
//            --------------------------------------------------------------------------
//            <f e1 .. en, s> => v
//
// An error is located at the call.
template <class R> R foreign(const Code& e, Value* frame, Eval& m) {
  Value* arguments = m.push(e.count, e);
  for (uint32_t k = 0; k < e.count; ++k) store(e.items[k], frame, m, arguments[k]);
  Value v;
  try {
    v = call_foreign(m.machine, *e.core, {arguments, e.count});
  } catch (Fault& fault) {
    const Code& call = *m.calls[m.depth--].site;
    m.raise(call, std::move(fault.code), std::move(fault.args));
  }
  m.pop(arguments);
  return as<R>(std::move(v));
}

} // namespace

void set_global(Code& c) { set_rule(c, global<Word>, global<Value>); }
void set_array(Code& c) { set_rule(c, array<Word>, array<Value>); }
void set_construct(Code& c) { c.value = construct; }
void set_vector(Code& c) { c.value = vector; }
void set_sequence(Code& c) { set_rule(c, sequence<Word>, sequence<Value>); }
void set_assign(Code& c) { c.word = assign; }
void set_append(Code& c) { c.word = append; }
void set_put(Code& c) { c.word = put; }
void set_while(Code& c) { c.word = while_; }
void set_for(Code& c) { c.word = for_; }
void set_foreign(Code& c) { set_rule(c, foreign<Word>, foreign<Value>); }

} // namespace nova::rules

namespace nova {

// (DEFINE)  <e, s0> => v
//           ---------------------------------
//           <define g e> : g is defined as v
void Eval::define(uint32_t index) {
  if (const Core* value = machine.mono[index].value; value && value->kind != CoreKind::Lambda)
    machine.set_global(index,
                       program(linker.link({machine.mono[index].value, machine.mono[index].frame_size, {}})));
}

const Value& Eval::first_use(const Code& e) {
  const MonoGlobal& g = machine.mono[e.slot];
  const Global& written = machine.frontend.program[g.global];
  if (written.kind == Global::Foreign)
    raise(e, "E0422", {g.name}); // it is declared with another type than a function's
  if (written.kind == Global::Input) raise(e, "E0424", {g.name});
  if (!written.prelude && !machine.has_run(g.global)) raise(e, "E0423", {g.name});
  if (!g.value) raise(e, "E0602");
  const Function& f = linker.link({g.value, g.frame_size, g.type});
  machine.set_global(e.slot, invoke_boxed(f, push(f.frame_size, e), e, *this));
  return *machine.defined_value(e.slot);
}

} // namespace nova
