// Tables in files, as definitions of a program.
#pragma once
#include "frontend/state/frontend.hpp"
#include "runtime/io/arrow/arrow.hpp"
#include "runtime/io/csv/csv.hpp"
#include "runtime/io/hdf5/hdf5.hpp"
#include "runtime/io/json/kinds.hpp"

namespace nova {

/// Returns the definitions that `(define-table name "path")` stands for: a record of the file's columns, and the vector of
/// its records.
std::string table_definition(const std::string& name, const std::string& path, const CsvTable& table);
/// Returns the definitions that `(define-table name "path" (option ..) ..)` stands for, by the ending of the path: those of a JSON
/// file, of an Arrow file, or of a text. Fails with E0515 if define-table reads no files of the kind, or takes no options for it.
std::string file_definition(const std::string& name, const std::string& path,
                            const std::vector<TableOption>& options, ByteSource& file);
/// Returns the ending of a path, such as ".csv", without one that gzip has added.
std::string data_ending(const std::string& path);

/// Returns the definitions that read a JSON file: a record for each kind of object, and the value. Where values of one place
/// are of several kinds, a comment says so in place of the definition.
std::string json_definition(const std::string& name, const std::string& path, JsonSummary& summary);
/// Returns the definitions that read an Arrow file. A comment names the columns that no type reads.
std::string arrow_definition(const std::string& name, const std::string& path, const ArrowSummary& summary);
/// Returns the definition that reads a dataset of an HDF5 file, whose elements have this layout; of a compound also that of a
/// record.
std::string h5_definition(const std::string& name, const std::string& path, const H5Object& dataset,
                          const Layout* element);

} // namespace nova
