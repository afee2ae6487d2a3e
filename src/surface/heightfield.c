/* heightfield.c - ground whose height is a table of x and y: free where z > h(x, y). */
#include "model/body_surface.h"
#include "model/shape.h"

static const tml_field fields[] = {
    {"table", TML_FIELD_TEXT, .required = true, .doc = "name of a table of x and y, in metres: the height along z"},
    TML_SURFACE_AT("where its x, y and height are zero"),
};

static bool read_heightfield(tml_shape_context *c, tml_body_surface *s)
{
    const tml_node *name = tml_node_find(c->element.node, "table");
    const tml_tabulated *table = tml_resolved_table(c->r, name->text, name->place);
    if (!table || !table->surface) {
        tml_log_raise(c->r->log, TML_E_SURFACE, name->place,
                      table ? "%s: table \"%s\" is of one argument: heights need x and y"
                            : "%s: no table \"%s\": heights are a table with x, y and z",
                      c->element.name, name->text);
        return false;
    }
    s->heights = tml_surface_spline(table->surface);
    return tml_shape_center(c, &s->at);
}

const tml_body_surface_class tml_body_surface_heightfield = {
    .name = "heightfield",
    .doc = "Uneven ground: its height is a table of x and y.",
    .kind = TML_SURFACE_HEIGHTS,
    .space = true,
    TML_LIST(fields),
    .short_field = "table",
    .read = read_heightfield,
};
