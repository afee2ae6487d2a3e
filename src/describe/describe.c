/* describe.c - everything that this version knows, as JSON: kinds with their fields and symbols, functions, units, channels.
 *
 * All of it comes from the descriptors and tables that the reader and the solvers use, so that whoever offers, draws or documents a
 * kind (the workbench, completion, the reference, plots) keeps no list of his own. docs/reference/describe.md says what the keys
 * mean, docs/reference/describe.schema.json what may stand there.
 */
#include "describe/describe.h"
#include "analysis/analysis.h"
#include "integrate/integrator.h"
#include "model/body_surface.h"
#include "model/outputs.h"
#include "model/ready_part.h"
#include "model/shape.h"
#include "model/states.h"
#include "model/study_class.h"
#include "plot/picture.h"
#include "result/writer.h"

static void open_kind(tml_json_writer *p, const char *name, const char *doc)
{
    tml_json_open(p, NULL, '{');
    tml_json_text(p, "name", name);
    tml_json_text(p, "doc", doc ? doc : "");
}

static void put_analyses(tml_json_writer *p)
{
    tml_json_open(p, "analyses", '[');
    for (int i = 0; i < tml_analysis_class_count; i++) {
        const tml_analysis_class *c = tml_analysis_classes[i];
        open_kind(p, c->name, c->doc);
        tml_json_bool(p, "needs_inertia", c->needs_inertia);
        tml_json_bool(p, "integrates", c->integrates);
        if (c->row) {
            tml_json_text(p, "row", c->row);
            tml_json_text(p, "rows", c->rows);
        }
        tml_describe_fields(p, "fields", c->fields, c->fields_count);
        tml_describe_templates(p, &c->template, 1, c->name);
        tml_json_close(p, '}');
    }
    tml_json_close(p, ']');
    tml_describe_fields(p, "analysis_fields", tml_analysis_common_fields, tml_analysis_common_fields_count);
    tml_describe_fields(p, "element_fields", tml_repeat_fields, tml_repeat_fields_count);
    tml_describe_fields(p, "use_fields", tml_use_fields, tml_use_fields_count);
}

static void put_studies(tml_json_writer *p)
{
    tml_json_open(p, "studies", '[');
    for (int i = 0; i < tml_study_class_count; i++) {
        const tml_study_class *c = tml_study_classes[i];
        open_kind(p, c->name, c->doc);
        tml_describe_fields(p, "fields", c->fields, c->fields_count);
        tml_describe_templates(p, &c->template, 1, c->name);
        tml_json_close(p, '}');
    }
    tml_json_close(p, ']');
    tml_describe_fields(p, "study_fields", tml_study_common_fields, tml_study_common_fields_count);
}

static void put_integrators(tml_json_writer *p)
{
    tml_json_open(p, "integrators", '[');
    for (int i = 0; i < tml_integrator_class_count; i++) {
        const tml_integrator_class *c = tml_integrator_classes[i];
        open_kind(p, c->name, c->doc);
        tml_json_bool(p, "fixed_step", c->fixed_step);
        tml_json_bool(p, "needs_jacobian", c->needs_jacobian);
        tml_json_bool(p, "needs_dae", c->needs_dae);
        tml_json_close(p, '}');
    }
    tml_json_close(p, ']');
}

static void put_formulations(tml_json_writer *p)
{
    tml_json_open(p, "formulations", '[');
    for (int i = 0; i < tml_formulation_class_count; i++) {
        open_kind(p, tml_formulation_classes[i]->name, tml_formulation_classes[i]->doc);
        tml_json_bool(p, "compliant", tml_formulation_classes[i]->treatment == TML_PENALIZE);
        tml_json_close(p, '}');
    }
    tml_json_close(p, ']');
}

static void put_writers(tml_json_writer *p)
{
    tml_json_open(p, "writers", '[');
    for (int i = 0; i < tml_writer_class_count; i++) {
        open_kind(p, tml_writer_classes[i]->name, tml_writer_classes[i]->doc);
        tml_json_text(p, "ending", tml_writer_classes[i]->ending);
        tml_json_close(p, '}');
    }
    tml_json_close(p, ']');
}

static void put_plot_formats(tml_json_writer *p)
{
    tml_json_open(p, "plot_formats", '[');
    for (int i = 0; i < tml_plot_format_class_count; i++) {
        open_kind(p, tml_plot_format_classes[i]->name, tml_plot_format_classes[i]->doc);
        tml_json_text(p, "ending", tml_plot_format_classes[i]->ending);
        tml_json_close(p, '}');
    }
    tml_json_close(p, ']');
}

static void put_plot_kinds(tml_json_writer *p)
{
    tml_json_open(p, "plot_kinds", '[');
    for (int i = 0; i < tml_picture_class_count; i++) {
        open_kind(p, tml_picture_classes[i]->name, tml_picture_classes[i]->doc);
        tml_json_text(p, "columns", tml_picture_classes[i]->names);
        tml_json_close(p, '}');
    }
    tml_json_close(p, ']');
}

static void put_shapes(tml_json_writer *p)
{
    tml_json_open(p, "shapes", '[');
    for (size_t i = 0; i < tml_shape_class_count; i++) {
        const tml_shape_class *c = &tml_shape_classes[i];
        open_kind(p, c->name, c->doc);
        tml_json_text(p, "short", c->short_field); /* the field that `shape: {disc: 50 mm}` gives */
        tml_describe_fields(p, "fields", c->fields, c->fields_count);
        tml_describe_templates(p, &c->template, 1, c->name);
        tml_json_close(p, '}');
    }
    tml_json_close(p, ']');
}

static void put_surfaces(tml_json_writer *p)
{
    tml_json_open(p, "surfaces", '[');
    for (int i = 0; i < tml_body_surface_class_count; i++) {
        const tml_body_surface_class *c = tml_body_surface_classes[i];
        open_kind(p, c->name, c->doc);
        tml_json_text(p, "short", c->short_field);
        if (c->motion)
            tml_json_text(p, "motion", c->motion);
        tml_json_bool(p, "plane", c->plane);
        tml_json_bool(p, "space", c->space);
        tml_describe_fields(p, "fields", c->fields, c->fields_count);
        tml_describe_templates(p, &c->template, 1, c->name);
        tml_json_close(p, '}');
    }
    tml_json_close(p, ']');
}

static void put_states(tml_json_writer *p)
{
    tml_json_open(p, "states", '[');
    for (int i = 0; i < tml_state_class_count; i++) {
        const tml_state_class *c = tml_state_classes[i];
        open_kind(p, c->name, c->doc);
        tml_json_bool(p, "plain",
                      c == &tml_state_rate); /* its fields stand in the element itself, not in {KIND: {...}} */
        tml_describe_fields(p, "fields", c->fields, c->fields_count);
        tml_describe_templates(p, &c->template, 1, c->name);
        tml_json_close(p, '}');
    }
    tml_json_close(p, ']');
}

static void put_ready_parts(tml_json_writer *p)
{
    tml_json_open(p, "ready_parts", '[');
    for (int i = 0; i < tml_ready_part_class_count; i++) {
        const tml_ready_part_class *c = tml_ready_part_classes[i];
        open_kind(p, c->name, c->doc);
        tml_json_bool(p, "plane", c->plane);
        tml_json_bool(p, "space", c->space);
        tml_json_text(p, "ports", c->ports);
        tml_describe_fields(p, "fields", c->parameters, c->parameters_count);
        tml_describe_templates(p, &c->template, 1, c->name);
        tml_json_close(p, '}');
    }
    tml_json_close(p, ']');
}

char *tml_describe_text(void)
{
    tml_json_writer p = {.depth = 0};
    tml_json_open(&p, NULL, '{');
    tml_json_text(&p, "version", tml_version());
    tml_describe_joints(&p);
    tml_describe_forces(&p);
    put_states(&p);
    put_shapes(&p);
    put_surfaces(&p);
    tml_describe_fields(&p, "surface_fields", tml_body_surface_common_fields, tml_body_surface_common_fields_count);
    tml_describe_fields(&p, "segment_fields", tml_segment_fields, tml_segment_fields_count);
    tml_describe_fields(&p, "output_fields", tml_output_fields, tml_output_fields_count);
    put_ready_parts(&p);
    put_analyses(&p);
    put_studies(&p);
    put_integrators(&p);
    put_formulations(&p);
    put_writers(&p);
    put_plot_formats(&p);
    put_plot_kinds(&p);
    tml_describe_words(&p);
    tml_describe_channels(&p);
    tml_json_close(&p, '}');
    tml_json_end(&p);
    return tml_text_detach(&p.out);
}
