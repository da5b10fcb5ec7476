# A key of one's own stands for a command, which leaves what is typed, or for other keys.
$ printf '%s\n' ':set key <C-x> :vars<Enter>' ':set key <M-t> <C-a>(+ 1 <C-e>)<Enter>' '(define y 5)<Enter>' '(* y y<C-x>' show ')<Enter>' 'y<M-t>' show '<Enter>' ':set key<Enter>' ':set key <C-x> off<Enter>' ':set key<Enter>' '<C-d>' | sed 's/<C-x> :vars<Enter>/<LT>C-x> :vars<Enter>/; s/ key <M-t> <C-a>(+ 1 <C-e>)/ key <LT>M-t> <LT>C-a>(+ 1 <LT>C-e>)/; s/ key <C-x> off/ key <LT>C-x> off/' | python3 at_terminal.py -s 90x24
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :set key <C-x> :vars
nova> :set key <M-t> <C-a>(+ 1 <C-e>)
nova> (define y 5)
y : int
nova> (* y y
y : int = 5
nova> (* y y
  * : Num 'a => 'a -> 'a -> 'a   (argument 2: 'a)
(cursor at 7, 12)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :set key <C-x> :vars
nova> :set key <M-t> <C-a>(+ 1 <C-e>)
nova> (define y 5)
y : int
nova> (* y y
y : int = 5
nova> (* y y)
25 : int
nova> (+ 1 y)
(cursor at 9, 13)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :set key <C-x> :vars
nova> :set key <M-t> <C-a>(+ 1 <C-e>)
nova> (define y 5)
y : int
nova> (* y y
y : int = 5
nova> (* y y)
25 : int
nova> (+ 1 y)
6 : int
nova> :set key
  key <C-x> :vars, <M-t> <C-a>(+ 1 <C-e>)   (a key such as <C-x>, and a :command or other
keys, or off)
nova> :set key <C-x> off
nova> :set key
  key <M-t> <C-a>(+ 1 <C-e>)   (a key such as <C-x>, and a :command or other keys, or off)
nova>
# What is no key, a key that types a letter, and what no key is called.
$ printf '%s\n' ':set key x :vars' ':set key <C-c> :vars' ':set key <Enter> :vars' ':set key <C-x> <Nope>' ':set keys nano' ':set keys' ':set nothing 3' | nova 2>&1
error[E0712]: the setting key is a key such as <C-x>, and a :command or other keys, or off, not x :vars
error[E0712]: the setting key is a key such as <C-x>, and a :command or other keys, or off, not <C-c> :vars
error[E0712]: the setting key is a key such as <C-x>, and a :command or other keys, or off, not <Enter> :vars
error[E0712]: the setting key is a key such as <C-x>, and a :command or other keys, or off, not <C-x> <Nope>
error[E0712]: the setting keys is emacs or vi, not nano
  keys emacs   (emacs or vi)
error[E0711]: there is no setting nothing; there are tier, check, tables, types, pictures, timeout, keys and key
[exit 1]
# The startup file keeps them.
$ export XDG_CONFIG_HOME=$(mktemp -d); mkdir $XDG_CONFIG_HOME/nova; printf ':set keys vi\n:set key <C-o> (sum [1 2])<Enter>\n' > $XDG_CONFIG_HOME/nova/init.nv; printf '%s\n' '<C-o>' '(map f xs)<Esc>' '0wcwfilter<Esc>' show '<Esc>dd' show 'i(+ 1 23)<Esc>hx<Enter>' 'k' '<Esc>k' show '/sum<Enter>' show '<Enter><C-d>' | python3 at_terminal.py -s 60x12; rm -r $XDG_CONFIG_HOME
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (sum [1 2])
3 : int
nova: (filter f xs)
(cursor at 3, 12)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (sum [1 2])
3 : int
nova:
(cursor at 3, 6)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (sum [1 2])
3 : int
nova> (+ 1 2)
3 : int
nova: (+ 1 2)
  + : Num 'a => 'a -> 'a -> 'a   (argument 2: 'a)
(cursor at 5, 12)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (sum [1 2])
3 : int
nova> (+ 1 2)
3 : int
nova: (sum [1 2])
(cursor at 5, 17)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (sum [1 2])
3 : int
nova> (+ 1 2)
3 : int
nova> (sum [1 2])
3 : int
nova>
