// Prints products of matrices: maps in which each element accumulates, by fma, the products of a row of one matrix
// and a column of the other. They are computed by blocks that fit in registers (kernels/c/matrix_product.h), with the
// same bits as the plan's own loops.
#include "jit/emit/c/maps/matrix_products.hpp"
#include "jit/emit/c/kernels.hpp"
#include <unordered_map>

namespace nova::plan {

namespace {

/// Recognises a map that is a product of matrices.
class Matcher {
 public:
  Matcher(const Plan& plan, const Stm& map) : plan_(plan), map_(map) {
    for (const Stm& s : map.bodies[0].stms) note(s);
  }

  std::optional<MatrixProduct> match() {
    const Body& body = map_.bodies[0];
    if (map_.outs.size() != 1 || body.stms.empty()) return {};
    const Stm& sum = body.stms.back();
    if (sum.op != Op::Accumulate || sum.outs != body.results || sum.outs.size() != 1 ||
        !is_floating(plan_[sum.outs[0]].element))
      return {};
    for (const Stm& s : body.stms)
      if (&s != &sum && s.op != Op::Scalar) return {};
    for (const Stm& s : sum.bodies[0].stms) note(s);
    return step(sum) && joins(sum) ? std::optional(found_) : std::nullopt;
  }

 private:
  void note(const Stm& s) {
    if (s.outs.size() == 1) made_[s.outs[0]] = &s;
  }
  const Stm* scalar(Var v, BuiltinId id) const {
    const auto at = made_.find(v);
    return at != made_.end() && at->second->op == Op::Scalar && at->second->builtin == id ? at->second
                                                                                          : nullptr;
  }
  /// Returns the other operand, if v is the operation `id` on `fixed` and another operand; nothing otherwise.
  std::optional<Var> beside(Var v, BuiltinId id, Var fixed) const {
    const Stm* s = scalar(v, id);
    if (!s) return {};
    if (s->args[1] == fixed) return s->args[0];
    if (id != BuiltinId::Divide && id != BuiltinId::Remainder && s->args[0] == fixed) return s->args[1];
    return {};
  }

  /// Splits the index of a read into the index within the matrix and, if there is one, the index at which the matrix
  /// begins: a summand that is bound before the map.
  std::pair<Var, std::optional<Var>> place(const Stm& read, Var i, Var k) const {
    const Stm* at = scalar(read.args[1], BuiltinId::Add);
    for (size_t side = 0; at && side < 2; ++side) {
      const Var first = at->args[side], rest = at->args[1 - side];
      if (first != i && first != k && !made_.contains(first) && scalar(rest, BuiltinId::Add))
        return {rest, first};
    }
    return {read.args[1], {}};
  }

  /// Whether the step of the accumulation is fma(a[(i / m) * depth + k], b[i % m + k * m], state). Stores the
  /// operands in found_.
  bool step(const Stm& sum) {
    const Body& b = sum.bodies[0];
    const Var state = b.params[0], k = b.params[1], i = map_.bodies[0].params[0];
    found_.depth = sum.args[0], found_.start = sum.args[1];
    const Stm* f = b.stms.empty() ? nullptr : scalar(b.results[0], BuiltinId::Fma);
    if (!f || f->args[2] != state || b.stms.size() > 8) return false;
    const auto read = [&](Var v) {
      return made_.contains(v) && made_.at(v)->op == Op::Read ? made_.at(v) : nullptr;
    };
    const Stm *left = read(f->args[0]), *right = read(f->args[1]);
    return left && right && (factors(*left, *right, i, k) || factors(*right, *left, i, k));
  }

  bool factors(const Stm& a, const Stm& b, Var i, Var k) {
    const auto [a_place, a_first] = place(a, i, k);
    const auto [b_place, b_first] = place(b, i, k);
    const auto row = beside(a_place, BuiltinId::Add, k);
    const auto row_number = row ? beside(*row, BuiltinId::Multiply, found_.depth) : std::nullopt;
    const Stm* divide = row_number ? scalar(*row_number, BuiltinId::Divide) : nullptr;
    if (!divide || divide->args[0] != i) return false;
    found_.columns = divide->args[1];
    const Stm* at = scalar(b_place, BuiltinId::Add);
    for (size_t side : {size_t{0}, size_t{1}}) {
      if (!at || beside(at->args[side], BuiltinId::Multiply, found_.columns) != k) continue;
      const Stm* column = scalar(at->args[1 - side], BuiltinId::Remainder);
      if (!column || column->args != Vars{i, found_.columns}) return false;
      found_.a = a.args[0], found_.b = b.args[0], found_.a_first = a_first, found_.b_first = b_first;
      return true;
    }
    return false;
  }

  bool joins(const Stm& sum) const {
    const Body& b = sum.bodies[1];
    return b.stms.size() == 1 && b.stms[0].op == Op::Scalar && b.stms[0].builtin == BuiltinId::Add &&
           b.stms[0].args == b.params && b.stms[0].outs == b.results;
  }

  const Plan& plan_;
  const Stm& map_;
  MatrixProduct found_{};
  std::unordered_map<Var, const Stm*> made_;
};

/// The C expressions that the printed product consists of.
struct ProductText {
  std::string type, suffix; ///< the elements' C type, and how its functions' names end
  std::string out, a, b, depth, columns, start;
  std::string width; ///< how many columns a block has
};

ProductText text_of(const BodyPrinter& p, const Stm& s, const MatrixProduct& m) {
  const std::string type = c_type(p.element(s.outs[0]));
  const auto from = [&](Var matrix, std::optional<Var> first) {
    return p.name(matrix) + (first ? " + " + p.name(*first) : "");
  };
  return {type,
          type.substr(3),
          p.name(s.outs[0]),
          from(m.a, m.a_first),
          from(m.b, m.b_first),
          p.name(m.depth),
          p.name(m.columns),
          p.name(m.start),
          "NV_PRODUCT_COLUMNS(sizeof(" + type + "))"};
}

/// Prints a loop that packs the blocks begin .. end - 1 of a's rows, counted from the block `first` on.
void pack_rows(BodyPrinter& p, const ProductText& t, const std::string& begin, const std::string& end,
               const std::string& first) {
  p.line("for (nv_i64 i = " + begin + "; i < " + end + "; ++i)");
  p.line("  nv_pack_rows_" + t.suffix + "(packed + i * NV_PRODUCT_ROWS * " + t.depth + ", " + t.a + ", (" +
         first + " + i) * NV_PRODUCT_ROWS, rows, " + t.depth + ");");
}

/// Prints code that packs the block of b's columns from `column` on, and multiplies it with the packed blocks of rows begin ..
/// end - 1, counted from the block `first` on.
void multiply_columns(BodyPrinter& p, const ProductText& t, const std::string& begin, const std::string& end,
                      const std::string& first) {
  p.line("nv_pack_columns_" + t.suffix + "(part, " + t.b + ", column, " + t.columns + ", " + t.depth + ");");
  p.open("for (nv_i64 r = " + begin + "; r < " + end + "; ++r)");
  p.poll("64");
  p.line("nv_product_block_" + t.suffix + "(" + t.out + ", packed + r * NV_PRODUCT_ROWS * " + t.depth +
         ", part, (" + first + " + r) * NV_PRODUCT_ROWS, rows, column, " + t.columns + ", " + t.depth + ", " +
         t.start + ");");
  p.close();
}

Vars with_first(Vars all, std::optional<Var> first) {
  if (first) all.push_back(*first);
  return all;
}

/// Prints two kernels that compute the blocks of rows begin .. end - 1 of the product. The first packs these rows of a. In
/// the second, each unit packs a block of b's columns and multiplies it with one half of the blocks of rows.
void blocks_of_rows(BodyPrinter& p, const Stm& s, const MatrixProduct& m) {
  const ProductText t = text_of(p, s, m);
  const std::vector<Given> given = {{t.type + "*", "packed", "packed"},
                                    {"nv_i64", "rows", "rows"},
                                    {"nv_i64", "first", "begin"},
                                    {"nv_i64", "blocks", "end - begin"}};
  p.line("const nova_mark unpacked = nova_arena_mark(t);");
  p.line(t.type + "* packed;"), p.allocate("packed", "(end - begin) * NV_PRODUCT_ROWS * " + t.depth);
  kernel(p, s, "the rows of " + p.name(m.a) + ", packed", with_first({m.a, m.depth}, m.a_first), given,
         "end - begin", "4", [&] { pack_rows(p, t, "begin", "end", "first"); });
  kernel(p, s, "blocks of rows of the product of " + p.name(m.a) + " and " + p.name(m.b),
         with_first({s.outs[0], m.b, m.depth, m.columns, m.start}, m.b_first), given,
         "2 * ((" + t.columns + " + " + t.width + " - 1) / " + t.width + ")", "1", [&] {
           p.line(t.type + "* part;"), p.allocate("part", t.width + " * " + t.depth);
           p.open("for (nv_i64 i = begin; i < end; ++i)");
           p.line("const nv_i64 column = i / 2 * " + t.width + ", half = blocks / 2;");
           multiply_columns(p, t, "i % 2 ? half : 0", "(i % 2 ? blocks : half)", "first");
           p.close();
         });
  p.line("nova_arena_reset(t, unpacked);");
}

/// Prints the product as a kernel over blocks of rows, which has the threads share each range of them.
void product_in_kernels(BodyPrinter& p, const Stm& s, const MatrixProduct& m) {
  const std::string n = p.name(s.args[0]), columns = p.name(m.columns), rows = p.fresh("rows");
  p.line("const nv_i64 " + rows + " = " + n + " / " + columns + ";");
  kernel(p, s, "product of " + p.name(m.a) + " and " + p.name(m.b),
         with_first(with_first({s.outs[0], m.a, m.b, m.depth, m.columns, m.start}, m.a_first), m.b_first),
         {{"nv_i64", "rows", rows}}, "(" + rows + " + NV_PRODUCT_ROWS - 1) / NV_PRODUCT_ROWS", "0",
         [&] { blocks_of_rows(p, s, m); }, {{p.name(s.outs[0]), n, "NV_PRODUCT_ROWS * " + columns}},
         {{&s.bodies[0]}, "NV_PRODUCT_ROWS", m.columns});
}

/// Prints the product inside of a kernel, where one thread computes it. The packed blocks lie in the task's arena.
void product_in_place(BodyPrinter& p, const Stm& s, const MatrixProduct& m) {
  const ProductText t = text_of(p, s, m);
  p.line("const nova_mark unpacked = nova_arena_mark(t);");
  p.line("const nv_i64 rows = " + p.name(s.args[0]) + " / " + t.columns +
         ", blocks = (rows + NV_PRODUCT_ROWS - 1) / NV_PRODUCT_ROWS;");
  p.line(t.type + " *packed, *part;");
  p.allocate("packed", "blocks * NV_PRODUCT_ROWS * " + t.depth),
      p.allocate("part", t.width + " * " + t.depth);
  pack_rows(p, t, "0", "blocks", "0");
  p.open("for (nv_i64 column = 0; column < " + t.columns + "; column += " + t.width + ")");
  multiply_columns(p, t, "0", "blocks", "0");
  p.close();
  p.line("nova_arena_reset(t, unpacked);");
}

} // namespace

std::optional<MatrixProduct> matrix_product(const Plan& plan, const Stm& map) {
  return Matcher(plan, map).match();
}

void whole_product(BodyPrinter& p, const Stm& s, const MatrixProduct& m) {
  const std::string n = p.name(s.args[0]), columns = p.name(m.columns);
  const std::string whole = columns + " > 0 && " + n + " % " + columns + " == 0";
  p.line("#ifdef NV_PRODUCT");
  if (p.modes.host) {
    p.put_apart("#ifdef NV_PRODUCT\n");
    p.open("if (" + whole + ")"), product_in_kernels(p, s, m), p.close(" else");
    p.put_apart("#endif\n");
  } else {
    // Padding a small product to whole blocks takes longer than its plain loops.
    p.open("if (" + whole + " && " + columns + " >= 16 && " + n + " / " + columns +
           " >= NV_PRODUCT_ROWS && " + p.name(m.depth) + " >= 16)");
    product_in_place(p, s, m), p.close(" else");
  }
  p.line("#endif");
}

} // namespace nova::plan
