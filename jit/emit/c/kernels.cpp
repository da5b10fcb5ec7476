// Prints kernels: C functions over a range of units (elements, tiles, ..), which threads share.
#include "jit/emit/c/kernels.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/places/reach.hpp"
#include <algorithm>

namespace nova::plan {

std::string grain(const BodyPrinter& p, const Body& b, int64_t flat) {
  bool recursive = false;
  for_each_stm(
      b, [&](const Stm& s) { recursive |= s.op == Op::Call && p.plan().functions[s.function].recursive; });
  return std::to_string(recursive ? 1 : p.ends(b) ? 16 : flat);
}

std::string rows_at_once(const std::string& n, const std::string& most) {
  return "nova_least(" + most + ", " + n + " / (8 * t->threads) + 1)";
}

bool has_near_version(const BodyPrinter& p, const Stm& s) {
  const bool again = s.op == Op::Map || s.op == Op::Reduce || s.op == Op::Accumulate;
  return p.simd() && again && has_trigonometry(s.bodies[0]) && !sizes_of(s) && !makes_cells_in(s.bodies[0]);
}

bool ranks_may_share(const BodyPrinter& p, const Stm& s) {
  return p.flow() && p.modes.host && !p.fetched && is_dividable(s);
}

namespace {

/// What a kernel gets.
struct Environment {
  std::string number;
  const Vars& captures;
  const std::vector<Given>& given;
};

/// The column of `before` that is stored in the memory of v, so that the C compiler knows of it; none if there is none.
std::optional<Var> newer(const BodyPrinter& p, Var v, std::span<const Var> before) {
  const auto same = [&](Var w) { return p.is_overwritten(v) && p.is_in_place(w) && p.older(w) == v; };
  const auto at = std::ranges::find_if(before, same);
  return at == before.end() ? std::nullopt : std::optional(*at);
}

/// Prints the declaration of what a kernel captures behind `before`: a table of constants, or what the environment holds.
void captured(BodyPrinter& p, Var v, std::span<const Var> before) {
  const auto table = p.plan().tables.find(v);
  if (table == p.plan().tables.end()) {
    const std::optional<Var> same = newer(p, v, before);
    return p.line(p.declared(v, !p.is_overwritten(v)) + " = " + (same ? "" : "env->") +
                  p.name(same.value_or(v)) + ";");
  }
  std::string all;
  for (const uint64_t bits : table->second)
    all += (all.empty() ? "" : ", ") +
           constant_text({.op = Op::Constant, .element = p.element(v), .bits = bits});
  const std::string type = c_type(p.element(v)), name = p.fresh("table");
  p.line("static const " + type + " " + name + "[] = {" + all + "};");
  p.line("const " + type + "* restrict " + p.name(v) + " = " + name + ";");
}

/// Prints the C function `name` of a kernel. `far` is a C function that does the same for arguments far from 0, or "".
void kernel_function(BodyPrinter& p, const Environment& of, const std::string& name, const std::string& far,
                     const std::function<void()>& body) {
  p.open("static int " + name + "(nova_task* t, const void* given, nv_i64 begin, nv_i64 end)");
  p.line("const struct nova_env_" + of.number + "* env = given;");
  p.line("int failed = 0, *bad = &failed;");
  for (size_t k = 0; k < of.captures.size(); ++k)
    captured(p, of.captures[k], std::span(of.captures).first(k));
  if (std::ranges::any_of(p.plan().regions, [&](const Region& r) {
        return std::ranges::find(of.captures, r.count) != of.captures.end();
      }))
    p.line("t->alone = t->threads == 1;");
  for (const Given& g : of.given)
    p.line(g.type + (g.type.ends_with("*") ? " restrict " : " ") + g.name + " = env->" + g.name + ";");
  body();
  if (!far.empty()) p.line("if (failed & 2) return " + far + "(t, given, begin, end);");
  p.line("return failed ? nova_fail(t, 0) : 0;");
  p.close();
}

/// Prints the call by which ranks share a kernel. `arguments`: in C.
void run_divided(BodyPrinter& p, const std::string& arguments, const ShareChoice& choice) {
  const std::string divider = "if (t->host->divider->";
  if (choice.shares.empty()) return p.line(divider + "divided(t, " + arguments + ")) return 1;");
  p.line(divider + "chooses(t, " + arguments + ", &" + choice.shares + ")) return 1;");
  p.open("if (" + choice.shares + ")");
  if (choice.anew) choice.anew();
  p.line(divider + "part(t, " + arguments + ")) return 1;");
  p.close();
}

/// Prints the array that tells which columns a kernel fills. Returns its name and size, in C.
std::string filled_columns(BodyPrinter& p, const std::string& id, const std::vector<Filled>& filled) {
  if (filled.empty()) return "0, 0";
  std::string columns;
  for (const Filled& f : filled) {
    const std::string size = "(nv_i64)sizeof *(" + f.column + ")";
    columns += (columns.empty() ? "{" : ", {") + f.column + ", " + f.each + " * " + size + ", " + f.elements +
               " * " + size + ", " + f.offsets + "}";
  }
  p.line("const nova_filled nova_filled_" + id + "[] = {" + columns + "};");
  return "nova_filled_" + id + ", " + std::to_string(filled.size());
}

/// Prints the call that runs a kernel. `shares`: its units and grain, in C. `access`: the address of what is known of its
/// reads, in C, or "".
void run_kernel(BodyPrinter& p, const std::string& id, const std::string& shares,
                const std::vector<Filled>& filled, const std::string& access, const Reads& reads) {
  const std::string kernel = "nova_kernel_" + id + ", &nova_given_" + id, all = shares + ", " + kernel;
  if (filled.empty() && access.empty()) return p.line("if (t->host->parallel(t, " + all + ")) return 1;");
  const std::string columns = filled_columns(p, id, filled);
  if (reads.by_rank)
    return p.line("if (t->host->divider->each_rank(t, " + kernel + ", " + columns + ")) return 1;");
  if (access.empty()) return p.line("if (t->host->shared(t, " + all + ", " + columns + ")) return 1;");
  run_divided(p, all + ", " + columns + ", " + access, reads.choice);
}

/// Prints what is known of a kernel's reads. Returns its address, in C.
std::string access_of(BodyPrinter& p, const std::string& id, const Stm& s, const std::vector<Filled>& filled,
                      const Reads& reads, const Vars& captures) {
  const size_t pieces = print_reach(p, id, s, reads, captures);
  uint64_t stays = 0;
  for (size_t k = 0; reads.may_stay && k < s.outs.size() && k < 64; ++k)
    if (p.plan()[s.outs[k]].column && p.flow()->stays(s.outs[k])) stays |= uint64_t{1} << k;
  if (s.op == Op::Rows) stays >>= 2; // no offsets and no length are filled together
  for (size_t k = 0; k < filled.size() && k < 64; ++k) stays |= uint64_t{filled[k].stays} << k;
  p.line("static const nova_access nova_access_" + id + " = {nova_reach_" + id + ", " +
         std::to_string(pieces) + ", " + reads.width + ", " + (has_even_units(s) ? "1" : "0") + ", " +
         std::to_string(stays) + "ull};");
  return "&nova_access_" + id;
}

} // namespace

void kernel(BodyPrinter& p, const Stm& s, const std::string& what, const Vars& captured,
            std::vector<Given> given, const std::string& units, const std::string& grain,
            const std::function<void()>& body, const std::vector<Filled>& filled, const Reads& reads) {
  for (const auto& [out, t] : p.modes.tables) {
    given.push_back({t.type + "*", t.entries, t.entries});
    given.push_back({"nv_i64*", t.begun, t.begun}), given.push_back({"nv_i64", t.stride, t.stride});
  }
  const Vars captures = p.free_variables({}, captured); // without duplicates
  const std::string id = std::to_string(p.number());
  // Cells get their places as they are made, in any order.
  const bool shared = (!filled.empty() || !reads.choice.shares.empty()) && !makes_cells_in(s.bodies[0]);
  const bool told = !reads.bodies.empty() || !reads.own.empty();
  const bool divided = shared && told && p.flow() && p.modes.host && !p.fetched;
  Names columns;
  for (Var v : captures)
    if (p.plan()[v].column && !p.plan().tables.contains(v)) columns.push_back(p.name(v));
  if (!divided) fetch(p, columns);
  std::string access;
  const std::string far = has_near_version(p, s) ? "nova_far_" + id : "";
  const Environment all{id, captures, given};
  p.apart([&] {
    p.open("struct nova_env_" + id);
    for (Var v : captures) p.line(p.declared(v) + ";");
    for (const Given& g : given) p.line(g.type + " " + g.name + ";");
    p.close(";");
    p.comment(s, what);
    if (!far.empty()) kernel_function(p, all, far, "", body);
    const Scoped near(p.near_arguments, !far.empty());
    kernel_function(p, all, "nova_kernel_" + id, far, body);
    if (divided) access = access_of(p, id, s, filled, reads, captures);
  });
  std::string fields;
  for (Var v : captures) fields += (fields.empty() ? "" : ", ") + p.name(v);
  for (const Given& g : given) fields += (fields.empty() ? "" : ", ") + g.value;
  p.line("const struct nova_env_" + id + " nova_given_" + id + " = {" + fields + "};");
  run_kernel(p, id, units + ", " + grain, shared ? filled : std::vector<Filled>(), access, reads);
}

} // namespace nova::plan
