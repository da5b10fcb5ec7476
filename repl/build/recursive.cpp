#include "repl/build/recursive.hpp"
#include "frontend/state/frontend.hpp"
#include "jit/values/value_shape.hpp"
#include "repl/build/parts.hpp"
#include <algorithm>
#include <cctype>

namespace nova {

using plan::AheadLayout;
using plan::AheadType;
using plan::constructor_fields;
using plan::copied;
using plan::holds_ever_larger;
using plan::is_cell;
using plan::reaches_function;

namespace {

/// Returns the words of a type's text, joined by _.
std::string joined_words(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool letter = std::isalnum(static_cast<unsigned char>(c));
    if (letter || (!out.empty() && out.back() != '_')) out += letter ? c : '_';
  }
  while (out.ends_with('_')) out.pop_back();
  return out.empty() ? "Type" : out;
}

std::vector<TypeId> items_of(const Types& types, TypeId t) { return copied(types.args(t)); }

} // namespace

std::optional<size_t> RecursiveTypes::region(TypeId t) const {
  const auto at = std::ranges::find(regions_, f_.types.resolve(t));
  return at == regions_.end() ? std::nullopt : std::optional(static_cast<size_t>(at - regions_.begin()));
}

const std::string& RecursiveTypes::name(TypeId t) const { return described(t).name; }

void RecursiveTypes::add(TypeId t) {
  if (!reaches_function(f_.types, t) && !holds_ever_larger(f_.types, t)) note(t, false);
}

/// Notes the regions of a value of the type; `in_cell`: of one that is a field of a cell.
void RecursiveTypes::note(TypeId type, bool in_cell) {
  const TypeId t = f_.types.resolve(type);
  if (is_cell(f_.types, t)) return note_cell(t);
  switch (f_.types[t].kind) {
  case TypeKind::Vector:
    if (in_cell && region(t)) return;
    if (in_cell) regions_.push_back(t);
    return note(f_.types.element_of(t), in_cell);
  case TypeKind::Tuple:
    for (const TypeId item : items_of(f_.types, t)) note(item, in_cell);
    return;
  case TypeKind::Sum:
    note_sum(t);
    for (const auto& fields : constructor_fields(f_.types, t))
      for (const TypeId field : fields) note(field, in_cell);
    return;
  default: return;
  }
}

void RecursiveTypes::note_cell(TypeId t) {
  if (region(t)) return;
  regions_.push_back(t), types_.push_back(t), described_[t] = named(t, f_.types.print(t, f_.symbols));
  for (const auto& fields : constructor_fields(f_.types, t))
    for (const TypeId field : fields) note(field, true);
}

/// Notes the constructors of a type, which its arguments don't change.
void RecursiveTypes::note_sum(TypeId t) {
  const uint32_t number = f_.types[t].payload;
  const SumType& sum = f_.types.sum_type(SumId{number});
  if (sum.constructors.size() < 2 || !noted_sums_.insert(number).second) return;
  sums_.push_back(
      named(t, sum.in_place ? f_.types.print(t, f_.symbols) : std::string(f_.symbols.text(sum.name))));
}

AheadLayout RecursiveTypes::layout(size_t k) const {
  size_t column = 0;
  const TypeId t = regions_[k];
  if (f_.types.is(t, TypeKind::Vector)) return layout(f_.types.element_of(t), column);
  AheadLayout out{.column = column++}; // a cell has a number, though there be but one constructor
  out.fields = fields(constructor_fields(f_.types, t), column);
  return out;
}

/// Returns where a value lies from column `column` on, which is moved past it.
AheadLayout RecursiveTypes::layout(TypeId type, size_t& column) const {
  const TypeId t = f_.types.resolve(type);
  AheadLayout out{.column = column};
  if (is_cell(f_.types, t)) {
    out.kind = AheadLayout::Cell, out.region = *region(t);
    return ++column, out;
  }
  switch (f_.types[t].kind) {
  case TypeKind::Prim:
    out.element = f_.types.element(t);
    if (out.element == Element::Unit) return out.fields.resize(1), out;
    return ++column, out.kind = AheadLayout::Number, out;
  case TypeKind::Vector:
    out.kind = AheadLayout::Vector, out.region = *region(t), out.rank = f_.types.rank_of(t);
    return column += out.rank > 1 ? 2 + out.rank : 2, out;
  case TypeKind::Tuple: return out.fields = fields({items_of(f_.types, t)}, column), out;
  default: {
    const auto all = constructor_fields(f_.types, t);
    column += all.size() > 1;
    return out.fields = fields(all, column), out;
  }
  }
}

std::vector<std::vector<AheadLayout>> RecursiveTypes::fields(const std::vector<std::vector<TypeId>>& of,
                                                             size_t& column) const {
  std::vector<std::vector<AheadLayout>> all;
  for (const auto& types : of) {
    std::vector<AheadLayout>& list = all.emplace_back();
    for (const TypeId t : types) list.push_back(layout(t, column));
  }
  return all;
}

const AheadType& RecursiveTypes::described(TypeId t) const { return described_.at(f_.types.resolve(t)); }

namespace {

/// Returns the names in C that come with a recursive type.
std::vector<std::string> names_of(const AheadType& t) {
  std::vector<std::string> all{t.name, t.name + "_tag"};
  for (const std::string& c : t.constructors)
    for (const char* part : {"_is_", "_make_", "_get_"}) all.push_back(t.name + part + c);
  return all;
}

} // namespace

/// Describes a type. Its name gets a _ behind it until none of its names is taken.
AheadType RecursiveTypes::named(TypeId t, const std::string& written) {
  AheadType out{program_ + "_" + joined_words(written), written, {}};
  for (const Constructor& c : f_.types.sum_type(SumId{f_.types[t].payload}).constructors) {
    std::string own = c_name(std::string(f_.symbols.text(c.name)));
    while (std::ranges::find(out.constructors, own) != out.constructors.end()) own += "_";
    out.constructors.push_back(own);
  }
  const auto is_taken = [&](const std::string& name) {
    return names_.contains(name) || is_own_name(program_, name) || is_taken_in_c(name);
  };
  while (std::ranges::any_of(names_of(out), is_taken)) out.name += "_";
  for (const std::string& name : names_of(out)) names_.insert(name);
  return out;
}

namespace {

/// Makes the bodies of a type's functions.
class HelperMaker {
 public:
  HelperMaker(Frontend& f, const AheadType& described, TypeId t)
      : f_(f), types_(f.types), described_(described), t_(f.types.resolve(t)), sum_{f.types[t_].payload} {}

  std::vector<HelperFunction> all() {
    const auto fields = constructor_fields(types_, t_);
    std::vector<HelperFunction> out{tag(fields)};
    for (uint32_t k = 0; k < fields.size(); ++k) {
      out.push_back(maker(k, fields[k]));
      if (!fields[k].empty()) out.push_back(taker(k, fields[k]));
    }
    return out;
  }

 private:
  Core* make(CoreKind kind, TypeId type, std::vector<Core*> items = {}) {
    Core* c = f_.core.make(kind, type, types_.sum_type(sum_).span);
    c->items = std::move(items);
    return c;
  }
  Core* local(TypeId t, size_t slot) {
    Core* c = make(CoreKind::Local, t);
    c->slot = static_cast<uint32_t>(slot);
    return c;
  }
  const Constructor& constructor(uint32_t k) const { return types_.sum_type(sum_).constructors[k]; }
  std::string written(uint32_t k) const { return std::string(f_.symbols.text(constructor(k).name)); }

  std::vector<std::string> field_names(uint32_t k) const {
    std::vector<std::string> names;
    for (size_t i = 0; i < constructor(k).fields.size(); ++i)
      names.push_back(i < constructor(k).names.size() ? std::string(f_.symbols.text(constructor(k).names[i]))
                                                      : "x" + std::to_string(i));
    return names;
  }

  HelperFunction maker(uint32_t k, const std::vector<TypeId>& fields) {
    Core* c = make(CoreKind::Construct, t_);
    c->number = k;
    for (size_t i = 0; i < fields.size(); ++i) c->items.push_back(local(fields[i], i));
    return {described_.name + "_make_" + described_.constructors[k],
            "Makes (" + written(k) + " ..).",
            fields,
            field_names(k),
            t_,
            {t_},
            {"result"},
            c};
  }

  CoreArm arm(uint32_t k, const std::vector<TypeId>& fields, bool binds) {
    CoreArm a;
    a.pattern.kind = CorePattern::Constructor, a.pattern.type = t_, a.pattern.constructor = k;
    for (size_t i = 0; i < fields.size(); ++i) {
      CorePattern p;
      p.kind = binds ? CorePattern::Variable : CorePattern::Wildcard, p.type = types_.resolve(fields[i]);
      p.slot = static_cast<uint32_t>(1 + i);
      a.pattern.items.push_back(std::move(p));
    }
    return a;
  }

  HelperFunction tag(const std::vector<std::vector<TypeId>>& fields) {
    const TypeId ints = types_.prim(Element::I32);
    Core* match = make(CoreKind::Match, ints, {local(t_, 0)});
    for (uint32_t k = 0; k < fields.size(); ++k) {
      CoreArm a = arm(k, fields[k], false);
      a.body = make(CoreKind::Const, ints), a.body->constant = Value::integer(Element::I32, k);
      match->arms.push_back(std::move(a));
    }
    return {described_.name + "_tag",
            "Tells the constructor, by its number.",
            {t_},
            {"value"},
            ints,
            {ints},
            {"result"},
            match};
  }

  HelperFunction taker(uint32_t k, const std::vector<TypeId>& fields) {
    const TypeId result = fields.size() == 1 ? fields[0] : types_.tuple(fields);
    CoreArm own = arm(k, fields, true), other;
    std::vector<Core*> items;
    for (size_t i = 0; i < fields.size(); ++i) items.push_back(local(fields[i], 1 + i));
    own.body = fields.size() == 1 ? items[0] : make(CoreKind::Tuple, result, items);
    Core* match = make(CoreKind::Match, result, {local(t_, 0)});
    match->arms.push_back(std::move(own));
    if (types_.sum_type(sum_).constructors.size() > 1) {
      other.pattern.type = t_,
      other.body = make(CoreKind::Primitive, result, {text("the value is no " + written(k))});
      other.body->builtin = BuiltinId::Error;
      match->arms.push_back(std::move(other));
    }
    return {described_.name + "_get_" + described_.constructors[k],
            "Gives the fields of a " + written(k) + ".",
            {t_},
            {"value"},
            result,
            fields,
            field_names(k),
            match};
  }

  Core* text(const std::string& characters) {
    Datum* d = f_.data.make(DatumKind::String, {});
    d->text = f_.data.text(characters);
    Core* c = make(CoreKind::Const, types_.string());
    c->literal = d;
    return c;
  }

  Frontend& f_;
  Types& types_;
  const AheadType& described_;
  TypeId t_;
  SumId sum_;
};

} // namespace

std::vector<HelperFunction> helper_functions(Frontend& f, const AheadType& described, TypeId t) {
  return HelperMaker(f, described, t).all();
}

} // namespace nova
