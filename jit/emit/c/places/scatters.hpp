// Prints scatters and copies, and loops over elements with target indices, which histograms and permutations use,
// too.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Prints a Copy: columns with memory of their own.
void print_copy(BodyPrinter& p, const Stm& s);
/// Prints a loop over the elements of the statement s, such as a Histogram, each of which has a target index. `use`
/// prints the code for an element; its parameter holds the target index and then the element's components, in C.
void to_places(BodyPrinter& p, const Stm& s, const std::function<void(const Names&)>& use);
/// Prints a loop over the elements begin .. end - 1 of s and their target indices, in blocks. In each block, the code
/// first computes and stores all target indices and elements, then prefetches the targets by code that `ask` prints,
/// unless it is null. Then `use` prints the code for element j of the block. Without prefetches the CPU would wait for one
/// target after the other. Blocks are short, so that the CPU begins with the next one meanwhile. Only the first `columns`
/// components of an element are used.
void to_places(BodyPrinter& p, const Stm& s, size_t columns, const std::string& begin, const std::string& end,
               const std::function<void(const std::string& place)>& ask,
               const std::function<void(const Names&)>& use);
/// Prints one block of such a loop: the `count` elements from element `first` on, which are at most `some`. All
/// target indices and elements are computed and stored before `use` handles the first.
void some_places(BodyPrinter& p, const Stm& s, size_t columns, const std::string& some,
                 const std::string& count, const std::function<void(const std::string& place)>& ask,
                 const std::function<void(const Names&)>& use);
/// Prints the declaration of the outs of a statement that changes its last arguments, which are columns of n
/// elements. If such an argument has no later use, the out is the argument itself, changed in place. Otherwise the
/// out is a copy.
void changed_columns(BodyPrinter& p, const Stm& s, const std::string& n);
/// Prints a Scatter. The elements are written one after the other, and the last write to an index wins.
void print_scatter(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
