/* lanes.c - programs of values on several lanes (lanes.h), by the widest vectors that the processor has. */
#include "dynamics/written_out/lanes.h"
#include "elementary/elementary.h"
#include "elementary/sine_kernel.h"
#include <math.h>
#include <stdint.h>

tml_lanes *tml_lanes_take(tml_arena *arena, int count)
{
    const size_t size = sizeof(tml_lanes);
    char *memory = tml_arena_take(arena, ((size_t)count + 1) * size);
    return (tml_lanes *)(void *)(memory + (size - (uintptr_t)memory % size) % size);
}

/* One by one, where an angle is too large for the reduction of vectors, too close to a quarter turn, or no number. */
static void mend_sines(const tml_lanes *angle, tml_lanes *sine, tml_lanes *cosine)
{
    for (int i = 0; i < TML_LANES; i++) {
        const tml_sine_cosine one = tml_sincos((*angle)[i]);
        (*sine)[i] = one.sine;
        (*cosine)[i] = one.cosine;
    }
}

static void call(const tml_value_step *v, tml_lanes *x)
{
    const tml_instruction function = {.op = v->function, .a = 0, .b = 1, .c = 2};
    for (int i = 0; i < TML_LANES; i++)
        x[v->to][i] = tml_instruction_value(&function, (double[]){x[v->a][i], x[v->b][i], x[v->c][i]}, NULL);
}

#define NAME(f) f##_plain
#define TARGET
#include "dynamics/written_out/lanes_kernel.h"
#undef NAME
#undef TARGET

#if defined __x86_64__ && defined __GNUC__
#define NAME(f) f##_avx2
#define TARGET  __attribute__((target("avx2")))
#include "dynamics/written_out/lanes_kernel.h"
#undef NAME
#undef TARGET

#define NAME(f) f##_avx512
#define TARGET  __attribute__((target("avx512f,avx512dq")))
#include "dynamics/written_out/lanes_kernel.h"
#include "elementary/elementary.h"
#include "elementary/sine_kernel.h"
#undef NAME
#undef TARGET

#define BY_WIDTH(f, ...)                                                                                               \
    do {                                                                                                               \
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))                                   \
            f##_avx512(__VA_ARGS__);                                                                                   \
        else if (__builtin_cpu_supports("avx2"))                                                                       \
            f##_avx2(__VA_ARGS__);                                                                                     \
        else                                                                                                           \
            f##_plain(__VA_ARGS__);                                                                                    \
    } while (0)
#else
#define BY_WIDTH(f, ...) f##_plain(__VA_ARGS__)
#endif

void tml_lanes_evaluate(const tml_value_program *program, tml_lanes *x)
{
    BY_WIDTH(evaluate, program, x);
}

void tml_lanes_combine(int n, const tml_lanes *from, const tml_lanes *w, const tml_lanes *const *k, int count,
                       tml_lanes *to)
{
    BY_WIDTH(combine, n, from, w, k, count, to);
}
