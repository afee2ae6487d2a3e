/* variants.c - lives at the values of the parameters and near them, and what is evaluated of all of them. */
#include "elementary/elementary.h"
#include "study/sensitivity/variants_parts.h"
#include <math.h>
#include <string.h>

const double tml_stencil_weight[TML_STENCIL] = {3.0 / 4, -3.0 / 20, 1.0 / 60};
const double tml_stencil_weight_narrow[TML_STENCIL] = {2.0 / 3, -1.0 / 12, 0};

enum { CENTRE, CENTRE_TREE, FIRST_NEAR }; /* copies of the model */
static const double START = 2e-9;         /* of its size: derivatives of the start, by a parameter of its own size */
static const double CLOSER = 0x1p-4;      /* of that where there is no motion so far away */
static const double ZERO_SCALE = 0x1p-3;  /* what a parameter of zero is compared with */

/* ---- making ---- */

static void let_go(tml_variant *x)
{
    tml_live_free(x->live);
    *x = (tml_variant){0};
}

static bool begin_at(const tml_variants *v, int copy, const double *values, int moved, double by,
                     const char *formulation, tml_variant *made)
{
    const tml_live_options options = {.size = sizeof options, .formulation = formulation, .fixed = true};
    tml_log unheard = {.quiet = true};
    made->model = tml_near_model(v->copies, copy, values, moved, by);
    if (made->model && tml_live_make(made->model, &options, &made->live, &unheard) == TML_OK && made->live->ode &&
        made->live->motion.t0 == made->live->begin)
        return true;
    let_go(made);
    return false;
}

/* The coordinates have the same meaning. */
static bool are_alike(const tml_live *a, const tml_live *b)
{
    if (a->ode->count != b->ode->count || a->table->column_count != b->table->column_count || a->t != b->t)
        return false;
    for (int i = 0; i < a->ode->count; i++)
        if ((a->ode->names[i] == NULL) != (b->ode->names[i] == NULL) ||
            (a->ode->names[i] && strcmp(a->ode->names[i], b->ode->names[i]) != 0))
            return false;
    return true;
}

/* Of the next parameter that can be varied, number `parameter` of the study. */
static bool make_sides(tml_variants *v, const double *values, int parameter, double h)
{
    const int next = v->parameters;
    const char *formulation = v->centre.live->request.formulation->name;
    for (int side = 0; side < TML_SIDES; side++) {
        tml_variant *x = tml_variant_near(v, next, side);
        if (begin_at(v, FIRST_NEAR + parameter * TML_SIDES + side, values, parameter, tml_steps_away(side) * h,
                     formulation, x) &&
            are_alike(x->live, v->centre.live))
            continue;
        for (int k = 0; k <= side; k++)
            let_go(tml_variant_near(v, next, k));
        return false;
    }
    return true;
}

/* The formulation in fewest coordinates, whose linearization is exact. */
static const char *tree_formulation(void)
{
    for (int i = 0; i < tml_formulation_class_count; i++)
        if (tml_formulation_classes[i]->treatment == TML_TREE)
            return tml_formulation_classes[i]->name;
    return NULL;
}

/* Where the model leaves it open, in these; the motion is the same in all. */
static bool make_centre(tml_variants *v, const double *values)
{
    tml_variant tree = {0};
    if (!begin_at(v, CENTRE, values, -1, 0, v->study->options.formulation, &v->centre))
        return begin_at(v, CENTRE_TREE, values, -1, 0, tree_formulation(), &v->centre);
    if (v->study->options.formulation || !v->centre.live->request.why[0] || v->centre.live->ode->tree ||
        !begin_at(v, CENTRE_TREE, values, -1, 0, tree_formulation(), &tree))
        return true;
    let_go(&v->centre);
    v->centre = tree;
    return true;
}

/* As the study or the model asks for. */
static bool has_fixed_steps(const tml_variants *v)
{
    const tml_task *task = &v->centre.live->task;
    const char *name = v->study->options.integrator
                           ? v->study->options.integrator
                           : tml_element_choice(task->resolved, task->element, tml_task_field(task, "integrator"));
    const tml_integrator_class *class = name ? tml_integrator_find(name) : NULL;
    return class && class->fixed_step;
}

/* Forces that jump where the state, not an event, says so. */
static const char *find_obstacle(const tml_variants *v)
{
    const tml_live *live = v->centre.live;
    const tml_system *s = live->task.system;
    if (has_fixed_steps(v))
        return "steps of fixed length, whose errors the answers have";
    if (s->penalized_gap_count)
        return "compliant contacts";
    for (int i = 0; i < s->event_count; i++)
        if (s->events[i].of_contact || s->events[i].stiff)
            return "compliant contacts";
    if (s->join_event_count)
        return "tables with corners";
    return NULL;
}

static bool has_corners(const tml_expression *e)
{
    return e && tml_expression_has_corners(e);
}

/* Whether forces, rates of states or equations of couplers may have kinks. */
static bool may_have_kinks(const tml_system *s)
{
    bool any = false;
    for (int i = 0; i < s->law_count; i++)
        any |= has_corners(s->laws[i].value);
    for (int i = 0; i < s->result_law_count; i++)
        any |= has_corners(s->result_laws[i].value);
    for (int i = 0; i < s->state_count; i++)
        any |= has_corners(s->states[i].rate);
    for (int i = 0; i < s->relation_count; i++)
        any |= s->relations[i].corners;
    return any;
}

/* What changes of the state are compared with. */
static void find_sizes(tml_variants *v, tml_arena *arena)
{
    const tml_live *live = v->centre.live;
    tml_equations *e = live->motion.e;
    double *size = TML_NEW_ARRAY(arena, double, v->n + 1);
    memcpy(size, live->ode->nominal, (size_t)v->n * sizeof(double));
    e->class->scales(e, size);
    for (int i = 0; i < e->nv; i++)
        size[e->nq + i] *= live->motion.rate;
    size[tml_motion_state_work(&live->motion)] = INFINITY; /* nothing depends on what has been done and lost */
    if (e->system->has_friction)
        size[tml_motion_state_loss(&live->motion)] = INFINITY;
    v->size = size;
}

/* Whether starts nearby are known well enough, as those that an iteration has found may not be: derivatives of order 4 and 6 agree. */
static bool starts_agree(const tml_variants *v)
{
    for (int j = 0; j < v->parameters; j++)
        for (int i = 0; i < v->n; i++) {
            double sum = 0, largest = v->size[i];
            for (int side = 0; side < TML_SIDES; side++) {
                const double y = tml_variant_near(v, j, side)->live->motion.problem.y[i];
                sum += (tml_side_weight(side) - tml_side_weight_narrow(side)) * y;
                largest = fmax(largest, fabs(y));
            }
            if (!(fabs(sum) <= START * TML_FRACTION * largest))
                return false;
        }
    return true;
}

bool tml_variants_make(tml_variants *v, tml_near_models *near, const double *values, tml_arena *arena)
{
    const tml_study *study = tml_near_models_study(near);
    const int all = tml_variation_count(study->variation);
    *v = (tml_variants){.study = study, .copies = near};
    double *h = TML_NEW_ARRAY(arena, double, all + 1);
    v->h = h;
    v->which = TML_NEW_ARRAY(arena, int, all + 1);
    v->near = TML_NEW_ARRAY(arena, tml_variant, all * TML_SIDES + 1);
    v->why = "no equations in fewest coordinates";
    if (!make_centre(v, values))
        return false;
    const tml_live *live = v->centre.live;
    const char *obstacle = find_obstacle(v);
    if (obstacle) {
        v->why = obstacle;
        return false;
    }
    v->n = live->ode->count;
    v->begin = live->t;
    v->exact = tml_live_ode_is_smooth(live);
    v->columns = (int)live->table->column_count;
    v->at = TML_NEW_ARRAY(arena, double, v->n + 1);
    v->value = TML_NEW_ARRAY(arena, double, v->n + v->columns + 1);
    v->nearby = TML_NEW_ARRAY(arena, double, TML_SIDES *(v->n + v->columns) + 1);
    v->change = TML_NEW_ARRAY(arena, double, v->n + v->columns + 1);
    v->before = TML_NEW_ARRAY(arena, double, v->n + 1);
    v->after = TML_NEW_ARRAY(arena, double, v->n + 1);
    v->landed = TML_NEW_ARRAY(arena, double, v->n + 1);
    v->landed_centre = TML_NEW_ARRAY(arena, double, v->n + 1);
    v->after_columns = TML_NEW_ARRAY(arena, double, v->columns + 1);
    v->rate = fmax(live->motion.rate, 0);
    v->kinks = may_have_kinks(live->task.system);
    find_sizes(v, arena);
    v->row = TML_NEW_ARRAY(arena, double, v->columns + 1);
    v->why = "no such motion at values nearby";
    for (int j = 0; j < all; j++) {
        const double scale = values[j] != 0 ? fabs(values[j]) : ZERO_SCALE;
        double step = TML_FRACTION * tml_exp2(floor(tml_log2(scale)));
        bool good = make_sides(v, values, j, step);
        if (!good)
            good = make_sides(v, values, j, step *= CLOSER);
        if (good)
            h[v->parameters] = step, v->which[v->parameters++] = j;
    }
    if (v->parameters == 0)
        return false;
    v->why = "a start that is not known well enough";
    if (!starts_agree(v))
        return false;
    v->why = NULL;
    return true;
}

void tml_variants_free(tml_variants *v)
{
    let_go(&v->centre);
    for (int i = 0; v->near && i < v->parameters * TML_SIDES; i++)
        let_go(&v->near[i]);
}

double tml_variants_scale(const tml_variants *v, int parameter)
{
    return v->h[parameter] / TML_FRACTION;
}

/* ---- where they are ---- */

void tml_variants_start(const tml_variants *v, double *x, double *S)
{
    tml_live_ode_get(v->centre.live, x);
    memset(S, 0, (size_t)(v->n * v->parameters) * sizeof(double));
    for (int j = 0; j < v->parameters; j++)
        for (int side = 0; side < TML_SIDES; side++) {
            const double *y = tml_variant_near(v, j, side)->live->motion.problem.y;
            for (int i = 0; i < v->n; i++)
                S[j * v->n + i] += tml_side_weight(side) / v->h[j] * (y[i] - x[i]);
        }
}

void tml_variants_parameter(const tml_variants *v, int parameter, double *derivative)
{
    for (int j = 0; j < v->parameters; j++) {
        derivative[j] = 0;
        for (int side = 0; side < TML_SIDES; side++)
            derivative[j] += tml_side_weight(side) / v->h[j] *
                             tml_variant_near(v, j, side)->live->task.resolved->parameters[parameter];
    }
}

static int accept(tml_live *live, double t, const double *x)
{
    const tml_problem *p = &live->motion.problem;
    live->motion.solved = 0;
    return p->accept && p->accept(p->context, tml_variant_held(live, t), x);
}

int tml_variants_accept(tml_variants *v, double t, const double *x)
{
    int flag = accept(v->centre.live, t, x);
    for (int i = 0; !flag && i < v->parameters * TML_SIDES; i++)
        flag = accept(v->near[i].live, t, x);
    return flag;
}

double tml_variants_break(const tml_variants *v)
{
    return tml_live_ode_break(v->centre.live);
}
