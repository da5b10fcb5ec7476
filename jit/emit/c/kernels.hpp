// Prints kernels: C functions over a range of units (elements, tiles, ..), which threads share.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// A value that a kernel gets in addition to the captured variables: type and name as in its declaration (`nv_i64*
/// turn`), and the expression for the value, in C.
struct Given {
  std::string type, name, value;
};

/// A column that a kernel fills, a unit behind the other: its address, the number of its elements, and how many of them a
/// unit writes, in C. With `offsets`, unit u writes those from offsets[u] to offsets[u + 1].
struct Filled {
  std::string column, elements, each = "1", offsets = "0";
  bool stays = false; ///< whether a rank may keep its part, unless the column is one of the statement's
};

/// A choice whether ranks share a kernel: the C variable that is set, and what prints code before the units run again.
struct ShareChoice {
  std::string shares = "";
  std::function<void()> anew{};
};

/// How a kernel reads columns.
struct Reads {
  std::vector<const Body*> bodies{}; ///< the statement's, or a part of them; none: anything may be read
  std::string width = "1";           ///< elements of a unit: a constant in C
  std::optional<Var> times = {};     ///< a variable by which that is multiplied
  bool may_stay =
      true; ///< whether the kernel fills the statement's columns, of which a rank may keep its part
  std::vector<Filled>
      own{};            ///< columns of which a unit reads what a unit of these writes; so named in the kernel
  bool by_rank = false; ///< unit k is for rank k
  ShareChoice choice{}; ///< the kernel runs only if ranks share it; otherwise another one does
};

/// Returns how many units a thread takes at once, as a number in C. It is 1 if the body calls a recursive function,
/// since a single element may then take long. It is 16 if the body may end the run in another way, and otherwise
/// `flat`.
std::string grain(const BodyPrinter& p, const Body& b, int64_t flat);
/// Returns how many of n rows a thread takes at once, in C: at most `most`, and few enough that each thread gets several
/// ranges. A row may take long, since its body may hold loops.
std::string rows_at_once(const std::string& n, const std::string& most);
/// Whether the kernel of a statement at the host's level is printed twice: first for arguments of sin, cos and tan that are
/// not far from 0, so that its loops become SIMD, then for all arguments. It runs again with these if one is far, which
/// requires that its results are stored at the same places again.
bool has_near_version(const BodyPrinter& p, const Stm& s);
/// Whether the text is for ranks, which may share the statement.
bool ranks_may_share(const BodyPrinter& p, const Stm& s);
/// Prints a kernel for the statement, and the call that runs it. The kernel gets the variables `captured`, the
/// values `given`, and the tables of Modes::tables; `what` describes it in a comment; `body` prints its C for the units begin .. end - 1.
///
/// `units` is the number of units. `grain` is about how many of them a thread takes at once. If it is negative, a
/// thread takes exactly -grain units, and the ranges are taken in order (for kernels that wait for their turn).
///
/// `filled`: all columns that the kernel writes, if each unit writes its part of them alone. The ranks of a job may then
/// share the units, unless they make cells. It is empty for other kernels. `reads`: what these units read.
void kernel(BodyPrinter& p, const Stm& s, const std::string& what, const Vars& captured,
            std::vector<Given> given, const std::string& units, const std::string& grain,
            const std::function<void()>& body, const std::vector<Filled>& filled = {},
            const Reads& reads = {});

} // namespace nova::plan
