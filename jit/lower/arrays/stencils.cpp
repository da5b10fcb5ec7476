// Lowers stencil and stencil-with: a function of the window around each element. The border says what stands in a
// window outside of the array.
#include "jit/lower/arrays/arrays.hpp"
#include "jit/lower/calls.hpp"
#include "jit/lower/elements.hpp"
#include "jit/lower/forms.hpp"
#include "jit/lower/tabulate.hpp"

namespace nova::plan {

namespace {

/// Emits the check that the size of a stencil's window is odd and at least 1. It fails with E0412.
void check_window(Builder& b, Var size) {
  const Var odd =
      b.compare(BuiltinId::NotEqual, b.calc(BuiltinId::Remainder, size, b.integer(2)), b.integer(0));
  b.check(b.both(odd, b.less(b.integer(0), size)), "E0412", {size});
  b.check_fits(size);
}

/// Returns the index in 0 .. n - 1 that is nearest to i, for n > 0.
Var clamped(Builder& b, Var i, Var n) {
  const Var not_above = b.calc(BuiltinId::Min, i, b.sub(n, b.integer(1)));
  return b.calc(BuiltinId::Max, not_above, b.integer(0));
}

/// Returns i modulo n, from 0 on, for n > 0.
Var modulo(Builder& b, Var i, Var n) {
  const Var rest = b.calc(BuiltinId::Remainder, i, n);
  return choose_int(
      b, b.less(rest, b.integer(0)), [&] { return b.add(rest, n); }, [&] { return rest; });
}

/// Returns the index in 0 .. n - 1 for which i stands if the array is mirrored at its first and last elements.
Var mirrored(Builder& b, Var i, Var n) {
  const Var one = b.integer(1), twice = b.mul(b.integer(2), b.sub(n, one));
  const Var period = b.calc(BuiltinId::Max, one, twice), at = modulo(b, i, period);
  return choose_int(
      b, b.less(at, n), [&] { return at; }, [&] { return b.sub(period, at); });
}

Var is_inside(Builder& b, Var i, Var n) {
  return b.both(b.compare(BuiltinId::LessEqual, b.integer(0), i), b.less(i, n));
}

/// What stands around an array. If the program says it in place, `tag` is a constant, and passes remove what the other
/// borders need.
struct Around {
  Var tag;           ///< the constructor of Border
  const Rep* fields; ///< the fields of each constructor
  Var is(Builder& b, Border border) const {
    return b.scalar(BuiltinId::Equal, Element::I32, Element::Bool,
                    {tag, b.constant(Element::I32, static_cast<uint64_t>(border))});
  }
};

/// The windows of a stencil.
struct Windows {
  const Rep& x;
  Vars sizes, margins,
      counts;           ///< for each dimension: the size, how far the first one reaches in front, how many
  const Around* around; ///< null: the edges repeat
};

Vars sizes_of(Builder& b, const Rep& given) {
  Vars sizes;
  for (const Rep& size : given.kind == Rep::Tuple ? given.items : Reps{given}) sizes.push_back(size.var);
  for (const Var size : sizes) check_window(b, size);
  return sizes;
}

Windows windows_of(Builder& b, const Rep& x, Vars sizes, const Around* around) {
  Windows w{x, std::move(sizes), {}, x.dims, around};
  for (const Var size : w.sizes) w.margins.push_back(b.calc(BuiltinId::Divide, size, b.integer(2)));
  if (!around) return w;
  const Var interior = around->is(b, Border::Interior), zero = b.integer(0);
  for (size_t d = 0; d < w.sizes.size(); ++d) {
    const Var fewer = b.calc(BuiltinId::Max, zero, b.add(b.sub(x.dims[d], w.sizes[d]), b.integer(1)));
    w.counts[d] = choose_int(
        b, interior, [&] { return fewer; }, [&] { return x.dims[d]; });
    w.margins[d] = choose_int(
        b, interior, [&] { return zero; }, [&] { return w.margins[d]; });
  }
  return w;
}

/// Returns the coordinate in 0 .. n - 1 for which i stands, in a dimension of length n > 0.
Var coordinate(Builder& b, const Around* around, Var i, Var n) {
  if (!around) return clamped(b, i, n);
  const auto outside = [&] {
    return choose_int(
        b, around->is(b, Border::Wrap), [&] { return modulo(b, i, n); },
        [&] {
          return choose_int(
              b, around->is(b, Border::Mirror), [&] { return mirrored(b, i, n); },
              [&] { return clamped(b, i, n); });
        });
  };
  return choose_int(
      b, around->is(b, Border::Interior), [&] { return i; },
      [&] {
        return choose_int(
            b, around->is(b, Border::Edge), [&] { return clamped(b, i, n); },
            [&] {
              return choose_int(
                  b, is_inside(b, i, n), [&] { return i; }, outside);
            });
      });
}

/// Returns the row-major index of the element that stands at these coordinates.
Var place_of(Builder& b, const Windows& w, const Vars& at) {
  Var place = coordinate(b, w.around, at[0], w.x.dims[0]);
  for (size_t d = 1; d < at.size(); ++d)
    place = b.add(b.mul(place, w.x.dims[d]), coordinate(b, w.around, at[d], w.x.dims[d]));
  return place;
}

/// Returns the elements of a window, the first of which has the coordinates `first`. `t`: their type.
Elements window(Lowering& l, const Windows& w, Var size, const Vars& first, TypeId t) {
  Builder& b = l.b;
  const auto coordinates_of = [&](Var q) {
    Vars at = coordinates(b, q, w.sizes);
    for (size_t d = 0; d < at.size(); ++d) at[d] = b.add(first[d], at[d]);
    return at;
  };
  if (!w.around)
    return gathered(b, w.x.elements, size, [&](Var q) { return place_of(b, w, coordinates_of(q)); });
  return tabulate(l, size, [&](Var q) {
    const Vars at = coordinates_of(q);
    Var inside = b.boolean(true);
    for (size_t d = 0; d < at.size(); ++d) inside = b.both(inside, is_inside(b, at[d], w.x.dims[d]));
    return choose(
        l, b.both(w.around->is(b, Border::Constant), b.negation(inside)), {t},
        [&] { return Reps{w.around->fields[static_cast<size_t>(Border::Constant)].items[0]}; },
        [&] { return Reps{element(b, w.x.elements, place_of(b, w, at))}; })[0];
  });
}

Rep stencil(Lowering& l, const Core& c, const Rep& sizes, const Rep& f, const Rep& x, const Around* around) {
  Builder& b = l.b;
  const Windows w = windows_of(b, x, sizes_of(b, sizes), around);
  const TypeId t = l.element_type(l.type(*c.items.back()));
  Var size = w.sizes[0], n = w.counts[0];
  for (size_t d = 1; d < w.sizes.size(); ++d)
    size = b.length_product(size, w.sizes[d]), n = around ? b.mul(n, w.counts[d]) : n;
  const auto one = [&](Var k) {
    Vars first = coordinates(b, k, w.counts);
    for (size_t d = 0; d < first.size(); ++d) first[d] = b.sub(first[d], w.margins[d]);
    return call1(l, f, Rep::vector(w.sizes, window(l, w, size, first, t)));
  };
  return Rep::vector(w.counts, tabulate(l, around ? n : count(b, x), one));
}

} // namespace

Rep lower_stencil(Lowering& l, const Core& c, Reps& args) {
  return stencil(l, c, args[0], args[1], args[2], nullptr);
}

Rep lower_stencil_with(Lowering& l, const Core& c, Reps& args) {
  const Around around{args[0].items[0].var, &args[0].items[1]};
  return stencil(l, c, args[1], args[2], args[3], &around);
}

} // namespace nova::plan
