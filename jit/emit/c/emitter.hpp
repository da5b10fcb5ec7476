// What prints C from a plan.
//
// Statements stand at one of two levels. At the host's level (the plan's own body, and the bodies of its If,
// Loop and Foldl) a statement over n elements becomes a kernel: a function over a range of units, which
// threads share. Inside a kernel it becomes a loop, and columns come from the task's arena.
//
// A body is printed in place, or, where it is used more than once, as a static inline function. Whatever may
// end a run (a failed check, no memory, a stop) returns 1 from there up to nova_run. Bodies of plain
// arithmetic defer their checks instead (`*bad |= ..`), so that their loops become SIMD.
#pragma once
#include "jit/analysis/kernels.hpp"
#include "jit/analysis/static_arguments.hpp"
#include "jit/analysis/uniqueness.hpp"
#include "jit/emit/c/emit_c.hpp"
#include "jit/plan/names.hpp"
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace nova::plan {

using Vars = std::vector<Var>;
using Names = std::vector<std::string>;

Names concat(Names a, const Names& b);
/// y0 + by, y1 + by, ..
Names moved(Names all, const std::string& by);

/// nv_f32
std::string c_type(Element e);
/// The C function of a scalar built-in at its types: nv_add_f32, nv_to_i64_f64.
std::string c_function(BuiltinId id, Element operand, Element result);

/// Is it a maths function, of some dozens of operations?
bool is_maths(BuiltinId id);

/// What joins with anything without changing a bit of it: -0.0 for a floating +; "" where there is no such
/// thing.
std::string c_neutral(BuiltinId id, Element e);

/// May running the body end the run? Otherwise it is arithmetic and reads, whose checks can wait for the end:
/// behind a check that failed, element 0 is read.
bool stops(const Body& b);
/// Or does it read behind a check, where nothing may be read that is not there?
bool stops_or_reads(const Body& b);
/// Is the constant an argument of nova_run? `text` are the variables that decide over the code.
std::vector<Var> literal_variables(const Plan& plan);

/// What a statement over elements computes, in the variables' names; "" for those that need more than a line.
std::string wording(const Plan& plan, const Names& names, const Stm& s);
/// A number of the type in C, to the bit.
std::string floating_literal(Element e, uint64_t bits);

/// A map that is a product of matrices: a has `depth` columns, b `columns`.
struct MatrixProduct {
  Var a, b, depth, columns, start;
  std::optional<Var> a_first{}, b_first{}; ///< where the matrices begin in their columns, if not at 0
};
std::optional<MatrixProduct> matrix_product(const Plan& plan, const Stm& map);

/// A comparison in a loop's body that the index decides: its answer on the range that `narrow` leaves (of lo,
/// hi).
struct IndexCondition {
  Var out;
  bool answer;
  std::string narrow;
  std::string offset{}; ///< of one that changes its answer once: what is added to the index
  bool early = false;   ///< likewise: it holds first, and then no more
};

class Emitter {
 public:
  explicit Emitter(const Plan& plan);
  virtual ~Emitter() = default;
  /// The whole text, or "".
  std::string run();

 protected:
  /// A function in C whose first arguments are the task, `bad` and what it captures.
  struct Function {
    std::string name;
    Vars captures;
    bool stops = false;
  };
  /// The bodies of a reduction or scan, and its state.
  struct Fold {
    const Stm& s;
    std::string id;
    Function element, join;
    std::vector<Element> types;
    Vars captures; ///< of both
    bool stops;
    bool steps;       ///< Accumulate: `element` takes the state too
    Names neutrals{}; ///< of each component, where each is joined by one operation that has one; else none
    bool guesses = false; ///< lanes of floating min and max hold numbers, not ranks
    int width = 16;       ///< lanes side by side; only where their order does not matter are there not 16
    bool far = false;     ///< goes through a whole column, at the host's level
  };

  // ---- text (emit_c.cpp) ----
  void line(const std::string& text);
  void open(const std::string& text) { line(text + " {"), ++indent_; }
  void close(const std::string& after = "") { --indent_, line("}" + after); }
  void otherwise() { --indent_, line("} else {"), ++indent_; }
  void comment(const Stm& s, const std::string& what);
  std::string name(Var v) const { return names_[static_cast<size_t>(v)]; }
  Names name(const Vars& vars) const;
  std::string type_of(Var v) const;
  std::string declared(Var v, bool restricted = false) const;
  std::string fresh(const char* role) { return std::string("nova_") + role + "_" + std::to_string(++used_); }
  Element element(Var v) const { return plan_[v].element; }
  /// Prints into a text of its own, put before what is being printed.
  void apart(const std::function<void()>& print);
  void entry();

  // ---- bodies (emit/c/body.cpp) ----
  /// What the bodies use and do not bind, in order of first use; `first` comes first.
  Vars free_variables(std::initializer_list<const Body*> bodies, const Vars& first = {}) const;
  bool takes_memory(const Body& b) const;
  bool calls_itself(const Body& b) const;
  void statements(const Body& b);
  /// Which variable of a loop's state ends it, by which value.
  struct LoopEnd {
    size_t flag;
    bool value;
  };
  std::optional<LoopEnd> loop_end(const Stm& s) const;
  void end_round(const Stm& loop, const Body& b, const Vars& results, const LoopEnd& end);
  virtual void statement(const Stm& s);
  static std::string constant_text(const Stm& s);
  void constant(const Stm&) {} ///< it stands in its users' text
  void shift(const Stm& s);
  void scalar(const Stm& s);
  void read(const Stm& s);
  void check(const Stm& s);
  void branch(const Stm& s);
  bool ends(const Body& b) const { return simd_ ? stops(b) : stops_or_reads(b); }
  bool is_choice(const Stm& s) const;
  bool both(const Stm& s) const { return defers_ && is_choice(s); }
  void deferring(const Body& b, const std::function<void()>& print);
  std::string place(Var index) const;
  void loop(const Stm& s);
  void foldl(const Stm& s);
  // ---- the plan's functions (emit/c/functions.cpp) ----
  void plan_functions();
  void plan_function(const nova::plan::Function& f, const std::string& head, bool plain);
  bool in_registers(size_t k) const;
  Vars used(size_t k, const Vars& all) const;
  Vars listed(size_t k, const Vars& all) const;
  void name_handed_on();
  void read_handed_on(const Stm& fold, const std::function<void()>& print);
  std::string handed_on_parameter() const { return "const struct " + handed_on_type_ + "* same"; }
  std::string handed_to(size_t k, const Vars& arguments);
  std::string given_parameters(size_t k) const;
  void number_function(size_t k);
  void call(const Stm& s);
  void call_in_turn(const Stm& s);
  void call_function(const Stm& s);
  void call_deeper(const Stm& s);
  void leaf_function(size_t k);
  // ---- calls side by side (emit/c/parallel_calls.cpp) ----
  size_t calls_beside(const Body& b, size_t k) const;
  Vars taken(const Stm& s) const;
  void calls_function(const std::string& id, std::span<const Stm> calls, const Vars& captures);
  void side_by_side(std::span<const Stm> calls);
  void beside(std::span<const Stm> calls);
  void calls_in_turn(std::span<const Stm> calls);
  void settle_beside(std::span<const Stm> calls);
  Function shared_calls(std::span<const Stm> calls, const std::string& cases, const Vars& captures);
  // ---- cells (emit/c/cells.cpp) ----
  std::vector<const Region*> last_seen(const Stm& s) const;
  void with_shares(const Stm& s, const std::function<void()>& print);
  void take_places(const Stm& s, const std::string& n);
  void cell(const Stm& s);
  void append(const Stm& s);
  std::string signature(size_t k) const;
  void keep(const Stm& s, const std::string& mark);
  /// The body as a block, its parameters set to these expressions; `use` prints what is done with its
  /// results.
  void block(const Body& b, const Names& arguments, const std::function<void(const Names&)>& use);
  void declare(const Vars& vars);
  void set(const Vars& vars, const Names& values);
  void poll(const std::string& turns = "1");
  std::string rarely(const std::string& condition) const;
  std::string own_fuel(std::initializer_list<const Body*> bodies);
  void turn(const std::string& fuel);
  void allocate(const std::string& column, const std::string& n);

  // ---- functions (emit/c/body.cpp) ----
  Function function(const Body& b, const char* role, bool stops = false);
  /// Prints a function: `parameters` follow the captured variables.
  /// `in_place`: where it is called; otherwise it is a function of its own, none of whose columns overlap.
  Function function(const char* role, Vars captures, bool stops, const Names& parameters,
                    const std::function<void()>& body, bool in_place = true);
  /// A call; the results go where the last arguments point.
  void call(const Function& f, const Names& arguments);
  void stop() { line("return 1;"); }

  // ---- loops in parts (emit/c/loop_splitting.cpp) ----
  std::optional<std::string> beside(const Body& b, const Stm& read, const std::string& at) const;
  std::vector<IndexCondition> index_conditions(const Body& b, Var index) const;
  std::optional<std::string> row_length(const Body& b) const;
  void range_of(const std::vector<IndexCondition>& conditions, const std::string& begin,
                const std::string& end);
  void knowing(const std::vector<IndexCondition>& conditions, const std::function<void()>& print);
  using Loop = std::function<void(const std::string& begin, const std::string& end)>;
  void in_parts(const Body& b, const std::string& begin, const std::string& end, const Loop& loop);
  void in_pieces(const Body& b, const IndexCondition& cut, const std::string& begin, const std::string& end,
                 const Loop& loop);
  void as_it_stands(const std::string& begin, const std::string& end, const Loop& loop);
  void three_parts(const std::vector<IndexCondition>& conditions, const std::string& begin,
                   const std::string& end, const std::string& unless, const Loop& loop);
  void in_rows(const Body& b, const std::string& begin, const std::string& end, const std::string& length,
               const Loop& loop);
  void unswitched(std::span<const std::pair<Var, std::string>> branches, const std::string& begin,
                  const std::string& end, const Loop& loop);
  void by_answer(Var question, const std::string& truth, const std::function<void()>& yes,
                 const std::function<void()>& no);
  void by_answers(const Body& b, const std::string& begin, const std::string& end, const Loop& loop,
                  int most = 2);
  std::optional<bool> known(Var v) const;
  void learn(const Stm& s);

  // ---- kernels (emit_c.cpp) ----
  /// Extra things that a kernel gets beside what it captures: declaration (`nv_i64* turn`) and value.
  struct Given {
    std::string type, name, value;
  };
  void kernel(const Stm& s, const std::string& what, const Vars& captured, const std::vector<Given>& given,
              const std::string& units, const std::string& grain, const std::function<void()>& body);
  std::string grain(const Body& b, int64_t flat) const;

  // ---- loops in stages (emit/c/loop_fission.cpp) ----
  static bool is_arithmetic(const Stm& s);
  static bool is_arithmetic(const Body& b);
  bool is_even(const Body& b) const;
  Vars kept_at(const Body& b, size_t at) const;
  std::vector<size_t> stages(const Body& b) const;
  void stage(const Stm& map, size_t first, size_t last, const std::string& base, const std::string& count);
  void staged_loop(const Stm& map, const std::vector<size_t>& stages, const std::string& from,
                   const std::string& to);

  // ---- batches of rows (emit/c/row_batches.cpp) ----
  /// A map of reductions that suits: `apart` as in made_apart.
  struct Batch {
    const Stm& reduce;
    Var base;
    bool apart;
  };
  /// A read at a place that was read, and what tells the place.
  struct Gather {
    const Stm& read;
    Function place;
  };
  std::vector<const Stm*> gathered(const Body& b) const;
  bool made_apart(const Body& b) const;
  void fine(const Body& b, const std::function<void()>& print);
  void gather_eight(const Stm& read, const Function& place, const std::string& to);
  Function made(const Body& b, std::vector<Gather>& gathers);
  Function elements(const Body& b);
  std::optional<Batch> batch_of(const Body& row) const;
  void batch_counts(const Batch& batch, const Function& row, const std::string& i);
  void batch_row(const Fold& f, const Batch& batch, const Names& lanes, int width, bool masked, bool first);
  void batch_long_rows(const Fold& f, const Batch& batch, const Names& lanes);
  void batch_trees(const Fold& f, const Batch& batch, int width);
  void batch_values(const Fold& f, const Batch& batch);
  void batch_results(const Fold& f, const Stm& map, const std::string& i);
  void joined(const Fold& f);
  void batches(const Stm& map, const Batch& batch, const std::string& begin, const std::string& end,
               const Loop& one_by_one);

  // ---- folds side by side (emit/c/outer_loop_simd.cpp) ----
  Vars shared_by_lanes(const Body& element, const Vars& bound) const;
  const Stm* fold_of_all(const Body& b) const;
  std::unordered_set<Var> numbers_carried(const Body& b, const Stm& fold) const;
  Vars lane_variables(const Body& b, const Stm& fold) const;
  void each_lane(const Vars& variables, const std::function<void()>& print, const char* how = "NOVA_LANES");
  void join_lanes(const Stm& fold, const Vars& variables, const Names& left, const Names& right,
                  const Names& to);
  void join_in_lane(const Stm& fold, const Names& left, const Names& right, const Names& to);
  void step_lanes(const Stm& fold, const Vars& variables, const Names& y, bool first);
  void fold_lanes(const Stm& fold, const Vars& variables, const Names& y, const std::string& n);
  void side_by_side(const Stm& map, const Stm& fold, const std::string& from, const std::string& to,
                    const Loop& one_by_one);

  // ---- columns (emit/c/maps.cpp) ----
  void iota(const Stm& s);
  bool cuts_rows(const Stm& s) const;
  void rows_in_turn(const Stm& s);
  void map(const Stm& s);
  void whole_product(const Stm& s, const MatrixProduct& m);
  void product(const Stm& s, const MatrixProduct& m);
  std::vector<const Stm*> place_of(const Body& b, const Stm& read) const;
  void prefetch_gathers(const Body& b, const std::string& i, const std::string& end);
  void map_loop(const Stm& s, const std::string& begin, const std::string& end, bool prefetches = false);
  bool in_blocks(const Body& b) const;
  /// Reads of a column at fixed distances from one place, which goes up by one in each round; without the index.
  struct Window {
    Var column{};
    std::map<Vars, uint64_t> terms; ///< of a variable each
    std::map<int64_t, Vars> reads;  ///< by their distance
    int64_t shift = 0;              ///< from the sum of the terms to where distances are counted from
  };
  using Lane = std::function<void(const std::string& first)>; ///< prints sixteen rounds
  bool certain(const Body& b, const std::function<void(const Stm&, const Body*)>& visit);
  std::vector<Window> block_reads(const Body& b);
  void fixed_read(const Stm& s);
  bool is_close(const Window& w) const;
  Window around_first(Window w) const;
  std::string place_in(const Window& w, const std::string& i) const;
  void load_windows(const std::vector<Window>& windows, const std::string& i);
  void near_blocks(const std::vector<Window>& windows, const Lane& lane, const std::string& i,
                   const std::string& next, const std::string& to);
  void block_loop(const Stm& s, const std::string& from, const std::string& to);
  void round(const Body& b, const Names& arguments, const std::function<void(const Names&)>& use);
  void filter(const Stm& s);
  int64_t filtered_at_once(const Vars& columns) const;
  void filter_kernel(const Stm& s);
  void compress(const Stm& s, const std::string& i, const std::string& end, const Names& columns);
  void filter_loop(const Stm& s, const std::string& begin, const std::string& end, const Names& columns);
  // ---- rows (emit/c/rows.cpp) ----
  void rows(const Stm& s);
  void place_maps(const Stm& s, const std::string& at);
  void rows_to_places(const Stm& s, const std::function<std::string(const std::string& i)>& place,
                      const std::function<void(const std::string& i)>& and_then);
  void rectangle(const Stm& s);
  static std::optional<Body> length_of_row(const Body& b);
  void counted_rows(const Stm& s, const Body& length);
  void rows_kernel(const Stm& s);
  void rows_loop(const Stm& s, const std::string& begin, const std::string& end, const Names& columns,
                 bool host);
  // ---- scatters, copies (emit/c/maps.cpp) ----
  void changed_columns(const Stm& s, const std::string& n);
  void scatter(const Stm& s);
  void to_places(const Stm& s, const std::function<void(const Names&)>& use);
  void some_places(const Stm& s, size_t columns, const std::string& some, const std::string& count,
                   const std::function<void(const std::string& place)>& ask,
                   const std::function<void(const Names&)>& use);
  void to_places(const Stm& s, size_t columns, const std::string& begin, const std::string& end,
                 const std::function<void(const std::string& place)>& ask,
                 const std::function<void(const Names&)>& use);
  void scatter_loop(const Stm& s);
  void copy(const Stm& s);
  // ---- scatters of rows (emit/c/rows_scatter.cpp) ----
  struct Stride;
  std::optional<Stride> stride_of(const Stm& s) const;
  void rows_scatter(const Stm& s);
  void note_fills(const Body& b);
  void rows_in_order(const Stm& s);
  std::vector<size_t> told_by_rows(const Stm& s) const;
  void strided_rows(const Stm& s, const Stride& stride);
  void strided_columns(const Stm& s);
  void find_strides(const Stm& s, const Stride& stride, std::vector<Given> given, const std::string& wild);
  void scatter_blocks(const Stm& s, const std::vector<Given>& given, const std::string& blocks,
                      const std::string& size);
  // ---- permutations (emit/c/permutations.cpp) ----
  const Stm* filled(const Body& b, Var column) const;
  bool is_permutation(const Body& b, size_t k) const;
  void note_permutations(const Body& b);
  void permutation(const Stm& s, const Stm& check);
  // ---- sorts (emit/c/sorts.cpp) ----
  void sort(const Stm& s);
  void sort_by_merges(const Stm& s, const Function& less, const Function& merge, const Function& run,
                      const std::string& other);
  Function merge(const Function& less);
  Function run_in_order(const Function& merge);
  void merge_runs(const Stm& s, const Function& less, const Function& merge, const std::string& pieces);
  bool takes_sorted(const Stm& sort, Var column, const Stm& map) const;
  void sort_numbers(const Stm& sort, Var column, const Stm& map);
  void order_numbers(const Stm& s, Var column, const Stm* map);
  void columns_of(const Stm& map);
  static bool gathers_sorted(const Stm& sort, Var column, const Stm& map);
  void with_arena(const Body& b, const std::function<void()>& print);

  // ---- histograms (emit/c/histograms.cpp) ----
  void histogram(const Stm& s);
  bool in_any_order(const Stm& histogram) const;
  /// What lies at a place: an expression for each column.
  using Places = std::function<Names(const std::string& place)>;
  Places places_of(const Stm& s) const;
  void join_there(const Stm& s, const Names& there, const Names& r);
  void histogram_range(const Stm& s, const std::string& begin, const std::string& end, const Places& there);
  std::string place_struct(const Stm& s);
  void histogram_kernels(const Stm& s);

  // ---- reductions and scans (emit/c/reductions.cpp, emit/c/scans.cpp) ----
  Fold bare_fold(const Stm& s) const;
  Fold fold(const Stm& s, bool apart = false);
  Names in_turn(const Fold& f, const char* letter, const std::string& index = "") const;
  Names pointers(const Fold& f, const char* letter, const std::string& index = "") const;
  Names parameters(const Fold& f, const char* letter, bool pointer) const;
  void arrays(const Fold& f, const char* letter, const std::string& size);
  void copy_values(const Fold& f, const Names& to, const Names& from);
  void give(const Fold& f, const char* to, const char* from);
  void join(const Fold& f, const Names& left, const Names& right, const Names& to);
  void element_of(const Fold& f, const std::string& index, const Names& state, const Names& to);
  void reduce(const Stm& s) { sizes_of(s) ? reduce_states(s) : reduce_scalars(s); }
  void accumulate(const Stm& s) { reduce(s); }
  void reduce_scalars(const Stm& s);
  Function tile(const Fold& f);
  void lane_tile(const Fold& f);
  void lane_row(const Fold& f, const char* letter, const std::string& at, bool meet,
                const std::string& rest = "");
  void neutral_row(const Fold& f, const char* letter, const std::string& at, const std::string& rest);
  void lane_rows(const Fold& f);
  Names neutrals(const Fold& f) const;
  /// What joins a component, where all have neutrals.
  static BuiltinId operation(const Fold& f, size_t component) { return *joined_by(f.s.bodies[1], component); }
  void lane_tree(const Fold& f, const std::string& letter, int live, int last);
  void lane_tree_here(const Fold& f, const std::string& letter, int live, int last);
  bool is_ready(const Fold& f) const;
  void for_ready(const Fold& f, const std::function<void(const std::string&, const std::string&)>& print);
  void levels(const Fold& f);
  void meet(const Fold& f, const std::string& from, const std::string& to, int live, bool few);
  void neutral_lanes(const Fold& f);
  void stored_lanes(const Fold& f);
  bool goes_in_rows(const Fold& f) const;
  void elements_in_rows(const Fold& f);
  void join_ranks(const Fold& f, const char* letter);
  bool is_ranked(const Fold& f, size_t component) const;
  bool is_extreme(const Fold& f, size_t component) const;
  Fold guessing(Fold f) const;
  void without_guesses(const Fold& f, const Function& tile);
  void open_lanes(const Fold& f, const char* letter, bool counted);
  void close_lanes(const Fold& f, const char* letter, const char* to, const std::string& at);
  void start_lanes(const Fold& f, const char* letter);
  static bool has_trigonometry(const Body& b);
  bool is_scalar() const;
  bool counts(const Fold& f) const;
  // ---- exact reductions (emit/c/exact_reductions.cpp) ----
  bool is_exact(const Fold& f) const;
  bool in_any_grouping(const Fold& f) const;
  std::string unit(const Fold& f) const;
  std::string is_unsure(const Fold& f, const char* letter, const std::string& index) const;
  void wide_rows(const Fold& f, bool far);
  void meet_lanes(const Fold& f, int count, const Names& others);
  void halve_lanes(const Fold& f);
  void prefetch_ahead(const Fold& f, const std::string& at, bool far);
  void exact_lanes(const Fold& all, bool far = false);
  Function exact_tile(const Fold& f);
  void exact_loop(const Fold& f, const Function& tile);
  Function count_tiles(const Fold& f, const Function& tile);
  void prefetch(const Body& b, const std::string& at);
  void prefetch_next(const Fold& f, const std::string& at);
  void tiles_lanes(const Fold& f, std::span<const char* const> letters, const std::string& first,
                   const std::string& to, bool once);
  int at_once(const Fold& f) const;
  static bool is_long_step(const Fold& f);
  Function some_tiles(const Fold& f, const Function& tile, bool once);
  void cell_tile(const Fold& f);
  void halve(const Fold& f, const char* letter, const std::string& live, bool simd = true);
  void reduce_host(const Fold& f, const Function& tile);
  std::optional<Function> whole_tiles(const Fold& f, const Function& tile,
                                      const std::vector<IndexCondition>& conditions);
  void reduce_loop(const Fold& f, const Function& tile);
  void finish_reduce(const Fold& f, const Names& value);
  void scan(const Stm& s) { sizes_of(s) ? scan_states(s) : scan_scalars(s); }
  void scan_scalars(const Stm& s);
  Function totals(const Fold& f);
  Function runs(const Fold& f);
  Function push(const Fold& f);
  struct ScanSteps {
    std::optional<Function> totals, push, runs; ///< or, of integers,
    std::optional<Function> through;            ///< all in one
    std::optional<Function> stored;             ///< where not the running values themselves are
    Names to{}; ///< where places, and elements for them, are kept: then each goes to its place
  };
  ScanSteps scan_steps(const Fold& f, bool through);
  Function stored(const Fold& f);
  void scan_state(const Fold& f, const ScanSteps& steps);
  void running_values(const Fold& f, const std::string& blocks);
  void run_block(const Fold& f, const ScanSteps& steps, const std::string& first, const std::string& count,
                 const std::string& carry, const Names& y, const Names& tree_at);
  void scan_scatter(const Stm& s);
  void scan_kernel(const Fold& f, std::vector<Given> given, const std::function<void()>& body);
  void scan_host(const Fold& f, const ScanSteps& steps);
  void scan_loop(const Fold& f, const ScanSteps& steps);

  // ---- scans of integers (emit/c/exact_scans.cpp) ----
  bool in_any_order(const Fold& f) const;
  void exact_total(const Fold& f);
  bool is_cheap(const Body& b) const;
  Function total_alone(const Fold& f);
  void exact_registers(const Fold& f, bool made);
  void exact_run(const Fold& f, bool made);
  Function through(const Fold& f);
  void scan_through_host(const Fold& f, const Function& total, const ScanSteps& steps);
  void scan_through_loop(const Fold& f, const ScanSteps& steps);

  // ---- states that hold columns (emit/c/array_states.cpp) ----
  std::string state_type(Var v) const;
  Names state(const Vars& vars, const char* letter, const std::string& at = "") const;
  static Names places(Names all);
  void declare_states(const Vars& vars, const char* letter, const std::string& size);
  void assign(const Names& to, const Names& from);
  void settle(const Body& sizes, const Names& state, const std::string& mark);
  void publish(const Body& sizes, const Vars& outs, const std::string& mark);
  void move_columns(const Body& sizes, const Vars& outs, bool drops = false);
  Fold state_fold(const Stm& s);
  void state_leaf(const Fold& f, const std::string& step);
  void state_leaves(const Fold& f);
  void reduce_states(const Stm& s);
  void state_push(const Fold& f);
  void scan_states(const Stm& s);
  void open_stored(const Stm& s, const Body& element);
  void open_parts(const Body& element, const Names& parts);
  void put_stored(const Stm& s, const Names& e, const std::string& i, const Names& parts, bool buffers,
                  bool lengths);
  void close_parts(const Stm& s, const Body& element, const Names& parts);
  Names part_names(const Body& element) const;
  void each(const Stm& s);
  void each_loop(const Stm& s, const std::string& begin, const std::string& end, const Names& parts,
                 bool buffers);
  void each_kernel(const Stm& s, const Names& parts);
  void join_part(const std::string& offsets, const std::string& part, const std::string& n);

  const Plan& plan_;
  Names names_; ///< by Var
  Names words_; ///< likewise, for comments
  std::vector<Var> literals_;
  std::vector<bool> is_literal_;            ///< by Var: a constant that is an argument
  std::unordered_map<Var, uint64_t> texts_; ///< the bits of constants that are not
  std::vector<uint32_t> uses_;              ///< by Var
  std::unordered_set<Var> small_;           ///< constants below a register's elements
  std::unordered_set<Var> narrow_;          ///< 64-bit integers that 32 bits hold
  std::unordered_set<Var> in_place_;        ///< columns that scatters make where their old ones were
  std::unordered_set<Var>
      unfilled_; ///< columns that are made for a permutation or scatter, which writes every place
  std::unordered_map<Var, std::string> fills_; ///< of those, what such a scatter begins with
  Names function_names_;                       ///< by index in Plan::functions
  Names leaves_;                               ///< of functions that may go no deeper: what tells it; else ""
  std::vector<bool> plain_;                    ///< likewise: arithmetic alone
  std::vector<std::vector<bool>> used_parameters_; ///< likewise, and by parameter
  std::string functions_;                          ///< finished
  /// Loops are printed for SIMD and may read elements that no round needs. False for CUDA.
  bool simd_ = true;
  std::string* text_;
  int indent_ = 0;
  uint32_t used_ = 0;
  bool host_ = true;
  bool defers_ = false;
  bool checked_ = false;     ///< behind a Check that waits: `fine` says whether all held
  Names shares_;             ///< what begins a thread's share of regions anew
  std::string guard_;        ///< where both branches of an If are computed: whether this one is taken
  bool whole_ = false;       ///< loops are not cut into parts
  bool in_function_ = false; ///< one of the plan's own
  bool owes_poll_ = false;   ///< it has not asked yet whether the run may go on
  HandedOn handed_on_;
  std::string handed_on_type_;          ///< the struct where that lies
  bool hands_on_ = false;               ///< in a function that has such parameters
  std::vector<bool> on_host_;           ///< by index in Plan::functions: it may be called at the host's level
  bool shares_calls_ = false;           ///< in one of those
  int pieces_ = 0;                      ///< how often the loop around is cut where a branch changes
  std::unordered_map<Var, bool> known_; ///< conditions whose answer is known here
  std::unordered_map<Var, std::string> values_; ///< divisions and reads whose value is known here
  std::unordered_set<Var> inside_;              ///< indices that a check is known to hold of, here
  std::unordered_set<Var> asked_;               ///< indices of which some check is not
  std::unordered_set<Var> sure_;                ///< indices that no check of the round around asks for
  std::unordered_map<Var, std::string> placed_; ///< columns that are made where they will stand
  const Fold* joined_ = nullptr;                ///< a reduction whose elements are joined already
  bool able_ = true;
};

} // namespace nova::plan
