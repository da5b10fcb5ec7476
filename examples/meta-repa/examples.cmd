# meta-repa's benchmarks (table 1, sections 4.1 and 4.2) and its figure 1.
$ nova run matmul.nv --allow-read ../data
$ mkdir -p out && nova run stencils.nv --allow-read ../data --allow-write out
$ nova run fft.nv --allow-read ../data
$ nova run mandelbrot.nv
