// SHA-256 of values.
#pragma once
#include "runtime/array.hpp"
#include "runtime/sha256.hpp"

namespace nova::api {

/// Adds a value's shape and bits. Numbers are little-endian; each NaN counts as the same. A tuple is its items, a value
/// of a sum the number of its constructor and its fields. A vector is its dimensions, then its elements: numbers in their
/// order, fields of tuples one after the other, rows by their dimensions and then all their elements. Fails for a
/// function.
void add_value(Sha256& sha, const Value& value);

} // namespace nova::api
