# iTerm shows an image as it is, a PNG file, and a plot by chafa, which is told what to write. The terminal is known by its
# environment, behind ssh too. `:set pictures` says otherwise. NO_COLOR holds.
$ d=$(mktemp -d); p=$PWD/at_terminal.py; cd $d; printf 'P3 2 2 255\n255 0 0 0 255 0\n0 0 255 9 9 9\n' > i.ppm; mkdir bin; printf '#!/bin/sh\necho chafa $* | sed s,/.*,,\n' > bin/chafa; chmod +x bin/chafa; export PATH=$d/bin:$PATH; printf '%s\n' '(define (i : vector#3 uint8) (read-image "i.ppm"))<Enter>' ':show i<Enter>' '<C-d>' > keys; for e in TERM_PROGRAM=iTerm.app LC_TERMINAL=iTerm2 TERM_PROGRAM=WezTerm 'LC_TERMINAL=iTerm2 NO_COLOR=1'; do echo "== $e"; env $e python3 $p < keys | grep 'chafa\|▒\|shape'; done; sed -i '1i :set pictures kitty<Enter>' keys; env LC_TERMINAL=iTerm2 python3 $p < keys | grep 'chafa\|▒\|shape'; rm -r $d
== TERM_PROGRAM=iTerm.app
▒
shape 2 x 2 x 3 : vector#3 uint8
== LC_TERMINAL=iTerm2
▒
shape 2 x 2 x 3 : vector#3 uint8
== TERM_PROGRAM=WezTerm
chafa --scale=max --size=2x1
shape 2 x 2 x 3 : vector#3 uint8
== LC_TERMINAL=iTerm2 NO_COLOR=1
chafa --scale=max --size=2x1 --format=iterm --colors=none
shape 2 x 2 x 3 : vector#3 uint8
chafa --scale=max --size=2x1 --format=kitty
shape 2 x 2 x 3 : vector#3 uint8
# A plot is drawn by chafa only.
$ d=$(mktemp -d); p=$PWD/at_terminal.py; mkdir $d/bin; printf '#!/bin/sh\ncase "$*" in *format=iterm*) printf "\\033]1337;File=inline=1:AA==\\a";; *) exit 1;; esac\n' > $d/bin/chafa; chmod +x $d/bin/chafa; export PATH=$d/bin:$PATH; for e in LC_TERMINAL=iTerm2 LC_TERMINAL=none; do printf '%s\n' ':plot [1 4 9]<Enter>' ':set pictures iterm<Enter>' ':plot [1 4 9]<Enter>' ':set pictures gif<Enter>' '<C-d>' | env $e python3 $p -s 80x60 | grep -c '▒'; done; rm -r $d
2
1
