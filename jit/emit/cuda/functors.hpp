// Functors: a plan's bodies as the members that the skeletons call (kernels/cuda/gpu.h).
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

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
  Names stream_texts{};      ///< where the streams' values stand, if not in packs
  int blocks = 0;            ///< so many on a multiprocessor have to have registers; 0: as the compiler likes
  const Stm* over = nullptr; ///< the statement whose elements a kernel runs over, if it is not `s`
  bool defers = true;        ///< may checks wait until the element's end?
  std::string base{};        ///< what is added to where `stored` are, as " + nova_at"
};

/// Bytes of a struct of such members.
uint32_t struct_bytes(const std::vector<VarType>& members);
std::vector<VarType> types_of(const Plan& plan, const Vars& vars);
inline std::string value_type(VarType t) { return c_type(t.element) + (t.column ? "*" : ""); }
inline bool is_lane(const Stm& fold) { return fold.op == Op::Accumulate || fold.shape == Shape::Lane; }
inline std::string lane_argument(const Stm& fold) { return is_lane(fold) ? "<true>" : "<false>"; }

/// Of a statement: what is captured, read in order and stored.
Functor functor(BodyPrinter& p, const Stm& s, const Body& body, const Vars& stored,
                std::vector<VarType> value);
/// Of values that wait in shared memory to be joined one after the other: enough that the joins are most of the time,
/// few enough for a thread's registers, and not too much text. A power of two, as lots are whole warps'.
int values_at_once(const Functor& f);
/// Reads of element i before anything that may go wrong.
void find_streams(Functor& f, const Body& body);
/// The struct of an element's value, and how many elements a load takes.
void value_members(BodyPrinter& p, const Functor& f);
/// The struct of several elements' loads, and what loads it.
void lot_members(BodyPrinter& p, const Functor& f);
/// A member function.
void member(BodyPrinter& p, const std::string& signature, const std::function<void()>& print);
/// What one element is.
void element_member(BodyPrinter& p, const Functor& f, const Body& body, const Body* sizes = nullptr,
                    const Names& state = {});
/// Joins two values. Of the values' components from `first` on.
void join_member(BodyPrinter& p, const Functor& f, size_t first = 0);
/// Writes values in order.
void store_member(BodyPrinter& p, const Functor& f);
/// `members` are the outs' columns, words and numbers, after the captures.
void structure(BodyPrinter& p, const Functor& f, const std::string& what, const Names& members,
               const std::function<void()>& print);
/// How a leaf begins and goes on.
void leaf_members(BodyPrinter& p, const Functor& f);
/// The state that a reduction starts from.
void start_member(BodyPrinter& p, const Functor& f);
/// Where a reduction's result goes.
void finish_members(BodyPrinter& p, const Functor& f);
/// What is stored of a running value.
void after_member(BodyPrinter& p, const Functor& f);
/// Where an element goes, and how.
void put_members(BodyPrinter& p, const Stm& s);
/// "nv_f32* xs_1", ..
Names declared_all(const BodyPrinter& p, const Vars& vars);
/// Arithmetic, reads and choices among such: cheap enough for several threads to do the same.
bool is_small(const Stm& s);
/// kernels/cuda/row_balancing.h's name of who takes the rows.
std::string taker(Strategy s);
/// Of what is needed behind a row's head: `head` is what it finds; given are what the kernel captures.
Vars split_head(const BodyPrinter& p, const Body& before, Vars needed, Vars& head);
/// What a row's head finds, and how; `first` is a line of its own.
void head_member(BodyPrinter& p, const Body& before, const Vars& head, const std::string& first = "");
/// The body's statements. `defers`: a check that fails is looked at in the end.
void statements_deferring(BodyPrinter& p, const Body& b, bool defers);
/// Where a check fails the rest is left out.
void plain_statements(BodyPrinter& p, const Body& b);

} // namespace nova::plan
