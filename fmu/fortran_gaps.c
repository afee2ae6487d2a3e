/* archive_gaps.c - what the archives of other libraries need when they become part of a shared object that stands on libc and libm alone.
 *
 * LAPACK reports wrong arguments by XERBLA, which prints by the Fortran library and ends the process: here the routine returns, and its
 * caller sees INFO < 0. Joining names of options is all else it takes from there. Archives that are compiled for programs reach stdin,
 * stdout and stderr directly, which a shared object cannot: the linker gives them ours (--wrap), which are set when the FMU is loaded.
 */
#include <stdio.h>
#include <string.h>

void xerbla_(const char *routine, const int *argument, size_t length);
void _gfortran_concat_string(size_t length, char *to, size_t length_a, const char *a, size_t length_b, const char *b);

void xerbla_(const char *routine, const int *argument, size_t length)
{
    (void)routine, (void)argument, (void)length;
}

/* to = a // b, cut off or filled with blanks. */
void _gfortran_concat_string(size_t length, char *to, size_t length_a, const char *a, size_t length_b, const char *b)
{
    const size_t from_a = length_a < length ? length_a : length;
    const size_t from_b = length_b < length - from_a ? length_b : length - from_a;
    memcpy(to, a, from_a);
    memcpy(to + from_a, b, from_b);
    memset(to + from_a + from_b, ' ', length - from_a - from_b);
}

extern FILE *__real_stdin, *__real_stdout, *__real_stderr;
extern FILE *__wrap_stdin, *__wrap_stdout, *__wrap_stderr;
FILE *__wrap_stdin, *__wrap_stdout, *__wrap_stderr;

__attribute__((constructor)) static void set_streams(void)
{
    __wrap_stdin = __real_stdin;
    __wrap_stdout = __real_stdout;
    __wrap_stderr = __real_stderr;
}
