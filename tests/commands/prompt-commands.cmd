# The prompt's commands beside those in prompt.cmd.
# The last results are names; a script that :save writes does the session again.
$ d=$(mktemp -d); p=$PWD/at_prompt.py; cd $d; printf '%s\n' '(+ 1 2)' '(* it 10)' '(+ it it1)' '(define (f x) (* x it2))' '(f 5)' '(types (Pair : (+ (P : (int, int)))))' '(lambda ((x : int)) x)' '(it 1)' '(define it 5)' '(+ 1 1)' 'it' '(/ 1 0)' ':save s.nv' ':save no/such/folder.nv' ':q' | python3 $p; cat s.nv; nova run s.nv; rm -r $d
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 2)
3 : int
nova> (* it 10)
30 : int
nova> (+ it it1)
33 : int
nova> (define (f x) (* x it2))
f : int -> int
nova> (f 5)
15 : int
nova> (types (Pair : (+ (P : (int, int)))))
nova> (lambda ((x : int)) x)
<fun : int -> int> : int -> int
nova> (it 1)
error[E0715]: `it` is not kept: it holds a function
nova> (define it 5)
it : int
nova> (+ 1 1)
2 : int
nova> it
5 : int
nova> (/ 1 0)
[12]:1:1: error[E0421]: division by zero: (/ 1 0)
 1 | (/ 1 0)
   | ^^^^^^^
nova> :save s.nv
saved: 10 forms
nova> :save no/such/folder.nv
error[E0506]: no/such/folder.nv cannot be written: No such file or directory
nova> :q
; A session at Nova's prompt: nova run does it again.
(define result-1
(+ 1 2))
(define result-2
(* result-1 10))
(+ result-2 result-1)
(define (f x) (* x result-1))
(f 5)
(types (Pair : (+ (P : (int, int)))))
(lambda ((x : int)) x)
(define it 5)
(+ 1 1)
it
5
# What is large is not kept beside later results.
$ printf '%s\n' '(length (range 10))' 'it' '(range 2500000)' 'it1' '(range 2500000)' '(range 2500000)' '(length it)' '(length it1)' 'it3' '(range 15000000)' '(length it)' '(define y 1)' '(range 13750000)' '(define x (range 12500000))' 'it' ':q' | python3 at_prompt.py --max-memory 300M --tier interp
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (length (range 10))
10 : int
nova> it
10 : int
nova> (range 2500000)
[0 1 2 ... 2499997 2499998 2499999] : vector int
nova> it1
10 : int
nova> (range 2500000)
[0 1 2 ... 2499997 2499998 2499999] : vector int
nova> (range 2500000)
[0 1 2 ... 2499997 2499998 2499999] : vector int
nova> (length it)
2500000 : int
nova> (length it1)
2500000 : int
nova> it3
error[E0715]: `it3` is not kept: it was large
nova> (range 15000000)
[0 1 2 ... 14999997 14999998 14999999] : vector int
nova> (length it)
15000000 : int
nova> (define y 1)
y : int
nova> (range 13750000)
[0 1 2 ... 13749997 13749998 13749999] : vector int
nova> (define x (range 12500000))
x : vector int
nova> it
error[E0715]: `it` is not kept: it was large
nova> :q
# Names.
$ printf '%s\n' ':info sum' '(define twice (lambda (x) (* 2 x)))' '(define xs (map twice (range 50)))' '(module M (define (g x) (+ x 1)))' ':info twice' ':info nothing' ':apropos concat' ':apropos zzz' ':browse' ':browse M' ':browse N' '(define xs 1)' ':vars' ':q' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :info sum
sum : Num 'a => vector#'n 'a -> 'a
The sum of the elements.
cost: n additions, parallel
(sum [1 2 3])
=> 6
defined at prelude/vectors.nv:7:1
nova> (define twice (lambda (x) (* 2 x)))
twice : Num 'a => 'a -> 'a
nova> (define xs (map twice (range 50)))
xs : vector int
nova> (module M (define (g x) (+ x 1)))
g : Num 'a => 'a -> 'a
nova> :info twice
twice : Num 'a => 'a -> 'a
defined at [2]:1:1
nova> :info nothing
error[E0703]: there is nothing known of nothing
nova> :apropos concat
concat : vector 'a -> vector 'a -> vector 'a
concat-map : ('a -> vector 'b) -> vector 'a -> vector 'b
nova> :apropos zzz
error[E0703]: there is nothing known of zzz
nova> :browse
twice : Num 'a => 'a -> 'a
xs : vector int
nova> :browse M
g : Num 'a => 'a -> 'a
nova> :browse N
error[E0703]: there is nothing known of N
nova> (define xs 1)
xs : int
nova> :vars
xs : int = 1
nova> :q
# Settings.
$ printf '%s\n' ':set' ':set tier interp' ':why (sum [1 2 3])' ':set tier' ':set tier gpu' ':set colour on' ':set check all' ':set timeout 100ms' '(define (forever n) (forever n))' '(forever 0)' ':set timeout off' ':set' ':q' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :set
  tier auto   (auto, interp, cpu, cuda or sim)
  check first   (all, first, sample or off)
  tables on   (on or off)
  types on   (on or off)
  pictures auto   (auto, characters, sixel, kitty or iterm)
  timeout off   (a time as 500ms or 15s, or 5 for seconds; 0 or off)
  keys emacs   (emacs or vi)
  key none   (a key such as <C-x>, and a :command or other keys, or off)
nova> :set tier interp
nova> :why (sum [1 2 3])
[3]:1:1 (sum [1 2 3]): interpreted, as all is in the tier interp
6 : int
nova> :set tier
  tier interp   (auto, interp, cpu, cuda or sim)
nova> :set tier gpu
error[E0712]: the setting tier is auto, interp, cpu, cuda or sim, not gpu
nova> :set colour on
error[E0711]: there is no setting colour; there are tier, check, tables, types, pictures, timeout, keys and key
nova> :set check all
nova> :set timeout 100ms
nova> (define (forever n) (forever n))
forever : 'a -> 'b
nova> (forever 0)
[10]:1:1: error[E0604]: the time limit is reached
 1 | (forever 0)
   | ^^^^^^^^^^^
[10]:1:1: note: in forever, called here
 1 | (forever 0)
   | ^^^^^^^^^^^
nova> :set timeout off
nova> :set
  tier interp   (auto, interp, cpu, cuda or sim)
  check all   (all, first, sample or off)
  tables on   (on or off)
  types on   (on or off)
  pictures auto   (auto, characters, sixel, kitty or iterm)
  timeout off   (a time as 500ms or 15s, or 5 for seconds; 0 or off)
  keys emacs   (emacs or vi)
  key none   (a key such as <C-x>, and a :command or other keys, or off)
nova> :q
$ printf '%s\n' '(sum [1 2 3])' ':tiers' ':set tier cpu' '(sum [1 2 4])' ':q' | python3 at_prompt.py --tier interp
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (sum [1 2 3])
6 : int
nova> :tiers
interpreted, as all is in the tier interp (:set tier auto for another)
nova> :set tier cpu
nova> (sum [1 2 4])
7 : int
nova> :q
# A mistyped command has a neighbour; a command's form may take several lines.
$ printf '%s\n' ':tpye' ':relaod' ':xyzzy' ':type (+ 1' '2)' ':help ti' ':q' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :tpye
error[E0702]: there is no command :tpye
help: did you mean `:type`?
nova> :relaod
error[E0702]: there is no command :relaod
help: did you mean `:reload`?
nova> :xyzzy
error[E0702]: there is no command :xyzzy
nova> :type (+ 1
  ... 2)
(+ 1
2) : int
nova> :help ti
  :time     FORM         run a form and tell how long it took
nova> :q
# Files.
$ d=$(mktemp -d); p=$PWD/at_prompt.py; cd $d; echo '(define a 1) a' > f.nv; printf '%s\n' ':reload' ':load f.nv' ':shell echo "(define a 2) a" > f.nv' ':reload' ':shell exit 3' ':q' | python3 $p; rm -r $d
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :reload
error[E0714]: no file was loaded yet
nova> :load f.nv
1 : int
nova> :shell echo "(define a 2) a" > f.nv
nova> :reload
2 : int
nova> :shell exit 3
status 3
nova> :q
# Diagnostics.
$ printf '%s\n' ':explain e0421' ':explain E9999' ':q' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :explain e0421
E0421: division by zero: (... ... 0)

Integers have no infinity, so `/` and `%` by zero have no value. Floating numbers give inf or nan.

Example:

(/ 1 0)
nova> :explain E9999
nova: there is no diagnostic E9999; the nearest is E0722: there are no ... ranks: ...
nova> :q
# Tables, pictures, statistics.
$ printf '%s\n' '(map (lambda (i) (i, (* 0.5 (to_double i)), "λ漢")) (range 3))' '(map (lambda (i) (i, [i i])) (range 30))' '[(1, 2)]' ':set tables off' '[(1, 2) (3, 4)]' ':set tables on' '(zip [1 2] ["a long text that is wider than a cell of a table may be, so that it is cut" "b"])' ':q' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (map (lambda (i) (i, (* 0.5 (to_double i)), "λ漢")) (range 3))
    .0   .1     .2
 0   0  0.0  "λ漢"
 1   1  0.5  "λ漢"
 2   2  1.0  "λ漢"
3 rows : vector (int, double, vector char)
nova> (map (lambda (i) (i, [i i])) (range 30))
       .0       .1
   0    0    [0 0]
   1    1    [1 1]
   2    2    [2 2]
   3    3    [3 3]
   4    4    [4 4]
   5    5    [5 5]
   6    6    [6 6]
   7    7    [7 7]
   8    8    [8 8]
   9    9    [9 9]
 ...  ...      ...
  25   25  [25 25]
  26   26  [26 26]
  27   27  [27 27]
  28   28  [28 28]
  29   29  [29 29]
30 rows : vector (int, vector int)
nova> [(1, 2)]
[(1, 2)] : vector (int, int)
nova> :set tables off
nova> [(1, 2) (3, 4)]
[(1, 2) (3, 4)] : vector (int, int)
nova> :set tables on
nova> (zip [1 2] ["a long text that is wider than a cell of a table may be, so that it is cut" "b"])
    .0                                        .1
 0   1  "a long text that is wider than a cel...
 1   2                                       "b"
2 rows, long cells cut (:show it shows more) : vector (int, vector char)
nova> :q
$ printf '%s\n' ':plot (map (lambda (x) (* x x)) (range 64))' ':plot (map (lambda (t) (cos t, sin t)) (map (lambda (i) (* 0.1 (to_double i))) (range 63)))' ':plot "text"' ':plot [nan]' ':plot 1' ':show (range 101)' ':show [1.0 nan 3.0]' ':show ([] : vector int)' ':show [true false]' ':show ([[1 2] [3 4]] : vector#2 int)' ':show [(1, 2) (3, 4)]' ':show 5' ':q' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :plot (map (lambda (x) (* x x)) (range 64))
3969 │                                                             ⢀⠐⠈
     │                                                           ⠠⠐
     │                                                        ⢀⠠⠈
     │                                                      ⠠⠐
     │                                                   ⢀⠐⠈
     │                                                ⢀⠠⠈
     │                                             ⢀⠠⠈
     │                                          ⢀⠐⠈
     │                                      ⢀⠠⠐⠈
     │                                  ⢀⠠⠐⠈
     │                              ⡀⠄⠐⠈
     │                        ⡀⡀⠄⠂⠁⠁
     │                 ⡀⡀⠄⠄⠂⠂⠁
   0 │⡀⡀⡀⡀⡀⡀⡀⡀⡀⠄⠄⠄⠂⠂⠂⠁⠁
      0                                                             63
nova> :plot (map (lambda (t) (cos t, sin t)) (map (lambda (i) (* 0.1 (to_double i))) (range 63)))
 0.9996 │               ⢀  ⠠  ⠐  ⠈  ⠈   ⠁  ⠁  ⠁  ⠐  ⠐  ⢀
        │          ⢀  ⠂                                   ⠁ ⠠  ⡀
        │      ⡀ ⠂                                               ⠂
        │    ⠐                                                     ⠁ ⠄
        │ ⠠ ⠁                                                         ⠂⢀
        │⠐                                                              ⠄
        │⠅                                                              ⢐
        │⠂                                                              ⠠
        │⠁⡀                                                            ⢀⠂
        │  ⠂                                                          ⠠
        │   ⠁⠠                                                     ⢀ ⠂
        │      ⠐ ⢀                                             ⢀ ⠐
        │           ⠂ ⠠                                   ⢀  ⠂
-0.9999 │                ⠁  ⠂  ⠄  ⡀  ⡀  ⢀  ⢀  ⢀   ⠄  ⠂ ⠈
         -0.9991                                                        1
nova> :plot "text"
error[E0713]: a value of type vector char has no plot: numbers and pairs of numbers have
nova> :plot [nan]
there is no finite number to plot
nova> :plot 1
error[E0713]: a value of type int has no plot: numbers and pairs of numbers have
nova> :show (range 101)
[0 1 2 ... 98 99 100] : vector int
shape 101, least 0, median 50, mean 50, greatest 100, deviation 29.15
0 █▆█▆█▆█▆█▆█▆█▆█▆█▆█▆█▆█▆█▆█▆█▆█▆█▆█▆█▆██ 100
nova> :show [1.0 nan 3.0]
[1.0 nan 3.0] : vector double
shape 3, least 1, median 2, mean 2, greatest 3, deviation 1, nan 1 of 3
1 █                                      █ 3
nova> :show ([] : vector int)
[] : vector int
shape 0
nova> :show [true false]
[true false] : vector bool
shape 2
nova> :show ([[1 2] [3 4]] : vector#2 int)
[[1 2] [3 4]] : vector#2 int
shape 2 x 2, least 1, median 2.5, mean 2.5, greatest 4, deviation 1.118
1 █            █            █            █ 4
nova> :show [(1, 2) (3, 4)]
    .0  .1
 0   1   2
 1   3   4
2 rows : vector (int, int)
nova> :show 5
5 : int
nova> :q
$ d=$(mktemp -d); p=$PWD/at_prompt.py; cd $d; printf 'P2 8 8 255\n' > i.pgm; for y in 0 1 2 3 4 5 6 7; do for x in 0 1 2 3 4 5 6 7; do echo $((x * y * 5)); done; done >> i.pgm; printf '%s\n' '(define (i : vector#2 uint8) (read-image "i.pgm"))' ':show i' ':q' | NO_COLOR=1 python3 $p; rm -r $d
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (i : vector#2 uint8) (read-image "i.pgm"))
i : vector#2 uint8
nova> :show i
       ⠄
  ⠁⠄⠁⠅⠅⢅
  ⠁⠅⠕⢅⢕⢵
 ⠄⠅⢅⢕⢵⢽⣽
shape 8 x 8 : vector#2 uint8
nova> :q
# How long it takes.
$ printf '%s\n' ':bench (sum [1 2 3])' ':bench (/ 1 0)' ':q' | python3 at_prompt.py | sed 's/; [0-9]* runs/; N runs/'
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :bench (sum [1 2 3])
N ms the least, N ms the median, N ms the most, N ms the first; N runs
nova> :bench (/ 1 0)
[2]:1:1: error[E0421]: division by zero: (/ 1 0)
 1 | (/ 1 0)
   | ^^^^^^^
nova> :q
# :save leaves other files alone; a time limit is taken away again.
$ d=$(mktemp -d); p=$PWD/at_prompt.py; cd $d; echo '(+ 1 1)' >mine.nv; printf '%s\n' '(+ 1 2)' ':save mine.nv' ':save s.nv' ':save s.nv' ':set timeout 50ms' '(+ 1 2)' ':set timeout off' ':shell sleep 0.1' '(sum (map (lambda (x) (* x x)) (range 100000)))' ':q' | python3 $p; cat mine.nv; rm -r $d
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 2)
3 : int
nova> :save mine.nv
error[E0506]: mine.nv cannot be written: it is there, and is no saved session
nova> :save s.nv
saved: 1 form
nova> :save s.nv
saved: 1 form
nova> :set timeout 50ms
nova> (+ 1 2)
3 : int
nova> :set timeout off
nova> :shell sleep 0.1
nova> (sum (map (lambda (x) (* x x)) (range 100000)))
333328333350000 : int
nova> :q
(+ 1 1)
# What is drawn goes into a file, too: the kernels of a form, what the threads of a simulated GPU touch, plots, images.
$ d=$(mktemp -d); p=$PWD/at_prompt.py; cd $d; printf '%s\n' '(define xs (range 100))' ':why (sum (map (* 2) xs)) > kernels.svg' ':why (map (+ 1) xs) > threads.html' ':why (+ 1 nope) > no.svg' ':set' ':why (> 2 1)' ':plot xs > p.svg' ':plot "text" > p.svg' ':plot xs > no/folder.svg' ':plot [(> 2 1)]' ':show (reshape (1, 2) [1u8 2u8]) > i.png' ':show xs > i.png' '(read-image "i.png" : vector#2 uint8)' ':plot [1.0 inf 2.0 nan]' ':plot [[1 2 3] [3 2 1]]' ':q' | python3 $p; ls; grep -c 'class="kernel"' kernels.svg; grep -c '<section' threads.html; grep -c 'class="line"' p.svg; rm -r $d
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define xs (range 100))
xs : vector int
nova> :why (sum (map (* 2) xs)) > kernels.svg
written: kernels.svg
9900 : int
nova> :why (map (+ 1) xs) > threads.html
written: threads.html
[1 2 3 ... 98 99 100] : vector int
nova> :why (+ 1 nope) > no.svg
[4]:1:6: error[E0301]: unknown name `nope`
 1 | (+ 1 nope)
   |      ^^^^
nova> :set
  tier auto   (auto, interp, cpu, cuda or sim)
  check first   (all, first, sample or off)
  tables on   (on or off)
  types on   (on or off)
  pictures auto   (auto, characters, sixel, kitty or iterm)
  timeout off   (a time as 500ms or 15s, or 5 for seconds; 0 or off)
  keys emacs   (emacs or vi)
  key none   (a key such as <C-x>, and a :command or other keys, or off)
nova> :why (> 2 1)
interpreted: there is no array expression
true : bool
nova> :plot xs > p.svg
written: p.svg
nova> :plot "text" > p.svg
error[E0713]: a value of type vector char has no plot: numbers and pairs of numbers have
nova> :plot xs > no/folder.svg
error[E0506]: no/folder.svg cannot be written: No such file or directory
nova> :plot [(> 2 1)]
error[E0713]: a value of type vector bool has no plot: numbers and pairs of numbers have
nova> :show (reshape (1, 2) [1u8 2u8]) > i.png
written: i.png
nova> :show xs > i.png
error[E0509]: a PNG image cannot hold vector int
nova> (read-image "i.png" : vector#2 uint8)
[[1 2]] : vector#2 uint8
nova> :plot [1.0 inf 2.0 nan]
2 │                                                               ⠛
  │
  │
  │
  │
  │
  │
  │
  │
  │
  │
  │
  │
1 │⣤
   0                                                              2
2 points are not finite and left out
nova> :plot [[1 2 3] [3 2 1]]
    │
 3.0│  ⠤⣀                                                               ⢀⡠⠄
    │    ⠉⠒⠤⣀                                                       ⢀⡠⠔⠊⠁
    │        ⠉⠒⠤⣀                                               ⢀⡠⠔⠊⠁
    │            ⠉⠒⠤⣀                                        ⡠⠔⠊⠁
 2.5│                ⠙⠢⢄⡀                                ⣀⠤⠒⠉
    │                   ⠈⠑⠢⢄⡀                        ⣀⠤⠒⠉
    │                       ⠈⠑⠢⢄⡀                ⣀⠤⠒⠉
    │                           ⠈⠑⠢⢄⡀        ⣀⠤⠒⠉
    │                               ⠈⠑⠢⢄⡀⣀⠤⠒⠉
 2.0│                                ⣀⠤⠒⠉⠑⠢⢄⡀
    │                            ⣀⠤⠒⠉       ⠈⠑⠢⢄⡀
    │                        ⣀⠤⠒⠉               ⠈⠑⠢⢄⡀
    │                    ⣀⠤⠒⠉                       ⠈⠑⠢⢄⡀
 1.5│                ⢀⠤⠒⠉                               ⠈⠑⠢⢄⡀
    │            ⢀⡠⠔⠊⠁                                      ⠈⠓⠤⣀
    │         ⡠⠔⠊⠁                                              ⠉⠒⠤⡀
    │     ⣀⠤⠒⠉                                                     ⠈⠑⠢⢄⡀
 1.0│  ⠤⠒⠉                                                             ⠈⠑⠢⠄
    └─────────────────────────────────────────────────────────────────────────
      0.0             0.5              1.0              1.5              2.0
nova> :q
i.png
kernels.svg
p.svg
threads.html
1
1
1
# The same of programs.
$ nova why -e '(sum (map (* 2) (range 10)))'; nova why -e '(println 1) (+ 1 2)'; nova why --svg -e '(sum (range 10)) (+ 1 nope)' | wc -c; nova why; nova why --svg --threads-html -e 1
90
-e:1:1 (sum (map (* 2) (range 10))): interpreted: too small to be worth running elsewhere, whatever its inputs are
1
3
interpreted: there is no array expression
-e:1:23: error[E0301]: unknown name `nope`
 1 | (sum (range 10)) (+ 1 nope)
   |                       ^^^^
0
nova: nova why takes a file, or -e and a program
--svg excludes --threads-html
Run with --help for more information.
[exit 2]
# A function that is defined anew does not reach those that use it already, which is said.
$ printf '%s\n' '(define (base x) (* 2 x))' '(define (one x) (+ 1 (base x)))' '(define (two x) (one (base x)))' '(define limit 10)' '(define (under x) (< x limit))' '(define (base x) (* 3 x))' '(one 1)' '(define limit 20)' '(define (one x) (+ 1 (base x)))' '(define (base x) (* 4 x))' '(define (fact n) (if (= n 0) 1 (* n (fact (- n 1)))))' '(define (fact n) 1)' '(define (sum x) 0)' ':q' | python3 at_prompt.py --tier interp
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (base x) (* 2 x))
base : Num 'a => 'a -> 'a
nova> (define (one x) (+ 1 (base x)))
one : Num 'a => 'a -> 'a
nova> (define (two x) (one (base x)))
two : Num 'a => 'a -> 'a
nova> (define limit 10)
limit : int
nova> (define (under x) (< x limit))
under : int -> bool
nova> (define (base x) (* 3 x))
base : Num 'a => 'a -> 'a
[6]:1:10: warning[W0305]: `base` is defined anew, and `one` and `two` still use the one of before
 1 | (define (base x) (* 3 x))
   |          ^^^^
help: define them anew, in this order, to change that
nova> (one 1)
3 : int
nova> (define limit 20)
limit : int
[8]:1:9: warning[W0305]: `limit` is defined anew, and `under` still uses the one of before
 1 | (define limit 20)
   |         ^^^^^
help: define it anew to change that
nova> (define (one x) (+ 1 (base x)))
one : Num 'a => 'a -> 'a
[9]:1:10: warning[W0305]: `one` is defined anew, and `two` still uses the one of before
 1 | (define (one x) (+ 1 (base x)))
   |          ^^^
help: define it anew to change that
nova> (define (base x) (* 4 x))
base : Num 'a => 'a -> 'a
[10]:1:10: warning[W0305]: `base` is defined anew, and `two` and `one` still use the one of before
 1 | (define (base x) (* 4 x))
   |          ^^^^
help: define them anew, in this order, to change that
nova> (define (fact n) (if (= n 0) 1 (* n (fact (- n 1)))))
fact : Num 'a => 'a -> 'a
nova> (define (fact n) 1)
fact : Num 'b => 'a -> 'b
nova> (define (sum x) 0)
`sum` hides the prelude's, for what is typed from now on
sum : Num 'b => 'a -> 'b
nova> :q
# What is typed a little wrong is told of.
$ d=$(mktemp -d); p=$PWD/at_prompt.py; cd $d; echo '(define loaded 7)' > 'x.nv'; printf '%s\n' ':doc redcue' ':info redcue' ':help map' ':help zzz' ':help :why' ':type (define x 1)' ':type (+ 1 1)' ':load "x.nv"' 'loaded' '(types (Shape : (+ (Circle : double))))' '(define-macro twice ((_ e) (begin e e)))' ':browse' ':browse nothing' ':q' | python3 $p; rm -r $d
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :doc redcue
error[E0703]: there is nothing known of redcue
help: did you mean `reduce`?
nova> :info redcue
error[E0703]: there is nothing known of redcue
help: did you mean `reduce`?
nova> :help map
map : ('a -> 'b) -> vector#n 'a -> vector#n 'b
Applies f to the elements of one vector, or to those at the same index of several (one argument each); the shape is kept.
cost: n calls, parallel
(map + [1 2] [10 20])
=> [11 22]
nova> :help zzz
error[E0703]: there is nothing known of zzz
nova> :help :why
  :why      [FORM]       run a form and tell which tier ran its array
                         expressions, and why (> x.svg, > x.html: drawn);
                         alone: of what ran last
nova> :type (define x 1)
error[E0706]: `:type` takes one expression
nova> :type (+ 1 1)
(+ 1 1) : int
nova> :load "x.nv"
nova> loaded
7 : int
nova> (types (Shape : (+ (Circle : double))))
nova> (define-macro twice ((_ e) (begin e e)))
nova> :browse
Shape, a type
twice, a macro
loaded : int
nova> :browse nothing
error[E0703]: there is nothing known of nothing
nova> :q
$ nova help | head -3; nova explain E9999
Nova: a language for data-parallel programs
Usage: nova [OPTIONS] [SUBCOMMAND]

nova: there is no diagnostic E9999; the nearest is E0722: there are no ... ranks: ...
[exit 1]
# Without a C compiler there is nothing wrong with a kernel.
$ d=$(mktemp -d); mkdir $d/bin; ln -s $(command -v nova) $d/bin/nova; XDG_CACHE_HOME=$d PATH=$d/bin nova -e '(length (map (lambda (x) (* x x)) (range 3000000)))' --stats 2>&1 | sed 's/first result.*//; s/compiled .*//; s/[0-9]* times/N times/'; rm -r $d
3000000
-e:1:1: interpreted: nothing of it runs over elements
-e:1:9: interpreted: there is no C compiler (cc)
-e:1:35: interpreted: there is no C compiler (cc)

# Commands that are piped run as if they were typed: there is no prompt, and the status tells of errors.
$ printf '%s\n' ':type (range 3)' '(define x 4)' '(* x' '   x)' ':time (+ it 1)' 'it1' ':q' '(println "never")' | nova | sed 's/^[0-9.]* ms/N ms/'
(range 3) : vector int
16 : int
17 : int
N ms
16 : int
$ printf '%s\n' '; a comment' '(println "text")' ':tpye 3' '(+ 1 1)' ':explain E9998' '(/ 1 0)' ':type 1' | nova; printf ':explain E0000\n' | nova; printf ':type 3' | nova; printf '(define (f x)\n:)\n' | nova
text
error[E0702]: there is no command :tpye
help: did you mean `:type`?
2 : int
nova: there is no diagnostic E9998; the nearest is E0722: there are no ... ranks: ...
prompt:1:1: error[E0421]: division by zero: (/ 1 0)
 1 | (/ 1 0)
   | ^^^^^^^
1 : int
nova: there is no diagnostic E0000; the nearest is E0101: this `...` is never closed
3 : int
<stdin>:1:1: error[E0320]: this body has no value
 1 | (define (f x)
   | ^^^^^^^^^^^^^
help: between : and the last datum stands the result's type: : t body
[exit 1]
# A form with IO is run once by :bench; what it repeats has one verdict, and may name results.
$ printf '%s\n' '(range 30)' ':bench (println "once")' ':bench (sum it)' ':verdicts' ':q' | python3 at_prompt.py --tier cpu | sed 's/; [0-9]* runs/; N runs/'
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (range 30)
[0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29] : vector int
nova> :bench (println "once")
once
N ms, run once: it does IO
nova> :bench (sum it)
N ms the least, N ms the median, N ms the most, N ms the first; N runs
nova> :verdicts
(range 30): checked whole
(println "once"): interpreted
(sum it): checked whole
nova> :q
# Long strings show their ends, with whole characters.
$ printf '%s\n' '(++ "λ-calculus " (replicate 1000000 #\x))' '(replicate 999 #\y)' '[(1, (replicate 2000 #\z))]' ':q' | python3 at_prompt.py; nova --abbrev -e '(++ (flatten (replicate 600 "λ")) "!")'; nova -e '(length (lines (++ (replicate 2000 #\a) "!")))'
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (++ "λ-calculus " (replicate 1000000 #\x))
"λ-calculus xxxxxxxxxxxxxxxxxxxxxxxxxxxx" ... "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" : vector char
nova> (replicate 999 #\y)
"yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy" : vector char
nova> [(1, (replicate 2000 #\z))]
[(1, "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz" ... "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz")] : vector (int, vector char)
nova> :q
"λλλλλλλλλλλλλλλλλλλλ" ... "λλλλλλλλλλλλλλλλλλλλ!"
1
# Whatever is mistyped has a neighbour: a setting, a phase, a pass; on the command line a command, an option.
$ printf ':set tire cpu\n:dump fsed (+ 1 2)\n:dump simplfy (+ 1 2)\n:doc lenght\n:tpye 1\n' | nova 2>&1 | cut -c 1-60; nova rnu f.nv; nova --tire cpu -e 1; nova fuzz --progams 3; nova frobnicate
error[E0711]: there is no setting tire; there are tier, chec
help: did you mean `tier`?
error[E0710]: there is no phase or pass fsed; there are datu
help: did you mean `fused`?
error[E0710]: there is no phase or pass simplfy; there are d
help: did you mean `simplify`?
error[E0703]: there is nothing known of lenght
help: did you mean `length`?
error[E0702]: there is no command :tpye
help: did you mean `:type`?
nova: rnu is neither a command nor an option; did you mean run?
nova: --tire is neither a command nor an option; did you mean --tier?
nova: --progams is neither a command nor an option; did you mean --programs?
nova: frobnicate is neither a command nor an option; nova --help lists them
[exit 2]
# Why an earlier value is what it is: what ran when it was made. Forms in functions that a form calls are told of where they were compiled.
$ export XDG_CACHE_HOME=$PWD/cache; printf '%s\n' '(define xs (map to_double (range 2000)))' '(define (run n) (reduce + 0.0 (map (lambda (x) (* x n)) xs)))' '(define end (run 3.0))' ':why end' ':why (run 4.0)' '(run 5.0)' ':why it' ':why (+ it1 1.0)' '(define (loud n) (begin (println n) (run n)))' ':why (loud 3.0)' '(define three 3)' ':why three' '(define (id (x : int)) x)' ':why id' ':why pi' ':verdicts' | python3 $PWD/at_prompt.py --tier cpu; rm -r cache
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define xs (map to_double (range 2000)))
xs : vector double
nova> (define (run n) (reduce + 0.0 (map (lambda (x) (* x n)) xs)))
run : double -> double
nova> (define end (run 3.0))
end : double
nova> :why end
the value of end: checked whole
[3]:1:13 (run 3.0): cpu: 1 kernel, run once; lane shape; checked whole once
5997000.0 : double
nova> :why (run 4.0)
[5]:1:1 (run 4.0): cpu: 1 kernel, run once; lane shape; checked whole once
7996000.0 : double
nova> (run 5.0)
9995000.0 : double
nova> :why it
the value of it: checked whole
[6]:1:1 (run 5.0): cpu: 1 kernel, run once; lane shape; checked whole once
9995000.0 : double
nova> :why (+ it1 1.0)
interpreted: there is no array expression
9995001.0 : double
nova> (define (loud n) (begin (println n) (run n)))
loud : double -> double
nova> :why (loud 3.0)
3.0
[10]:1:1 (loud 3.0): interpreted: it does IO by println
[2]:1:17 (reduce + 0.0 (map (lambda (x) (* x n)) ...: cpu: 1 kernel, run once; lane shape; checked whole once
5997000.0 : double
nova> (define three 3)
three : int
nova> :why three
the value of three: interpreted
3 : int
nova> (define (id (x : int)) x)
id : int -> int
nova> :why id
id is a function: ask for a call of it
<fun : int -> int> : int -> int
nova> :why pi
the value of pi: interpreted
3.141592653589793 : double
nova> :verdicts
xs: checked whole
end: checked whole
end: checked whole
(run 4.0): checked whole
(run 5.0): checked whole
it: checked whole
(+ it1 1.0): checked whole
(loud 3.0): checked whole
three: interpreted
three: interpreted
id: interpreted
prelude/maths.nv:7:1: pi: interpreted
pi: interpreted
nova> 
(status -1)
# What stands behind a place in a file.
$ export XDG_CACHE_HOME=$PWD/cache; printf '%s\n' '(define (twice x) (* 2 x))' '(define (go n)' '  (begin' '    (println n)' '    (let (ys (map twice (range n)))' '     in (reduce + 0 (filter (lambda (y) (> y 3)) ys)))))' '(go 1000)' > w.nv; nova why w.nv --tier cpu; rm -r cache w.nv
1000
998998
w.nv:7:1 (go 1000): interpreted: it does IO by println
w.nv:5:5 (let (ys (map twice (range n)))      in ...: cpu: 1 kernel, run once; lane shape; checked whole once
# Nothing to dump; no GPU to run on. (With a GPU's helper, as here a wrong one, nothing is said before it is asked.)
$ printf '%s\n' ':dump cuda (+ 1 2)' ':dump c (+ 1 2)' ':dump common 3' ':dump fuse-map-reduce [1 2]' ':dump core (+ 1 2)' ':set tier cpu' ':q' | python3 at_prompt.py; printf '%s\n' ':set tier cuda' ':q' | python3 at_prompt.py --gpu-helper false | tail -2; if nova doctor | grep -q 'no NVIDIA driver'; then printf '%s\n' ':set tier cuda' | python3 at_prompt.py | grep 'no GPU'; else echo '  no GPU: there is no NVIDIA driver (libcuda.so.1). Array expressions end with E0426 in this tier; auto goes on without a GPU, sim simulates one'; fi
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :dump cuda (+ 1 2)
3 : int
nothing there is compiled: no array expression ran, and no recursion for long
nova> :dump c (+ 1 2)
3 : int
nothing there is compiled: no array expression ran, and no recursion for long
nova> :dump common 3
3 : int
nothing there is compiled: no array expression ran, and no recursion for long
nova> :dump fuse-map-reduce [1 2]
[1 2] : vector int
nothing there is compiled: no array expression ran, and no recursion for long
nova> :dump core (+ 1 2)
(+ 1 2 : int)
3 : int
nova> :set tier cpu
nova> :q
nova> :set tier cuda
nova> :q
  no GPU: there is no NVIDIA driver (libcuda.so.1). Array expressions end with E0426 in this tier; auto goes on without a GPU, sim simulates one
# A file with an open bracket or string runs not at all; with a wrong name, up to there.
$ d=$(mktemp -d); p=$PWD/at_prompt.py; cd $d; printf '(define a 1)\n(define (f x)\n  (+ x 1)\n(define b 2)\n' > open.nv; printf '(define a 1)\n(println "x)\n' > string.nv; printf '(define a 1)\n(define b 2)\nnope\n(define c 3)\n' > half.nv; printf '%s\n' ':load open.nv' 'a' ':load string.nv' ':load half.nv' '(+ a b)' ':load none.nv' ':reload' | python3 $p; rm -r $d
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :load open.nv
open.nv:2:1: error[E0101]: this `(` is never closed
 2 | (define (f x)
   | ^
open.nv:4:1: note: by its indentation, what stands here is no longer inside
 4 | (define b 2)
   | ^
nothing ran
nova> a
[2]:1:1: error[E0301]: unknown name `a`
 1 | a
   | ^
nova> :load string.nv
string.nv:2:10: error[E0104]: this string is never closed
 2 | (println "x)
   |          ^
nothing ran
nova> :load half.nv
half.nv:3:1: error[E0301]: unknown name `nope`
 3 | nope
   | ^^^^
2 of 4 forms ran
nova> (+ a b)
3 : int
nova> :load none.nv
error[E0501]: none.nv cannot be opened: No such file or directory
nova> :reload
half.nv:3:1: error[E0301]: unknown name `nope`
 3 | nope
   | ^^^^
2 of 4 forms ran
nova> 
(status -1)
# A command in an open form runs at once, and the form goes on; in a string it is text, and a type of that name is one.
$ printf '%s\n' '(define a 7)' '(+ a' ':vars' '  :type a' ' (* 2' ':nonsense' ' 3))' ':type (+ 1' ':vars' ' 2)' '(println "one' ':vars' 'two")' '(define-datatype vars (One))' '(define (f (x' ':vars' ')) x)' ':type f' '(+ 1' ':quit' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define a 7)
a : int
nova> (+ a
  ... :vars
a : int = 7
open: ( of line 1
  ...   :type a
a : int
open: ( of line 1
  ...  (* 2
  ... :nonsense
open: ( of line 1, ( of line 2; :nonsense is no command, and so a part of it: Ctrl-C gives it up
  ...  3))
[4]:3:2: error[E0306]: unknown type `nonsense`
 3 | :nonsense
   |  ^^^^^^^^
[4]:4:2: error[E0308]: this is no type: a name, a variable, a tuple or a list is expected
 4 |  3))
   |  ^
nova> :type (+ 1
  ... :vars
a : int = 7
open: ( of line 1
  ...  2)
(+ 1
 2) : int
nova> (println "one
open: ( of line 1, the string of line 1
  ... :vars
  ... two")
one
:vars
two
nova> (define-datatype vars (One))
nova> (define (f (x
  ... :vars
  ... )) x)
f : vars -> vars
nova> :type f
f : vars -> vars
nova> (+ 1
  ... :quit
$ printf '%s\n' '(define (f x)<Enter>:type sum<Enter>' show '(* 2 x))<Enter>' '(f 4)<Enter>' '(+ 1<Enter>:help vars<Enter>' show '<C-_>' show '<C-c>' '(+ 2<Enter>:q<Enter>' | python3 at_terminal.py
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (f x)
  ...   :type sum
sum : Num 'a => vector#'n 'a -> 'a
nova> (define (f x)
  ...
  open: ( of line 1   (define x e), (define (x : t) e) or (define (f x (y : t)
(cursor at 5, 8)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (f x)
  ...   :type sum
sum : Num 'a => vector#'n 'a -> 'a
nova> (define (f x)
  ...   (* 2 x))
f : Num 'a => 'a -> 'a
nova> (f 4)
8 : int
nova> (+ 1
  ...    :help vars
  :vars                  the session's values
nova> (+ 1
  ...
  open: ( of line 1   + : Num 'a => 'a -> 'a -> 'a   (argument 2: 'a)
(cursor at 13, 9)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (f x)
  ...   :type sum
sum : Num 'a => vector#'n 'a -> 'a
nova> (define (f x)
  ...   (* 2 x))
f : Num 'a => 'a -> 'a
nova> (f 4)
8 : int
nova> (+ 1
  ...    :help vars
  :vars                  the session's values
nova> (+ 1
  + : Num 'a => 'a -> 'a -> 'a   (argument 1: 'a)
(cursor at 12, 10)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (f x)
  ...   :type sum
sum : Num 'a => vector#'n 'a -> 'a
nova> (define (f x)
  ...   (* 2 x))
f : Num 'a => 'a -> 'a
nova> (f 4)
8 : int
nova> (+ 1
  ...    :help vars
  :vars                  the session's values
nova> (+ 1
nova> (+ 2
  ...    :q
# A phase is missing, or a form; a name of one's own is no phase either.
$ printf '%s\n' '(define xs [1 2 3])' ':dump (sum xs)' ':dump xs' ':dump [1 2]' ':dump core' ':dump fused (sum xs)' ':q' | python3 at_prompt.py | sed -n 1,21p
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define xs [1 2 3])
xs : vector int
nova> :dump (sum xs)
error[E0707]: `:dump (sum xs)` has no phase
help: write :dump fused (sum xs)
help: the phases are datum, expr, types, core, plan, fused, c, cuda, ptx; :dump and Tab lists the passes too
nova> :dump xs
error[E0707]: `:dump xs` has no phase
help: write :dump fused xs
help: the phases are datum, expr, types, core, plan, fused, c, cuda, ptx; :dump and Tab lists the passes too
nova> :dump [1 2]
error[E0707]: `:dump [1 2]` has no phase
help: write :dump fused [1 2]
help: the phases are datum, expr, types, core, plan, fused, c, cuda, ptx; :dump and Tab lists the passes too
nova> :dump core
error[E0707]: `:dump core` has no form
help: write :dump core (map (+ 1) [1 2 3])
help: the phases are datum, expr, types, core, plan, fused, c, cuda, ptx; :dump and Tab lists the passes too
nova> :dump fused (sum xs)
; [6]:1:1: fused
# A value that :why runs for is told of last, in one line.
$ printf '%s\n' ':why (map (lambda (x) (x, x)) (range 1000))' ':why (println 3)' ':why (range 3) (+ 1 2)' ':why (begin (+ 1 2) (/ 1 0))' 'it' ':q' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :why (map (lambda (x) (x, x)) (range 1000))
[1]:1:1 (map (lambda (x) (x, x)) (range 1000)): interpreted once: not worth compiling yet
[1]:1:26 (range 1000): interpreted: too small to be worth running elsewhere, whatever its inputs are
[(0, 0) (1, 1) (2, 2) ... (997, 997) (998, 998) (999, 999)] : vector (int, int)
nova> :why (println 3)
3
interpreted: there is no array expression
nova> :why (range 3) (+ 1 2)
[3]:1:1 (range 3): interpreted: too small to be worth running elsewhere, whatever its inputs are
[0 1 2] : vector int
3 : int
nova> :why (begin (+ 1 2) (/ 1 0))
[4]:1:16: error[E0421]: division by zero: (/ 1 0)
 1 | (begin (+ 1 2) (/ 1 0))
   |                ^^^^^^^
nova> it
3 : int
nova> :q
# The values of a line whose first form is a function's name, and then the call.
$ printf '%s\n' 'sum [1 2]' 'print 3' 'it' ':time sum [1 2]' ':bench sum [1 2]' ':q' | python3 at_prompt.py | sed 's/; [0-9]* runs/; N runs/'; nova -e 'sum [1 2]'; printf '(define (twice x) (* 2 x))\ntwice 4\n' | nova
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> sum [1 2]
<fun : Num 'a => vector 'a -> 'a> : Num 'a => vector 'a -> 'a
[1 2] : vector int
[1]:1:1: warning[W0306]: `sum` and what stands behind it are expressions of their own
 1 | sum [1 2]
   | ^^^^^^^^^
help: (sum [1 2]) applies it
nova> print 3
<fun : 'a -> unit> : 'a -> unit
3 : int
[2]:1:1: warning[W0306]: `print` and what stands behind it are expressions of their own
 1 | print 3
   | ^^^^^^^
help: (print 3) applies it
nova> it
3 : int
nova> :time sum [1 2]
<fun : Num 'a => vector 'a -> 'a> : Num 'a => vector 'a -> 'a
[1 2] : vector int
[4]:1:1: warning[W0306]: `sum` and what stands behind it are expressions of their own
 1 | sum [1 2]
   | ^^^^^^^^^
help: (sum [1 2]) applies it
N ms
nova> :bench sum [1 2]
[5]:1:1: warning[W0306]: `sum` and what stands behind it are expressions of their own
 1 | sum [1 2]
   | ^^^^^^^^^
help: (sum [1 2]) applies it
N ms the least, N ms the median, N ms the most, N ms the first; N runs
nova> :q
-e:1:1: warning[W0306]: `sum` and what stands behind it are expressions of their own
 1 | sum [1 2]
   | ^^^^^^^^^
help: (sum [1 2]) applies it
[1 2]
<stdin>:2:1: warning[W0306]: `twice` and what stands behind it are expressions of their own
 2 | twice 4
   | ^^^^^^^
help: (twice 4) applies it
4
# Commands of other prompts; what commands are given that take nothing, or too much.
$ printf '%s\n' ':?' ':q!' ':gpu' ':tier cuda' ':vars x' ':type sum [1 2]' ':type 1 2' ':plot sin' ':history' ':q' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :?
error[E0702]: there is no command :?
help: :help lists the commands, :doc NAME tells about a name
nova> :q!
error[E0702]: there is no command :q!
help: :quit leaves
nova> :gpu
error[E0702]: there is no command :gpu
help: :doctor tells which GPUs there are, :set tier cuda uses one
nova> :tier cuda
error[E0716]: `:tiers` takes nothing behind it, but is given cuda
help: a setting is changed by :set tier cuda
nova> :vars x
error[E0716]: `:vars` takes nothing behind it, but is given x
nova> :type sum [1 2]
error[E0706]: `:type` takes one expression
help: write :type (sum [1 2])
nova> :type 1 2
error[E0706]: `:type` takes one expression
nova> :plot sin
error[E0713]: a value of type double -> double has no plot: numbers and pairs of numbers have
help: of a function its values: :plot (map sin (linspace 0.0 6.0 100))
nova> :history
error[E0702]: there is no command :history
help: Up and ^R go through what was typed, :save FILE writes it
nova> :q
# Alone, :why tells of what ran last.
$ printf '%s\n' ':why' '(map (lambda (x) (* x x)) [1 2 3])' ':why' ':q' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :why
interpreted: there is no array expression
nova> (map (lambda (x) (* x x)) [1 2 3])
[1 4 9] : vector int
nova> :why
[2]:1:1 (map (lambda (x) (* x x)) [1 2 3]): interpreted: too small to be worth running elsewhere, whatever its inputs are
nova> :q
# What other prompts write for a command is done; a name of the session comes first.
$ p=$PWD/at_prompt.py; printf '%s\n' '?square' 'square?' '!echo from the system' '(define square? 3)' 'square?' ':q' | python3 $p
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> ?square
square : Num 'a => 'a -> 'a
x times x.
cost: one operation
(square 7)
=> 49
nova> square?
square : Num 'a => 'a -> 'a
x times x.
cost: one operation
(square 7)
=> 49
nova> !echo from the system
from the system
nova> (define square? 3)
square? : int
nova> square?
3 : int
nova> :q
