/* port_derivatives.c - derivatives of channels with respect to states and inputs: C and D, along the motion that each of them causes. */
#include "analysis/modes/ports.h"
#include "linearize/perturbation.h"
#include <string.h>

typedef struct {
    const tml_ports *ports;
    const tml_state_space *space;
    tml_perturbation *p;
    double *z, *rate, *second; /* (states) */
} derivation;

/* out (rows) += A (rows x columns) x */
static void add_times(const double *A, int rows, int columns, const double *x, double *out)
{
    for (int j = 0; j < columns; j++)
        for (int i = 0; x[j] != 0 && i < rows; i++)
            out[i] += A[(size_t)j * (size_t)rows + (size_t)i] * x[j];
}

/* y, y', y'' along state `state` (or -1) and input `input` (or -1): y = E z + F u, y' = E z', y'' = E A z' */
static void find_coordinates(derivation *d, int state, int input)
{
    const tml_state_space *s = d->space;
    tml_perturbation *p = d->p;
    double *const vectors[] = {d->z, d->rate, d->second}, *const ys[] = {p->y, p->y1, p->y2};
    tml_perturbation_clear(p);
    for (int i = 0; i < 3; i++)
        memset(vectors[i], 0, (size_t)s->states * sizeof(double));
    if (state >= 0)
        d->z[state] = 1;
    add_times(s->A, s->states, s->states, d->z, d->rate);
    for (int i = 0; input >= 0 && i < s->states; i++)
        d->rate[i] += s->B[(size_t)input * (size_t)s->states + (size_t)i];
    add_times(s->A, s->states, s->states, d->rate, d->second);
    if (p->l->position) { /* states are y, w: y'' has no meaning there */
        memcpy(p->y, d->z, (size_t)s->all * sizeof(double));
        memcpy(p->y1, d->z + s->all, (size_t)p->l->n * sizeof(double));
        memcpy(p->y2, d->rate + s->all, (size_t)p->l->n * sizeof(double));
    }
    for (int i = 0; !p->l->position && i < 3; i++)
        add_times(s->E, s->all, s->states, vectors[i], ys[i]);
    for (int i = 0; input >= 0 && i < s->all; i++)
        p->y[i] += s->F[(size_t)input * (size_t)s->all + (size_t)i];
    const int own = p->l->system->state_count;
    memcpy(p->states, d->z + s->states - own, (size_t)own * sizeof(double));
    if (input >= 0 && d->ports->inputs[input].law >= 0)
        p->law = d->ports->inputs[input].law, p->push = d->ports->inputs[input].factor;
}

static void differentiate(derivation *d, int state, int input, double *out)
{
    find_coordinates(d, state, input);
    tml_perturbation_find(d->p);
    tml_perturbation_of_channels(d->p, d->ports->outputs, d->ports->output_count, out, d->ports->kinks);
}

void tml_ports_derivatives(const tml_ports *ports, tml_linear *l, const tml_state_space *space, const double *q,
                           bool undamped, double *C, double *D)
{
    derivation d = {.ports = ports, .space = space, .p = tml_perturbation_make(l, q, undamped, l->arena)};
    double **const states[] = {&d.z, &d.rate, &d.second};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        *states[i] = TML_NEW_ARRAY(l->arena, double, space->states + 1);
    for (int i = 0; i < space->states; i++)
        differentiate(&d, i, -1, C + (size_t)i * (size_t)ports->output_count);
    for (int i = 0; i < space->inputs; i++)
        differentiate(&d, -1, i, D + (size_t)i * (size_t)ports->output_count);
}
