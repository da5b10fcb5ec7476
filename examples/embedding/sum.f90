! A Fortran program that calls Nova.
!
!     gfortran sum.f90 $(pkg-config --libs novalang) -o sum && ./sum
!
! It prints:
!     sum of squares: 285.0
program embed
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int), parameter :: NOVA_DOUBLE = 9
  interface
    function nova_session_new(options, error) bind(c)
      import :: c_ptr
      type(c_ptr), value :: options, error
      type(c_ptr) :: nova_session_new
    end function
    function nova_function_new(session, text, error) bind(c)
      import :: c_ptr, c_char
      type(c_ptr), value :: session, error
      character(kind=c_char), intent(in) :: text(*)
      type(c_ptr) :: nova_function_new
    end function
    function nova_borrow(session, element, elements, shape, rank, release, context, error) bind(c)
      import :: c_ptr, c_int, c_int32_t, c_int64_t, c_funptr
      type(c_ptr), value :: session, elements, context, error
      integer(c_int), value :: element
      integer(c_int64_t), intent(in) :: shape(*)
      integer(c_int32_t), value :: rank
      type(c_funptr), value :: release
      type(c_ptr) :: nova_borrow
    end function
    function nova_call(function, arguments, n, error) bind(c)
      import :: c_ptr, c_size_t
      type(c_ptr), value :: function, error
      type(c_ptr), intent(in) :: arguments(*)
      integer(c_size_t), value :: n
      type(c_ptr) :: nova_call
    end function
    function nova_get(value, kind, to) bind(c)
      import :: c_ptr, c_int
      type(c_ptr), value :: value, to
      integer(c_int), value :: kind
      integer(c_int) :: nova_get
    end function
    subroutine nova_value_free(value) bind(c)
      import :: c_ptr
      type(c_ptr), value :: value
    end subroutine
    subroutine nova_function_free(function) bind(c)
      import :: c_ptr
      type(c_ptr), value :: function
    end subroutine
    subroutine nova_session_free(session) bind(c)
      import :: c_ptr
      type(c_ptr), value :: session
    end subroutine
  end interface
  type(c_ptr) :: session, squares, x(1), y
  real(c_double), target :: elements(10), total
  integer :: k

  elements = [(real(k, c_double), k = 0, 9)]
  session = nova_session_new(c_null_ptr, c_null_ptr)
  squares = nova_function_new(session, "(lambda (x : vector double) (sum (map * x x)))"//c_null_char, c_null_ptr)
  x(1) = nova_borrow(session, NOVA_DOUBLE, c_loc(elements), [10_c_int64_t], 1, c_null_funptr, c_null_ptr, c_null_ptr)
  y = nova_call(squares, x, 1_c_size_t, c_null_ptr)
  if (nova_get(y, NOVA_DOUBLE, c_loc(total)) == 0) stop 1
  print '(a, f0.1)', "sum of squares: ", total
  call nova_value_free(y)
  call nova_value_free(x(1))
  call nova_function_free(squares)
  call nova_session_free(session)
end program
