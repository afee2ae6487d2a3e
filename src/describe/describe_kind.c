/* describe_kind.c - joints and forces: what they connect or act on, their rows and coordinates in the plane and in space, fields,
 * channels, symbols, and how a new one is written.
 */
#include "describe/describe.h"
#include "model/friction.h"
#include "model/model.h"

static void put_optional(tml_json_writer *p, const char *key, const char *text)
{
    if (text)
        tml_json_text(p, key, text);
}

static void put_symbol(tml_json_writer *p, const tml_symbol_piece *pieces, size_t count)
{
    tml_json_open(p, "symbol", '[');
    for (size_t i = 0; i < count; i++) {
        tml_json_open(p, NULL, '{');
        put_optional(p, "on", pieces[i].on);
        put_optional(p, "look", pieces[i].look);
        put_optional(p, "path", pieces[i].path);
        put_optional(p, "motif", pieces[i].motif);
        put_optional(p, "when", pieces[i].when);
        put_optional(p, "given", pieces[i].given);
        tml_json_close(p, '}');
    }
    tml_json_close(p, ']');
}

static void put_template(tml_json_writer *p, const tml_template *t, const char *kind)
{
    const char *plane = t->plane ? t->plane : "";
    tml_json_open(p, NULL, '{');
    tml_json_text(p, "title", t->title ? t->title : kind);
    tml_json_text(p, "stem", t->stem ? t->stem : kind);
    tml_json_text(p, "plane", plane);
    tml_json_text(p, "space", t->space ? t->space : plane);
    put_optional(p, "sliding", t->sliding);
    tml_json_number(p, "rank", t->rank);
    tml_json_close(p, '}');
}

void tml_describe_templates(tml_json_writer *p, const tml_template *templates, size_t count, const char *kind)
{
    static const tml_template plain = {.rank = 0};
    tml_json_open(p, "templates", '[');
    for (size_t i = 0; i < count; i++)
        put_template(p, &templates[i], kind);
    if (count == 0)
        put_template(p, &plain, kind);
    tml_json_close(p, ']');
}

/* ---- joints ---- */

static void put_form(tml_json_writer *p, const char *key, const tml_joint_class *joint, const tml_joint_form *form)
{
    if (!form->exists) {
        tml_json_raw(p, key, "null");
        return;
    }
    tml_json_open(p, key, '{');
    int rates = form->surface_rows ? form->surface_rows - 1 : 0;
    for (size_t i = 0; i < form->rows_count; i++)
        rates += form->rows[i].rate_only;
    tml_json_number(p, "rows",
                    (int)form->rows_count + (joint->couple != NULL) + (joint->connects == TML_CONNECT_EXPRESSION) +
                        (joint->connects == TML_CONNECT_PATH) + form->surface_rows +
                        (joint->carries ? form == &joint->space ? 3 : 1 : 0));
    tml_json_number(p, "rate_rows", rates);
    tml_json_bool(p, "needs_axis", form->needs_axis);
    tml_json_bool(p, "shares_point", form->shares_point);
    tml_json_bool(p, "friction_radius", tml_friction_needs_radius(form));
    tml_json_open(p, "coordinates", '[');
    for (size_t i = 0; i < form->coordinates_count; i++) {
        const tml_coordinate *c = &form->coordinates[i];
        tml_json_open(p, NULL, '{');
        tml_json_text(p, "name", c->name);
        tml_json_text(p, "unit", tml_unit_of_motion(c->is_rotation, 0));
        tml_json_bool(p, "channel", c->measure.kind != TML_NO_MEASURE);
        tml_json_close(p, '}');
    }
    tml_json_close(p, ']');
    tml_json_close(p, '}');
}

/* Teeth that mesh: the fields that give them. */
static void put_mesh(tml_json_writer *p, const tml_mesh_form *mesh)
{
    if (!mesh->teeth)
        return;
    tml_json_open(p, "mesh", '{');
    tml_json_text(p, "teeth", mesh->teeth);
    put_optional(p, "module", mesh->module);
    tml_json_close(p, '}');
}

static void put_joint(tml_json_writer *p, const tml_joint_class *joint)
{
    static const char *const connects[] = {"bodies", "points", "joints", "surfaces", "expression", "path"};
    tml_field fields[TML_MAX_COMMON_FIELDS];
    const size_t count = tml_joint_fields(joint, fields);
    tml_json_open(p, NULL, '{');
    tml_json_text(p, "name", joint->name);
    tml_json_text(p, "doc", joint->doc);
    tml_json_text(p, "connects", connects[joint->connects]);
    put_optional(p, "couples", joint->couples);
    put_mesh(p, &joint->mesh);
    tml_json_bool(p, "several", joint->several);
    tml_json_bool(p, "hinge", joint->hinge);
    tml_json_bool(p, "slider", joint->slider);
    put_form(p, "plane", joint, &joint->plane);
    put_form(p, "space", joint, &joint->space);
    tml_describe_fields(p, "fields", joint->fields, joint->fields_count);
    tml_describe_fields(p, "common_fields", fields, count);
    put_symbol(p, joint->symbol, joint->symbol_count);
    tml_describe_templates(p, joint->templates, joint->templates_count, joint->name);
    tml_json_close(p, '}');
}

void tml_describe_joints(tml_json_writer *p)
{
    tml_json_open(p, "joints", '[');
    for (int i = 0; i < tml_joint_class_count; i++)
        put_joint(p, tml_joint_classes[i]);
    tml_json_close(p, ']');
}

/* ---- forces ---- */

/* It acts along the line of its two points, which must be apart. */
static bool acts_along(const tml_force_class *force)
{
    return force->laws_count > 0 && force->laws[0].measure.kind == TML_DISTANCE;
}

/* It has a stiffness, so that it can store energy. */
static bool is_elastic(const tml_force_class *force)
{
    for (size_t i = 0; i < force->laws_count; i++)
        if (force->laws[i].stiffness)
            return true;
    return force->mount;
}

static void put_force(tml_json_writer *p, const tml_force_class *force)
{
    static const char *const acts[] = {"point", "bodies", "points", "joint", "joint or bodies", "surfaces"};
    tml_field common[TML_MAX_COMMON_FIELDS];
    tml_json_open(p, NULL, '{');
    tml_json_text(p, "name", force->name);
    tml_json_text(p, "doc", force->doc);
    tml_json_text(p, "acts_on", acts[force->acts]);
    tml_json_bool(p, "along", acts_along(force));
    tml_json_bool(p, "elastic", is_elastic(force));
    tml_json_bool(p, "wrench", force->reports_wrench);
    tml_json_bool(p, "plane", force->plane);
    tml_json_bool(p, "space", force->space);
    tml_describe_fields(p, "fields", force->fields, force->fields_count);
    tml_describe_fields(p, "common_fields", common, tml_force_fields(force, common));
    tml_json_open(p, "channels", '[');
    for (size_t i = 0; i < force->channels_count; i++) {
        tml_json_open(p, NULL, '{');
        tml_json_text(p, "name", force->channels[i].name);
        tml_json_text(p, "unit", force->channels[i].unit);
        tml_json_text(p, "doc", force->channels[i].doc ? force->channels[i].doc : force->channels[i].name);
        tml_json_close(p, '}');
    }
    tml_json_close(p, ']');
    put_symbol(p, force->symbol, force->symbol_count);
    tml_describe_templates(p, force->templates, force->templates_count, force->name);
    tml_json_close(p, '}');
}

void tml_describe_forces(tml_json_writer *p)
{
    tml_json_open(p, "forces", '[');
    for (int i = 0; i < tml_force_class_count; i++)
        put_force(p, tml_force_classes[i]);
    tml_json_close(p, ']');
}
