// NumPy's dates and moments (datetime64) as days or microseconds since 1970.
#pragma once
#include "runtime/io/csv/csv.hpp"
#include "runtime/io/npy_header.hpp"

namespace nova {

/// Returns NumPy's name of the type, as in datetime64[ns].
std::string text_of(const NpyMoment& moment);

/// Makes days or microseconds of numbers of the moment's units, in place. `field` is their place in a structure. Fails with
/// E0517 if one is NaT, or no whole number of these.
void convert_moments(const ByteSource& source, const NpyMoment& moment, CsvKind kind, size_t field,
                     std::span<int64_t> numbers);

} // namespace nova
