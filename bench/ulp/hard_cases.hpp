// The published hard cases of the maths functions (hard_cases.txt), for bench_ulp and the unit tests.
#pragma once

#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace nova::ulp {

/// The arguments of each function, by its name; those of a function of two arguments alternate.
using HardCases = std::map<std::string, std::vector<double>, std::less<>>;

/// Nothing where the file cannot be opened, holds no case, or holds a word that is not a number.
inline std::optional<HardCases> read_hard_cases(const std::string& path) {
  std::ifstream file(path);
  HardCases cases;
  for (std::string line, name, word; std::getline(file, line);) {
    std::istringstream words(line);
    if (!(words >> name) || name[0] == '#') continue;
    while (words >> word) {
      char* end = nullptr;
      cases[name].push_back(std::strtod(word.c_str(), &end));
      if (*end != '\0') return std::nullopt;
    }
  }
  if (cases.empty()) return std::nullopt;
  return cases;
}

} // namespace nova::ulp
