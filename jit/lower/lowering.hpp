// How lowering sees a value while it makes a plan (private to lower*.cpp).
//
// A Rep is what is known of a value: which plan variables hold its parts, or which function it is. Functions
// exist only here: a call puts the function's body in its place (beta reduction), with a frame of Reps as the
// interpreter has one of Values. A sum is a tuple of its tag (where there is more than one constructor) and a
// tuple of fields for each constructor, zeros but for its own.
//
// A function value that is one of several is a Choice: a number that says which, and what each of them holds, as a sum
// has its constructors' fields; a call of it chooses among the bodies. Which functions can be where is found while
// lowering: where branches meet, or a loop comes round, their functions' Shapes (values/flat_layout.hpp) are joined.
//
// Elements are a vector's columns. Rows need not lie one after the other: an element then has a start and an
// end, so that gather, filter or reverse of a nested vector moves no element.
#pragma once
#include "frontend/state/frontend.hpp"
#include "jit/lower/lower.hpp"
#include "jit/plan/builder.hpp"
#include "jit/values/flat_layout.hpp"
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace nova::plan {

struct Rep;

struct Elements {
  enum Kind : uint8_t { Unit, Column, Tuple, Rows, Same } kind = Unit;
  enum Role : uint8_t { Items, Closure, Choice } role = Items; ///< Tuple: what the items are of
  const Core* lambda = nullptr;                                ///< Closure
  TypeId type{};                                               ///< Choice: of the functions
  std::shared_ptr<const Rep> same;                             ///< Same: what each element is
  Var column{};                                                ///< Column
  std::vector<Elements> items; ///< Tuple: its items'; Rows: what the places are in
  Var starts{}, ends{};        ///< Rows that lie anywhere
  std::optional<Var> offsets;  ///< Rows that lie one after the other: values/flat_layout.hpp's
  // Rows that are vector#n: their dimensions.
  uint32_t rank = 1;
  std::optional<Var> shape;   ///< `rank` for each element, side by side: values/flat_layout.hpp's
  std::vector<Var> extents{}; ///< otherwise a column for each dimension
};

struct Rep {
  enum Kind : uint8_t { Unit, Scalar, Tuple, Vector, Function, Choice, Free, Held } kind = Unit;
  Var var{};    ///< Scalar
  Input from{}; ///< Free: a value from outside the form; an input as soon as its type is known
  std::vector<Rep>
      items; ///< Tuple; Function: what it captured, then the arguments it has; Choice: the number of
             ///< the one it is, then the Functions it may be (none: it is never called); Held: the one
             ///< value that is the same for all elements that are being made
  std::vector<Var> dims;        ///< Vector
  Elements elements;            ///< Vector
  const Core* lambda = nullptr; ///< Function
  TypeId type{};                ///< Choice: of the functions; Scalar: of the boxed function whose place it is

  static Rep free(Input from) {
    Rep r;
    r.kind = Free, r.from = std::move(from);
    return r;
  }
  static Rep scalar(Var v) {
    Rep r;
    r.kind = Scalar, r.var = v;
    return r;
  }
  static Rep tuple(std::vector<Rep> items) {
    Rep r;
    r.kind = Tuple, r.items = std::move(items);
    return r;
  }
  static Rep function(const Core* lambda, std::vector<Rep> items) {
    Rep r;
    r.kind = Function, r.lambda = lambda, r.items = std::move(items);
    return r;
  }
  static Rep choice(TypeId type, std::vector<Rep> items) {
    Rep r;
    r.kind = Choice, r.type = type, r.items = std::move(items);
    return r;
  }
  static Rep vector(std::vector<Var> dims, Elements elements) {
    Rep r;
    r.kind = Vector, r.dims = std::move(dims), r.elements = std::move(elements);
    return r;
  }
};

/// What the items of such elements are.
inline Elements::Role role_of(const Rep& r) {
  return r.kind == Rep::Function ? Elements::Closure
         : r.kind == Rep::Choice ? Elements::Choice
                                 : Elements::Items;
}

using Reps = std::vector<Rep>;
using TypeIds = std::vector<TypeId>;

/// Ends lowering; caught in `lower`.
struct Refused {
  Refusal why;
};

/// The values of a function's variables, by slot.
struct Frame {
  std::vector<std::optional<Rep>> slots;
  bool outer = false; ///< of the form itself: what it does not bind is an input
};

/// A variable that a piece of code sets, and its type.
struct AssignedSlot {
  uint32_t slot;
  TypeId type;
};

class Lowering {
 public:
  Lowering(Monomorphiser& mono, Frontend& frontend, KnownValues known, BoxedFunctions boxed)
      : mono_(mono), frontend_(frontend), types_(frontend.types), known_(std::move(known)),
        boxed_(std::move(boxed)), to_box_(boxed_) {}
  Lowered form(const Core& c);
  /// The functions that should have been boxed: more than were, where it has to be lowered once more.
  const BoxedFunctions& to_box() const { return to_box_; }
  const std::vector<KnownFunction>& functions() const { return functions_; }
  bool met_functions() const { return met_functions_; }

 private:
  using MakeVar = std::function<Var(VarType)>;

  // lower.cpp
  [[noreturn]] void refuse(std::string reason) const;
  [[noreturn]] void refuse_length(std::string reason) const;
  void refuse_large(TypeId t) const;
  Rep input(Input in);
  Rep outer_function(const Input& at);
  Rep slot(const Core& c, Frame& frame);
  Rep global(const Core& c);

  // lower/forms.cpp: one function per form
  Rep lower(const Core& c, Frame& frame);
  Rep form(const Core& c, Frame& frame);
  Rep constant(const Core& c);
  Rep local(const Core& c, Frame& frame);
  Rep let(const Core& c, Frame& frame);
  Rep tuple(const Core& c, Frame& frame);
  Rep construct(const Core& c, Frame& frame);
  Rep project(const Core& c, Frame& frame);
  Rep if_(const Core& c, Frame& frame);
  Rep vector(const Core& c, Frame& frame);
  Rep match(const Core& c, Frame& frame);
  Rep assign(const Core& c, Frame& frame);
  Rep while_(const Core& c, Frame& frame);
  Rep for_(const Core& c, Frame& frame);
  Rep sequence(const Core& c, Frame& frame);
  Rep primitive(const Core& c, Frame& frame);
  /// What the source calls a value, where it has no name yet.
  void name(const Rep& value, const std::string& name);
  void bind(uint32_t slot, VarId var, Rep value, Frame& frame);
  std::optional<Var> test(const CorePattern& p, const Rep& v);
  void bind_pattern(const CorePattern& p, const Rep& v, Frame& frame);
  /// The arms as nested Ifs; `arm` gives the results, of these types, of an arm whose variables are bound.
  using Arm = std::function<Reps(const Core&, Frame&)>;
  Reps arms(const Core& c, size_t k, const Rep& v, Frame& frame, const TypeIds& types, const Arm& arm);
  bool exhaustive(const Core& c) const;
  /// What a piece of code gives: its value, then what it sets.
  Reps with_set(const Core& c, const std::vector<AssignedSlot>& set, Frame& frame);
  Rep restore(const std::vector<AssignedSlot>& set, Reps values, Frame& frame);
  static TypeIds joined_types(TypeId type, const std::vector<AssignedSlot>& set);
  std::vector<AssignedSlot> assigned(const Core& c, const Frame& frame) const;
  /// A Loop over `first` (the loop's own) and the variables that it sets.
  void loop(const std::vector<AssignedSlot>& set, Reps first, TypeIds types, Frame& frame,
            const std::function<Var(const Reps&, Frame&)>& go,
            const std::function<Reps(const Reps&, Frame&)>& step);

  // lower/calls.cpp
  Rep function(const Core& lambda, std::span<const uint32_t> captures, Frame& frame);
  Rep apply(const Core& c, Frame& frame);
  Rep call(Rep f, Reps args);
  Rep call1(const Rep& f, Rep a) { return call(f, {std::move(a)}); }
  Rep call2(const Rep& f, Rep a, Rep b) { return call(f, {std::move(a), std::move(b)}); }
  Rep enter(const Rep& f);
  /// One of the plan's functions: a Lambda as it is called with such values.
  struct MadeFunction {
    std::vector<ValueShape> given;
    uint32_t number;
    ValueShape result;
  };
  /// What a function's body needs to become one of the plan's functions.
  struct PlanFunction {
    bool able = true, kept = false;    ///< kept: its calls stay calls, (no-inline f)
    std::vector<const Core*> inputs{}; ///< the definitions that it and what it calls read
    std::vector<TypeId> cells{};       ///< the recursive types whose regions they use
  };
  /// What a call hands over.
  struct Given {
    std::vector<ValueShape> shapes;
    Reps items;
    PlanFunction needs;
  };
  const Core* known_callee(const Core& call) const;
  const Core* known_function(const Core& c) const;
  void examine(const Core& c, PlanFunction& f, std::unordered_set<const Core*>& seen);
  void note_inputs(const Core& c, PlanFunction& f, std::unordered_set<const Core*>& seen);
  bool is_scalar(TypeId t);
  bool reaches(const Core& c, const Core& lambda, std::unordered_set<const Core*>& seen) const;
  bool only_tail_calls(const Core& c, const Core& lambda) const;
  bool is_recursive(const Core& lambda);
  bool stays_function(const Rep& f);
  PlanFunction plan_function(const Core& lambda, bool kept);
  Given given(const Rep& f);
  Rep call_function(const Rep& f);
  size_t make_function(const Core& lambda, const Given& g);
  bool lower_function(const Core& lambda, const Given& g, size_t k);
  void forget_functions(uint32_t number);
  Body function_body(Vars params, const std::vector<TypeId>& cells, const std::function<Vars()>& results);
  struct Tail;
  bool refers(const Core& c, const Core& lambda) const;
  bool mentions(const Core& c, const Core& lambda) const;
  bool calls_itself(const Core& lambda);
  void self_calls(const Core& c, const Core& lambda, std::vector<const Core*>& calls) const;
  bool always_continues(const Core& c, const Core& lambda) const;
  Rep tail_loop(const Core& lambda, Frame frame);
  Rep while_loop(Tail& t, Frame frame, size_t goes_on);
  Rep flag_loop(Tail& t, Frame frame);
  Reps first_state(const Tail& t, const Frame& frame);
  Frame round(Tail& t, const Frame& frame, const Reps& state);
  Reps tail(const Core& c, Tail& t, Frame& frame);

  // lower/cells.cpp: values of recursive types
  struct RegionForm {
    Var room{}, count{};
    Vars columns;
    Elements form; ///< what the columns are
  };
  const RegionForm& region(TypeId t);
  RegionForm make_region(TypeId t, const MakeVar& make);
  Elements stored_form(TypeId t, const MakeVar& make, Element place);
  Elements stored_fields(const TypeIds& fields, const MakeVar& make, Element place);
  bool has_region(TypeId t);
  void refuse_ever_larger(TypeId t);
  bool is_stored(TypeId t);
  void need_regions(TypeId t);
  std::vector<TypeId> give_regions(const ValueShape& value);
  void note_cells(TypeId t, std::vector<TypeId>& out);
  void note_cells(const CorePattern& p, std::vector<TypeId>& out);
  void note_cells(const Core& c, std::vector<TypeId>& out);
  void note_stored(TypeId t, std::vector<TypeId>& out);
  void note_inner_regions(std::vector<TypeId>& all);
  void flatten_region(TypeId t, Vars& flat);
  Elements with_rows(const Elements& form, TypeId t);
  Elements with_field_rows(const Elements& form, const std::vector<TypeIds>& fields);
  /// The cell's tag, where there are several constructors, and their fields.
  Rep opened(const Rep& cell, TypeId t);
  Rep widened(Rep field, TypeId t);
  Var converted(Var v, Element to);
  Rep made_cell(TypeId t, uint32_t constructor, const Reps& fields);
  Var add_places(Stm s);
  size_t parts_of(const TypeIds& fields);
  void store(const Rep& v, TypeId t, Vars& out);
  template <class R, class F> void for_each_item(TypeId t, const R& r, const F& f);
  Var append(const Elements& e, Var n, TypeId vector);
  void store_elements(const Elements& e, Var n, TypeId t, Vars& out);
  void store_rows(const Elements& rows, Var n, TypeId t, Vars& out);
  Var equal_cells(Var x, Var y, TypeId t);
  uint32_t equality(TypeId t, const std::vector<TypeId>& cells);
  Var compared_cells(Var x, Var y, TypeId t);
  Reps compared_fields(const Rep& x, const Rep& y, const TypeIds& types, TypeId cell, const Reps& now);

  // lower/boxed_functions.cpp: functions that lie in regions
  bool is_cell(TypeId t) const { return plan::is_cell(types_, t, &boxed_); }
  ValueShape shape_of(TypeId t) { return plan::shape_of(types_, t, &boxed_); }
  static Rep boxed_at(Var place, TypeId function);
  bool is_boxed(const Rep& r) const;
  bool needs_box(TypeId t);
  [[noreturn]] void lower_again(TypeId function);
  Var boxed(const Rep& f, TypeId t);
  Elements boxed(const Elements& e, Var n, TypeId t);
  Rep unboxed(const Rep& f);
  Rep call_boxed(const Rep& f, const Reps& args);
  const Core& applier(TypeId function, size_t args);
  bool is_applier(const Core& lambda) const;
  void box_circle();
  void note_boxed(PlanFunction& f, std::unordered_set<const Core*>& seen);

  // lower/function_values.cpp: functions that are not known where they are called
  bool has_function(TypeId t) const { return plan::has_function(types_, t); }
  /// What a function's item k is.
  Rep item_of(const Rep& f, size_t k);
  /// The shape takes in the functions that a value may be. Did it lack any?
  bool join(ValueShape& s, const Rep& r);
  bool join(ValueShape& s, const Elements& e);
  bool join(std::vector<ValueShape>& shapes, const Reps& values);
  ValueShape& closure_in(ValueShape& s, const Core* lambda, size_t items, bool& changed);
  std::vector<ValueShape> shapes_of(const TypeIds& types, const Reps& values);
  Rep fresh(const ValueShape& s, const MakeVar& make);
  Elements fresh_elements(const ValueShape& s, const MakeVar& make);
  std::vector<VarType> flat_of(const ValueShape& s);
  Reps from_flat(const std::vector<ValueShape>& shapes, const Vars& flat);
  void flatten_as(const ValueShape& s, const Rep& r, Vars& flat);
  void flatten_as(const ValueShape& s, const Elements& e, Var n, Vars& flat);
  Vars flatten_as(const std::vector<ValueShape>& shapes, const Reps& values);
  Var number_in(const ValueShape& s, const Rep& f);
  Var numbers_in(const ValueShape& s, const Elements& e, Var n);
  Var renumbered(Var number, const std::vector<uint32_t>& now, size_t from);
  Vars no_elements(const ValueShape& s, Var n);
  Elements as_shape(const ValueShape& s, const Elements& e, Var n);
  /// Elements of one type that come from two places, so that both have the same columns.
  void unify(TypeId element, Elements& x, Var n, Elements& y, Var m);
  /// n elements, each of which is the value.
  Elements repeated(const Rep& r, Var n);
  /// Without what is bound from variable `first` on: elements that leave the body in which they were made.
  Elements solid(const Elements& e, Var n, uint32_t first);
  Rep held(const Rep& made, uint32_t first, bool item = false);
  Rep with_held_items(const Rep& made, uint32_t first, bool item);
  bool is_outside(Var v, uint32_t first) const;
  bool is_outside(const Elements& e, uint32_t first) const;
  bool is_outside(const Rep& r, uint32_t first) const;
  std::optional<Elements> named_functions(const Reps& items, TypeId element);
  /// An If whose branches give values of these types.
  using MakeReps = std::function<Reps()>;
  Reps choose(Var c, const TypeIds& types, const MakeReps& then, const MakeReps& otherwise);
  /// A Loop on values of these types.
  Reps loop_over(const TypeIds& types, const Reps& first, const std::function<Var(const Reps&)>& go,
                 const std::function<Reps(const Reps&)>& step);
  Rep call_choice(const Rep& f, const Reps& args);

  // lower/rep.cpp: values and their parts
  Rep fresh(TypeId t, const MakeVar& make);
  Elements fresh_elements(TypeId t, const MakeVar& make);
  /// The same from variables that exist, taken from the front of `flat`.
  Rep from_flat(TypeId t, std::span<const Var>& flat);
  Rep from_flat(TypeId t, const Vars& flat);
  std::vector<VarType> flat_of(TypeId t);
  Vars zeros(std::span<const VarType> types);
  Rep zero(TypeId t);
  /// A value's variables in flat order; rows are put one after the other for it.
  void flatten(const Rep& r, Vars& flat);
  Vars flatten(const Rep& r);
  void flatten(const Elements& e, Var n, Vars& flat);
  Vars columns(const Elements& e);
  Var count(const Rep& vector) { return product(vector.dims); }
  Var product(const Vars& dims);
  bool is_flat(const Elements& e) const;
  bool is_flat(TypeId t);
  Elements shift(const Elements& e, Var by);
  Rep element(const Elements& e, Var i);
  Vars row_dims(const Elements& rows, Var i);
  Vars extents(const Elements& rows, Var n);
  Var shape(const Elements& rows, Var n);
  Var row_start(const Elements& rows, Var i);
  Var row_end(const Elements& rows, Var i);
  /// What says where element i is: columns' elements, rows' starts and ends.
  void leaves(const Elements& e, Var i, Vars& out);
  /// Elements that lie in new columns, as `leaves` orders them; rows are where they were.
  Elements moved(const Elements& e, std::span<const Var>& columns);
  Elements moved(const Elements& e, const Vars& columns);
  std::vector<VarType> leaf_columns(const Elements& e);
  /// n elements, number i of which is that at from(i).
  Elements gathered(const Elements& e, Var n, const std::function<Var(Var)>& from);
  Elements contiguous(const Elements& e, Var n);
  /// n elements from what f gives for each index.
  using MakeElement = std::function<Rep(Var)>;
  Elements tabulate(Var n, const MakeElement& f);
  Elements tabulated(const Rep& made, Var n, const MakeElement& f, std::span<const Var>& scalars);
  /// Rows one after the other from what f gives: how many elements, and which; and how many there are in all.
  struct Joined {
    Var offsets{}, total{};
    Elements items;
  };
  using MakeRow = std::function<std::pair<Var, Elements>(Var)>;
  Joined join_rows(Var n, const MakeRow& f);
  Joined join_made(Var n, const MakeRow& make);
  Elements joined_items(const Elements& row, Var n, Var total, std::span<const Var>& columns,
                        const MakeRow& f);
  void row_columns(const Elements& e, Var m, Vars& out);
  Vars map(Var n, std::span<const VarType> columns, const std::function<Vars(Var)>& f);

  // lower/array_states.cpp: states and elements that hold columns
  Rep like(const Rep& r, std::span<const Var>& flat) const;
  Elements like(const Elements& e, std::span<const Var>& flat) const;
  Rep spread(Rep r);
  void parts(const Rep& r, Vars& flat);
  Elements spread(const Elements& e, Var n);
  void lengths(const Rep& r, Vars& out);
  void lengths(const Elements& e, Var n, Vars& out);
  std::optional<Body> sizes(const Rep& form, const std::vector<VarType>& types);
  void add_sizes(Stm& s, const ValueShape& state);
  static std::vector<VarType> stored_types(const std::vector<VarType>& element);
  Rep stored_element(const Rep& form, const std::vector<VarType>& element, const Vars& outs, Var i);
  Elements stored_elements(const Rep& form, const std::vector<VarType>& element, const Vars& outs, Var n);
  Elements tabulate_once(Var n, const MakeElement& f);

  // lower/scalars.cpp
  Rep scalar_primitive(const Core& c, Reps args);
  Rep compared(BuiltinId id, const Rep& x, const Rep& y, TypeId t);
  Var equal(const Rep& x, const Rep& y, TypeId t);
  Var equal_items(const Rep& x, const Rep& y, const TypeIds& types);
  Var equal_vectors(const Rep& x, const Rep& y, TypeId t);
  Var less(const Rep& x, const Rep& y, TypeId t, bool total);
  Var every(Var n, const std::function<Var(Var)>& holds);
  Var less_vectors(const Rep& x, const Rep& y, TypeId t, bool total);

  // lower/array_table.cpp
  Rep array(const Core& c, Reps args);
  void check_lengths(std::span<const Rep> vectors);
  Rep force(const Rep& x);
  Elements stored(const Elements& e, Var n);

  // lower/text.cpp
  Rep show(const Core& c, Reps& args);
  Rep parse_int(const Core& c, Reps& args);
  Rep parse_double(const Core& c, Reps& args);
  std::pair<Var, Var> text_sign(const Rep& text);
  Var either(Var a, Var c);
  Var select(Var c, VarType t, Var then, Var otherwise);

  // lower/maps.cpp
  Rep map(const Core& c, Reps& args);
  Rep filter(const Core& c, Reps& args);
  Rep filtered(const Rep& p, const Rep& x, bool wanted);
  Rep partition(const Core& c, Reps& args);
  Rep concat_map(const Core& c, Reps& args);
  Rep expand(const Core& c, Reps& args);
  Rep stencil(const Core& c, Reps& args);
  Vars coordinates(Var k, const Vars& dims);
  Var clamped(Var i, Var n);
  void check_window(Var size);

  // lower/reductions.cpp
  Rep reduce(const Core& c, Reps& args);
  Rep reduce_rows(const Core& c, Reps& args);
  Rep accumulate(const Core& c, Reps& args);
  Rep scan(const Core& c, Reps& args);
  Rep foldl(const Core& c, Reps& args);
  Rep foldl_loop(const Rep& f, const Rep& init, const Rep& x, TypeId state);
  Rep reduce_by_index(const Core& c, Reps& args);
  Vars targeted(const Elements& e, Var k, const std::function<Var(Var)>& target);
  Rep reduce_rows_by_index(const Reps& args, TypeId t, const std::function<Var(Var)>& target);
  Rep matmul(const Core& c, Reps& args);
  Stm with_state(ValueShape& state, const std::function<Stm(ValueShape&, bool&)>& make);
  Vars next_state(ValueShape& state, const Rep& r, bool& grown);
  Body combiner(const Rep& f, ValueShape& state, bool& grown);
  Body stepper(const Rep& f, ValueShape& state, std::span<const Rep> vectors, bool& grown);

  // lower/moves.cpp
  Rep permute(const Core& c, Reps& args);
  Rep gather(const Core& c, Reps& args);
  Rep scatter(const Core& c, Reps& args);
  Rep scattered_rows(const Rep& d, Var n, const Rep& x, Var m, const std::function<Var(Var)>& target);
  Rep slice(const Core& c, Reps& args);
  Rep reverse(const Core& c, Reps& args);
  Rep take(const Core& c, Reps& args);
  Rep drop(const Core& c, Reps& args);
  Rep concat(const Core& c, Reps& args);
  Elements concatenated(const Elements& x, Var n, const Elements& y, Var m);
  Rep index(const Core& c, Reps& args);

  // lower/makers.cpp
  Rep range(const Core& c, Reps& args);
  Rep iota(const Core& c, Reps& args);
  Rep replicate(const Core& c, Reps& args);
  Rep literal(const Reps& items, TypeId element);
  Rep text(std::string_view characters);
  Elements counting(Var n, Var first, Var step, Element e);
  Var steps(Var first, Var end, Var step);
  Var unit_steps(Var first, Var end);
  Var as_int(const Rep& r);

  // lower/shapes.cpp
  Rep shape(const Core& c, Reps& args);
  Rep zip(const Core& c, Reps& args);
  Rep unzip(const Core& c, Reps& args);
  Rep flatten_rows(const Core& c, Reps& args);
  Rep unflatten(const Core& c, Reps& args);
  Rep reshape(const Core& c, Reps& args);
  Rep rows(const Core& c, Reps& args);
  Rep transpose(const Core& c, Reps& args);
  Rep even_rows(Elements flat, Var n, Var width);
  /// A nested vector whose rows have one length (checked), or a vector#2, as a vector#2.
  Rep rectangular(const Rep& x);

  // lower/sorts.cpp
  Rep sort(const Core& c, Reps& args);
  Rep sort_by(const Core& c, Reps& args);
  Rep group_by(const Core& c, Reps& args);
  Var sorted_order(const Elements& keys, TypeId key, Var n);
  Rep in_order(const Rep& x, Var order);
  std::pair<Var, Var> run_starts(Var n, const std::function<Var(Var, Var)>& differs);
  std::pair<Var, Var> run_bounds(Var firsts, Var runs, Var n, Var r);
  TypeId result_type(const Core& function) const;

  TypeId type(const Core& c) const { return types_.resolve(c.type); }
  TypeId element_type(TypeId vector) const { return types_.element_of(vector); }
  std::vector<std::vector<TypeId>> constructor_fields(TypeId sum);

  Monomorphiser& mono_;
  Frontend& frontend_;
  Types& types_;
  Builder b;
  std::vector<Input> inputs_;
  std::map<std::vector<uint32_t>, Rep> made_inputs_; ///< by kind, index, path
  KnownValues known_;
  std::map<uint32_t, RegionForm> regions_;         ///< by type
  std::unordered_map<uint32_t, bool> regional_;    ///< by type: may it have a region?
  std::unordered_map<uint32_t, bool> ever_larger_; ///< by type: refuse_ever_larger
  std::map<uint32_t, uint32_t> equalities_; ///< by type: the function of the plan that compares its cells
  std::vector<KnownFunction> functions_;
  const BoxedFunctions boxed_;
  BoxedFunctions to_box_;
  std::deque<Core> written_;                                    ///< what appliers consist of
  std::map<std::pair<uint32_t, size_t>, const Core*> appliers_; ///< by function type and number of arguments
  bool in_function_ = false;                        ///< of the plan, which sees its parameters alone
  bool met_functions_ = false;                      ///< asked for a function value from outside
  std::unordered_map<const Core*, bool> recursive_; ///< by function: whether its body names it
  std::unordered_map<const Core*, PlanFunction> plan_functions_; ///< by Lambda
  std::unordered_map<const Core*, std::vector<MadeFunction>> made_functions_;
  std::unordered_map<const Core*, bool> in_circles_; ///< by Lambda: calls itself, but not by tail calls alone
  std::unordered_map<const Core*, uint32_t> entered_; ///< by Lambda: how often its body was put in place
  std::vector<const Core*> active_; ///< functions whose bodies are being lowered, outermost first
  uint32_t work_ = 0;               ///< forms lowered so far
};

} // namespace nova::plan
