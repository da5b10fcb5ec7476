// Prints maps over two-dimensional grids (kernels/cuda/grid.h): maps whose bodies divide the index by the length of a
// row. Statements that depend on the row alone are computed once for several elements of the row. Comparisons of row
// or column with fixed values are tested only at the corners of a block's tile. Reads near an element's own index (a
// stencil) come from shared memory.
#include "jit/emit/cuda/grids.hpp"
#include "jit/analysis/grid_access.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/cuda/entries.hpp"
#include "jit/emit/cuda/functors.hpp"
#include "jit/kernels/cuda/sizes.h"
#include <algorithm>
#include <set>

namespace nova::plan {

namespace {

/// The body of a map over a grid, divided into what depends on the row alone and the rest.
struct Grid {
  Var index, length;                  ///< the map's index, and the number of elements of a row
  std::optional<Var> row{}, column{}; ///< the variables that hold row and column, if the body computes them
  Body head{};                        ///< the statements that depend on the row alone
  Body rest{};                        ///< all other statements, and the map's results
  /// the reads at fixed distances from the element, which use shared memory
  std::vector<GridWindow> windows{};
  /// comparisons that have the same result for all elements inside of the grid, away from its edges
  std::vector<GridQuestion> questions{};
  /// the body's integer operations, in order; some of them compute operands of the comparisons in `questions`
  std::vector<const Stm*> arithmetic{};
};

/// The most statements that an element's body may have if four blocks are to run on a multiprocessor at a time.
/// Larger bodies need more registers, so that only two blocks run.
constexpr size_t most_lean = 160;
/// The most statements that an element's body may have if a thread is to compute four elements at a time.
constexpr size_t most_several = 48;

bool divides(const Stm& s, Var index) {
  return s.op == Op::Scalar && (s.builtin == BuiltinId::Divide || s.builtin == BuiltinId::Remainder) &&
         s.args[0] == index;
}

std::string unsigned_text(uint64_t n) { return std::to_string(n) + "ull"; }

bool is_text_or_outside(const BodyPrinter& p, const Body& b, Var v);
void split_grid(const BodyPrinter& p, const Body& b, Grid& g);

/// Returns the map's body as a Grid. Returns nothing if the body divides the index by several lengths, or by none, or
/// computes the row or the column twice. Also returns nothing if the map is not worth a kernel of this kind.
std::optional<Grid> grid_of(const BodyPrinter& p, const Stm& map) {
  const Body& b = map.bodies[0];
  std::optional<Grid> g;
  for (const Stm& s : b.stms) {
    if (!divides(s, b.params[0])) continue;
    if (g && g->length != s.args[1]) return {};
    if (!g) g.emplace(Grid{b.params[0], s.args[1]});
    auto& part = s.builtin == BuiltinId::Divide ? g->row : g->column;
    if (part) return {};
    part = s.outs[0];
  }
  if (!g || !is_text_or_outside(p, b, g->length) || allocates(b) || map.outs.empty()) return {};
  GridFinder finder(p.plan(), p.texts(), b);
  if (g->row) finder.row(*g->row);
  if (g->column) finder.column(*g->column);
  finder.index(g->index, g->length);
  finder.visit(b);
  g->windows = finder.windows(nova_most_shared), g->questions = std::move(finder.questions),
  g->arithmetic = std::move(finder.arithmetic);
  // Division by a constant length is cheap. This kernel then pays only if it uses shared memory, and if rows have 16
  // elements or more.
  const auto number = p.texts().find(g->length);
  if (number != p.texts().end() && (number->second < 16 || g->windows.empty())) return {};
  split_grid(p, b, *g);
  return g;
}

bool is_text_or_outside(const BodyPrinter& p, const Body& b, Var v) {
  const Vars bound = bound_variables(b);
  return p.texts().contains(v) || std::ranges::find(bound, v) == bound.end();
}

/// Divides the body's statements into g.head and g.rest. A statement goes to the head if it depends on the row alone
/// and is not one of g.questions. A read goes to the head only if all checks before it go there, too.
void split_grid(const BodyPrinter& p, const Body& b, Grid& g) {
  std::unordered_set<Var> own{g.index};
  if (g.column) own.insert(*g.column);
  for (const GridQuestion& q : g.questions) own.insert(q.asks->outs[0]);
  bool checks = false;
  for (const Stm& s : b.stms) {
    if (divides(s, g.index)) continue;
    const Body alone{{}, {s}, {}};
    const Vars used = p.free_variables({&alone});
    bool reads = false;
    for_each_stm(alone, [&](const Stm& in) { reads |= in.op == Op::Read; });
    const bool asks = !s.outs.empty() && own.contains(s.outs[0]);
    const bool shared = is_small(s) && !asks && !(reads && checks) &&
                        std::ranges::none_of(used, [&](Var v) { return own.contains(v); });
    (shared ? g.head : g.rest).stms.push_back(s);
    if (shared) continue;
    own.insert(s.outs.begin(), s.outs.end());
    for_each_stm(alone, [&](const Stm& in) { checks |= in.op == Op::Check; });
  }
  g.head.params = {g.row ? *g.row : g.index}; // without a row, a parameter is still needed, though not used
  g.rest.results = b.results;
}

/// Returns the polynomial `sum` as a C expression of unsigned integers. Its variables have the same values for all
/// elements of the grid.
std::string sum_text(const BodyPrinter& p, const Sum& sum) {
  std::string text = unsigned_text(sum.constant);
  for (const auto& [vars, times] : sum.terms) {
    text += " + " + unsigned_text(times);
    for (Var v : vars) text += " * (nv_u64)" + p.name(v);
  }
  return text;
}

/// Prints, for each of g.windows, the struct of its elements in shared memory, and the member `stage`, with which a
/// block loads them. Returns how many bytes of shared memory all windows take.
uint32_t grid_windows(BodyPrinter& p, const Grid& g) {
  uint64_t at = 0;
  Names fill;
  for (size_t k = 0; k < g.windows.size(); ++k) {
    const GridWindow& w = g.windows[k];
    const std::string n = std::to_string(k),
                      pitch = w.pitch ? "(nv_u64)" + p.name(*w.pitch) : unsigned_text(w.number);
    const std::string down = std::to_string(w.down()), across = std::to_string(w.across());
    p.line("struct near" + n + " { " + c_type(p.element(w.column)) + " at[" + down + "][" + across + "]; };");
    p.line("static NOVA_MEMBER near" + n + "* window" + n + "() { return (near" + n + "*)(nova_shared + " +
           std::to_string(at) + "); }");
    fill.push_back("nova_stage<" + down + ", " + across + ">(window" + n + "()->at, " + p.name(w.column) +
                   ", nova_room" + n + ", (nv_i64)(" + sum_text(p, w.base) + " + ((nv_u64)nova_row + " +
                   unsigned_text(static_cast<uint64_t>(w.top)) + ") * " + pitch +
                   " + (nv_u64)nova_column + " + unsigned_text(static_cast<uint64_t>(w.left)) +
                   "), (nv_i64)" + pitch + ");");
    at = (at + w.bytes(element_size(p.element(w.column))) + 15) / 16 * 16;
  }
  member(p, "NOVA_MEMBER void stage(nv_i64 nova_row, nv_i64 nova_column) const", [&] {
    for (const std::string& one : fill) p.line(one);
  });
  return static_cast<uint32_t>(at);
}

std::string question_text(const BodyPrinter& p, const Stm& s);

/// Prints the member `holds`, which returns whether, at a given row and column, all comparisons of g.questions have
/// the result that they have inside of the grid.
void grid_questions(BodyPrinter& p, const Grid& g) {
  std::unordered_set<Var> needed;
  for (const GridQuestion& q : g.questions) needed.insert(q.asks->args.begin(), q.asks->args.end());
  Body sums;
  for (size_t k = g.arithmetic.size(); k-- > 0;) {
    const Stm& s = *g.arithmetic[k];
    if (!needed.contains(s.outs[0])) continue;
    needed.insert(s.args.begin(), s.args.end());
    if (!divides(s, g.index)) sums.stms.insert(sums.stms.begin(), s);
  }
  member(p, "NOVA_MEMBER bool holds(nv_i64 nova_row, nv_i64 nova_column) const", [&] {
    if (g.row) p.line("const " + p.declared(*g.row) + " = nova_row;");
    if (g.column) p.line("const " + p.declared(*g.column) + " = nova_column;");
    plain_statements(p, sums);
    std::set<std::string> all;
    for (const GridQuestion& q : g.questions) {
      for (Var v : q.asks->args)
        if (!p.texts().contains(v)) all.insert("nova_is_near(" + p.name(v) + ")");
      all.insert((q.answer ? "" : "!") + question_text(p, *q.asks));
    }
    p.line("bool all = true;");
    for (const std::string& one : all) p.line("all = all && " + one + ";");
    p.line("return all;");
  });
}

std::string question_text(const BodyPrinter& p, const Stm& s) {
  return c_function(s.builtin, s.element, p.element(s.outs[0])) + "(" + p.name(s.args[0]) + ", " +
         p.name(s.args[1]) + ")";
}

void grid_element(BodyPrinter& p, const Functor& f, const Grid& g) {
  const Scoped values(p.modes.values);
  for (const GridQuestion& q : g.questions)
    p.modes.values[q.asks->outs[0]] =
        std::string("Inside ? ") + (q.answer ? "1" : "0") + " : " + question_text(p, *q.asks);
  for (size_t k = 0; k < g.windows.size(); ++k)
    for (const auto& at : g.windows[k].reads)
      p.modes.values[at.read->outs[0]] = "Staged ? window" + std::to_string(k) + "()->at[nova_y + " +
                                         std::to_string(at.down - g.windows[k].top) + "][nova_x + " +
                                         std::to_string(at.across - g.windows[k].left) +
                                         "] : " + p.name(at.read->args[0]) + "[" + p.name(at.read->args[1]) +
                                         "]";
  member(p,
         "template <bool Inside, bool Staged> NOVA_MEMBER int element(nova_task* t, int* bad, nv_i64 i, "
         "nv_i64 nova_column, int nova_y, int nova_x, value* r) const",
         [&] {
           p.line("const " + p.declared(g.index) + " = i;");
           if (g.column) p.line("const " + p.declared(*g.column) + " = nova_column;");
           statements_deferring(p, g.rest, !p.ends(g.rest) && f.defers);
           for (size_t k = 0; k < g.rest.results.size(); ++k)
             p.line("r->v" + std::to_string(k) + " = " + p.name(g.rest.results[k]) + ";");
           p.line("return 0;");
         });
}

} // namespace

bool grid_kernel(CudaPrinter& c, const Stm& map) {
  const std::optional<Grid> g = grid_of(c.body, map);
  if (!g) return false;
  Functor f{map, std::to_string(c.body.number()), {}, {}, {}, map.outs, {}, 1};
  for (Var v : map.outs) f.value.push_back({c.body.element(v), false});
  Vars needed = c.body.free_variables({&g->rest}, {g->length}), head;
  std::erase_if(needed, [&](Var v) { return v == g->index || v == g->column || c.body.texts().contains(v); });
  f.captures = split_head(c.body, g->head, std::move(needed), head);
  Names members = declared_all(c.body, map.outs);
  Launch& l = launch_of(c, f, false);
  for (size_t k = 0; k < g->windows.size(); ++k)
    members.push_back("nv_i64 nova_room" + std::to_string(k)), l.rooms.push_back(g->windows[k].column);
  const size_t size = size_of(g->rest);
  f.blocks = g->windows.empty() ? 0 : size <= most_lean ? 4 : 2;
  const bool several = size <= most_several && std::ranges::all_of(g->rest.stms, is_small);
  structure(c.body, f,
            std::string("map over rows and columns") +
                (g->windows.empty() ? "" : ", what neighbours read in shared memory"),
            members, [&] {
              c.body.line(std::string("enum { staged = ") + (g->windows.empty() ? "0" : "1") +
                          ", asks = " + (g->questions.empty() ? "0" : "1") +
                          ", several = " + (several ? "1" : "0") + " };");
              head_member(c.body, g->head, head);
              value_members(c.body, f);
              c.body.line("NOVA_MEMBER nv_i64 columns() const { return " + c.body.name(g->length) + "; }");
              l.shared = grid_windows(c.body, *g);
              grid_questions(c.body, *g), grid_element(c.body, f, *g);
              member(c.body, "NOVA_MEMBER void put(nv_i64 i, const value& r) const", [&] {
                for (size_t k = 0; k < map.outs.size(); ++k)
                  c.body.line(c.body.name(map.outs[k]) + "[i] = r.v" + std::to_string(k) + ";");
              });
            });
  entry(c, f, members, l.kernel, "nova_grid", {}, l.threads);
  return true;
}

} // namespace nova::plan
