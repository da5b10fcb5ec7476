# A program that talks to nova through pipes gets an answer to each form when it is complete, before the end of the input.
$ python3 on_a_pipe.py '(+ 1 2)' '+(define (pair n) (if (= n 0) true (lone (- n 1)))) (define (lone n) (if (= n 0) false (pair (- n 1))))' '(pair 10)' '+(* it1' '  2)' ':type (pair 3)'
3 : int
true : bool
6 : int
(pair 3) : bool
'' 0
$ python3 on_a_pipe.py '(* 3 4)' '(* it 2)' ':type [it it1]' '+(println "said")' '(println "more")'
12 : int
24 : int
[it it1] : vector int
said
'more\n' 0
$ python3 on_a_pipe.py '+; a remark alone' '+' '+"a text' 'of two lines"' '(/ 1 0)' '+ ' '+(+ 1'
"a text\nof two lines" : vector char
prompt:1:1: error[E0421]: division by zero: (/ 1 0)
' 1 | (/ 1 0)\n   | ^^^^^^^\nprompt:2:1: error[E0101]: this `(` is never closed\n 2 | (+ 1\n   | ^\n' 1
$ python3 on_a_pipe.py '1' '+:quit' | cat
1 : int
'' 0
# One that only writes is a program, as are files.
$ printf '%s\n' '(define (f) (g))' '(println (f))' '(define (g) 1)' '(+ 1 2)' '(+ 3 4)' | nova; (echo '(+ 1 2)'; echo '(+ 3 4)') | nova; echo '(+ 1 2) (+ 3 4)' > f; nova < f; rm f
1
7
7
7
# Nothing at all, and a limit while nothing comes.
$ nova < /dev/null; echo $?; sleep 1 | nova --timeout 100ms; echo $?
0
error[E0604]: the time limit is reached
1
