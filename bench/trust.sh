#!/usr/bin/env bash
# What Nova promises, the figure that each promise is to reach, and today's: docs/trust.md.
#   bench/trust.sh             measures every row (about two hours on two cores) and writes the page
#   bench/trust.sh ROW ...     these rows alone; the others keep their figures
#   bench/trust.sh page        measures none
# BUILD_DIR names the build (build), UNSEEN the folder of the unseen suite (row 17), SEED the first random program, SAMPLES how
# many calls of each kind fail in each scenario of row 9 (10). A row whose test is missing, or does not end within two hours, says
# "not measured".
set -u
cd "$(dirname "$0")/.."
build=${BUILD_DIR:-build} page=docs/trust.md
seed=${SEED:-$(($(date +%s) * 1000))}
export XDG_CACHE_HOME=${XDG_CACHE_HOME:-$PWD/$build/cache}
nova=$build/nova unit=$build/tests/nova_unit

# ---- the figures, a line each ----

fuzzed() { "$nova" fuzz --cache "$XDG_CACHE_HOME/fuzz" --seed "$seed" "$@" | grep -E 'agree|differ' | head -n 1; }
unit_cases() { "$unit" -tc="$1" | awk '/test cases:/ { print $4 " tests, " $6 " passed, " $9 " failed" }' | tr -d '|'; }
last_line() { "$@" 2>&1 | tail -n 1; }

figure_1() {
  echo "cpu: $(fuzzed --programs 2000 --tiers interp,plan,cpu)"
  echo "sim: $(fuzzed --programs 100 --tiers interp,sim)"
}
figure_2() { unit_cases '*planted*'; }
figure_3() { last_line "$build/tests/nova_transcripts" --nova "$nova" tests/passes; }
figure_4() {
  local log total=0 n=0 runs
  for log in "$build-fuzz"/fuzz_*.log; do
    runs=$(awk '/number_of_executed_units/ { print $2 }' "$log") && [ -n "$runs" ] && total=$((total + runs)) n=$((n + 1))
  done
  [ "$n" -gt 0 ] && echo "$total runs of $n fuzzers, $(find "$build-fuzz" -maxdepth 1 \( -name 'fuzz_*-crash-*' -o -name 'fuzz_*-timeout-*' -o -name 'fuzz_*-oom-*' \) | wc -l) bad"
}
sanitized() { # $1: address or thread; $2: the tests' names
  local dir=$build-$1
  cmake -S . -B "$dir" -G Ninja -DNOVA_SANITIZE="$1" >"$dir.log" 2>&1 && cmake --build "$dir" --target nova nova_transcripts nova_unit >>"$dir.log" 2>&1 || return
  rm -f "$dir"/report.*
  # Depths, counts of bytes and times differ there, so that some transcripts do: what counts is what the sanitizer reports.
  (cd "$dir" && ASAN_OPTIONS=log_path=$PWD/report UBSAN_OPTIONS=log_path=$PWD/report \
    ctest -R "$2" --timeout 3000 2>&1 | tee -a "../$(basename "$dir").log" | awk -v of="$1" '/tests failed out of/ { n = $NF } END { printf "%s: %d tests, ", of, n }')
  echo "$(find "$dir" -maxdepth 1 -name 'report.*' -exec grep -lE 'Sanitizer: |runtime error' {} + | wc -l) reports"
}
figure_5() {
  sanitized address '^(unit|transcripts\.|cpu\.rules|cpu\.found|print_reads_back)'
  sanitized thread '^threaded\.'
}
figure_6() {
  local tier
  for tier in interp cpu; do echo "$tier: $(last_line python3 tests/interrupts.py "$nova" 250 "$seed" --tier "$tier")"; done
}
figure_7() { unit_cases '*deep*,*nested*,*depth*'; }
figure_8() { python3 tests/limits.py "$nova" | grep " MB of " | paste -sd ","; }
figure_9() { python3 tests/failures.py "$nova" "${SAMPLES:-10}" "$seed" | tail -n 4 | paste -sd ';'; }
figure_10() { last_line python3 tests/cache_kills.py "$nova" 200 "$seed"; unit_cases '*flipped bits*'; }
figure_11() { "$unit" -tc='*memory fails*,*no memory left*,out of memory*' | awk '/assertions:/ { print $3 " checks, " $8 " failed" }' | tr -d '|'; }
figure_12() { "$unit" -tc='*helper*that end*,*helpers that end*,*hundred helpers*,*sticks*,*missing driver*,*never end*' | awk '/assertions:/ { print $3 " checks, " $8 " failed" }' | tr -d '|'; }
figure_13() { last_line python3 tests/threads.py "$nova" 100; }
figure_14() { last_line python3 tests/sandbox.py "$nova"; }
figure_19() { last_line "$build/tests/nova_transcripts" --nova "$nova" tests/foreign; }
figure_15() { [ -f tests/terminal_bytes.py ] && last_line python3 tests/terminal_bytes.py "$nova"; }
figure_16() { [ -f bench/worst.py ] && python3 bench/worst.py --nova "$nova" | head -1 | cut -d";" -f1; }
figure_17() { [ -n "${UNSEEN:-}" ] && [ -f "$UNSEEN/measure.py" ] && last_line python3 "$UNSEEN/measure.py" --verdicts "$nova"; }

# ---- the rows: number | promise | figure to reach | how it is measured ----

rows() {
  cat <<'ROWS'
1 | every tier gives the interpreter's bits | 1,000,000 random programs in cpu, 100,000 in sim and in cuda, over releases: 0 differ | `nova fuzz`, fresh seeds; this page's run alone
2 | the generator finds bugs | 12 planted miscompilations, all found in 10 min | `nova_unit -tc='*planted*'`: 12 wrong passes, a wrong rule of the emitter, 20 and more wrong kernels
3 | optimisations never change answers | every pass can be switched off; all single-off runs equal | `nova_transcripts tests/passes`
4 | no crash on any bytes | 1e8 runs per format, ASan and UBSan clean, none over 1 s or 512 MB | `./bootstrap fuzz 60`
5 | no undefined behaviour | the suite clean under ASan, UBSan, TSan | `-DNOVA_SANITIZE=address` and `thread`
6 | Ctrl-C returns, the session is kept | p99 100 ms interp and cpu, 250 ms GPU; 1,000 interrupts | `tests/interrupts.py`
7 | depth is an error, not a crash | 1e6 nested in every phase | `nova_unit`
8 | the memory limit holds | never over the limit + 10 % | `tests/limits.py`
9 | failed allocation and I/O are survived | the n-th malloc, open, write fails, for every n of 20 scenarios: no crash | `tests/failures.py`: `ended` counts sessions that did not go on
10 | the kernel cache can be killed, damaged, shared | 1,000 kills, 10,000 bit flips: no wrong load | `tests/cache_kills.py`, `nova_unit`
11 | GPU out of memory falls back and says so | at every allocation of 20 programs | `nova_unit`: at every allocation of 25 programs, on the simulated device
12 | a sticky GPU error costs a second, not the session | 100 of 100 recover in 3 s | `nova_unit`: a hundred of each fault, with a simulated helper
13 | same answer always | 100 programs x 1, 2, 7, 16 threads x 100 runs: same bits | `tests/threads.py`
14 | foreign code only with permission; a script can't leave its sandbox | 200 attempts: none passes | `tests/sandbox.py`
15 | hostile text can't drive the terminal | all bytes and 500 escape sequences: only inert text arrives | `tests/terminal_bytes.py`
16 | the default tier is never worse than the interpreter | at most 1.1 x its time + 100 ms | `bench/worst.py`
17 | every value was checked in part | at most 1 of 20 ordinary programs ends "unchecked" | the unseen suite
18 | the same bits on every processor | AVX-512, AVX2, SSE2, AArch64, gcc and clang, 1 to 16 ranks | of a later issue
19 | foreign code costs its form, not the session | crash, hang, lie of 20 libraries: an error at the form | `nova_transcripts tests/foreign`: 15 texts that do harm, in interp, cpu and sim, and 5 libraries
ROWS
}

kept() { [ -f "$page" ] && awk -F' \\| ' -v n="| $1" '$1 == n { print $4 }' "$page"; }

# The row's figure: measured now, or as the page has it.
figure() {
  local n=$1 got
  shift
  case " $* " in
    *" $n "*) ;;
    *) got=$(kept "$n"); echo "${got:-not measured}"; return ;;
  esac
  declare -F "figure_$n" >/dev/null || { echo "not measured"; return; }
  got=$(timeout 7200 bash -c "$(declare -f); build=$build nova=$nova unit=$unit seed=$seed; figure_$n" 2>/dev/null | paste -sd ';' | sed 's/;/; /g; s/|/,/g; s/  */ /g')
  [ -n "$got" ] && echo "$got ($(date +%Y-%m-%d))" || echo "not measured"
}

write_page() {
  echo '# Trust: what Nova promises, and the figure that proves each'
  echo
  echo 'Made by `bench/trust.sh`, which measures the rows that it is told and keeps the others. What is measured on every'
  echo 'commit stands in tests/CMakeLists.txt; a figure here is of the day that stands behind it.'
  echo
  echo '| # | promise | figure to reach | today | how |'
  echo '| --- | --- | --- | --- | --- |'
  rows | while IFS='|' read -r n promise reach how; do
    n=${n// /}
    echo "| $n |$promise|$reach| $(figure "$n" "$@") |$how |"
  done
}

[ $# -gt 0 ] || set -- $(rows | cut -d'|' -f1)
made=$(mktemp)
write_page "$@" >"$made" && cp "$made" "$page"
rm -f "$made"
