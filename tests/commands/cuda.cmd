# The cuda tier where there is no GPU, and on one that a test's helper simulates: it goes wrong where it is told to.
# Without one, a form that has to run there is an error.
$ nova --tier cuda -e '(map (+ 1) [1 2 3])' --gpu-helper /no/such/helper
-e:1:1: error[E0426]: no kernel could be made of this: the helper can't be started: No such file or directory
 1 | (map (+ 1) [1 2 3])
   | ^^^^^^^^^^^^^^^^^^^
[exit 1]
$ fake=$(dirname $(command -v nova))/tests/nova_fake_gpu; nova --gpu-helper $fake none --tier cuda -e '(map (+ 1) [1 2 3])'
-e:1:1: error[E0426]: no kernel could be made of this: the fake driver shows no GPU
 1 | (map (+ 1) [1 2 3])
   | ^^^^^^^^^^^^^^^^^^^
[exit 1]
# A run, its bytes: an input that is used twice goes over once; a result that is used again stays.
$ export XDG_CACHE_HOME=$(mktemp -d); fake=$(dirname $(command -v nova))/tests/nova_fake_gpu; nova --gpu-helper $fake --tier cuda --check off --stats -e '(define x (map (* 3) (iota 100000))) (sum x) (length (filter odd x))'; until rm -r $XDG_CACHE_HOME 2> /dev/null; do sleep 0.1; done
50000
-e:1:11: cuda: 1 kernel, run once, 800 KB of columns made; unchecked; 0.01 ms on the device
-e:1:38: cuda: 1 kernel, run once; lane shape; unchecked; 0.01 ms on the device
-e:1:46: cuda: 1 kernel, run once; lane shape; unchecked; 0.01 ms on the device
cuda: 3 runs, 0.0 MB sent, 0.0 MB fetched, 0 helpers died, 0 columns spilled
# A helper that crashes, an error that sticks, garbage instead of an answer: another helper, the same answer.
$ export XDG_CACHE_HOME=$(mktemp -d); fake=$(dirname $(command -v nova))/tests/nova_fake_gpu; for fault in crash broken garbage; do nova --gpu-helper $fake $fault $XDG_CACHE_HOME/$fault --tier cuda -e '(reduce + 0f (map to_float (iota 5000)))'; done; until rm -r $XDG_CACHE_HOME 2> /dev/null; do sleep 0.1; done
nova: the GPU's helper has ended: it closed the connection; another one takes its place
12497500.0f
nova: the GPU's helper has ended: CUDA_ERROR_ILLEGAL_ADDRESS; another one takes its place
12497500.0f
nova: the GPU's helper has ended: it says what is no frame; another one takes its place
12497500.0f
# Every helper dies of it: the CPU does it, and --stats says why.
$ export XDG_CACHE_HOME=$(mktemp -d); fake=$(dirname $(command -v nova))/tests/nova_fake_gpu; nova --gpu-helper $fake broken@1 --tier cuda --stats -e '(reduce + 0f (map to_float (iota 5000))) (filter odd (iota 9))' 2>&1 | sed 's/([0-9]* ms)/(.. ms)/'; until rm -r $XDG_CACHE_HOME 2> /dev/null; do sleep 0.1; done
nova: the GPU's helper has ended: CUDA_ERROR_ILLEGAL_ADDRESS; another one takes its place
nova: the GPU's helper has ended: CUDA_ERROR_ILLEGAL_ADDRESS; another one takes its place
nova: -e:1:1: two helpers have died of it, at last: CUDA_ERROR_ILLEGAL_ADDRESS; it runs on the CPU
nova: the GPU's helper has ended: CUDA_ERROR_ILLEGAL_ADDRESS; that was the third time within a minute: the GPU is off for this session
nova: -e:1:42: its helper ended three times within a minute, at last: CUDA_ERROR_ILLEGAL_ADDRESS; it runs on the CPU
[1 3 5 7]
-e:1:1: cpu: 1 kernel, run once; lane shape; checked whole once; not on the GPU: two helpers have died of it, at last: CUDA_ERROR_ILLEGAL_ADDRESS
-e:1:42: cpu: 1 kernel, run once; checked whole once; its last run not on the GPU: its helper ended three times within a minute, at last: CUDA_ERROR_ILLEGAL_ADDRESS
cuda: 3 runs, 0.0 MB sent, 0.0 MB fetched, 3 helpers died, 0 columns spilled
compiled 2 (.. ms), from the cache 0, mismatches 0
# No memory on the device: the CPU does it, and the user is told.
$ export XDG_CACHE_HOME=$(mktemp -d); fake=$(dirname $(command -v nova))/tests/nova_fake_gpu; nova --gpu-helper $fake memory@20000 --tier cuda -e '(sum (map (* 3) (iota 5000))) (filter (lambda (x) (> x 4997)) (iota 5000))'; until rm -r $XDG_CACHE_HOME 2> /dev/null; do sleep 0.1; done
nova: -e:1:31: the GPU's memory is full: 40000 bytes are asked for, 16 in use of 20000; it runs on the CPU
[4998 4999]
# The memory limit holds for values on the device, too: known before anything runs, or when rows have been counted.
$ export XDG_CACHE_HOME=$(mktemp -d); fake=$(dirname $(command -v nova))/tests/nova_fake_gpu; nova --gpu-helper $fake --tier cuda --timeout 10s --max-memory 2G -e '(map (lambda (x) (* x 3)) (range 2000000000))'; until rm -r $XDG_CACHE_HOME 2> /dev/null; do sleep 0.1; done
-e:1:27: error[E0601]: there is no memory for 14.9 GiB: 64.0 KiB are in use, the limit is 2.0 GiB
 1 | (map (lambda (x) (* x 3)) (range 2000000000))
   |                           ^^^^^^^^^^^^^^^^^^
help: what is left holds 268 million ints or doubles; floats and int32s take half as much, and `--max-memory` sets another limit
$ export XDG_CACHE_HOME=$(mktemp -d); fake=$(dirname $(command -v nova))/tests/nova_fake_gpu; nova --gpu-helper $fake --tier cuda --timeout 10s --max-memory 200K -e '(map iota (iota 200))'; until rm -r $XDG_CACHE_HOME 2> /dev/null; do sleep 0.1; done
-e:1:1: error[E0601]: there is no memory for 48.0 KiB: 164.4 KiB are in use, the limit is 200.0 KiB
 1 | (map iota (iota 200))
   | ^^^^^^^^^^^^^^^^^^^^^
help: what is left holds 9 thousand ints or doubles; floats and int32s take half as much, and `--max-memory` sets another limit
# Where the CPU needs less than the device, it does it.
$ export XDG_CACHE_HOME=$(mktemp -d); fake=$(dirname $(command -v nova))/tests/nova_fake_gpu; nova --gpu-helper $fake --tier cuda --max-memory 3M -e '(length (sort (map (lambda (i) (% (* i 7919) 1000003)) (iota 100000))))'; until rm -r $XDG_CACHE_HOME 2> /dev/null; do sleep 0.1; done
nova: -e:1:9: the memory limit leaves no room for 781.2 KiB on the GPU; it runs on the CPU
100000
# An endless kernel hears the deadline.
$ export XDG_CACHE_HOME=$(mktemp -d); fake=$(dirname $(command -v nova))/tests/nova_fake_gpu; nova --timeout 500ms --gpu-helper $fake hang --tier cuda -e '(sum (map (* 3) (iota 5000)))'; until rm -r $XDG_CACHE_HOME 2> /dev/null; do sleep 0.1; done
-e:1:1: error[E0604]: the time limit is reached
 1 | (sum (map (* 3) (iota 5000)))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
# Ctrl-C at the prompt: the form ends, the session goes on, with the helper that was there.
$ export XDG_CACHE_HOME=$(mktemp -d); fake=$(dirname $(command -v nova))/tests/nova_fake_gpu; printf '(define x 5)\n(define (f) (sum (map (* 3) (iota 5000))))\n(f)\n(f)\n^C\n(+ x 1)\n(f)\n:why (f)\n^D\n' | python3 at_prompt.py --gpu-helper $fake hang@2 $XDG_CACHE_HOME/once --tier cuda; until rm -r $XDG_CACHE_HOME 2> /dev/null; do sleep 0.1; done
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define x 5)
x : int
nova> (define (f) (sum (map (* 3) (iota 5000))))
f : Integral 'a => unit -> 'a
nova> (f)
37492500 : int
nova> (f)
^C[4]:1:1: error[E0603]: the evaluation was interrupted
 1 | (f)
   | ^^^
nova> (+ x 1)
6 : int
nova> (f)
37492500 : int
nova> :why (f)
[7]:1:1 (f): cuda: 1 kernel, run 3 times; lane shape; checked whole once; N ms on the device
37492500 : int
nova> 
$ nova gpu-helper
nova: gpu-helper is started by nova itself
[exit 2]
# What is installed. The self-test is cut short where the simulator's compiler takes its time; what it made is there the next time.
$ export XDG_CACHE_HOME=$(mktemp -d); fake=$(dirname $(command -v nova))/tests/nova_fake_gpu; nova doctor --gpu-helper $fake none | grep '^gpu\|^self\|^tier cuda'; for k in 1 2 3 4 5 6 7 8; do nova doctor --gpu-helper $fake | grep -q 'passed.*7 of 7' && break; done; nova doctor --gpu-helper $fake | grep -o '^gpu.*\|^self-test *[a-z]*\|^tier cuda.*'; echo "exit ${PIPESTATUS[0]}"; nova doctor --timeout 1ms --gpu-helper $fake | grep -o '^self-test *cut short.*programs\|^tier cuda.*'; until rm -r $XDG_CACHE_HOME 2> /dev/null; do sleep 0.1; done
gpu          none: the fake driver shows no GPU
self-test    skipped: there is no GPU to test
tier cuda    needs an NVIDIA GPU, its driver and libnvrtc; auto goes on without
gpu          a fake GPU: simulated
self-test    passed
tier cuda    ready
exit 0
self-test    cut short: the interpreter's bits in 0 of 7 programs
tier cuda    ready, as far as it was tested
# A kernel that never ends, one that hears nothing, and a helper that dies: told in a line, in three seconds at most.
$ export XDG_CACHE_HOME=$(mktemp -d); fake=$(dirname $(command -v nova))/tests/nova_fake_gpu; nova doctor --gpu-helper $fake > /dev/null; for fault in hang deaf crash; do start=$(date +%s%N); nova doctor --gpu-helper $fake $fault | grep '^self\|^tier cuda' | sed 's/, [0-9]* ms//'; echo "exit ${PIPESTATUS[0]}, in time: $((($(date +%s%N) - start) / 1000000 < 4000))"; done; until rm -r $XDG_CACHE_HOME 2> /dev/null; do sleep 0.1; done
self-test    FAILED: a kernel did not end in time (the interpreter's bits in 0 of 7 programs)
tier cuda    does not work: the GPU failed its self-test; --tier cpu goes on without
exit 1, in time: 1
self-test    FAILED: a kernel did not end in time (the interpreter's bits in 0 of 7 programs)
tier cuda    does not work: the GPU failed its self-test; --tier cpu goes on without
exit 1, in time: 1
self-test    FAILED: nova: the GPU's helper has ended: it closed the connection; another one takes its place (the interpreter's bits in 0 of 7 programs)
tier cuda    does not work: the GPU failed its self-test; --tier cpu goes on without
exit 1, in time: 1
# The bounding box as a GPU measures it is one kernel.
$ nova run ../../bench/gpu/bbox.nv -i x=../data/vector-float32.npy -i y=../data/vector-float32.npy --tier sim --stats
(-3.0f, -3.0f, 8.0f, 8.0f)
../../bench/gpu/bbox.nv:10:1: sim: 1 kernel, run once; lane shape; checked whole once
