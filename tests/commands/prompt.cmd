# What a user sees at the prompt: results with their types, errors that keep the session, commands, Ctrl-C.
$ printf '%s\n' '(+ 1 2)' '(define (twice x)' '  (* x 2))' '(twice 21)' '(map twice [1 2 3])' '(range 1000)' '(println "text")' nil '"a string"' '^D' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 2)
3 : int
nova> (define (twice x)
  ...   (* x 2))
twice : Num 'a => 'a -> 'a
nova> (twice 21)
42 : int
nova> (map twice [1 2 3])
[2 4 6] : vector int
nova> (range 1000)
[0 1 2 ... 997 998 999] : vector int
nova> (println "text")
text
nova> nil
nova> "a string"
"a string" : vector char
nova> 
$ printf '%s\n' '(define x 5)' '(/ x 0)' '(+ x "a")' '(undefined-name x)' ')' '(+ x 1)' '(define (f y) (+ y x))' '(define x 7)' '(f 1)' x '^D' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define x 5)
x : int
nova> (/ x 0)
[2]:1:1: error[E0421]: division by zero: (/ 5 0)
 1 | (/ x 0)
   | ^^^^^^^
nova> (+ x "a")
[3]:1:6: error[E0203]: argument 2 of `+` should be `int`, but is `vector char`
 1 | (+ x "a")
   |      ^^^
help: the number that a text tells is (parse-int text), or (parse-double text)
nova> (undefined-name x)
[4]:1:2: error[E0301]: unknown name `undefined-name`
 1 | (undefined-name x)
   |  ^^^^^^^^^^^^^^
nova> )
[5]:1:1: error[E0102]: this `)` closes nothing
 1 | )
   | ^
nova> (+ x 1)
6 : int
nova> (define (f y) (+ y x))
f : int -> int
nova> (define x 7)
x : int
[8]:1:9: warning[W0305]: `x` is defined anew, and `f` still uses the one of before
 1 | (define x 7)
   |         ^
help: define it anew to change that
nova> (f 1)
6 : int
nova> x
7 : int
nova> 
$ printf '%s\n' ':type (map (+ 1) [1 2])' '(define (id v) v)' ':type id' ':t reduce' ':type (+ 1 "a")' ':doc sum' ':doc kernel' ':doc let' ':doc Some' ':doc Maybe' ':doc no-such-name' ':nonsense' ':type' ':doc' ':help' ':quit' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :type (map (+ 1) [1 2])
(map (+ 1) [1 2]) : vector int
nova> (define (id v) v)
id : 'a -> 'a
nova> :type id
id : 'a -> 'a
nova> :t reduce
reduce : ('a -> 'a -> 'a) -> 'a -> vector 'a -> 'a
nova> :type (+ 1 "a")
[5]:1:6: error[E0205]: `+` needs numbers, but this is `vector char`
 1 | (+ 1 "a")
   |      ^^^
help: strings are joined by (++ a b)
nova> :doc sum
sum : Num 'a => vector#'n 'a -> 'a
The sum of the elements.
cost: n additions, parallel
(sum [1 2 3])
=> 6
nova> :doc kernel
kernel, a macro: (kernel ((x xs) (y ys) ...) body ...)
Harlan's parallel loop over one vector or several of one length.
cost: as map: n calls, parallel
(kernel ((x [1 2]) (y [10 20])) (+ x y))
=> [11 22]
nova> :doc let
let, a core form: (let ((x e) ...) body ...) or (let (x e) ... in body)
nova> :doc Some
Some, a constructor
(types (Maybe 'a : (+ (Some : 'a) (None : unit))))
nova> :doc Maybe
Maybe, a type
(types (Maybe 'a : (+ (Some : 'a) (None : unit))))
nova> :doc no-such-name
error[E0703]: there is nothing known of no-such-name
nova> :nonsense
error[E0702]: there is no command :nonsense
nova> :type
  :type     EXPR         the type of an expression, without running it
nova> :doc
  :doc      NAME         what a name means
nova> :help
Type a form; it runs when its last bracket is closed. `it` is the last result, it1 it2 it3 are those before it.
Commands (a beginning is enough):
  :type     EXPR         the type of an expression, without running it
  :info     NAME         what a name is: its type, what it does, where it
                         stands
  :doc      NAME         what a name means
  :apropos  WORD         the names in sight that have to do with a word
  :search   TYPE         the names whose type fits, as vector 'a -> int
  :source   NAME         the text of a definition
  :browse   [MODULE]     the session's definitions, a module's, or the
                         prelude's
  :vars                  the session's values
  :load     FILE         run a file's forms here
  :reload                run the file's forms again
  :save     FILE         write what has run as a script that does it again
  :watch    FILE         run a file's forms here, again whenever it changes
  :edit     [FILE]       change a file, or the last input, in $EDITOR and run
                         it
  :time     FORM         run a form and tell how long it took
  :bench    FORM         run a form again and again and tell how long it takes
  :set      [NAME VALUE] change a setting, or list them
  :tiers                 what the tiers have done so far
  :why      [FORM]       run a form and tell which tier ran its array
                         expressions, and why (> x.svg, > x.html: drawn);
                         alone: of what ran last
  :dump     PHASE FORM   print a form as datum, expr, types, core, plan, fused,
                         c, cuda, ptx, or before and after a pass
  :derive   FORM         run a form and draw the derivation of its value, or
                         with --typing of its type
  :step     FORM         run a form and walk through its evaluation, forward
                         and back
  :profile  FORM         run a form and tell the time and memory of each form
                         in it (--folded FILE, --svg FILE: as stacks, as a
                         flame graph)
  :break    [NAME]       open the stepper where a function is called (off NAME:
                         no more); alone: the functions with breakpoints
  :explain  CODE         the story of a diagnostic, as E0203
  :plot     EXPR         draw a vector of numbers, or of pairs of them (>
                         x.svg: into a file)
  :show     EXPR         show a value as a table, an image, or with what its
                         numbers are like (> x.png: into a file)
  :shell    COMMAND      run a command of the system
  :copy     [EXPR]       put a value's text into the clipboard; alone: the last
                         one's
  :cd       [FOLDER]     change the folder from which paths begin
  :pwd                   the folder from which paths begin
  :verdicts [all]        how far the last values, or all so far, are known to
                         be right
  :ranks    [N]          run what is typed by N processes together, off: by
                         this one; alone: what they have done
  :doctor                what is installed, which tiers are possible
  :quit                  leave (as does Ctrl-D)
  :help     [COMMAND]    this list
nova> :quit
$ d=$(mktemp -d); echo '(define (tw x) (* 2 x)) (tw 4)' > $d/lib.nv; p=$PWD/at_prompt.py; cd $d; printf '%s\n' ':load lib.nv' '(tw 5)' ':load nofile.nv' ':time (tw 6)' ':dump core (tw 1)' ':dump datum (a, b)' ':dump nothing (tw 7)' ':dump core' ':dump plan (map (+ 1) [5])' ':dump forced (force (map sqrt [4.0]))' '(tw 7)' ':q' | python3 $p; rm -r $d
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :load lib.nv
8 : int
nova> (tw 5)
10 : int
nova> :load nofile.nv
error[E0501]: nofile.nv cannot be opened: No such file or directory
nova> :time (tw 6)
12 : int
N ms
nova> :dump core (tw 1)
(apply (tw @ [int]) 1 : int)
2 : int
nova> :dump datum (a, b)
(a, b)
[6]:1:2: error[E0301]: unknown name `a`
 1 | (a, b)
   |  ^
[6]:1:5: error[E0301]: unknown name `b`
 1 | (a, b)
   |     ^
nova> :dump nothing (tw 7)
error[E0710]: there is no phase or pass nothing; there are datum, expr, types, core, plan, fused, c, cuda, ptx, and the passes simplify, common, dead-code, inline, accumulate, remove-checks, constant-rows, hoist, checks-first, unroll, fuse-iota, fuse-horizontal, fuse-map-read, fuse-map-map, fuse-map-reduce, fuse-map-scan, fuse-scan-map, fuse-scan-scatter, fuse-map-filter, fuse-map-rows, fuse-rows, even-elements, even-rows, fuse-rows-map, fuse-rows-scatter, recompute, fuse-filter-map, fuse-filter-filter, fuse-filter-reduce, peel, group-table, carry-number, levels, long-elements, forced, sink, own-states
nova> :dump core
error[E0707]: `:dump core` has no form
help: write :dump core (map (+ 1) [1 2 3])
help: the phases are datum, expr, types, core, plan, fused, c, cuda, ptx; :dump and Tab lists the passes too
nova> :dump plan (map (+ 1) [5])
; [9]:1:1: plan
(plan
  (body ()
    (let (x1_0 : int) (constant 1))
    (let (v1 : int) (constant 5))
    (let (v2 : int) (constant 1))
    (let (v3 : [int]) ; 8 bytes
      (map v2
        (body ((v4 : int))
          (results v1))))
    (let (v5 : [int]) ; 8 bytes
      (map v2
        (body ((v6 : int))
          (let (x2_7 : int) (read v3 v6))
          (let (v8 : int) (+ x1_0 x2_7))
          (results v8))))
    (results v2 v5)))
(run (result : vector int))
[6] : vector int
nova> :dump forced (force (map sqrt [4.0]))
; before forced
(plan
  (body ()
    (let (v0 : int) (constant 1))
    (let (v1 : double) (constant 2.0))
    (let (v2 : [double]) ; 8 bytes
      (map v0
        (body ((v3 : int))
          (results v1))))
    (let (v4 : [double]) ; 8 bytes
      (copy v0 v2))
    (results v0 v4)))
; after forced
(plan
  (body ()
    (let (v0 : int) (constant 1))
    (let (v1 : double) (constant 2.0))
    (let (v2 : [double]) ; 8 bytes
      (map v0
        (body ((v3 : int))
          (results v1))))
    (results v0 v2)))
[2.0] : vector double
nova> (tw 7)
14 : int
nova> :q
$ printf '%s\n' '(+ 1' '^C' '(+ 2 2)' '"not closed' '^C' '(define (forever n) (forever (+ n 1)))' '(forever 0)' '^C' '(+ 2 3)' '(reduce + 0 (map (lambda (x) (* x x)) (range 500000000000)))' '^C' '(+ 2 5)' ':quit' | python3 at_prompt.py --max-memory 100G
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1
  ... ^C
nova> (+ 2 2)
4 : int
nova> "not closed
open: the string of line 1
  ... ^C
nova> (define (forever n) (forever (+ n 1)))
forever : Num 'a => 'a -> 'b
nova> (forever 0)
^C[5]:1:1: error[E0603]: the evaluation was interrupted
 1 | (forever 0)
   | ^^^^^^^^^^^
nova> (+ 2 3)
5 : int
nova> (reduce + 0 (map (lambda (x) (* x x)) (range 500000000000)))
^C[7]:1:1: error[E0603]: the evaluation was interrupted
 1 | (reduce + 0 (map (lambda (x) (* x x)) (range 500000000000)))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
nova> (+ 2 5)
7 : int
nova> :quit
$ printf '%s\n' '(define (climb (n : int)) : int (climb (+ n 1)))' '(map climb [1 2])' '^C' '(+ 2 4)' ':quit' | python3 at_prompt.py --tier interp
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (climb (n : int)) : int (climb (+ n 1)))
climb : int -> int
nova> (map climb [1 2])
^C[2]:1:1: error[E0603]: the evaluation was interrupted
 1 | (map climb [1 2])
   | ^^^^^^^^^^^^^^^^^
[2]:1:1: note: in climb, called here for element 0: 1
 1 | (map climb [1 2])
   | ^^^^^^^^^^^^^^^^^
nova> (+ 2 4)
6 : int
nova> :quit
$ printf '%s\n' '(begin' '  (println 1)' '  ; a comment with a paren (' '  #| a block ( |#' '  (println ")")' '  #\(' ')' ':quit' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (begin
  ...   (println 1)
  ...   ; a comment with a paren (
  ...   #| a block ( |#
  ...   (println ")")
  ...   #\(
  ... )
1
)
#\( : char
nova> :quit
$ printf '%s\n' '(define (deep n) (+ 1 (deep (- n 1))))' '(deep 2000000000)' '(iota 1000000000000000000)' '(+ 1 1)' ':quit' | python3 at_prompt.py --max-depth 1000 --max-memory 1G
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (deep n) (+ 1 (deep (- n 1))))
deep : Num 'a, Num 'b => 'a -> 'b
nova> (deep 2000000000)
[1]:1:23: error[E0605]: the calls are nested too deeply: 1000 calls wait for a result
 1 | (define (deep n) (+ 1 (deep (- n 1))))
   |                       ^^^^^^^^^^^^^^
[1]:1:23: note: in deep, called here, 999 times in a row
 1 | (define (deep n) (+ 1 (deep (- n 1))))
   |                       ^^^^^^^^^^^^^^
[2]:1:1: note: in deep, called here
 1 | (deep 2000000000)
   | ^^^^^^^^^^^^^^^^^
nova> (iota 1000000000000000000)
[3]:1:1: error[E0601]: there is no memory for 6.9 EiB: 64.0 KiB are in use, the limit is 1.0 GiB
 1 | (iota 1000000000000000000)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^
help: what is left holds 134 million ints or doubles; floats and int32s take half as much, and `--max-memory` sets another limit
nova> (+ 1 1)
2 : int
nova> :quit
$ printf '%s\n' '"héllo λ"' '(define λ 3)' '(+ λ 1)' '(define (ev n) (if (= n 0) true (od (- n 1)))) (define (od n) (if (= n 0) false (ev (- n 1)))) (ev 10)' '(define (q n) (qq n))' ':doc q' ':quit' | LANG= python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> "héllo λ"
"héllo λ" : vector char
nova> (define λ 3)
λ : int
nova> (+ λ 1)
4 : int
nova> (define (ev n) (if (= n 0) true (od (- n 1)))) (define (od n) (if (= n 0) false (ev (- n 1)))) (ev 10)
ev : Num 'a => 'a -> bool
od : Num 'a => 'a -> bool
true : bool
nova> (define (q n) (qq n))
[5]:1:16: error[E0301]: unknown name `qq`
 1 | (define (q n) (qq n))
   |                ^^
help: did you mean `q`?
help: a function that is still to come is entered together with this one: (begin (define ...) (define ...))
nova> :doc q
error[E0703]: there is nothing known of q
nova> :quit
$ d=$(mktemp -d); printf '(define (ev n) (if (= n 0) true (od (- n 1))))\n(define (od n) (if (= n 0) false (ev (- n 1))))\n(ev 7)\n' > $d/f.nv; p=$PWD/at_prompt.py; cd $d; printf '%s\n' ':load f.nv' '(od 7)' ':quit' | python3 $p; rm -r $d
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :load f.nv
false : bool
nova> (od 7)
true : bool
nova> :quit
# Where nothing can be drawn below, what is open is told where it may be another than one thinks, or for an empty line.
$ printf '%s\n' '(seq (set i 0); i < n; i++)' ')' '(println "hello)' 'more' '")' '(map (+ 1)' '' '[1 2 3]' ')' '(let ((a 1))' 'a)' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (seq (set i 0); i < n; i++)
open: ( of line 1; a comment: ; i < n; i++)
  ... )
[1]:1:2: error[E0301]: unknown name `seq`
 1 | (seq (set i 0); i < n; i++)
   |  ^^^
[1]:1:7: error[E0301]: unknown name `set`
 1 | (seq (set i 0); i < n; i++)
   |       ^^^
help: each value once, in order, is (unique xs)
[1]:1:11: error[E0301]: unknown name `i`
 1 | (seq (set i 0); i < n; i++)
   |           ^
help: no variable of this name is bound here: (for (i 0 n) ..), [e | i <- (range n)] and (lambda (i) e) bind one; the imaginary unit is 1i
nova> (println "hello)
open: ( of line 1, the string of line 1
  ... more
  ... ")
hello)
more

nova> (map (+ 1)
  ... 
open: ( of line 1
  ... [1 2 3]
  ... )
[2 3 4] : vector int
nova> (let ((a 1))
  ... a)
1 : int
nova> 
(status -1)
