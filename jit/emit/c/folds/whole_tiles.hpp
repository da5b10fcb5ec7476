// Whole tiles of a reduction, some at a time.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/c/folds/fold.hpp"

namespace nova::plan {

/// How many whole tiles: a step that is little but reads takes 16, since between tiles and their trees the
/// machine reads nothing ahead. Written out, so many of its reads are under way that none needs to be asked
/// for.
int at_once(const BodyPrinter& p, const Fold& f);
/// Is a lane a long chain of steps?
bool is_long_step(const Fold& f);
/// Four whole tiles, or 16: their values go to w0[0 .. 3], .. One after the other, machines read ahead of one
/// place, not of four; where a lane is a long chain of steps, four chains side by side are worth more.
/// `once`: what is read comes from memory, not from the caches that an earlier row left it in.
CFunction some_tiles(BodyPrinter& p, const Fold& all, const CFunction& tile, bool once);
/// Is it a sum of ones and zeros?
bool counts(const BodyPrinter& p, const Fold& f);
/// Sixteen tiles, counted in bytes: at most 16 of each in one, so that none is full. Integers may be added in
/// any order.
CFunction count_tiles(BodyPrinter& p, const Fold& f, const CFunction& tile);

} // namespace nova::plan
