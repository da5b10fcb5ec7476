#include "repl/build/exported.hpp"
#include "frontend/infer/check.hpp"
#include "jit/passes/passes.hpp"
#include "jit/values/marshal.hpp"
#include "repl/build/parts.hpp"
#include "repl/build/patterns.hpp"
#include "repl/build/self_test.hpp"
#include "repl/help/doc_comment.hpp"
#include <algorithm>
#include <cstring>
#include <map>
#include <set>

namespace nova {

using plan::AheadFunction;
using plan::AheadInput;
using plan::AheadPart;
using plan::AheadRegion;
using plan::AheadSite;
using plan::AheadType;
using plan::Body;
using plan::BoxedFunctions;
using plan::FlatWords;
using plan::Input;
using plan::is_cell;
using plan::KnownFunction;
using plan::KnownValues;
using plan::Lowered;
using plan::MarshalContext;
using plan::Op;
using plan::Plan;
using plan::Refusal;
using plan::region_parts;
using plan::Stm;
using plan::text_unused;
using plan::UsedLengths;
using plan::ValueShape;
using plan::Var;

std::optional<DefinitionsRun> Exporter::run_definitions(Session& session, FileId file) {
  const std::optional<std::vector<CoreTop>> forms = session.checked_forms(file);
  if (!forms) return {};
  DefinitionsRun ran{unit_facts(session.frontend())};
  for (const CoreTop& form : *forms) {
    if (form.kind != CoreTop::Define) continue;
    const Result<std::optional<Value>> run = session.machine_.run(form);
    if (run) continue;
    const bool waits = run.error().code == "E0424" || run.error().code == "E0423";
    if (!waits || ran.facts.inputs.empty()) return session.reports_.report(run.error()), std::nullopt;
    ran.waiting.push_back(form);
  }
  return ran;
}

/// Returns the number of the declared input that an instance is; nothing if it is another definition.
std::optional<size_t> Exporter::declared(uint32_t instance) const {
  const auto at = std::ranges::find(declared_, machine_.mono[instance].global);
  return at == declared_.end() ? std::nullopt : std::optional(static_cast<size_t>(at - declared_.begin()));
}

namespace {

/// Returns the definition's type, in which variables that inference has bound are replaced: equal types have equal ids.
TypeId concrete_type(Frontend& f, GlobalId g) {
  return f.types.substitute(f.core.globals[static_cast<uint32_t>(g)].scheme.type, {}, {});
}

/// Returns the types of the parameters of a function of the type, and sets `type` to that of its result.
std::vector<TypeId> parameter_types(const Types& types, TypeId& type) {
  std::vector<TypeId> all;
  for (type = types.resolve(type); types.is(type, TypeKind::Fun); type = types.resolve(types.arg(type, 1)))
    all.push_back(types.resolve(types.arg(type, 0)));
  return all;
}

/// Returns how an instance of a polymorphic definition is written.
std::string how_to_fix(const std::string& name) {
  return "an instance has types, as (define (" + name + " (x : vector double)) ..) or (define (" + name +
         "-of-doubles (x : vector double)) (" + name + " x))";
}

/// Returns the names of the parameters of a definition's function, as written; nothing for those that it has not.
std::vector<std::string> parameter_names(const Frontend& f, const Core* value) {
  std::vector<std::string> names;
  for (; value && value->kind == CoreKind::Lambda; value = value->items[0])
    for (const VarId v : value->vars) names.emplace_back(f.symbols.text(f.program[v].name));
  return names;
}

/// Returns how a function whose parameter `k` holds functions is built: by a definition that gives it one. The first `inputs`
/// parameters are the program's inputs.
std::string how_to_give(Frontend& f, const std::string& written, const std::vector<TypeId>& types,
                        const std::vector<std::string>& names, size_t inputs, size_t k) {
  std::string parameters, arguments;
  for (size_t i = inputs; i < types.size(); ++i) {
    const std::string name = i < names.size() ? names[i] : "x" + std::to_string(i + 1);
    arguments += i == k ? " known" : " " + name;
    if (i != k) parameters += " (" + name + " : " + f.types.print(types[i], f.symbols) + ")";
  }
  if (parameters.empty())
    return "kernels are made for functions that are known: one that calls it with such a function is built";
  return "kernels are made for functions that are known: where `known` is one of the type " +
         f.types.print(types[k], f.symbols) + ", (define (" + written + "-known" + parameters + ") (" +
         written + arguments + ")) is built";
}

constexpr const char* about_results =
    "C gets what functions give: a definition that calls those in the result has a result for C";

/// Appends the parts of a value to those of others. Returns why it has none, if so.
std::optional<NoParts> add_parts(Frontend& f, const RecursiveTypes& recursive, TypeId type,
                                 const std::string& name, PartNames& taken, std::vector<AheadPart>& out) {
  std::vector<AheadPart> parts;
  const auto why = append_parts(f, recursive, type, name, taken, parts);
  for (AheadPart& p : parts) {
    if (p.kind != AheadPart::Scalar) p.value += static_cast<uint32_t>(out.size());
    if (p.parent >= 0) p.parent += static_cast<int>(out.size());
  }
  out.insert(out.end(), parts.begin(), parts.end());
  return why;
}

/// Types of values, and their names as written; the later ones may have none.
struct NamedTypes {
  std::vector<TypeId> types;
  std::vector<std::string> names;
};

/// Makes the parts of the parameters and results of a function. The first `inputs` parameters are the program's inputs.
void make_parts(Frontend& f, const RecursiveTypes& recursive, Span at, const NamedTypes& from, size_t inputs,
                const NamedTypes& results, AheadFunction& out) {
  PartNames taken(recursive.program(), out.name);
  const auto name = [&](const NamedTypes& of, size_t k) {
    return k < of.names.size() ? taken.parameter(of.names[k]) : "x" + std::to_string(k);
  };
  for (size_t k = 0; k < from.types.size(); ++k)
    if (const auto why = add_parts(f, recursive, from.types[k], name(from, k), taken, out.parameters))
      throw NotBuilt{"its parameter " + std::to_string(k + 1 - inputs) + " is " + why->value, at,
                     why->has_functions ? how_to_give(f, out.written, from.types, from.names, inputs, k)
                                        : ""};
  for (size_t k = 0; k < results.types.size(); ++k)
    if (const auto why = add_parts(f, recursive, results.types[k], name(results, k), taken, out.results))
      throw NotBuilt{"its result is " + why->value, at, why->has_functions ? about_results : ""};
}

} // namespace

Exporter::Exporter(Session& session, const DefinitionsRun& ran, const std::string& program,
                   std::string folder)
    : machine_(session.machine_), frontend_(session.frontend()), reports_(session.reports_),
      declared_(ran.facts.inputs), waiting_(ran.waiting), recursive_(frontend_, program),
      folder_(std::move(folder)) {
  std::vector<GlobalId> all = declared_;
  for (const Exported& e : ran.facts.exports) all.push_back(e.global);
  for (const GlobalId g : all) {
    TypeId type = concrete_type(frontend_, g);
    if (has_errors(frontend_, g) || !frontend_.types.is_concrete(type)) continue;
    for (const TypeId t : parameter_types(frontend_.types, type)) recursive_.add(t);
    recursive_.add(type);
  }
}

std::string Exporter::place(Span at) const {
  std::string all = frontend_.sources.place(at);
  return all.starts_with('/') && all.starts_with(folder_) ? all.substr(folder_.size()) : all;
}

std::vector<AheadType> Exporter::types() const {
  std::vector<AheadType> all;
  for (const TypeId t : recursive_.types()) all.push_back(recursive_.described(t));
  return all;
}

const Core& Exporter::call_of(const Exported& e, const std::vector<TypeId>& parameters, TypeId result) {
  const Span span = frontend_.program[e.global].span;
  const CoreGlobal& global = frontend_.core.globals[static_cast<uint32_t>(e.global)];
  Core* const f = frontend_.core.make(CoreKind::Global, global.scheme.type, span);
  f->global = e.global, f->number = machine_.mono.instance(e.global, {});
  if (parameters.size() == declared_.size()) return *f;
  Core* const call = frontend_.core.make(CoreKind::Apply, result, span);
  call->items.push_back(f);
  for (size_t k = 0; k + declared_.size() < parameters.size(); ++k) {
    Core* const x = frontend_.core.make(CoreKind::Local, parameters[declared_.size() + k], span);
    x->slot = static_cast<uint32_t>(k);
    call->items.push_back(x);
  }
  return *call;
}

MarshalContext Exporter::marshal(const BoxedFunctions* boxed) {
  return {frontend_.types, [this](TypeId t) { return machine_.layout(t); },
          [this](const Core& l, uint32_t supplied) { return machine_.code_of(l, supplied); }, boxed};
}

/// Returns the value of a definition, or of an item in it; null for other inputs, and if there is none.
const Value* Exporter::value_at(const Input& in) const {
  if (in.kind != Input::Global) return nullptr;
  const Value* v = machine_.value_of_global(in.index);
  for (const uint32_t k : in.path)
    if (v) v = &v->items()[k];
  return v;
}

/// Returns the instances of the definitions that are computed in each call.
std::vector<uint32_t> Exporter::computed() {
  std::vector<uint32_t> all;
  for (const CoreTop& top : waiting_)
    for (const GlobalId g : top.globals) all.push_back(machine_.mono.unit_instance(g));
  return all;
}

Lowered Exporter::lowered(const Core& form, bool tells) {
  const MarshalContext context = marshal(nullptr);
  const KnownValues known{
      [&](const Input& in) -> std::optional<KnownFunction> {
        const Value* const v = value_at(in);
        const Closure c = v ? closure_of(*v) : Closure();
        return c.lambda ? std::optional(KnownFunction{in, c.lambda, c.supplied}) : std::nullopt;
      },
      [&](const Input& in, ValueShape& shape, BoxedFunctions& boxed) {
        const Value* const v = value_at(in);
        return v && join(context, shape, *v, boxed).has_value();
      },
      [&](const Input& in) { return in.path.empty() ? value_at(in) : nullptr; }, UsedLengths::None,
      computed()};
  Refusal why;
  const auto made_with = [&](bool texts) {
    return lower(form, machine_.mono, frontend_, why, known,
                 {.tells = tells, .texts = texts, .libraries = true});
  };
  std::optional<Lowered> made = made_with(tells);
  if (!made && tells) made = made_with(false); // the text of an error shows what plans can't
  if (!made) throw NotBuilt{why.reason, why.span.file ? why.span : form.span};
  use_references(made->plan); // C has no CUDA: the users' CUDA functions are replaced by their references
  number_foreigns(made->plan);
  return std::move(*made);
}

/// Numbers the foreign functions of a plan as those of the program, which all plans with such functions share.
void Exporter::number_foreigns(Plan& plan) {
  if (plan.foreigns.empty()) return; // such a function may run on a GPU, whatever others call
  std::vector<uint32_t> numbers;
  for (const auto& f : plan.foreigns) {
    if (f->cuda != CudaKind::None)
      throw NotBuilt{"it calls the CUDA text " + f->name + ", which has no reference", {}};
    const auto at = std::ranges::find(foreigns_, f);
    numbers.push_back(static_cast<uint32_t>(at - foreigns_.begin()));
    if (at == foreigns_.end()) foreigns_.push_back(f);
  }
  for_each_root(plan, [&](Body& b) {
    for_each_stm(b, [&](Stm& s) {
      if (s.op == Op::Foreign) s.function = numbers[s.function];
    });
  });
  plan.foreigns = foreigns_;
}

std::vector<uint64_t> elements_of(const FlatWords& words, size_t k, Element e) {
  const size_t size = element_size(e);
  std::vector<uint64_t> out(words.rooms[k] / size);
  const auto* from = static_cast<const char*>(words.words[k].column);
  for (size_t i = 0; i < out.size(); ++i) {
    std::memcpy(&out[i], from + i * size, size);
    if (is_signed(e) && size < 8) { // sign extension, for the constant's text
      const unsigned shift = 64 - 8 * static_cast<unsigned>(size);
      out[i] = static_cast<uint64_t>(static_cast<int64_t>(out[i] << shift) >> shift);
    }
  }
  return out;
}

namespace {

bool has_cell(const ValueShape& s) {
  return s.kind == ValueShape::Cell || std::ranges::any_of(s.items, has_cell);
}

/// Whether all functions find the value at the same places. One that holds functions is laid out by what its plan knows of them.
bool is_shared(const Input& in) { return in.kind == Input::Global && !in.functions && has_cell(in.shape); }

bool is_same(const Input& a, const Input& b) {
  return a.kind == b.kind && a.index == b.index && a.type == b.type && a.path == b.path;
}

} // namespace

/// Notes a definition or region that a plan reads.
void Exporter::read(const Input& in, Read& own) {
  Read& to = is_shared(in) ? shared_ : own;
  if (std::ranges::any_of(to.inputs, [&](const Input& known) { return is_same(known, in); })) return;
  const Value* const v = value_at(in);
  if (in.kind == Input::Global && !v)
    throw NotBuilt{
        "it reads " + machine_.mono[in.index].name + ", which has no value before the program runs", {}};
  to.inputs.push_back(in);
  to.values.push_back(in.kind == Input::TextMode ? Value::of(int64_t{text_unused}) : v ? *v : Value());
}

/// Returns the shared values, and `more` behind them.
Exporter::Read Exporter::whole(const Read& more) const {
  Read all = shared_;
  all.inputs.insert(all.inputs.end(), more.inputs.begin(), more.inputs.end());
  all.values.insert(all.values.end(), more.values.begin(), more.values.end());
  return all;
}

/// Returns the shared values and those of `more` behind them in words, and what the regions that contexts keep then have.
Exporter::Laid Exporter::laid(const Read& more, const BoxedFunctions* boxed) {
  Read all = whole(more);
  for (const TypeId t : recursive_.regions()) {
    all.inputs.push_back({.kind = Input::Region, .index = 0, .type = t, .path = {}});
    all.values.emplace_back();
  }
  Laid out{words_of(marshal(boxed), all.inputs, all.values, 0), 0,
           std::vector<AheadRegion>(recursive_.regions().size())};
  out.end = out.words.words.size();
  for (size_t k = out.regions.size(); k-- > 0;) {
    AheadRegion& r = out.regions[k];
    r.of_cells = is_cell(frontend_.types, recursive_.regions()[k]);
    r.layout = recursive_.layout(k);
    r.elements = region_parts(frontend_.types, recursive_.regions()[k]);
    out.end -= 2 + r.elements.size();
    r.used = out.words.words[out.end].bits;
    for (size_t i = 0; i < r.elements.size(); ++i) {
      r.data.push_back(elements_of(out.words, out.end + 2 + i, r.elements[i]));
      r.data.back().resize(r.used);
    }
  }
  return out;
}

namespace {

uint64_t bytes_of(const std::vector<AheadRegion>& regions) {
  uint64_t bytes = 0;
  for (const AheadRegion& r : regions)
    for (const Element e : r.elements) bytes += r.used * element_size(e);
  return bytes;
}

constexpr uint64_t most_constants = 4 << 20;
constexpr const char* too_large = "the values of the definitions that it reads take more than 4 MiB";

} // namespace

/// Fails if values that hold functions, which only this plan knows, would lie in the regions that contexts keep.
void Exporter::check_regions(const Read& own, const BoxedFunctions& boxed) {
  if (recursive_.regions().empty()) return;
  const std::vector<AheadRegion> first = regions();
  if (bytes_of(first) > most_constants) throw NotBuilt{too_large, {}};
  Read functions;
  for (size_t k = 0; k < own.inputs.size(); ++k)
    if (own.inputs[k].functions)
      functions.inputs.push_back(own.inputs[k]), functions.values.push_back(own.values[k]);
  if (functions.inputs.empty()) return;
  const std::vector<AheadRegion> with = laid(functions, &boxed).regions;
  for (size_t k = 0; k < first.size(); ++k)
    if (with[k].used != first[k].used)
      throw NotBuilt{"it reads " + machine_.mono[functions.inputs[0].index].name +
                         ", where functions hold values of the recursive type " +
                         frontend_.types.print(recursive_.regions()[k], frontend_.symbols),
                     {}};
}

/// Returns the number of the parameter that gives the input; none if no parameter does. The first `declared` parameters are the
/// program's inputs.
std::optional<size_t> Exporter::argument(const Input& in, size_t declared) const {
  if (in.kind == Input::Slot) return declared + in.index;
  return in.kind == Input::Global && in.path.empty() && declared ? this->declared(in.index) : std::nullopt;
}

/// Returns the region of the context that the input is, if it is one.
std::optional<size_t> Exporter::kept(const Input& in) const {
  return in.kind == Input::Region ? recursive_.region(in.type) : std::nullopt;
}

namespace {

AheadInput::Kind part_of_region(size_t k) {
  return k == 0 ? AheadInput::Room : k == 1 ? AheadInput::Count : AheadInput::Cells;
}

/// Appends `count` constants to the inputs, or a region of the call's own: the words from `word` on. Returns their bytes.
uint64_t add_constants(const Plan& plan, bool region, const FlatWords& words, size_t word, size_t count,
                       AheadFunction& out) {
  uint64_t bytes = 0;
  for (size_t k = 0; k < count; ++k, ++word) {
    const Var v = plan.body.params[out.inputs.size()];
    AheadInput made{.kind = region ? part_of_region(k) : AheadInput::Constant,
                    .bits = words.words[word].bits};
    if (plan[v].column && made.kind != AheadInput::Count)
      made.data = elements_of(words, word, plan[v].element);
    bytes += words.rooms[word];
    out.inputs.push_back(std::move(made));
  }
  return bytes;
}

} // namespace

/// Returns how many parameters of a plan an input is.
size_t Exporter::count_of(const Input& in, const BoxedFunctions& boxed) const {
  return in.kind == Input::Region ? 2 + region_parts(frontend_.types, in.type, &boxed).size()
                                  : flat_types(frontend_.types, in.shape).size();
}

/// Gives two plans of one form the same parameters. Texts of errors read what no result does.
void Exporter::share_inputs(Lowered& fast, Lowered& exact) const {
  const auto parts = [&](const Lowered& l) {
    std::vector<std::vector<Var>> all;
    auto at = l.plan.body.params.begin();
    for (const Input& in : l.inputs) {
      const auto end = at + static_cast<ptrdiff_t>(count_of(in, l.boxed));
      all.emplace_back(at, end), at = end;
    }
    return all;
  };
  const auto unread = [](Plan& to, const Plan& from, const std::vector<Var>& vars) {
    std::vector<Var> made;
    for (const Var v : vars) made.push_back(to.make(from[v]));
    return made;
  };
  const std::vector<std::vector<Var>> of_exact = parts(exact);
  const std::vector<Input> read = exact.inputs;
  for (size_t k = 0; k < read.size(); ++k)
    if (std::ranges::none_of(fast.inputs, [&](const Input& in) { return is_same(in, read[k]); })) {
      fast.inputs.push_back(read[k]);
      const std::vector<Var> made = unread(fast.plan, exact.plan, of_exact[k]);
      fast.plan.body.params.insert(fast.plan.body.params.end(), made.begin(), made.end());
    }
  const std::vector<std::vector<Var>> of_fast = parts(fast);
  exact.plan.body.params.clear();
  for (size_t k = 0; k < fast.inputs.size(); ++k) {
    const auto at = std::ranges::find_if(read, [&](const Input& in) { return is_same(in, fast.inputs[k]); });
    const std::vector<Var> vars = at == read.end() ? unread(exact.plan, fast.plan, of_fast[k])
                                                   : of_exact[static_cast<size_t>(at - read.begin())];
    exact.plan.body.params.insert(exact.plan.body.params.end(), vars.begin(), vars.end());
  }
  exact.inputs = fast.inputs;
}

/// Notes where each parameter of the plan comes from: an argument, the value of a definition, or the memory of cells.
void Exporter::inputs(const Lowered& l, const std::vector<TypeId>& parameters, size_t declared,
                      AheadFunction& out) {
  std::vector<size_t> first; // for each parameter, the index of its first part in the flat layout
  for (size_t k = 0, at = 0; k < parameters.size(); ++k)
    first.push_back(at), at += count_parts(frontend_, parameters[k]);
  Read own;
  for (const Input& in : l.inputs)
    if (!argument(in, declared) && !kept(in)) read(in, own);
  check_regions(own, l.boxed);
  const Read all = whole(own);
  const FlatWords words = words_of(marshal(&l.boxed), all.inputs, all.values, 0);
  uint64_t bytes = 0;
  for (const Input& in : l.inputs) {
    const auto given = argument(in, declared);
    const auto region = kept(in);
    const size_t count = count_of(in, l.boxed);
    for (size_t k = 0; given && k < count; ++k)
      out.inputs.push_back({.kind = AheadInput::Argument, .argument = first[*given] + k});
    for (size_t k = 0; region && k < count; ++k)
      out.inputs.push_back(
          {.kind = part_of_region(k), .region = static_cast<int>(*region), .column = k < 2 ? 0 : k - 2});
    if (given || region) continue;
    size_t word = 0;
    for (size_t k = 0; !is_same(all.inputs[k], in); ++k) word += count_of(all.inputs[k], l.boxed);
    bytes += add_constants(l.plan, in.kind == Input::Region, words, word, count, out);
  }
  if (bytes > most_constants) throw NotBuilt{too_large, {}};
}

namespace {

/// Returns the number of numbers that each Check of the plan has, by site.
std::map<uint32_t, size_t> numbers_by_site(const Plan& p) {
  std::map<uint32_t, size_t> all;
  for_each_root(p, [&](const Body& b) {
    for_each_stm(b, [&](const Stm& s) {
      if (s.op == Op::Check) all[s.site] = s.args.size() - 1;
    });
  });
  return all;
}

std::vector<AheadSite> sites_of(const Plan& p, const std::function<std::string(Span)>& place) {
  const std::map<uint32_t, size_t> numbers = numbers_by_site(p);
  std::vector<AheadSite> out;
  for (uint32_t k = 0; k < p.sites.size(); ++k) {
    const auto at = numbers.find(k);
    out.push_back({p.sites[k].code, place(p.sites[k].span),
                   ahead_message(p.sites[k], at == numbers.end() ? 0 : at->second)});
  }
  return out;
}

} // namespace

namespace {

/// Fails if C, its library, or a header of it gives the name another meaning.
void check_name(const std::string& name, const std::string& written, Span at) {
  const std::string help = "another name is chosen by (export (" + written + " as my_" + name + "))";
  if (is_taken_in_c(name) || is_type_in_c(name))
    throw NotBuilt{name + " may be a macro or a type in C or C++", at, help};
  if (is_library_function(name)) throw NotBuilt{"the C library has a function of the name " + name, at, help};
}

} // namespace

/// Makes the plans of a call whose parameters and results have parts.
void Exporter::add_plans(const Core& call, const std::vector<TypeId>& parameters, size_t declared,
                         AheadFunction& out) {
  if (const auto p = computed_pattern(frontend_, machine_.mono, call, computed()))
    throw NotBuilt{
        p->callee + " gets a pattern that is computed, which C can't compile", p->at,
        "a pattern that stands in the call, as in (find-all \"a+\" text), is compiled with the program"};
  Lowered fast = lowered(call, false), exact = lowered(call, true);
  share_inputs(fast, exact);
  inputs(fast, parameters, declared, out);
  out.skipped = fast.plan.body.results.size() - out.results.size();
  out.sites = sites_of(exact.plan, [this](Span s) { return place(frontend_.sources.user_span(s)); });
  out.fused = std::move(fast.plan), out.exact = std::move(exact.plan);
  if (const std::string broken = optimise(out.fused); !broken.empty()) throw NotBuilt{broken, call.span};
}

void Exporter::add(const Exported& e, std::vector<AheadFunction>& all) {
  const Global& written = frontend_.program[e.global];
  AheadFunction out;
  out.name = e.c_name, out.written = frontend_.symbols.text(written.name);
  check_name(e.c_name, out.written, written.span);
  if (has_errors(frontend_, e.global)) throw NotBuilt{"it has errors", written.span};
  out.type = print_scheme(frontend_, e.global);
  const Scheme& scheme = frontend_.core.globals[static_cast<uint32_t>(e.global)].scheme;
  if (!scheme.quantified.empty() || !frontend_.types.is_concrete(scheme.type))
    throw NotBuilt{"its type is " + out.type + ", and C has no types that vary", written.span,
                   how_to_fix(out.written)};
  TypeId result = concrete_type(frontend_, e.global);
  std::vector<TypeId> parameters = parameter_types(frontend_.types, result);
  std::vector<std::string> names =
      parameter_names(frontend_, frontend_.core.globals[static_cast<uint32_t>(e.global)].value);
  for (size_t k = declared_.size(); k-- > 0;) {
    parameters.insert(parameters.begin(), concrete_type(frontend_, declared_[k]));
    names.emplace(names.begin(), frontend_.symbols.text(frontend_.program[declared_[k]].name));
  }
  out.place = place(written.span);
  out.comment = comment_above(frontend_.sources.text(written.form.file), written.form.begin);
  make_parts(frontend_, recursive_, written.span, {parameters, names}, declared_.size(),
             {{result}, {"result"}}, out);
  add_plans(call_of(e, parameters, result), parameters, declared_.size(), out);
  added_.push_back({e, parameters, result, all.size()});
  all.push_back(std::move(out));
}

/// Returns a function of the program's own that makes or reads values of a recursive type.
AheadFunction Exporter::helper(const HelperFunction& h) {
  AheadFunction out;
  out.role = AheadFunction::Helper, out.name = h.name, out.written = h.name, out.comment = h.comment;
  out.place = place(h.body->span);
  for (const TypeId t : h.parameters) out.type += frontend_.types.print(t, frontend_.symbols) + " -> ";
  out.type += frontend_.types.print(h.result, frontend_.symbols);
  make_parts(frontend_, recursive_, h.body->span, {h.parameters, h.names}, 0, {h.results, h.result_names},
             out);
  add_plans(*h.body, h.parameters, 0, out);
  return out;
}

void Exporter::add_helpers(std::vector<AheadFunction>& out) {
  for (const TypeId t : recursive_.types())
    for (const HelperFunction& h : helper_functions(frontend_, recursive_.described(t), t))
      out.push_back(helper(h));
}

} // namespace nova
