// The types of HDF5 as Nova's, in the child process.
#pragma once
#include "runtime/io/hdf5/hdf5.hpp"
#include "runtime/io/hdf5/library.hpp"

namespace nova::hdf5 {

/// Returns the library's type of numbers in this machine's memory; bools are bytes.
Id memory_type(const Library& h, Element e);
/// Returns the name of a member of a compound or an enumeration.
std::string member_name(const Library& h, Id type, unsigned k);
/// Returns what elements of a type are to Nova.
H5Part part_of(const Library& h, Id type);

} // namespace nova::hdf5
