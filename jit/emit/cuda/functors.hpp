// Functors: the C++ structs that hold a plan's loop bodies as member functions. The hand-written kernel templates
// (skeletons, kernels/cuda/gpu.h) call these members.
#pragma once
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// What a functor's printed text is made from: a statement, and how its kernel loads and stores elements.
struct Functor {
  const Stm& s;   ///< the statement whose bodies become members
  std::string id; ///< the number in the functor's name, nova_f_<id>
  Vars captures;  ///< variables from outside the statement, which become data members
  /// variables that hold column elements read at the loop's own index; the struct `lot` loads them
  Vars streams;
  Vars columns;               ///< for each of `streams`, the column that it is read from
  Vars stored;                ///< columns to which the kernel writes element i at index i
  std::vector<VarType> value; ///< the types of an element's values, the members of the struct `value`
  /// width: the number of neighbouring elements that one load of a thread takes; flight: the number of loads that a
  /// thread issues before it uses the first
  int width = 4, flight = 1;
  Names stream_texts{}; ///< C expressions for `streams`, if their values are not in the struct `lot`
  /// the number of blocks that must fit on a multiprocessor at a time, which limits the registers of a thread; 0: no
  /// such limit
  int blocks = 0;
  const Stm* over = nullptr; ///< the statement whose n elements the kernel runs over, if it is not `s`
  /// whether checks may be deferred: a failed one is then recorded in `*bad`, and the element is still computed. If
  /// false, a failed check ends the computation at once.
  bool defers = true;
  /// C text that is appended to the address of each column of `stored`, for example " + nova_at"
  std::string base{};
};

/// Returns the size in bytes of a C struct with these members, alignment included.
uint32_t struct_bytes(const std::vector<VarType>& members);
/// Returns the alignment of that struct in bytes.
uint32_t struct_align(const std::vector<VarType>& members);
/// Returns the number of statements in the body and its branches.
size_t size_of(const Body& b);
std::vector<VarType> types_of(const Plan& plan, const Vars& vars);
inline std::string value_type(VarType t) { return c_type(t.element) + (t.column ? "*" : ""); }
inline std::string lane_argument(const Stm& fold) { return is_lane_fold(fold) ? "<true>" : "<false>"; }

/// Returns a functor for `s`, in which `body` computes an element. Captures, streams, width and flight are derived
/// from the bodies. `stored` and `value` become the members `stored` and `value` of the functor.
Functor functor(BodyPrinter& p, const Stm& s, const Body& body, const Vars& stored,
                std::vector<VarType> value);
/// Returns how many values of an ordered histogram a thread loads from shared memory before it joins them, one after
/// the other. The values must fit into a thread's registers, and the unrolled text must stay short. The number is a
/// power of two, at most 32; it is 1 if the join is long or more than arithmetic.
int values_at_once(const Functor& f);
/// Returns whether all bodies of `s` are a few statements of arithmetic, reads and checks, which need few registers.
bool is_short(const Stm& s);
/// Sets f.streams and f.columns: the reads in `body` of captured columns at the loop's own index. The search ends at
/// the first statement that is no constant, scalar operation or read.
void find_streams(Functor& f, const Body& body);
/// Prints the struct `value`, which holds the values of one element, and the constants `width` and `flight`.
void value_members(BodyPrinter& p, const Functor& f);
/// Prints the struct `lot`, which holds the streams' values for several neighbouring elements, and the members that
/// load it.
void lot_members(BodyPrinter& p, const Functor& f);
/// Prints a member function of a functor: the C text `signature`, and then, in braces, the body that `print` prints.
void member(BodyPrinter& p, const std::string& signature, const std::function<void()>& print);
/// Prints the member `element`, which computes one element by `body`. `sizes`, if given, computes the lengths of the
/// element's columns. `state` has a C expression for each parameter of `body` but the last, which is the index.
void element_member(BodyPrinter& p, const Functor& f, const Body& body, const Body* sizes = nullptr,
                    const Names& state = {});
/// Prints the member `join`, which combines two values by the second body of f.s. Components before number `first`
/// are left as they are.
void join_member(BodyPrinter& p, const Functor& f, size_t first = 0);
/// Prints the member `store`, which writes the values of one or several neighbouring elements to the stored columns.
void store_member(BodyPrinter& p, const Functor& f);
/// Prints the functor's struct, with the comment `what` above it. Its data members are the captures and the
/// declarations `members`; `print` prints the member functions.
void structure(BodyPrinter& p, const Functor& f, const std::string& what, const Names& members,
               const std::function<void()>& print);
/// Prints the members `first` and `next`, which fold an element into a reduction's leaf: `first` the leaf's first
/// element, `next` every other one.
void leaf_members(BodyPrinter& p, const Functor& f);
/// Prints the member `start`, which returns the initial state of a reduction or scan.
void start_member(BodyPrinter& p, const Functor& f);
/// Prints the members that store a reduction's result: `empty` if there are no elements, `finish` otherwise.
void finish_members(BodyPrinter& p, const Functor& f);
/// Prints the member `after`, which computes the values that a scan stores for one running value.
void after_member(BodyPrinter& p, const Functor& f);
/// Returns the types of these values, the members of the struct `stored`.
std::vector<VarType> stored_types(const Plan& plan, const Functor& f);
/// Prints the members `target`, which returns the index that an element of `s` is written to, and `put`, which writes
/// it there.
void put_members(BodyPrinter& p, const Stm& s);
/// Returns a C declaration of each variable, for example "nv_f32* xs_1".
Names declared_all(const BodyPrinter& p, const Vars& vars);
/// Returns the constant of the enum nova_by (kernels/cuda/row_balancing.h) for strategy `s`, for example
/// "nova_by_warp". This constant says which threads compute a row.
std::string taker(Strategy s);
/// Finds out where variables come from. `before` is a row's prologue, and `needed` are the variables that are used
/// after it. Sets `head` to those of `needed` that `before` binds. Returns the variables that the functor has to
/// capture: the rest of `needed`, and the variables from outside that `before` itself uses.
Vars split_head(const BodyPrinter& p, const Body& before, Vars needed, Vars& head);
/// Prints the variables `head` as data members, and the member `head`, which computes them for row i by the
/// statements of `before`. `first`, if not "", is a line printed in front of these statements.
void head_member(BodyPrinter& p, const Body& before, const Vars& head, const std::string& first = "");
/// Prints the body's statements. If `defers`, a failed check is recorded in `*bad` and the statements after it run
/// all the same; otherwise it returns at once.
void statements_deferring(BodyPrinter& p, const Body& b, bool defers);
/// Prints the body's statements without deferred checks: a failed check returns at once.
void plain_statements(BodyPrinter& p, const Body& b);

} // namespace nova::plan
