// Reads a plan from the text that print_plan prints, with Nova's own reader.
#include "jit/plan/read.hpp"
#include "jit/plan/names.hpp"
#include "runtime/scalar_text.hpp"
#include <algorithm>
#include <unordered_map>

namespace nova::plan {
namespace {

using Items = std::span<const Datum* const>;

class PlanReader {
 public:
  PlanReader(const Symbols& symbols, Plan& plan) : symbols_(symbols), plan_(plan) {}
  std::optional<PlanMistake> error;

  void plan(const Datum& d) {
    Items items = list(d, "plan");
    while (!items.empty() && head(*items[0]) == "site") site(*items[0]), items = items.subspan(1);
    while (!items.empty() && head(*items[0]) == "function") function(*items[0]), items = items.subspan(1);
    while (!items.empty() && head(*items[0]) == "foreign") foreign(*items[0]), items = items.subspan(1);
    Items regions = items;
    while (!items.empty() && head(*items[0]) == "region") items = items.subspan(1);
    regions = regions.first(regions.size() - items.size());
    const Datum* const mode = !items.empty() && head(*items[0]) == "text-mode" ? items[0] : nullptr;
    if (mode) items = items.subspan(1);
    if (items.size() != 1) return fail(d, "a plan has sites, functions, regions and one body");
    plan_.body = body(*items[0]);
    for (const Datum* r : regions) region(*r);
    if (mode) text_mode(*mode);
    mark_calls(plan_);
  }

 private:
  void fail(const Datum& d, const std::string& what) {
    if (!error) error = {d.span, what};
  }

  // ---- words, lists and numbers ----

  std::string_view name(const Datum& d) const {
    return d.is(DatumKind::Symbol) ? symbols_.text(d.symbol) : "";
  }
  std::string_view head(const Datum& d) const {
    return d.is(DatumKind::List) && !d.items.empty() ? name(*d.items[0]) : "";
  }
  /// Returns the items behind the word if d is a list (word ...). Otherwise notes an error and returns none.
  Items list(const Datum& d, std::string_view word) {
    if (head(d) == word) return d.items.subspan(1);
    return fail(d, "(" + std::string(word) + " ...) should stand here"), Items{};
  }
  uint32_t natural(const Datum& d) {
    if (d.is(DatumKind::Integer) && d.integer >= 0 && d.integer <= UINT32_MAX)
      return static_cast<uint32_t>(d.integer);
    return fail(d, "a number should stand here"), 0;
  }

  // ---- variables ----

  static std::optional<Element> element(std::string_view name) {
    for (int e = 0; e < element_count; ++e)
      if (element_name(static_cast<Element>(e)) == name) return static_cast<Element>(e);
    return std::nullopt;
  }

  VarType type(const Datum& d) {
    const bool column = d.is(DatumKind::Vector) && d.items.size() == 1;
    const std::optional<Element> e = element(name(column ? *d.items[0] : d));
    if (!e) fail(d, "a type should stand here");
    return {e.value_or(Element::I64), column};
  }

  /// Makes the variable that d binds: (xs_3 : [int]) is a column of ints whose name in the source is xs.
  Var bind(const Datum& d) {
    const bool three = d.is(DatumKind::List) && d.items.size() == 3;
    if (!three || name(*d.items[0]).empty() || name(*d.items[1]) != ":")
      return fail(d, "(variable : type) should stand here"), Var{};
    const std::string spelling(name(*d.items[0]));
    const Var v = plan_.make(type(*d.items[2]), source_name(spelling));
    if (!vars_.emplace(spelling, v).second) fail(d, spelling + " is bound twice");
    return v;
  }

  /// Returns the variable's name in the source for its name in a printed plan: "xs" for xs_3, "" for v3. A name that
  /// print_plan would not print is returned as it is.
  static std::string source_name(const std::string& spelling) {
    const size_t digits = spelling.find_last_not_of("0123456789") + 1;
    if (digits == spelling.size()) return spelling;
    if (digits > 1 && spelling[digits - 1] == '_') return spelling.substr(0, digits - 1);
    return spelling.substr(0, digits) == "v" ? "" : spelling;
  }

  Var use(const Datum& d) {
    const auto known = vars_.find(std::string(name(d)));
    if (known != vars_.end()) return known->second;
    return fail(d, "a variable should stand here"), Var{};
  }

  // ---- statements ----

  void site(const Datum& d) {
    const Items s = list(d, "site");
    if (s.size() != 5 || !s[0]->is(DatumKind::String))
      return fail(d, "a site is (site code file begin end expansion)");
    plan_.sites.push_back(
        {std::string(s[0]->text), {natural(*s[1]), natural(*s[2]), natural(*s[3]), natural(*s[4])}});
  }

  void function(const Datum& d) {
    const Items s = list(d, "function");
    if (s.size() < 2 || s.size() > 3 || !s[0]->is(DatumKind::String))
      return fail(d, "a function is (function \"name\" body), or (function \"name\" body sizes)");
    plan_.functions.push_back({std::string(s[0]->text), body(*s[1])});
    if (s.size() == 3) plan_.functions.back().sizes = body(*s[2]);
  }

  ForeignType foreign_type(const Datum& d) {
    ForeignType t;
    const bool list = d.is(DatumKind::List), vector = d.is(DatumKind::Vector);
    if (list && head(d) != "tuple") fail(d, "(tuple type ..) should stand here");
    t.kind = list ? ForeignType::Tuple : vector ? ForeignType::Vector : ForeignType::Scalar;
    for (const Datum* item : list     ? d.items.subspan(std::min<size_t>(1, d.items.size()))
                             : vector ? d.items
                                      : Items())
      t.elements.push_back(type(*item).element);
    if (t.kind == ForeignType::Scalar) t.elements = {type(d).element};
    if (vector && t.elements.size() != 1) fail(d, "a vector has one type of elements");
    return t;
  }

  void foreign(const Datum& d) {
    const Items s = list(d, "foreign");
    const bool cuda = s.size() == 5 && name(*s[4]) == "cuda";
    const bool zeroed = s.size() == 7 && name(*s[6]) == "zeroed";
    const bool kernel =
        s.size() == (zeroed ? 7U : 6U) && name(*s[4]) == "kernel" && s[5]->is(DatumKind::List);
    if ((s.size() != 4 && !cuda && !kernel) || !s[0]->is(DatumKind::String) || !s[1]->is(DatumKind::String) ||
        !s[2]->is(DatumKind::List))
      return fail(d, "a foreign function is (foreign \"name\" \"text\" (type ..) type)");
    ForeignFunction f{.name = std::string(s[0]->text), .text = std::string(s[1]->text), .path = ""};
    if (cuda || kernel) f.cuda = cuda ? CudaKind::Function : CudaKind::Kernel, f.has_reference = true;
    f.zeroed = zeroed;
    for (const Datum* t : kernel ? s[5]->items : Items()) f.signature.outputs.push_back(type(*t).element);
    for (const Datum* t : s[2]->items) f.signature.parameters.push_back(foreign_type(*t));
    f.signature.result = foreign_type(*s[3]);
    plan_.foreigns.push_back(std::make_shared<const ForeignFunction>(std::move(f)));
  }

  /// Reads a region. Its variables are parameters of the plan's body, which is therefore read first, although it
  /// stands behind the region.
  void region(const Datum& d) {
    std::vector<Var> vars;
    for (const Datum* v : list(d, "region")) vars.push_back(use(*v));
    if (vars.size() < 3) return fail(d, "a region is (region room count column ...)");
    plan_.regions.push_back({vars[0], vars[1], {vars.begin() + 2, vars.end()}});
  }

  void text_mode(const Datum& d) {
    const Items s = list(d, "text-mode");
    if (s.size() != 1) return fail(d, "the text mode is (text-mode variable)");
    plan_.text_mode = use(*s[0]);
  }

  Body body(const Datum& d) {
    Body b;
    const Items items = list(d, "body");
    if (items.size() < 2 || !items[0]->is(DatumKind::List))
      return fail(d, "a body is (body (parameter ...) statement ... (results ...))"), b;
    for (const Datum* p : items[0]->items) b.params.push_back(bind(*p));
    for (const Datum* s : items.subspan(1, items.size() - 2)) {
      if (error) return b;
      b.stms.push_back(statement(*s));
    }
    for (const Datum* r : list(*items.back(), "results")) b.results.push_back(use(*r));
    return b;
  }

  Stm statement(const Datum& d) {
    Stm s;
    if (head(d) == "check") return operation(d, s), s;
    const Items items = list(d, "let");
    if (items.empty()) return fail(d, "(let (variable : type) ... (operation ...)) should stand here"), s;
    for (const Datum* out : items.first(items.size() - 1)) s.outs.push_back(bind(*out));
    operation(*items.back(), s);
    return s;
  }

  void operation(const Datum& d, Stm& s) {
    if (head(d).empty()) return fail(d, "(operation ...) should stand here");
    Items rest = d.items.subspan(1);
    find_operation(*d.items[0], s);
    if (error) return;
    take_details(d, s, rest);
    while (!rest.empty() && rest[0]->is(DatumKind::Symbol))
      s.args.push_back(use(*rest[0])), rest = rest.subspan(1);
    for (const Datum* b : rest) s.bodies.push_back(body(*b));
    if (s.op == Op::Scalar && !s.args.empty() && !error) s.element = plan_[s.args[0]].element;
  }

  void find_operation(const Datum& d, Stm& s) {
    for (int k = 0; k < static_cast<int>(Op::Count_); ++k)
      if (const Op op = static_cast<Op>(k); op != Op::Scalar && op_row(op).name == name(d))
        return void(s.op = op);
    s.op = Op::Scalar;
    const std::optional<BuiltinId> id = find_builtin(name(d));
    if (!id) return fail(d, "there is no operation " + std::string(name(d)));
    s.builtin = *id;
  }

  /// Reads into s what stands between the operation's name and its arguments: a constant's value, a site, the words
  /// of reduce and scan, a strategy. Removes these items from `rest`.
  void take_details(const Datum& d, Stm& s, Items& rest) {
    auto word = [&](std::string_view w) {
      const bool is = !rest.empty() && name(*rest[0]) == w;
      if (is) rest = rest.subspan(1);
      return is;
    };
    const bool sited = s.op == Op::Check || s.op == Op::Cell || s.op == Op::Append;
    const bool foreign = s.op == Op::Foreign || s.op == Op::Launch;
    const bool counted = s.op == Op::Constant || foreign || sited;
    if (counted && rest.empty()) return fail(d, "a number should stand in it");
    if (s.op == Op::Constant) constant(*rest[0], s);
    if (sited) s.site = natural(*rest[0]);
    if (foreign) s.function = natural(*rest[0]);
    if (counted) rest = rest.subspan(1);
    if (s.op == Op::Call && rest.size() < 2)
      return fail(d, "the numbers of a function and a site should stand in it");
    if (s.op == Op::Call) s.function = natural(*rest[0]), s.site = natural(*rest[1]), rest = rest.subspan(2);
    if (s.op == Op::Reduce) {
      s.shape = word("lane") ? Shape::Lane : Shape::Ordered;
      if (s.shape == Shape::Ordered && !word("ordered")) return fail(d, "lane or ordered should stand in it");
      s.start = word("start");
    }
    if (s.op == Op::Scan) s.exclusive = word("exclusive"), s.after = word("after");
    if (s.op == Op::ScanScatter) s.exclusive = word("exclusive"), s.after = true;
    for (const Strategy forced : {Strategy::Thread, Strategy::Warp, Strategy::Block, Strategy::Flat})
      if (word(strategy_word(forced))) s.strategy = forced;
  }

  void constant(const Datum& d, Stm& s) {
    if (s.outs.size() != 1) return fail(d, "a constant binds one variable");
    s.element = plan_[s.outs[0]].element;
    const std::optional<uint64_t> bits = read_constant(symbols_, d, s.element);
    if (!bits) return fail(d, "a constant of type " + type_text(plan_[s.outs[0]]) + " should stand here");
    s.bits = *bits;
  }

  const Symbols& symbols_;
  Plan& plan_;
  std::unordered_map<std::string, Var> vars_;
};

} // namespace

std::optional<uint64_t> read_constant(const Symbols& symbols, const Datum& d, Element e) {
  if (d.is(DatumKind::Boolean) && e == Element::Bool) return static_cast<uint64_t>(d.integer);
  const std::string_view name = d.is(DatumKind::Symbol) ? symbols.text(d.symbol) : d.text;
  const std::string text = without_suffix(std::string(name), e);
  const std::optional<Value> v = parse_scalar(e == Element::Char ? Element::U8 : e, text);
  return v ? std::optional(v->bits()) : std::nullopt;
}

std::optional<PlanMistake> read_plan(const Symbols& symbols, const Datum& d, Plan& out) {
  Plan plan;
  PlanReader reader(symbols, plan);
  reader.plan(d);
  if (reader.error) return reader.error;
  if (const std::string wrong = check_plan(plan); !wrong.empty()) return PlanMistake{d.span, wrong};
  out = std::move(plan);
  return std::nullopt;
}

bool read_plan(const std::string& text, Plan& out, std::string& error) {
  Sources sources;
  Symbols symbols;
  DatumArena arena;
  Diagnostics diagnostics;
  const FileId file = sources.add("plan", text);
  const auto data = read(sources, file, symbols, arena, diagnostics, {most_nesting});
  if (!diagnostics.all().empty()) return error = "it does not read: " + diagnostics.all()[0].code, false;
  if (data.size() != 1) return error = "it is not one plan", false;
  const std::optional<PlanMistake> wrong = read_plan(symbols, *data[0], out);
  if (!wrong) return true;
  const Position at = sources.position(file, wrong->at.begin);
  const bool inside = wrong->at != data[0]->span;
  error =
      inside ? std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + wrong->what : wrong->what;
  return false;
}

} // namespace nova::plan
