#!/bin/bash
# Measures the programs that nobody tuned: run.sh [full|small] [NAME..]. The table is printed, and kept in work/table_SIZE.md.
# NOVA names the binary, PY a Python with numpy, scipy, numba and jax, SUITE (if set) the folder of another suite to measure too.
set -eu -o pipefail
here=$(cd "$(dirname "$0")" && pwd)
nova=$(realpath -s "$(command -v "${NOVA:?names the nova binary}")")
python=$(realpath -s "$(command -v "${PY:?names a Python with numpy, scipy, numba and jax}")")
size=full
case "${1:-}" in full | small) size=$1 && shift ;; esac

# prepare FOLDER PLACE: copies a suite to where it may write, compiles its peers and makes its inputs.
prepare() {
  mkdir -p "$2"
  rm -rf "$2"/nv "$2"/cpp "$2"/py
  cp -rp "$1"/gen.py "$1"/compare.py "$1"/nv "$1"/cpp "$1"/py "$2"
  "$2"/cpp/build.sh
  [ "$2/$size/made" -nt "$2/gen.py" ] && return
  "$python" "$2"/gen.py "$size"
  touch "$2/$size/made"
}

places=("$here/work/own")
prepare "$here" "${places[0]}"
if [ -n "${SUITE:-}" ]; then
  places+=("$here/work/other-$(basename "$(realpath "$SUITE")")")
  prepare "$SUITE" "${places[1]}"
fi
exec "$python" "$here"/measure.py --nova "$nova" --size "$size" --results "$here"/work --suites "${places[@]}" --names "$@"
