#include "runtime/value.hpp"
#include "runtime/array.hpp"
#include "runtime/cell_heap.hpp"
#include "runtime/fault.hpp"
#include <cstring>
#include <new>

namespace nova {

namespace {

struct VectorObject : Object {
  Array array;
  VectorObject* next = nullptr; // the next object in the list of dead ones
  explicit VectorObject(Array a) : Object(Tag::Vector), array(std::move(a)) {}
};
struct FunctionObject : Object {
  const void* code;
  explicit FunctionObject(const void* c) : Object(Tag::Function), code(c) {}
};
constexpr uint32_t most_items = (1u << 24) - 1;

constexpr size_t header_of(Tag t) { return t == Tag::Function ? sizeof(FunctionObject) : sizeof(Object); }
static_assert(sizeof(FunctionObject) == 16);

} // namespace

/// Makes Cells, and keeps the list of objects that have no references but are not freed yet. The objects themselves
/// hold the links of the list, so that freeing needs neither recursion nor memory.
struct Cells {
  static Value* items(Object* o) {
    return reinterpret_cast<Value*>(reinterpret_cast<char*>(o) + header_of(o->tag));
  }

  static void* allocate(size_t header, size_t count) {
    if (count > most_items)
      fail("E0601", {std::to_string(count) + " items in one tuple", "no such tuple", "16777215 items"});
    return cell_allocate(header + count * sizeof(Value));
  }
  static void move_in(Object* o, std::span<Value> from) {
    o->count = static_cast<uint32_t>(from.size());
    Value* to = items(o);
    for (Value& v : from) new (to++) Value(std::move(v));
  }
  static Value make(Tag tag, uint32_t aux, std::span<Value> from) {
    auto* o = new (allocate(sizeof(Object), from.size())) Object(tag);
    move_in(o, from);
    return reference(tag, aux, o);
  }
  static Value reference(Tag tag, uint32_t aux, Object* o) {
    Value v(tag, 0);
    v.aux_ = aux, v.o_ = o;
    return v;
  }

  /// Stores in the dead object o the address of the next one in the list. A vector has the member `next` for it, and
  /// a function uses its `code`. In tuples and constructor cells, one half of the address replaces the reference
  /// count, the other half the constructor number of the first item, since freeing reads neither.
  static void set_next(Object* o, Object* next) {
    if (o->tag == Tag::Vector)
      static_cast<VectorObject*>(o)->next = reinterpret_cast<VectorObject*>(next);
    else if (o->tag == Tag::Function)
      static_cast<FunctionObject*>(o)->code = next;
    else {
      const auto bits = reinterpret_cast<uintptr_t>(next);
      o->references = static_cast<uint32_t>(bits);
      items(o)->aux_ = static_cast<uint32_t>(bits >> 32);
    }
  }
  static Object* next(Object* o) {
    if (o->tag == Tag::Vector) return reinterpret_cast<Object*>(static_cast<VectorObject*>(o)->next);
    if (o->tag == Tag::Function)
      return static_cast<Object*>(const_cast<void*>(static_cast<FunctionObject*>(o)->code));
    return reinterpret_cast<Object*>(uintptr_t{o->references} | uintptr_t{items(o)->aux_} << 32);
  }

  /// Frees one object. The destructor of each of its values adds the value's object to the list, if that was the last
  /// reference.
  static void take_apart(Object* o) {
    if (o->tag == Tag::Vector) {
      static_cast<VectorObject*>(o)->~VectorObject();
      return cell_free(o, sizeof(VectorObject));
    }
    const size_t bytes = header_of(o->tag) + o->count * sizeof(Value);
    Value* v = items(o);
    for (uint32_t k = 0; k < o->count; ++k) v[k].~Value();
    cell_free(o, bytes);
  }
};

namespace {
constinit thread_local Object* dead = nullptr;
constinit thread_local bool freeing = false;
} // namespace

void Value::destroy(Object* o) noexcept {
  Cells::set_next(o, dead);
  dead = o;
  if (freeing) return;
  freeing = true;
  while (dead) {
    Object* each = dead;
    dead = Cells::next(each);
    Cells::take_apart(each);
  }
  freeing = false;
}

Value Value::integer(Element e, int64_t v) {
  switch (e) {
  case Element::I64: return Value(Tag::I64, v);
  case Element::I32: return Value(Tag::I32, static_cast<int32_t>(v));
  case Element::I16: return Value(Tag::I16, static_cast<int16_t>(v));
  case Element::I8: return Value(Tag::I8, static_cast<int8_t>(v));
  case Element::U64: return Value(Tag::U64, v);
  case Element::U32: return Value(Tag::U32, static_cast<uint32_t>(v));
  case Element::U16: return Value(Tag::U16, static_cast<uint16_t>(v));
  case Element::U8: return Value(Tag::U8, static_cast<uint8_t>(v));
  case Element::Bool: return Value(Tag::Bool, v != 0);
  case Element::Char: return Value(Tag::Char, static_cast<uint8_t>(v));
  case Element::F32: return of(static_cast<float>(v));
  case Element::F64: return of(static_cast<double>(v));
  case Element::F16: return Value(Tag::F16, static_cast<uint16_t>(v));
  case Element::BF16: return Value(Tag::BF16, static_cast<uint16_t>(v));
  case Element::Unit: break;
  }
  return unit();
}

Value Value::tuple(std::span<Value> items) { return Cells::make(Tag::Tuple, 0, items); }

Value Value::sum(uint32_t constructor, std::span<Value> fields) {
  if (fields.empty()) return Cells::reference(Tag::Sum, constructor, nullptr);
  return Cells::make(Tag::Sum, constructor, fields);
}

Value Value::vector(Array a) {
  auto* o = new (cell_allocate(sizeof(VectorObject))) VectorObject(std::move(a));
  return Cells::reference(Tag::Vector, 0, o);
}

Value Value::function(const void* code, std::span<Value> captured) {
  auto* o = new (Cells::allocate(sizeof(FunctionObject), captured.size())) FunctionObject(code);
  Cells::move_in(o, captured);
  return Cells::reference(Tag::Function, 0, o);
}

const Array& Value::array() const { return static_cast<const VectorObject*>(o_)->array; }
const void* Value::code() const { return static_cast<const FunctionObject*>(o_)->code; }

} // namespace nova
