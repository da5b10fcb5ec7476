# Limits stand anywhere on the command line; each ends in a located error and exit status 1.
$ nova --max-memory 100M -e '(length (range 100000000))'
-e:1:9: error[E0601]: there is no memory for 762.9 MiB: 64.0 KiB are in use, the limit is 100.0 MiB
 1 | (length (range 100000000))
   |         ^^^^^^^^^^^^^^^^^
help: what is left holds 13 million ints or doubles; floats and int32s take half as much, and `--max-memory` sets another limit
[exit 1]
# A definition's value is freed after the last form that uses it, also by a function. Each of these takes 30.5 MiB.
$ nova --max-memory 100M -e '(define a (map to_double (range 4000000))) (define b (map (+ 1.0) a)) (define c (map (+ 1.0) b)) (define d (map (+ 1.0) c)) (define (all x) (+ x (sum c))) (println* (all (sum d))) (define e (map (+ 1.0) d)) (define f (map (+ 1.0) e)) (sum f)'
16000016000000.0
8000018000000.0
$ nova --max-memory 100M -e '(define a (map to_double (range 4000000))) (define b (map (+ 1.0) a)) (define c (map (+ 1.0) b)) (define d (map (+ 1.0) c)) (+ (sum a) (+ (sum b) (sum d)))'
-e:1:108: error[E0601]: there is no memory for 30.5 MiB: 91.7 MiB are in use, the limit is 100.0 MiB
 1 | … (+ 1.0) a)) (define c (map (+ 1.0) b)) (define d (map (+ 1.0) c)) (+ (sum a) (+ (sum b) (sum d)))
   |                                                    ^^^^^^^^^^^^^^^
help: what is left holds 1 million ints or doubles; floats and int32s take half as much, and `--max-memory` sets another limit
[exit 1]
# The interpreter has the last word on memory: what compiled code could not have, it asks for itself.
$ nova -e '(length (range 100000000))' --max-memory 100M
-e:1:9: error[E0601]: there is no memory for 762.9 MiB: 64.0 KiB are in use, the limit is 100.0 MiB
 1 | (length (range 100000000))
   |         ^^^^^^^^^^^^^^^^^
help: what is left holds 13 million ints or doubles; floats and int32s take half as much, and `--max-memory` sets another limit
[exit 1]
$ nova -e '(define (double v) (double (++ v v))) (length (double [1]))' --max-memory 64M
-e:1:28: error[E0601]: there is no memory for 64.0 MiB: 32.1 MiB are in use, the limit is 64.0 MiB
 1 | (define (double v) (double (++ v v))) (length (double [1]))
   |                            ^^^^^^^^
-e:1:47: note: in double, called here
 1 | (define (double v) (double (++ v v))) (length (double [1]))
   |                                               ^^^^^^^^^^^^
help: what is left holds 4 million ints or doubles; floats and int32s take half as much, and `--max-memory` sets another limit
[exit 1]
$ nova -e '(iota 1000000000000000000)' --max-memory 1G
-e:1:1: error[E0601]: there is no memory for 6.9 EiB: 64.0 KiB are in use, the limit is 1.0 GiB
 1 | (iota 1000000000000000000)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^
help: what is left holds 134 million ints or doubles; floats and int32s take half as much, and `--max-memory` sets another limit
[exit 1]
$ nova --timeout 200ms -e '(define (loop n) (loop (+ n 1))) (loop 0)' 2>&1 | head -3
-e:1:34: error[E0604]: the time limit is reached
 1 | (define (loop n) (loop (+ n 1))) (loop 0)
   |                                  ^^^^^^^^
$ nova --timeout 200ms -e '(reduce + 0 (map (lambda (x) (* x x)) (range 500000000)))' --max-memory 100G --tier interp
-e:1:39: error[E0604]: the time limit is reached
 1 | (reduce + 0 (map (lambda (x) (* x x)) (range 500000000)))
   |                                       ^^^^^^^^^^^^^^^^^
[exit 1]
# Where compiled code runs, the form that it runs for is shown.
$ nova --timeout 200ms -e '(reduce + 0 (map (lambda (x) (* x x)) (range 500000000000)))' --max-memory 100G
-e:1:1: error[E0604]: the time limit is reached
 1 | (reduce + 0 (map (lambda (x) (* x x)) (range 500000000000)))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova --timeout 0.2s -e '(let ((n 0)) (while true (set! n (+ n 1))))'
-e:1:1: error[E0604]: the time limit is reached
 1 | (let ((n 0)) (while true (set! n (+ n 1))))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova --timeout 100ms -e '(sort (map (lambda (i) (% (* i 7919) 1000003)) (range 20000000)))' 2>&1 | grep -o 'error.*'
error[E0604]: the time limit is reached
# A recursion that compiled code can't hold is not tried anew by each of its calls.
$ nova --tier cpu --timeout 20s --max-memory 64M -e '(define (grow n) (+ 1 (sum (map (lambda (k) (grow (+ n k))) [1])))) (grow 1)' 2>&1 | grep -o 'error.*deeply'
error[E0605]: the calls are nested too deeply
# Nor is one that ends in an error.
$ nova --tier cpu --timeout 20s -e '(define (f n) (if (= n 0) (! [1 2] 5) (sum (map (lambda (k) (f (- n 1))) [0])))) (f 400000)' 2>&1 | grep -o 'error.*'
error[E0402]: index 5 is out of range for a vector of length 2
$ nova --max-depth 100 -e '(define (sum-to n) (if (= n 0) 0 (+ n (sum-to (- n 1))))) (sum-to 99)'
4950
$ nova --max-depth 100 -e '(define (sum-to n) (if (= n 0) 0 (+ n (sum-to (- n 1))))) (sum-to 1000)'
-e:1:39: error[E0605]: the calls are nested too deeply: 100 calls wait for a result
 1 | (define (sum-to n) (if (= n 0) 0 (+ n (sum-to (- n 1))))) (sum-to 1000)
   |                                       ^^^^^^^^^^^^^^^^
-e:1:39: note: in sum-to, called here, 99 times in a row
 1 | (define (sum-to n) (if (= n 0) 0 (+ n (sum-to (- n 1))))) (sum-to 1000)
   |                                       ^^^^^^^^^^^^^^^^
-e:1:59: note: in sum-to, called here
 1 | (define (sum-to n) (if (= n 0) 0 (+ n (sum-to (- n 1))))) (sum-to 1000)
   |                                                           ^^^^^^^^^^^^^
[exit 1]
$ nova -e '(define (sum-to n) (if (= n 0) 0 (+ n (sum-to (- n 1))))) (sum-to 1000000)'
500000500000
$ nova --max-depth 100 -e '(define (count n) (if (= n 0) "tail calls need no depth" (count (- n 1)))) (count 1000000)'
"tail calls need no depth"
$ nova -e '(define (deep n) (+ 1 (deep (- n 1)))) (deep 2000000000)' 2>&1 | sed 's/[0-9]* calls wait/N calls wait/; s/[0-9]* times in a row/N times in a row/'
-e:1:23: error[E0605]: the calls are nested too deeply: N calls wait for a result
 1 | (define (deep n) (+ 1 (deep (- n 1)))) (deep 2000000000)
   |                       ^^^^^^^^^^^^^^
-e:1:23: note: in deep, called here, N times in a row
 1 | (define (deep n) (+ 1 (deep (- n 1)))) (deep 2000000000)
   |                       ^^^^^^^^^^^^^^
-e:1:40: note: in deep, called here
 1 | (define (deep n) (+ 1 (deep (- n 1)))) (deep 2000000000)
   |                                        ^^^^^^^^^^^^^^^^^
$ timeout -s INT 0.5 nova -e '(define (loop n) (loop (+ n 1))) (loop 0)'
-e:1:34: error[E0603]: the evaluation was interrupted
 1 | (define (loop n) (loop (+ n 1))) (loop 0)
   |                                  ^^^^^^^^
[exit 124]
$ nova --threads abc -e 1
--threads: a whole number is expected, not abc
Run with --help for more information.
[exit 2]
$ nova --max-depth 0 -e 1
1
$ nova check a.nv b.nv
nova: nova check does not know what to do with b.nv
[exit 2]
# A fused chain takes its inputs, its outputs and a tenth more: here 16 MB and 16 MB, where each step by itself would take 16 MB again.
$ nova --tier cpu --check off --max-memory 33.5M -e '((xs : vector float)) (length (force (map (lambda (a) (* a 2.0f)) (map (lambda (a) (+ a 1.0f)) (map sqrt xs)))))' -i 'xs=(map to_float (range 4000000))'
4000000
# They are heard where nobody evaluates: while a file is waited for, read, laid out, checked or printed.
$ cd $(mktemp -d); mkfifo p; nova --timeout 100ms --allow-write . -e '(write-text "p" "x")'; nova --timeout 100ms -e '(import "p") (no)'; nova --timeout 100ms run p; sleep 1 | nova --timeout 100ms run -; nova fmt --timeout 100ms p; rm p
-e:1:1: error[E0604]: the time limit is reached
 1 | (write-text "p" "x")
   | ^^^^^^^^^^^^^^^^^^^^
-e:1:9: error[E0604]: the time limit is reached
 1 | (import "p") (no)
   |         ^^^
error[E0604]: the time limit is reached
error[E0604]: the time limit is reached
error[E0604]: the time limit is reached
$ nova fmt --timeout 100ms /dev/zero; nova fmt --max-memory 20M /dev/zero 2>&1 | grep -o 'error.*memory'
error[E0604]: the time limit is reached
error[E0601]: there is no memory
$ cd $(mktemp -d); python3 -c 'print("(define v [" + "1 " * 3000000 + "])")' > v.nv; nova check --timeout 100ms v.nv 2>&1 | grep -o 'error.*'; nova check --max-memory 20M v.nv 2>&1 | grep -o 'error.*made of'; nova run --max-memory 20M v.nv 2>&1 | grep -o 'error.*made of'; nova fmt --check --max-memory 40M v.nv 2>&1 | grep -o 'error.*made of'; rm v.nv
error[E0604]: the time limit is reached
error[E0601]: there is no memory for more of what the program is made of
error[E0601]: there is no memory for more of what the program is made of
error[E0601]: there is no memory for more of what the program is made of
# Nobody reads what is printed.
$ nova --timeout 300ms -e '(iota 3000000)' | sleep 1
-e:1:1: error[E0604]: the time limit is reached
 1 | (iota 3000000)
   | ^^^^^^^^^^^^^^
# What the machine has no memory for ends; the session goes on.
$ d=$(mktemp -d); python3 -c "print('(length [' + ' '.join(f'(+ {k} 1)' for k in range(1500000)) + '])')" > $d/big.nv; (ulimit -v 1600000; printf '%s\n' '(define a 1)' ":load $d/big.nv" '(+ a 41)' '(sum (map (* a) (iota 10)))' '^D' | python3 at_prompt.py --tier interp) | sed "s|$d/||g; s/(+ 0 1).*/(+ 0 1) ../; s/\^\^*/^/"; (ulimit -v 600000; nova -e '(+ 1 2)'); rm -r $d
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define a 1)
a : int
nova> :load big.nv
error[E0601]: there is no memory for what was typed: all that the machine gives are in use, the limit is none
nova> (+ a 41)
42 : int
nova> (sum (map (* a) (iota 10)))
45 : int
nova> 
nova: the machine has no memory left
