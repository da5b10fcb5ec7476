// Prints scatters and copies, and loops over elements with target indices, which histograms and permutations use,
// too.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Prints a Copy: columns with memory of their own.
void print_copy(BodyPrinter& p, const Stm& s);
/// Prints a loop over elements with target indices. `use` gets the target index, then the parts of the element, in C.
void to_places(BodyPrinter& p, const Stm& s, const std::function<void(const Names&)>& use);
/// Prints a loop over the elements begin .. end - 1 with target indices, in blocks. First the targets and elements of
/// a block are computed and stored; `ask` prints the prefetch of a target. Then `use` prints what is done with
/// element j of the block. Without prefetches the CPU would wait for one target after the other. Only the first
/// `columns` parts of an element are used.
void to_places(BodyPrinter& p, const Stm& s, size_t columns, const std::string& begin, const std::string& end,
               const std::function<void(const std::string& place)>& ask,
               const std::function<void(const Names&)>& use);
/// Prints one block of such a loop: the `count` elements from `first` on, which are at most `some`. All targets and
/// elements are computed and stored before the first is used.
void some_places(BodyPrinter& p, const Stm& s, size_t columns, const std::string& some,
                 const std::string& count, const std::function<void(const std::string& place)>& ask,
                 const std::function<void(const Names&)>& use);
/// Declares the outs of a statement that changes its last arguments, columns of n elements. An out is the argument
/// itself, to be changed in place, if that has no later use; otherwise it is a copy.
void changed_columns(BodyPrinter& p, const Stm& s, const std::string& n);
/// Prints a Scatter. The elements are written one after the other, and the last write to an index wins.
void print_scatter(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
