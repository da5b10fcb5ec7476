# HDF5 files, as far as the library libhdf5 is not needed: what stands in for it has its names and crashes, hangs or is not there.
# tests/hdf5 has what needs it.
$ d=$(mktemp -d) && for n in _serial.so.103 .so.103 _serial.so.310 .so.310 .so.200 .so.320 _serial.so .so; do echo none > $d/libhdf5$n; done; LD_LIBRARY_PATH=$d nova --allow-read ../data -e '(read-h5 "../data/weather.nc" "rain" : vector#2 float)'; LD_LIBRARY_PATH=$d nova table ../data/weather.nc; LD_LIBRARY_PATH=$d nova doctor | grep libhdf5; rm -r $d
-e:1:1: error[E0518]: ../data/weather.nc cannot be read: it needs the library libhdf5, which is not installed (in Debian: libhdf5-103-1)
 1 | (read-h5 "../data/weather.nc" "rain" : vector#2 float)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
error[E0518]: ../data/weather.nc cannot be read: it needs the library libhdf5, which is not installed (in Debian: libhdf5-103-1)
libhdf5      not found
$ d=$(mktemp -d) && echo 'int H5open(void) { return 0; }' | cc -shared -fPIC -x c -o $d/libhdf5_serial.so.103 - && LD_LIBRARY_PATH=$d nova --allow-read ../data -e '(read-h5 "../data/weather.nc" "rain" : vector#2 float)'; rm -r $d
-e:1:1: error[E0518]: ../data/weather.nc cannot be read: the library libhdf5 has no H5get_libversion
 1 | (read-h5 "../data/weather.nc" "rain" : vector#2 float)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
$ d=$(mktemp -d) && { sed -n 's/^NOVA_HDF5(\([A-Za-z0-9_]*\),.*/int \1(void) { return 0; }/p' ../../runtime/io/hdf5/functions.def | grep -v H5open; echo 'int H5open(void) { return *(volatile int*)0; }'; } | cc -shared -fPIC -x c -o $d/libhdf5_serial.so.103 - && printf '(read-h5 "../data/weather.nc" "rain" : vector#2 float)\n(println "goes on")\n' | LD_LIBRARY_PATH=$d nova --allow-read ../data; rm -r $d
<stdin>:1:1: error[E0518]: ../data/weather.nc cannot be read: the process that runs libhdf5 has failed: it was ended by signal 11, Segmentation fault
 1 | (read-h5 "../data/weather.nc" "rain" : vector#2 float)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
$ d=$(mktemp -d) && { sed -n 's/^NOVA_HDF5(\([A-Za-z0-9_]*\),.*/int \1(void) { return 0; }/p' ../../runtime/io/hdf5/functions.def | grep -v H5open; echo 'int H5open(void) { for (;;); }'; } | cc -shared -fPIC -x c -o $d/libhdf5_serial.so.103 - && LD_LIBRARY_PATH=$d nova --allow-read ../data --timeout 2 -e '(read-h5 "../data/weather.nc" "rain" : vector#2 float)'; LD_LIBRARY_PATH=$d timeout --preserve-status -s INT 1 nova --allow-read ../data -e '(read-h5 "../data/weather.nc" "rain" : vector#2 float)'; rm -r $d
-e:1:1: error[E0604]: the time limit is reached
 1 | (read-h5 "../data/weather.nc" "rain" : vector#2 float)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
-e:1:1: error[E0603]: the evaluation was interrupted
 1 | (read-h5 "../data/weather.nc" "rain" : vector#2 float)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
$ d=$(mktemp -d) && { sed -n 's/^NOVA_HDF5(\([A-Za-z0-9_]*\),.*/int \1(void) { return 0; }/p' ../../runtime/io/hdf5/functions.def | grep -v H5get_libversion; echo 'int H5get_libversion(unsigned *a, unsigned *b, unsigned *c) { *a = 1, *b = 8, *c = 4; return 0; }'; } | cc -shared -fPIC -x c -o $d/libhdf5_serial.so.103 - && LD_LIBRARY_PATH=$d nova --allow-read ../data -e '(read-h5 "../data/weather.nc" "rain" : vector#2 float)'; rm -r $d
-e:1:1: error[E0518]: ../data/weather.nc cannot be read: the library libhdf5 is of version 1.8, and 1.10 is needed
 1 | (read-h5 "../data/weather.nc" "rain" : vector#2 float)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
$ nova -e '(read-h5 "../data/weather.nc" "rain" : vector#2 float)' 2>&1 | grep -o 'error.*program may read'
error[E0502]: ../data/weather.nc may not be read: it lies outside the folders that this program may read
$ nova -e '(read-h5 "nowhere.h5" "x" : vector float)'
-e:1:1: error[E0501]: nowhere.h5 cannot be opened: No such file or directory
 1 | (read-h5 "nowhere.h5" "x" : vector float)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova --input 'x=../data/no-such.h5' -e '((x : int)) x'
--input x:1:1: error[E0501]: ../data/no-such.h5 cannot be opened: No such file or directory
 1 | ../data/no-such.h5
   | ^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova -e '1' --output 'it=x.h5'
error[E0717]: x.h5 is not written by --output, which writes .npy .npz .mtx .csv .json .jsonl .ndjson .arrow .arrows .feather .txt .png .pgm .ppm
[exit 1]
