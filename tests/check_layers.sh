#!/usr/bin/env bash
# The house's layers: runtime <- frontend <- interp <- jit <- repl. Fails on an #include that runs the wrong way, on
# Boost.Spirit X3 outside its one file, and on files of more than 600 lines.
cd "$1" || exit 2
order=(runtime frontend interp jit repl)
bad=0
for ((i = 0; i < ${#order[@]}; i++)); do
  for ((j = i + 1; j < ${#order[@]}; j++)); do
    if grep -rn "#include \"${order[j]}/" "${order[i]}" 2>/dev/null; then
      echo "the line above: ${order[i]} must not include ${order[j]}"
      bad=1
    fi
  done
done
x3=$(grep -rl "boost/spirit" runtime frontend interp jit repl 2>/dev/null | grep -v '^frontend/read/lexer.cpp$')
[ -z "$x3" ] || { echo "Boost.Spirit outside frontend/read/lexer.cpp: $x3"; bad=1; }
long=$(find runtime frontend interp jit repl prelude tests -name '*.[ch]pp' -o -name '*.h' -o -name '*.nv' | xargs wc -l | awk '$2 != "total" && $1 > 600 {print "  " $2 ": " $1}')
[ -z "$long" ] || { echo "files over 600 lines:"; echo "$long"; bad=1; }
exit $bad
