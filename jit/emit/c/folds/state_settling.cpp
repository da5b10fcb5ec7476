// Prints arena compaction: the columns of a state are moved together in the task's arena, and the memory between them
// is freed. So the memory stays in proportion to the live columns.
#include "jit/emit/c/folds/state_settling.hpp"

namespace nova::plan {

std::string state_type(const BodyPrinter& p, Var v) {
  return c_type(p.element(v)) + (p.plan()[v].column ? "*" : "");
}

void settle(BodyPrinter& p, const Body& sizes, const Names& state, const std::string& mark) {
  if (sizes.results.empty()) return p.line("nova_arena_reset(t, " + mark + ");");
  p.open("if (nova_is_full(t, " + mark + "))");
  p.block(sizes, state, [&](const Names& lengths) {
    std::string columns, bytes, count = std::to_string(lengths.size());
    for (size_t k = 0, c = 0; k < state.size(); ++k)
      if (p.plan()[sizes.params[k]].column) {
        columns += (c ? ", " : "") + state[k];
        bytes += (c ? ", " : "") + ("nova_column_bytes(" + lengths[c] + ", sizeof *" + state[k] + ")"), ++c;
      }
    p.line("void* live[] = {" + columns + "};");
    p.line("const nv_u64 bytes[] = {" + bytes + "};");
    p.line("if (nova_settle(t, " + mark + ", live, bytes, " + count + ")) return 1;");
    for (size_t k = 0, c = 0; k < state.size(); ++k)
      if (p.plan()[sizes.params[k]].column)
        p.line(state[k] + " = (" + state_type(p, sizes.params[k]) + ")live[" + std::to_string(c++) + "];");
  });
  p.close();
}

void publish(BodyPrinter& p, const Body& sizes, const Vars& outs, const std::string& mark) {
  if (!p.modes.host) return settle(p, sizes, p.name(outs), mark);
  p.open("");
  move_columns(p, sizes, outs);
  p.line("nova_arena_reset(t, " + mark + ");");
  p.close();
}

void move_columns(BodyPrinter& p, const Body& sizes, const Vars& outs, bool drops) {
  p.block(sizes, p.name(outs), [&](const Names& lengths) {
    for (size_t k = 0, c = 0; k < outs.size(); ++k) {
      if (!p.plan()[outs[k]].column) continue;
      const std::string out = p.name(outs[k]), from = p.fresh("from");
      p.line(state_type(p, outs[k]) + " " + from + " = " + out + ";");
      p.allocate(out, lengths[c]);
      p.line("__builtin_memcpy(" + out + ", " + from + ", nova_column_bytes(" + lengths[c] + ", sizeof *" +
             out + "));");
      if (drops) p.line("t->host->drop(t, " + from + ");");
      ++c;
    }
  });
}

} // namespace nova::plan
