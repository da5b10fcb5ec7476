# A type that holds ever larger ones of itself has no end of regions; many lists of different elements have one.
$ printf "(define-datatype (Nest 'a) (Flat 'a) (Deeper (Nest ('a, 'a))))\n(map (lambda (i) (match (Deeper (Flat (i, 2))) ((Flat a) 0) ((Deeper y) i))) [5 6])\n" > n.nv; nova why --tier cpu n.nv; rm n.nv
[5 6]
n.nv:2:1 (map (lambda (i) (match (Deeper (Flat (i...: interpreted: the type (Nest int) holds ever larger ones of itself
$ grep -v '^; =>' ../found/ever_larger.nv | tail -n +7 > l.nv; nova why --tier cpu l.nv | sed 's/, run once.*//'; rm l.nv
[1 4 7]
l.nv:5:1 (map (lambda (i) (first (first (first (f...: cpu: 1 kernel
l.nv:9:1 (map (lambda (i) (match all ((lists a b ...: cpu: 1 kernel
