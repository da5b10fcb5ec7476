// Expands comprehensions to calls of built-ins (papers/comprehensions.txt figure 2). A stream is a vector whose
// elements hold the values of the variables bound so far. Each qualifier turns a stream v into the next stream:
//
//   w <- xs    first: xs, its elements matched by w
//              later: (concat-map (lambda (vars) (map (lambda (w) (vars + w)) xs)) v)
//   w <- xs, (= l r)
//              an equi-join (joins.hpp), where l depends on vars and r on w, or the other way round:
//              (map (lambda (vars, w) (vars + w)) (join-by (lambda (vars) l) (lambda (w) r) v xs))
//   e          (filter (lambda (vars) e) v)
//   order by e (sort-by (lambda (vars) e) v)
//   group by e (map (lambda ((_, g)) (column of g for each variable)) (group-by (lambda (vars) e) v))
//   q | q      (zip v v)
//   (q | q)    a generator of the variables that the branches bind, over the comprehension of these branches
//   [e | q]    (map (lambda (vars) e) v)
//
// Elements hold the values of only those variables that a later qualifier or the head e mentions.
#include "frontend/expand/expressions.hpp"
#include "frontend/expand/joins.hpp"
#include "frontend/expand/patterns.hpp"
#include "frontend/expand/typos.hpp"
#include <algorithm>

namespace nova {

// Groups of branches.

namespace {

/// Whether a qualifier in parentheses is a group of branches: (x <- xs | y <- ys), or (x <- xs, (> x 1)).
bool is_group(const ExpanderState& ex, const Datum& q) {
  const auto has = [&](Data items, Symbol word) { return ex.find_word(items, word).has_value(); };
  if (q.is(DatumKind::List)) return has(q.items, ex.words.from) && has(q.items, ex.words.bar);
  return q.is(DatumKind::Tuple) && std::ranges::any_of(q.items, [&](const Datum* item) {
           return item->is(DatumKind::List) && item->bare && has(item->items, ex.words.from);
         });
}

/// Splits a group at its bars into branches, and these at its commas into qualifiers. A qualifier that is missing is
/// reported and left out.
std::vector<std::vector<const Datum*>> branches_of(ExpanderState& ex, const Datum& group) {
  std::vector<std::vector<const Datum*>> branches(1);
  const auto add = [&](Data qualifier, Span at) {
    if (!qualifier.empty()) return branches.back().push_back(as_one(ex, qualifier));
    ex.f.diagnostics.report("E0328", at).help("branches side by side are (x <- xs | y <- ys)");
  };
  const auto split = [&](Data part) {
    while (const auto bar = ex.find_word(part, ex.words.bar)) {
      add(part.first(*bar), part[*bar]->span);
      branches.emplace_back();
      if (*bar + 1 == part.size()) return add({}, part[*bar]->span);
      part = part.subspan(*bar + 1);
    }
    add(part, group.span);
  };
  if (group.is(DatumKind::List)) return split(group.items), branches;
  for (const Datum* item : group.items) split(item->bare ? item->items : Data(&item, 1));
  return branches;
}

/// Returns the data as the parts of a datum of this kind.
const Datum* compound(ExpanderState& ex, DatumKind kind, Span span, const std::vector<const Datum*>& parts) {
  Datum* d = ex.f.data.make(kind, span);
  return d->items = ex.f.data.items(parts), d;
}

const Datum* symbol(ExpanderState& ex, Symbol name, Span span) {
  Datum* d = ex.f.data.make(DatumKind::Symbol, span);
  return d->symbol = name, d;
}

std::vector<const Datum*> without_groups(ExpanderState& ex, Data qualifiers);

/// Returns the generator (x, y) <- [(x, y) | x <- xs | y <- ys] that a group of branches is.
const Datum* generator_of_group(ExpanderState& ex, const Datum& group) {
  std::vector<Symbol> bound;
  std::vector<const Datum*> comprehension(1), names;
  for (const std::vector<const Datum*>& written : branches_of(ex, group)) {
    const std::vector<const Datum*> branch = without_groups(ex, written);
    comprehension.push_back(compound(ex, DatumKind::List, group.span, branch));
    for (const Datum* q : branch)
      if (const auto arrow = q->is(DatumKind::List) ? ex.find_word(q->items, ex.words.from) : std::nullopt)
        for (const Datum* pattern : q->items.first(*arrow)) note_bound(ex, *pattern, bound);
  }
  for (const Symbol s : bound)
    if (std::ranges::none_of(names, [&](const Datum* d) { return d->symbol == s; }))
      names.push_back(symbol(ex, s, group.span));
  const Datum* all = names.size() == 1 ? names[0] : compound(ex, DatumKind::Tuple, group.span, names);
  if (names.empty()) all = symbol(ex, ex.words.underscore, group.span);
  comprehension[0] = names.empty() ? ex.nil : all;
  return compound(ex, DatumKind::List, group.span,
                  {all, symbol(ex, ex.words.from, group.span),
                   compound(ex, DatumKind::Comprehension, group.span, comprehension)});
}

/// Returns the qualifiers with generators in place of groups.
std::vector<const Datum*> without_groups(ExpanderState& ex, Data qualifiers) {
  std::vector<const Datum*> out(qualifiers.begin(), qualifiers.end());
  for (const Datum*& q : out)
    if (is_group(ex, *q)) q = generator_of_group(ex, *q);
  return out;
}

} // namespace

/// Expands one comprehension. The class has external linkage, so that the compiler does not merge its functions into
/// one with a large stack frame. So forms can nest deeply.
class ComprehensionExpander {
 public:
  ComprehensionExpander(ExpanderState& ex, const Datum& d) : ex_(ex), d_(d), head_(*d.items[0]) {}

  const Expr* expand() {
    std::vector<Stream> branches;
    for (const Datum* branch : d_.items.subspan(1)) branches.push_back(expand_branch(branch->items));
    if (branches.empty()) branches.push_back(once());
    return branches.size() == 1 ? yield(branches[0]) : zip(branches);
  }

 private:
  /// A vector and the pattern of its elements. If `pattern` is null, the elements are tuples of the values of
  /// `variables`. For one variable they are its values, for no variables nil.
  struct Stream {
    const Expr* vector = nullptr;
    const Datum* pattern = nullptr;
    std::vector<Symbol> variables;
    bool made = false; ///< whether this class has made `vector`, so that it surely is a vector
  };
  ExpanderState& ex_;
  const Datum& d_;
  const Datum& head_;
  /// For each symbol: index of the last qualifier in the branch that mentions it. The head counts as a qualifier
  /// after the last.
  std::unordered_map<uint32_t, size_t> last_use_;

  // The branches.

  Stream expand_branch(Data written) {
    const std::vector<const Datum*> plain = without_groups(ex_, written);
    const std::vector<const Datum*> ordered = equations_first(ex_, plain);
    const Data qualifiers(ordered);
    last_use_.clear();
    for (size_t i = 0; i < qualifiers.size(); ++i) note_symbols(*qualifiers[i], i);
    note_symbols(head_, qualifiers.size());
    Stream s;
    for (size_t i = 0; i < qualifiers.size(); ++i) {
      const auto join =
          i + 1 < qualifiers.size() ? join_of(s, *qualifiers[i], *qualifiers[i + 1]) : std::nullopt;
      if (!join) {
        s = qualify(std::move(s), *qualifiers[i], i);
        continue;
      }
      s = draw_joined(std::move(s), *qualifiers[i], *join, join->rest.empty() ? i + 1 : i);
      ++i;
      if (!join->rest.empty()) s = qualify(std::move(s), *conjunction(*qualifiers[i], join->rest), i);
    }
    return s;
  }
  void note_symbols(const Datum& from, size_t at) {
    std::vector<Symbol> all;
    note_mentioned(ex_, from, all);
    for (Symbol s : all) last_use_[static_cast<uint32_t>(s)] = at;
  }
  bool used_after(Symbol s, size_t qualifier) const {
    if (ex_.form.scan_budget == 0) return true; // the search was cut short; an extra variable is never wrong
    auto at = last_use_.find(static_cast<uint32_t>(s));
    return at != last_use_.end() && at->second > qualifier;
  }
  Stream qualify(Stream s, const Datum& q, size_t at) {
    bool row = q.is(DatumKind::List);
    if (auto arrow = row ? ex_.find_word(q.items, ex_.words.from) : std::nullopt) {
      if (*arrow > 0 && *arrow + 1 < q.items.size()) return draw(std::move(s), q, *arrow, at);
      return ex_.f.diagnostics.report("E0328", q.span).help("a name for each element is bound by w <- xs"), s;
    }
    if (row && q.items.size() >= 3 && ex_.is_word(*q.items[1], ex_.words.in) &&
        !ex_.names.resolve(q.items[1]->symbol, Want::Value)) {
      ex_.f.diagnostics.report("E0328", q.span).help("a name for each element is bound by w <- xs");
      return draw(std::move(s), q, 1, at);
    }
    if (row && is_other_binding(ex_, q.items)) {
      ex_.f.diagnostics.report("E0328", q.items[1]->span).help("a name for each element is bound by w <- xs");
      return draw(std::move(s), q, 1, at);
    }
    if (const Datum* drawn = joined_drawing(ex_, q)) {
      ex_.f.diagnostics.report("E0328", q.span)
          .help("blanks stand around the arrow: " + written(ex_, drawn->items));
      return draw(std::move(s), *drawn, 1, at);
    }
    if (!s.vector) s = once();
    if (row && is_by(q, ex_.words.order)) return call(s, BuiltinId::SortBy, *as_one(ex_, q.items.subspan(2)));
    if (row && is_by(q, ex_.words.group)) return group(std::move(s), *as_one(ex_, q.items.subspan(2)), at);
    const Expr* f = lambda(s, q.span, [&](uint32_t) {
      return row && is_other_order(ex_, q) ? ex_.nothing(q.span) : condition(q);
    });
    s.vector = make_call(ex_, BuiltinId::Filter, q.span, {f, s.vector}), s.made = true;
    return s;
  }
  const Expr* condition(const Datum& q) { return ascribed(expand_expr(ex_, q), q.span, TypeExpr::Prim); }
  /// Makes the expression `e` with the type bool (Prim), or a vector of any elements (Vector).
  const Expr* ascribed(const Expr* e, Span span, TypeExpr::Kind kind) {
    TypeExpr type;
    type.kind = kind, type.element = Element::Bool, type.span = span;
    if (kind == TypeExpr::Vector) {
      TypeExpr any;
      any.kind = TypeExpr::Variable, any.name = ex_.f.symbols.fresh("item"), any.span = span;
      type.items.push_back(std::move(any));
    }
    Expr* of = ex_.make(ExprKind::Ascribe, span, {e});
    of->type = std::move(type);
    return of->number = 1, of;
  }
  /// Whether `q` is the qualifier `word by e`, where `word` is `order` or `group`. Returns false if both words are
  /// names of values in the program, since `q` is then a call.
  bool is_by(const Datum& q, Symbol word) const {
    if (q.items.size() < 3 || !ex_.is_word(*q.items[0], word) || !ex_.is_word(*q.items[1], ex_.words.by))
      return false;
    const auto is_own = [&](size_t k) { return bool(ex_.names.resolve(q.items[k]->symbol, Want::Value)); };
    return !is_own(0) || !is_own(1);
  }

  // The qualifiers.

  /// Makes the stream of a branch before any qualifier has bound variables: a vector of one element, nil.
  Stream once() { return {ex_.make(ExprKind::Vector, d_.span, {ex_.nothing(d_.span)}), nullptr, {}, true}; }

  Stream call(Stream s, BuiltinId b, const Datum& of) {
    const Expr* f = lambda(s, of.span, [&](uint32_t) { return expand_expr(ex_, of); });
    s.vector = make_call(ex_, b, of.span, {f, s.vector}), s.made = true;
    return s;
  }
  Stream draw(Stream s, const Datum& q, size_t arrow, size_t at) {
    const Datum* pattern = as_one(ex_, q.items.first(arrow));
    const Datum* source = as_one(ex_, q.items.subspan(arrow + 1));
    if (!s.vector) return check_pattern({expand_expr(ex_, *source), pattern, {}});
    Stream inner{nullptr, pattern, {}}, out;
    out.made = true;
    const Expr* rows = lambda(s, q.span, [&](uint32_t outer) {
      inner.vector = expand_expr(ex_, *source);
      const Expr* tuples = lambda(inner, q.span, [&](uint32_t) {
        out.variables = carried(outer, at);
        return tuple(out.variables, q.span);
      });
      bool same = pattern->is(DatumKind::Symbol) && out.variables == std::vector{pattern->symbol};
      return same ? inner.vector : make_call(ex_, BuiltinId::Map, q.span, {tuples, inner.vector});
    });
    out.vector = make_call(ex_, BuiltinId::ConcatMap, q.span, {rows, s.vector});
    return out;
  }
  /// Expands the pattern of the stream `s` to find errors in it. If it has some, drops the pattern, so that they are
  /// reported only once.
  Stream check_pattern(Stream s) {
    size_t before = ex_.errors();
    Binders binders(ex_);
    expand_pattern(ex_, *s.pattern, false);
    if (ex_.errors() != before) s.pattern = nullptr;
    return s;
  }

  // Joins.

  /// Returns the equi-join that the qualifier `q` and the filter after it make, if they are one.
  std::optional<EquiJoin> join_of(const Stream& s, const Datum& q, const Datum& filter) {
    if (!s.vector) return std::nullopt;
    std::vector<Symbol> earlier = s.variables;
    if (s.pattern) note_bound(ex_, *s.pattern, earlier);
    const std::optional<Generator> g = generator_of(ex_, q, std::move(earlier));
    return g ? find_join(ex_, *g, filter) : std::nullopt;
  }
  /// Returns the conditions `rest` of the filter (and e ..) as a filter.
  const Datum* conjunction(const Datum& filter, Data rest) {
    if (rest.size() == 1) return rest[0];
    std::vector<const Datum*> items{filter.items[0]};
    items.insert(items.end(), rest.begin(), rest.end());
    return as_one(ex_, ex_.f.data.items(items));
  }
  /// Makes the stream after the generator `q` and the equation of a join. `at` is the index of the last qualifier of
  /// which nothing is left.
  Stream draw_joined(Stream s, const Datum& q, const EquiJoin& join, size_t at) {
    const size_t before = ex_.errors(), arrow = *ex_.find_word(q.items, ex_.words.from);
    Stream inner{nullptr, as_one(ex_, q.items.first(arrow)), {}}, out;
    out.made = true;
    Binders rows(ex_);
    Expr* let = nullptr;
    inner.vector = joined_source(s, *as_one(ex_, q.items.subspan(arrow + 1)), join.safe_source, let);
    const auto key = [&](const Stream& of, const Datum& e) {
      return lambda(of, e.span, [&](uint32_t mark) {
        for (Symbol v : carried(mark, at)) out.variables.push_back(v);
        return expand_expr(ex_, e);
      });
    };
    const Expr* earlier = key(s, *join.earlier);
    const Expr* later = key(inner, *join.later);
    out.vector = s.vector;
    if (ex_.errors() != before) return out; // the patterns are not expanded again, nor their errors reported
    const Expr* pairs = make_call(ex_, BuiltinId::JoinBy, join.equation,
                                  {earlier, later, s.vector, inner.vector}, join.later_first ? 2 : 1);
    out.vector = make_call(ex_, BuiltinId::Map, q.span, {of_pair(s, inner, out.variables, q.span), pairs});
    if (let) let->items = {out.vector}, out.vector = let;
    return out;
  }
  /// Makes the lambda from a pair of elements of two streams to the values of `variables`.
  const Expr* of_pair(const Stream& s, const Stream& inner, const std::vector<Symbol>& variables, Span span) {
    LambdaLevel level(ex_);
    Binders binders(ex_);
    Pattern pair = wildcard(span);
    pair.kind = Pattern::Tuple;
    pair.items.push_back(element(s)), pair.items.push_back(element(inner));
    Expr* f = ex_.make(ExprKind::Lambda, span);
    f->parameters.push_back(std::move(pair));
    f->items = {tuple(variables, span)};
    return f;
  }
  /// Makes the vector of a joined generator. A source that may fail, not being `safe`, is evaluated only where the
  /// stream `s` has elements: (concat-map (lambda (_) source) (take 1 s)). For that, `s` becomes a variable, by the
  /// let that is returned in `let`.
  const Expr* joined_source(Stream& s, const Datum& source, bool safe, Expr*& let) {
    Expr* f = ex_.make(ExprKind::Lambda, source.span);
    f->parameters.push_back(wildcard(source.span));
    {
      LambdaLevel level(ex_);
      f->items = {expand_expr(ex_, source)};
    }
    if (safe || is_done(*f->items[0])) return f->items[0];
    f->items = {ascribed(f->items[0], source.span, TypeExpr::Vector)};
    if (s.vector->kind != ExprKind::Local && s.vector->kind != ExprKind::Global) {
      let = ex_.make(ExprKind::Let, d_.span);
      let->bindings.push_back({wildcard(source.span), s.vector});
      Pattern& rows = let->bindings.back().pattern;
      rows.kind = Pattern::Variable, rows.var = bind_name(ex_, ex_.f.symbols.fresh("rows"), source.span);
      s.vector = make_local(ex_, rows.var, s.vector->span);
    }
    Datum* one = ex_.f.data.make(DatumKind::Integer, source.span);
    one->integer = 1, one->text = "1";
    const Expr* first = make_call(ex_, BuiltinId::Take, source.span, {expand_expr(ex_, *one), s.vector});
    return make_call(ex_, BuiltinId::ConcatMap, source.span, {f, first});
  }
  /// Whether `e` is a constant whose definition has run.
  bool is_done(const Expr& e) const {
    const bool runs_now = !ex_.names.in_function; // a function may be called before what stands below it
    return runs_now && e.kind == ExprKind::Global && ex_.f.program[e.global].kind == Global::Constant;
  }

  // Groups and the result.

  Stream group(Stream s, const Datum& key, size_t at) {
    const Expr* by = lambda(s, key.span, [&](uint32_t) { return expand_expr(ex_, key); });
    const Expr* groups = make_call(ex_, BuiltinId::GroupBy, key.span, {by, s.vector});
    Stream out;
    out.made = true;
    LambdaLevel level(ex_);
    Binders binders(ex_);
    {
      Binders names(ex_);
      element(s);
      out.variables = carried(names.mark, at);
    }
    Pattern pair = wildcard(key.span), members = wildcard(key.span);
    members.kind = Pattern::Variable, members.var = bind_name(ex_, ex_.f.symbols.fresh("group"), key.span);
    VarId group = members.var;
    pair.kind = Pattern::Tuple, pair.items = {wildcard(key.span), std::move(members)};
    Expr* columns = ex_.make(ExprKind::Lambda, key.span);
    columns->parameters.push_back(std::move(pair));
    std::vector<const Expr*> items;
    for (Symbol v : out.variables) items.push_back(column(s, v, group, key.span));
    columns->items = {tuple_of(std::move(items), key.span)};
    out.vector = make_call(ex_, BuiltinId::Map, key.span, {columns, groups});
    return out;
  }
  /// Makes the vector of the values that `variable` has in the elements of a group; `group` is the group's variable.
  const Expr* column(const Stream& s, Symbol variable, VarId group, Span span) {
    const Expr* members = make_local(ex_, group, span);
    bool whole = s.pattern ? s.pattern->is(DatumKind::Symbol) : s.variables.size() == 1;
    if (whole) return members;
    const Expr* f = lambda(s, span, [&](uint32_t) { return tuple({variable}, span); });
    return make_call(ex_, BuiltinId::Map, span, {f, members});
  }
  const Expr* yield(const Stream& s) {
    const Stream from = s.vector ? s : once();
    bool same =
        from.made && head_.is(DatumKind::Symbol) &&
        (from.pattern ? from.pattern->is_symbol(head_.symbol) : from.variables == std::vector{head_.symbol});
    if (same) return from.vector;
    const Expr* f = lambda(from, d_.span, [&](uint32_t) { return expand_expr(ex_, head_); });
    return make_call(ex_, BuiltinId::Map, d_.span, {f, from.vector});
  }
  const Expr* zip(std::vector<Stream>& branches) {
    std::vector<const Expr*> vectors;
    for (Stream& s : branches) {
      if (!s.vector) s = once();
      vectors.push_back(s.vector);
    }
    LambdaLevel level(ex_);
    Binders binders(ex_);
    Pattern all = wildcard(d_.span);
    all.kind = Pattern::Tuple;
    for (const Stream& s : branches) all.items.push_back(element(s));
    Expr* f = ex_.make(ExprKind::Lambda, d_.span);
    f->parameters.push_back(std::move(all));
    f->items = {expand_expr(ex_, head_)};
    const Span rows = join(d_.items[1]->span, d_.items.back()->span);
    return make_call(ex_, BuiltinId::Map, d_.span,
                     {f, make_call(ex_, BuiltinId::Zip, rows, std::move(vectors))});
  }

  // Elements of streams.

  /// Makes a lambda whose parameter is an element of the stream `s`. `body` makes the lambda's body; it is called
  /// with the mark (Names::mark) above which the element's variables are bound.
  template <class F> const Expr* lambda(const Stream& s, Span span, F body) {
    LambdaLevel level(ex_);
    Binders binders(ex_);
    Expr* f = ex_.make(ExprKind::Lambda, span);
    f->parameters.push_back(element(s));
    f->items = {body(binders.mark)};
    return f;
  }
  /// Makes the pattern of an element of the stream `s` and binds its variables.
  Pattern element(const Stream& s) {
    if (s.pattern) return expand_pattern(ex_, *s.pattern, false);
    std::vector<Pattern> items;
    for (Symbol v : s.variables) {
      items.push_back(wildcard(d_.span));
      items.back().kind = Pattern::Variable, items.back().var = bind_name(ex_, v, d_.span);
    }
    if (items.size() == 1) return std::move(items[0]);
    Pattern p = wildcard(d_.span);
    if (!items.empty()) p.kind = Pattern::Tuple, p.items = std::move(items);
    return p;
  }
  /// Returns the names bound since the mark `mark` that are mentioned after the qualifier with index `qualifier`.
  std::vector<Symbol> carried(uint32_t mark, size_t qualifier) const {
    std::vector<Symbol> out;
    for (Symbol s : ex_.names.bound_from(mark))
      if (used_after(s, qualifier) && std::ranges::find(out, s) == out.end()) out.push_back(s);
    return out;
  }
  const Expr* tuple(const std::vector<Symbol>& variables, Span span) {
    std::vector<const Expr*> items;
    for (Symbol s : variables)
      items.push_back(make_local(ex_, static_cast<VarId>(ex_.names.resolve(s, Want::Value).id), span));
    return tuple_of(std::move(items), span);
  }
  const Expr* tuple_of(std::vector<const Expr*> items, Span span) {
    if (items.empty()) return ex_.nothing(span);
    return items.size() == 1 ? items[0] : ex_.make(ExprKind::Tuple, span, std::move(items));
  }
};

const Expr* expand_comprehension(ExpanderState& ex, const Datum& d) {
  return ComprehensionExpander(ex, d).expand();
}

} // namespace nova
