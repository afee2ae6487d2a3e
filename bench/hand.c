/* hand.c - how long it takes a mechanism to follow a hand: one call of tml_hand_lead, in processor time.
 *
 *     bench_hand [CALLS]
 *
 * Chains, scissors and parallelograms of 4 to 500 links in the plane, chains in space, led along a curve that they can
 * follow and towards a goal beyond their reach. 16.7 ms are one frame at 60 a second.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <trammel/trammel.h>

static char text[400000];
static size_t length;

static void add(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void add(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    length += (size_t)vsnprintf(text + length, sizeof text - length, format, list);
    va_end(list);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec; /* ms */
}

/* ---- mechanisms of n links; their last body is led by a point ---- */

typedef struct {
    const char *name;
    void (*write)(int links);
    double point[3]; /* of the last body, in links along x beyond what is written */
    bool drawn;      /* the point is one of the drawing: its x is that of the last bay */
} family;

static void chain(int links)
{
    add("bodies:\n  ground: {points: {P0: [0, 0]}}\n");
    for (int i = 1; i <= links; i++)
        add("  b%d: {points: {P%d: [0, 0], P%d: [1, 0]}, position: [%d, 0]}\n", i, i - 1, i, i - 1);
    add("joints:\n  P0: {revolute: [ground, b1]}\n");
    for (int i = 1; i < links; i++)
        add("  P%d: {revolute: [b%d, b%d]}\n", i, i, i + 1);
}

static void chain_in_space(int links)
{
    add("space: space\nbodies:\n  ground: {points: {P0: [0, 0, 0]}}\n");
    for (int i = 1; i <= links; i++)
        add("  b%d: {points: {P%d: [0, 0, 0], P%d: [1, 0, 0]}, position: [%d, 0, 0]}\n", i, i - 1, i, i - 1);
    add("joints:\n  P0: {spherical: [ground, b1]}\n");
    for (int i = 1; i < links; i++)
        add(i % 2 ? "  P%d: {revolute: [b%d, b%d], axis: y}\n" : "  P%d: {spherical: [b%d, b%d]}\n", i, i, i + 1);
}

static void scissors(int links)
{
    const int bays = links / 2;
    add("points: {");
    for (int i = 0; i <= bays; i++)
        add("L%d: [%d, 0], U%d: [%d, 1], M%d: [%g, 0.5]%s", i, i, i, i, i, i + 0.5, i < bays ? ", " : "}\nbodies:\n");
    for (int i = 0; i < bays; i++)
        add("  b%d: {points: [U%d, M%d, L%d]}\n  a%d: {points: [L%d, M%d, U%d]}\n", i, i, i, i + 1, i, i, i, i + 1);
    add("joints:\n  foot: {revolute: [ground, a0], at: L0}\n  wall: {slot: [ground, b0], at: U0, axis: y}\n");
    for (int i = 0; i < bays; i++) {
        add("  M%d: {revolute: [a%d, b%d]}\n", i, i, i);
        if (i + 1 < bays)
            add("  U%d: {revolute: [a%d, b%d]}\n  L%d: {revolute: [b%d, a%d]}\n", i + 1, i, i + 1, i + 1, i, i + 1);
    }
}

static void parallelograms(int links)
{
    const int loops = links / 2;
    add("points: {");
    for (int i = 0; i <= loops; i++)
        add("G%d: [%d, 0], T%d: [%d, 1]%s", i, i, i, i, i < loops ? ", " : "}\nbodies:\n");
    for (int i = 0; i < loops; i++)
        add("  c%d: {points: [G%d, T%d]}\n  t%d: {points: [T%d, T%d]}\n", i, i, i, i, i, i + 1);
    add("  c%d: {points: [G%d, T%d]}\njoints:\n", loops, loops, loops);
    for (int i = 0; i <= loops; i++)
        add("  G%d: {revolute: [ground, c%d]}\n", i, i);
    for (int i = 0; i < loops; i++)
        add("  A%d: {revolute: [c%d, t%d], at: T%d}\n  B%d: {revolute: [c%d, t%d], at: T%d}\n", i, i, i, i, i, i + 1, i,
            i + 1);
}

static const family families[] = {
    {"chain", chain, {1, 0, 0}, false},
    {"scissors", scissors, {0, 1, 0}, true},
    {"parallelograms", parallelograms, {0, 1, 0}, true},
    {"chain in space", chain_in_space, {1, 0, 0}, false},
};

/* ---- leading ---- */

static void say(const char *what, const family *f, int links, const double *ms, int calls, double distance)
{
    double sum = 0, most = 0;
    for (int i = 0; i < calls; i++)
        sum += ms[i], most = fmax(most, ms[i]);
    printf("%-15s %4d links  %-12s mean %7.3f  worst %7.3f ms  distance %.2g m\n", f->name, links, what, sum / calls,
           most, distance);
}

static void follow(const family *f, tml_hand *hand, int links, double *ms, int calls)
{
    const size_t last = tml_hand_body_count(hand) - 1;
    const double span = f->drawn ? links / 2 : links;
    const double point[3] = {f->point[0] + (f->drawn ? span : 0), f->point[1], f->point[2]};
    for (int far = 0; far < 2; far++) {
        tml_lead lead = {0};
        double worst = 0;
        for (int i = 0; i < calls; i++) {
            const double a = 0.05 * i, x = span * (0.8 + 0.2 * sin(a));
            const double on_circle[3] = {span + sin(a), cos(a), 0}, on_curve[3] = {x, span * 0.5 * sin(2 * a), 0};
            const double in_bays[3] = {x, sqrt(2 - pow(x / span, 2)), 0}, beyond[3] = {2 * span, span, 0};
            const double *to = far                          ? beyond
                               : f->write == scissors       ? in_bays
                               : f->write == parallelograms ? on_circle
                                                            : on_curve;
            const double start = now();
            tml_hand_lead(hand, last, point, to, &lead);
            ms[i] = now() - start;
            worst = fmax(worst, lead.closed ? 0 : 1);
        }
        say(far ? "out of reach" : "follows", f, links, ms, calls, lead.distance);
        if (worst > 0)
            printf("  it came open\n");
    }
}

static int lead(const family *f, int links, double *ms, int calls)
{
    length = 0;
    add("trammel: 1\n");
    f->write(links);
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, length, "bench.yaml", log);
    tml_hand *hand = NULL;
    const bool good = model && tml_hand_make(model, &hand, log) == TML_OK;
    if (good)
        follow(f, hand, links, ms, calls);
    else
        fprintf(stderr, "%s: %s\n", f->name, tml_log_count(log) ? tml_log_get(log, 0).text : "?");
    tml_hand_free(hand);
    tml_model_free(model);
    tml_log_free(log);
    return good ? 0 : 1;
}

int main(int count, char **words)
{
    static const int links[] = {4, 50, 200, 500};
    const int calls = count > 1 ? atoi(words[1]) : 200;
    double *ms = calls > 0 ? malloc((size_t)calls * sizeof *ms) : NULL;
    int failed = 0;
    if (!ms) {
        fprintf(stderr, "bench_hand [CALLS]\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        for (size_t k = 0; k < sizeof links / sizeof *links; k++)
            failed |= lead(&families[i], links[k], ms, calls);
    free(ms);
    return failed;
}
