// Prints scatters of rows, which write each element of a row to its target index as it is computed. In general one
// thread goes through the rows in order, since the last write to an index wins. In a special case the target indices
// of a row are equidistant, and its values do not depend on the position in the row. Then threads share blocks of the
// column that fit a cache. For each block a thread goes through all rows in order and writes what falls into the
// block.
#include "jit/emit/c/places/rows_scatter.hpp"
#include "jit/analysis/permutations.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/kernels.hpp"
#include "jit/emit/c/places/scatters.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// The target index of element j of a row, as base + step * j. Both are C over the parameters of the second body.
struct Stride {
  std::string base, step;
};

/// Writes variables as base + step * j, in C, where j is the index of an element in its row.
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

/// Whether the variable `condition` is computed as 0 <= v < n.
bool is_inside(const Line& line, Var condition, Var v, Var n, const std::function<bool(Var)>& is_zero) {
  const Stm* both = line.maker(condition);
  if (!both || both->op != Op::Scalar || both->builtin != BuiltinId::And) return false;
  const Stm *low = line.maker(both->args[0]), *high = line.maker(both->args[1]);
  return low && high && low->op == Op::Scalar && high->op == Op::Scalar &&
         low->builtin == BuiltinId::LessEqual && high->builtin == BuiltinId::Less && is_zero(low->args[0]) &&
         low->args[1] == v && high->args == Vars{v, n};
}

/// Returns the target index as a stride. Returns nothing if it is not linear in j, if an element's value depends on
/// j, or if the body has a check other than the one that the target index is in bounds.
std::optional<Stride> stride_of(const BodyPrinter& p, const Stm& s) {
  const Body& b = s.bodies[1];
  const std::function<std::string(Var)> name_of = [&p](Var v) { return p.name(v); };
  const Line line(b, name_of);
  const auto is_zero = [&](Var v) { return p.texts().contains(v) && p.texts().at(v) == 0; };
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

void rows_in_order(BodyPrinter& p, const Stm& s) {
  const Scoped host(p.modes.host, false);
  const std::string i = p.fresh("i"), j = p.fresh("j");
  p.open("for (nv_i64 " + i + " = 0; " + i + " < " + p.name(s.args[0]) + "; ++" + i + ")");
  p.poll(), p.line("const nova_mark mark = nova_arena_mark(t);");
  p.block(s.bodies[0], {i}, [&](const Names& row) {
    p.open("for (nv_i64 " + j + " = 0; " + j + " < " + row[0] + "; ++" + j + ")");
    p.poll();
    p.with_arena(s.bodies[1], [&] {
      p.block(s.bodies[1], concat(Names(row.begin() + 1, row.end()), {j}), [&](const Names& r) {
        for (size_t c = 0; c < s.outs.size(); ++c)
          p.line(p.name(s.outs[c]) + "[" + r[0] + "] = " + r[c + 1] + ";");
      });
    });
    p.close();
  });
  p.line("nova_arena_reset(t, mark);");
  p.close();
}

/// Returns the indices of the outs whose value is the same for all elements of a row. For such an out the second body
/// returns one of its own parameters.
std::vector<size_t> told_by_rows(const Stm& s) {
  std::vector<size_t> told;
  for (size_t c = 0; c < s.outs.size(); ++c)
    if (std::ranges::count(s.bodies[1].params, s.bodies[1].results[c + 1])) told.push_back(c);
  return told;
}

void strided_columns(BodyPrinter& p, const Stm& s);
void find_strides(BodyPrinter& p, const Stm& s, const Stride& stride, std::vector<Given> given,
                  const std::string& wild);
void scatter_blocks(BodyPrinter& p, const Stm& s, const std::vector<Given>& given, const std::string& blocks,
                    const std::string& size);

void strided_rows(BodyPrinter& p, const Stm& s, const Stride& stride) {
  const std::string n = p.name(s.args[0]), m = p.name(s.args[1]), strides = p.fresh("strides"),
                    wild = p.fresh("wild"), blocks = p.fresh("blocks");
  size_t widest = 1;
  for (Var v : s.outs) widest = std::max(widest, element_size(p.element(v)));
  const std::string size = std::to_string(131072 / widest);
  std::vector<Given> given{{"nova_stride*", "strides", strides}};
  p.line("nova_stride* " + strides + ";"), p.allocate(strides, n);
  p.line("nv_i64 " + wild + " = 0, " + blocks + " = (" + m + " + " + size + " - 1) / " + size + ";");
  for (const size_t c : told_by_rows(s)) {
    const std::string column = p.fresh("told"), type = c_type(p.element(s.outs[c])) + "*";
    p.line(type + " " + column + ";"), p.allocate(column, n);
    given.push_back({type, "told" + std::to_string(c), column});
  }
  strided_columns(p, s);
  find_strides(p, s, stride, given, wild);
  p.open("if (!" + wild + " && nova_many_places(" + strides + ", " + n + ", " + blocks + "))");
  scatter_blocks(p, s, given, blocks, size);
  p.otherwise();
  for (size_t c = 0; c < s.outs.size(); ++c)
    if (const auto fill = p.unfilled.fills.find(s.args[c + 2]); fill != p.unfilled.fills.end())
      p.line("for (nv_i64 k = 0; k < " + m + "; ++k) " + p.name(s.outs[c]) + "[k] = " + fill->second + ";");
  rows_in_order(p, s);
  p.close();
  for (const Given& g : given) p.line("t->host->drop(t, " + g.value + ");");
}

/// Prints the declaration of the outs as changed_columns does. Columns that the scatter fills itself
/// (`unfilled.fills`) are allocated without a copy of the old elements.
void strided_columns(BodyPrinter& p, const Stm& s) {
  if (std::ranges::none_of(s.args, [&](Var v) { return p.unfilled.fills.contains(v); }))
    return changed_columns(p, s, p.name(s.args[1]));
  p.declare(s.outs);
  for (size_t c = 0; c < s.outs.size(); ++c) {
    p.allocate(p.name(s.outs[c]), p.name(s.args[1]));
    if (!p.unfilled.fills.contains(s.args[c + 2]))
      p.line("__builtin_memcpy(" + p.name(s.outs[c]) + ", " + p.name(s.args[c + 2]) + ", (nv_u64)" +
             p.name(s.args[1]) + " * sizeof *" + p.name(s.outs[c]) + ");");
  }
}

/// Prints the kernel that computes the stride and the values of each row. The C variable `wild` is set if a target
/// index is out of bounds.
void find_strides(BodyPrinter& p, const Stm& s, const Stride& stride, std::vector<Given> given,
                  const std::string& wild) {
  const Body& row = s.bodies[0];
  given.push_back({"nv_i64*", "wild", "&" + wild});
  Vars captured = p.free_variables({&row, &s.bodies[1]}, {s.args[1]});
  kernel(p, s, "where the elements of " + p.name(s.args[0]) + " rows go", captured, given, p.name(s.args[0]),
         grain(p, row, 1024), [&] {
           const std::string i = p.fresh("i");
           p.open("for (nv_i64 " + i + " = begin; " + i + " < end; ++" + i + ")");
           if (p.ends(row)) p.poll();
           p.round(row, {i}, [&](const Names& r) {
             const Vars& given_row = s.bodies[1].params;
             for (size_t k = 0; k + 1 < given_row.size(); ++k)
               p.line("const " + p.declared(given_row[k]) + " = " + r[k + 1] + ";");
             p.line("if (!nova_is_stride(&strides[" + i + "], " + stride.base + ", " + stride.step + ", " +
                    r[0] + ", " + p.name(s.args[1]) + ")) __atomic_store_n(wild, 1, __ATOMIC_RELAXED);");
             for (const size_t c : told_by_rows(s))
               p.line("told" + std::to_string(c) + "[" + i + "] = " + p.name(s.bodies[1].results[c + 1]) +
                      ";");
           });
           p.close();
         });
}

void scatter_blocks(BodyPrinter& p, const Stm& s, const std::vector<Given>& given, const std::string& blocks,
                    const std::string& size) {
  Vars captured = p.free_variables({&s.bodies[1]}, s.outs);
  captured.insert(captured.end(), s.args.begin(), s.args.begin() + 2);
  std::vector<std::pair<Var, std::string>> filled;
  for (size_t c = 0; c < s.outs.size(); ++c)
    if (const auto fill = p.unfilled.fills.find(s.args[c + 2]); fill != p.unfilled.fills.end())
      filled.emplace_back(s.outs[c], fill->second);
  std::vector<Given> all = given;
  for (const auto& [v, value] : filled) all.push_back({c_type(p.element(v)), "fill_" + p.name(v), value});
  const std::vector<size_t> told = told_by_rows(s);
  kernel(p, s, "elements of " + p.name(s.args[0]) + " rows to their places, by blocks of " + size, captured,
         all, blocks, "4", [&] {
           p.open("for (nv_i64 b = begin; b < end; ++b)");
           p.poll();
           p.line("const nv_i64 low = b * " + size + ", high = nova_least(low + " + size + ", " +
                  p.name(s.args[1]) + ");");
           for (const auto& [v, value] : filled)
             p.line("for (nv_i64 k = low; k < high; ++k) " + p.name(v) + "[k] = fill_" + p.name(v) + ";");
           p.open("for (nv_i64 i = 0; i < " + p.name(s.args[0]) + "; ++i)");
           p.line("const nova_stride row = strides[i];");
           p.line("if (row.first >= high || row.last < low) continue;");
           p.line("const nv_i64 until = nova_least(high, row.last + 1);");
           p.open("for (nv_i64 at = nova_from(&row, low); at < until; at += row.step)");
           for (size_t c = 0; c < s.outs.size(); ++c) {
             const bool by_row = std::ranges::count(told, c) > 0;
             p.line(p.name(s.outs[c]) + "[at] = " +
                    (by_row ? "told" + std::to_string(c) + "[i]" : p.name(s.bodies[1].results[c + 1])) + ";");
           }
           p.close(), p.close(), p.close();
         });
}

} // namespace

void note_fills(BodyPrinter& p, const Body& b) {
  for (const Stm& s : b.stms) {
    if (s.op != Op::RowsScatter || !p.modes.host || !p.simd() || !stride_of(p, s)) continue;
    for (size_t c = 2; c < s.args.size(); ++c)
      if (const Stm* map = filling_map(p.uses(), b, s.args[c]))
        p.unfilled.columns.insert(s.args[c]), p.unfilled.fills[s.args[c]] = p.name(map->bodies[0].results[0]);
  }
}

void print_rows_scatter(BodyPrinter& p, const Stm& s) {
  if (const auto stride = p.modes.host && p.simd() ? stride_of(p, s) : std::nullopt)
    return strided_rows(p, s, *stride);
  changed_columns(p, s, p.name(s.args[1]));
  rows_in_order(p, s);
}

} // namespace nova::plan
