// Kernels: a functor with what its skeleton asks for, and the entry that calls the skeleton.
#include "jit/analysis/queries.hpp"
#include "jit/emit/cuda/cuda_emitter.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

std::vector<VarType> types_of(const Plan& plan, const Vars& vars) {
  std::vector<VarType> all;
  for (Var v : vars) all.push_back(plan[v]);
  return all;
}

} // namespace

/// Bytes of a struct of such members.
uint32_t struct_bytes(const std::vector<VarType>& members) {
  uint32_t at = 0, align = 1;
  for (const VarType& t : members) {
    const auto size = static_cast<uint32_t>(t.column ? 8 : element_size(t.element));
    at = (at + size - 1) / size * size + size, align = std::max(align, size);
  }
  return (at + align - 1) / align * align;
}

/// Threads of a block whose shared memory holds `each` values a thread, below 48 KiB.
uint32_t threads_for(uint32_t value, uint32_t each) {
  uint32_t threads = 256;
  while (threads > 32 && threads * each * value > 40960) threads /= 2;
  return threads;
}

/// Word k as a variable's value: itself, or, where a kernel has made it, what stands at its place.
std::string CudaEmitter::word(size_t k, Var v) const {
  const std::string w = "w.w[" + std::to_string(k) + "]", type = c_type(element(v));
  if (plan_[v].column) return "(" + type + "*)" + w + ".column";
  if (made_[static_cast<size_t>(v)]) return "*(" + type + "*)" + w + ".column";
  if (is_floating(element(v))) return w + (element(v) == Element::F32 ? ".f32" : ".f64");
  return "(" + type + ")" + w + ".i64";
}

/// `members` are the outs' columns, words and numbers, after the captures.
void CudaEmitter::structure(const Functor& f, const std::string& what, const Names& members,
                            const std::function<void()>& print) {
  if (f.over)
    line("// " + (f.over->outs.empty() ? "" : name(f.over->outs[0]) + ": ") +
         what); // none: of its checks alone
  else
    comment(f.s, what);
  open("struct nova_f_" + f.id);
  for (Var v : f.captures) line(declared(v) + ";");
  for (const std::string& m : members) line(m + ";");
  print();
  close(";");
}

/// What a kernel does beside others of its statement, by the end of its name.
void CudaEmitter::note_kernel(const std::string& kernel) {
  constexpr std::pair<std::string_view, std::string_view> notes[] = {
      {"_claim", "which element writes where: the last one"},
      {"_counts", "how often each digit stands where"},
      {"_cut", "the longest rows' pieces, by all blocks"},
      {"_fill", "the elements, each to its place"},
      {"_first", "positions as they come"},
      {"_fits", "is there room for so many elements?"},
      {"_keys", "the elements' places"},
      {"_long", "the places of many elements, a block each"},
      {"_offsets", "lengths to where each row begins"},
      {"_pass", "one digit's pass"},
      {"_sort", "places in order, by merging runs"},
      {"_starts", "where each digit's elements begin"},
      {"_write", "the elements whose claim stood"}};
  for (const auto& [end, what] : notes)
    if (kernel.ends_with(end)) line("// " + std::string(what));
}

/// The kernel that calls a skeleton with g, n, the functor and `arguments`, types of further words.
void CudaEmitter::entry(const Functor& f, const Names& members, const std::string& kernel,
                        const std::string& call, const Names& arguments, uint32_t threads) {
  const size_t words = 1 + f.captures.size() + members.size() + arguments.size();
  note_kernel(kernel);
  open("extern \"C\" __global__ void __launch_bounds__(" + std::to_string(threads) +
       (f.blocks ? ", " + std::to_string(f.blocks) : "") + ") " + kernel + "(nova_gpu g, nova_words<" +
       std::to_string(words) + "> w)");
  size_t k = 1;
  std::string init, rest;
  for (Var v : f.captures) init += (init.empty() ? "" : ", ") + word(k, v), ++k;
  for (const std::string& m : members)
    init += (init.empty() ? "" : ", ") +
            (m.find('*') == m.npos
                 ? "w.w[" + std::to_string(k) + "].i64"
                 : "(" + m.substr(0, m.find('*') + 1) + ")w.w[" + std::to_string(k) + "].column"),
        ++k;
  for (const std::string& a : arguments) {
    const std::string at = "w.w[" + std::to_string(k++) + "]";
    rest += ", " + (a.ends_with("*") ? "(" + a + ")" + at + ".column" : at + ".i64");
  }
  line("const nova_f_" + f.id + " f = {" + init + "};");
  line(call + "(g, " + word(0, f.s.bodies.empty() ? f.s.args[0] : loop_length(f.over ? *f.over : f.s)) +
       ", f" + rest + ");");
  close();
}

Launch& CudaEmitter::launch_of(const Functor& f, std::vector<VarType> value, bool arena) {
  Launch& l = launches_[&f.s];
  l.kernel = "nova_kernel_" + f.id, l.captures = f.captures, l.value = struct_bytes(value), l.arena = arena;
  return l;
}

void CudaEmitter::map_kernel(const Stm& s) {
  const Body& b = s.bodies[0];
  const Functor f = functor(s, b, s.outs, types_of(plan_, b.results));
  const Names members = declared_all(s.outs);
  const Launch& l = launch_of(f, f.value, allocates(b));
  structure(f, "map over " + name(s.args[0]), members,
            [&] { value(f), lot(f), element_member(f, b), store(f); });
  entry(f, members, l.kernel, "nova_map", {}, l.threads);
}

void CudaEmitter::iota_kernel(const Stm& s) {
  const std::string first = name(s.args[1]), step = name(s.args[2]);
  Functor f{s,
            std::to_string(++used_),
            free_variables({}, {s.args[1], s.args[2]}),
            {},
            {},
            s.outs,
            {{Element::I64, false}},
            2};
  const Names members = declared_all(s.outs);
  const Launch& l = launch_of(f, f.value, false);
  structure(f, first + ", " + first + " + " + step + ", ..", members, [&] {
    value(f), lot(f);
    member("template <int V> NOVA_MEMBER int element(nova_task*, int*, nv_i64 i, const lot<V>&, int, value* "
           "r) const",
           [&] {
             line("r->v0 = nv_add_i64(" + first + ", nv_mul_i64(i, " + step + "));");
             line("return 0;");
           });
    store(f);
  });
  entry(f, members, l.kernel, "nova_map", {}, l.threads);
}

// ---- reductions and scans ----

/// How a leaf begins and goes on.
void CudaEmitter::leaf(const Functor& f) {
  const std::string signature = "(nova_task* t, int* bad, nv_i64 i, const lot<V>& in, int j, value* r) const";
  if (f.s.op == Op::Reduce) {
    element_member(f, f.s.bodies[0]);
    line("template <int V> NOVA_MEMBER int first" + signature + " { return element(t, bad, i, in, j, r); }");
    member("template <int V> NOVA_MEMBER int next" + signature, [&] {
      line("value x;");
      line("return element(t, bad, i, in, j, &x) || join(t, bad, *r, x, r);");
    });
    return;
  }
  Names state;
  for (size_t k = 0; k < f.value.size(); ++k) state.push_back("r->v" + std::to_string(k));
  member("template <int V> " + begin_several(f.s.bodies[0]) + " int next" + signature,
         [&] { element_body(f, f.s.bodies[0], state); });
  member("template <int V> NOVA_MEMBER int first" + signature, [&] {
    line("*r = start();");
    line("return next(t, bad, i, in, j, r);");
  });
}

void CudaEmitter::start(const Functor& f) {
  std::string all;
  for (Var v : initial_state(f.s)) all += (all.empty() ? "" : ", ") + name(v);
  line("NOVA_MEMBER value start() const { return {" + all + "}; }");
}

/// Where a reduction's result goes.
void CudaEmitter::finish(const Functor& f) {
  const auto to = [](size_t k) { return "*nova_out" + std::to_string(k) + " = "; };
  member("NOVA_MEMBER void empty() const", [&] {
    for (size_t k = 0; k < f.value.size(); ++k) line(to(k) + name(f.s.args[k + 1]) + ";");
  });
  member("NOVA_MEMBER void finish(nova_task* t, int* bad, value r) const", [&] {
    if (f.s.start) line("join(t, bad, start(), r, &r);");
    for (size_t k = 0; k < f.value.size(); ++k) line(to(k) + "r.v" + std::to_string(k) + ";");
  });
}

void CudaEmitter::reduce_kernel(const Stm& s) {
  const bool lane = is_lane(s);
  const Functor f = functor(s, s.bodies[0], {}, types_of(plan_, s.outs));
  Names members;
  for (size_t k = 0; k < s.outs.size(); ++k)
    members.push_back(c_type(element(s.outs[k])) + "* nova_out" + std::to_string(k));
  Launch& l = launch_of(f, f.value, allocates(s.bodies[0]) || allocates(s.bodies[1]));
  l.shared = std::max<uint32_t>(16, l.threads / 32 * l.value), l.leaves = l.threads * (lane ? 4 : 1);
  structure(f, "reduction of " + name(s.args[0]) + " elements, " + (lane ? "lane" : "ordered") + " shape",
            members, [&] { value(f), lot(f), join(f), start(f), leaf(f), finish(f); });
  entry(f, members, l.kernel, "nova_reduce" + lane_argument(s), {"nova_f_" + f.id + "::value*", "unsigned*"},
        l.threads);
}

/// What is stored of a running value.
void CudaEmitter::after(const Functor& f) {
  const Body* const last = after_of(f.s);
  const std::string signature =
      "NOVA_MEMBER int after(nova_task* t, int* bad, nv_i64 i, const value& y, stored* r) const";
  if (!last) return line("typedef value stored;"), line(signature + " { return *r = y, 0; }");
  open("struct stored");
  for (size_t k = 0; k < last->results.size(); ++k)
    line(value_type(plan_[last->results[k]]) + " v" + std::to_string(k) + ";");
  close(";");
  Functor own = f;
  own.streams.clear();
  Names running;
  for (size_t k = 0; k < f.value.size(); ++k) running.push_back("y.v" + std::to_string(k));
  member(signature, [&] { element_body(own, *last, running); });
}

/// A scan whose values go to places stores both apart first; then, once all is checked, each place takes the last one.
void CudaEmitter::scan_kernel(const Stm& s) {
  const bool goes = s.op == Op::ScanScatter;
  const Functor f = functor(s, s.bodies[0], goes ? Vars{} : s.outs, types_of(plan_, s.bodies[0].results));
  Names members = declared_all(s.outs);
  for (size_t k = 0; goes && k < s.bodies[2].results.size(); ++k)
    members.push_back(c_type(element(s.bodies[2].results[k])) + "* nova_to" + std::to_string(k));
  Launch& l = launch_of(f, f.value, std::ranges::any_of(s.bodies, allocates));
  l.threads = threads_for(l.value, 2), l.shared = std::max<uint32_t>(16, 2 * l.threads * l.value);
  structure(f, (s.exclusive ? "exclusive scan of " : "scan of ") + name(s.args[0]) + " elements", members,
            [&] {
              line(std::string("enum { exclusive = ") + (s.exclusive ? "1" : "0") +
                   ", makes = " + (s.after ? "1" : "0") + " };");
              value(f), lot(f), element_member(f, s.bodies[0]), join(f), start(f), after(f), store(f);
              if (goes) put_stored(s);
            });
  entry(f, members, l.kernel, "nova_scan", {"nova_f_" + f.id + "::value*", "unsigned*", "unsigned*"},
        l.threads);
  if (!goes) return;
  entry(f, members, l.kernel + "_claim", "nova_put<false>", {"nv_u64*"}, l.threads);
  entry(f, members, l.kernel + "_write", "nova_put<true>", {"nv_u64*"}, l.threads);
}

void CudaEmitter::put_stored(const Stm& s) {
  line("NOVA_MEMBER nv_i64 target(nv_i64 i) const { return nova_to0[i]; }");
  member("NOVA_MEMBER void put(nv_i64 i) const", [&] {
    for (size_t k = 0; k < s.outs.size(); ++k)
      line(name(s.outs[k]) + "[nova_to0[i]] = nova_to" + std::to_string(k + 1) + "[i];");
  });
}

// ---- columns whose length shows on the way ----

void CudaEmitter::filter_kernel_of(const Stm& s) {
  const Body& b = s.bodies[0];
  const size_t kept = s.splits ? s.kept : s.outs.size() - 1;
  const Vars columns(s.outs.begin() + 1, s.outs.begin() + 1 + static_cast<ptrdiff_t>(kept)),
      others(s.outs.begin() + static_cast<ptrdiff_t>(std::min(2 + kept, s.outs.size())), s.outs.end());
  const Functor f = functor(s, b, {}, types_of(plan_, b.results));
  const Names members =
      concat(concat(s.splits ? Names{"nv_i64* nova_kept", "nv_i64* nova_rest"} : Names{"nv_i64* nova_kept"},
                    declared_all(columns)),
             declared_all(others));
  Launch& l = launch_of(f, f.value, allocates(b));
  l.shared = l.threads / 32 * 8;
  const auto puts = [&](const std::string& name_of, const Vars& to, size_t first) {
    member("NOVA_MEMBER void " + name_of + "(nv_i64 at, const value& r) const", [&] {
      for (size_t k = 0; k < to.size(); ++k)
        line(name(to[k]) + "[at] = r.v" + std::to_string(first + k) + ";");
    });
  };
  structure(f,
            (s.splits ? "the elements that are kept, and those that are not, of "
                      : "the elements that are kept, of ") +
                name(s.args[0]),
            members, [&] {
              value(f), lot(f), element_member(f, b);
              line(std::string("enum { splits = ") + (s.splits ? "1" : "0") + " };");
              line("NOVA_MEMBER bool keeps(const value& r) const { return r.v0; }");
              puts("put", columns, 1), puts("put_other", others, 1 + kept);
              line(std::string("NOVA_MEMBER void count(nv_i64 kept, nv_i64 all) const { *nova_kept = kept;") +
                   (s.splits ? " *nova_rest = all - kept;" : "") + " }");
            });
  entry(f, members, l.kernel, "nova_filter", {"nv_i64*", "unsigned*", "unsigned*"}, l.threads);
}

void CudaEmitter::rows_kernels(const Stm& s) {
  const Body& b = s.bodies[0];
  const bool by_thread = std::ranges::any_of(
      b.stms, [](const Stm& t) { return t.op == Op::Map && t.strategy == Strategy::Thread; });
  if (const std::optional<MadeRows> m = by_thread ? std::nullopt : made_rows(s))
    return segment_kernels(s, *m);
  const Vars columns(s.outs.begin() + 2, s.outs.end());
  Functor f = functor(s, b, {}, types_of(plan_, b.results));
  f.width = 1;
  const Names members = declared_all(columns);
  const Launch& l = launch_of(f, f.value, allocates(b));
  structure(f, name(s.args[0]) + " rows, one after the other", members, [&] {
    value(f), lot(f), element_member(f, b);
    line("NOVA_MEMBER nv_i64 length(const value& r) const { return r.v0; }");
    member("NOVA_MEMBER void copy(nv_i64 at, const value& r) const", [&] {
      for (size_t k = 0; k < columns.size(); ++k)
        line("for (nv_i64 k = 0; k < r.v0; ++k) " + name(columns[k]) + "[at + k] = r.v" +
             std::to_string(k + 1) + "[k];");
    });
  });
  entry(f, members, l.kernel, "nova_row_lengths", {"nv_i64*"}, l.threads);
  entry(f, members, l.kernel + "_fill", "nova_row_fill", {"nv_i64*"}, l.threads);
  offsets_kernel(l);
}

/// Lengths to offsets, and whether there is room for all.
void CudaEmitter::offsets_kernel(const Launch& l) {
  note_kernel(l.kernel + "_offsets");
  open("extern \"C\" __global__ void __launch_bounds__(256) " + l.kernel +
       "_offsets(nova_gpu g, nova_words<6> w)");
  line("const nova_offsets f = {(nv_i64*)w.w[1].column, (nv_i64*)w.w[2].column};");
  line("nova_scan(g, w.w[0].i64, f, (nova_offsets::value*)w.w[3].column, (unsigned*)w.w[4].column, "
       "(unsigned*)w.w[5].column);");
  close();
  note_kernel(l.kernel + "_fits");
  open("extern \"C\" __global__ void " + l.kernel + "_fits(nova_gpu g, nova_words<2> w)");
  line("nova_fits(g, (const nv_i64*)w.w[0].column, w.w[1].i64);");
  close();
}

/// Scalars go to their places at once; lengths are counted first, the rows are made again and copied then.
void CudaEmitter::each_kernels(const Stm& s) {
  const Body &b = s.bodies[0], &sizes = s.bodies[1];
  std::vector<VarType> value_types = types_of(plan_, b.results);
  value_types.insert(value_types.end(), sizes.results.size(), {Element::I64, false});
  Functor f = functor(s, b, {}, value_types);
  f.captures = free_variables({&b, &sizes}), f.width = 1;
  Names members = declared_all(s.outs), counted, copied;
  for (size_t k = 0, out = 0, c = 0; k < b.results.size(); ++k, ++out) {
    const std::string r = "r.v" + std::to_string(k), to = name(s.outs[out]);
    if (!plan_[b.results[k]].column) {
      counted.push_back(to + "[i] = " + r + ";");
      continue;
    }
    const std::string m = "r.v" + std::to_string(b.results.size() + c),
                      lengths = "nova_lengths_" + std::to_string(c);
    members.push_back("nv_i64* " + lengths);
    counted.push_back(lengths + "[i] = " + m + " > 0 ? " + m + " : 0;");
    copied.push_back("for (nv_i64 k = 0; k < " + m + "; ++k) " + name(s.outs[out + 1]) + "[" + to +
                     "[i] + k] = " + r + "[k];");
    ++out, ++c;
  }
  const Launch& l = launch_of(f, f.value, true);
  structure(f, name(s.args[0]) + " elements that hold columns", members, [&] {
    value(f), lot(f), element_member(f, b, &sizes);
    const auto lines = [this](const Names& all) {
      for (const std::string& one : all) line(one);
    };
    member("NOVA_MEMBER void count(nv_i64 i, const value& r) const", [&] { lines(counted); });
    member("NOVA_MEMBER void copy(nv_i64 i, const value& r) const", [&] { lines(copied); });
  });
  entry(f, members, l.kernel, "nova_each_count", {}, l.threads);
  entry(f, members, l.kernel + "_fill", "nova_each_fill", {}, l.threads);
  offsets_kernel(l);
}

/// Where an element goes, and how.
void CudaEmitter::put_members(const Stm& s) {
  line("NOVA_MEMBER nv_i64 target(const value& r) const { return r.v0; }");
  member("NOVA_MEMBER void put(const value& r) const", [&] {
    for (size_t k = 0; k < s.outs.size(); ++k)
      line(name(s.outs[k]) + "[r.v0] = r.v" + std::to_string(k + 1) + ";");
  });
}

void CudaEmitter::scatter_kernels(const Stm& s) {
  const Body& b = s.bodies[0];
  Functor f = functor(s, b, {}, types_of(plan_, b.results));
  f.width = 1;
  const Names members = declared_all(s.outs);
  const Launch& l = launch_of(f, f.value, allocates(b));
  structure(f, "elements replaced, " + name(s.args[1]) + " of them", members,
            [&] { value(f), lot(f), element_member(f, b), put_members(s); });
  entry(f, members, l.kernel, "nova_scatter<false>", {"nv_u64*"}, l.threads);
  entry(f, members, l.kernel + "_write", "nova_scatter<true>", {"nv_u64*"}, l.threads);
}

Names CudaEmitter::declared_all(const Vars& vars) const {
  Names all;
  for (Var v : vars) all.push_back(declared(v));
  return all;
}

} // namespace nova::plan
