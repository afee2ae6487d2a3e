/* tyre.c - the form of a tyre: geometry of the wheel and the road, slip, the laws of slip, as definitions of one another. */
#include "model/tyre.h"
#include <string.h>

/* A definition that is no derivative. */
#define IS(is_name, is_text)                                                                                           \
    {                                                                                                                  \
        .name = (is_name), .text = (is_text)                                                                           \
    }

/* ---- where the wheel is ---- */

/* A wheel on a road, from the side: x along it, y up; t the direction of the road. */
#define SIDE                                                                                                           \
    {"n0", "sqrt(1 + h_x^2)", .where = TML_IN_PLANE}, {"r", "(y - h)/n0", .where = TML_IN_PLANE},                      \
        {"r_rate", "r_x*vx + r_y*vy + r_t", .where = TML_IN_PLANE}, {"tx", "1/n0", .where = TML_IN_PLANE},             \
        {"ty", "h_x/n0", .where = TML_IN_PLANE}, {"spin", "-w", .where = TML_IN_PLANE},                                \
        {"forward", "vx*tx + (vy - h_t)*ty", .where = TML_IN_PLANE}, {"sy", "0", .where = TML_IN_PLANE},               \
    {                                                                                                                  \
        "load_now", "radial", .where = TML_IN_PLANE                                                                    \
    }

/* In space: u the normal of the road, n the wheel's axis, t = n x u its direction, l = u x t to the left, e from its centre to the road. */
#define SPACE(name, text)                                                                                              \
    {                                                                                                                  \
        name, text, .where = TML_IN_SPACE                                                                              \
    }
#define DISC                                                                                                           \
    SPACE("n0", "sqrt(1 + h_x^2 + h_y^2)"), SPACE("ux", "-h_x/n0"), SPACE("uy", "-h_y/n0"), SPACE("uz", "1/n0"),       \
        SPACE("tilt", "ux*nx + uy*ny + uz*nz"), SPACE("upright", "sqrt(1 - tilt^2)"),                                  \
        SPACE("r", "(z - h)*uz/upright"),                                                                              \
        SPACE("r_rate", "r_x*vx + r_y*vy + r_z*vz + r_nx*nx_rate + r_ny*ny_rate + r_nz*nz_rate + r_t"),                \
        SPACE("tx", "(ny*uz - nz*uy)/upright"), SPACE("ty", "(nz*ux - nx*uz)/upright"),                                \
        SPACE("tz", "(nx*uy - ny*ux)/upright"), SPACE("lx", "uy*tz - uz*ty"), SPACE("ly", "uz*tx - ux*tz"),            \
        SPACE("lz", "ux*ty - uy*tx"), SPACE("ex", "(tilt*nx - ux)/upright"), SPACE("ey", "(tilt*ny - uy)/upright"),    \
        SPACE("ez", "(tilt*nz - uz)/upright"), SPACE("spin", "wx*nx + wy*ny + wz*nz"),                                 \
        SPACE("forward", "vx*tx + vy*ty + (vz - h_t)*tz"),                                                             \
        SPACE("sy",                                                                                                    \
              "vx*lx + vy*ly + (vz - h_t)*lz + r*(wx*(ey*lz - ez*ly) + wy*(ez*lx - ex*lz) + wz*(ex*ly - ey*lx))"),     \
        SPACE("load_now", "radial/upright"), SPACE("gx", "fx*tx + fy*lx"), SPACE("gy", "fx*ty + fy*ly"),               \
        SPACE("gz", "fx*tz + fy*lz")

static const tml_state_definition wheel[] = {
    IS("h", "road"),
    {"h_x", "h", .by = "x"},
    {"h_y", "h", .by = "y", .where = TML_IN_SPACE},
    {"h_t", "h", .by = "t"},
    SIDE,
    DISC,
    {"r_x", "r", .by = "x"},
    {"r_y", "r", .by = "y"},
    {"r_z", "r", .by = "z", .where = TML_IN_SPACE},
    {"r_nx", "r", .by = "nx", .where = TML_IN_SPACE},
    {"r_ny", "r", .by = "ny", .where = TML_IN_SPACE},
    {"r_nz", "r", .by = "nz", .where = TML_IN_SPACE},
    {"r_t", "r", .by = "t"},
    IS("pressed", "stiffness*(radius - r) - damping*r_rate"),
    IS("radial", "if(r < radius, max(0, pressed), 0)"),
    IS("rolling", "spin*r_e"),
    IS("sx", "forward - rolling"),
};

/* From above: u and v are the speeds along the axes of the body, which the wheel is steered against. */
static const tml_state_definition top[] = {
    IS("forward", "u*cos(steer) + v*sin(steer)"),
    IS("sy", "v*cos(steer) - u*sin(steer)"),
    IS("sx", "0"),
    IS("rolling", "forward"),
    IS("load_now", "load"),
};

/* ---- slip ---- */

/* Speeds that slip is relative to: |v|, and below the speed `transition` a parabola that does not vanish. */
#define SMOOTH(v) "if(abs(" v ") > transition, abs(" v "), (" v "^2/transition + transition)/2)"

/* 1*: a force by slip and one by an angle are both forces, whatever their units. */
static const tml_state_definition speeds[] = {
    IS("abs_forward", SMOOTH("forward")),
    IS("abs_rolling", SMOOTH("rolling")),
    IS("magic_slip", "hypot(1*kx, 1*atan(ky))"),
    IS("grip", "friction*load_now"),
    IS("ax", "1*slip_stiffness*kx*share"),
    IS("ay", "1*cornering_stiffness*ky*share"),
    IS("fill", "hypot(ax, ay)/(3*grip)"),
    IS("adhesion", "if(fill < 1, 1 - fill + fill^2/3, 1/(3*fill))"),
    IS("brush_trail", "if(fill < 1, patch/3*(1 - fill)^3/adhesion, 0)"),
};

/* D sin(C atan(B s - E (B s - atan(B s)))) */
#define MAGIC(c)                                                                                                       \
    c "3*load_now*sin(" c "2*atan(" c "1*magic_slip - " c "4*(" c "1*magic_slip - atan(" c "1*magic_slip))))"
#define MAGIC_SHARE(c, k)                                                                                              \
    "if(magic_slip > 1e-12, " k "/max(magic_slip, 1e-12)*" MAGIC(c) ", " k "*" c "1*" c "2*" c "3*load_now)"

static const tml_state_definition linear_law[] = {
    IS("base", "abs_forward"),
    IS("fx_slip", "slip_stiffness*kx*share"),
    IS("fy_slip", "cornering_stiffness*atan(ky)*share"),
    IS("trail_now", "trail"),
};
static const tml_state_definition brush_law[] = {
    IS("base", "abs_rolling"),
    IS("fx_slip", "if(load_now > 0, ax*adhesion, 0)"),
    IS("fy_slip", "if(load_now > 0, ay*adhesion, 0)"),
    IS("trail_now", "if(load_now > 0, brush_trail, 0)"),
};
static const tml_state_definition magic_law[] = {
    IS("base", "abs_forward"),
    IS("fx_slip", MAGIC_SHARE("longitudinal", "kx")),
    IS("fy_slip", MAGIC_SHARE("lateral", "atan(ky)")),
    IS("trail_now", "trail"),
};
static const tml_state_definition no_slip[] = {
    IS("base", "abs_forward"),
    IS("fx_slip", "0"),
    IS("fy_slip", "0"),
    IS("trail_now", "0"),
};

static bool given(const tml_node *map, const char *field)
{
    return tml_node_find(map, field) != NULL;
}

static bool chosen(const tml_node *map, const char *field, const char *choice)
{
    const tml_node *node = tml_node_find(map, field);
    return node && node->kind == TML_NODE_SCALAR && strcmp(node->text, choice) == 0;
}

/* What slip gives to it, whichever law. */
static bool slips(const tml_node *map)
{
    return given(map, "slip_stiffness") || given(map, "cornering_stiffness") || given(map, "longitudinal") ||
           given(map, "lateral");
}

/* ---- the form ---- */

typedef struct {
    tml_state_definition *list;
    int count;
} definitions;

static void add(definitions *d, const tml_state_definition *list, size_t count)
{
    memcpy(d->list + d->count, list, count * sizeof *list);
    d->count += (int)count;
}

static void define(definitions *d, const char *name, const char *text)
{
    d->list[d->count++] = (tml_state_definition){name, text, NULL, TML_ANYWHERE};
}

#define ADD(d, list) add(d, list, sizeof(list) / sizeof *(list))

static void add_law(definitions *d, const tml_node *map)
{
    if (!slips(map))
        ADD(d, no_slip);
    else if (chosen(map, "law", "brush"))
        ADD(d, brush_law);
    else if (chosen(map, "law", "magic"))
        ADD(d, magic_law);
    else
        ADD(d, linear_law);
}

/* Seen from above the longitudinal force is given: it takes its part of the grip. */
static const char *lateral_text(const tml_node *map, bool above)
{
    return above && given(map, "drive") && chosen(map, "law", "brush") ? "fy_slip*sqrt(max(0, 1 - (drive/grip)^2))"
                                                                       : "fy_slip";
}

/* The longitudinal force seen from above, less what rolling takes. */
static const char *top_text(const tml_node *map)
{
    return given(map, "rolling_resistance") ? "drive - rolling_resistance*load_now*tanh(forward/transition)" : "drive";
}

static definitions define_all(const tml_node *map, bool above, tml_arena *arena)
{
    definitions d = {TML_NEW_ARRAY(arena, tml_state_definition, 96), 0};
    if (above)
        ADD(&d, top);
    else
        ADD(&d, wheel);
    ADD(&d, speeds);
    add_law(&d, map);
    define(&d, "r_e", given(map, "rolling_radius") ? "rolling_radius" : "r");
    define(&d, "share", given(map, "nominal_load") ? "load_now/nominal_load" : above ? "1" : "if(load_now > 0, 1, 0)");
    define(&d, "kx", given(map, "longitudinal_relaxation") ? "stretch_x/longitudinal_relaxation" : "-sx/base");
    define(&d, "ky", given(map, "lateral_relaxation") ? "stretch_y/lateral_relaxation" : "-sy/base");
    define(&d, "my",
           given(map, "rolling_resistance") ? "rolling_resistance*load_now*r_e*tanh(rolling/transition)" : "0");
    define(&d, "fx", above ? top_text(map) : "fx_slip");
    define(&d, "fy", lateral_text(map, above));
    define(&d, "mz", "-trail_now*fy");
    return d;
}

/* u' = -slip velocity - speed u/length: the slip that acts, u/length, follows over the length. */
static tml_state_variable_form relaxation(const char *name, const char *own, const char *rate, tml_arena *arena)
{
    return (tml_state_variable_form){
        .name = tml_arena_dotted(arena, name, own), .own = own, .rate = rate, .unit = tml_state_unit("m", arena)};
}

static const tml_state_signal_form wheel_signals[] = {
    {"deflection", NULL, "radius - r", "m"},
    {"load", NULL, "load_now", "N"},
    {"camber", "camber_angle", "asin(tilt)", "rad"},
    /* of slip: */
    {"longitudinal", NULL, "fx", "N"},
    {"slip", NULL, "-sx/abs_forward", ""},
    {"slip_loss", NULL, "-fx*sx - fy*sy", "W"},
    {"lateral", "lateral_force", "fy", "N"},
    {"aligning", "aligning_moment", "mz", "N*m"},
    {"slip_angle", "angle_of_slip", "atan2(sy, abs_forward)", "rad"},
};
enum { WITHOUT_SLIP = 3 };
static const tml_state_signal_form top_signals[] = {
    {"load", NULL, "load_now", "N"},
    {"longitudinal", NULL, "fx", "N"},
    {"lateral", NULL, "fy", "N"},
    {"aligning", NULL, "mz", "N*m"},
    {"slip_angle", NULL, "atan2(sy, abs_forward)", "rad"},
    {"slip_loss", NULL, "-fy*sy", "W"},
};
/* With rolling resistance, behind the others. */
static const tml_state_signal_form wheel_loss = {"rolling_loss", NULL, "my*spin", "W"},
                                   top_loss = {"rolling_loss", NULL, "(drive - fx)*forward", "W"};

/* Where it leaves the road, where its damper would pull, where a brush begins to slide as a whole, where slip is no longer relative to the speed. */
static void add_kinks(tml_state_form *form, const tml_node *map, bool above, tml_arena *arena)
{
    const bool brush = chosen(map, "law", "brush");
    const char **kinks = TML_NEW_ARRAY(arena, const char *, 4);
    int count = 0;
    if (!above)
        kinks[count++] = "radius - r";
    if (!above && !tml_state_is_zero(tml_node_find(map, "damping")))
        kinks[count++] = "pressed";
    if (brush)
        kinks[count++] = "hypot(ax, ay) - 3*grip";
    if (slips(map))
        kinks[count++] = brush ? "abs(rolling) - transition" : "abs(forward) - transition";
    form->kinks = kinks;
    form->kink_count = count;
}

tml_state_form tml_tyre_form(const char *name, const tml_node *map, tml_arena *arena)
{
    const bool above = chosen(map, "view", "top");
    const definitions d = define_all(map, above, arena);
    const int plain = above        ? sizeof top_signals / sizeof *top_signals
                      : slips(map) ? sizeof wheel_signals / sizeof *wheel_signals
                                   : WITHOUT_SLIP,
              count = plain + given(map, "rolling_resistance");
    tml_state_signal_form *signals = TML_NEW_ARRAY(arena, tml_state_signal_form, count);
    tml_state_variable_form *x = TML_NEW_ARRAY(arena, tml_state_variable_form, 2);
    int variables = 0;
    for (int i = 0; i < count; i++) {
        signals[i] = i == plain ? (above ? top_loss : wheel_loss) : above ? top_signals[i] : wheel_signals[i];
        signals[i].name = tml_arena_dotted(arena, name, signals[i].name);
    }
    if (given(map, "longitudinal_relaxation"))
        x[variables++] = relaxation(name, "stretch_x", "-sx - base*stretch_x/longitudinal_relaxation", arena);
    if (given(map, "lateral_relaxation"))
        x[variables++] = relaxation(name, "stretch_y", "-sy - base*stretch_y/lateral_relaxation", arena);
    tml_state_form form = {
        .variables = x,
        .count = variables,
        .signals = signals,
        .signal_count = count,
        .signals_in_space = above ? NULL : "lateral_force aligning_moment angle_of_slip camber_angle",
        .definitions = d.list,
        .definition_count = d.count,
        .energy = above ? NULL : "stiffness*max(0, radius - r)^2/2",
        .power = above ? NULL : "-stiffness*max(0, radius - r)*r_rate",
    };
    add_kinks(&form, map, above, arena);
    return form;
}

/* ---- what does not go together ---- */

static const char *view_misfit(const tml_node *map, const tml_node **where)
{
    static const char *const side[] = {"radius", "stiffness", "damping", "road", "rolling_radius", "slip_stiffness"};
    static const char *const above[] = {"load", "steer", "drive"};
    const bool from_above = chosen(map, "view", "top");
    for (size_t i = 0; from_above && i < sizeof side / sizeof *side; i++)
        if ((*where = tml_node_find(map, side[i])))
            return "has no effect where the wheel is seen from above (view: top): its load is given";
    for (size_t i = 0; !from_above && i < sizeof above / sizeof *above; i++)
        if ((*where = tml_node_find(map, above[i])))
            return "belongs to a wheel that is seen from above: add view: top";
    *where = map;
    if (from_above)
        return given(map, "load") ? NULL : "\"load\" of the wheel is missing: seen from above it is given";
    return given(map, "radius") && given(map, "stiffness") ? NULL
                                                           : "\"radius\" and \"stiffness\" of the tyre are missing";
}

static bool has_four(const tml_node *list)
{
    return !list || (list->kind == TML_NODE_LIST && list->count == 4);
}

static const char *law_misfit(const tml_node *map, const tml_node **where)
{
    static const char *const others[] = {"slip_stiffness", "cornering_stiffness", "nominal_load"};
    static const char *const lists[] = {"longitudinal", "lateral"};
    const bool magic = chosen(map, "law", "magic"), brush = chosen(map, "law", "brush");
    for (int i = 0; i < 2; i++) {
        *where = tml_node_find(map, lists[i]);
        if (*where && !magic)
            return "are coefficients of the magic formula: add law: magic";
        if (!has_four(*where))
            return "must be a list of four, [B, C, D, E]: F = D load sin(C atan(B s - E (B s - atan(B s))))";
    }
    for (int i = 0; magic && i < 3; i++)
        if ((*where = tml_node_find(map, others[i])))
            return "has no effect with law: magic, whose coefficients tell it; leave it out";
    *where = map;
    if (magic && !given(map, "longitudinal") && !given(map, "lateral"))
        return "\"lateral\" or \"longitudinal\", the coefficients [B, C, D, E] of the magic formula, are missing";
    if (brush && !given(map, "friction"))
        return "\"friction\" is missing: with law: brush the tyre slides where slip exceeds it";
    if (brush && !given(map, "slip_stiffness") && !given(map, "cornering_stiffness"))
        return "\"cornering_stiffness\" or \"slip_stiffness\" is missing: with law: brush they tell how it begins to "
               "slip";
    *where = tml_node_find(map, "friction");
    if (*where && !brush)
        return "has no effect with this law: add law: brush";
    *where = tml_node_find(map, "patch");
    return *where && !brush ? "has no effect with this law: give \"trail\", or add law: brush" : NULL;
}

const char *tml_tyre_misfit(const tml_node *map, const tml_node **where)
{
    const char *wrong = view_misfit(map, where);
    return wrong ? wrong : law_misfit(map, where);
}
