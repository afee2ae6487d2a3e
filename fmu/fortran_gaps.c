/* fortran_gaps.c - what LAPACK takes from the Fortran library, which is no part of an FMU.
 *
 * It reports wrong arguments by XERBLA, which prints by that library and ends the process: here the routine returns, and its
 * caller sees INFO < 0. Joining names of options is all else.
 */
#include <stddef.h>
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
