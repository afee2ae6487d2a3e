/* touching_places.c - whether what rolls, or touches with a round edge, still touches where it did.
 *
 * A wheel touches a curved surface where its circle is nearest. That place p moves with the rate p' (contact/touch.h), until another place of the circle comes as
 * near, or the place ceases to be a least distance: then the nearest one jumps, and with it all directions of gap and slip. Within a step of h
 *   |p(t + h) - p(t)| > 5 h max |p'|     and more than a part of the wheel
 * tells that. Steps across a jump are as short as the tolerance demands: no smooth motion is taken for one. Where the second place is pressed on, steps become
 * shorter and shorter without a jump: there its gap is zero.
 */
#include "analysis/dynamics/touching_places.h"
#include "base/code.h"
#include "contact/touch.h"
#include <math.h>

static const double FAR = 1e-5;     /* of the wheel */
static const double EXPLAINED = 5;  /* of what the rates at both ends let it move */
static const double TOUCHES = 1e-8; /* of the wheel: a second gap that is closed */

static double size_of(const tml_candidate *c)
{
    return c->rim > 0 ? c->rim : c->radius;
}

/* Of what rolls all but balls on flat sides; of contacts the round edges that are not sharp, one gap of which stands for all of their places. */
static bool may_jump(const tml_measure *m, bool rolls)
{
    const tml_candidate *c = m->candidate;
    if (m->kind != TML_GAP || !c)
        return false;
    const bool curve = c->kind == TML_TOUCH_CURVE && c->rim > 0;
    return rolls ? curve || c->kind == TML_TOUCH_POINT : curve && c->radius + c->other->radius > 0;
}

static void add(tml_touching_places *x, const tml_system *s, int measure, int joint, int contact)
{
    if (may_jump(&s->measures[measure], joint >= 0))
        x->list[x->count++] = (tml_touching_place){
            .measure = measure, .joint = joint, .contact = contact, .size = size_of(s->measures[measure].candidate)};
}

tml_touching_places tml_touching_places_make(const tml_system *s, tml_arena *arena)
{
    tml_touching_places x = {.jumped = -1};
    if (!s->space)
        return x;
    x.list = TML_NEW_ARRAY(arena, tml_touching_place, s->rigid_row_count + s->interaction_count + 1);
    for (int i = 0; i < s->rigid_row_count; i++)
        if (s->rows[i].joint >= 0 && s->rows[i].terms.count == 1)
            add(&x, s, s->terms[s->rows[i].terms.first].measure, s->rows[i].joint, -1);
    for (int i = 0; i < s->interaction_count; i++)
        if (s->interactions[i].kind == TML_UNILATERAL)
            add(&x, s, s->interactions[i].term[0].measure, -1, i);
    return x;
}

static bool is_closed(const tml_touching_place *p, const tml_workspace *work)
{
    return p->joint >= 0 || work->modes[p->contact].kind == TML_CLOSED;
}

static bool touches_twice(const tml_touching_place *p, const tml_workspace *work)
{
    return work->system->measures[p->measure].candidate->rim > 0 &&
           tml_workspace_second_gap(work, p->measure) <= TOUCHES * p->size;
}

void tml_touching_places_begin(tml_touching_places *x, const tml_workspace *work, double t)
{
    for (int i = 0; i < x->count; i++) {
        tml_touching_place *p = &x->list[i];
        p->known = is_closed(p, work);
        if (p->known)
            p->place = tml_workspace_touching_place(work, p->measure, &p->speed);
    }
    x->t = t;
}

bool tml_touching_places_advance(tml_touching_places *x, const tml_workspace *work, double t)
{
    const double h = t - x->t;
    for (int i = 0; i < x->count; i++) {
        const tml_touching_place before = x->list[i];
        if (!before.known || !is_closed(&before, work))
            continue;
        tml_vec3 speed;
        const tml_vec3 now = tml_workspace_touching_place(work, before.measure, &speed);
        const double way = tml_norm(tml_sub(now, before.place)), most = fmax(tml_norm(before.speed), tml_norm(speed));
        if ((way > FAR * before.size && way > EXPLAINED * h * most) || touches_twice(&before, work))
            x->jumped = i;
    }
    tml_touching_places_begin(x, work, t);
    return x->jumped >= 0;
}

void tml_touching_places_report(const tml_touching_places *x, const tml_system *s, tml_log *log)
{
    const tml_touching_place *p = &x->list[x->jumped];
    if (p->joint >= 0)
        tml_log_raise(
            log, TML_E_PLACE_JUMPS, s->joints[p->joint].place,
            "joint %s: at t = %.9g s the surfaces come to touch in a second place, or there alone, and a rolling "
            "joint holds the first; end the motion before, or put a contact with friction in its place",
            s->joints[p->joint].name, x->t);
    else
        tml_log_raise(
            log, TML_E_PLACE_JUMPS, s->interactions[p->contact].place,
            "contact %s: at t = %.9g s the surfaces come to touch in a second place, or there alone, and from event "
            "to event such a pair has one; `contact: time_stepping` goes on, and so do several smaller surfaces, as "
            "spheres along a ring, in place of one of them",
            s->interactions[p->contact].name, x->t);
}
