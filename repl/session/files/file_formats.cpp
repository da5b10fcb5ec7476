#include "repl/session/files/file_formats.hpp"
#include <algorithm>
#include <filesystem>
#include <iterator>

namespace nova {

namespace {

constexpr FileFormat formats[] = {{".npy", BuiltinId::ReadNpy, BuiltinId::WriteNpy},
                                  {".npz", BuiltinId::ReadNpz, BuiltinId::WriteNpz},
                                  {".mtx", BuiltinId::ReadMtx, BuiltinId::WriteMtx},
                                  {".csv", BuiltinId::ReadCsv, BuiltinId::WriteCsv},
                                  {".json", BuiltinId::ReadJson, BuiltinId::WriteJson},
                                  {".jsonl", BuiltinId::ReadJson, BuiltinId::WriteJson},
                                  {".ndjson", BuiltinId::ReadJson, BuiltinId::WriteJson},
                                  {".arrow", BuiltinId::ReadArrow, BuiltinId::WriteArrow},
                                  {".arrows", BuiltinId::ReadArrow, BuiltinId::WriteArrow},
                                  {".feather", BuiltinId::ReadArrow, BuiltinId::WriteArrow},
                                  {".h5", BuiltinId::ReadH5},
                                  {".hdf5", BuiltinId::ReadH5},
                                  {".nc", BuiltinId::ReadH5},
                                  {".txt", BuiltinId::ReadText, BuiltinId::WriteText},
                                  {".png", BuiltinId::ReadImage, BuiltinId::WritePng},
                                  {".pgm", BuiltinId::ReadImage, BuiltinId::WriteImage},
                                  {".ppm", BuiltinId::ReadImage, BuiltinId::WriteImage}};

} // namespace

const FileFormat* file_format(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  const auto found = std::ranges::find(formats, ending, &FileFormat::ending);
  return found == std::end(formats) ? nullptr : found;
}

std::string file_endings(bool written) {
  std::string all;
  for (const FileFormat& f : formats)
    if (f.writer || !written) all += (all.empty() ? "" : " ") + std::string(f.ending);
  return all;
}

} // namespace nova
