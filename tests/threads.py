#!/usr/bin/env python3
"""The same bits on any number of threads, run after run.

threads.py NOVA RUNS      Each program runs so often in one session, on 1, 2, 7 and 16 threads.
"""
import subprocess
import sys

# Functions that call themselves twice, whose calls threads share: of scalars, with columns, with cells, of uneven halves.
DEFINITIONS = """
(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(define (waves k x) (if (= k 0) (/ 1.0 (+ 1.0 x)) (- (waves (- k 1) (* x 0.7)) (waves (- k 1) (+ x 0.3)))))
(define (quicksort xs)
  (if (< (length xs) 2) xs
      (let (p xs!0) in (++ (quicksort (filter (lambda (x) (< x p)) xs))
                           (++ (filter (lambda (x) (= x p)) xs) (quicksort (filter (lambda (x) (> x p)) xs)))))))
(define-datatype Tree (leaf) (node Tree int Tree))
(define (build low high)
  (if (>= low high) (leaf) (let (m (/ (+ low (* 2 high)) 3)) in (node (build low m) (* m 7) (build (+ m 1) high)))))
(define (total t) (match t ((leaf) 0) ((node l v r) (+ v (+ (total l) (* 3 (total r)))))))
(define (chain k) (if (= k 0) 0 (+ (fib (% k 9)) (* 3 (chain (- k 1))))))
"""
PROGRAMS = [
    "(fib 24)",
    "(waves 16 0.5)",
    "(sum (map (lambda (x i) (* x (% i 101))) (quicksort (map (lambda (i) (% (* i 7919) 10007)) (iota 5000))) (iota 5000)))",
    "(total (build 0 30000))",
    "(chain 3000)",
    "(reduce + 0.0 (map (lambda (x) (/ 1.0 (to_double (+ x 1)))) (iota 300007)))",
    "(reduce + 0f (map (lambda (x) (sin (to_float x))) (iota 100003)))",
    "(reduce + 0.0 (scan + 0.0 (map (lambda (x) (sqrt (to_double x))) (iota 200003))))",
    "(reduce-comm * 1.0 (map (lambda (x) (+ 1.0 (/ 1.0 (to_double (+ x 1000))))) (iota 150001)))",
    "(length (filter (lambda (x) (< (sin (to_double x)) 0.3)) (iota 250007)))",
    "(reduce + 0 (map (lambda (p) (* p 31)) (filter (lambda (x) (= 1 (% x 3))) (iota 250007))))",
    "(reduce (lambda (a b) (+ (* a 31) b)) 7 (iota 65))",
    "(reduce + 0.0 (map (lambda (n) (reduce + 0.0 (map to_double (iota n)))) (range 0 700)))",
    "(take 5 (sort (map (lambda (i) (% (* i 7919) 1000003)) (iota 200011))))",
    "(sum (map (lambda (x i) (* (% i 1009) x)) (sort (map (lambda (i) (* i (* i 2654435761))) (iota 300007))) (iota 300007)))",
    "(sum (map (lambda (x i) (* (% i 1009) x)) (sort-by (lambda (x) (% x 1000)) (map (lambda (i) (* i 7919)) (iota 100003))) (iota 100003)))",
    "(reduce + 0.0 (map (lambda (x i) (* (to_double i) x)) (sort (map (lambda (i) (sin (to_double i))) (iota 100003))) (iota 100003)))",
    "(reduce + 0.0 (map (lambda (r) (reduce max 0.0 r)) (map (lambda (i) (map (lambda (j) (cos (to_double (* i j)))) (iota 200))) (iota 300))))",
]


def answers(nova, runs, threads):
    text = DEFINITIONS + "\n".join(f"(println {p})" for p in PROGRAMS for _ in range(runs))
    done = subprocess.run([nova, "run", "-", "--tier", "cpu", "--check", "off", "--threads", str(threads)], input=text,
                          capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr[-2000:])
    lines = done.stdout.splitlines()
    return [lines[k * runs:(k + 1) * runs] for k in range(len(PROGRAMS))]


def main():
    nova, runs = sys.argv[1], int(sys.argv[2])
    plain = subprocess.run([nova, "run", "-", "--tier", "interp"], input=DEFINITIONS + "\n".join(f"(println {p})" for p in PROGRAMS),
                           capture_output=True, text=True, check=True).stdout.splitlines()
    bad = 0
    for threads in (1, 2, 7, 16):
        for program, right, got in zip(PROGRAMS, plain, answers(nova, runs, threads)):
            if set(got) != {right}:
                bad += 1
                print(f"{threads} threads: {program}\n  gives {sorted(set(got))}, the interpreter {right}")
    print(f"{len(PROGRAMS)} programs, 1, 2, 7 and 16 threads, {runs} runs each: {bad} differ")
    sys.exit(1 if bad else 0)


main()
