/* leaking.c - a test that leaks, to see that leaks are found: its own, in the process that Criterion has started for it. */
#include "base/arena.h"
#include <criterion/criterion.h>

Test(leaking, arena_that_is_never_freed)
{
    tml_arena arena = {0};
    cr_expect_not_null(TML_NEW_ARRAY(&arena, double, 100));
}
