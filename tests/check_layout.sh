#!/usr/bin/env bash
# All C++ is laid out by clang-format 14 and .clang-format, but for the texts that are compiled into programs (jit/kernels, runtime/scalar,
# jit/sim/cuda_shim.h, jit/user_kernels/text/cuda_words.h): `--dump` prints those as they are. `check_layout.sh ROOT [-i]`: -i lays them out.
cd "$1" || exit 2
command -v clang-format-14 >/dev/null || { echo "there is no clang-format-14 here"; exit 77; }
if [ "${2:-}" = -i ]; then how=(-i); else how=(--dry-run -Werror); fi
find runtime frontend interp jit repl tests bench \( -name '*.cpp' -o -name '*.hpp' -o -name '*.h' \) \
  -not -path 'bench/*/work/*' -not -path 'jit/kernels/*' -not -path 'runtime/scalar/*' -not -name cuda_shim.h -not -name cuda_words.h -print0 | xargs -0 -P 2 -n 64 clang-format-14 "${how[@]}"
