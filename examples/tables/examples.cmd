# Tables that are filled in sequence: states that are kept (scanl), and elements of local arrays that are set.
$ nova run alignment.nv --input 'a="GATTACA"' --input 'b="GCATGCU"'
(0, ("G-ATTACA", "GCATG-CU"))
$ nova run levenshtein.nv --input 'from="kitten"' --input 'to="sitting"'
(3, "ckkkcki")
$ nova run tridiagonal.nv --input n=7
[0.05468749999999999 0.09374999999999999 0.11718749999999999 0.125 0.1171875 0.09375 0.0546875]
$ nova run gauss-seidel.nv --input n=9 --input sweeps=100
[0.0 0.10294115542557825 0.18382349348568544 0.23345583898632727 0.2499999566333861 0.23345584533722083 0.18382350323769783 0.1029411633835548 0.0]
