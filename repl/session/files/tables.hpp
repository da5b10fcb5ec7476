// Tables in files, as definitions of a program.
#pragma once
#include "runtime/io/csv/csv.hpp"

namespace nova {

/// Returns the definitions that `(define-table name "path")` stands for: a record of the file's columns, and the vector of
/// its records.
std::string table_definition(const std::string& name, const std::string& path,
                             const std::vector<CsvColumnType>& columns);

} // namespace nova
