#include "runtime/ranks/fault_bytes.hpp"
#include <cstring>
#include <string_view>

namespace nova {
namespace {

void add(std::string& to, std::string_view text) {
  const auto n = static_cast<uint32_t>(text.size());
  to.append(reinterpret_cast<const char*>(&n), sizeof n).append(text);
}

/// Takes the next text off. Returns false if there is none.
bool take(std::string_view& from, std::string& text) {
  uint32_t n = 0;
  if (from.size() < sizeof n) return false;
  std::memcpy(&n, from.data(), sizeof n);
  from.remove_prefix(sizeof n);
  if (from.size() < n) return false;
  text = from.substr(0, n);
  from.remove_prefix(n);
  return true;
}

} // namespace

BufferRef fault_bytes(const Fault& fault) {
  std::string text;
  add(text, fault.code);
  for (const std::string& arg : fault.args) add(text, arg);
  auto bytes = std::make_shared<Buffer>(text.size());
  std::memcpy(bytes->bytes(), text.data(), text.size());
  return bytes;
}

Fault fault_of(const BufferRef& bytes) {
  std::string_view rest(bytes->as<const char>(), bytes->size());
  Fault fault;
  bool good = take(rest, fault.code);
  for (std::string arg; good && !rest.empty();) good = take(rest, arg), fault.args.push_back(std::move(arg));
  return good ? fault : Fault{"E0606", {"rank 0", "sent what is no message of Nova"}};
}

} // namespace nova
