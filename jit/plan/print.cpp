// Prints a plan as text:
//
//   (plan
//     (site "E0402" 1 10 20 0)
//     (body ((xs_0 : [int]) (n_1 : int))
//       (let (zero_2 : int) (constant 0))
//       (let (v3 : int)
//         (reduce lane n_1 zero_2
//           (body ((i_4 : int))
//             (let (x_5 : int) (read xs_0 i_4))
//             (results x_5))
//           (body ((v6 : int) (v7 : int))
//             (let (v8 : int) (+ v6 v7))
//             (results v8))))
//       (results v3)))
//
// If a statement makes columns, their size in bytes stands behind its variables as a comment (plan/column_sizes.hpp).
#include "jit/plan/column_sizes.hpp"
#include "jit/plan/names.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// Returns the text as a string literal that Nova's reader reads back.
std::string string_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? "\\n" : c == '\t' ? "\\t" : c == '\r' ? "\\r" : std::string(1, c);
  }
  return out + "\"";
}

class PlanPrinter {
 public:
  explicit PlanPrinter(const Plan& plan) : plan_(plan), names_(plan) {
    for_each_root(plan, [this](const Body& root) {
      for_each_stm(root, [this](const Stm& s) {
        if (s.op == Op::Scalar || s.op == Op::Constant) expressions_.note(s);
      });
    });
  }

  std::string run() {
    text_ = "(plan";
    for (const Site& s : plan_.sites) {
      line(1) += "(site \"" + s.code + "\"";
      for (const uint32_t k : {s.span.file, s.span.begin, s.span.end, s.span.expansion})
        text_ += " " + std::to_string(k);
      text_ += ")";
    }
    for (const Function& f : plan_.functions) {
      line(1) += "(function \"" + f.name + "\"";
      body(f.body, 2);
      if (!f.sizes.params.empty()) body(f.sizes, 2);
      text_ += ")";
    }
    for (const auto& f : plan_.foreigns) {
      line(1) += "(foreign \"" + f->name + "\" " + string_text(f->text) + " (";
      for (const ForeignType& t : f->signature.parameters) text_ += " " + foreign_type(t);
      text_ += ") " + foreign_type(f->signature.result) + cuda_words(*f) + ")";
    }
    for (const Region& r : plan_.regions) {
      line(1) += "(region";
      vars({r.room, r.count}), vars(r.columns);
      text_ += ")";
    }
    if (plan_.text_mode) line(1) += "(text-mode", vars({*plan_.text_mode}), text_ += ")";
    body(plan_.body, 1);
    return std::move(text_ += ")\n");
  }

 private:
  std::string& line(int depth) {
    constexpr int most = 64; // without a limit, n nested choices would be indented by n^2 spaces in all
    return text_.append("\n").append(2 * static_cast<size_t>(std::min(depth, most)), ' ');
  }

  /// Returns what a plan says of a CUDA text: "cuda", or "kernel" and the elements of its results.
  static std::string cuda_words(const ForeignFunction& f) {
    if (f.cuda == CudaKind::None) return "";
    if (f.cuda == CudaKind::Function) return " cuda";
    std::string words = " kernel (";
    for (const Element e : f.signature.outputs) words += " " + std::string(element_name(e));
    return words + (f.zeroed ? ") zeroed" : ")");
  }

  /// Returns a foreign function's type as text: int, [int] for a vector, (int double) for a tuple.
  static std::string foreign_type(const ForeignType& t) {
    std::string items;
    for (const Element e : t.elements) items += (items.empty() ? "" : " ") + std::string(element_name(e));
    if (t.kind == ForeignType::Scalar) return items;
    return t.kind == ForeignType::Vector ? "[" + items + "]" : "(tuple " + items + ")";
  }

  void vars(const std::vector<Var>& vs) {
    for (Var v : vs) text_ += " " + names_(v);
  }

  void body(const Body& b, int depth) {
    line(depth) += "(body (";
    for (size_t k = 0; k < b.params.size(); ++k)
      text_ += (k ? " (" : "(") + names_.with_type(b.params[k]) + ")";
    text_ += ")";
    for (const Stm& s : b.stms) statement(s, depth + 1);
    line(depth + 1) += "(results";
    vars(b.results);
    text_ += "))";
  }

  void statement(const Stm& s, int depth) {
    line(depth);
    if (s.op == Op::Check) return operation(s, depth);
    text_ += "(let";
    for (Var v : s.outs) text_ += " (" + names_.with_type(v) + ")";
    const std::string size = size_text(plan_, s, expressions_);
    if (!size.empty()) text_ += " ; " + size;
    if (s.bodies.empty() && size.empty())
      text_ += " ";
    else
      line(++depth);
    operation(s, depth);
    text_ += ")";
  }

  void operation(const Stm& s, int depth) {
    text_ += "(" + head(s);
    if (s.strategy != Strategy::BySize) text_ += " " + std::string(strategy_word(s.strategy));
    vars(s.args);
    for (const Body& b : s.bodies) body(b, depth + 1);
    text_ += ")";
  }

  /// Returns the operation's name and what stands between it and the arguments, such as a constant's value or a site.
  static std::string head(const Stm& s) {
    const std::string name(op_row(s.op).name);
    switch (s.op) {
    case Op::Scalar: return std::string(builtin(s.builtin).spelling);
    case Op::Constant: return name + " " + constant_text(s.element, s.bits);
    case Op::Check: return name + " " + std::to_string(s.site);
    case Op::Foreign:
    case Op::Launch: return name + " " + std::to_string(s.function);
    case Op::Call: return name + " " + std::to_string(s.function) + " " + std::to_string(s.site);
    case Op::Cell:
    case Op::Append: return name + " " + std::to_string(s.site);
    case Op::Reduce:
      return name + (s.shape == Shape::Lane ? " lane" : " ordered") + (s.start ? " start" : "");
    case Op::ScanScatter: return name + (s.exclusive ? " exclusive" : "");
    case Op::Scan: return name + (s.exclusive ? " exclusive" : "") + (s.after ? " after" : "");
    default: return name;
    }
  }

  const Plan& plan_;
  PlanNames names_;
  ExpressionText expressions_{plan_, [this](Var v) { return names_(v); }, false};
  std::string text_;
};

} // namespace

std::string print_plan(const Plan& plan) { return PlanPrinter(plan).run(); }

} // namespace nova::plan
