# What runs before the first input, and commands that reach outside of the session.
# A startup file holds forms and commands; an error in it is told with its place.
$ d=$(mktemp -d); p=$PWD/at_prompt.py; mkdir $d/nova; printf '; my own\n(define tau 6.25)\n:set tables off\n(define (bad) (+ 1 nope))\n' > $d/nova/init.nv; cd $d; printf '%s\n' 'tau' ':set tables' ':q' | XDG_CONFIG_HOME=$d python3 $p | sed "s|$d|DIR|"; printf '%s\n' 'tau' ':q' | XDG_CONFIG_HOME=$d python3 $p --no-init; echo tau | XDG_CONFIG_HOME=$d nova; rm -r $d
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
DIR/nova/init.nv:4:20: error[E0301]: unknown name `nope`
 4 | (define (bad) (+ 1 nope))
   |                    ^^^^
nothing ran; not defined: `bad`
nova> tau
6.25 : double
nova> :set tables
  tables off   (on or off)
nova> :q
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> tau
[1]:1:1: error[E0301]: unknown name `tau`
 1 | tau
   | ^^^
nova> :q
<stdin>:1:1: error[E0301]: unknown name `tau`
 1 | tau
   | ^^^
$ d=$(mktemp -d); p=$PWD/at_prompt.py; mkdir $d/nova; printf '(define tau 6.25)\n:set types off\n' > $d/nova/init.nv; cd $d; printf '%s\n' '(define two 2)' ':set types' ':q' | XDG_CONFIG_HOME=$d python3 $p; rm -r $d
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define two 2)
nova> :set types
  types off   (on or off)
nova> :q
# nova -i FILE and nova FILE -i stay at the prompt.
$ d=$(mktemp -d); p=$PWD/at_prompt.py; cd $d; printf '(define (twice x) (* 2 x))\n(twice 4)\n' > f.nv; printf '%s\n' '(twice 5)' ':reload' ':q' | python3 $p -i f.nv; printf '%s\n' '(twice 6)' ':q' | python3 $p f.nv -i; printf '%s\n' '(twice 7)' ':q' | python3 $p run f.nv --stay; echo '(twice 8)' | nova -i f.nv; nova -i; nova check f.nv -i; nova -i f.nv -i x=1; nova -i no.nv; rm -r $d
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
8 : int
nova> (twice 5)
10 : int
nova> :reload
8 : int
nova> :q
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
8 : int
nova> (twice 6)
12 : int
nova> :q
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
8 : int
nova> (twice 7)
14 : int
nova> :q
8 : int
16 : int
nova: -i stands with a program's file: nova -i FILE; inputs that it declares are defined at the prompt
nova: -i stands with a program's file: nova -i FILE; inputs that it declares are defined at the prompt
nova: -i stands with a program's file: nova -i FILE; inputs that it declares are defined at the prompt
nova: there is no file no.nv
# The type of what is defined follows it.
$ printf '%s\n' '(define (f x y) (+ x (length y)))' '(define xs (range 3)) (define (g a) a)' '(define-datatype Shade (Dark) (Light))' '(define (h x) (nope x))' ':set types off' '(define z 1)' ':set types maybe' ':set types' ':q' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (f x y) (+ x (length y)))
f : int -> vector#'n 'a -> int
nova> (define xs (range 3)) (define (g a) a)
xs : vector int
g : 'a -> 'a
nova> (define-datatype Shade (Dark) (Light))
nova> (define (h x) (nope x))
[4]:1:16: error[E0301]: unknown name `nope`
 1 | (define (h x) (nope x))
   |                ^^^^
help: a function that is still to come is entered together with this one: (begin (define ...) (define ...))
nova> :set types off
nova> (define z 1)
nova> :set types maybe
error[E0712]: the setting types is on or off, not maybe
nova> :set types
  types off   (on or off)
nova> :q
# The text of a definition: :source, ??name and name??.
$ printf '%s\n' ';; Doubles.' '(define (twice x)' '(* 2 x))' ':source twice' '??twice' 'twice??' '(define-datatype Shade (Dark) (Light int))' '??Light' ':source when' ':source map' ':source let' ':source nope' ':source' ':q' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> ;; Doubles.
nova> (define (twice x)
  ... (* 2 x))
twice : Num 'a => 'a -> 'a
nova> :source twice
; [2]:1:1
(define (twice x)
(* 2 x))
nova> ??twice
; [2]:1:1
(define (twice x)
(* 2 x))
nova> twice??
; [2]:1:1
(define (twice x)
(* 2 x))
nova> (define-datatype Shade (Dark) (Light int))
nova> ??Light
; [6]:1:18
(define-datatype Shade (Dark) (Light int))
nova> :source when
; prelude/forms.nv:27:15
;;; The expressions, for what they do, if the condition is true. The last one must be unit.
;;; cost: its condition, and its expressions if that is true
;;; (let ((n 1)) (when (> n 0) (set! n 5)) n)
;;; => 5
(define-macro when
  ((_ c e ...) (if c (begin e ...))))
nova> :source map
map is part of the language and has no text in Nova
nova> :source let
let is part of the language and has no text in Nova
nova> :source nope
error[E0703]: there is nothing known of nope
nova> :source
  :source   NAME         the text of a definition
nova> :q
# Names by their types, the nearest first: instances and other orders of the arguments come behind.
$ printf '%s\n' ":search vector 'a -> int -> vector 'a" ':search vector int -> int' ":search 'a -> vector 'a" ':search (int, double) -> double' ':search Num (' ':search vector bool ->' ':search' '(define (my-own (x : (int, double))) (* 2.0 x.1))' ':search (int, double) -> double' ':search "Num ("' ':q' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :search vector 'a -> int -> vector 'a
repeat : int -> vector 'a -> vector 'a
rolling-maximum : Num 'a, Ord 'a => int -> vector 'a -> vector 'a
rolling-mean : Fractional 'a => int -> vector 'a -> vector 'a
rolling-minimum : Num 'a, Ord 'a => int -> vector 'a -> vector 'a
rolling-sum : Num 'a => int -> vector 'a -> vector 'a
rotate : int -> vector 'a -> vector 'a
const : 'a -> 'b -> 'a
drop : Index 'i => 'i -> vector#'n 'a -> vector#'n 'a
take : Index 'i => 'i -> vector#'n 'a -> vector#'n 'a
byte-in-text : vector char -> int -> vector char
exponent-text : vector char -> int -> vector char
format-text : int -> vector char -> vector char
pad : int -> vector char -> vector char
pad-start : int -> vector char -> vector char
round-digits : int -> vector char -> vector char
nova> :search vector int -> int
argmax : Ord 'a => vector 'a -> int
argmin : Ord 'a => vector 'a -> int
largest-at : Num 'a => vector 'a -> int
first : vector 'a -> 'a
last : vector 'a -> 'a
length : vector#n 'a -> int
nan-sum : Num 'a => vector 'a -> 'a
sign-of-largest : Num 'a, Ord 'a, Num 'b => vector 'a -> 'b
the : vector 'a -> 'a
maximum : Num 'a, Ord 'a => vector#'n 'a -> 'a
minimum : Num 'a, Ord 'a => vector#'n 'a -> 'a
narrow-mean : Num 'a, Scalar 'a => vector#'n 'a -> 'a
narrow-norm : Num 'a, Scalar 'a => vector#'n 'a -> 'a
narrow-sum : Num 'a, Scalar 'a => vector#'n 'a -> 'a
product : Num 'a => vector#'n 'a -> 'a
sum : Num 'a => vector#'n 'a -> 'a
nova> :search 'a -> vector 'a
iota : Integral 'a => 'a -> vector 'a
range : Integral 'a => 'a -> vector 'a
char->text : char -> vector char
char-in-text : char -> vector char
hexadecimal : char -> vector char
chars : vector char -> vector vector char
lines : vector char -> vector vector char
words : vector char -> vector vector char
nova> :search (int, double) -> double
snd : ('a, 'b) -> 'b
nova> :search Num (
that is no type; one is written as vector 'a -> int
nova> :search vector bool ->
that is no type; one is written as vector 'a -> int
nova> :search
  :search   TYPE         the names whose type fits, as vector 'a -> int
nova> (define (my-own (x : (int, double))) (* 2.0 x.1))
my-own : (int, double) -> double
nova> :search (int, double) -> double
my-own : (int, double) -> double
snd : ('a, 'b) -> 'b
nova> :search "Num ("
that is no type; one is written as vector 'a -> int
nova> :q
# Folders, editors, and files that change.
$ d=$(mktemp -d); p=$PWD/at_prompt.py; cd $d; mkdir sub; echo '(define there 7)' > sub/f.nv; printf '#!/bin/sh\nsed -i s/1/2/ "$1"\n' > ed; printf '#!/bin/sh\nexit 3\n' > no; chmod +x ed no; printf '%s\n' ':cd sub' ':load f.nv' 'there' ':pwd' ':cd nowhere' ':cd ..' '(+ 1 10)' ':edit' ':edit sub/f.nv' ':q' | EDITOR=$d/ed python3 $p | sed "s|$d|DIR|"; printf '%s\n' ':edit' ':edit f.nv' ':q' | EDITOR=$d/no python3 $p | sed "s|$d|DIR|"; rm -r $d
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :cd sub
DIR/sub
nova> :load f.nv
nova> there
7 : int
nova> :pwd
DIR/sub
nova> :cd nowhere
error[E0501]: nowhere cannot be opened: No such file or directory
nova> :cd ..
DIR
nova> (+ 1 10)
11 : int
nova> :edit
(+ 2 10)
12 : int
nova> :edit sub/f.nv
nova> :q
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :edit
DIR/no ended with status 3, so nothing runs
nova> :edit f.nv
DIR/no ended with status 3, so nothing runs
nova> :q
$ d=$(mktemp -d); cd $d; echo '(println "first") (write-text "f.nv" "(println 2)")' > f.nv; printf '%s\n' ':watch f.nv' '(+ 5 6)' | timeout -s INT 4 nova --allow-write .; rm -r $d
first
waiting for changes of f.nv; Ctrl-C ends this
2
waiting for changes of f.nv; Ctrl-C ends this
11 : int
# A value's text goes to the terminal's clipboard (OSC 52).
$ printf '%s\n' '(range 3)' ':copy' ':copy "a text"' ':copy (nope)' ':copy (range 100000)' ':q' | python3 at_prompt.py | cat -v
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (range 3)
[0 1 2] : vector int
nova> :copy
^[]52;c;WzAgMSAyXQ==^Gcopied: 7 bytes
nova> :copy "a text"
^[]52;c;YSB0ZXh0^Gcopied: 6 bytes
nova> :copy (nope)
[4]:1:2: error[E0301]: unknown name `nope`
 1 | (nope)
   |  ^^^^
nova> :copy (range 100000)
its text has 588891 bytes, and a terminal's clipboard takes 74000
nova> :q
# A pasted session: prompts and output are left out.
$ printf '%s\n' 'nova> (+ 1 2)' 'nova> (define (f x)' '  ... (* x 3))' '(f 3)' ':q' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> nova> (+ 1 2)
3 : int
nova> nova> (define (f x)
  ...   ... (* x 3))
f : Num 'a => 'a -> 'a
nova> (f 3)
9 : int
nova> :q
# What is longer than the terminal is shown by the pager; where that fails, it is printed.
$ d=$(mktemp -d); printf '#!/bin/sh\nread -r first; echo "paged: $first"; exit 0\n' > $d/pager; chmod +x $d/pager; printf '%s\n' ':help<Enter>' '? paged:' ':doc sin<Enter>' '? Sine' show '<C-d>' | PAGER=$d/pager python3 at_terminal.py | sed -n 1,8p; printf '%s\n' ':help<Enter>' '? :quit' '<C-d>' | PAGER=false python3 at_terminal.py | grep -c '^  :quit'; rm -r $d
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :help
paged: Type a form; it runs when its last bracket is closed. `it` is the last re
sult, it1 it2 it3 are those before it.
nova> :doc sin
sin : Fractional 'a => 'a -> 'a
Sine of radians; at most 1 ulp.
1
# A program's file may stand behind options.
$ echo '(+ 1 2)' > file.nv; nova --tier interp file.nv; nova --tier=cpu file.nv; nova --tier interp -i file.nv < /dev/null | tail -1; nova --tier interp none.nv; rm file.nv
3
3
3 : int
nova: there is no file none.nv
