# The plan before group-table and after it.
# Groups that are only folded are places of a table where keys lie close together; else they are sorted.
$ nova -e '((ks : vector int) (vs : vector int)) [((the k), (maximum v)) | (k, v) <- (zip ks vs), group by k]' -i 'ks=[3 1 3]' -i 'vs=[1 2 5]' --dump group-table | grep -v '(site'
; before group-table
(plan
  (body ((v0 : int) (ks_1 : [int]) (v2 : int) (vs_3 : [int]))
    (let (v4 : bool) (= v0 v2))
    (check 0 v4 v0 v2)
    (let (v5 : int) (constant 0))
    (let (v6 : bool) (constant true))
    (let (v7 : int) (constant 1))
    (let (v8 : [int]) ; 8 * v2 bytes
      (map v2
        (body ((v9 : int))
          (let (k_10 : int) (read ks_1 v9))
          (results k_10))))
    (let (v11 : [int]) ; 8 * v2 bytes
      (sort v2 v8
        (body ((v12 : int) (v13 : int))
          (let (v14 : int) (read v8 v13))
          (let (v15 : int) (read v8 v12))
          (let (v16 : bool) (< v15 v14))
          (results v16))))
    (let (v17 : [int]) ; 8 * v2 bytes
      (map v2
        (body ((v18 : int))
          (let (v19 : int) (read v11 v18))
          (let (v20 : int) (read v8 v19))
          (results v20))))
    (let (v21 : int) (v22 : [int]) ; at most 8 * v2 bytes
      (filter v2
        (body ((v23 : int))
          (let (v24 : bool) (= v23 v5))
          (let (v25 : bool)
            (if v24
              (body ()
                (results v6))
              (body ()
                (let (v26 : int) (- v23 v7))
                (let (v27 : int) (read v17 v23))
                (let (v28 : int) (read v17 v26))
                (let (v29 : bool) (< v28 v27))
                (results v29))))
          (results v25 v23))))
    (let (v30 : [int]) (v31 : [int]) ; 16 * v2 bytes
      (map v2
        (body ((v32 : int))
          (let (v33 : int) (read v11 v32))
          (let (v34 : int) (read ks_1 v33))
          (let (v35 : int) (read vs_3 v33))
          (results v34 v35))))
    (let (v36 : [int]) (v37 : [int]) ; 16 * v21 bytes
      (map v21
        (body ((v38 : int))
          (let (v39 : int) (+ v38 v7))
          (let (v40 : bool) (< v39 v21))
          (let (v41 : int)
            (if v40
              (body ()
                (let (v42 : int) (read v22 v39))
                (results v42))
              (body ()
                (results v2))))
          (let (v43 : int) (read v22 v38))
          (let (v44 : int) (- v41 v43))
          (let (v45 : bool) (= v44 v5))
          (let (v46 : bool) (not v45))
          (check 1 v46)
          (let (v47 : bool) (< v5 v44))
          (check 2 v47 v5 v44)
          (let (k_48 : int) (read v30 v43))
          (let (v49 : int)
            (reduce lane v44 v5
              (body ((v50 : int))
                (let (v51 : int) (+ v50 v43))
                (let (v_52 : int) (read v31 v51))
                (results v_52))
              (body ((x1_53 : int) (x2_54 : int))
                (let (v55 : int) (max x1_53 x2_54))
                (results v55))))
          (results k_48 v49))))
    (results v21 v36 v37)))
; after group-table
(plan
  (body ((v0 : int) (ks_1 : [int]) (v2 : int) (vs_3 : [int]))
    (let (v4 : bool) (= v0 v2))
    (check 0 v4 v0 v2)
    (let (v5 : int) (constant 0))
    (let (v6 : bool) (constant true))
    (let (v7 : int) (constant 1))
    (let (v8 : int) (constant 9223372036854775807))
    (let (v9 : int) (constant -9223372036854775808))
    (let (v10 : int) (v11 : int)
      (reduce lane start v2 v8 v9
        (body ((v12 : int))
          (let (k_13 : int) (read ks_1 v12))
          (results k_13 k_13))
        (body ((v14 : int) (v15 : int) (v16 : int) (v17 : int))
          (let (v18 : int) (min v14 v16))
          (let (v19 : int) (max v15 v17))
          (results v18 v19))))
    (let (v20 : int) (- v11 v10))
    (let (v21 : bool) (< v20 v2))
    (let (v22 : int) (constant 0))
    (let (v23 : bool) (<= v22 v20))
    (let (v24 : bool) (<= v10 v11))
    (let (v25 : bool) (and v24 v23))
    (let (v26 : bool) (and v25 v21))
    (let (v27 : int) (v28 : [int]) (v29 : [int])
      (if v26
        (body ()
          (let (v30 : int) (constant 1))
          (let (v31 : int) (+ v20 v30))
          (let (v32 : [int]) ; 8 * ((v11 - v10) + 1) bytes
            (map v31
              (body ((v33 : int))
                (let (v34 : int) (constant 0))
                (results v34))))
          (let (v35 : [int]) ; 8 * ((v11 - v10) + 1) bytes
            (map v31
              (body ((v36 : int))
                (let (v37 : int) (constant -9223372036854775808))
                (results v37))))
          (let (v38 : [int]) (v39 : [int]) ; 16 * ((v11 - v10) + 1) bytes
            (histogram v31 v2 v32 v35
              (body ((v40 : int))
                (let (k_41 : int) (read ks_1 v40))
                (let (v42 : int) (- k_41 v10))
                (let (v43 : int) (constant 1))
                (let (v44 : int) (read vs_3 v40))
                (results v42 v43 v44))
              (body ((v45 : int) (v46 : int) (v47 : int) (v48 : int))
                (let (v49 : int) (+ v45 v47))
                (let (v50 : int) (max v46 v48))
                (results v49 v50))))
          (let (v51 : int) (v52 : [int]) ; at most 8 * ((v11 - v10) + 1) bytes
            (filter v31
              (body ((v53 : int))
                (let (v54 : int) (constant 0))
                (let (v55 : int) (read v38 v53))
                (let (v56 : bool) (~= v55 v54))
                (results v56 v53))))
          (let (v57 : [int]) (v58 : [int]) ; 16 * v51 bytes
            (map v51
              (body ((v59 : int))
                (let (v60 : int) (read v52 v59))
                (let (v61 : int) (read v38 v60))
                (let (v62 : bool) (= v61 v5))
                (let (v63 : bool) (not v62))
                (check 1 v63)
                (let (v64 : bool) (< v5 v61))
                (check 2 v64 v5 v61)
                (let (v65 : int) (+ v60 v10))
                (let (v66 : int) (read v39 v60))
                (results v65 v66))))
          (results v51 v57 v58))
        (body ()
          (let (v67 : [int]) ; 8 * v2 bytes
            (map v2
              (body ((v68 : int))
                (let (k_69 : int) (read ks_1 v68))
                (results k_69))))
          (let (v70 : [int]) ; 8 * v2 bytes
            (sort v2 v67
              (body ((v71 : int) (v72 : int))
                (let (v73 : int) (read v67 v72))
                (let (v74 : int) (read v67 v71))
                (let (v75 : bool) (< v74 v73))
                (results v75))))
          (let (v76 : [int]) ; 8 * v2 bytes
            (map v2
              (body ((v77 : int))
                (let (v78 : int) (read v70 v77))
                (let (v79 : int) (read v67 v78))
                (results v79))))
          (let (v80 : int) (v81 : [int]) ; at most 8 * v2 bytes
            (filter v2
              (body ((v82 : int))
                (let (v83 : bool) (= v82 v5))
                (let (v84 : bool)
                  (if v83
                    (body ()
                      (results v6))
                    (body ()
                      (let (v85 : int) (- v82 v7))
                      (let (v86 : int) (read v76 v82))
                      (let (v87 : int) (read v76 v85))
                      (let (v88 : bool) (< v87 v86))
                      (results v88))))
                (results v84 v82))))
          (let (v89 : [int]) (v90 : [int]) ; 16 * v2 bytes
            (map v2
              (body ((v91 : int))
                (let (v92 : int) (read v70 v91))
                (let (v93 : int) (read ks_1 v92))
                (let (v94 : int) (read vs_3 v92))
                (results v93 v94))))
          (let (v95 : [int]) (v96 : [int]) ; 16 * v80 bytes
            (map v80
              (body ((v97 : int))
                (let (v98 : int) (+ v97 v7))
                (let (v99 : bool) (< v98 v80))
                (let (v100 : int)
                  (if v99
                    (body ()
                      (let (v101 : int) (read v81 v98))
                      (results v101))
                    (body ()
                      (results v2))))
                (let (v102 : int) (read v81 v97))
                (let (v103 : int) (- v100 v102))
                (let (v104 : bool) (= v103 v5))
                (let (v105 : bool) (not v104))
                (check 1 v105)
                (let (v106 : bool) (< v5 v103))
                (check 2 v106 v5 v103)
                (let (k_107 : int) (read v89 v102))
                (let (v108 : int)
                  (reduce lane v103 v5
                    (body ((v109 : int))
                      (let (v110 : int) (+ v109 v102))
                      (let (v_111 : int) (read v90 v110))
                      (results v_111))
                    (body ((x1_112 : int) (x2_113 : int))
                      (let (v114 : int) (max x1_112 x2_113))
                      (results v114))))
                (results k_107 v108))))
          (results v80 v95 v96))))
    (results v27 v28 v29)))
[(1, 2) (3, 5)]
