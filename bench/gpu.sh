#!/usr/bin/env bash
# Nova on a real GPU, from a bundle (./bootstrap bundle) or a built tree, on a machine with a driver, the CUDA Toolkit and a
# C compiler. Each takes nine minutes at most, or LIMIT seconds; a step that fails is told and the next one runs all the same.
#   bench/gpu.sh check [FOLDER]   self-test, transcripts, random programs, examples bit by bit, compute-sanitizer
#   bench/gpu.sh bench [FOLDER]   the device's floors, the prompt's latency, the programs of bench/ and, where they were bundled,
#                                 their peers
# FOLDER (else $OUT, else bench/results) gets a folder check or bench with results.json, table.md and log, and
# a wrong value's reproducers in bundles.tar.gz.
# SIZE=L: the yardstick's sizes for a CPU, which take a third of the time.
# REHEARSE=1: kernels run on the simulator, in a helper that speaks the GPU's protocol; nothing of it is a GPU's result.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
what=${1:-}
if [ "$what" != --step ]; then
out=${2:-${OUT:-$root/bench/results}}
[ "$what" = check ] || [ "$what" = bench ] || { sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 2; }
out=$out/$what
mkdir -p "$out" || exit 2
out=$(cd "$out" && pwd)
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
export GPU_SH_WORK=$work
fi
work=$GPU_SH_WORK
if [ -x "$root/bin/nova" ]; then bin=$root/bin; else bin=${BUILD_DIR:-$root/build}; fi
[ -x "$bin/nova" ] || { echo "gpu.sh: there is no $bin/nova; ./bootstrap bundle makes one" >&2; exit 2; }
export LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}/usr/local/cuda/lib64 PATH=${PATH:-/usr/bin:/bin}:/usr/local/cuda/bin
export NOVA_TEST_DATA=$root/tests/data
export XDG_CACHE_HOME=$work/cache
helper=() minutes=2 rehearsed=false
if [ -n "${REHEARSE:-}" ]; then helper=(--gpu-helper "$bin/tests/nova_fake_gpu") minutes=1 rehearsed=true; fi
began=$SECONDS
whole_limit=${LIMIT:-525}
left() { echo $((whole_limit - (SECONDS - began))); }
rows=()
quoted() { printf '"%s"' "$(printf %s "$1" | tr -d '\000-\037' | sed 's/\\/\\\\/g; s/"/\\"/g')"; }

# step NAME SECONDS COMMAND ..: runs it, keeps its last line, goes on whatever it gave.
step() {
  local name=$1 limit=$2 start=$SECONDS status verdict last
  shift 2
  [ "$(left)" -gt 5 ] && [ "$limit" -gt 0 ] || { rows+=("$name|not run|0|there was no time left"); echo "$name: not run, no time left"; return; }
  [ "$limit" -lt "$(left)" ] || limit=$(left)
  echo "== $name: $*" >>"$log"
  timeout -k 5 "$limit" bash "$0" --step "$@" >"$work/step" 2>&1
  status=$?
  head -c 400000 "$work/step" >>"$log"
  last=$(grep -v '^ *$' "$work/step" | tail -n 1 | cut -c1-200)
  case $status in 0) verdict=passed ;; 77) verdict=skipped ;; 124 | 137) verdict="out of time" ;; *) verdict="FAILED ($status)" ;; esac
  rows+=("$name|$verdict|$((SECONDS - start))|$last")
  echo "$name: $verdict, $((SECONDS - start)) s: $last"
}

gpu_name() { "$bin/nova" doctor "${helper[@]}" 2>/dev/null | sed -n 's/^gpu  *//p'; }

# ---- check

# It has two seconds; what was compiled in vain is there the next time.
self_test() {
  local k
  for k in 1 2 3 4; do
    "$bin/nova" doctor "${helper[@]}" >"$work/doctor" || break
    grep -q '^self-test *cut short' "$work/doctor" || break
  done
  cat "$work/doctor"
  grep '^self-test *passed' "$work/doctor" || { grep '^self-test' "$work/doctor"; return 1; }
}

# Whole suites by their commands, where they have some, else each session for itself; none begins when the time is nearly over.
transcripts() {
  local suite n passed failed left bad=0 until=$(($(date +%s) + $1 - 40))
  shift
  printf '#!/bin/sh\nexec "%s" "$@" --tier cuda --check all %s\n' "$bin/nova" "$([ $rehearsed = false ] || printf -- '--gpu-helper "%s"' "${helper[1]}")" >"$work/nova"
  chmod +x "$work/nova"
  for suite in "$@"; do
    suite=$root/tests/$suite
    if ls "$suite"/*.cmd >/dev/null 2>&1; then echo "$suite"; else find "$suite" -name '*.nv' | sort; fi
  done >"$work/sessions"
  UNTIL=$until xargs -P "${JOBS:-$(nproc)}" -n 1 bash "$0" --step one_transcript <"$work/sessions" || bad=1
  n=$(cat "$work"/suite.* | awk '/ passed, .* failed$/ { p += $1; f += $3 } /^not run: / { ++n } END { print p + 0, f + 0, n + 0 }')
  read -r passed failed left <<<"$n"
  echo "$passed transcripts passed, $failed failed$([ "$left" = 0 ] || echo ", $left not run")"
  return $bad
}

one_transcript() {
  local told status
  told=$(mktemp "$work/suite.XXXXXX")
  if [ "$(date +%s)" -lt "$UNTIL" ]; then
    timeout $((UNTIL + 30 - $(date +%s))) "$bin/tests/nova_transcripts" --nova "$work/nova" --tier cuda --check all "${helper[@]}" "$1" >"$told" 2>&1
    status=$?
  else
    status=124
  fi
  [ $status != 124 ] || echo "not run: $1" >"$told"
  { echo "$1"; cat "$told"; } >"$told.all"
  cat "$told.all"
  rm "$told.all"
  return $status
}

# Each program is judged at once, so that Ctrl-C loses no more than those that run then; what does not hear it is ended 30 s later.
fuzz() {
  local seed pids=() bad=0
  for seed in $(seq "$(nproc)" | head -n 8); do
    timeout --preserve-status -s INT -k 30 $((minutes * 60)) "$bin/nova" fuzz --print --programs $((minutes * 100)) --seed $((seed * 1000000 + RANDOM)) --tiers interp,cuda "${helper[@]}" >"$work/fuzz.$seed" 2>&1 &
    pids+=($!)
  done
  wait "${pids[@]}"
  for seed in "$work"/fuzz.*; do
    if grep -q ' programs: .* 0 differ' "$seed"; then grep -v '^(\|^$' "$seed"; else bad=1 && tail -n 12 "$seed"; fi
  done
  awk '/ programs: / { n += $1; for (i = 1; i < NF; ++i) if ($(i + 1) ~ /^differ/) d += $i } END { print n " programs, " d + 0 " differ" }' "$work"/fuzz.*
  return $bad
}

# What the cpu tier prints, bit by bit.
examples() {
  local f n=0 bad=0
  for f in "$root"/examples/*.nv "$root"/examples/*/*.nv; do
    [ -f "$f" ] || continue
    ((++n))
    (cd "$(dirname "$f")" && timeout 30 "$bin/nova" run "$f" --tier cpu --check off </dev/null >"$work/cpu" 2>&1; timeout 60 "$bin/nova" run "$f" --tier cuda --check off "${helper[@]}" </dev/null >"$work/gpu" 2>&1)
    cmp -s "$work/cpu" "$work/gpu" || { bad=1; echo "$f differs"; diff "$work/cpu" "$work/gpu" | head -n 5; }
  done
  echo "$n examples$([ $bad = 0 ] && echo , the same bits)"
  return $bad
}

# An endless kernel hears its deadline of 1 s; one that does not within 2 s more dies with its helper; 1 s for all else.
endless() {
  local start=$(date +%s%N) took
  "$bin/nova" --timeout 1s --tier cuda --check off "${helper[@]}" -e '(map (lambda (x) (let ((n x)) (while (> n -1) (set! n (+ n 1))) n)) (iota 1000))' >"$work/endless" 2>&1
  took=$((($(date +%s%N) - start) / 1000000))
  cat "$work/endless"
  echo "with a deadline of 1 s the session was over after $took ms"
  grep -q E0604 "$work/endless" && [ $took -lt 4000 ]
}

# What the run itself says of where it ran, and what the sanitizer found.
sanitized() {
  local tool=$1 sanitizer status
  sanitizer=$(command -v compute-sanitizer) || { echo "there is no compute-sanitizer"; return 77; }
  [ $rehearsed = false ] || { echo "no GPU to sanitize"; return 77; }
  "$sanitizer" --tool "$tool" --report-api-errors no --target-processes all --error-exitcode 9 "$bin/nova" --tier cuda --check off --stats -e \
    '(reduce + 0f (map to_float (iota 20000))) (length (scan + 0 (iota 20000))) (length (filter odd (iota 20000))) (length (sort (map (lambda (x) (% (* x 7919) 10007)) (iota 5000)))) (sum (map (lambda (n) (sum (iota n))) (iota 300)))' >"$work/sanitized" 2>&1
  status=$?
  cat "$work/sanitized"
  judge_sanitized "$tool" $status "$work/sanitized"
}

judge_sanitized() {
  local tool=$1 status=$2 told=$3 ran summary
  ran=$(sed -n 's/^cuda: \([0-9]*\) runs, .* 0 helpers died.*/\1/p' "$told")
  summary=$(grep ' SUMMARY: ' "$told" | tail -n 1 | sed 's/^=* *//')
  [ "$status" = 0 ] || { echo "$tool: exit status $status; ${summary:-no summary}"; return 1; }
  [ "${ran:-0}" -gt 0 ] || { echo "$tool: nothing ran on the GPU, or a helper died"; return 1; }
  ! grep -q ': cpu: \|runs on the CPU\|not on the GPU' "$told" && ! grep ': interpreted' "$told" | grep -vq 'nothing of it runs over elements' || { echo "$tool: not all of it ran on the GPU"; return 1; }
  [ -n "$summary" ] && ! grep ' SUMMARY: ' "$told" | grep -vq 'ERROR SUMMARY: 0 errors\|RACECHECK SUMMARY: 0 hazards' || { echo "$tool: ${summary:-no summary}"; return 1; }
  echo "$tool: $ran runs on the GPU, $summary"
}

check() {
  step self-test 60 self_test
  grep -q '^self-test *passed' "$work/doctor" || return # nothing below would run on the GPU
  step endless 20 endless
  local suites=(language arrays numbers gpu found tiers rules errors files papers/nova papers/harlan papers/comprehensions papers/programs) most=240 slowest=180
  [ "$whole_limit" -ge 525 ] || { most=$((whole_limit * 2 / 5)) slowest=120 minutes=1; }
  if $rehearsed; then suites=(rules papers/harlan files) slowest=210; fi # the simulator's compiler takes its time
  step transcripts $most transcripts $most "${suites[@]}"
  step memcheck 60 sanitized memcheck
  step examples 120 examples
  step racecheck 60 sanitized racecheck
  [ "$(left)" -ge $((minutes * 60 + 60)) ] || slowest=0
  step fuzz $slowest fuzz
}

# ---- bench

floors() {
  if $rehearsed; then "$bin/bench/gpu/bench_gpu_floors" sim; else "$bin/bench/gpu/bench_gpu_floors"; fi >"$work/floors" || return 1
  cat "$work/floors"
}

latency() {
  mkdir "$work/latency_cache"
  "$bin/bench/gpu/bench_gpu_latency" "$work/latency_cache" "${helper[@]:1}" >"$work/latency" || return 1
  cat "$work/latency"
}

peers_folder() { if [ -d "$root/bench/peers" ]; then echo "$root/bench/peers"; else echo "${PEERS:-$root/../shared/peers}"; fi; }

# Programs that a GPU wants otherwise are in bench/gpu.
yardstick() {
  local bench=$1 n=$2 tier=$3 folder=$root/bench/cpu
  [ ! -f "$root/bench/gpu/$bench.nv" ] || folder=$root/bench/gpu
  LIBCASE=$(peers_folder)/build/libcase.so TIER=$tier THREADS=$(nproc) BUDGET_MS=300 STATS=1 GPU_HELPER=${helper[1]:-} "$bin/bench/cpu/bench_yardstick" "$folder" "$bench=$n" >"$work/line" 2>"$work/told" || return 1
  cat "$work/told"
  cat "$work/line" >>"$work/lines"
  cat "$work/line"
  grep -q "	ok	" "$work/line" && ! grep -q 'cpu: \|runs on the CPU' "$work/told"
}

# The peers that need no Python, built by their script; each program's own exit status counts.
peer_kernels() {
  local peer args bad=0
  command -v nvcc >/dev/null || { echo "there is no nvcc"; return 77; }
  cp -rp "$(peers_folder)" "$work/peers" && cd "$work/peers" || return 1
  BUILD_ONLY=1 ./run_gpu.sh X || return 1
  args=$(awk -v column=$([ "${SIZE:-X}" = L ] && echo 3 || echo 4) '/^[^#]/ { print $1 "=" $column }' sizes.txt)
  for peer in kernels thrust; do
    [ -x build/$peer ] || { echo "$peer was not built"; bad=1; continue; }
    LIBCASE=$PWD/build/libcase_gpu.so BUDGET_MS=150 timeout 60 build/$peer $args >"$work/peer_lines" || bad=1
    cat "$work/peer_lines"
    grep -q "	ok	" "$work/peer_lines" || bad=1
    cat "$work/peer_lines" >>"$work/lines"
  done
  [ $bad = 0 ] || echo "a peer failed"
  return $bad
}

no_inputs() { echo "the inputs of the programs (libcase.so of the peers) were not bundled"; return 77; }

bench() {
  local name s l x n column=3
  step floors 60 floors
  step latency 60 latency
  [ -f "$(peers_folder)/build/libcase.so" ] || { step inputs 5 no_inputs; return; }
  while read -r name s l x; do
    [ -f "$root/bench/cpu/$name.nv" ] || continue
    [ "${SIZE:-X}" = L ] && n=$l || n=$x
    if $rehearsed; then n=$((s / 16)); fi
    case $name in sumrows* | matmul | blur | sobel | nbody) if $rehearsed; then n=$((s < 1000 ? s / 4 : 256)); fi ;; esac
    [ "$(left)" -gt 150 ] || $rehearsed || n=$l
    step "$name=$n" 60 yardstick "$name" "$n" cuda
  done < <(grep -v '^#' "$(peers_folder)/sizes.txt")
  $rehearsed || step "peers in CUDA, Thrust" 150 peer_kernels
  cp "$work/lines" "$out/lines.tsv" 2>/dev/null
}

# ---- what is left of it

write_results() {
  local r name verdict took last first=true
  {
    printf '{"what": "%s", "rehearsed": %s, "gpu": %s, "date": "%s", "steps": [\n' "$what" $rehearsed "$(quoted "$gpu")" "$(date -u +%FT%TZ)"
    for r in "${rows[@]}"; do
      IFS='|' read -r name verdict took last <<<"$r"
      $first || printf ',\n'
      first=false
      printf '  {"step": %s, "verdict": %s, "seconds": %s, "last": %s}' "$(quoted "$name")" "$(quoted "$verdict")" "$took" "$(quoted "$last")"
    done
    printf '\n], "floors": [%s], "latency": [%s], "lines": [%s]}\n' "$(json_lines "$work/floors")" "$(json_lines "$work/latency")" "$(json_lines "$work/lines")"
  } >"$json"
  {
    echo "# bench/gpu.sh $what"
    echo
    if $rehearsed; then echo "A rehearsal on the simulator: nothing here was run on a GPU."; else echo "GPU: ${gpu:-none}."; fi
    echo
    echo "| step | verdict | s | last line |"
    echo "| --- | --- | --- | --- |"
    for r in "${rows[@]}"; do
      IFS='|' read -r name verdict took last <<<"$r"
      echo "| $name | $verdict | $took | $(printf %s "$last" | tr '|\t' '/ ') |"
    done
    [ ! -s "$work/floors" ] || { echo; echo "Floors:"; echo; sed -n 's/^\([^#\t]*\)\t\(.*\)\t\(.*\)/- \1: \2 \3/p' "$work/floors"; }
    [ ! -s "$work/latency" ] || { printf '\n| latency | median, ms | least, ms | goal, ms | runs |\n| --- | --- | --- | --- | --- |\n'; sed 's/^/| /; s/\t/ | /g; s/$/ |/' "$work/latency"; }
    [ ! -s "$work/lines" ] || table
  } >"$page"
}

json_lines() {
  [ ! -s "$1" ] || grep -v '^#' "$1" | awk -F'\t' '{ gsub(/[\\"]/, ""); printf "%s[", (NR > 1 ? ", " : ""); for (i = 1; i <= NF; ++i) printf "%s\"%s\"", (i > 1 ? ", " : ""), $i; printf "]" }'
}

# Nova's least time beside that of the fastest peer whose answer passed; and that of its kernels by the device's clock, whose rate
# is held to the floor of what has to be read and written.
table() {
  local copy
  copy=$(awk -F'\t' '$1 == "copy" { print $2 }' "$work/floors" 2>/dev/null)
  printf '\n| bench | n | Nova, ms (median, least) | kernels, ms (median, least) | rate of the kernels | of the copy floor | best peer, ms | peer / Nova | peer / kernels |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n'
  awk -F'\t' -v copy="${copy:-0}" '
    $2 ~ /^nova/ { name[++k] = $1; n[k] = $3; median[k] = $4; least[k] = $5; rate[k] = $6; unit[k] = $7; check[k] = $8
      device[k] = $11; busy[k] = $12; if ($12 > 0) rate[k] = $6 * $5 / $12 }
    $2 !~ /^nova/ && $8 == "ok" && $2 !~ /copy/ { key = $1 "=" $3; if (!(key in best) || $5 + 0 < best[key] + 0) { best[key] = $5; who[key] = $2 } }
    END { for (i = 1; i <= k; ++i) { key = name[i] "=" n[i]
      floor = (unit[i] == "GB/s" && copy > 0) ? sprintf("%.2f", rate[i] / copy) : "-"
      wrong = check[i] == "ok" ? "" : " WRONG"
      peer = (key in best) ? sprintf("%.3f %s", best[key], who[key]) : "-"
      ratio = (key in best) ? sprintf("%.2f", best[key] / least[i]) : "-"
      alone = (key in best) && busy[i] > 0 ? sprintf("%.2f", best[key] / busy[i]) : "-"
      printf "| %s | %s | %.3f, %.3f%s | %.3f, %.3f | %.2f %s | %s | %s | %s | %s |\n", name[i], n[i], median[i], least[i], wrong, device[i], busy[i], rate[i], unit[i], floor, peer, ratio, alone } }' "$work/lines"
}

if [ "$what" = --step ]; then
  shift
  "$@"
  exit
fi
log=$out/log json=$out/results.json page=$out/table.md
: >"$log"
gpu=$(gpu_name)
echo "gpu.sh $what: ${gpu:-no GPU}$($rehearsed && echo ' (a rehearsal)')"
"$what"
write_results
(cd "$work/cache/nova" 2>/dev/null && ls -d bundle-* >/dev/null 2>&1 && tar czf "$out/bundles.tar.gz" bundle-*) # for nova replay
echo "written: $json $page"
for r in "${rows[@]}"; do case $r in *"|FAILED"* | *"|out of time"*) exit 1 ;; esac; done
