# Harlan's programs (OOPSLA'14, figures 1, 3 and 4, sections 3.3, 6 and 7.4), on real data where they take any.
$ nova run procedures.nv
$ nova run nbody.nv --allow-read ../data
$ mkdir -p out && nova run raytrace.nv --allow-read ../data --allow-write out
$ nova run scene-order.nv --allow-read ../data
$ nova run bfs.nv --allow-read ../data
$ nova run normaliser.nv
$ mkdir -p out && nova run mandelbrot.nv --allow-write out
