# What the editor does beside editing: completion, hints, history, what runs long.
# Tab completes, and lists what fits with its type; Tab again goes through it.
$ printf '%s\n' '(rever<Tab>' show '<C-u>(take<Tab>' show '<Tab><Tab>' show '<Esc>' '<C-u>' '(define (my-function my-argument) (+ my-arg<Tab>' show '<C-c>' '(module M (define (one x) (+ x 1)) (define (other x) x))<Enter>' '(M.o<Tab>' show '<C-c>' '(define pair (1, 2.5))<Enter>' '(+ pair.<Tab>' show '1<C-c><C-d>' | python3 at_terminal.py -s 100x24
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (reverse
(cursor at 1, 14)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (take
  take  Index 'i => 'i -> vector#'n 'a -> vector#'n 'a
(cursor at 1, 11)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (take
  take  Index 'i => 'i -> vector#'n 'a -> vector#'n 'a
(cursor at 1, 11)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (my-function my-argument) (+ my-argument
  + : Num 'a => 'a -> 'a -> 'a   (argument 1: 'a)
(cursor at 1, 54)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (my-function my-argument) (+ my-argument
nova> (module M (define (one x) (+ x 1)) (define (other x) x))
one : Num 'a => 'a -> 'a
other : 'a -> 'a
nova> (M.o
  M.one    Num 'a => 'a -> 'a
  M.other  'a -> 'a
(cursor at 5, 10)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (my-function my-argument) (+ my-argument
nova> (module M (define (one x) (+ x 1)) (define (other x) x))
one : Num 'a => 'a -> 'a
other : 'a -> 'a
nova> (M.o
nova> (define pair (1, 2.5))
pair : (int, double)
nova> (+ pair.
  0  int
  1  double
(cursor at 8, 14)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (my-function my-argument) (+ my-argument
nova> (module M (define (one x) (+ x 1)) (define (other x) x))
one : Num 'a => 'a -> 'a
other : 'a -> 'a
nova> (M.o
nova> (define pair (1, 2.5))
pair : (int, double)
nova> (+ pair.1
nova>
# Constructors, commands, settings, codes, paths inside of strings.
$ d=$(mktemp -d); p=$PWD/at_terminal.py; cd $d; mkdir folder; touch folder/data.npy; printf '%s\n' '(So<Tab>' show '<C-u>:app<Tab>' show '<C-u>:set ta<Tab>' show '<C-u>:explain E071<Tab>' show '<C-u>(read-npy "fol<Tab>d<Tab>")' show '<C-u>:load f<Tab>' show '<C-c><C-d>' | python3 $p -s 100x24; rm -r $d
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (Some
(cursor at 1, 11)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :app
(cursor at 1, 10)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :set tables
(cursor at 1, 17)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :explain E071
  E0710  there is no phase or pass ...; there are ...
  E0711  there is no setting ...; there are ...
  E0712  the setting ... is ..., not ...
  E0713  a value of type ... has no plot: numbers and pairs of numbers have
  E0714  no file was loaded yet
  E0715  `...` is not kept: ...
  E0716  `...` takes nothing behind it, but is given ...
  E0717  ... is not written by ..., which writes ...
  E0718  the request is wrong: ...
  E0719  `...` can't be built: ...
(cursor at 1, 19)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (read-npy "folder/data.npy")
(cursor at 1, 34)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :load folder/
(cursor at 1, 19)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :load folder/
nova>
# What could follow is shown dim, and taken by the right arrow.
$ printf '%s\n' '(+ 1 23)<Enter>' '(+ ' show '<Right>' show '<C-c>' '(rev' show '<C-c><C-d>' | python3 at_terminal.py
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 23)
24 : int
nova> (+ 1 23)
  + : Num 'a => 'a -> 'a -> 'a   (argument 1: 'a)
(cursor at 3, 9)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 23)
24 : int
nova> (+ 1 23)
(cursor at 3, 14)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 23)
24 : int
nova> (+ 1 23)
nova> (reverse
(cursor at 4, 10)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 23)
24 : int
nova> (+ 1 23)
nova> (rev
nova>
# The history outlives its prompt, is its user's alone, and several prompts may write it at once.
$ export XDG_STATE_HOME=$(mktemp -d); printf '%s\n' '(+ 1 2)<Enter>' '(begin<Enter>1<Enter>2)<Enter>' '<C-d>' | python3 at_terminal.py > /dev/null; for i in 1 2 3 4; do printf '%s\n' "(* $i 5)<Enter>" "(* $i 6)<Enter>" '<C-d>' | python3 at_terminal.py > /dev/null & done; wait; stat -c %a $XDG_STATE_HOME/nova $XDG_STATE_HOME/nova/history.db; printf '%s\n' '(beg<Up>' show '<C-c><C-r>4 6' show '<C-c><C-r>1 5' show '<C-c><C-c><C-d>' | python3 at_terminal.py; rm -r $XDG_STATE_HOME
700
600
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (begin
  ...   1
  ...   2)
(cursor at 1, 12)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (begin
  ...   1
  ...   2)
search `4 6`: (* 4 6)
(cursor at 4, 17)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (begin
  ...   1
  ...   2)
search `1 5`: (* 1 5)
(cursor at 4, 17)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (begin
  ...   1
  ...   2)
nova>
nova>
# A broken history is set aside.
$ export XDG_STATE_HOME=$(mktemp -d); mkdir $XDG_STATE_HOME/nova; head -c 5000 /dev/urandom > $XDG_STATE_HOME/nova/history.db; printf '%s\n' '(+ 1 2)<Enter>' '<Up>' show '<C-c><C-d>' | python3 at_terminal.py -s 160x24 | sed "s|$XDG_STATE_HOME|STATE|; s/broken-[0-9]*/broken-TIME/"; ls $XDG_STATE_HOME/nova | sed 's/broken-[0-9]*/broken-TIME/'; rm -r $XDG_STATE_HOME
-- screen
nova: the history of earlier prompts could not be read; it was set aside as STATE/nova/history.db.broken-TIME
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 2)
3 : int
nova> (+ 1 2)
(cursor at 4, 13)
--
nova: the history of earlier prompts could not be read; it was set aside as STATE/nova/history.db.broken-TIME
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 2)
3 : int
nova> (+ 1 2)
nova>
history.db
history.db.broken-TIME
# Where there is none to be had, what was typed is remembered for the session.
$ printf '%s\n' '(+ 1 2)<Enter>' '<Up>' show '<C-c><C-d>' | XDG_STATE_HOME=/proc/nowhere python3 at_terminal.py
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 2)
3 : int
nova> (+ 1 2)
(cursor at 3, 13)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 2)
3 : int
nova> (+ 1 2)
nova>
# After half a second a line tells what runs; it goes, and Ctrl-C stops it.
$ printf '%s\n' '(define (forever n) (forever (+ n 1)))<Enter>' '(forever 0)<Enter>' '? Ctrl-C stops it' show '<C-c>' '? called here' '(+ 1 1)<Enter>' '<C-d>' | python3 at_terminal.py --tier interp | sed 's/[0-9.]* s: /N s: /; s/[0-9.]* [KM]iB/N KiB/'
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (forever n) (forever (+ n 1)))
forever : Num 'a => 'a -> 'b
nova> (forever 0)
N s: the interpreter runs, N KiB in use (Ctrl-C stops it)
(cursor at 4, 60)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (forever n) (forever (+ n 1)))
forever : Num 'a => 'a -> 'b
nova> (forever 0)
[2]:1:1: error[E0603]: the evaluation was interrupted
 1 | (forever 0)
   | ^^^^^^^^^^^
[2]:1:1: note: in forever, called here
 1 | (forever 0)
   | ^^^^^^^^^^^
nova> (+ 1 1)
2 : int
nova>
# It tells how far the interpreter's outermost loop is, how much of a kernel the CPU has done, what was sent to a GPU.
$ printf '%s\n' '(define (slow x) (if (= x 0) 0 (slow (- x 1))))<Enter>' '(sum (map (lambda (x) (sum (map slow [x x]))) (replicate 5000 100000)))<Enter>' '? elements' show '<C-c>' '<C-d>' | python3 at_terminal.py -s 100x24 --tier interp | sed -n 's/[0-9.]* s: /N s: /; s/, [0-9]* of/, N of/; s/[0-9.]* [KM]iB/N KiB/p'
N s: the interpreter runs, N of 5000 elements, N KiB in use (Ctrl-C stops it)
$ printf '%s\n' '(sum (map (lambda (x) (% (* x x) 7)) (range 30000000000)))<Enter>' '? a kernel' show '<C-c>' '<C-d>' | python3 at_terminal.py -s 100x24 --tier cpu | sed -n 's/[0-9.]* s: /N s: /; s/[0-9]* %/N %/; s/[0-9.]* [KM]iB/N KiB/p'
N s: a compiled form runs on the CPU, N % of a kernel's elements, N KiB in use (Ctrl-C stops it)
# Without a tier asked for, the interpreter begins while a compiler, here one that takes its time, works beside it.
$ export XDG_CACHE_HOME=$(mktemp -d); mkdir $XDG_CACHE_HOME/bin; printf '#!/bin/bash\nexec sleep 20\n' > $XDG_CACHE_HOME/bin/cc; chmod +x $XDG_CACHE_HOME/bin/cc; printf '%s\n' '(define (go n s) (if (= n 0) s (go (- n 1) (+ s (sum (map (lambda (x) (% (* x n) 7)) (range 2000)))))))<Enter>' '(go 100000000 0)<Enter>' '? beside' show '<C-c>' '<C-d>' | PATH=$XDG_CACHE_HOME/bin:$PATH python3 at_terminal.py -s 100x24 --tier auto | sed -n 's/[0-9.]* s: /N s: /; s/, [0-9]* of/, N of/; s/[0-9.]* [KM]iB/N KiB/p'; rm -r $XDG_CACHE_HOME
N s: the interpreter runs, a compiler works beside it, N KiB in use (Ctrl-C stops it)
$ printf '%s\n' '(define xs (map (* 3) (range 400000)))<Enter>' '(sum (sort (map (lambda (x) (^ x 12345)) xs)))<Enter>' '? sent' show '<C-c>' '<C-d>' | python3 at_terminal.py -s 100x24 --tier sim --check off | sed -n 's/[0-9.]* s: /N s: /; s/, [0-9.]* [KM]iB fetched//; s/[0-9.]* [KM]iB/N KiB/gp'
N s: a compiled form runs on the simulated GPU, N KiB sent, N KiB in use (Ctrl-C stops it)
# What a form prints meanwhile stands in lines of its own.
$ printf '%s\n' '(define (count n) (if (= n 0) (println (++ "do" "ne")) (count (- n 1))))<Enter>' '(begin (println "begins") (count 60000000) (print (++ "and" " ends")))<Enter>' '? Ctrl-C stops it' '? and ends' '(+ 1 1)<Enter>' '<C-d>' | python3 at_terminal.py --tier interp
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (count n) (if (= n 0) (println (++ "do" "ne")) (count (- n 1))))
`count` hides the prelude's, for what is typed from now on
count : Num 'a => 'a -> unit
nova> (begin (println "begins") (count 60000000) (print (++ "and" " ends")))
begins
done
and ends
nova> (+ 1 1)
2 : int
nova>
# An image is drawn by chafa where there is one, which knows what the terminal can show; else by half blocks. A plot
# is a picture where chafa makes pixels of it. NO_COLOR holds for pictures.
$ d=$(mktemp -d); p=$PWD/at_terminal.py; cd $d; printf 'P3 2 2 255\n255 0 0 0 255 0\n0 0 255 9 9 9\n' > i.ppm; printf '%s\n' '(define (i : vector#3 uint8) (read-image "i.ppm"))<Enter>' ':show i<Enter>' ':plot [1 2 3]<Enter>' '<C-d>' > keys; mkdir bin; printf '#!/bin/sh\nexit 1\n' > bin/chafa; chmod +x bin/chafa; PATH=$d/bin:$PATH python3 $p < keys; printf '#!/bin/sh\nfor last; do :; done; if grep -aq svg $last; then printf "\\033Pq#0~-\\033\\\\"; else echo $*; od -An -c $last; fi\n' > bin/chafa; PATH=$d/bin:$PATH python3 $p < keys | sed 's,tmp/nova-.*,tmp/nova-picture,'; NO_COLOR=1 PATH=$d/bin:$PATH python3 $p < keys | sed -n 's,tmp/nova-.*,tmp/nova-picture,p'; rm -r $d
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (i : vector#3 uint8) (read-image "i.ppm"))
i : vector#3 uint8
nova> :show i
▀▀
shape 2 x 2 x 3 : vector#3 uint8
nova> :plot [1 2 3]
3 │                                                               ⠛
  │
  │
  │
  │
  │
  │                               ⢀⡀
  │                               ⠈⠁
  │
  │
  │
  │
  │
1 │⣤
   0                                                              2
nova>
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (i : vector#3 uint8) (read-image "i.ppm"))
i : vector#3 uint8
nova> :show i
--scale=max --size=2x1 /tmp/nova-picture
   P   6  \n   2       2  \n   2   5   5  \n 377  \0  \0  \0 377
  \0  \0  \0 377  \t  \t  \t
shape 2 x 2 x 3 : vector#3 uint8
nova> :plot [1 2 3]
▒
nova>
--scale=max --size=2x1 --colors=none /tmp/nova-picture
# The codes' stories complete with what they are of, settings with their values.
$ printf '%s\n' ':explain E042<Tab>' show '<C-c>' ':set tier c<Tab>' show '<C-c>' ':set timeout <Tab>' show '<C-c><C-d>' | python3 at_terminal.py -s 100x24
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :explain E042
  E0421  division by zero: (... ... 0)
  E0422  the foreign function ... is not linked
  E0423  ... is used before its definition has run
  E0424  the input ... has no value
  E0425  no arm of this match fits the value
  E0426  no kernel could be made of this: ...
  E0427  a kernel would go wrong on a GPU: ...
  E0428  ...: there is no dimension ...; the dimensions are numbered from 0, and the array has ...
  E0429  the foreign function ... failed: ...
(cursor at 1, 19)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :explain E042
nova> :set tier c
  cpu
  cuda
(cursor at 2, 17)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :explain E042
nova> :set tier c
nova> :set timeout off
(cursor at 3, 22)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :explain E042
nova> :set tier c
nova> :set timeout off
nova>
# A text that is pasted may have commands among its forms.
$ printf '%s\n' '<Paste (define (f x)\n  (* x 2))\n:type f\n(f 4)\n:type (+ 1\n  2)\n(f 5)><Enter>' '? 10 : int' '<C-d>' | python3 at_terminal.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (f x)
  ...   (* x 2))
  ... :type f
  ... (f 4)
  ... :type (+ 1
  ...   2)
  ... (f 5)
f : Num 'a => 'a -> 'a
f : Num 'a => 'a -> 'a
8 : int
(+ 1
  2) : int
10 : int
nova>
# An input as long as the terminal is wide leaves no empty line; one that is longer goes on in the next.
$ printf '%s\n' '"1234567890123456789012345678901"<Enter>' '? or char' '"12345678901234567890123456789012"<Enter>' '? tor char' '<C-d>' | python3 at_terminal.py -s 40x24
Nova 0.1.0. :help lists the commands, Ct
rl-D leaves.
nova> "1234567890123456789012345678901"
"1234567890123456789012345678901" : vect
or char
nova> "12345678901234567890123456789012
"
"12345678901234567890123456789012" : vec
tor char
nova>
# ^C is not shown while a form runs, so that the line that tells of it goes, in a narrow terminal too.
$ printf '%s\n' '(define (forever n) (forever (+ n 1)))<Enter>' '(forever 0)<Enter>' '? interpreter runs' '<C-c>' '? called here' '(+ 1 1)<Enter>' '? 2 : int' '<C-d>' | python3 at_terminal.py -s 50x24 --tier interp
Nova 0.1.0. :help lists the commands, Ctrl-D leave
s.
nova> (define (forever n) (forever (+ n 1)))
forever : Num 'a => 'a -> 'b
nova> (forever 0)
[2]:1:1: error[E0603]: the evaluation was
      interrupted
 1 | (forever 0)
   | ^^^^^^^^^^^
[2]:1:1: note: in forever, called here
 1 | (forever 0)
   | ^^^^^^^^^^^
nova> (+ 1 1)
2 : int
nova>
# A message's lines are broken at blanks, types among them, not within words.
$ printf '%s\n' '(define (f (a : vector (int, double, vector (int, double, float)))) 1)<Enter>' '(f [("abc", (lambda (x) (+ x 1.5)), [true])])<Enter>' '<C-d>' > keys; python3 at_terminal.py -s 60x24 < keys; rm keys
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (f (a : vector (int, double, vector (int, dou
ble, float)))) 1)
f : Num 'a => vector (int, double, vector (int, double, floa
t)) -> 'a
nova> (f [("abc", (lambda (x) (+ x 1.5)), [true])])
[2]:1:4: error[E0203]: argument 1 of `f` should be `vector
      (int, double, vector (int, double, float))`, but is
      `vector (vector char, double -> double, vector bool)`
 1 | (f [("abc", (lambda (x) (+ x 1.5)), [true])])
   |    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[1]:1:10: note: f : Num 'a => vector (int, double, vector
      (int, double, float)) -> 'a
 1 | (define (f (a : vector (int, double, vector (int, dou…
   |          ^
nova>
# TERM=dumb knows no colours.
$ printf '%s\n' '(+ 1 true)<Enter>' styles '<C-d>' > keys; python3 at_terminal.py -t dumb < keys | grep colours; python3 at_terminal.py < keys | grep colours; rm keys
colours: no
colours: yes
