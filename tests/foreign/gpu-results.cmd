# A GPU does not tell that an element is never written. So the results are filled before the launch, with another byte where they have kept the first one.
$ fake=$(dirname $(command -v nova))/tests/nova_fake_gpu; nova check-kernel unwritten.cu --spec unwritten.nv --tier cuda --gpu-helper $fake --inputs 20; nova check-kernel unwritten.cu --spec zeroed.nv --tier cuda --gpu-helper $fake --inputs 5; nova check-kernel unwritten.cu --spec zeroed.nv --inputs 5; nova check-kernel unwritten.cu --spec unwritten.nv --inputs 20
positive: no thread writes y[0]
  with x = [0 0]
  on a fake GPU, with little optimisation
flags: no thread writes y[0]
  with x = [0 0]
  on a fake GPU, with little optimisation
whole: right on 20 inputs, in 114 runs on a fake GPU with little and with all optimisation
positive: right on 5 inputs, in 30 runs, none of more than one block on a fake GPU with little and with all optimisation
positive: right on 5 inputs, in 15 runs, none of more than one block
positive: no thread writes y[0] (2 of its 2 elements are not written)
  with x = [0 0]
  in the order of threads 1
flags: no thread writes y[0] (2 of its 2 elements are not written)
  with x = [0 0]
  in the order of threads 1
whole: right on 20 inputs, in 57 runs
[exit 1]
# So are those of a form's kernel, in a run that is compared with the interpreter's (165); not in others (-1).
$ d=$(mktemp -d) && cp unwritten.cu zeroed.nv $d && cd $d && grep -v ';' zeroed.nv | sed 's/ (zeroed)//; $s/$/ (positive [1f])/' > f.nv && nova run --tier sim --allow-foreign . --dump plan f.nv | grep -o 'constant \(165\|-1\)'; sed 's/"unwritten.cu"/& (zeroed)/' f.nv > g.nv && nova run --tier sim --allow-foreign . --dump plan g.nv | grep -c 'constant \(165\|-1\)'; rm -r $d
constant 165
constant -1
0
