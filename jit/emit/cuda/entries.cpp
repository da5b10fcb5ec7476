// Entries: the `__global__` functions that call a skeleton with a functor, and their launch parameters.
#include "jit/emit/cuda/entries.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/kernels/cuda/sizes.h"
#include <algorithm>

namespace nova::plan {

namespace {

/// Returns the C expression for variable `v`, which is passed in word k. If an earlier kernel has computed the
/// scalar, the word is its address, and the expression reads the value there; otherwise the word is the value.
std::string word(const CudaPrinter& c, size_t k, Var v) {
  const std::string w = "w.w[" + std::to_string(k) + "]", type = c_type(c.body.element(v));
  if (c.body.plan()[v].column) return "(" + type + "*)" + w + ".column";
  if (c.made[static_cast<size_t>(v)]) return "*(" + type + "*)" + w + ".column";
  if (is_floating(c.body.element(v))) return w + (c.body.element(v) == Element::F32 ? ".f32" : ".f64");
  return "(" + type + ")" + w + ".i64";
}

} // namespace

uint32_t threads_for(uint32_t value, uint32_t each) {
  uint32_t threads = 256;
  while (threads > 32 && threads * each * value > nova_most_shared) threads /= 2;
  return threads;
}

bool size_scan(Launch& l, const std::vector<VarType>& value, const std::vector<VarType>& stored) {
  // In shared memory each element has a slot, a union of the structs of a running value and of a stored one. So the
  // slot has the larger size, rounded up to the larger alignment.
  const uint32_t larger = std::max(struct_bytes(value), struct_bytes(stored)),
                 align = std::max(struct_align(value), struct_align(stored)),
                 slot = (larger + align - 1) / align * align;
  const bool staged = slot <= nova_most_slot;
  const uint32_t each = 2 * struct_bytes(value) + (staged ? nova_cell_pitch * slot : 0);
  l.threads = threads_for(each, 1), l.shared = std::max<uint32_t>(16, l.threads * each);
  return staged;
}

bool size_filter(Launch& l, const std::vector<VarType>& written) {
  const uint32_t slot = std::max<uint32_t>(1, struct_bytes(written));
  const bool staged = slot <= nova_most_slot;
  l.items = slot <= 8 ? nova_narrow_filter_items : nova_filter_items;
  const uint32_t each = 1 + (staged ? l.items * slot : 0); // 1: the warps' counts and the carry
  l.threads = threads_for(each, 1), l.shared = l.threads * each;
  return staged;
}

void note_kernel(BodyPrinter& p, const std::string& kernel) {
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
    if (kernel.ends_with(end)) p.line("// " + std::string(what));
}

void entry(CudaPrinter& c, const Functor& f, const Names& members, const std::string& kernel,
           const std::string& call, const Names& arguments, uint32_t threads) {
  const size_t words = 1 + f.captures.size() + members.size() + arguments.size();
  note_kernel(c.body, kernel);
  c.body.open("extern \"C\" __global__ void __launch_bounds__(" + std::to_string(threads) +
              (f.blocks ? ", " + std::to_string(f.blocks) : "") + ") " + kernel + "(nova_gpu g, nova_words<" +
              std::to_string(words) + "> w)");
  size_t k = 1;
  std::string init, rest;
  for (Var v : f.captures) init += (init.empty() ? "" : ", ") + word(c, k, v), ++k;
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
  c.body.line("const nova_f_" + f.id + " f = {" + init + "};");
  c.body.line(call + "(g, " +
              word(c, 0, f.s.bodies.empty() ? f.s.args[0] : loop_length(f.over ? *f.over : f.s)) + ", f" +
              rest + ");");
  c.body.close();
}

Launch& launch_of(CudaPrinter& c, const Functor& f, bool arena) {
  Launch& l = c.launches[&f.s];
  l.kernel = "nova_kernel_" + f.id, l.captures = f.captures, l.value = struct_bytes(f.value), l.arena = arena;
  return l;
}

void offsets_kernel(BodyPrinter& p, const Launch& l) {
  note_kernel(p, l.kernel + "_offsets");
  p.open("extern \"C\" __global__ void __launch_bounds__(256) " + l.kernel +
         "_offsets(nova_gpu g, nova_words<6> w)");
  p.line("const nova_offsets f = {(nv_i64*)w.w[1].column, (nv_i64*)w.w[2].column};");
  p.line("nova_scan(g, w.w[0].i64, f, (nova_offsets::value*)w.w[3].column, (unsigned*)w.w[4].column, "
         "(unsigned*)w.w[5].column);");
  p.close();
  note_kernel(p, l.kernel + "_fits");
  p.open("extern \"C\" __global__ void " + l.kernel + "_fits(nova_gpu g, nova_words<2> w)");
  p.line("nova_fits(g, (const nv_i64*)w.w[0].column, w.w[1].i64);");
  p.close();
}

} // namespace nova::plan
