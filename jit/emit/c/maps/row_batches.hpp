// Prints maps whose elements are reductions of short rows. 32 rows are reduced at a time.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/c/folds/fold.hpp"
#include "jit/emit/c/maps/loop_splitting.hpp"
#include <optional>

namespace nova::plan {

/// A map of reductions that can be computed in batches of rows.
struct Batch {
  const Stm& reduce;
  Var base; ///< the variable of the map's body that the reduction uses; it uses only one
  /// Whether elements are computed and stored before they are combined (`made_apart`).
  bool apart;
};

/// Whether the elements of a reduction, whose body is b, are computed and stored before they are combined in lanes.
/// That is so if the body gathers: in short rows the machine's gather instructions cost more than single reads.
bool made_apart(const BodyPrinter& p, const Body& b);
/// Prints a function that stores elements `first` .. `first` + `count` - 1 in e0, e1, .. It runs all checks first and
/// then computes eight elements at a time. Gathered values are loaded into vectors by single reads, which are faster
/// than gather instructions.
CFunction elements(BodyPrinter& p, const Body& b);
/// Returns the batch for the body of a map, if that consists of one Reduce and arithmetic, and the Reduce uses
/// exactly one variable of the body (`base`). Returns nothing otherwise.
std::optional<Batch> batch_of(const BodyPrinter& p, const Body& row);
/// Prints code for a Reduce whose elements have been combined already: it computes the outs for row r from the
/// combined values.
void print_joined(BodyPrinter& p, const Fold& f);
/// Prints rows `begin` .. `end` - 1 of the map in batches. `one_by_one` prints a loop over rows that are reduced
/// singly, since they are few, long, or of very different lengths.
void batches(BodyPrinter& p, const Stm& map, const Batch& batch, const std::string& begin,
             const std::string& end, const Loop& one_by_one);

} // namespace nova::plan
