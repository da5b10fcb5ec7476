# Tables that are filled in sequence: states that are kept (scanl), and elements of local arrays that are set.
$ nova run alignment.nv --input 'a="GATTACA"' --input 'b="GCATGCU"'
(0, ("G-ATTACA", "GCATG-CU"))
$ nova run levenshtein.nv --input 'from="kitten"' --input 'to="sitting"'
(3, "ckkkcki")
$ nova run tridiagonal.nv --input n=7
[0.05468749999999999 0.09374999999999999 0.11718749999999999 0.125 0.1171875 0.09375 0.0546875]
$ nova run gauss-seidel.nv --input n=9 --input sweeps=100
[0.0 0.10294115542557825 0.18382349348568544 0.23345583898632727 0.2499999566333861 0.23345584533722083 0.18382350323769783 0.1029411633835548 0.0]
# A table whose columns have names.
$ nova run --allow-read ../data irises.nv
[("Iris-setosa", (50, 1.464, 0.17176728442867112)) ("Iris-versicolor", (50, 4.26, 0.4651881339845203)) ("Iris-virginica", (50, 5.5520000000000005, 0.546347874526844))]
[("Iris-setosa", 4.4) ("Iris-setosa", 4.2) ("Iris-setosa", 4.1)]
[("Iris-virginica", 50) ("Iris-versicolor", 43)]
