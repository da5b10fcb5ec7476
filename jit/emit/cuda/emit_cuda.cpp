// Functors: a plan's bodies as the members that the skeletons call (kernels/cuda/gpu.h).
#include "jit/emit/cuda/cuda_emitter.hpp"
#include "jit/passes/passes.hpp"
#include <algorithm>
#include <bit>

namespace nova::plan {
namespace {

void note_made(const Body& b, std::vector<bool>& made) {
  for (const Stm& s : b.stms) {
    if ((s.op == Op::Reduce || s.op == Op::Accumulate) && !sizes_of(s))
      for (Var v : s.outs) made[static_cast<size_t>(v)] = true;
    if (s.op == Op::Filter) made[static_cast<size_t>(s.outs[0])] = true;
    if (s.splits) made[static_cast<size_t>(s.outs[1 + s.kept])] = true;
    if (s.op == Op::Rows) made[static_cast<size_t>(s.outs[1])] = true;
    if (runs_on_host(s))
      for (const Body& inner : s.bodies) note_made(inner, made);
  }
}

constexpr size_t most_in_flight = 16; ///< statements of a body that is printed for several loads

/// Work enough to wait with, and much text.
bool has_maths(const Body& b) {
  return std::ranges::any_of(b.stms, [](const Stm& s) { return s.op == Op::Scalar && is_maths(s.builtin); });
}

/// Arithmetic and reads alone: cheap to print several times in a row.
bool is_plain(const Body& b) {
  return std::ranges::all_of(b.stms, [](const Stm& s) {
    return s.op == Op::Constant || s.op == Op::Scalar || s.op == Op::Read || s.op == Op::Check;
  });
}

} // namespace

std::vector<bool> device_scalars(const Plan& plan) {
  std::vector<bool> made(plan.types.size());
  for_each_root(plan, [&](const Body& b) { note_made(b, made); });
  return made;
}

CudaText emit_cuda(const Plan& plan) {
  const auto own = std::make_shared<const Plan>(plan_for_gpu(plan));
  CudaText text = CudaEmitter(*own).run_all();
  text.plan = own;
  return text;
}

CudaText CudaEmitter::run_all() {
  plan_functions();
  for (const nova::plan::Function& f : plan_.functions)
    if (allocates(f.body)) statements(f.body), statements(f.sizes);
  statements(plan_.body);
  return {nullptr, able_ ? functions_ : "", std::move(launches_)};
}

void CudaEmitter::statement(const Stm& s) {
  if (host_) return launch(s);
  const bool loaded =
      streams_ && s.op == Op::Read && std::ranges::find(*streams_, s.outs[0]) != streams_->end();
  if (!loaded) Emitter::statement(s);
}

void CudaEmitter::launch(const Stm& s) {
  if (runs_on_host(s))
    for (const Body& b : s.bodies) statements(b);
  else
    apart([&] { kernel_of(s); });
}

void CudaEmitter::kernel_of(const Stm& s) {
  switch (s.op) {
  case Op::Iota: return iota_kernel(s);
  case Op::Map:
    if (!fold_kernels(s) && !grid_kernel(s)) map_kernel(s);
    return;
  case Op::Each: return each_kernels(s);
  case Op::Reduce:
  case Op::Accumulate: return reduce_kernel(s);
  case Op::Scan:
  case Op::ScanScatter: return scan_kernel(s);
  case Op::Filter: return filter_kernel_of(s);
  case Op::Rows: return rows_kernels(s);
  case Op::Scatter: return scatter_kernels(s);
  case Op::RowsScatter: return rows_scatter_kernels(s);
  case Op::Histogram: return histogram_kernels(s);
  case Op::Sort: return sort_kernel(s);
  default: return; // on the host
  }
}

// ---- what a functor knows ----

CudaEmitter::Functor CudaEmitter::functor(const Stm& s, const Body& body, const Vars& stored,
                                          std::vector<VarType> value) {
  Vars first;
  if (s.op == Op::Reduce || s.op == Op::Accumulate || s.op == Op::Scan || s.op == Op::ScanScatter) {
    const auto initial = initial_state(s);
    first.assign(initial.begin(), initial.end());
  }
  Functor f{s, std::to_string(++used_), {}, {}, {}, stored, std::move(value), 4};
  f.captures = s.after               ? free_variables({&s.bodies[0], &s.bodies[1], &s.bodies[2]}, first)
               : s.bodies.size() > 1 ? free_variables({&s.bodies[0], &s.bodies[1]}, first)
                                     : free_variables({&body}, first);
  find_streams(f, body);
  size_t narrowest = 16;
  for (const Vars* all : {&f.columns, &f.stored})
    for (Var v : *all) narrowest = std::min(narrowest, element_size(element(v)));
  f.width = is_plain(body) ? static_cast<int>(16 / narrowest) : 1;
  f.flight = loads_at_once(f, body);
  if (f.flight > 1) f.blocks = 4;
  return f;
}

/// Enough that memory is never waited for by all, few enough for a thread's registers. A reduction reads a row of its
/// four lanes at a time, of which a tile has 63 after its first.
int CudaEmitter::loads_at_once(const Functor& f, const Body& body) const {
  size_t bytes = 0; // of an element's columns
  for (Var v : f.columns) bytes += element_size(element(v));
  if (!is_plain(body) || !is_plain(f.s.bodies.back()) || body.stms.size() > most_in_flight) return 1;
  if (f.s.op == Op::Reduce || f.s.op == Op::Accumulate)
    return has_maths(body) ? 1 : bytes <= 4 ? 7 : bytes <= 16 ? 3 : 1;
  return f.s.op == Op::Map && f.width > 1 && bytes * static_cast<size_t>(f.width) <= 64 ? 2 : 1;
}

/// Of values that wait in shared memory to be joined one after the other: enough that the joins are most of the time,
/// few enough for a thread's registers, and not too much text. A power of two, as lots are whole warps'.
int CudaEmitter::values_at_once(const Functor& f) const {
  const Body& join = f.s.bodies.back();
  if (!is_plain(join) || join.stms.size() > most_in_flight) return 1;
  const size_t text = 64 / std::max<size_t>(join.stms.size(), 1);
  return static_cast<int>(
      std::bit_floor(std::clamp<size_t>(512 / struct_bytes(f.value), 1, std::min<size_t>(text, 32))));
}

/// Reads of element i before anything that may go wrong.
void CudaEmitter::find_streams(Functor& f, const Body& body) const {
  const Var i = body.params.back();
  for (const Stm& s : body.stms) {
    if (s.op != Op::Constant && s.op != Op::Scalar && s.op != Op::Read) return;
    if (s.op != Op::Read || s.args[1] != i || std::ranges::find(f.captures, s.args[0]) == f.captures.end())
      continue;
    f.streams.push_back(s.outs[0]), f.columns.push_back(s.args[0]);
  }
}

// ---- members ----

void CudaEmitter::value(const Functor& f) {
  line("enum { width = " + std::to_string(f.width) + ", flight = " + std::to_string(f.flight) + " };");
  open("struct value");
  for (size_t k = 0; k < f.value.size(); ++k) line(value_type(f.value[k]) + " v" + std::to_string(k) + ";");
  close(";");
}

void CudaEmitter::lot(const Functor& f) {
  open("template <int V> struct lot");
  for (size_t k = 0; k < f.columns.size(); ++k)
    line("nova_pack<" + c_type(element(f.columns[k])) + ", V> x" + std::to_string(k) + ";");
  close(";");
  std::string aligned;
  for (const Vars* all : {&f.columns, &f.stored})
    for (Var v : *all)
      aligned += (aligned.empty() ? "" : " && ") +
                 ("nova_aligned(" + name(v) + (all == &f.stored ? f.base : "") + ")");
  line("NOVA_MEMBER bool aligned() const { return " + (aligned.empty() ? "true" : aligned) + "; }");
  member("template <int V> NOVA_MEMBER void load(nv_i64 i, bool wide, lot<V>& in) const", [&] {
    for (size_t k = 0; k < f.columns.size(); ++k) {
      const std::string x = "in.x" + std::to_string(k);
      line(x + " = nova_load<V>(" + name(f.columns[k]) + ", i, wide);");
    }
  });
}

void CudaEmitter::member(const std::string& signature, const std::function<void()>& print) {
  open(signature);
  print();
  close();
}

/// The body with its parameters bound: the state first, where it has one, then the index. What it makes in the arena
/// ends with it, unless its results are columns there.
void CudaEmitter::element_body(const Functor& f, const Body& body, const Names& state, const Body* sizes) {
  for (size_t k = 0; k + 1 < body.params.size(); ++k) line(declared(body.params[k]) + " = " + state[k] + ";");
  line("const " + declared(body.params.back()) + " = i;");
  for (size_t k = 0; k < f.streams.size(); ++k)
    line("const " + declared(f.streams[k]) + " = " +
         (f.stream_texts.empty() ? "in.x" + std::to_string(k) + ".v[j]" : f.stream_texts[k]) + ";");
  const bool makes_columns = std::ranges::any_of(body.results, [this](Var v) { return plan_[v].column; });
  const bool arena = allocates(body) && !makes_columns;
  if (arena) line("const nova_mark mark = nova_arena_mark(t);");
  // Where an element goes has to be right at once.
  const bool goes = f.s.op == Op::Scatter || f.s.op == Op::RowsScatter || f.s.op == Op::Histogram;
  const bool around = std::exchange(defers_, !ends(body) && !goes && f.defers);
  const Vars* const outer = std::exchange(streams_, &f.streams);
  statements(body);
  streams_ = outer, defers_ = around;
  for (size_t k = 0; k < body.results.size(); ++k)
    line("r->v" + std::to_string(k) + " = " + name(body.results[k]) + ";");
  if (sizes)
    block(*sizes, name(body.results), [&](const Names& lengths) {
      for (size_t k = 0; k < lengths.size(); ++k)
        line("r->v" + std::to_string(body.results.size() + k) + " = " + lengths[k] + ";");
    });
  if (arena) line("nova_arena_reset(t, mark);");
  line("return 0;");
}

/// How a member begins that skeletons call at several places: quick code has it once, unless a call is as much.
std::string CudaEmitter::begin_several(const Body& body) {
  return is_plain(body) && body.stms.size() <= most_in_flight ? "NOVA_MEMBER" : "__device__ NOVA_ONCE";
}

void CudaEmitter::element_member(const Functor& f, const Body& body, const Body* sizes, const Names& state) {
  const std::string begins = f.s.op == Op::Reduce ? begin_several(body) : "NOVA_MEMBER";
  member("template <int V> " + begins +
             " int element(nova_task* t, int* bad, nv_i64 i, const lot<V>& in, int j, value* r) const",
         [&] { element_body(f, body, state, sizes); });
}

void CudaEmitter::join(const Functor& f, size_t first) {
  const Body& b = f.s.bodies[1];
  const size_t n = f.value.size() - first;
  member(begin_several(b) +
             " int join(nova_task* t, int* bad, const value& a, const value& b, value* r) const",
         [&] {
           for (size_t k = 0; k < 2 * n; ++k)
             line("const " + declared(b.params[k]) + " = " + (k < n ? "a.v" : "b.v") +
                  std::to_string(first + k % n) + ";");
           const bool around = std::exchange(defers_, !ends(b) && f.defers);
           statements(b);
           defers_ = around;
           for (size_t k = 0; k < n; ++k)
             line("r->v" + std::to_string(first + k) + " = " + name(b.results[k]) + ";");
           line("return 0;");
         });
}

void CudaEmitter::store(const Functor& f) {
  const bool goes = f.s.op == Op::ScanScatter;
  const Vars& stored = goes ? f.s.bodies[2].results : f.stored;
  const std::string type = goes || f.s.op == Op::Scan ? "stored" : "value";
  member("template <int V> NOVA_MEMBER void store(nv_i64 i, bool wide, const " + type + "* r) const", [&] {
    for (size_t k = 0; k < stored.size(); ++k) {
      const std::string n = std::to_string(k);
      line("nova_pack<" + c_type(element(stored[k])) + ", V> p" + n + ";");
      line("_Pragma(\"unroll\") for (int j = 0; j < V; ++j) p" + n + ".v[j] = r[j].v" + n + ";");
      line("nova_store<V>(" + (goes ? "nova_to" + n : name(stored[k]) + f.base) + ", i, wide, p" + n + ");");
    }
  });
}

} // namespace nova::plan
