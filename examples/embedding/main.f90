! The same from Fortran.
program main
  use stats_nova
  type(c_ptr) :: ctx
  real(c_double) :: x(4) = [1d0, 2d0, 3d0, 6d0], m
  ctx = stats_ctx_new()
  if (mean(ctx, x, 4_c_int64_t, m) == 0) print '(a, f4.1)', "mean ", m
  call stats_ctx_free(ctx)
end program
