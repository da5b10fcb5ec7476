// Fields of records. Which record e.x or (with e (x e1)) is about follows from e's type. Where that stays open, the only
// record in sight with these fields decides.
#include "frontend/infer/calls.hpp"
#include "frontend/infer/deferred.hpp"
#include "frontend/infer/errors/help.hpp"
#include "frontend/infer/errors/report.hpp"
#include "frontend/infer/expressions.hpp"
#include <algorithm>
#include <unordered_set>

namespace nova {
namespace {

/// The record type `type`: its constructor, and the types of its fields at the type's arguments.
struct Record {
  TypeId type{};
  const Constructor* constructor = nullptr; ///< null: the type is no record
  std::vector<TypeId> fields{};

  size_t find(Symbol name) const {
    const auto at = std::ranges::find(constructor->names, name);
    return static_cast<size_t>(at - constructor->names.begin());
  }
  bool has(Symbol name) const { return constructor && find(name) < constructor->names.size(); }
};

constexpr std::string_view parts_of_tuple = "a record is declared by (define-record P (x : double) ..); the "
                                            "parts of a tuple have numbers, t.0 and t.1, or get "
                                            "names by a pattern: (let ((x, y) t) in e)";

Record record_of(Inference& in, TypeId type) {
  type = in.resolve(type);
  if (!in.is(type, TypeKind::Sum)) return {type};
  const SumId sum{in.f.types[type].payload};
  const std::span<const TypeId> known = in.f.types.args(type);
  const std::vector<TypeId> arguments(known.begin(), known.end());
  const Constructor& c = in.f.types.sum_type(sum).constructors[0];
  if (c.names.empty()) return {type};
  std::vector<TypeId> fields = in.f.types.fields_at(sum, 0, arguments);
  return {type, &in.f.types.sum_type(sum).constructors[0], std::move(fields)};
}

/// Returns the records in sight that have all these fields; of several declarations of a name the last one.
std::vector<TypeDeclId> records_with(const Inference& in, std::span<const Symbol> names) {
  std::vector<TypeDeclId> found;
  std::unordered_set<uint32_t> seen;
  for (size_t k = in.f.program.types.size(); k-- > 1;) {
    const TypeDecl& decl = in.f.program.types[k];
    if (decl.failed || !seen.insert(static_cast<uint32_t>(decl.name)).second) continue;
    if (decl.constructors.size() != 1) continue;
    const std::vector<Symbol>& own = decl.constructors[0].names;
    if (std::ranges::all_of(names, [&](Symbol n) { return std::ranges::find(own, n) != own.end(); }))
      found.push_back(static_cast<TypeDeclId>(k));
  }
  return found;
}

/// Returns Nova's function for what is a member of arrays in other languages, as v.T and v.shape.
static std::optional<std::string_view> function_for_member(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> members[] = {
      {"T", "transpose"}, {"length", "length"}, {"len", "length"},  {"max", "maximum"}, {"mean", "mean"},
      {"min", "minimum"}, {"shape", "shape"},   {"size", "length"}, {"sum", "sum"}};
  const auto at = std::ranges::find(members, name, &std::pair<std::string_view, std::string_view>::first);
  return at == std::end(members) ? std::nullopt : std::optional(at->second);
}

void report_no_field(Inference& in, const Record& r, Symbol name, Span at) {
  Types::Namer namer;
  Diagnostic& d =
      report(in, "E0223", at, {describe(in, r.type, namer), std::string(in.f.symbols.text(name))});
  if (!r.constructor) {
    const TypeId item = in.is(r.type, TypeKind::Vector) ? in.f.types.element_of(r.type) : r.type;
    const std::string_view text = in.f.symbols.text(name);
    std::string of(at.expansion ? std::string_view() : in.f.sources.text(at)); // the record's own text
    const bool whole = of.ends_with("." + std::string(text)) && of.find('\n') == of.npos && of.size() < 60;
    of = whole ? of.substr(0, of.size() - text.size() - 1) : "";
    if (text == "append" || text == "push" || text == "push_back")
      d.help("a vector with x behind it is (++ " + (of.empty() ? "xs" : of) + " [x])");
    else if (in.f.types.is_complex(item))
      d.help(item == r.type ? "the parts of a complex number are (re z) and (im z), its size is (magnitude z)"
                            : "the parts of complex numbers are (map re zs) and (map im zs)");
    else if (in.is(r.type, TypeKind::Tuple))
      d.help(std::string(parts_of_tuple));
    else if (in.is(r.type, TypeKind::Sum))
      d.help("its fields get names by a pattern: (match e " + arm_of(in, r.type) + " ..)");
    else if (!in.is(r.type, TypeKind::Vector))
      d.help("a function stands in front: (" + std::string(text) + " " + (of.empty() ? "e" : of) + ")");
    else if (const auto function = function_for_member(in.f.symbols.text(name)))
      d.help("a function stands in front: (" + std::string(*function) + " " + (of.empty() ? "v" : of) + ")");
    else
      d.help("of the records in each row: (map (lambda (row) row." + std::string(in.f.symbols.text(name)) +
             ") rows)");
    return;
  }
  std::string all;
  for (const Symbol s : r.constructor->names)
    all += (all.empty() ? "" : ", ") + std::string(in.f.symbols.text(s));
  const uint32_t macro = d.within.expansion;
  const bool adds = macro && in.f.sources.expansion(macro).macro == "with-column";
  d.help("its fields are " + all +
         (adds ? "; rows with one more are records of another type: (define-record New ..) and (map (lambda "
                 "(r) (New ..)) rows)"
               : ""));
}

/// Decides that `type`, of which nothing else is known, is the only record with these fields. Returns false, after a
/// report at `at` or of an earlier error, if there are several or none.
bool take_only_record(Inference& in, TypeId type, std::span<const Symbol> names, Span at) {
  const std::vector<TypeDeclId> found = records_with(in, names);
  const std::string name(in.f.symbols.text(names[0]));
  if (found.size() == 1) {
    const auto [fields, record] = in.schemes.constructor_at(in.reader.sum(found[0]), 0, in.def.level);
    if (!in.unifier.unify(type, record)) return true;
    report_no_field(in, {type}, names[0], at);
    return false;
  }
  if (in.def.poisoned) return false; // another error may be why nothing tells the record
  if (found.empty()) return report(in, "E0221", at, {name}).help(std::string(parts_of_tuple)), false;
  std::string all;
  for (const TypeDeclId d : found)
    all += (all.empty() ? "" : ", ") + std::string(in.f.symbols.text(in.f.program[d].name));
  report(in, "E0222", at, {name, all}).help("write the type: (lambda ((r : T)) r." + name + ")");
  return false;
}

/// Whether the type is open, and no class makes it a number.
bool may_be_record(Inference& in, TypeId type) {
  return in.is(type, TypeKind::Var) && !(in.f.types.variable(type).classes & ~structural_classes);
}

CorePattern pattern_of(const Record& r, Span span) {
  CorePattern p;
  p.kind = CorePattern::Constructor, p.type = r.type, p.span = span;
  for (const TypeId t : r.fields) {
    CorePattern& part = p.items.emplace_back();
    part.type = t, part.span = span;
  }
  return p;
}

Core* bind_field(Inference& in, CorePattern& part) {
  part.kind = CorePattern::Variable, part.var = in.fresh_variable(part.type, part.span);
  return in.local_use(part.var, part.type, part.span);
}

/// Makes the value of a field of the record `from`.
Core* field_of(Inference& in, const Record& r, size_t k, Core* from, Span span) {
  CorePattern p = pattern_of(r, span);
  Core* value = bind_field(in, p.items[k]);
  Core* c = match_one(in, from, std::move(p), value, false);
  return c->span = span, c;
}

/// Makes (map (lambda (r) r.x) records).
Core* field_of_all(Inference& in, const Record& r, size_t k, Core* records, TypeId result, Span span) {
  const VarId one = in.fresh_variable(r.type, span);
  Core* body = field_of(in, r, k, in.local_use(one, r.type, span), span);
  Core* f = in.make(CoreKind::Lambda, in.f.types.fun(r.type, r.fields[k], in.effects.fresh(in.def.level)),
                    span, {body});
  f->vars.push_back(one);
  Core* map = in.make(CoreKind::Primitive, result, span, {f, records});
  return map->builtin = BuiltinId::Map, map;
}

} // namespace

Core* infer_field(Inference& in, const Expr& e) {
  Core* from = infer(in, *e.items[0]);
  Core* c = in.make(CoreKind::Project, in.fresh(), e.span, {from});
  c->literal = e.literal;
  defer(in, {.kind = Pending::Field, .a = from->type, .b = c->type, .node = c, .why = {.at = e.span}});
  return c;
}

bool settle_field(Inference& in, Pending& p, bool last) {
  const Symbol name = p.node->literal->symbol;
  const bool vector = in.is(in.resolve(p.a), TypeKind::Vector);
  const TypeId one = in.resolve(vector ? in.f.types.element_of(p.a) : p.a);
  if (may_be_record(in, one)) {
    if (!last) return false;
    if (!take_only_record(in, one, {&name, 1}, p.why.at)) return true;
  }
  const Record r = record_of(in, one);
  if (!r.has(name)) return report_no_field(in, r, name, p.why.at), true;
  const size_t k = r.find(name);
  const TypeId result =
      vector ? in.f.types.vector(in.f.types.arg(in.resolve(p.a), 0), r.fields[k]) : r.fields[k];
  require_equal(in, p.b, result, p.why.at, p.why);
  Core* from = p.node->items[0];
  *p.node = vector ? *field_of_all(in, r, k, from, result, p.why.at) : *field_of(in, r, k, from, p.why.at);
  return true;
}

Core* infer_with(Inference& in, const Expr& e) {
  Core* from = infer(in, *e.items[0]);
  Core* c = in.make(CoreKind::Project, from->type, e.span, {from});
  for (size_t k = 1; k < e.items.size(); ++k) c->items.push_back(infer(in, *e.items[k]));
  c->literal = e.literal;
  defer(in, {.kind = Pending::With, .a = from->type, .b = from->type, .node = c, .why = {.at = e.span}});
  return c;
}

/// Makes the record with new values: it and they are evaluated in the order in which they are written.
static Core* with_values(Inference& in, const Record& r, const Core& node) {
  CorePattern p = pattern_of(r, node.span);
  std::vector<Core*> items = node.items;
  EvaluatedFirst before(in);
  for (Core*& item : items) before.add(item);
  Core* made = in.make(CoreKind::Construct, r.type, node.span);
  made->items.resize(r.fields.size());
  for (size_t k = 1; k < items.size(); ++k)
    made->items[r.find(node.literal->items[k - 1]->symbol)] = items[k];
  for (size_t k = 0; k < r.fields.size(); ++k)
    if (!made->items[k]) made->items[k] = bind_field(in, p.items[k]);
  Core* all = match_one(in, items[0], std::move(p), made, false);
  all->span = node.span;
  return before.around(all);
}

bool settle_with(Inference& in, Pending& p, bool last) {
  const std::span<const Datum* const> written = p.node->literal->items;
  if (may_be_record(in, in.resolve(p.a))) {
    if (!last) return false;
    std::vector<Symbol> names;
    for (const Datum* d : written) names.push_back(d->symbol);
    if (!take_only_record(in, p.a, names, p.why.at)) return true;
  }
  const Record r = record_of(in, p.a);
  bool good = true;
  for (size_t k = 0; k < written.size(); ++k) {
    const Symbol name = written[k]->symbol;
    if (!r.has(name)) {
      report_no_field(in, r, name, written[k]->span), good = false;
      continue;
    }
    Core* value = p.node->items[k + 1];
    good &= require_equal(in, r.fields[r.find(name)], value->type, value->span,
                          {.kind = Why::Field, .name = in.f.symbols.text(name)});
  }
  if (good) *p.node = *with_values(in, r, *p.node);
  return true;
}

} // namespace nova
