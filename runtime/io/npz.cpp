// Reads and writes NumPy's archives (.npz), which are zip files with .npy members.
#include "runtime/fault.hpp"
#include "runtime/io/describe.hpp"
#include "runtime/io/npy.hpp"
#include "runtime/io/zip.hpp"
#include <algorithm>

namespace nova {

namespace {

constexpr std::string_view ending = ".npy";

std::string array_name(const ZipMember& m) {
  return m.name.ends_with(ending) ? m.name.substr(0, m.name.size() - ending.size()) : m.name;
}

} // namespace

std::vector<std::string> npz_names(ByteSource& source) {
  std::vector<std::string> names;
  for (const ZipMember& m : zip_members(source)) names.push_back(array_name(m));
  return names;
}

Array read_npz(ByteSource& source, std::string_view member, Layouts& layouts, const Layout* element,
               std::optional<uint32_t> rank, std::span<const CsvKind> kinds) {
  const std::vector<ZipMember> members = zip_members(source);
  const auto m =
      std::ranges::find_if(members, [&](const ZipMember& each) { return array_name(each) == member; });
  if (m == members.end()) fail("E0510", {source.name(), std::string(member), listed(npz_names(source))});
  BufferRef bytes = unzip(source, *m);
  MemorySource unpacked(source.name() + "[" + std::string(member) + "]", {bytes->bytes(), bytes->size()},
                        bytes);
  return read_npy(unpacked, layouts, element, rank, kinds);
}

NpzWriter::NpzWriter(ByteSink& sink) : sink_(sink), zip_(std::make_unique<ZipWriter>(sink)) {}
NpzWriter::~NpzWriter() = default;

void NpzWriter::add(const std::string& name, const Array& a, bool scalar) {
  const std::string member = name + std::string(ending);
  if (name.empty() || member.size() > UINT16_MAX)
    fail("E0509", {"a .npz file", "a name of " + std::to_string(name.size()) + " bytes"});
  if (zip_->has(member)) fail("E0509", {"a .npz file", "two members named " + name});
  CrcSink crc; // the checksum precedes the bytes in the file, so they are generated twice
  write_npy(crc, a, scalar);
  zip_->begin(member, crc.size, crc.crc);
  write_npy(sink_, a, scalar);
}

void NpzWriter::finish() { zip_->finish(); }

} // namespace nova
