// The attributes of HDF5's objects as text, in the child process.
#pragma once
#include "runtime/io/hdf5/hdf5.hpp"
#include "runtime/io/hdf5/library.hpp"

namespace nova::hdf5 {

/// Returns the attributes of an object, in the order of their names. Leaves out those by which NetCDF and h5py link
/// dimensions to datasets, and those whose type Nova does not read.
std::vector<H5Attribute> attributes_of(const Library& h, Id object);
/// Whether a dataset stands for a dimension of NetCDF that has no variable: an attribute NAME says so.
bool is_bare_dimension(const Library& h, Id object);

} // namespace nova::hdf5
