# Every key of the editor. Motions: by characters, words, forms, lines, and to both ends; an X stands where each came to.
$ printf '%s\n' '(one two<M-Enter>(three four) five)' '<C-b><Left>X' '<C-Left>Y' '<M-Left>Z' '<M-b>1' '<C-M-b>2' '<M-f>3' '<C-Right>4' '<M-Right>5' show '<M-LT>A' '<C-f><Right>B' '<C-M-f>C' '<C-n>D' '<C-p>E' '<Down>F' '<Up>G' show '<M-GT>H' '<PageUp>I' '<PageDown>J' '<C-Home>K' '<C-End>L' '<Home>M' '<End>N' '<C-a>O' '<C-e>P' show '<C-c><C-d>' | python3 at_terminal.py
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (one two
  ...      (three four) 21ZYfivXe3)45
(cursor at 2, 37)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> A(oBneC EtGwo
  ...      (tDhFree four) 21ZYfivXe3)45
(cursor at 1, 17)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> KIA(oBneC EtGwo
  ... OM     (tDhFree four) 21ZYfivXe3)45HJLNP
(cursor at 2, 46)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> KIA(oBneC EtGwo
  ... OM     (tDhFree four) 21ZYfivXe3)45HJLNP
nova>
# Cuts and what is cut: by characters, words, blanks, forms and lines; the latest comes back, then those before it.
$ printf '%s\n' '(alpha beta-gamma (delta x) "epsilon")' '<C-w>' show '<M-Back>' show '<Home><M-d>' show '<C-M-f><C-M-k>' show '<C-y>' show '<M-y>' show '<M-y>' show '<C-_><C-_>' show '<M-_>' show '<C-M-_>' show '<C-^>' show '<C-a><C-d><Del>' show '<C-e><Back>' show '<C-b><C-b><C-k>' show '<C-u>' show '<C-c><C-d>' | python3 at_terminal.py
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (alpha beta-gamma (delta x)
(cursor at 1, 34)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (alpha beta-gamma (delta
(cursor at 1, 31)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova>  beta-gamma (delta
(cursor at 1, 6)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova>  beta-gamma
(cursor at 1, 17)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova>  beta-gamma (delta
(cursor at 1, 25)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova>  beta-gamma(alpha
(cursor at 1, 23)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova>  beta-gammax) "epsilon")
(cursor at 1, 30)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova>  beta-gamma (delta
(cursor at 1, 17)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova>  beta-gamma
(cursor at 1, 17)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova>  beta-gammax) "epsilon")
(cursor at 1, 30)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova>  beta-gammax) "epsilon")
(cursor at 1, 30)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> eta-gammax) "epsilon")
(cursor at 1, 6)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> eta-gammax) "epsilon"
(cursor at 1, 27)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> eta-gammax) "epsilo
(cursor at 1, 25)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova>
(cursor at 1, 6)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova>
nova>
# Letters: two change places; small, capital, and a capital first.
$ printf '%s\n' 'abc<C-t>' show '<C-u>one two four<C-a><M-u><M-c><M-f><M-b><M-l>' show '<C-a><M-l>' show '<C-c><C-d>' | python3 at_terminal.py
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> acb
(cursor at 1, 9)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> ONE Two four
(cursor at 1, 18)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> one Two four
(cursor at 1, 9)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> one Two four
nova>
# The screen is cleared; the text stays.
$ printf '%s\n' '(+ 1 2)<Enter>' '(* 3 4<C-l>' show ')<Enter>' '<C-d>' | python3 at_terminal.py
-- screen
nova> (* 3 4
  * : Num 'a => 'a -> 'a -> 'a   (argument 2: 'a)
(cursor at 0, 12)
--
nova> (* 3 4)
12 : int
nova>
# The menu: forward, back, by arrows; one is taken, or none. The hint is taken at the end.
$ printf '%s\n' '(takew<C-u>(redu<Tab>' show '<Tab>' '<Tab>' show '<S-Tab>' show '<Down>' '<Up>' '<C-n>' show '<C-p>' show '<Enter>' show '<C-u>(redu<Tab><Tab><Esc>' show '<C-u>(redu<Tab><Tab><C-g>' show '<C-u>(rever<Right>' show '<C-u>(rever<End>' show '<C-u>(rever<C-f>' show '<C-u>(rever<C-e>' show '<C-c><C-d>' | python3 at_terminal.py
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (reduce
  reduce           ('a -> 'a -> 'a) -> 'a -> vector 'a -> 'a
  reduce-by-index  Index 'i => vector 'a -> ('a -> 'a -> 'a) -> 'a -> vector '
  reduce-comm      ('a -> 'a -> 'a) -> 'a -> vector 'a -> 'a
(cursor at 1, 13)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (reduce-by-index
  reduce           ('a -> 'a -> 'a) -> 'a -> vector 'a -> 'a
  reduce-by-index  Index 'i => vector 'a -> ('a -> 'a -> 'a) -> 'a -> vector '
  reduce-comm      ('a -> 'a -> 'a) -> 'a -> vector 'a -> 'a
(cursor at 1, 22)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (reduce
  reduce           ('a -> 'a -> 'a) -> 'a -> vector 'a -> 'a
  reduce-by-index  Index 'i => vector 'a -> ('a -> 'a -> 'a) -> 'a -> vector '
  reduce-comm      ('a -> 'a -> 'a) -> 'a -> vector 'a -> 'a
(cursor at 1, 13)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (reduce-by-index
  reduce           ('a -> 'a -> 'a) -> 'a -> vector 'a -> 'a
  reduce-by-index  Index 'i => vector 'a -> ('a -> 'a -> 'a) -> 'a -> vector '
  reduce-comm      ('a -> 'a -> 'a) -> 'a -> vector 'a -> 'a
(cursor at 1, 22)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (reduce
  reduce           ('a -> 'a -> 'a) -> 'a -> vector 'a -> 'a
  reduce-by-index  Index 'i => vector 'a -> ('a -> 'a -> 'a) -> 'a -> vector '
  reduce-comm      ('a -> 'a -> 'a) -> 'a -> vector 'a -> 'a
(cursor at 1, 13)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (reduce
(cursor at 1, 13)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (reduce
(cursor at 1, 13)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (reduce
(cursor at 1, 13)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (reverse
(cursor at 1, 14)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (reverse
(cursor at 1, 14)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (reverse
(cursor at 1, 14)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (reverse
(cursor at 1, 14)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (reverse
nova>
# The history: Up and Down, their letters; what begins as what is typed. A search goes back and forth.
$ printf '%s\n' '(+ 1 1)<Enter>' '(* 2 2)<Enter>' '(+ 3 3)<Enter>' '<C-p><C-p>' show '<C-n>' show '<Down>' show '(+<Up><Up>' show '<Down>' show '<C-c>' '<C-r>(' '<C-r><C-r>' show '<C-s>' show '<C-s>' show '<C-s>' show '<Back>' show '<C-g>' '<C-s>*<Esc>' '<C-r>*<Enter>' show '<C-c><C-d>' | python3 at_terminal.py
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 1)
2 : int
nova> (* 2 2)
4 : int
nova> (+ 3 3)
6 : int
nova> (* 2 2)
(cursor at 7, 13)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 1)
2 : int
nova> (* 2 2)
4 : int
nova> (+ 3 3)
6 : int
nova> (+ 3 3)
(cursor at 7, 13)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 1)
2 : int
nova> (* 2 2)
4 : int
nova> (+ 3 3)
6 : int
nova>
(cursor at 7, 6)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 1)
2 : int
nova> (* 2 2)
4 : int
nova> (+ 3 3)
6 : int
nova> (+ 1 1)
(cursor at 7, 13)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 1)
2 : int
nova> (* 2 2)
4 : int
nova> (+ 3 3)
6 : int
nova> (+ 3 3)
(cursor at 7, 13)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 1)
2 : int
nova> (* 2 2)
4 : int
nova> (+ 3 3)
6 : int
nova> (+ 3 3)
search `(`: (+ 1 1)
(cursor at 8, 12)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 1)
2 : int
nova> (* 2 2)
4 : int
nova> (+ 3 3)
6 : int
nova> (+ 3 3)
search `(`: (* 2 2)
(cursor at 8, 12)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 1)
2 : int
nova> (* 2 2)
4 : int
nova> (+ 3 3)
6 : int
nova> (+ 3 3)
search `(`: (+ 3 3)
(cursor at 8, 12)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 1)
2 : int
nova> (* 2 2)
4 : int
nova> (+ 3 3)
6 : int
nova> (+ 3 3)
no `(`: (+ 3 3)
(cursor at 8, 8)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 1)
2 : int
nova> (* 2 2)
4 : int
nova> (+ 3 3)
6 : int
nova> (+ 3 3)
search ``: (+ 3 3)
(cursor at 8, 18)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 1)
2 : int
nova> (* 2 2)
4 : int
nova> (+ 3 3)
6 : int
nova> (+ 3 3)
nova> (* 2 2)
(cursor at 8, 13)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1 1)
2 : int
nova> (* 2 2)
4 : int
nova> (+ 3 3)
6 : int
nova> (+ 3 3)
nova> (* 2 2)
nova>
# A joined emoji, while it is typed. Colours where NO_COLOR is there but empty.
$ printf '%s\n' '"👩‍💻"' show styles '<C-c><C-d>' | NO_COLOR= python3 at_terminal.py
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> "👩💻"
(cursor at 1, 12)
--
colours: yes
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> "👩💻"
nova>
