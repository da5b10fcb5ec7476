// Loop unrolling: prints maps of a few elements, such as the 25 words of a hash's state, as straight-line code. The C
// compiler then computes indices such as (i + 1) % 5 itself. A column that is only read lies on the stack, so that its
// elements can be in registers.
#include "jit/emit/c/maps/short_maps.hpp"
#include "jit/analysis/queries.hpp"

namespace nova::plan {

namespace {

constexpr uint64_t longest = 32;   ///< elements
constexpr size_t most_text = 1024; ///< statements in the unrolled loop: longer text takes long to compile

/// Returns the number of statements of the body; nothing if one of them is no scalar operation, read, check or branch.
std::optional<size_t> text_size(const Body& b) {
  size_t n = 0;
  bool plain = true;
  for_each_stm(b, [&](const Stm& s) {
    plain &= s.op == Op::Scalar || s.op == Op::Constant || s.op == Op::Read || s.op == Op::Check ||
             s.op == Op::If || s.op == Op::Shift;
    plain &= s.op != Op::Scalar || !is_maths(s.builtin);
    ++n;
  });
  return plain ? std::optional(n) : std::nullopt;
}

/// Prints the memory of the columns.
void columns_on_stack(BodyPrinter& p, const Stm& map) {
  const std::string& n = std::to_string(p.texts().at(map.args[0]));
  for (Var v : map.outs) {
    const std::string room = p.fresh("stack");
    if (p.read_count(v) == p.use_count(v) && !p.modes.in_function) {
      p.line(c_type(p.element(v)) + " " + room + "[" + n + "];");
      p.line(p.declared(v) + " = " + room + ";");
    } else {
      p.declare({v}), p.allocate(p.name(v), n);
    }
  }
}

} // namespace

bool is_short(const BodyPrinter& p, const Stm& map) {
  if (p.modes.host || !p.simd() || p.modes.whole || map.outs.empty()) return false;
  const auto n = p.texts().find(map.args[0]);
  const Body& b = map.bodies[0];
  if (n == p.texts().end() || n->second == 0 || n->second > longest || p.ends(b)) return false;
  for (Var v : map.outs)
    if (p.modes.placed.contains(v)) return false;
  const auto size = text_size(b);
  return size && *size * n->second <= most_text;
}

void short_map(BodyPrinter& p, const Stm& map) {
  columns_on_stack(p, map);
  const std::string i = p.fresh("i");
  p.line("NOVA_UNROLLED");
  p.open("for (nv_i64 " + i + " = 0; " + i + " < " + p.name(map.args[0]) + "; ++" + i + ")");
  p.round(map.bodies[0], {i}, [&](const Names& r) {
    for (size_t k = 0; k < r.size(); ++k) p.line(p.name(map.outs[k]) + "[" + i + "] = " + r[k] + ";");
  });
  p.close();
}

} // namespace nova::plan
