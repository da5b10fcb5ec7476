// Prints scatters and copies, and loops over elements with target indices, which histograms and permutations use,
// too.
#include "jit/emit/c/places/scatters.hpp"

namespace nova::plan {

namespace {

/// Prints the loop of a Scatter. The elements are written in order, so that the last write to an index wins.
void scatter_loop(BodyPrinter& p, const Stm& s) {
  const auto put = [&](const Names& r) {
    for (size_t c = 0; c < s.outs.size(); ++c)
      p.line(p.name(s.outs[c]) + "[" + r[0] + "] = " + r[c + 1] + ";");
  };
  const auto count = p.texts().find(s.args[1]);
  if (count != p.texts().end() && count->second == 1)
    return p.with_arena(s.bodies[0], [&] { p.block(s.bodies[0], {"0"}, put); });
  if (!p.simd()) return to_places(p, s, put);
  const auto ask = [&](const std::string& place) {
    for (Var v : s.outs) p.line("__builtin_prefetch(" + p.name(v) + " + " + place + ", 1);");
  };
  to_places(p, s, s.outs.size(), "0", p.name(s.args[1]), ask, put);
}

} // namespace

void print_copy(BodyPrinter& p, const Stm& s) {
  const std::string n = p.name(s.args[0]);
  p.declare(s.outs);
  for (size_t k = 0; k < s.outs.size(); ++k) {
    const std::string to = p.name(s.outs[k]);
    p.allocate(to, n);
    p.line("__builtin_memcpy(" + to + ", " + p.name(s.args[k + 1]) + ", (nv_u64)" + n + " * sizeof *" + to +
           ");");
  }
}

void to_places(BodyPrinter& p, const Stm& s, const std::function<void(const Names&)>& use) {
  const std::string k = p.fresh("k");
  p.open("for (nv_i64 " + k + " = 0; " + k + " < " + p.name(s.args[1]) + "; ++" + k + ")");
  p.poll();
  p.with_arena(s.bodies[0], [&] { p.block(s.bodies[0], {k}, use); });
  p.close();
}

void to_places(BodyPrinter& p, const Stm& s, size_t columns, const std::string& begin, const std::string& end,
               const std::function<void(const std::string& place)>& ask,
               const std::function<void(const Names&)>& use) {
  p.open("for (nv_i64 first = " + begin + ", last; first < " + end + "; first = last)");
  p.line("last = nova_least(first + 64, " + end + ");");
  p.poll("64");
  some_places(p, s, columns, "64", "last - first", ask, use);
  p.close();
}

void some_places(BodyPrinter& p, const Stm& s, size_t columns, const std::string& some,
                 const std::string& count, const std::function<void(const std::string& place)>& ask,
                 const std::function<void(const Names&)>& use) {
  const std::string k = p.fresh("k");
  Names stored{"places[j]"};
  p.line("nv_i64 places[" + some + "];");
  const Vars& made = s.bodies[0].results;
  for (size_t c = 0; c < columns; ++c) {
    if (p.texts().contains(made[c + 1])) { // a constant's value is printed at its use
      stored.push_back(p.name(made[c + 1]));
      continue;
    }
    const std::string all = "elements" + std::to_string(c);
    p.line(c_type(p.element(s.outs[c])) + " " + all + "[" + some + "];"), stored.push_back(all + "[j]");
  }
  p.open("for (nv_i64 " + k + " = 0; " + k + " < " + count + "; ++" + k + ")");
  p.round(s.bodies[0], {"first + " + k}, [&](const Names& r) {
    p.line("places[" + k + "] = " + r[0] + ";");
    for (size_t c = 0; c < columns; ++c)
      if (!p.texts().contains(made[c + 1]))
        p.line("elements" + std::to_string(c) + "[" + k + "] = " + r[c + 1] + ";");
  });
  p.close();
  if (!p.ends(s.bodies[0])) p.line("if (*bad) return nova_fail(t, 0);");
  const std::string each = "for (nv_i64 j = 0; j < " + count + "; ++j)";
  if (ask) p.open(each), ask(stored[0]), p.close();
  if (some == "8") p.line("NOVA_WRITTEN_OUT");
  p.open(each);
  use(stored);
  p.close();
}

void changed_columns(BodyPrinter& p, const Stm& s, const std::string& n) {
  p.declare(s.outs);
  for (size_t c = 0; c < s.outs.size(); ++c) {
    const Var old = s.args[s.args.size() - s.outs.size() + c];
    const std::string to = p.name(s.outs[c]), from = p.name(old);
    if (p.is_in_place(s.outs[c])) {
      p.line(to + " = " + from + ";");
      continue;
    }
    p.allocate(to, n);
    p.line("__builtin_memcpy(" + to + ", " + from + ", (nv_u64)" + n + " * sizeof *" + to + ");");
  }
}

void print_scatter(BodyPrinter& p, const Stm& s) {
  changed_columns(p, s, p.name(s.args[0]));
  const Scoped host(p.modes.host, false);
  p.open(""); // a block, since another scatter in the same function declares the same names
  scatter_loop(p, s);
  p.close();
}

} // namespace nova::plan
