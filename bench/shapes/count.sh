#!/bin/sh
# Counts the machine instructions of kernels.cu for sm_90: of a whole kernel, and of each of its loops by address.
# Needs nvcc and nvdisasm on the PATH.
set -e
here=$(dirname "$0")
cubin=$(mktemp)
nvcc -std=c++17 -arch=sm_90 --fmad=false -O3 -cubin "$here/kernels.cu" -o "$cubin"
nvdisasm -c "$cubin" | awk '
  /^\.text\./ { name = $1; sub(/^\.text\._Z[0-9]+/, "", name); sub(/PK.*|:$/, "", name); n = 0; delete label; next }
  /^\.L_x_[0-9]+:/ { l = $1; sub(/:/, "", l); label[l] = n; next }
  /\/\*[0-9a-f]+\*\// {
    ++n; op = $2; if (op ~ /^@/) op = $3; sub(/[;.].*/, "", op); kind[n] = op
    if (op == "NOP") next
    ++total[name]
    if ($0 ~ /BRA/ && match($0, /\.L_x_[0-9]+/)) {
      to = substr($0, RSTART, RLENGTH)
      if (to in label && label[to] < n - 1) {
        delete seen; for (k = label[to] + 1; k <= n; ++k) ++seen[kind[k]]
        text = ""; for (k in seen) text = text " " k ":" seen[k]
        loops[name] = loops[name] sprintf("    loop of %d:%s\n", n - label[to], text)
      }
    }
  }
  END { for (k in total) printf "%s: %d instructions\n%s", k, total[k], loops[k] }'
rm -f "$cubin"
