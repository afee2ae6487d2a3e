/* arnoldi.c - ARPACK's implicitly restarted Arnoldi method, asked for products until it has converged. */
#include "math/arnoldi.h"
#include "base/library.h"
#include <arpack/arpack.h>
#include <pthread.h>
#include <string.h>

enum { RESTARTS_MOST = 600 };

/* ARPACK keeps its state from call to call in variables of its own (Fortran's SAVE): one search at a time in the process. Nothing
 * jumps out while it is held: all memory is taken from the arena before, and a product takes none (arnoldi.h). */
static pthread_mutex_t arpack_lock = PTHREAD_MUTEX_INITIALIZER;

static const char LIBRARY[] = "libarpack.so.2"; /* as in Dependencies.cmake */

typedef struct {
    TML_LIBRARY_MEMBER(dnaupd_c)
    TML_LIBRARY_MEMBER(dneupd_c)
} arpack;

static bool find_functions(arpack *library)
{
    const tml_symbol symbols[] = {TML_LIBRARY_SYMBOL(dnaupd_c) TML_LIBRARY_SYMBOL(dneupd_c)};
    tml_library_prefer_plain_blas();
    return tml_library_find(LIBRARY, symbols, sizeof symbols / sizeof *symbols);
}

typedef struct {
    arpack library;
    int n, wanted, basis;
    double *start, *V, *pair, *work, *spare; /* (n), (n x basis), (3 n), (length), (3 basis) */
    a_int length, *select;                   /* (basis) */
    a_int options[11], at[14];
} search;

/* A basis in which the eigenvalues wanted have converged. */
static bool iterate(search *s, tml_product *product, void *context, tml_arnoldi *out)
{
    a_int todo = 0, info = 1;
    for (;;) {
        s->library.dnaupd_c(&todo, "I", s->n, "LM", s->wanted, 0, s->start, s->basis, s->V, s->n, s->options, s->at,
                            s->pair, s->work, s->length, &info);
        if (todo != 1 && todo != -1)
            return info == 0;
        out->products++;
        if (product(context, s->pair + s->at[0] - 1, s->pair + s->at[1] - 1))
            return false;
    }
}

static bool extract(search *s, tml_arnoldi *out)
{
    a_int info = 0;
    s->library.dneupd_c(1, "A", s->select, out->re, out->im, out->x, s->n, 0, 0, s->spare, "I", s->n, "LM", s->wanted,
                        0, s->start, s->basis, s->V, s->n, s->options, s->at, s->pair, s->work, s->length, &info);
    out->count = s->options[4] > s->wanted + 1 ? s->wanted + 1 : s->options[4];
    return info == 0;
}

bool tml_arnoldi_find(tml_product *product, void *context, int n, int wanted, double *start, tml_arena *arena,
                      tml_arnoldi *out)
{
    wanted = wanted > n - 2 ? n - 2 : wanted;
    *out = (tml_arnoldi){.n = n};
    if (wanted < 1)
        return false;
    const int more = 2 * wanted + 20, basis = more > n ? n : more;
    const size_t N = (size_t)n, m = (size_t)basis, length = 3 * m * m + 6 * m;
    search s = {.n = n,
                .wanted = wanted,
                .basis = basis,
                .start = start,
                .V = TML_NEW_ARRAY(arena, double, N *m),
                .pair = TML_NEW_ARRAY(arena, double, 3 * N),
                .work = TML_NEW_ARRAY(arena, double, length),
                .spare = TML_NEW_ARRAY(arena, double, 3 * m),
                .length = (a_int)length,
                .select = TML_NEW_ARRAY(arena, a_int, m),
                .options = {1, 0, RESTARTS_MOST, 1, 0, 0, 1}};
    out->re = TML_NEW_ARRAY(arena, double, wanted + 2);
    out->im = TML_NEW_ARRAY(arena, double, wanted + 2);
    out->x = TML_NEW_ARRAY(arena, double, N *(size_t)(wanted + 2));
    pthread_mutex_lock(&arpack_lock);
    const bool found = find_functions(&s.library) && iterate(&s, product, context, out) && extract(&s, out);
    pthread_mutex_unlock(&arpack_lock);
    return found;
}
