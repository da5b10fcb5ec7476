// Which function gives each array and effect built-in its meaning: one line per row.
#include "interp/arrays/arrays.hpp"

namespace nova {

BuiltinFunction array_builtin(BuiltinId id) {
  switch (id) {
  case BuiltinId::Map: return arrays::map;
  case BuiltinId::Reduce: return arrays::reduce;
  case BuiltinId::ReduceComm: return arrays::reduce;
  case BuiltinId::Accumulate: return arrays::accumulate;
  case BuiltinId::Scan: return arrays::scan;
  case BuiltinId::Exscan: return arrays::exscan;
  case BuiltinId::Foldl: return arrays::foldl;
  case BuiltinId::Filter: return arrays::filter;
  case BuiltinId::Partition: return arrays::partition;
  case BuiltinId::Permute: return arrays::permute;
  case BuiltinId::Gather: return arrays::gather;
  case BuiltinId::Scatter: return arrays::scatter;
  case BuiltinId::ReduceByIndex: return arrays::reduce_by_index;
  case BuiltinId::Slice: return arrays::slice;
  case BuiltinId::Range: return arrays::range;
  case BuiltinId::Iota: return arrays::iota;
  case BuiltinId::Length: return arrays::length;
  case BuiltinId::Shape: return arrays::shape;
  case BuiltinId::Index: return arrays::index;
  case BuiltinId::Zip: return arrays::zip;
  case BuiltinId::Unzip: return arrays::unzip;
  case BuiltinId::Replicate: return arrays::replicate;
  case BuiltinId::Reverse: return arrays::reverse;
  case BuiltinId::Take: return arrays::take;
  case BuiltinId::Drop: return arrays::drop;
  case BuiltinId::Concat: return arrays::concat;
  case BuiltinId::ConcatMap: return arrays::concat_map;
  case BuiltinId::Expand: return arrays::expand;
  case BuiltinId::Flatten: return arrays::flatten;
  case BuiltinId::Unflatten: return arrays::unflatten;
  case BuiltinId::Reshape: return arrays::reshape;
  case BuiltinId::Matrix: return arrays::matrix;
  case BuiltinId::Rows: return arrays::rows;
  case BuiltinId::Transpose: return arrays::transpose;
  case BuiltinId::Matmul: return arrays::matmul;
  case BuiltinId::Stencil: return arrays::stencil;
  case BuiltinId::Sort: return arrays::sort;
  case BuiltinId::SortBy: return arrays::sort_by;
  case BuiltinId::GroupBy: return arrays::group_by;
  case BuiltinId::RowsByThread:
  case BuiltinId::RowsByWarp:
  case BuiltinId::RowsByBlock:
  case BuiltinId::RowsFlat:
  case BuiltinId::Force: return arrays::force;
  case BuiltinId::Show: return arrays::show;
  case BuiltinId::ParseInt: return arrays::parse_int;
  case BuiltinId::ParseDouble: return arrays::parse_double;
  case BuiltinId::Assert: return arrays::assert_true;
  case BuiltinId::CheckEqual: return arrays::check_equal;
  case BuiltinId::Error: return arrays::error;
  case BuiltinId::Print: return arrays::print;
  case BuiltinId::Println: return arrays::println;
  case BuiltinId::ReadText: return arrays::read_text;
  case BuiltinId::WriteText: return arrays::write_text;
  case BuiltinId::ReadStdin: return arrays::read_stdin;
  case BuiltinId::ReadNpy: return arrays::read_npy;
  case BuiltinId::WriteNpy: return arrays::write_npy;
  case BuiltinId::ReadNpz: return arrays::read_npz;
  case BuiltinId::WriteNpz: return arrays::write_npz;
  case BuiltinId::ReadMtx: return arrays::read_mtx;
  case BuiltinId::WriteMtx: return arrays::write_mtx;
  case BuiltinId::ReadCsv: return arrays::read_csv;
  case BuiltinId::WriteCsv: return arrays::write_csv;
  case BuiltinId::ReadImage: return arrays::read_image;
  case BuiltinId::WriteImage: return arrays::write_image;
  case BuiltinId::WritePng: return arrays::write_png;
  case BuiltinId::WriteSvg: return arrays::write_svg;
  case BuiltinId::Clock: return arrays::clock;
  default: return nullptr;
  }
}

} // namespace nova
