#include "repl/build/parts.hpp"
#include "frontend/state/frontend.hpp"
#include "jit/values/flat_layout.hpp"
#include "jit/values/marshal.hpp"
#include "repl/build/recursive.hpp"
#include "runtime/fault.hpp"
#include <utility>

namespace nova {

using plan::AheadPart;

namespace {

/// Elements `begin` to `end` - 1 of the columns of a vector.
struct Range {
  uint32_t value;
  std::string begin, end;
  bool inner = false;
  int parent = -1;
  uint32_t times = 1;
  int level = 1; ///< 2: of rows, 3: of rows of rows, ..
};

class Parts {
 public:
  Parts(Frontend& f, const RecursiveTypes& recursive, PartNames& names, std::vector<AheadPart>& out)
      : f_(f), types_(f.types), recursive_(recursive), names_(names), out_(out) {}

  void value(TypeId type, const std::string& name) {
    const TypeId t = types_.resolve(type);
    if (plan::is_cell(types_, t)) return scalar(Element::I64, name), cell(t);
    switch (types_[t].kind) {
    case TypeKind::Prim: return scalar(types_.element(t), name);
    case TypeKind::Vector: return vector(t, name);
    case TypeKind::Tuple: return items(plan::copied(types_.args(t)), {}, name, nullptr);
    default: return sum(t, name, nullptr);
    }
  }

 private:
  void column(TypeId type, const std::string& name, const Range& r) {
    const TypeId t = types_.resolve(type);
    if (plan::is_cell(types_, t)) return column_of(Element::I64, name, r, false), cell(t);
    switch (types_[t].kind) {
    case TypeKind::Prim: return column_of(types_.element(t), name, r, false);
    case TypeKind::Vector: return rows(t, name, r);
    case TypeKind::Tuple: return items(plan::copied(types_.args(t)), {}, name, &r);
    default: return sum(t, name, &r);
    }
  }
  /// The last part is a place of a value of the recursive type.
  void cell(TypeId t) {
    AheadPart& p = out_.back();
    p.region = static_cast<int>(*recursive_.region(t)), p.type = recursive_.name(t), p.chosen = chosen_;
  }
  void scalar(Element e, const std::string& name) {
    if (e != Element::Unit)
      out_.push_back({.kind = AheadPart::Scalar, .name = names_.fresh(name), .element = e});
  }
  void column_of(Element e, const std::string& name, const Range& r, bool offsets) {
    if (e == Element::Unit) return;
    out_.push_back({AheadPart::Column, names_.fresh(name), e, offsets, r.value, r.begin, r.end,
                    r.inner || offsets, r.parent, r.times});
  }
  void vector(TypeId t, const std::string& name) {
    const auto number = static_cast<uint32_t>(out_.size());
    const uint32_t rank = types_.rank_of(t);
    std::string end;
    for (uint32_t d = 0; d < rank; ++d) {
      const std::string own = names_.fresh(name + "_n" + (rank > 1 ? std::to_string(d) : ""));
      out_.push_back({.kind = AheadPart::Dimension, .name = own, .element = Element::I64, .value = number});
      end += (d ? " * $" : "$") + own;
    }
    elements(t, name, {number, "0", end});
  }
  /// The elements of a vector: all of them are there, since the vector is empty if a sum does not have it.
  void elements(TypeId t, const std::string& name, const Range& r) {
    const auto outside = std::exchange(chosen_, {});
    column(types_.element_of(t), name, r);
    chosen_ = outside;
  }
  void rows(TypeId t, const std::string& name, const Range& r) {
    const std::string level = r.level > 1 ? std::to_string(r.level) : "";
    const int parent = static_cast<int>(out_.size());
    column_of(Element::I64, name + "_offsets" + level, r, true);
    const std::string at = "$" + out_.back().name;
    const uint32_t rank = types_.rank_of(t);
    const std::string times = " * " + std::to_string(rank);
    if (rank > 1)
      column_of(Element::I64, name + "_shapes" + level,
                {r.value, "(" + r.begin + ")" + times, "(" + r.end + ")" + times, true, r.parent, rank},
                false);
    elements(t, name,
             {r.value, at + "[" + r.begin + "]", at + "[" + r.end + "]", true, parent, 1, r.level + 1});
  }
  /// The parts of a tuple's items, or of a constructor's fields, which may have names.
  void items(const std::vector<TypeId>& all, const std::vector<Symbol>& names, const std::string& name,
             const Range* r) {
    for (size_t k = 0; k < all.size(); ++k) {
      const std::string own =
          name + "_" +
          (k < names.size() ? c_name(std::string(f_.symbols.text(names[k]))) : std::to_string(k));
      r ? column(all[k], own, *r) : value(all[k], own);
    }
  }
  void sum(TypeId t, const std::string& name, const Range* r) {
    const SumType& type = types_.sum_type(SumId{types_[t].payload});
    const auto fields = plan::constructor_fields(types_, t);
    if (fields.size() > 1) {
      r ? column_of(Element::I32, name + "_tag", *r, false) : scalar(Element::I32, name + "_tag");
      for (const Constructor& c : type.constructors)
        out_.back().constructors.emplace_back(f_.symbols.text(c.name));
    }
    const std::string tag = fields.size() > 1 ? out_.back().name : "";
    for (uint32_t k = 0; k < fields.size(); ++k) {
      if (!tag.empty()) chosen_.emplace_back(tag, k);
      const std::string constructor = c_name(std::string(f_.symbols.text(type.constructors[k].name)));
      items(fields[k], type.constructors[k].names, type.is_record() ? name : name + "_" + constructor, r);
      if (!tag.empty()) chosen_.pop_back();
    }
  }

  Frontend& f_;
  Types& types_;
  const RecursiveTypes& recursive_;
  PartNames& names_;
  std::vector<AheadPart>& out_;
  std::vector<std::pair<std::string, uint32_t>> chosen_; ///< as of AheadPart, of the value
};

} // namespace

std::optional<NoParts> append_parts(Frontend& f, const RecursiveTypes& recursive, TypeId type,
                                    const std::string& name, PartNames& names, std::vector<AheadPart>& out) {
  if (f.types.is(type, TypeKind::Fun)) return NoParts{"a function", true};
  if (plan::has_function(f.types, type) || plan::reaches_function(f.types, type))
    return NoParts{"a value that holds functions", true};
  if (plan::holds_ever_larger(f.types, type))
    return NoParts{"a value of a type that holds ever larger types of its kind"};
  try {
    count_parts(f, type);
  } catch (const Fault&) {
    return NoParts{"a value of too many parts"};
  }
  Parts(f, recursive, names, out).value(type, name);
  return {};
}

size_t count_parts(Frontend& f, TypeId type) {
  return plan::flat_types(f.types, plan::shape_of(f.types, type)).size();
}

} // namespace nova
