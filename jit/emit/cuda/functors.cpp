// Functors: the C++ structs that hold a plan's loop bodies as member functions. The hand-written kernel templates
// (skeletons, kernels/cuda/gpu.h) call these members.
#include "jit/emit/cuda/functors.hpp"
#include "jit/analysis/queries.hpp"
#include <algorithm>
#include <bit>

namespace nova::plan {

namespace {

constexpr size_t most_in_flight = 16;

/// The most statements of a map's body, times the neighbours that a thread takes: each has a copy of the text.
constexpr size_t most_copied = 1024;

/// The most reads at other indices with which a thread takes several neighbours of a map. A warp then reads 512 bytes
/// by such a read, but with gaps, so that the rest must stay in the L1 cache for the next neighbour. Four reads by 64
/// warps take 128 KB of it.
constexpr size_t most_gathers = 4;

/// Whether the body calls mathematical functions. Such a body hides the latency of loads by its own work, and
/// repeating it would make the text long.
bool has_maths(const Body& b) {
  bool found = false;
  for_each_stm(b, [&](const Stm& s) { found |= s.op == Op::Scalar && is_maths(s.builtin); });
  return found;
}

/// Whether the body has only constants, arithmetic, reads, checks and branches, so that its text may be printed several
/// times.
bool is_plain(const Body& b) { return std::ranges::all_of(b.stms, is_small); }

/// Returns the number of elements that the body reads from columns.
size_t reads_of(const Body& b) { return count_of(b, Op::Read); }

/// Returns how many loads a thread issues before it uses the first: enough to hide the latency of memory, few enough
/// for its registers. A reduction's tile has 64 rows. A thread loads the first row alone, and then 7 or 3 rows at a
/// time, since these numbers divide 63.
int loads_at_once(const BodyPrinter& p, const Functor& f, const Body& body) {
  size_t bytes = 0; // bytes that one element takes in all columns together
  for (Var v : f.columns) bytes += element_size(p.element(v));
  if (!is_plain(body) || !is_plain(f.s.bodies.back()) || size_of(body) > most_in_flight) return 1;
  if (f.s.op == Op::Reduce || f.s.op == Op::Accumulate)
    return has_maths(body) ? 1 : bytes <= 4 ? 7 : bytes <= 16 ? 3 : 1;
  return f.s.op == Op::Map && f.width > 1 && bytes * static_cast<size_t>(f.width) <= 64 ? 2 : 1;
}

/// Returns how many neighbours a thread takes at a time: `most`, which fill 16 bytes, or 1.
int neighbours_at_once(const Functor& f, const Body& body, size_t most) {
  const bool gathers = reads_of(body) - f.streams.size() > most_gathers;
  return is_plain(body) && !gathers && size_of(body) * most <= most_copied ? static_cast<int>(most) : 1;
}

/// Prints the statements of `body`, which computes one element. Its last parameter is set to the index i, and those
/// before it to the C expressions `state`. Arena memory that the body takes is freed at the body's end, unless the
/// results are columns in that memory.
void element_body(BodyPrinter& p, const Functor& f, const Body& body, const Names& state,
                  const Body* sizes = nullptr) {
  for (size_t k = 0; k + 1 < body.params.size(); ++k)
    p.line(p.declared(body.params[k]) + " = " + state[k] + ";");
  p.line("const " + p.declared(body.params.back()) + " = i;");
  for (size_t k = 0; k < f.streams.size(); ++k)
    p.line("const " + p.declared(f.streams[k]) + " = " +
           (f.stream_texts.empty() ? "in.x" + std::to_string(k) + ".v[j]" : f.stream_texts[k]) + ";");
  const bool makes_columns = std::ranges::any_of(body.results, [&p](Var v) { return p.plan()[v].column; });
  const bool arena = allocates(body) && !makes_columns;
  if (arena) p.line("const nova_mark mark = nova_arena_mark(t);");
  // The bodies of these operations compute a target index, which must be checked before it is used. So their checks
  // are not deferred.
  const bool goes = f.s.op == Op::Scatter || f.s.op == Op::RowsScatter || f.s.op == Op::Histogram;
  {
    const Scoped<const Vars*> loaded(p.modes.loaded, &f.streams);
    statements_deferring(p, body, !p.ends(body) && !goes && f.defers);
  }
  for (size_t k = 0; k < body.results.size(); ++k)
    p.line("r->v" + std::to_string(k) + " = " + p.name(body.results[k]) + ";");
  if (sizes)
    p.block(*sizes, p.name(body.results), [&](const Names& lengths) {
      for (size_t k = 0; k < lengths.size(); ++k)
        p.line("r->v" + std::to_string(body.results.size() + k) + " = " + lengths[k] + ";");
    });
  if (arena) p.line("nova_arena_reset(t, mark);");
  p.line("return 0;");
}

/// Returns the C qualifiers of a member function that a skeleton calls several times. In code that is compiled with
/// little optimisation (NOVA_QUICK) a long function is not inlined, so that it is compiled only once.
std::string begin_several(const Body& body) {
  return is_plain(body) && size_of(body) <= most_in_flight ? "NOVA_MEMBER" : "__device__ NOVA_ONCE";
}

} // namespace

size_t size_of(const Body& b) {
  size_t n = 0;
  for_each_stm(b, [&](const Stm&) { ++n; });
  return n;
}

Functor functor(BodyPrinter& p, const Stm& s, const Body& body, const Vars& stored,
                std::vector<VarType> value) {
  Vars first;
  if (s.op == Op::Reduce || s.op == Op::Accumulate || s.op == Op::Scan || s.op == Op::ScanScatter) {
    const auto initial = initial_state(s);
    first.assign(initial.begin(), initial.end());
  }
  Functor f{s, std::to_string(p.number()), {}, {}, {}, stored, std::move(value), 4};
  f.captures = s.after               ? p.free_variables({&s.bodies[0], &s.bodies[1], &s.bodies[2]}, first)
               : s.bodies.size() > 1 ? p.free_variables({&s.bodies[0], &s.bodies[1]}, first)
                                     : p.free_variables({&body}, first);
  find_streams(f, body);
  size_t narrowest = 16;
  for (const Vars* all : {&f.columns, &f.stored})
    for (Var v : *all) narrowest = std::min(narrowest, element_size(p.element(v)));
  f.width = neighbours_at_once(f, body, 16 / narrowest);
  f.flight = loads_at_once(p, f, body);
  if (f.flight > 1) f.blocks = 4;
  return f;
}

int values_at_once(const Functor& f) {
  const Body& join = f.s.bodies.back();
  if (!is_plain(join) || size_of(join) > most_in_flight) return 1;
  const size_t text = 64 / std::max<size_t>(size_of(join), 1);
  return static_cast<int>(
      std::bit_floor(std::clamp<size_t>(512 / struct_bytes(f.value), 1, std::min<size_t>(text, 32))));
}

bool is_short(const Stm& s) {
  const auto divides = [](const Stm& t) {
    return t.op == Op::Scalar && (t.builtin == BuiltinId::Divide || t.builtin == BuiltinId::Remainder);
  };
  return std::ranges::all_of(s.bodies, [&](const Body& b) {
    return is_plain(b) && !has_maths(b) && b.stms.size() <= most_in_flight && count_of(b, Op::If) == 0 &&
           std::ranges::none_of(b.stms, divides);
  });
}

void find_streams(Functor& f, const Body& body) {
  const Var i = body.params.back();
  for (const Stm& s : body.stms) {
    if (s.op != Op::Constant && s.op != Op::Scalar && s.op != Op::Read) return;
    if (s.op != Op::Read || s.args[1] != i || std::ranges::find(f.captures, s.args[0]) == f.captures.end())
      continue;
    f.streams.push_back(s.outs[0]), f.columns.push_back(s.args[0]);
  }
}

void value_members(BodyPrinter& p, const Functor& f) {
  p.line("enum { width = " + std::to_string(f.width) + ", flight = " + std::to_string(f.flight) + " };");
  p.open("struct value");
  for (size_t k = 0; k < f.value.size(); ++k) p.line(value_type(f.value[k]) + " v" + std::to_string(k) + ";");
  p.close(";");
}

void lot_members(BodyPrinter& p, const Functor& f) {
  p.open("template <int V> struct lot");
  for (size_t k = 0; k < f.columns.size(); ++k)
    p.line("nova_pack<" + c_type(p.element(f.columns[k])) + ", V> x" + std::to_string(k) + ";");
  p.close(";");
  std::string aligned;
  for (const Vars* all : {&f.columns, &f.stored})
    for (Var v : *all)
      aligned += (aligned.empty() ? "" : " && ") +
                 ("nova_aligned(" + p.name(v) + (all == &f.stored ? f.base : "") + ")");
  p.line("NOVA_MEMBER bool aligned() const { return " + (aligned.empty() ? "true" : aligned) + "; }");
  member(p, "template <int V> NOVA_MEMBER void load(nv_i64 i, bool wide, lot<V>& in) const", [&] {
    for (size_t k = 0; k < f.columns.size(); ++k) {
      const std::string x = "in.x" + std::to_string(k);
      p.line(x + " = nova_load<V>(" + p.name(f.columns[k]) + ", i, wide);");
    }
  });
}

void member(BodyPrinter& p, const std::string& signature, const std::function<void()>& print) {
  p.open(signature);
  print();
  p.close();
}

void element_member(BodyPrinter& p, const Functor& f, const Body& body, const Body* sizes,
                    const Names& state) {
  const std::string begins = f.s.op == Op::Reduce ? begin_several(body) : "NOVA_MEMBER";
  member(p,
         "template <int V> " + begins +
             " int element(nova_task* t, int* bad, nv_i64 i, const lot<V>& in, int j, value* r) const",
         [&] { element_body(p, f, body, state, sizes); });
}

void join_member(BodyPrinter& p, const Functor& f, size_t first) {
  const Body& b = f.s.bodies[1];
  const size_t n = f.value.size() - first;
  member(p,
         begin_several(b) +
             " int join(nova_task* t, int* bad, const value& a, const value& b, value* r) const",
         [&] {
           for (size_t k = 0; k < 2 * n; ++k)
             p.line("const " + p.declared(b.params[k]) + " = " + (k < n ? "a.v" : "b.v") +
                    std::to_string(first + k % n) + ";");
           statements_deferring(p, b, !p.ends(b) && f.defers);
           for (size_t k = 0; k < n; ++k)
             p.line("r->v" + std::to_string(first + k) + " = " + p.name(b.results[k]) + ";");
           p.line("return 0;");
         });
}

void store_member(BodyPrinter& p, const Functor& f) {
  const bool goes = f.s.op == Op::ScanScatter;
  const Vars& stored = goes ? f.s.bodies[2].results : f.stored;
  const std::string type = goes || f.s.op == Op::Scan ? "stored" : "value";
  member(p, "template <int V> NOVA_MEMBER void store(nv_i64 i, bool wide, const " + type + "* r) const", [&] {
    for (size_t k = 0; k < stored.size(); ++k) {
      const std::string n = std::to_string(k);
      p.line("nova_pack<" + c_type(p.element(stored[k])) + ", V> p" + n + ";");
      p.line("_Pragma(\"unroll\") for (int j = 0; j < V; ++j) p" + n + ".v[j] = r[j].v" + n + ";");
      p.line("nova_store<V>(" + (goes ? "nova_to" + n : p.name(stored[k]) + f.base) + ", i, wide, p" + n +
             ");");
    }
  });
}

std::vector<VarType> types_of(const Plan& plan, const Vars& vars) {
  std::vector<VarType> all;
  for (Var v : vars) all.push_back(plan[v]);
  return all;
}

namespace {

uint32_t bytes_of(const VarType& t) {
  return static_cast<uint32_t>(t.column ? sizeof(void*) : element_size(t.element));
}

} // namespace

uint32_t struct_align(const std::vector<VarType>& members) {
  uint32_t align = 1;
  for (const VarType& t : members) align = std::max(align, bytes_of(t));
  return align;
}

uint32_t struct_bytes(const std::vector<VarType>& members) {
  uint32_t at = 0;
  for (const VarType& t : members) {
    const uint32_t size = bytes_of(t);
    at = (at + size - 1) / size * size + size;
  }
  const uint32_t align = struct_align(members);
  return (at + align - 1) / align * align;
}

void structure(BodyPrinter& p, const Functor& f, const std::string& what, const Names& members,
               const std::function<void()>& print) {
  if (f.over)
    p.line("// " + (f.over->outs.empty() ? "" : p.name(f.over->outs[0]) + ": ") +
           what); // a statement without outs is there for its checks alone
  else
    p.comment(f.s, what);
  p.open("struct nova_f_" + f.id);
  for (Var v : f.captures) p.line(p.declared(v) + ";");
  for (const std::string& m : members) p.line(m + ";");
  print();
  p.close(";");
}

void leaf_members(BodyPrinter& p, const Functor& f) {
  const std::string signature = "(nova_task* t, int* bad, nv_i64 i, const lot<V>& in, int j, value* r) const";
  if (f.s.op == Op::Reduce) {
    element_member(p, f, f.s.bodies[0]);
    p.line("template <int V> NOVA_MEMBER int first" + signature +
           " { return element(t, bad, i, in, j, r); }");
    member(p, "template <int V> NOVA_MEMBER int next" + signature, [&] {
      p.line("value x;");
      p.line("return element(t, bad, i, in, j, &x) || join(t, bad, *r, x, r);");
    });
    return;
  }
  Names state;
  for (size_t k = 0; k < f.value.size(); ++k) state.push_back("r->v" + std::to_string(k));
  member(p, "template <int V> " + begin_several(f.s.bodies[0]) + " int next" + signature,
         [&] { element_body(p, f, f.s.bodies[0], state); });
  member(p, "template <int V> NOVA_MEMBER int first" + signature, [&] {
    p.line("*r = start();");
    p.line("return next(t, bad, i, in, j, r);");
  });
}

void start_member(BodyPrinter& p, const Functor& f) {
  std::string all;
  for (Var v : initial_state(f.s)) all += (all.empty() ? "" : ", ") + p.name(v);
  p.line("NOVA_MEMBER value start() const { return {" + all + "}; }");
}

void finish_members(BodyPrinter& p, const Functor& f) {
  const auto to = [](size_t k) { return "*nova_out" + std::to_string(k) + " = "; };
  member(p, "NOVA_MEMBER void empty() const", [&] {
    for (size_t k = 0; k < f.value.size(); ++k) p.line(to(k) + p.name(f.s.args[k + 1]) + ";");
  });
  member(p, "NOVA_MEMBER void finish(nova_task* t, int* bad, value r) const", [&] {
    if (f.s.start) p.line("join(t, bad, start(), r, &r);");
    for (size_t k = 0; k < f.value.size(); ++k) p.line(to(k) + "r.v" + std::to_string(k) + ";");
  });
}

std::vector<VarType> stored_types(const Plan& plan, const Functor& f) {
  const Body* const last = after_of(f.s);
  return last ? types_of(plan, last->results) : f.value;
}

void after_member(BodyPrinter& p, const Functor& f) {
  const Body* const last = after_of(f.s);
  const std::string signature =
      "NOVA_MEMBER int after(nova_task* t, int* bad, nv_i64 i, const value& y, stored* r) const";
  if (!last) return p.line("typedef value stored;"), p.line(signature + " { return *r = y, 0; }");
  p.open("struct stored");
  const std::vector<VarType> types = stored_types(p.plan(), f);
  for (size_t k = 0; k < types.size(); ++k) p.line(value_type(types[k]) + " v" + std::to_string(k) + ";");
  p.close(";");
  Functor own = f;
  own.streams.clear();
  Names running;
  for (size_t k = 0; k < f.value.size(); ++k) running.push_back("y.v" + std::to_string(k));
  member(p, signature, [&] { element_body(p, own, *last, running); });
}

void put_members(BodyPrinter& p, const Stm& s) {
  p.line("NOVA_MEMBER nv_i64 target(const value& r) const { return r.v0; }");
  member(p, "NOVA_MEMBER void put(const value& r) const", [&] {
    for (size_t k = 0; k < s.outs.size(); ++k)
      p.line(p.name(s.outs[k]) + "[r.v0] = r.v" + std::to_string(k + 1) + ";");
  });
}

Names declared_all(const BodyPrinter& p, const Vars& vars) {
  Names all;
  for (Var v : vars) all.push_back(p.declared(v));
  return all;
}

std::string taker(Strategy s) {
  constexpr const char* takers[] = {"size", "thread", "warp", "block", "all"};
  return std::string("nova_by_") + takers[static_cast<size_t>(s)];
}

Vars split_head(const BodyPrinter& p, const Body& before, Vars needed, Vars& head) {
  Vars bound = before.params;
  for (const Stm& s : before.stms)
    if (s.op != Op::Constant) bound.insert(bound.end(), s.outs.begin(), s.outs.end());
  const auto is_bound = [&](Var v) { return std::ranges::find(bound, v) != bound.end(); };
  head = needed;
  std::erase_if(head, [&](Var v) { return !is_bound(v); });
  std::erase_if(needed, is_bound);
  return p.free_variables({&before}, needed);
}

void head_member(BodyPrinter& p, const Body& before, const Vars& head, const std::string& first) {
  p.line("// what a row's head finds");
  for (Var v : head) p.line(p.declared(v) + ";");
  member(p, "NOVA_MEMBER int head(nova_task* t, int* bad, nv_i64 i)", [&] {
    p.line("const " + p.declared(before.params[0]) + " = i;");
    if (!first.empty()) p.line(first);
    plain_statements(p, before);
    for (Var v : head) p.line("this->" + p.name(v) + " = " + p.name(v) + ";");
    p.line("return 0;");
  });
}

void statements_deferring(BodyPrinter& p, const Body& b, bool defers) {
  const Scoped waits(p.modes.defers, defers);
  p.statements(b);
}

void plain_statements(BodyPrinter& p, const Body& b) { statements_deferring(p, b, false); }

} // namespace nova::plan
