// Rows whose elements go to places as they are made: row by row, since the last one at a place stays. Where a
// row's places lie at one distance and get what the row tells, blocks of the column are made side by side,
// each in the cache: a block takes from every row, in order, what falls into it.
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/emitter.hpp"
#include <algorithm>

namespace nova::plan {

/// Where element j of a row goes, base + step j, in terms of what the second body gets.
struct Emitter::Stride {
  std::string base, step;
};

namespace {

/// Finds what a place is in terms of j.
class Line {
 public:
  Line(const Body& b, const std::function<std::string(Var)>& name) : body_(b), name_(name) {}

  struct Terms {
    std::string base, step;
  };
  std::optional<Terms> of(Var v) const {
    if (v == body_.params.back()) return Terms{"0", "1"};
    const Stm* s = maker(v);
    if (!s) return Terms{name_(v), "0"};
    if (s->op == Op::Constant) return Terms{name_(v), "0"};
    if (s->op != Op::Scalar || s->element != Element::I64 ||
        (s->builtin != BuiltinId::Add && s->builtin != BuiltinId::Multiply))
      return {};
    const auto x = of(s->args[0]), y = of(s->args[1]);
    if (!x || !y) return {};
    if (s->builtin == BuiltinId::Add)
      return Terms{call("nv_add_i64", x->base, y->base), call("nv_add_i64", x->step, y->step)};
    if (x->step != "0" && y->step != "0") return {};
    const Terms &line = y->step == "0" ? *x : *y, &by = y->step == "0" ? *y : *x;
    return Terms{call("nv_mul_i64", line.base, by.base),
                 line.step == "0" ? "0" : call("nv_mul_i64", line.step, by.base)};
  }
  const Stm* maker(Var v) const {
    const auto s = std::ranges::find_if(body_.stms, [&](const Stm& s) { return is_any(v, s.outs); });
    return s == body_.stms.end() ? nullptr : &*s;
  }

 private:
  static std::string call(const char* f, const std::string& x, const std::string& y) {
    return std::string(f) + "(" + x + ", " + y + ")";
  }
  const Body& body_;
  const std::function<std::string(Var)>& name_;
};

/// Is it 0 <= v < n?
bool is_inside(const Line& line, Var condition, Var v, Var n, const std::function<bool(Var)>& is_zero) {
  const Stm* both = line.maker(condition);
  if (!both || both->op != Op::Scalar || both->builtin != BuiltinId::And) return false;
  const Stm *low = line.maker(both->args[0]), *high = line.maker(both->args[1]);
  return low && high && low->op == Op::Scalar && high->op == Op::Scalar &&
         low->builtin == BuiltinId::LessEqual && high->builtin == BuiltinId::Less && is_zero(low->args[0]) &&
         low->args[1] == v && high->args == Vars{v, n};
}

} // namespace

/// Nothing where an element depends on its number in the row, or something else is asked of it than that its
/// place is one.
std::optional<Emitter::Stride> Emitter::stride_of(const Stm& s) const {
  const Body& b = s.bodies[1];
  const std::function<std::string(Var)> name_of = [this](Var v) { return name(v); };
  const Line line(b, name_of);
  const auto is_zero = [&](Var v) { return texts_.contains(v) && texts_.at(v) == 0; };
  for (const Stm& inner : b.stms) {
    const bool quiet = inner.op == Op::Scalar || inner.op == Op::Constant;
    if (!quiet &&
        !(inner.op == Op::Check && is_inside(line, inner.args[0], b.results[0], s.args[1], is_zero)))
      return {};
  }
  for (size_t k = 1; k < b.results.size(); ++k) {
    const Stm* made = line.maker(b.results[k]);
    if (b.results[k] == b.params.back() || (made && made->op != Op::Constant)) return {};
  }
  const auto place = line.of(b.results[0]);
  if (!place) return {};
  return Stride{place->base, place->step};
}

/// Columns of one value that are made for such rows alone: a block begins with it.
void Emitter::note_fills(const Body& b) {
  for (const Stm& s : b.stms) {
    if (s.op != Op::RowsScatter || !host_ || !simd_ || !stride_of(s)) continue;
    for (size_t c = 2; c < s.args.size(); ++c)
      if (const Stm* map = filled(b, s.args[c]))
        unfilled_.insert(s.args[c]), fills_[s.args[c]] = name(map->bodies[0].results[0]);
  }
}

void Emitter::rows_scatter(const Stm& s) {
  if (const auto stride = host_ && simd_ ? stride_of(s) : std::nullopt) return strided_rows(s, *stride);
  changed_columns(s, name(s.args[1]));
  rows_in_order(s);
}

void Emitter::rows_in_order(const Stm& s) {
  const bool host = std::exchange(host_, false);
  const std::string i = fresh("i"), j = fresh("j");
  open("for (nv_i64 " + i + " = 0; " + i + " < " + name(s.args[0]) + "; ++" + i + ")");
  poll(), line("const nova_mark mark = nova_arena_mark(t);");
  block(s.bodies[0], {i}, [&](const Names& row) {
    open("for (nv_i64 " + j + " = 0; " + j + " < " + row[0] + "; ++" + j + ")");
    poll();
    with_arena(s.bodies[1], [&] {
      block(s.bodies[1], concat(Names(row.begin() + 1, row.end()), {j}), [&](const Names& r) {
        for (size_t c = 0; c < s.outs.size(); ++c)
          line(name(s.outs[c]) + "[" + r[0] + "] = " + r[c + 1] + ";");
      });
    });
    close();
  });
  line("nova_arena_reset(t, mark);");
  close();
  host_ = host;
}

/// What rows tell of their elements, by row: those of the second body's results that it gets.
std::vector<size_t> Emitter::told_by_rows(const Stm& s) const {
  std::vector<size_t> told;
  for (size_t c = 0; c < s.outs.size(); ++c)
    if (std::ranges::count(s.bodies[1].params, s.bodies[1].results[c + 1])) told.push_back(c);
  return told;
}

void Emitter::strided_rows(const Stm& s, const Stride& stride) {
  const std::string n = name(s.args[0]), m = name(s.args[1]), strides = fresh("strides"),
                    wild = fresh("wild"), blocks = fresh("blocks");
  size_t widest = 1;
  for (Var v : s.outs) widest = std::max(widest, element_size(element(v)));
  const std::string size = std::to_string(131072 / widest);
  std::vector<Given> given{{"nova_stride*", "strides", strides}};
  line("nova_stride* " + strides + ";"), allocate(strides, n);
  line("nv_i64 " + wild + " = 0, " + blocks + " = (" + m + " + " + size + " - 1) / " + size + ";");
  for (const size_t c : told_by_rows(s)) {
    const std::string column = fresh("told"), type = c_type(element(s.outs[c])) + "*";
    line(type + " " + column + ";"), allocate(column, n);
    given.push_back({type, "told" + std::to_string(c), column});
  }
  strided_columns(s);
  find_strides(s, stride, given, wild);
  open("if (!" + wild + " && nova_many_places(" + strides + ", " + n + ", " + blocks + "))");
  scatter_blocks(s, given, blocks, size);
  otherwise();
  for (size_t c = 0; c < s.outs.size(); ++c)
    if (const auto fill = fills_.find(s.args[c + 2]); fill != fills_.end())
      line("for (nv_i64 k = 0; k < " + m + "; ++k) " + name(s.outs[c]) + "[k] = " + fill->second + ";");
  rows_in_order(s);
  close();
  for (const Given& g : given) line("t->host->drop(t, " + g.value + ");");
}

/// As changed_columns, but those that blocks fill are made here.
void Emitter::strided_columns(const Stm& s) {
  if (std::ranges::none_of(s.args, [&](Var v) { return fills_.contains(v); }))
    return changed_columns(s, name(s.args[1]));
  declare(s.outs);
  for (size_t c = 0; c < s.outs.size(); ++c) {
    allocate(name(s.outs[c]), name(s.args[1]));
    if (!fills_.contains(s.args[c + 2]))
      line("__builtin_memcpy(" + name(s.outs[c]) + ", " + name(s.args[c + 2]) + ", (nv_u64)" +
           name(s.args[1]) + " * sizeof *" + name(s.outs[c]) + ");");
  }
}

/// `wild` is set where a place is none.
void Emitter::find_strides(const Stm& s, const Stride& stride, std::vector<Given> given,
                           const std::string& wild) {
  const Body& row = s.bodies[0];
  given.push_back({"nv_i64*", "wild", "&" + wild});
  Vars captured = free_variables({&row, &s.bodies[1]}, {s.args[1]});
  kernel(s, "where the elements of " + name(s.args[0]) + " rows go", captured, given, name(s.args[0]),
         grain(row, 1024), [&] {
           const std::string i = fresh("i");
           open("for (nv_i64 " + i + " = begin; " + i + " < end; ++" + i + ")");
           if (ends(row)) poll();
           round(row, {i}, [&](const Names& r) {
             const Vars& given_row = s.bodies[1].params;
             for (size_t k = 0; k + 1 < given_row.size(); ++k)
               line("const " + declared(given_row[k]) + " = " + r[k + 1] + ";");
             line("if (!nova_is_stride(&strides[" + i + "], " + stride.base + ", " + stride.step + ", " +
                  r[0] + ", " + name(s.args[1]) + ")) __atomic_store_n(wild, 1, __ATOMIC_RELAXED);");
             for (const size_t c : told_by_rows(s))
               line("told" + std::to_string(c) + "[" + i + "] = " + name(s.bodies[1].results[c + 1]) + ";");
           });
           close();
         });
}

void Emitter::scatter_blocks(const Stm& s, const std::vector<Given>& given, const std::string& blocks,
                             const std::string& size) {
  Vars captured = free_variables({&s.bodies[1]}, s.outs);
  captured.insert(captured.end(), s.args.begin(), s.args.begin() + 2);
  std::vector<std::pair<Var, std::string>> filled;
  for (size_t c = 0; c < s.outs.size(); ++c)
    if (const auto fill = fills_.find(s.args[c + 2]); fill != fills_.end())
      filled.emplace_back(s.outs[c], fill->second);
  std::vector<Given> all = given;
  for (const auto& [v, value] : filled) all.push_back({c_type(element(v)), "fill_" + name(v), value});
  const std::vector<size_t> told = told_by_rows(s);
  kernel(s, "elements of " + name(s.args[0]) + " rows to their places, by blocks of " + size, captured, all,
         blocks, "4", [&] {
           open("for (nv_i64 b = begin; b < end; ++b)");
           poll();
           line("const nv_i64 low = b * " + size + ", high = nova_least(low + " + size + ", " +
                name(s.args[1]) + ");");
           for (const auto& [v, value] : filled)
             line("for (nv_i64 k = low; k < high; ++k) " + name(v) + "[k] = fill_" + name(v) + ";");
           open("for (nv_i64 i = 0; i < " + name(s.args[0]) + "; ++i)");
           line("const nova_stride row = strides[i];");
           line("if (row.first >= high || row.last < low) continue;");
           line("const nv_i64 until = nova_least(high, row.last + 1);");
           open("for (nv_i64 at = nova_from(&row, low); at < until; at += row.step)");
           for (size_t c = 0; c < s.outs.size(); ++c) {
             const bool by_row = std::ranges::count(told, c) > 0;
             line(name(s.outs[c]) + "[at] = " +
                  (by_row ? "told" + std::to_string(c) + "[i]" : name(s.bodies[1].results[c + 1])) + ";");
           }
           close(), close(), close();
         });
}

} // namespace nova::plan
