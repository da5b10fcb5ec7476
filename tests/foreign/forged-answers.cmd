# A function may answer in the place of its kernel's process: without results, with an address that leads nowhere, with too few elements, with a failure at no place. The interpreter's value is taken.
$ h=$PWD/forged.h; d=$(mktemp -d) && cp $h $d && cd $d && (echo '(define xs [1.0 2.0 3.0])'; for f in forges_nothing forges_an_address forges_a_part forges_a_failure; do printf '(foreign-c (%s : double -> double) "forged.h")\n(println* (map %s xs))\n' $f $f; done) > p.nv && nova run --tier cpu --check off --stats --allow-read . --allow-foreign . p.nv 2>&1 | grep -v "^nova\|^compiled"; rm -r $d
[2.0 3.0 4.0]
[2.0 3.0 4.0]
[2.0 3.0 4.0]
[2.0 3.0 4.0]
p.nv:3:11: quarantined: its kernel failed where the interpreter gives a value
p.nv:5:11: quarantined: its kernel gave elements outside of their column
p.nv:7:11: quarantined: its kernel gave elements outside of their column
p.nv:9:11: quarantined: its kernel failed where the interpreter gives a value
