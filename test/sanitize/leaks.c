/* leaks.c - leaks are looked for in the processes that run tests, not in Criterion's own, which keeps a few bytes.
 *
 * LeakSanitizer asks this at the end of a process. A suppression of Criterion's library would hide all: it has called every test.
 */
#include <stdlib.h>

int __lsan_is_turned_off(void);

int __lsan_is_turned_off(void)
{
    return getenv("BXFI_MAP") == NULL; /* by which Criterion's sandbox hands over to a process of its own */
}
