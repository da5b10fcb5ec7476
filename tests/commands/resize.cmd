# The window gets another size while a form of several rows is typed: on a terminal that breaks its lines anew, as most do, and on one
# that does not. Nothing of the form stays behind, and no output above it is lost; the cursor stands at its end, or in its first row.
$ printf '%s\n' '(lenght "x")<Enter>' '(range 10)<Enter>' '(define (long-name-function argument-one argument-two argument-three) (+ argument-one argument-two))' show '= 40x20' show '= 60x20' show '= 25x20' '= 100x20' show '<C-c><C-d>' | python3 at_terminal.py -s 60x20 -r yes
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (lenght "x")
[1]:1:2: error[E0301]: unknown name `lenght`
 1 | (lenght "x")
   |  ^^^^^^
help: did you mean `length`?
nova> (range 10)
[0 1 2 3 4 5 6 7 8 9] : vector int
nova> (define (long-name-function argument-one argument-two
 argument-three) (+ argument-one argument-two))
(cursor at 9, 47)
--
-- screen
Nova 0.1.0. :help lists the commands, Ct
rl-D leaves.
nova> (lenght "x")
[1]:1:2: error[E0301]: unknown name `len
ght`
 1 | (lenght "x")
   |  ^^^^^^
help: did you mean `length`?
nova> (range 10)
[0 1 2 3 4 5 6 7 8 9] : vector int
nova> (define (long-name-function argum
ent-one argument-two argument-three) (+
 argument-one argument-two))
(cursor at 12, 28)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (lenght "x")
[1]:1:2: error[E0301]: unknown name `lenght`
 1 | (lenght "x")
   |  ^^^^^^
help: did you mean `length`?
nova> (range 10)
[0 1 2 3 4 5 6 7 8 9] : vector int
nova> (define (long-name-function argument-one argument-two
 argument-three) (+ argument-one argument-two))
(cursor at 9, 47)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (lenght "x")
[1]:1:2: error[E0301]: unknown name `lenght`
 1 | (lenght "x")
   |  ^^^^^^
help: did you mean `length`?
nova> (range 10)
[0 1 2 3 4 5 6 7 8 9] : vector int
nova> (define (long-name-function argument-one argument-two argument-three) (+ argument-one argumen
t-two))
(cursor at 9, 7)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (lenght "x")
[1]:1:2: error[E0301]: unknown name `lenght`
 1 | (lenght "x")
   |  ^^^^^^
help: did you mean `length`?
nova> (range 10)
[0 1 2 3 4 5 6 7 8 9] : vector int
nova> (define (long-name-function argument-one argument-two argument-three) (+ argument-one argumen
t-two))
nova>
$ printf '%s\n' '(range 10)<Enter>' '(define (long-name-function argument-one argument-two argument-three) (+ argument-one argument-two))<Home>' '= 40x20' show '= 60x20' '= 25x20' show '= 80x20' show '<C-c><C-d>' | python3 at_terminal.py -s 60x20 -r yes
-- screen
Nova 0.1.0. :help lists the commands, Ct
rl-D leaves.
nova> (range 10)
[0 1 2 3 4 5 6 7 8 9] : vector int
nova> (define (long-name-function argum
ent-one argument-two argument-three) (+
 argument-one argument-two))
(cursor at 4, 6)
--
-- screen
Nova 0.1.0. :help lists t
he commands, Ctrl-D leave
s.
nova> (range 10)
[0 1 2 3 4 5 6 7 8 9] : v
ector int
nova> (define (long-name
-function argument-one a
rgument-two argument-thr
ee) (+ argument-one argu
ment-two))
(cursor at 6, 6)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (range 10)
[0 1 2 3 4 5 6 7 8 9] : vector int
nova> (define (long-name-function argument-one argument-two argument-three) (+
argument-one argument-two))
(cursor at 3, 6)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (range 10)
[0 1 2 3 4 5 6 7 8 9] : vector int
nova> (define (long-name-function argument-one argument-two argument-three) (+
argument-one argument-two))
nova>
$ printf '%s\n' '(lenght "x")<Enter>' '(range 10)<Enter>' '(define (long-name-function argument-one argument-two argument-three) (+ argument-one argument-two))' '= 40x20' show '= 60x20' '= 25x20' show '= 100x20' show '<C-c><C-d>' | python3 at_terminal.py -s 60x20
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (lenght "x")
[1]:1:2: error[E0301]: unknown name `lenght`
 1 | (lenght "x")
   |  ^^^^^^
help: did you mean `length`?
nova> (range 10)
[0 1 2 3 4 5 6 7 8 9] : vector int
nova> (define (long-name-function argum
ent-one argument-two argument-three) (+
 argument-one argument-two))
(cursor at 10, 28)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (lenght "x")
[1]:1:2: error[E0301]: unknown name `lenght`
 1 | (lenght "x")
   |  ^^^^^^
help: did you mean `length`?
nova> (range 10)
[0 1 2 3 4 5 6 7 8 9] : vector int
nova> (define (long-name
-function argument-one a
rgument-two argument-thr
ee) (+ argument-one argu
ment-two))
(cursor at 12, 10)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (lenght "x")
[1]:1:2: error[E0301]: unknown name `lenght`
 1 | (lenght "x")
   |  ^^^^^^
help: did you mean `length`?
nova> (range 10)
[0 1 2 3 4 5 6 7 8 9] : vector int
nova> (define (long-name-function argument-one argument-two argument-three) (+ argument-one argumen
t-two))
(cursor at 9, 7)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (lenght "x")
[1]:1:2: error[E0301]: unknown name `lenght`
 1 | (lenght "x")
   |  ^^^^^^
help: did you mean `length`?
nova> (range 10)
[0 1 2 3 4 5 6 7 8 9] : vector int
nova> (define (long-name-function argument-one argument-two argument-three) (+ argument-one argumen
t-two))
nova>
$ printf '%s\n' '(range 10)<Enter>' '(define (long-name-function argument-one argument-two argument-three) (+ argument-one argument-two))<Home>' '= 40x20' show '= 60x20' '= 25x20' show '= 80x20' show '<C-c><C-d>' | python3 at_terminal.py -s 60x20
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (range 10)
[0 1 2 3 4 5 6 7 8 9] : vector int
nova> (define (long-name-function argum
ent-one argument-two argument-three) (+
 argument-one argument-two))
(cursor at 3, 6)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (range 10)
[0 1 2 3 4 5 6 7 8 9] : vector int
nova> (define (long-name
-function argument-one a
rgument-two argument-thr
ee) (+ argument-one argu
ment-two))
(cursor at 3, 6)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (range 10)
[0 1 2 3 4 5 6 7 8 9] : vector int
nova> (define (long-name-function argument-one argument-two argument-three) (+
argument-one argument-two))
(cursor at 3, 6)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (range 10)
[0 1 2 3 4 5 6 7 8 9] : vector int
nova> (define (long-name-function argument-one argument-two argument-three) (+
argument-one argument-two))
nova>
# Narrower with the cursor below wide rows, a menu open.
$ printf '%s\n' '(define a<Enter>(vector-of-something-long-enough-for-this-width 1 2 3 4 5 6 7 8)<Enter>(redu<Tab>' '= 30x40' show '<C-c><C-d>' | python3 at_terminal.py -s 80x40 -r yes
-- screen
Nova 0.1.0. :help lists the co
mmands, Ctrl-D leaves.
nova> (define a
  ...   (vector-of-something-
long-enough-for-this-width 1
2 3 4 5 6 7 8)
  ...   (reduce
  reduce           ('a -> 'a
  reduce-by-index  Index 'i
  reduce-comm      ('a -> 'a
(cursor at 6, 15)
--
Nova 0.1.0. :help lists the co
mmands, Ctrl-D leaves.
nova> (define a
  ...   (vector-of-something-
long-enough-for-this-width 1
2 3 4 5 6 7 8)
  ...   (reduce
nova>
$ printf '%s\n' '(define a<Enter>(vector-of-something-long-enough-for-this-width 1 2 3 4 5 6 7 8)<Enter>(redu<Tab>' '= 30x40' show '<C-c><C-d>' | python3 at_terminal.py -s 80x40
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define a
  ...   (vector-of-something-
long-enough-for-this-width 1
2 3 4 5 6 7 8)
  ...   (reduce
  reduce           ('a -> 'a
  reduce-by-index  Index 'i
  reduce-comm      ('a -> 'a
(cursor at 5, 15)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define a
  ...   (vector-of-something-
long-enough-for-this-width 1
2 3 4 5 6 7 8)
  ...   (reduce
nova>
