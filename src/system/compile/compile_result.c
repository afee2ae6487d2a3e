/* compile_result.c - results in the expressions of forces: reactions, forces and accelerations, which the equations of motion give.
 *
 *   torque: -0.1*hypot(O.fx, O.fy)*sign(O.speed)
 * The value x of such a law is an unknown: the law reads it as an input, and the equations are solved together with x = expression
 * (dynamics/result_laws.h).
 */
#include "model/channel_name.h"
#include "model/scope.h"
#include "system/compile/builder.h"
#include <string.h>

static const char *unit_of(const tml_channel *c)
{
    return c && c->sort == TML_RESULT_CHANNEL ? c->unit : NULL;
}

static const char *of_body(const tml_builder *b, int body, const char *rest)
{
    const char *dot = strrchr(rest, '.');
    tml_vec3 p;
    if (!dot)
        return unit_of(tml_channel_of(TML_OF_BODY, rest, b->s->space, false));
    /* channels are reported of points that the body has as its own */
    const char *point = tml_arena_text(b->arena, rest, (size_t)(dot - rest));
    const tml_body *written = b->s->masses[body].written;
    for (int i = 0; tml_resolved_point(b->r, body, point, NULL, false, &p) && i < written->point_count; i++)
        if (strcmp(written->points[i].name, point) == 0)
            return unit_of(tml_channel_of(TML_OF_POINT, dot + 1, b->s->space, false));
    return NULL;
}

static const char *of_joint(const tml_builder *b, const tml_joint *j, const char *name, const char *rest)
{
    const tml_channel *c;
    for (int k = j->first_coordinate; k < j->first_coordinate + j->coordinate_count; k++) {
        const tml_joint_coordinate *f = &b->s->coordinates[k];
        for (int i = 0;
             f->term.measure >= 0 && (c = tml_channel_at(TML_OF_COORDINATE, b->s->space, f->is_rotation, i)) != NULL;
             i++)
            if (strcmp(tml_joint_coordinate_channel(j, f, c->name, b->arena), name) == 0)
                return unit_of(c);
    }
    c = j->class->connects == TML_CONNECT_POINTS ? tml_channel_of(TML_OF_ROD, rest, b->s->space, false) : NULL;
    return unit_of(c ? c : tml_channel_of(TML_OF_JOINT, rest, b->s->space, false));
}

static const char *of_force(const tml_builder *b, const tml_force *force, const char *rest)
{
    const tml_system *s = b->s;
    const tml_channel *wrench =
        force->class->reports_wrench ? tml_channel_of(TML_OF_FORCE, rest, s->space, false) : NULL;
    if (wrench)
        return unit_of(wrench);
    const bool on_joint = force->class->acts == TML_ACTS_ON_JOINT && force->law_count;
    const bool slides = on_joint && !s->measures[s->terms[s->laws[force->first_law].terms.first].measure].is_rotation;
    for (size_t i = 0; i < force->class->channels_count && force->law_count; i++) {
        const tml_force_channel *c = &force->class->channels[i];
        if (strcmp(c->name, rest) == 0 && tml_force_channel_exists(c, !slides) &&
            tml_force_channel_sort(c) == TML_RESULT_CHANNEL)
            return c->unit;
    }
    return NULL;
}

/* Along a rotation or a translation: which of them is known when drivers are compiled. */
static const char *of_driver(const tml_builder *b, const char *rest)
{
    const char *unit = unit_of(tml_channel_of(TML_OF_DRIVER, rest, b->s->space, true));
    return unit ? unit : unit_of(tml_channel_of(TML_OF_DRIVER, rest, b->s->space, false));
}

/* The unit of the result with this name; NULL: there is none. */
static const char *unit_of_result(const tml_builder *b, const char *name)
{
    const tml_system *s = b->s;
    for (const char *dot = name + strlen(name); dot > name; dot--) {
        const size_t length = (size_t)(dot - name);
        if (*dot != '.')
            continue;
        const int body = tml_names_find_n(&b->r->model->names, name, length);
        if (body > 0 && body < s->nb)
            return of_body(b, body, dot + 1);
        for (int i = 0; i < s->joint_count; i++)
            if (strlen(s->joints[i].name) == length && strncmp(s->joints[i].name, name, length) == 0)
                return of_joint(b, &s->joints[i], name, dot + 1);
        for (int i = 0; i < s->force_count; i++)
            if (s->forces[i].name && strlen(s->forces[i].name) == length &&
                strncmp(s->forces[i].name, name, length) == 0)
                return of_force(b, &s->forces[i], dot + 1);
        for (int i = 0; i < b->r->model->driver_count; i++)
            if (strlen(b->r->model->drivers[i].name) == length &&
                strncmp(b->r->model->drivers[i].name, name, length) == 0)
                return of_driver(b, dot + 1);
    }
    return NULL;
}

tml_meaning tml_builder_result(tml_builder *b, const char *text, tml_place place)
{
    tml_system *s = b->s;
    const char *name = tml_scope_channel(b->r, text, place.use, b->arena), *unit = unit_of_result(b, name);
    if (!unit)
        return (tml_meaning){.kind = TML_NAME_UNKNOWN};
    const tml_meaning meaning = {
        .kind = TML_NAME_INPUT, .typed = *unit != 0, .dimension = tml_unit_named(unit).dimension};
    b->results_used++;
    tml_meaning found = meaning;
    for (int i = 0; i < s->law_result_count; i++)
        if (strcmp(s->law_results[i].name, name) == 0) {
            found.input = s->law_results[i].input;
            return found;
        }
    found.input = tml_builder_input(b, (tml_input){.what = TML_INPUT_RESULT, .term.measure = -1});
    TML_GROW(b->arena, s->law_results, s->law_result_count, b->law_result_capacity);
    s->law_results[s->law_result_count++] =
        (tml_law_result){tml_arena_text(b->home, name, strlen(name)), place, found.input};
    return found;
}

static tml_meaning read_unknown(void *context, const char *name, tml_place place)
{
    (void)name, (void)place;
    return (tml_meaning){.kind = TML_NAME_INPUT, .input = *(const int *)context};
}

void tml_builder_result_law(tml_builder *b, tml_force_law *law, tml_place place)
{
    tml_system *s = b->s;
    int input = tml_builder_input(b, (tml_input){.what = TML_INPUT_UNKNOWN, .term.measure = -1});
    const tml_scope scope = {.context = &input, .look_up = read_unknown, .built_in = true};
    TML_GROW(b->arena, s->result_laws, s->result_law_count, b->result_law_capacity);
    s->result_laws[s->result_law_count++] = (tml_result_law){(int)(law - s->laws), input, law->value, place};
    const tml_tree *tree = tml_tree_parse(b->home, "x", place, b->log);
    law->value = tml_builder_compile(b, tree, &scope, (tml_expectation){.what = b->what});
}

void tml_builder_check_results(tml_builder *b)
{
    const tml_system *s = b->s;
    for (int i = 0; i < s->driver_count; i++) {
        const tml_driver_channels *d = &s->drivers[i];
        const size_t length = strlen(d->name);
        for (int k = 0; k < s->law_result_count; k++) {
            const tml_law_result *r = &s->law_results[k];
            if (strncmp(r->name, d->name, length) == 0 && r->name[length] == '.' &&
                !tml_channel_of(TML_OF_DRIVER, r->name + length + 1, s->space, d->is_rotation))
                tml_channel_refuse(b->r, "forces", r->name, r->place, b->arena);
        }
    }
}
