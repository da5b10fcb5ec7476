// Elements that go to places: scatters and copies, and what histograms and permutations share with them.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Columns stored anew.
void print_copy(BodyPrinter& p, const Stm& s);
/// Elements that go to places, one after the other: `use` has the place, then the element.
void to_places(BodyPrinter& p, const Stm& s, const std::function<void(const Names&)>& use);
/// The same of elements begin .. end - 1 some at a time: `ask` prints what asks for a place while the next
/// ones are made, since a machine waits for one place after the other when it comes to write; then `use` has
/// element j. Only the first `columns` of an element are stored.
void to_places(BodyPrinter& p, const Stm& s, size_t columns, const std::string& begin, const std::string& end,
               const std::function<void(const std::string& place)>& ask,
               const std::function<void(const Names&)>& use);
/// The `count` elements from `first` on, of which there are at most `some`: their places and what they store are made before the
/// first is used.
void some_places(BodyPrinter& p, const Stm& s, size_t columns, const std::string& some,
                 const std::string& count, const std::function<void(const std::string& place)>& ask,
                 const std::function<void(const Names&)>& use);
/// Columns of n elements that are made of those that the arguments end with: where these are, if nobody else
/// has a use for them.
void changed_columns(BodyPrinter& p, const Stm& s, const std::string& n);
/// Elements replaced, one after the other: the last write of a place wins.
void print_scatter(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
