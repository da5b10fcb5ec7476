// Prints functions that reduce several complete tiles in one call.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/c/folds/fold.hpp"

namespace nova::plan {

/// Returns how many complete tiles one call of a printed function reduces: 1 in exact reductions, otherwise 4, or 16
/// if the body does little but read. The hardware prefetches nothing while trees are computed, so such bodies reduce
/// more tiles before they compute trees. Their loops are unrolled: the reads in flight are then so many that no
/// prefetch is needed.
int at_once(const BodyPrinter& p, const Fold& f);
/// Whether the body has so many statements that a lane is a long chain of dependent operations.
bool is_long_step(const Fold& f);
/// Prints a function that reduces 4 or 16 complete tiles and stores the value of tile q in w0[q], w1[q], .. The tiles
/// are reduced one after the other, since the hardware prefetches one stream better than four. Long steps of an
/// Accumulate are the exception: four tiles in lockstep are four independent chains, which gain more. `once` says
/// whether the elements come from memory; otherwise an earlier row has loaded them into a cache.
CFunction some_tiles(BodyPrinter& p, const Fold& all, const CFunction& tile, bool once);
/// Whether the reduction is a sum of ones and zeros.
bool counts(const BodyPrinter& p, const Fold& f);
/// Prints a function that sums ones and zeros of sixteen tiles in counters of one byte. A counter takes at most 16
/// elements before it is added to the sum, so that it cannot overflow.
CFunction count_tiles(BodyPrinter& p, const Fold& f, const CFunction& tile);

} // namespace nova::plan
