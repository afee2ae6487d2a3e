/* archive_streams.c - standard streams for archives of other libraries that become part of a shared object.
 *
 * Archives that are compiled for programs reach stdin, stdout and stderr directly, which a shared object cannot: the linker gives them
 * ours (--wrap), which are set when the FMU is loaded.
 */
#include <stdio.h>

extern FILE *__real_stdin, *__real_stdout, *__real_stderr;
extern FILE *__wrap_stdin, *__wrap_stdout, *__wrap_stderr;
FILE *__wrap_stdin, *__wrap_stdout, *__wrap_stderr;

__attribute__((constructor)) static void set_streams(void)
{
    __wrap_stdin = __real_stdin;
    __wrap_stdout = __real_stdout;
    __wrap_stderr = __real_stderr;
}
