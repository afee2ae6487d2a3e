/* load_cards.c - load cases as cards for CalculiX: a reference node for each load on a body, and a step for each case.
 *
 * Forces and torques act on reference nodes (*CLOAD), which distributing couplings tie to surfaces of the mesh. With g - a at the centre of
 * mass c and the angular velocity omega, weight and inertia of the mass at r are, per mass,
 *   (g - a) - omega x (omega x (r - c)) - alpha x (r - c):
 * *DLOAD, GRAV; *DLOAD, CENTRIF about an axis through c; and the last, for which there is no card, as its resultant, the torque -I alpha, at a
 * reference node in c.
 */
#include "load_files.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { FIRST_NODE = 9000001, NAME_ROOM = 72 }; /* CalculiX: names of up to 80 characters */

/* What acts at one point of a body: a load, or where it is NULL the angular acceleration. */
typedef struct {
    size_t body;
    const char *load;
    double at[3];
    char name[NAME_ROOM + 12];
} node;

typedef struct {
    FILE *to;
    cli_load_cases *cases;
    const cli_load_units *units;
    node *nodes;
    size_t count;
    bool complete; /* false: no memory for all nodes */
} deck;

/* ---- reference nodes ---- */

static bool is_body_load(const tml_load *load)
{
    return load->kind == TML_LOAD_WEIGHT || load->kind == TML_LOAD_INERTIA;
}

/* A load may act elsewhere on its body in another case, as a contact does. */
static size_t find_node(const deck *d, size_t body, const char *load, const double at[3])
{
    const double near = 1e-9 * d->cases->scene->size;
    for (size_t i = 0; i < d->count; i++) {
        const node *n = &d->nodes[i];
        const bool same = load && n->load ? strcmp(load, n->load) == 0 : load == n->load;
        if (n->body == body && same && fabs(n->at[0] - at[0]) <= near && fabs(n->at[1] - at[1]) <= near &&
            fabs(n->at[2] - at[2]) <= near)
            return i;
    }
    return d->count;
}

/* Letters, digits and _ of the names of body and load; CalculiX does not tell capitals from small letters. */
static void put_name(const deck *d, node *n)
{
    size_t length = 0;
    const char *parts[] = {tml_model_body_name(d->cases->model, n->body), "_", n->load ? n->load : "alpha"};
    for (int i = 0; i < 3; i++)
        for (const char *c = parts[i]; *c && length < NAME_ROOM - 1; c++)
            n->name[length++] = isalnum((unsigned char)*c) ? *c : '_';
    n->name[length] = 0;
    for (size_t i = 0; i < d->count; i++)
        if (strcasecmp(d->nodes[i].name, n->name) == 0) {
            snprintf(n->name + length, sizeof n->name - length, "_%zu", d->count + 1);
            break;
        }
}

static void add_node(deck *d, size_t body, const char *load, const double at[3])
{
    if (!d->complete || find_node(d, body, load, at) < d->count)
        return;
    node *more = realloc(d->nodes, (d->count + 1) * sizeof *more);
    d->complete = more != NULL;
    if (!more)
        return;
    d->nodes = more;
    more[d->count] = (node){.body = body, .load = load, .at = {at[0], at[1], at[2]}};
    put_name(d, &more[d->count]);
    d->count++;
}

static bool takes_part(const deck *d, size_t body)
{
    return d->cases->body < 0 || (size_t)d->cases->body == body;
}

static void find_nodes(deck *d)
{
    const cli_load_cases *cases = d->cases;
    for (size_t i = 0; i < cases->count; i++) {
        cli_load_cases_take(d->cases, i);
        for (size_t k = 0; k < tml_free_body_count(cases->free_body); k++) {
            const tml_load load = cli_load_cases_load(cases, k);
            if (cli_load_cases_has(cases, k) && !is_body_load(&load))
                add_node(d, load.body_index, load.name, load.at);
        }
    }
    for (size_t body = 1; body < cases->scene->body_count; body++)
        if (takes_part(d, body) && cases->scene->bodies[body].mass > 0)
            add_node(d, body, NULL, cases->scene->bodies[body].com);
}

/* ---- before the steps ---- */

static void put_heading(const deck *d)
{
    const cli_load_units *u = d->units;
    fprintf(d->to, "** Load cases by Trammel %s. Units: %s, N, %s, %s, s; accelerations %s/s^2.\n", tml_version(),
            u->length_name, u->torque_name, u->mass_name, u->length_name);
    fputs(
        "** Coordinates and axes are those of each body: its frame in the model file.\n"
        "** In each case the loads on a body, weight and inertia included, add up to zero.\n"
        "**\n"
        "** What is left to do, in a deck that includes this file (*INCLUDE) behind its mesh:\n"
        "**  1. Mesh each body in its frame; its elements are the set named below (*ELEMENT, ELSET=).\n"
        "**  2. Give it a material with *DENSITY, such that mass, centre and inertia are those below: else the loads "
        "do\n"
        "**     not balance.\n"
        "**  3. Define the surfaces (*SURFACE, NAME=) by which each reference node is tied: the wall of the hole for a "
        "pin,\n"
        "**     the whole skin of the body for S_..._alpha. Where a load acts at no hole (a torque of a motor), "
        "choose.\n"
        "**  4. Hold each body in six degrees of freedom, without restraint beyond that (3-2-1), at nodes of no such\n"
        "**     surface. They carry nothing: printed reactions (RF) are the share of held nodes in *DLOAD.\n"
        "** Not exact: angular acceleration. CalculiX has no card for it; its resultant -I alpha acts by the surface\n"
        "** S_..._alpha instead of on every mass.\n",
        d->to);
}

static void put_numbers(FILE *to, const double *v, int count, double unit)
{
    for (int k = 0; k < count; k++)
        fprintf(to, "%s%.12g", k ? ", " : "", v[k] * unit + 0.0); /* no -0 */
}

static void put_set_name(FILE *to, const char *name)
{
    for (; *name; name++)
        fputc(isalnum((unsigned char)*name) ? *name : '_', to);
}

static void put_bodies(const deck *d)
{
    for (size_t i = 1; i < d->cases->scene->body_count; i++) {
        const cli_scene_body *b = &d->cases->scene->bodies[i];
        if (!takes_part(d, i))
            continue;
        fprintf(d->to, "**\n** Element set ");
        put_set_name(d->to, b->name);
        fprintf(d->to, ": mass %.12g %s, centre ", b->mass * d->units->mass, d->units->mass_name);
        put_numbers(d->to, b->com, 3, d->units->length);
        fprintf(d->to, " %s,\n**   inertia about it, %s%s: ", d->units->length_name,
                d->cases->scene->space ? "xx yy zz xy xz yz, " : "zz, ", d->units->inertia_name);
        put_numbers(d->to, d->cases->scene->space ? b->inertia : b->inertia + 2, d->cases->scene->space ? 6 : 1,
                    d->units->inertia);
        fputc('\n', d->to);
    }
}

static void put_nodes(const deck *d)
{
    fprintf(d->to, "**\n*NODE, NSET=REFERENCE\n");
    for (size_t i = 0; i < d->count; i++) {
        fprintf(d->to, "%zu, ", FIRST_NODE + i);
        put_numbers(d->to, d->nodes[i].at, 3, d->units->length);
        fputc('\n', d->to);
    }
    for (size_t i = 0; i < d->count; i++)
        fprintf(d->to, "*COUPLING, REF NODE=%zu, SURFACE=S_%s, CONSTRAINT NAME=C_%s\n*DISTRIBUTING\n1, 6\n",
                FIRST_NODE + i, d->nodes[i].name, d->nodes[i].name);
}

/* ---- steps ---- */

static void put_components(const deck *d, size_t number, const double force[3], const double torque[3])
{
    for (int k = 0; k < 3; k++)
        if (force[k] != 0)
            fprintf(d->to, "%zu, %d, %.12g\n", FIRST_NODE + number, k + 1, force[k]);
    for (int k = 0; k < 3; k++)
        if (torque[k] != 0)
            fprintf(d->to, "%zu, %d, %.12g\n", FIRST_NODE + number, k + 4, torque[k] * d->units->torque);
}

/* I alpha */
static void angular_rate(const deck *d, size_t body, const double alpha[3], double product[3])
{
    const double *I = d->cases->scene->bodies[body].inertia;
    product[0] = I[0] * alpha[0] + I[3] * alpha[1] + I[4] * alpha[2];
    product[1] = I[3] * alpha[0] + I[1] * alpha[1] + I[5] * alpha[2];
    product[2] = I[4] * alpha[0] + I[5] * alpha[1] + I[2] * alpha[2];
}

static void put_loads(const deck *d)
{
    const cli_load_cases *cases = d->cases;
    fprintf(d->to, "*CLOAD, OP=NEW\n");
    for (size_t k = 0; k < tml_free_body_count(cases->free_body); k++) {
        const tml_load load = cli_load_cases_load(cases, k);
        if (!cli_load_cases_has(cases, k) || is_body_load(&load))
            continue;
        fprintf(d->to, "** %s on %s%s\n", load.name, load.body,
                load.unique ? "" : " (not unique: constraints are redundant)");
        put_components(d, find_node(d, load.body_index, load.name, load.at), load.force, load.torque);
    }
    for (size_t body = 1; body < cases->scene->body_count; body++) {
        const double *com = cases->scene->bodies[body].com, none[3] = {0};
        const size_t at = find_node(d, body, NULL, com);
        double torque[3];
        if (at == d->count)
            continue;
        angular_rate(d, body, cli_load_cases_motion(cases, body).alpha, torque);
        for (int k = 0; k < 3; k++)
            torque[k] = -torque[k];
        fprintf(d->to, "** angular acceleration of %s\n", cases->scene->bodies[body].name);
        put_components(d, at, none, torque);
    }
}

static void put_line(const deck *d, size_t body, const char *kind, double amount, const double *point,
                     const double v[3])
{
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    put_set_name(d->to, d->cases->scene->bodies[body].name);
    fprintf(d->to, ", %s, %.12g, ", kind, amount);
    if (point) {
        put_numbers(d->to, point, 3, d->units->length);
        fputs(", ", d->to);
    }
    put_numbers(d->to, v, 3, 1 / length);
    fputc('\n', d->to);
}

/* Sum of weight and inertia of a body, N. */
static void body_force(const deck *d, size_t body, double sum[3])
{
    memset(sum, 0, 3 * sizeof *sum);
    for (size_t k = 0; k < tml_free_body_count(d->cases->free_body); k++) {
        const tml_load load = cli_load_cases_load(d->cases, k);
        for (int i = 0; i < 3 && load.body_index == body && is_body_load(&load); i++)
            sum[i] += load.force[i];
    }
}

static double norm(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void put_body_loads(const deck *d)
{
    fprintf(d->to, "*DLOAD, OP=NEW\n");
    for (size_t i = 1; i < d->cases->scene->body_count; i++) {
        const cli_scene_body *b = &d->cases->scene->bodies[i];
        double force[3];
        if (!takes_part(d, i) || !(b->mass > 0))
            continue;
        const cli_body_motion motion = cli_load_cases_motion(d->cases, i);
        body_force(d, i, force);
        if (norm(force) > 0)
            put_line(d, i, "GRAV", norm(force) / b->mass * d->units->length, NULL, force);
        if (norm(motion.omega) > 0)
            put_line(d, i, "CENTRIF", norm(motion.omega) * norm(motion.omega), b->com, motion.omega);
    }
}

/* A line each: CalculiX reads lines of limited length. */
static void put_reasons(FILE *to, const char *text)
{
    fputs(":\n**   ", to);
    for (; *text; text++)
        if (text[0] == ';' && text[1] == ' ')
            fputs("\n**  ", to);
        else
            fputc(*text, to);
    fputc('\n', to);
}

static void put_steps(const deck *d)
{
    for (size_t i = 0; i < d->cases->count; i++) {
        const cli_load_case *c = &d->cases->cases[i];
        cli_load_cases_take(d->cases, i);
        fprintf(d->to, "**\n** Case %zu", i + 1);
        if (!isnan(c->time))
            fprintf(d->to, ", t = %.12g s", c->time);
        put_reasons(d->to, c->reason);
        fprintf(d->to, "*STEP\n*STATIC\n");
        put_loads(d);
        put_body_loads(d);
        fprintf(d->to, "*NODE FILE\nU, RF\n*EL FILE\nS\n*END STEP\n");
    }
}

bool cli_put_loads_inp(FILE *to, cli_load_cases *cases, const cli_load_units *units)
{
    deck d = {.to = to, .cases = cases, .units = units, .complete = true};
    find_nodes(&d);
    if (d.complete) {
        put_heading(&d);
        put_bodies(&d);
        put_nodes(&d);
        put_steps(&d);
    }
    free(d.nodes);
    return d.complete;
}
