#!/bin/sh
# Builds and runs all programs of this folder: build.sh NOVA FOLDER
set -e
nova=$1 to=$2 here=$(dirname "$0")
$nova build "$here/stats.nv" --to c -o "$to/stats" && $nova build "$here/words.nv" --to c -o "$to/words"
echo "C:" && cc -O1 -I"$to/stats" "$here/main.c" "$to/stats/stats.c" -lm -o "$to/in_c" && "$to/in_c"
echo "C++:" && cmake -S "$here" -B "$to/cmake" -DSTATS="$to/stats" >/dev/null && cmake --build "$to/cmake" >/dev/null && "$to/cmake/embedding"
if command -v gfortran >/dev/null; then
  echo "Fortran:" && cc -O1 -c "$to/stats/stats.c" -o "$to/stats.o" &&
    gfortran -J"$to" "$to/stats/stats_nova.f90" "$here/main.f90" "$to/stats.o" -lm -o "$to/in_fortran" && "$to/in_fortran"
fi
echo "Python:" && cc -O1 -shared -fPIC "$to/stats/stats.c" -lm -o "$to/libstats.so" && python3 "$here/call.py" "$to/libstats.so"
echo "two libraries:" && cc -O1 -I"$to/stats" -I"$to/words" "$here/two.c" "$to/stats/stats.c" "$to/words/words.c" -lm -o "$to/two" && "$to/two"
