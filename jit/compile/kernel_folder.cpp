#include "jit/compile/kernel_folder.hpp"
#include "jit/compile/disk_cache.hpp"
#include "runtime/sha256.hpp"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <sys/utsname.h>
#include <vector>

namespace fs = std::filesystem;

namespace nova::plan {
namespace {

constexpr std::string_view list_name = "kernels.txt", first_line = "Nova's kernels, format 1";
constexpr uint64_t most_bytes = uint64_t{64} << 20; ///< the most bytes of the list, and of one object

/// Returns the names of the CPU's features, from /proc/cpuinfo.
std::set<std::string> cpu_features() {
  std::ifstream in("/proc/cpuinfo");
  std::set<std::string> found;
  for (std::string line; std::getline(in, line) && !line.empty();)
    if (line.starts_with("flags") || line.starts_with("Features")) {
      std::istringstream words(line.substr(line.find(':') + 1));
      for (std::string word; words >> word;) found.insert(word);
    }
  return found;
}

std::string architecture() {
  utsname name{};
  return uname(&name) == 0 ? name.machine : "";
}

/// Returns the text of a regular file; nothing if there is none, or it is larger than `most_bytes`.
std::optional<std::string> text_of_file(const std::string& path) {
  std::error_code failed;
  const uint64_t bytes = fs::file_size(path, failed);
  if (failed || bytes == 0 || bytes > most_bytes) return {};
  std::string text = read_bytes(path);
  if (text.empty()) return {};
  return text;
}

bool is_hash(const std::string& word) {
  return word.size() == 64 &&
         std::ranges::all_of(word, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

/// Returns why kernels for a CPU with these features can't run on this one; "" if they can.
std::string why_unfit(const std::string& architecture_there, const std::set<std::string>& there) {
  if (architecture_there != architecture()) return "they are for the processor " + architecture_there;
  const std::set<std::string> here = cpu_features();
  std::vector<std::string> missing;
  std::ranges::set_difference(there, here, std::back_inserter(missing));
  if (missing.empty()) return "";
  constexpr size_t most = 3;
  std::string names = missing[0];
  for (size_t k = 1; k < std::min(missing.size(), most); ++k) names += ", " + missing[k];
  if (missing.size() > most) names += " and " + std::to_string(missing.size() - most) + " more";
  return "they are for a processor with " + names + ", which this one lacks";
}

} // namespace

KernelFolder::KernelFolder(std::string path, const std::string& version, const std::string& cache)
    : path_(std::move(path)), room_(cache_folder(cache)) {
  const std::string list = path_ + "/" + std::string(list_name);
  std::error_code ignored;
  if (const auto text = text_of_file(list))
    wrong_ = read_list(*text, version);
  else
    wrong_ = fs::is_directory(path_, ignored)
                 ? "it has no file " + std::string(list_name) + " that can be read"
                 : "there is no such folder";
  if (!wrong_.empty() || !unfit_.empty()) entries_.clear();
}

/// Reads the list's lines: a first one, version, architecture, features, a line for each kernel, and their number.
/// Returns why the list is wrong, or "".
std::string KernelFolder::read_list(const std::string& text, const std::string& here) {
  const std::string damaged = "its file " + std::string(list_name) + " is damaged";
  std::istringstream lines(text);
  std::string line, version, machine, word;
  std::set<std::string> features;
  bool ended = false;
  if (!std::getline(lines, line) || line != first_line) return damaged;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string kind, key;
    Entry entry;
    words >> kind;
    if (ended) return damaged;
    if (kind == "version")
      words >> version;
    else if (kind == "processor")
      for (words >> machine; words >> word;) features.insert(word);
    else if (kind == "kernel" && words >> key >> entry.hash >> entry.bytes && is_hash(key) &&
             is_hash(entry.hash))
      entries_[key] = std::move(entry);
    else if (size_t count = 0; kind == "end" && words >> count && count == entries_.size())
      ended = true;
    else
      return damaged;
  }
  if (!ended || version.empty() || machine.empty()) return damaged;
  unfit_ = version != here ? "they are of Nova " + version + ", and this is Nova " + here
                           : why_unfit(machine, features);
  return "";
}

std::string KernelFolder::lacks(const std::string& key) {
  if (!unfit_.empty()) return "the kernels in " + path_ + " are not used";
  if (!object(key).empty()) return "";
  return entries_.contains(sha256_hex(key)) ? "the kernel in " + path_ + " is damaged"
                                            : path_ + " has no kernel for it";
}

/// The bytes that were hashed are those that are loaded: they are copied to a folder of this process first.
std::string KernelFolder::object(const std::string& key) {
  if (entries_.empty()) return "";
  const std::lock_guard lock(mutex_);
  const std::string name = sha256_hex(key);
  const auto at = entries_.find(name);
  if (at == entries_.end() || at->second.damaged) return "";
  Entry& entry = at->second;
  if (!entry.copy.empty()) return entry.copy;
  const std::optional<std::string> bytes = text_of_file(path_ + "/" + name + ".so");
  const std::string copy = room_.folder() + "/" + name + ".so";
  entry.damaged = !bytes || bytes->size() != entry.bytes || sha256_hex(*bytes) != entry.hash ||
                  room_.folder().empty() || !write_new_file(copy, *bytes);
  return entry.damaged ? "" : entry.copy = copy;
}

namespace {

/// Removes the objects that the folder's list names.
void remove_objects(const std::string& path) {
  std::istringstream lines(text_of_file(path + "/" + std::string(list_name)).value_or(""));
  std::error_code ignored;
  for (std::string line, kind, key; std::getline(lines, line);) {
    std::istringstream words(line);
    if (words >> kind >> key && kind == "kernel" && is_hash(key))
      fs::remove(path + "/" + key + ".so", ignored);
  }
}

std::string list_of_kernels(const std::string& version, const KernelObjects& objects) {
  std::string text = std::string(first_line) + "\nversion " + version + "\nprocessor " + architecture();
  for (const std::string& feature : cpu_features()) text += " " + feature;
  text += "\n";
  for (const auto& [key, bytes] : objects)
    text += "kernel " + sha256_hex(key) + " " + sha256_hex(bytes) + " " + std::to_string(bytes.size()) + "\n";
  return text + "end " + std::to_string(objects.size()) + "\n";
}

} // namespace

/// The list is removed first and written last, so that it never names objects that are not there.
std::string KernelFolder::write(const std::string& path, const std::string& version,
                                const KernelObjects& objects) {
  std::error_code failed;
  fs::create_directories(path, failed);
  if (failed && !fs::is_directory(path)) return failed.message();
  const auto old = text_of_file(path + "/" + std::string(list_name));
  if (old && !old->starts_with(first_line))
    return std::string(list_name) + " is there, and is no list of kernels";
  remove_objects(path);
  const auto written = [&](const std::string& name, const std::string& bytes) {
    const std::string file = path + "/" + name;
    fs::remove(file, failed);
    std::ofstream out(file, std::ios::binary);
    out << bytes;
    out.flush();
    return out ? std::string() : name + ": " + std::strerror(errno);
  };
  fs::remove(path + "/" + std::string(list_name), failed);
  for (const auto& [key, bytes] : objects)
    if (std::string why = written(sha256_hex(key) + ".so", bytes); !why.empty()) return why;
  return written(std::string(list_name), list_of_kernels(version, objects));
}

} // namespace nova::plan
