// Functors: structs whose members are a plan's bodies, for the skeletons to call (kernels/cuda/gpu.h).
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// The data from which a functor is printed.
struct Functor {
  const Stm& s;
  std::string id;
  Vars captures; ///< variables that become members
  Vars streams;  ///< results of reads at the element's own index, which `lot` holds
  Vars columns;  ///< the columns that `streams` are read from
  Vars stored;   ///< columns that are written in the order of elements
  std::vector<VarType> value;
  int width = 4, flight = 1;
  Names stream_texts{};      ///< expressions for the values of `streams`, if they are not in a lot's packs
  int blocks = 0;            ///< blocks per multiprocessor for which registers must suffice; 0: no such bound
  const Stm* over = nullptr; ///< the statement whose elements the kernel runs over, if it is not `s`
  bool defers = true;        ///< whether checks may be deferred to the element's end
  /// text that is added to the address of each column of `stored`, as " + nova_at"
  std::string base{};
};

/// Returns the bytes of a struct with these members.
uint32_t struct_bytes(const std::vector<VarType>& members);
std::vector<VarType> types_of(const Plan& plan, const Vars& vars);
inline std::string value_type(VarType t) { return c_type(t.element) + (t.column ? "*" : ""); }
inline bool is_lane(const Stm& fold) { return fold.op == Op::Accumulate || fold.shape == Shape::Lane; }
inline std::string lane_argument(const Stm& fold) { return is_lane(fold) ? "<true>" : "<false>"; }

/// Returns the functor of `s` with the captures, streams, width and flight that `body` needs; `stored` and `value`
/// are taken as given.
Functor functor(BodyPrinter& p, const Stm& s, const Body& body, const Vars& stored,
                std::vector<VarType> value);
/// Returns how many values wait in shared memory to be joined one after the other. They are so many that joins take
/// most of the time, but fit into a thread's registers and keep the text short. The number is a power of two, so that
/// lots fill whole warps.
int values_at_once(const Functor& f);
/// Adds to `f` the reads of captured columns at the element's own index. The search ends at the first statement that
/// is no constant, scalar operation or read.
void find_streams(Functor& f, const Body& body);
/// Prints the struct `value` of an element, and the constants `width` (elements per load) and `flight` (loads in
/// progress).
void value_members(BodyPrinter& p, const Functor& f);
/// Prints the struct `lot` for the loaded values of several elements, and the members that load it.
void lot_members(BodyPrinter& p, const Functor& f);
/// Prints a member function: its signature, and the body that `print` prints.
void member(BodyPrinter& p, const std::string& signature, const std::function<void()>& print);
/// Prints the member that computes one element. `sizes`, if given, computes the lengths of the element's columns;
/// `state` holds expressions for the parameters before the index.
void element_member(BodyPrinter& p, const Functor& f, const Body& body, const Body* sizes = nullptr,
                    const Names& state = {});
/// Prints the member that joins two values. Only the components from `first` on are joined.
void join_member(BodyPrinter& p, const Functor& f, size_t first = 0);
/// Prints the member that writes values to neighbouring elements of the stored columns.
void store_member(BodyPrinter& p, const Functor& f);
/// Prints the functor's struct: the comment `what`, the captures, `members` (columns of the outs, words and numbers),
/// and what `print` prints.
void structure(BodyPrinter& p, const Functor& f, const std::string& what, const Names& members,
               const std::function<void()>& print);
/// Prints the members `first` and `next`, which begin and continue a leaf of a reduction.
void leaf_members(BodyPrinter& p, const Functor& f);
/// Prints the member that returns the initial state of a reduction or scan.
void start_member(BodyPrinter& p, const Functor& f);
/// Prints the members that store a reduction's result: `empty` for no elements, `finish` otherwise.
void finish_members(BodyPrinter& p, const Functor& f);
/// Prints the member that computes what a scan stores for a running value.
void after_member(BodyPrinter& p, const Functor& f);
/// Prints the members that return an element's target index and write the element there.
void put_members(BodyPrinter& p, const Stm& s);
/// Returns the declarations of the variables, as "nv_f32* xs_1".
Names declared_all(const BodyPrinter& p, const Vars& vars);
/// Whether `s` is a constant, arithmetic, a read, a check, or an If of these: cheap enough for several threads to
/// repeat it.
bool is_small(const Stm& s);
/// Returns the name in kernels/cuda/row_balancing.h of the threads that compute a row under strategy `s`.
std::string taker(Strategy s);
/// Splits the variables that are needed after a row's head `before`. Sets `head` to those that the head computes,
/// and returns those that the kernel has to capture, for the head too.
Vars split_head(const BodyPrinter& p, const Body& before, Vars needed, Vars& head);
/// Prints the variables `head` as members, and the member that computes them for row i. `first` is a line printed
/// before the head's statements, or "".
void head_member(BodyPrinter& p, const Body& before, const Vars& head, const std::string& first = "");
/// Prints the body's statements. If `defers`, a failed check is noted, and tested at the end.
void statements_deferring(BodyPrinter& p, const Body& b, bool defers);
/// Prints the body's statements. A failed check returns at once.
void plain_statements(BodyPrinter& p, const Body& b);

} // namespace nova::plan
