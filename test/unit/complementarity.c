/* complementarity.c - forces of contacts and friction against closed forms, and all combinations of modes. */
#include "dynamics/complementarity_state.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX = 40 };

/* A problem of a few forces whose results are accelerations, or the forces themselves behind them. */
typedef struct {
    tml_complementarity p;
    double r0[2 * MAX], R[2 * MAX * MAX], x[MAX], r[2 * MAX], work[200000];
    tml_condition list[MAX];
    struct {
        int normal;
        double at_rest, sliding;
    } friction[MAX];
} problem;

/* Friction times the force of a contact, result n + normal. */
static double limit(void *context, const tml_condition *of, tml_limit_kind kind, const double *x, const double *r,
                    double *by_x, double *by_r)
{
    const problem *p = context;
    const double mu = kind == TML_LIMIT_HOLDING ? p->friction[of->which].at_rest : p->friction[of->which].sliding;
    const int load = p->p.n + p->friction[of->which].normal;
    (void)x, (void)by_x;
    by_r[load] += mu;
    return mu * r[load];
}

/* n forces with accelerations c = b + A x; results n ... 2 n - 1 are the forces. A by rows. */
static problem *make(int n, const double *A, const double *b)
{
    problem *x = calloc(1, sizeof *x);
    cr_assert(x && tml_complementarity_work(n, 2 * n) <= 200000);
    x->p = (tml_complementarity){.n = n, .m = 2 * n, .r0 = x->r0, .R = x->R, .list = x->list};
    x->p.x = x->x, x->p.r = x->r, x->p.work = x->work;
    x->p.limit = limit, x->p.context = x;
    for (int i = 0; i < n; i++) {
        x->r0[i] = b[i];
        for (int k = 0; k < n; k++)
            x->R[k * 2 * n + i] = A[i * n + k];
        x->R[i * 2 * n + n + i] = 1;
    }
    return x;
}

static void add_contact(problem *x, int force)
{
    x->list[x->p.count++] =
        (tml_condition){.kind = TML_CONDITION_UNILATERAL, .first = force, .size = 1, .acceleration = force};
}

/* Friction of `size` forces from `force` on, pressed by the force `normal`. */
static tml_condition *add_friction(problem *x, int force, int size, int normal, double at_rest, double sliding)
{
    const int k = x->p.count++;
    tml_condition *i = &x->list[k];
    *i = (tml_condition){
        .kind = TML_CONDITION_FRICTION, .which = k, .first = force, .size = size, .acceleration = force};
    x->friction[k].normal = normal, x->friction[k].at_rest = at_rest, x->friction[k].sliding = sliding;
    return i;
}

static void expect(const problem *x, int force, double want)
{
    cr_expect(fabs(x->x[force] - want) < 1e-12 * fmax(1, fabs(want)), "force %d is %.17g, not %.17g", force,
              x->x[force], want);
}

/* ---- a row of balls: impulses, and velocities after the impact (reference: rational arithmetic) ---- */

/* Balls of masses m with velocities v, in touch; restitution e of those that approach. */
static problem *row_of_balls(int balls, const double *m, const double *v, double e)
{
    double A[MAX * MAX] = {0}, b[MAX] = {0};
    const int n = balls - 1;
    for (int i = 0; i < n; i++) {
        const double before = v[i + 1] - v[i];
        b[i] = before < 0 ? (1 + e) * before : before;
        A[i * n + i] = 1 / m[i] + 1 / m[i + 1];
        if (i > 0)
            A[i * n + i - 1] = -1 / m[i];
        if (i + 1 < n)
            A[i * n + i + 1] = -1 / m[i + 1];
    }
    problem *x = make(n, A, b);
    for (int i = 0; i < n; i++)
        add_contact(x, i);
    return x;
}

Test(complementarity, newtons_cradle)
{
    static const double ones[] = {1, 1, 1, 1, 1}, first[] = {1, 0, 0, 0, 0};
    problem *x = row_of_balls(5, ones, first, 1);
    cr_assert_eq(tml_complementarity_solve(&x->p), TML_SOLVED);
    for (int i = 0; i < 4; i++)
        expect(x, i, (8 - 2 * i) / 5.0);
    cr_expect(x->p.unique);
    free(x);
    x = row_of_balls(3, (double[]){1, 2, 4}, (double[]){3, 0, 0}, 0.8);
    cr_assert_eq(tml_complementarity_solve(&x->p), TML_SOLVED);
    expect(x, 0, 162 / 35.0);
    expect(x, 1, 108 / 35.0);
    free(x);
    x = row_of_balls(3, ones, (double[]){1, 0, -1}, 0.5);
    cr_assert_eq(tml_complementarity_solve(&x->p), TML_SOLVED);
    expect(x, 0, 1.5);
    expect(x, 1, 1.5);
    free(x);
}

/* ---- a disc thrown on the floor: normal and tangential impulse ---- */

Test(complementarity, thrown_disc)
{
    static const struct {
        double vx, w, mu, normal, tangential;
        tml_interaction_mode_kind mode;
    } cases[] = {{4, 30, 0.3, 9.6, -2.88, TML_SLIDES},
                 {4, 30, 0.6, 9.6, -14 / 3.0, TML_STICKS},
                 {1, -40, 0.25, 9.6, 2, TML_STICKS}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const double m = 2, radius = 0.1, J = 0.5 * m * radius * radius, e = 0.6;
        const double A[] = {1 / m, 0, 0, 1 / m + radius * radius / J};
        problem *x = make(2, A, (double[]){-(1 + e) * 3, cases[k].vx + radius * cases[k].w});
        add_contact(x, 0);
        const tml_condition *friction = add_friction(x, 1, 1, 0, cases[k].mu, cases[k].mu);
        cr_assert_eq(tml_complementarity_solve(&x->p), TML_SOLVED);
        expect(x, 0, cases[k].normal);
        expect(x, 1, cases[k].tangential);
        cr_expect_eq(friction->mode, cases[k].mode);
        free(x);
    }
}

/* ---- a block on a slope, in space: it rests, or begins to slide straight down ---- */

Test(complementarity, block_on_a_slope)
{
    const double g = 9.81, m = 5;
    for (int degrees = 5; degrees < 50; degrees += 5) {
        const double a = degrees * acos(-1) / 180, turn = 0.3, down = g * sin(a);
        const double A[] = {1 / m, 0, 0, 0, 1 / m, 0, 0, 0, 1 / m};
        problem *x = make(3, A, (double[]){-g * cos(a), down * cos(turn), down * sin(turn)});
        add_contact(x, 0);
        const tml_condition *friction = add_friction(x, 1, 2, 0, 0.5, 0.4);
        cr_assert_eq(tml_complementarity_solve(&x->p), TML_SOLVED);
        const bool rests = tan(a) <= 0.5;
        const double size = rests ? m * down : 0.4 * m * g * cos(a);
        expect(x, 0, m * g * cos(a));
        expect(x, 1, -size * cos(turn));
        expect(x, 2, -size * sin(turn));
        cr_expect_eq(friction->mode, rests ? TML_STICKS : TML_SLIDES);
        free(x);
    }
}

/* ---- Painleve's rod: a rod that slides on its tip, c = A N + b ---- */

static problem *rod(double mu, double angle, double spin)
{
    const double m = 1, g = 9.81, half = 1, J = m * half * half / 3, s = sin(angle), c = cos(angle);
    /* normal and tangential accelerations of the tip by forces there */
    const double nn = 1 / m + half * half * c * c / J, nt = -half * half * s * c / J,
                 tt = 1 / m + half * half * s * s / J;
    const double A[] = {nn, nt, nt, tt};
    problem *x = make(2, A, (double[]){half * spin * spin * s - g, half * spin * spin * c});
    add_contact(x, 0);
    tml_condition *friction = add_friction(x, 1, 1, 0, mu, mu);
    friction->slips = true;
    friction->direction[0] = -1; /* friction pushes forward: where the tip digs in */
    return x;
}

Test(complementarity, painleve)
{
    const double angle = 1.0, worst = (1 + 3 * cos(angle) * cos(angle)) / (3 * sin(angle) * cos(angle));
    problem *x = rod(0.9 * worst, angle, 0);
    cr_expect_eq(tml_complementarity_solve(&x->p), TML_SOLVED);
    free(x);
    x = rod(1.1 * worst, angle, 0); /* A < 0, b < 0 */
    cr_expect_eq(tml_complementarity_solve(&x->p), TML_NO_SOLUTION);
    free(x);
    x = rod(1.1 * worst, angle, 5); /* A < 0, b > 0: it lifts off, or is pressed */
    cr_expect_eq(tml_complementarity_solve(&x->p), TML_SEVERAL_SOLUTIONS);
    free(x);
}

/* ---- random problems: what is found obeys the conditions ---- */

static double random_number(void)
{
    static unsigned long long seed = 7;
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(seed >> 11) / 9007199254740992.0 * 2 - 1;
}

static void check_conditions(const problem *x, int k)
{
    const tml_condition *i = &x->list[k];
    const double *f = x->x + i->first, *c = x->r + i->acceleration;
    if (i->kind == TML_CONDITION_UNILATERAL) {
        cr_expect(f[0] > -1e-9 && c[0] > -1e-9 && fabs(f[0] * c[0]) < 1e-9, "%g %g", f[0], c[0]);
        return;
    }
    const double size = hypot(f[0], i->size == 2 ? f[1] : 0), speed = hypot(c[0], i->size == 2 ? c[1] : 0),
                 coefficient = speed > 1e-7 ? x->friction[i->which].sliding : x->friction[i->which].at_rest,
                 most = coefficient * x->x[x->friction[i->which].normal];
    cr_expect(size <= most * (1 + 1e-9) + 1e-9, "%g above %g", size, most);
    for (int a = 0; speed > 1e-7 && a < i->size; a++)
        cr_expect(fabs(f[a] + most * c[a] / speed) < 1e-6 * fmax(1, most), "not against the slip: %g", f[a]);
}

/* Contacts with little friction on bodies that many of them act on: J of a few more rows than forces, A = J J'. */
static void random_contacts(int contacts, int size)
{
    const int per = 1 + size, n = contacts * per, coordinates = n + 2;
    double J[MAX * (MAX + 2)], A[MAX * MAX], b[MAX];
    for (int i = 0; i < n * coordinates; i++)
        J[i] = random_number();
    for (int i = 0; i < n; i++) {
        b[i] = 5 * random_number();
        for (int k = 0; k < n; k++) {
            A[i * n + k] = 0;
            for (int j = 0; j < coordinates; j++)
                A[i * n + k] += J[i * coordinates + j] * J[k * coordinates + j];
        }
    }
    problem *x = make(n, A, b);
    for (int i = 0; i < contacts; i++) {
        add_contact(x, i * per);
        if (size)
            add_friction(x, i * per + 1, size, i * per, 0.2, 0.2);
    }
    const tml_complementarity_outcome outcome = tml_complementarity_solve(&x->p);
    cr_expect_eq(outcome, TML_SOLVED, "%d contacts with %d of friction: %d", contacts, size, outcome);
    for (int k = 0; outcome == TML_SOLVED && k < x->p.count; k++)
        check_conditions(x, k);
    free(x);
}

Test(complementarity, random_problems_obey_the_conditions)
{
    for (int i = 0; i < 200; i++) {
        random_contacts(1 + i % 12, 0);
        random_contacts(1 + i % 6, 1);
        random_contacts(1 + i % 5, 2);
    }
}

/* A table with four legs on a floor: forces are not unique, accelerations are. */
Test(complementarity, redundant_contacts)
{
    double A[16], b[4];
    static const double legs[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    for (int i = 0; i < 4; i++) {
        b[i] = -9.81;
        for (int k = 0; k < 4; k++)
            A[i * 4 + k] = 0.1 * (1 + 3 * (legs[i][0] * legs[k][0] + legs[i][1] * legs[k][1]));
    }
    problem *x = make(4, A, b);
    for (int i = 0; i < 4; i++)
        add_contact(x, i);
    cr_assert_eq(tml_complementarity_solve(&x->p), TML_SOLVED);
    cr_expect_not(x->p.unique);
    for (int i = 0; i < 4; i++)
        expect(x, i, 98.1 / 4);
    free(x);
}

/* An impact of bodies in the plane that touch at more places than they have coordinates, some of them twice: impulses are not unique, and there are always
 * some, whatever the friction. */
static void random_pile(int bodies, int contacts, double friction, double at_rest)
{
    enum { PER_BODY = 3 };
    const int n = 2 * contacts, coordinates = PER_BODY * bodies;
    double J[MAX * 30] = {0}, v[30], A[MAX * MAX], b[MAX];
    for (int i = 0; i < coordinates; i++)
        v[i] = random_number();
    for (int k = 0; k < contacts; k++) {
        const int first = k % bodies, second = k < bodies ? -1 : (k + 1) % bodies, twin = k > bodies && k % 3 == 0;
        const double angle = 3 * random_number(), n_x = sin(angle), n_y = cos(angle);
        const double arm[] = {random_number(), random_number()};
        if (twin) {
            memcpy(J + 2 * k * coordinates, J + 2 * (k - 1) * coordinates, 2 * (size_t)coordinates * sizeof(double));
            continue;
        }
        for (int side = 0; side < 2; side++) {
            const int body = side ? second : first;
            const double sign = side ? -1 : 1, x = arm[0] + sign, y = arm[1] - sign;
            double *normal = J + 2 * k * coordinates + PER_BODY * body, *slip = normal + coordinates;
            if (body < 0)
                continue;
            normal[0] = sign * n_x, normal[1] = sign * n_y, normal[2] = sign * (x * n_y - y * n_x);
            slip[0] = sign * n_y, slip[1] = -sign * n_x, slip[2] = sign * (-x * n_x - y * n_y);
        }
    }
    for (int i = 0; i < n; i++) {
        b[i] = 0;
        for (int j = 0; j < coordinates; j++)
            b[i] += J[i * coordinates + j] * v[j];
        for (int k = 0; k < n; k++) {
            A[i * n + k] = 0;
            for (int j = 0; j < coordinates; j++)
                A[i * n + k] += J[i * coordinates + j] * J[k * coordinates + j];
        }
    }
    problem *x = make(n, A, b);
    for (int k = 0; k < contacts; k++) {
        add_contact(x, 2 * k);
        add_friction(x, 2 * k + 1, 1, 2 * k, at_rest, friction);
    }
    const tml_complementarity_outcome outcome = tml_complementarity_solve(&x->p);
    cr_expect(outcome == TML_SOLVED || (contacts < 4 && outcome == TML_SEVERAL_SOLUTIONS),
              "%d bodies, %d contacts, friction %g: %d", bodies, contacts, friction, outcome);
    for (int k = 0; outcome == TML_SOLVED && k < x->p.count; k++)
        check_conditions(x, k);
    free(x);
}

Test(complementarity, piles_with_much_friction_have_impulses)
{
    for (int i = 0; i < 400; i++)
        random_pile(1 + i % 5, 2 + i % 15, 0.3 * (1 + i % 5), 0.3 * (1 + i % 5));
}

/* What slips with the lesser friction obeys the law with more friction at rest, too. */
Test(complementarity, piles_with_more_friction_at_rest_have_impulses)
{
    for (int i = 0; i < 400; i++)
        random_pile(1 + i % 5, 1 + i % 8, 0.2 * (1 + i % 5), 0.2 * (1 + i % 5) * (1.1 + 0.1 * (i % 7)));
}

/* ---- one contact with more friction at rest, whose normal and tangential velocities depend on each other ---- */

/* Solutions of the four modes, from u = b + W P: their count, and the normal impulse of the last. */
static int count_solutions(const double *W, const double *b, double at_rest, double sliding, double *normal)
{
    const double det = W[0] * W[3] - W[1] * W[2], n = (W[1] * b[1] - W[3] * b[0]) / det,
                 t = (W[2] * b[0] - W[0] * b[1]) / det;
    int count = 0;
    if (b[0] >= 0)
        count++, *normal = 0;
    if (n > 0 && fabs(t) <= at_rest * n)
        count++, *normal = n;
    for (int s = -1; s <= 1; s += 2) {
        const double P = -b[0] / (W[0] - s * sliding * W[1]);
        if (P > 0 && s * (b[1] + (W[2] - s * sliding * W[3]) * P) > 0)
            count++, *normal = P;
    }
    return count;
}

Test(complementarity, one_contact_has_the_solutions_of_its_modes)
{
    int found = 0;
    for (int i = 0; i < 20000; i++) {
        const double x = random_number(), y = random_number(), J = 0.2 + 0.1 * random_number(),
                     sliding = fabs(random_number()), at_rest = sliding * (1 + fabs(random_number()));
        const double W[] = {1 + x * x / J, -x * y / J, -x * y / J, 1 + y * y / J},
                     b[] = {random_number(), random_number()};
        double normal = 0;
        const int count = count_solutions(W, b, at_rest, sliding, &normal);
        problem *p = make(2, W, b);
        add_contact(p, 0);
        add_friction(p, 1, 1, 0, at_rest, sliding);
        const tml_complementarity_outcome outcome = tml_complementarity_solve(&p->p);
        cr_assert(count > 0 ? outcome != TML_NO_SOLUTION && outcome != TML_NOT_FOUND : outcome == TML_NO_SOLUTION,
                  "%d: %d solutions, outcome %d", i, count, outcome);
        cr_assert(count != 1 || (outcome == TML_SOLVED && fabs(p->x[0] - normal) < 1e-9 * (1 + normal)),
                  "%d: %g, not %g; %d", i, p->x[0], normal, outcome);
        found += count == 1;
        for (int k = 0; outcome == TML_SOLVED && k < p->p.count; k++)
            check_conditions(p, k);
        free(p);
    }
    cr_expect_gt(found, 10000);
}

/* ---- contacts without friction: more of them than coordinates, A = J J' of low rank, b in its range ---- */

static void random_heap(int coordinates, int n)
{
    double J[MAX * MAX], v[MAX], A[MAX * MAX], b[MAX], F[MAX], rho[MAX], step[MAX], LU[MAX * MAX];
    lapack_int pivot[MAX];
    for (int j = 0; j < coordinates; j++)
        v[j] = random_number();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < coordinates; j++) /* every fifth repeats the one before */
            J[i * coordinates + j] = i % 5 == 4 ? J[(i - 1) * coordinates + j] : random_number();
    for (int i = 0; i < n; i++) {
        b[i] = 0;
        for (int j = 0; j < coordinates; j++)
            b[i] += J[i * coordinates + j] * v[j];
        for (int k = 0; k < n; k++) {
            A[i * n + k] = 0;
            for (int j = 0; j < coordinates; j++)
                A[i * n + k] += J[i * coordinates + j] * J[k * coordinates + j];
        }
        rho[i] = 1 / A[i * n + i];
    }
    problem *x = make(n, A, b);
    for (int k = 0; k < n; k++)
        add_contact(x, k);
    tml_complementarity_solver s = {.p = &x->p, .rho = rho, .F = F, .step = step, .LU = LU, .pivot = pivot};
    cr_assert(tml_complementarity_nonnegative(&s), "%d contacts, %d coordinates", n, coordinates);
    for (int k = 0; k < n; k++) {
        cr_expect(x->x[k] >= 0, "force %d is %g", k, x->x[k]);
        cr_expect(rho[k] * x->r[k] > -1e-9, "contact %d closes with %g", k, x->r[k]);
        cr_expect(fabs(rho[k] * x->r[k] * x->x[k]) < 1e-9 * (1 + x->x[k] * x->x[k]), "contact %d works", k);
    }
    free(x);
}

Test(complementarity, heaps_without_friction_have_impulses)
{
    for (int i = 0; i < 400; i++)
        random_heap(2 + i % 7, 1 + i % 24);
}
