// Prints a kernel's reach: a function that tells which elements of which columns some units read. Ranks of a job then copy
// only these to each other. Only texts for ranks have reaches.
#pragma once
#include "jit/emit/c/kernels.hpp"

namespace nova::plan {

/// Prints the function nova_reach_ID of a kernel that captures `captures`. Returns how many pieces it tells at most.
size_t print_reach(BodyPrinter& p, const std::string& id, const Stm& s, const Reads& reads,
                   const Vars& captures);
/// Whether the units of a statement cost about the same.
bool has_even_units(const Stm& s);
/// Prints a call that brings the columns, named in C, to all ranks. Prints nothing in a text that is not for ranks, or where all
/// that a statement uses has been brought.
void fetch(BodyPrinter& p, const Names& columns);
/// Does so for all columns that the statement uses.
void fetch_used(BodyPrinter& p, const Stm& s);
/// Does so for all columns that statement k uses, and those behind it that may be printed with it. Kernels that ranks share are
/// left out. Returns whether no part of the statement needs more (BodyPrinter::fetched).
bool fetch_for(BodyPrinter& p, const Body& b, size_t k);

} // namespace nova::plan
