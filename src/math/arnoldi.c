/* arnoldi.c - ARPACK's implicitly restarted Arnoldi method, asked for products until it has converged. */
#include "math/arnoldi.h"
#include <arpack/arpack.h>
#include <string.h>

enum { RESTARTS_MOST = 600 };

bool tml_arnoldi_find(tml_product *product, void *context, int n, int wanted, double *start, tml_arena *arena,
                      tml_arnoldi *out)
{
    wanted = wanted > n - 2 ? n - 2 : wanted;
    const int more = 2 * wanted + 20, basis = more > n ? n : more;
    const size_t N = (size_t)n, m = (size_t)basis, length = 3 * m * m + 6 * m;
    double *V = TML_NEW_ARRAY(arena, double, N *m), *pair = TML_NEW_ARRAY(arena, double, 3 * N);
    double *work = TML_NEW_ARRAY(arena, double, length), *spare = TML_NEW_ARRAY(arena, double, 3 * m);
    a_int options[11] = {1, 0, RESTARTS_MOST, 1, 0, 0, 1}, at[14] = {0}, todo = 0, info = 1;
    *out = (tml_arnoldi){.n = n};
    if (wanted < 1)
        return false;
    for (;;) {
        dnaupd_c(&todo, "I", n, "LM", wanted, 0, start, basis, V, n, options, at, pair, work, (a_int)length, &info);
        if (todo != 1 && todo != -1)
            break;
        out->products++;
        if (product(context, pair + at[0] - 1, pair + at[1] - 1))
            return false;
    }
    if (info != 0)
        return false;
    a_int *select = TML_NEW_ARRAY(arena, a_int, m);
    out->re = TML_NEW_ARRAY(arena, double, wanted + 2);
    out->im = TML_NEW_ARRAY(arena, double, wanted + 2);
    out->x = TML_NEW_ARRAY(arena, double, N *(size_t)(wanted + 2));
    dneupd_c(1, "A", select, out->re, out->im, out->x, n, 0, 0, spare, "I", n, "LM", wanted, 0, start, basis, V, n,
             options, at, pair, work, (a_int)length, &info);
    out->count = options[4] > wanted + 1 ? wanted + 1 : options[4];
    return info == 0;
}
