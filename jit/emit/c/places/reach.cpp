#include "jit/emit/c/places/reach.hpp"
#include "jit/analysis/numeric_sort.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/places/sorts.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// A place in a column from outside of a kernel: the column, and the span of what is added to an index.
struct Outside {
  Var column;
  std::string offset; ///< "" for nothing
};

/// Returns a constant, or what a kernel captures, in C.
std::string outer(const BodyPrinter& p, Var v) {
  return p.texts().contains(v) ? p.name(v) : "env->" + p.name(v);
}

/// Prints a kernel's body in spans.
class ReachPrinter {
 public:
  ReachPrinter(BodyPrinter& p, const Vars& captures) : p_(p) {
    for (Var v : captures) captured_.insert(v);
  }
  size_t pieces = 0; ///< printed so far, at most

  void print(const Stm& s, const Reads& reads) {
    for (const Body* b : reads.bodies) note_needed(*b);
    if (const auto index = loop_index(s)) spans_[*index] = "own";
    if (s.op == Op::Scan && s.after) spans_[s.bodies[2].params.back()] = "own";
    for (const Filled& f : reads.own) own(f);
    for (const Body* b : reads.bodies) body(*b);
  }

 private:
  void own(const Filled& f) {
    const std::string column = "env->" + f.column, size = " * " + f.each + " * (nv_i64)sizeof *" + column;
    p_.line("*to++ = (nova_piece){" + column + ", begin" + size + ", end" + size + "};");
    ++pieces;
  }

  /// Notes what places depend on, the last statements first.
  void note_needed(const Body& b) {
    for (auto at = b.stms.rbegin(); at != b.stms.rend(); ++at) {
      const Stm& s = *at;
      if (s.op == Op::Read || s.op == Op::Shift) needed_.insert(s.args[1]);
      const auto is_any_of = [&](const std::unordered_set<Var>& set) {
        return std::ranges::any_of(s.outs, [&](Var v) { return set.contains(v); });
      };
      const bool is_needed = is_any_of(needed_);
      if (is_needed && s.op == Op::Scalar) needed_.insert(s.args.begin(), s.args.end());
      if (is_any_of(asked_) && s.op == Op::Scalar) asked_.insert(s.args.begin(), s.args.end());
      if (s.op == Op::If) asked_.insert(s.args[0]);
      if (is_loop(s.op) && loop_index(s)) needed_.insert(loop_length(s));
      for (const Body& inner : s.bodies) {
        if (is_needed && s.op == Op::If) needed_.insert(inner.results.begin(), inner.results.end());
        note_needed(inner);
      }
    }
  }

  /// Returns the span of an int or a condition, in C.
  std::string span(Var v) const {
    if (const auto at = spans_.find(v); at != spans_.end()) return at->second;
    const VarType t = p_.plan()[v];
    const bool known = !t.column && (t.element == Element::I64 || t.element == Element::Bool) &&
                       (captured_.contains(v) || p_.texts().contains(v));
    return known ? "nova_exactly(" + outer(p_, v) + ")" : "NOVA_ALL";
  }

  std::optional<Outside> outside(Var v) const {
    if (const auto at = shifted_.find(v); at != shifted_.end()) return at->second;
    const bool is = p_.plan()[v].column && captured_.contains(v) && !p_.plan().tables.contains(v);
    return is ? std::optional(Outside{v, ""}) : std::nullopt;
  }

  std::string place(const Outside& in, Var index) const {
    return in.offset.empty() ? span(index) : "nova_span_add(" + span(index) + ", " + in.offset + ")";
  }

  /// A column from outside, all of which may be used.
  void mention(Var v) {
    const auto column = outside(v);
    if (!column || !all_.insert(column->column).second) return;
    p_.line("*to++ = (nova_piece){" + outer(p_, column->column) + ", -NOVA_FAR, NOVA_FAR};");
    ++pieces;
  }

  void define(Var v, const std::string& value) {
    const std::string name = p_.fresh("span");
    p_.line("const nova_span " + name + " = " + value + ";"), spans_[v] = name;
  }

  void read(const Stm& s) {
    const auto column = outside(s.args[0]);
    if (!column) return;
    const std::string name = outer(p_, column->column), at = place(*column, s.args[1]);
    if (!all_.contains(column->column)) {
      p_.line("to = nova_reads(to, " + name + ", sizeof *" + name + ", " + at + ");");
      pieces += 2;
    }
    if (p_.element(s.outs[0]) != Element::I64 || !needed_.contains(s.outs[0])) return;
    const bool ascends = p_.flow() && p_.flow()->is_offsets(column->column);
    define(s.outs[0], "t->host->divider->values(t, " + name + ", " + at + ", " + (ascends ? "1" : "0") + ")");
  }

  void scalar(const Stm& s) {
    if (!needed_.contains(s.outs[0]) && !asked_.contains(s.outs[0])) return;
    const auto two = [&](const char* f, size_t a = 0, size_t b = 1) {
      define(s.outs[0], std::string("nova_span_") + f + "(" + span(s.args[a]) + ", " + span(s.args[b]) + ")");
    };
    const auto negated = [&](const char* f) {
      two(f), define(s.outs[0], "nova_span_not(" + spans_[s.outs[0]] + ")");
    };
    if (s.element == Element::Bool) switch (s.builtin) {
      case BuiltinId::And: return two("min");
      case BuiltinId::Or: return two("max");
      case BuiltinId::Not: return define(s.outs[0], "nova_span_not(" + span(s.args[0]) + ")");
      default: return;
      }
    if (s.element != Element::I64) return;
    switch (s.builtin) {
    case BuiltinId::Add: return two("add");
    case BuiltinId::Subtract: return two("sub");
    case BuiltinId::Multiply: return two("mul");
    case BuiltinId::Divide: return two("div");
    case BuiltinId::Remainder: return two("rem");
    case BuiltinId::Min: return two("min");
    case BuiltinId::Max: return two("max");
    case BuiltinId::Less: return two("lt");
    case BuiltinId::LessEqual: return two("le");
    case BuiltinId::Greater: return two("lt", 1, 0);
    case BuiltinId::GreaterEqual: return two("le", 1, 0);
    case BuiltinId::Equal: return two("eq");
    case BuiltinId::NotEqual: return negated("eq");
    default: return;
    }
  }

  /// Only the branches that may be taken count.
  void branch(const Stm& s) {
    std::vector<std::string> outs;
    for (Var v : s.outs) {
      mention_results(s, v);
      outs.push_back(p_.fresh("span"));
      p_.line("nova_span " + outs.back() + " = NOVA_ALL;");
    }
    const std::string c = p_.fresh("span"), taken = p_.fresh("taken");
    p_.line("const nova_span " + c + " = " + span(s.args[0]) + ";"), p_.line("int " + taken + " = 0;");
    for (size_t side = 0; side < 2; ++side) {
      p_.open(side == 0 ? "if (nova_high(" + c + ") > 0)" : "if (nova_low(" + c + ") <= 0)");
      const auto before = all_; // what a branch mentions another one may not
      body(s.bodies[side]);
      for (size_t k = 0; k < outs.size(); ++k) {
        const std::string value = span(s.bodies[side].results[k]);
        p_.line(outs[k] + " = " +
                (side == 0 ? value : taken + " ? nova_either(" + outs[k] + ", " + value + ") : " + value) +
                ";");
      }
      p_.line(taken + " = 1;"), p_.close();
      all_ = before;
    }
    for (size_t k = 0; k < outs.size(); ++k) spans_[s.outs[k]] = outs[k];
  }

  /// A column that an If chooses is not followed.
  void mention_results(const Stm& s, Var out) {
    if (!p_.plan()[out].column) return;
    const auto k = static_cast<size_t>(std::ranges::find(s.outs, out) - s.outs.begin());
    for (const Body& b : s.bodies) mention(b.results[k]);
  }

  void statement(const Stm& s) {
    switch (s.op) {
    case Op::Constant:
    case Op::Check: return;
    case Op::Scalar: return scalar(s);
    case Op::Read: return read(s);
    case Op::If: return branch(s);
    case Op::Shift:
      if (const auto column = outside(s.args[0])) {
        const std::string by = p_.fresh("span");
        p_.line("const nova_span " + by + " = " + place(*column, s.args[1]) + ";");
        shifted_[s.outs[0]] = {column->column, by};
      }
      return;
    default: break;
    }
    for (Var v : s.args) mention(v);
    if (is_loop(s.op))
      if (const auto index = loop_index(s)) define(*index, "nova_span_below(" + span(loop_length(s)) + ")");
    for (const Body& b : s.bodies) body(b);
  }

  void body(const Body& b) {
    for (const Stm& s : b.stms) statement(s);
    for (Var v : b.results) mention(v);
  }

  BodyPrinter& p_;
  std::unordered_set<Var> captured_;
  std::unordered_set<Var> needed_, asked_; ///< what places and conditions depend on
  std::unordered_set<Var> all_;            ///< columns that are mentioned
  std::unordered_map<Var, std::string> spans_;
  std::unordered_map<Var, Outside> shifted_;
};

} // namespace

size_t print_reach(BodyPrinter& p, const std::string& id, const Stm& s, const Reads& reads,
                   const Vars& captures) {
  p.open("static nv_i64 nova_reach_" + id +
         "(nova_task* t, const void* given, nv_i64 begin, nv_i64 end, nova_piece* to)");
  p.line("const struct nova_env_" + id + "* env = given;");
  p.line("const nova_piece* const first = to;"), p.line("(void)t, (void)env;");
  p.line("const nv_i64 width = " + reads.width + (reads.times ? " * " + outer(p, *reads.times) : "") + ";");
  p.line("const nova_span own = nova_interval(begin * width, end * width - 1);"), p.line("(void)own;");
  ReachPrinter printer(p, captures);
  printer.print(s, reads);
  p.line("return to - first;");
  p.close();
  return printer.pieces;
}

bool has_even_units(const Stm& s) {
  std::unordered_set<Var> bound;
  for (const Body& b : s.bodies)
    for (Var v : bound_variables(b)) bound.insert(v);
  bool even = true;
  for (const Body& b : s.bodies)
    for_each_stm(b, [&](const Stm& in) {
      even &= in.op != Op::Call && in.op != Op::Foreign;
      if (is_loop(in.op)) even &= loop_index(in) && !bound.contains(loop_length(in));
    });
  return even;
}

void fetch(BodyPrinter& p, const Names& columns) {
  if (!p.flow() || !p.modes.host || p.fetched || columns.empty()) return;
  std::string all;
  for (const std::string& c : columns) all += (all.empty() ? "{" : ", {") + c + ", -NOVA_FAR, NOVA_FAR}";
  p.line("if (t->host->divider->fetch(t, (const nova_piece[]){" + all + "}, " +
         std::to_string(columns.size()) + ")) return 1;");
}

namespace {

/// Returns the columns that statement k uses, and those that are there before it and that statements behind it use, if they
/// may be printed with it: calls side by side, and maps that a sort carries along.
Names used_from(const BodyPrinter& p, const Body& b, size_t k) {
  const bool groups = b.stms[k].op == Op::Sort || b.stms[k].op == Op::Call;
  std::unordered_set<Var> later, used;
  Names columns;
  for (size_t at = k; at < b.stms.size() && (at == k || groups); ++at) {
    for (Var v : used_columns(p.plan(), b.stms[at]))
      if (!later.contains(v) && !p.plan().tables.contains(v) && !p.unfilled.columns.contains(v) &&
          used.insert(v).second)
        columns.push_back(p.name(v));
    later.insert(b.stms[at].outs.begin(), b.stms[at].outs.end());
  }
  return columns;
}

} // namespace

namespace {

/// Whether statement k is a sort of numbers that is printed with the next statement, and alone.
bool sorts_alone(const BodyPrinter& p, const Body& b, size_t k) {
  if (b.stms[k].op != Op::Sort || !p.simd() || k + 1 == b.stms.size()) return false;
  const std::optional<Var> column = sorted_numbers(b.stms[k]);
  return column && takes_sorted(p, b.stms[k], *column, b.stms[k + 1]);
}

} // namespace

void fetch_used(BodyPrinter& p, const Stm& s) {
  Names columns;
  for (Var v : used_columns(p.plan(), s))
    if (!p.plan().tables.contains(v)) columns.push_back(p.name(v));
  fetch(p, columns);
}

bool fetch_for(BodyPrinter& p, const Body& b, size_t k) {
  const Stm& s = b.stms[k];
  if (!p.flow() || !p.modes.host || p.fetched) return p.fetched;
  if (holds_dividable(s) || s.op == Op::Shift || sorts_alone(p, b, k)) return false;
  if (s.op != Op::Read) return fetch(p, used_from(p, b, k)), true;
  if (p.plan().tables.contains(s.args[0])) return true;
  const std::string column = p.name(s.args[0]), size = "(nv_i64)sizeof *" + column, at = p.name(s.args[1]);
  p.line("if (t->host->divider->fetch(t, &(const nova_piece){" + column + ", " + at + " * " + size + ", (" +
         at + " + 1) * " + size + "}, 1)) return 1;");
  return true;
}

} // namespace nova::plan
