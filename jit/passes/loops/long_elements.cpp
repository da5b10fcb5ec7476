// Changes reductions of few elements that take long to compute. A reduction is divided into tiles of 1,024 elements.
// Each tile is reduced by one thread (on a GPU, by four threads), so few threads would have work. Therefore a Map
// computes and stores all elements in parallel first, and the reduction reads them. This is done outside of kernels.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include "jit/plan/rewriter.hpp"

namespace nova::plan {
namespace {

constexpr int64_t few = 16 * 1024;                // number of elements of sixteen tiles
constexpr int64_t few_for_gpu = 1024 * 1024 * 32; // number of elements whose tiles occupy 131,072 threads

class Storer {
 public:
  /// `most`: reductions of more elements than this are not changed.
  Storer(Plan& plan, int64_t most) : b(plan), most_(most) {}
  bool run() {
    const auto wanted = [](const Stm& s) {
      return s.op == Op::Reduce && !sizes_of(s) && is_heavy(s.bodies[0]);
    };
    return b.replace_on_host(b.plan.body, wanted, [this](Stm& s) {
      const Stm kept = s;
      b.choose_or_keep(b.less(s.args[0], b.integer(most_ + 1)), s, [&] { return of_stored(kept); });
    });
  }

 private:
  Vars of_stored(const Stm& s) {
    std::vector<VarType> types = b.types_of(s.bodies[0].results);
    for (VarType& t : types) t.column = true;
    Stm map{.op = Op::Map, .args = {s.args[0]}, .span = s.span};
    map.bodies.push_back(copy_body(b.plan, s.bodies[0], {}));
    const Vars elements = b.emit(std::move(map), types);
    Stm rest = s;
    rest.bodies[1] = copy_body(b.plan, s.bodies[1], {});
    rest.bodies[0] = b.loop_body([&](Var i) {
      Vars read;
      for (Var column : elements) read.push_back(b.read(column, i));
      return read;
    });
    return b.with_own_outs(std::move(rest));
  }

  PlanBuilder b;
  const int64_t most_;
};

} // namespace

bool store_long_elements(Plan& plan) { return Storer(plan, few).run(); }
bool store_long_elements_for_gpu(Plan& plan) { return Storer(plan, few_for_gpu).run(); }

} // namespace nova::plan
