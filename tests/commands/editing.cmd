# The editor at the prompt, on a terminal: each block's script is what a user types, the screen what he sees.
# A form of several lines, its second line indented; Enter runs it where it is complete; Up brings it back.
$ printf '%s\n' '(define (twice x)<Enter>(* x 2))<Enter>' '(twice 21)<Enter>' '<Up><Up>' show '<C-c>' '(+ 1<M-Enter>2)<Enter>' '<C-d>' | python3 at_terminal.py
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (twice x)
  ...   (* x 2))
twice : Num 'a => 'a -> 'a
nova> (twice 21)
42 : int
nova> (define (twice x)
  ...   (* x 2))
  (define x e), (define (x : t) e) or (define (f x (y : t) ...) : t body)
(cursor at 6, 23)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (twice x)
  ...   (* x 2))
twice : Num 'a => 'a -> 'a
nova> (twice 21)
42 : int
nova> (define (twice x)
  ...   (* x 2))
nova> (+ 1
  ...    2)
3 : int
nova>
# Motions over characters, words and forms; cuts; undo.
$ printf '%s\n' '(foo bar)<C-a><M-f>X<C-e>' show '<C-_><C-_><C-u><C-y><C-y>' show '<C-a><C-M-f><C-k>' show '<C-u><C-d>' | python3 at_terminal.py
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (fooX bar)
(cursor at 1, 16)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (foo (foo
(cursor at 1, 16)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (foo (foo
(cursor at 1, 16)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova>
# Search, given up; the input given up.
$ printf '%s\n' '(+ 1 2)<Enter>' '(* 3 4)<Enter>' 'abc<C-r>+' show '<C-g>' show '<C-r>3<Enter><Enter>' 'never<C-c>' '<C-d>' | python3 at_terminal.py
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 2)
3 : int
nova> (* 3 4)
12 : int
search `+`: (+ 1 2)
(cursor at 5, 13)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 2)
3 : int
nova> (* 3 4)
12 : int
nova> abc
(cursor at 5, 9)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 2)
3 : int
nova> (* 3 4)
12 : int
nova> (* 3 4)
12 : int
nova> never
nova>
# A paste does not run before Enter, whatever is in it.
$ printf '%s\n' '<Paste (define a 1)\n(define b 2)\n>' show '<Enter>' '(+ a b)<Enter>' '<C-d>' | python3 at_terminal.py
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define a 1)
  ... (define b 2)
  ...
(cursor at 3, 6)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define a 1)
  ... (define b 2)
  ...
a : int
b : int
nova> (+ a b)
3 : int
nova>
# Wide characters, combining marks; a narrow window; the window gets another size.
$ printf '%s\n' '"漢字 é λ"<Left><Left><Left>' show '<C-e><Enter>' '(% 1000000000 2000000000 3000000000)' show '= 40x24' show '<Enter>' '<C-d>' | python3 at_terminal.py -s 20x24
-- screen
Nova 0.1.0. :help li
sts the commands, Ct
rl-D leaves.
nova> "漢字 é λ"
(cursor at 3, 13)
--
-- screen
Nova 0.1.0. :help li
sts the commands, Ct
rl-D leaves.
nova> "漢字 é λ"
"漢字 é λ" : vector
char
nova> (% 1000000000
 2000000000 3000000
000)
(cursor at 8, 4)
--
-- screen
Nova 0.1.0. :help li
sts the commands, Ct
rl-D leaves.
nova> "漢字 é λ"
"漢字 é λ" : vector
char
nova> (% 1000000000 2000000000 30000000
00)
(cursor at 7, 3)
--
Nova 0.1.0. :help li
sts the commands, Ct
rl-D leaves.
nova> "漢字 é λ"
"漢字 é λ" : vector
char
nova> (% 1000000000 2000000000 30000000
00)
[2]:1:26: error[E0207]: `%` takes 2
      arguments, but is given 3
 1 | …1000000000 2000000000 3000000000)
   |                        ^^^^^^^^^^
nova>
# A form that is taller than the window: the rows around the cursor; all of it stays when it has run.
$ printf '%s\n' '<Paste (begin\n1\n2\n3\n4\n5\n6\n7\n8\n9)>' show '<C-p><C-p><C-p><C-p><C-p><C-p>' show '<C-c>' '<C-d>' | python3 at_terminal.py -s 40x6
-- screen
  ... 4
  ... 5
  ... 6
  ... 7
  ... 8
  ... 9)
(cursor at 5, 8)
--
-- screen
nova> (begin
  ... 1
  ... 2
  ... 3
  ... 4
  ... 5
(cursor at 3, 7)
--
Nova 0.1.0. :help lists the commands, Ct
rl-D leaves.
nova> (begin
  ... 1
  ... 2
  ... 3
  ... 4
  ... 5
  ... 6
  ... 7
  ... 8
  ... 9)
nova>
# Signals: Ctrl-C's gives up the input, the others leave the terminal as it was.
$ printf '%s\n' '(+ 1' modes '@ SIGINT' '(+ 2 2)<Enter>' '@ SIGTERM' modes | python3 at_terminal.py
the terminal is raw, pastes come in brackets
the terminal is cooked
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1
nova> (+ 2 2)
4 : int
nova>
(status -15)
$ printf '%s\n' 'abc' '@ SIGSEGV' modes | python3 at_terminal.py
the terminal is cooked
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> abc
(status -11)
# Colours, and none of them.
$ printf '%s\n' '(+ 1 "a")' styles '<C-c><C-d>' | python3 at_terminal.py
colours: yes
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 "a")
nova>
$ printf '%s\n' '(+ 1 "a")' styles '<Enter>' styles '<C-c><C-d>' | NO_COLOR=1 python3 at_terminal.py
colours: no
colours: no
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 "a")
[1]:1:6: error[E0205]: `+` needs numbers, but this is `vector char`
 1 | (+ 1 "a")
   |      ^^^
help: strings are joined by (++ a b)
nova>
nova>
# A terminal that can't move its cursor gets lines.
$ printf '%s\n' '(+ 1' '2)' ':q' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1
  ... 2)
3 : int
nova> :q
# What is open is told below the text once it has a second line; `;` begins a comment, whatever it does elsewhere.
$ printf '%s\n' '(map (+ 1)<Enter>' show '[1 2<Enter>' show '3])<Enter>' '(println "a<Enter>' show 'b")<Enter>' '(seq (set i 0); i < n; i++)<Enter>' show '<C-c>' '#| a<Enter>' show '<C-c>' '(let ((a 1) ; first (of two)<Enter>(b<Enter>' show '<C-c>' '<C-d>' | python3 at_terminal.py -s 70x20
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (map (+ 1)
  ...
  open: ( of line 1   map : ('a -> ' ...   (argument 2: vector#n 'a)
(cursor at 2, 11)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (map (+ 1)
  ...      [1 2
  ...
  open: ( of line 1, [ of line 2   map   (argument 2: vector#n 'a)
(cursor at 3, 12)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (map (+ 1)
  ...      [1 2
  ...       3])
[2 3 4] : vector int
nova> (println "a
  ...
  open: ( of line 1, the string of line 1   println   (argument 1: '
(cursor at 6, 6)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (map (+ 1)
  ...      [1 2
  ...       3])
[2 3 4] : vector int
nova> (println "a
  ... b")
a
b
nova> (seq (set i 0); i < n; i++)
  ...
  open: ( of line 1; a comment: ; i < n; i++)
(cursor at 10, 11)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (map (+ 1)
  ...      [1 2
  ...       3])
[2 3 4] : vector int
nova> (println "a
  ... b")
a
b
nova> (seq (set i 0); i < n; i++)
  ...
nova> #| a
  ...
  open: the comment of line 1
(cursor at 12, 6)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (map (+ 1)
  ...      [1 2
  ...       3])
[2 3 4] : vector int
nova> (println "a
  ... b")
a
b
nova> (seq (set i 0); i < n; i++)
  ...
nova> #| a
  ...
nova> (let ((a 1) ; first (of two)
  ...       (b
  ...
  open: (( of line 1, ( of line 2; a comment: ; first (of two)
(cursor at 15, 14)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (map (+ 1)
  ...      [1 2
  ...       3])
[2 3 4] : vector int
nova> (println "a
  ... b")
a
b
nova> (seq (set i 0); i < n; i++)
  ...
nova> #| a
  ...
nova> (let ((a 1) ; first (of two)
  ...       (b
  ...
nova>
