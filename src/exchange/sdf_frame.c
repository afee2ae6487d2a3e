/* sdf_frame.c - frames of SDFormat: found by their names, placed from each other on.
 *
 *   X_scope,frame = X_scope,base X_pose       base: the frame that relative_to names, else
 *                                             the model (of links and models), the child (of joints), attached_to (of <frame>)
 * The pose of a model with placement_frame F is that of F: X_model = X_pose X_model,F^-1.
 */
#include "exchange/sdf.h"

static const char *or_none(const char *text)
{
    return text && text[0] ? text : NULL;
}

int tml_sdf_find(const tml_sdf *s, int scope, const char *name)
{
    if (strcmp(name, "__model__") == 0 && scope >= 0)
        return scope;
    if (strcmp(name, "world") == 0)
        return TML_SDF_WORLD;
    const char *around = scope >= 0 ? s->frames[scope].name : NULL;
    const size_t length = around ? strlen(around) : 0;
    for (int i = 0; i < s->frame_count; i++) {
        const char *own = s->frames[i].name;
        if (around && (strncmp(own, around, length) != 0 || strncmp(own + length, "::", 2) != 0))
            continue;
        own += around ? length + 2 : 0;
        const size_t count = strlen(own);
        if (strncmp(own, name, count) != 0)
            continue;
        if (name[count] == '\0' || (s->frames[i].kind == TML_SDF_MODEL && strcmp(name + count, "::__model__") == 0))
            return i;
    }
    return TML_SDF_NONE;
}

bool tml_sdf_named(tml_sdf *s, int scope, const char *name, const tml_xml *asking, int *frame)
{
    *frame = tml_sdf_find(s, scope, name);
    if (*frame != TML_SDF_NONE)
        return true;
    tml_log_raise(s->robot->log, TML_E_ROBOT_TREE, asking->place,
                  "<%s>: there is no link, joint, model or frame \"%s\"", asking->name, name);
    return false;
}

/* The name of the frame from which on the pose counts; NULL: the scope itself. */
static const char *base_of(const tml_sdf_frame *f, const tml_xml *pose)
{
    const char *base = or_none(tml_xml_get(pose, "relative_to"));
    base = base ? base : or_none(tml_xml_get(pose, "frame")); /* as it was called before 1.7 */
    if (!base && f->kind == TML_SDF_FRAME)
        base = or_none(tml_xml_get(f->x, "attached_to"));
    return base || f->kind != TML_SDF_JOINT ? base : tml_sdf_text(f->x, "child");
}

static bool place(tml_sdf *s, int frame);

/* From `frame` on, up to a scope around it. */
static bool climb(tml_sdf *s, int frame, int scope, tml_placement *at)
{
    *at = tml_placement_of((tml_vec3){0}, (tml_vec3){0});
    for (int f = frame; f >= 0 && f != scope; f = s->frames[f].scope) {
        if (!place(s, f))
            return false;
        *at = tml_placement_times(&s->frames[f].at, at);
    }
    return true;
}

/* A frame of a model in the model. */
static bool place_inside(tml_sdf *s, int model, const char *name, const tml_xml *asking, tml_placement *at)
{
    int inside;
    return tml_sdf_named(s, model, name, asking, &inside) && climb(s, inside, model, at);
}

static bool place_by_pose(tml_sdf *s, int frame)
{
    tml_sdf_frame *f = &s->frames[frame];
    tml_xml *own = tml_xml_child(f->x, "pose"), *over = tml_xml_child(f->include, "pose"), *pose = over ? over : own;
    const char *base = base_of(f, pose), *through = tml_sdf_text(f->include, "placement_frame");
    tml_placement from = tml_placement_of((tml_vec3){0}, (tml_vec3){0}), by, inside;
    int other;
    if (!tml_sdf_pose(s, pose, &by))
        return false;
    if (base && (!tml_sdf_named(s, f->scope, base, pose ? pose : f->x, &other) || !climb(s, other, f->scope, &from)))
        return false;
    by = tml_placement_times(&from, &by);
    if (!through && f->kind == TML_SDF_MODEL)
        through = or_none(tml_xml_get(f->x, "placement_frame"));
    if (through) {
        if (!place_inside(s, frame, through, f->x, &inside))
            return false;
        inside = tml_placement_inverse(&inside);
        by = tml_placement_times(&by, &inside);
    }
    f->at = by;
    return true;
}

static bool place(tml_sdf *s, int frame)
{
    tml_sdf_frame *f = &s->frames[frame];
    if (f->state == TML_SDF_PLACED)
        return true;
    if (f->state == TML_SDF_BEING_PLACED) {
        tml_log_raise(s->robot->log, TML_E_ROBOT_TREE, f->x->place,
                      "poses go round in a circle: that of \"%s\" counts from itself on", f->name);
        return false;
    }
    f->state = TML_SDF_BEING_PLACED;
    if (!place_by_pose(s, frame))
        return false;
    f->state = TML_SDF_PLACED;
    return true;
}

bool tml_sdf_seen_from(tml_sdf *s, int frame, int scope, tml_placement *at)
{
    return climb(s, frame, scope, at);
}

/* ---- the link that a frame is part of ---- */

/* The first link of a model, or the one that it calls canonical; that of the models in it where it has none. */
static int canonical_link(const tml_sdf *s, int model)
{
    const char *name = or_none(tml_xml_get(s->frames[model].x, "canonical_link"));
    if (name)
        return tml_sdf_find(s, model, name);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < s->frame_count; i++)
            if (s->frames[i].scope == model && s->frames[i].kind == (pass ? TML_SDF_MODEL : TML_SDF_LINK))
                return i;
    return TML_SDF_NONE;
}

static int next_towards_link(tml_sdf *s, int frame)
{
    const tml_sdf_frame *f = &s->frames[frame];
    if (f->kind == TML_SDF_MODEL)
        return canonical_link(s, frame);
    const char *name =
        f->kind == TML_SDF_JOINT ? tml_sdf_text(f->x, "child") : or_none(tml_xml_get(f->x, "attached_to"));
    return name ? tml_sdf_find(s, f->scope, name) : f->scope; /* the model, or the world */
}

int tml_sdf_link_of(tml_sdf *s, int frame, const tml_xml *asking)
{
    for (int steps = 0; steps <= s->frame_count; steps++) {
        if (frame == TML_SDF_WORLD)
            return 0;
        if (frame == TML_SDF_NONE)
            break;
        if (s->frames[frame].kind == TML_SDF_LINK)
            return s->frames[frame].link;
        frame = next_towards_link(s, frame);
    }
    tml_log_raise(s->robot->log, TML_E_ROBOT_TREE, asking->place, "<%s>%s</%s>: that is part of no link", asking->name,
                  asking->text, asking->name);
    return -1;
}
