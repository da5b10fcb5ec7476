// Prints functors and kernels. Bodies are printed as for C.
#pragma once
#include "jit/emit/c/emitter.hpp"
#include "jit/emit/cuda/emit_cuda.hpp"

namespace nova::plan {

struct Sum;

/// Bytes of a struct of such members.
uint32_t struct_bytes(const std::vector<VarType>& members);
/// Threads of a block whose shared memory holds `each` values a thread, below 48 KiB.
uint32_t threads_for(uint32_t value, uint32_t each);

class CudaEmitter : public Emitter {
 public:
  explicit CudaEmitter(const Plan& plan) : Emitter(plan), made_(device_scalars(plan)) { simd_ = false; }
  CudaText run_all();

 protected:
  void statement(const Stm& s) override;

 private:
  /// What a functor is printed from.
  struct Functor {
    const Stm& s;
    std::string id;
    Vars captures; ///< members
    Vars streams;  ///< outs of the reads in order, which `lot` holds
    Vars columns;  ///< those that they read
    Vars stored;   ///< columns that are written in order
    std::vector<VarType> value;
    int width = 4, flight = 1;
    Names stream_texts{}; ///< where the streams' values stand, if not in packs
    int blocks = 0;       ///< so many on a multiprocessor have to have registers; 0: as the compiler likes
    const Stm* over = nullptr; ///< the statement whose elements a kernel runs over, if it is not `s`
    bool defers = true;        ///< may checks wait until the element's end?
    std::string base{};        ///< what is added to where `stored` are, as " + nova_at"
  };

  void launch(const Stm& s);
  void kernel_of(const Stm& s);

  // ---- functors (emit_cuda.cpp) ----
  Functor functor(const Stm& s, const Body& body, const Vars& stored, std::vector<VarType> value);
  int loads_at_once(const Functor& f, const Body& body) const;
  int values_at_once(const Functor& f) const;
  void find_streams(Functor& f, const Body& body) const;
  void value(const Functor& f);
  void lot(const Functor& f);
  static std::string begin_several(const Body& body);
  void element_member(const Functor& f, const Body& body, const Body* sizes = nullptr,
                      const Names& state = {});
  void element_body(const Functor& f, const Body& body, const Names& state, const Body* sizes = nullptr);
  /// Of the values' components from `first` on.
  void join(const Functor& f, size_t first = 0);
  void store(const Functor& f);
  void member(const std::string& signature, const std::function<void()>& print);
  std::string value_type(VarType t) const { return c_type(t.element) + (t.column ? "*" : ""); }

  // ---- kernels (emit/cuda/kernels.cpp) ----
  void map_kernel(const Stm& s);
  void iota_kernel(const Stm& s);
  void reduce_kernel(const Stm& s);
  void scan_kernel(const Stm& s);
  void put_stored(const Stm& s);
  void filter_kernel_of(const Stm& s);
  void rows_kernels(const Stm& s);
  void offsets_kernel(const Launch& l);
  void each_kernels(const Stm& s);
  void scatter_kernels(const Stm& s);
  void put_members(const Stm& s);
  // ---- emit/cuda/row_folds.cpp ----
  static bool is_small(const Stm& s);
  /// A map's body, cut at its reduction; `own` is what differs from element to element before it.
  struct FoldedMap {
    const Stm* fold;
    Body before, behind;
    std::unordered_set<Var> own;
  };
  std::optional<FoldedMap> folded_map(const Stm& map) const;
  bool fold_kernels(const Stm& map);
  Vars split_head(const Body& before, Vars needed, Vars& head) const;
  void head_member(const Body& before, const Vars& head, const std::string& first = "");
  Functor row_functor(const Stm& map, const FoldedMap& m, Vars& head);
  void row_structure(const Functor& f, const FoldedMap& m, const Vars& head, const std::string& what,
                     const std::function<void()>& reads);
  void row_kernels(const Stm& map, const FoldedMap& m);
  void plain_statements(const Body& b);
  // ---- emit/cuda/segments.cpp ----
  /// Rows whose lengths are told before them: what makes their elements is one scan, or some maps and columns that are there.
  struct MadeRows {
    Body head; ///< what is before the elements; its result is the row's length
    std::vector<const Stm*> makers{};
    const Stm* scan = nullptr;
  };
  std::optional<MadeRows> made_rows(const Stm& s) const;
  void segment_kernels(const Stm& s, const MadeRows& m);
  void lengths_kernel(const Stm& s, const Body& head, const Vars& captures);
  Functor segment_functor(const Stm& s, const MadeRows& m, Vars& head);
  void made_elements(const Functor& f, const MadeRows& m);
  void rows_scatter_kernels(const Stm& s);
  // ---- emit/cuda/tile_folds.cpp ----
  /// A map over rows and columns: reads of its reduction that depend on the row, and those that depend on the
  /// column.
  struct Product {
    Var columns;
    std::vector<const Stm*> left, right;
    bool even; ///< are all reductions known to be of one length?
  };
  std::optional<Product> product_of(const FoldedMap& m) const;
  void product_kernel(const Stm& map, const FoldedMap& m, const Product& p);
  void side(const FoldedMap& m, const std::vector<const Stm*>& reads, const std::string& which);
  bool pair_kernel(const Stm& map, const FoldedMap& m);
  void step(const Functor& f);
  // ---- emit/cuda/grids.cpp ----
  struct Grid;
  std::optional<Grid> grid_of(const Stm& map) const;
  bool is_text_or_outside(const Body& b, Var v) const;
  void split_grid(const Body& b, Grid& g) const;
  std::string sum_text(const Sum& sum) const;
  uint32_t grid_windows(const Grid& g);
  void grid_questions(const Grid& g);
  std::string question_text(const Stm& s) const;
  void grid_element(const Functor& f, const Grid& g);
  bool grid_kernel(const Stm& map);
  // ---- emit/cuda/sorts.cpp ----
  void sort_kernel(const Stm& s);
  void sort_first(const std::string& kernel);
  void radix_kernels(const Stm& s, Var column, Launch& l);
  void radix_entries(const std::string& kernel, const std::string& key, bool keys, size_t digits);
  // ---- emit/cuda/histograms.cpp ----
  void histogram_kernels(const Stm& s);
  bool is_atomic(const Stm& s) const;
  void atomic_histogram(Functor& f);
  void key_sort(const std::string& kernel);
  void ordered_histogram(Functor& f);
  void atomic_members(const Functor& f);
  void leaf(const Functor& f);
  void start(const Functor& f);
  static bool is_lane(const Stm& fold) { return fold.op == Op::Accumulate || fold.shape == Shape::Lane; }
  /// kernels/cuda/row_balancing.h's name of who takes the rows.
  static std::string taker(Strategy s);
  static std::string lane_argument(const Stm& fold) { return is_lane(fold) ? "<true>" : "<false>"; }
  void after(const Functor& f);
  void finish(const Functor& f);
  void structure(const Functor& f, const std::string& what, const Names& members,
                 const std::function<void()>& print);
  void entry(const Functor& f, const Names& members, const std::string& kernel, const std::string& call,
             const Names& arguments, uint32_t threads);
  void note_kernel(const std::string& kernel);
  Launch& launch_of(const Functor& f, std::vector<VarType> value, bool arena);
  std::string word(size_t k, Var v) const;
  Names declared_all(const Vars& vars) const;

  std::vector<bool> made_;
  std::unordered_map<const Stm*, Launch> launches_;
  const Vars* streams_ = nullptr; ///< while an element's body is printed
};

} // namespace nova::plan
