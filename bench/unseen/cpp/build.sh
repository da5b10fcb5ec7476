#!/bin/bash
# Compiles each peer that is newer than its binary into ../bin.
cd "$(dirname "$0")" || exit 1
mkdir -p ../bin
for source in *.cpp; do
  binary=../bin/${source%.cpp}
  [ "$binary" -nt "$source" ] && [ "$binary" -nt common.hpp ] && continue
  g++ -std=c++17 -O3 -march=native -fopenmp -Wall -Wextra -o "$binary" "$source" || exit 1
done
