# The comprehension paper's examples (sections 2 and 5), and `order by` and `group by`.
$ nova run triples.nv
$ mkdir -p out && nova run lines.nv --allow-read ../data --allow-write out
$ mkdir -p out && nova run shapes.nv --allow-read ../data --allow-write out
$ nova run sieve.nv
$ nova run spmv.nv --allow-read ../data
$ nova run words.nv --allow-read ../data
