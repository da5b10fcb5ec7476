// Maps over rows and columns (kernels/cuda/grid.h): bodies that divide their index by the length of rows. What
// depends on the row alone stands apart, comparisons that row and column decide are asked of a tile's
// corners, and reads at small distances around an element's own place (a stencil) come from shared memory.
#include "jit/analysis/grid_access.hpp"
#include "jit/emit/cuda/cuda_emitter.hpp"
#include <algorithm>
#include <set>

namespace nova::plan {

/// A map's body by rows and columns.
struct CudaEmitter::Grid {
  Var index, length;
  std::optional<Var> row{}, column{}; ///< what holds them
  Body head{};                        ///< what a row's elements share
  Body rest{};
  std::vector<GridWindow> windows{};
  std::vector<GridQuestion> questions{};
  std::vector<const Stm*> arithmetic{}; ///< of integers, in order, of which the questions are made
};

namespace {

constexpr uint64_t most_shared = 40960; ///< bytes of a block
constexpr size_t most_lean =
    160; ///< statements of a body that has all it needs in the registers that four blocks share
constexpr size_t most_several = 48; ///< statements of a body that is printed for four elements

bool divides(const Stm& s, Var index) {
  return s.op == Op::Scalar && (s.builtin == BuiltinId::Divide || s.builtin == BuiltinId::Remainder) &&
         s.args[0] == index;
}

size_t size_of(const Body& b) {
  size_t n = 0;
  for_each_stm(b, [&](const Stm&) { ++n; });
  return n;
}

std::string unsigned_text(uint64_t n) { return std::to_string(n) + "ull"; }

} // namespace

/// Nothing where the index is not divided by one length, once to a row and once to a column at most.
std::optional<CudaEmitter::Grid> CudaEmitter::grid_of(const Stm& map) const {
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
  if (!g || !is_text_or_outside(b, g->length) || allocates(b) || map.outs.empty()) return {};
  GridFinder finder(plan_, texts_, b);
  if (g->row) finder.row(*g->row);
  if (g->column) finder.column(*g->column);
  finder.index(g->index, g->length);
  finder.visit(b);
  g->windows = finder.windows(most_shared), g->questions = std::move(finder.questions),
  g->arithmetic = std::move(finder.arithmetic);
  const auto number = texts_.find(g->length); // a compiler divides by numbers with little
  if (number != texts_.end() && (number->second < 16 || g->windows.empty())) return {};
  split_grid(b, *g);
  return g;
}

bool CudaEmitter::is_text_or_outside(const Body& b, Var v) const {
  const Vars bound = bound_variables(b);
  return texts_.contains(v) || std::ranges::find(bound, v) == bound.end();
}

/// What needs the row alone goes to the head, but for questions; reads do as long as no check before them
/// stays behind.
void CudaEmitter::split_grid(const Body& b, Grid& g) const {
  std::unordered_set<Var> own{g.index};
  if (g.column) own.insert(*g.column);
  for (const GridQuestion& q : g.questions) own.insert(q.asks->outs[0]);
  bool checks = false;
  for (const Stm& s : b.stms) {
    if (divides(s, g.index)) continue;
    const Body alone{{}, {s}, {}};
    const Vars used = free_variables({&alone});
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
  g.head.params = {g.row ? *g.row : g.index}; // the index is not used there
  g.rest.results = b.results;
}

/// A sum as an expression of unsigned integers, whose terms are known to all elements.
std::string CudaEmitter::sum_text(const Sum& sum) const {
  std::string text = unsigned_text(sum.constant);
  for (const auto& [vars, times] : sum.terms) {
    text += " + " + unsigned_text(times);
    for (Var v : vars) text += " * (nv_u64)" + name(v);
  }
  return text;
}

/// The windows in shared memory, and how a block fills them; the bytes that they take.
uint32_t CudaEmitter::grid_windows(const Grid& g) {
  uint64_t at = 0;
  Names fill;
  for (size_t k = 0; k < g.windows.size(); ++k) {
    const GridWindow& w = g.windows[k];
    const std::string n = std::to_string(k),
                      pitch = w.pitch ? "(nv_u64)" + name(*w.pitch) : unsigned_text(w.number);
    const std::string down = std::to_string(w.down()), across = std::to_string(w.across());
    line("struct near" + n + " { " + c_type(element(w.column)) + " at[" + down + "][" + across + "]; };");
    line("static NOVA_MEMBER near" + n + "* window" + n + "() { return (near" + n + "*)(nova_shared + " +
         std::to_string(at) + "); }");
    fill.push_back("nova_stage<" + down + ", " + across + ">(window" + n + "()->at, " + name(w.column) +
                   ", nova_room" + n + ", (nv_i64)(" + sum_text(w.base) + " + ((nv_u64)nova_row + " +
                   unsigned_text(static_cast<uint64_t>(w.top)) + ") * " + pitch +
                   " + (nv_u64)nova_column + " + unsigned_text(static_cast<uint64_t>(w.left)) +
                   "), (nv_i64)" + pitch + ");");
    at = (at + w.bytes(element_size(element(w.column))) + 15) / 16 * 16;
  }
  member("NOVA_MEMBER void stage(nv_i64 nova_row, nv_i64 nova_column) const", [&] {
    for (const std::string& one : fill) line(one);
  });
  return static_cast<uint32_t>(at);
}

/// Are all questions answered there as they are inside?
void CudaEmitter::grid_questions(const Grid& g) {
  std::unordered_set<Var> needed;
  for (const GridQuestion& q : g.questions) needed.insert(q.asks->args.begin(), q.asks->args.end());
  Body sums;
  for (size_t k = g.arithmetic.size(); k-- > 0;) {
    const Stm& s = *g.arithmetic[k];
    if (!needed.contains(s.outs[0])) continue;
    needed.insert(s.args.begin(), s.args.end());
    if (!divides(s, g.index)) sums.stms.insert(sums.stms.begin(), s);
  }
  member("NOVA_MEMBER bool holds(nv_i64 nova_row, nv_i64 nova_column) const", [&] {
    if (g.row) line("const " + declared(*g.row) + " = nova_row;");
    if (g.column) line("const " + declared(*g.column) + " = nova_column;");
    plain_statements(sums);
    std::set<std::string> all;
    for (const GridQuestion& q : g.questions) {
      for (Var v : q.asks->args)
        if (!texts_.contains(v)) all.insert("nova_is_near(" + name(v) + ")");
      all.insert((q.answer ? "" : "!") + question_text(*q.asks));
    }
    line("bool all = true;");
    for (const std::string& one : all) line("all = all && " + one + ";");
    line("return all;");
  });
}

std::string CudaEmitter::question_text(const Stm& s) const {
  return c_function(s.builtin, s.element, element(s.outs[0])) + "(" + name(s.args[0]) + ", " +
         name(s.args[1]) + ")";
}

void CudaEmitter::grid_element(const Functor& f, const Grid& g) {
  const auto around = values_;
  for (const GridQuestion& q : g.questions)
    values_[q.asks->outs[0]] =
        std::string("Inside ? ") + (q.answer ? "1" : "0") + " : " + question_text(*q.asks);
  for (size_t k = 0; k < g.windows.size(); ++k)
    for (const auto& p : g.windows[k].reads)
      values_[p.read->outs[0]] = "Staged ? window" + std::to_string(k) + "()->at[nova_y + " +
                                 std::to_string(p.down - g.windows[k].top) + "][nova_x + " +
                                 std::to_string(p.across - g.windows[k].left) +
                                 "] : " + name(p.read->args[0]) + "[" + name(p.read->args[1]) + "]";
  member("template <bool Inside, bool Staged> NOVA_MEMBER int element(nova_task* t, int* bad, nv_i64 i, "
         "nv_i64 nova_column, int nova_y, int nova_x, value* r) const",
         [&] {
           line("const " + declared(g.index) + " = i;");
           if (g.column) line("const " + declared(*g.column) + " = nova_column;");
           const bool defers = std::exchange(defers_, !ends(g.rest) && f.defers);
           statements(g.rest);
           defers_ = defers;
           for (size_t k = 0; k < g.rest.results.size(); ++k)
             line("r->v" + std::to_string(k) + " = " + name(g.rest.results[k]) + ";");
           line("return 0;");
         });
  values_ = around;
}

/// False where it is no map over rows and columns.
bool CudaEmitter::grid_kernel(const Stm& map) {
  const std::optional<Grid> g = grid_of(map);
  if (!g) return false;
  Functor f{map, std::to_string(++used_), {}, {}, {}, map.outs, {}, 1};
  for (Var v : map.outs) f.value.push_back({element(v), false});
  Vars needed = free_variables({&g->rest}, {g->length}), head;
  std::erase_if(needed, [&](Var v) { return v == g->index || v == g->column || texts_.contains(v); });
  f.captures = split_head(g->head, std::move(needed), head);
  Names members = declared_all(map.outs);
  Launch& l = launch_of(f, f.value, false);
  for (size_t k = 0; k < g->windows.size(); ++k)
    members.push_back("nv_i64 nova_room" + std::to_string(k)), l.rooms.push_back(g->windows[k].column);
  const size_t size = size_of(g->rest);
  f.blocks = g->windows.empty() ? 0 : size <= most_lean ? 4 : 2;
  const bool several = size <= most_several && std::ranges::all_of(g->rest.stms, is_small);
  structure(f,
            std::string("map over rows and columns") +
                (g->windows.empty() ? "" : ", what neighbours read in shared memory"),
            members, [&] {
              line(std::string("enum { staged = ") + (g->windows.empty() ? "0" : "1") + ", asks = " +
                   (g->questions.empty() ? "0" : "1") + ", several = " + (several ? "1" : "0") + " };");
              head_member(g->head, head);
              value(f);
              line("NOVA_MEMBER nv_i64 columns() const { return " + name(g->length) + "; }");
              l.shared = grid_windows(*g);
              grid_questions(*g), grid_element(f, *g);
              member("NOVA_MEMBER void put(nv_i64 i, const value& r) const", [&] {
                for (size_t k = 0; k < map.outs.size(); ++k)
                  line(name(map.outs[k]) + "[i] = r.v" + std::to_string(k) + ";");
              });
            });
  entry(f, members, l.kernel, "nova_grid", {}, l.threads);
  return true;
}

} // namespace nova::plan
