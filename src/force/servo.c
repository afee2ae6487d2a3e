/* servo.c - a servo drive: a position loop around a speed loop around a current loop.
 *
 *   wanted speed    v = Kp (position - q) + feed_speed                              between those of the rotor's largest speed
 *   wanted torque   T* = Ks (e + x/Ti) + feed_torque,   e = ratio (v - q')          between -peak and peak, or within its curve
 *   integral        x' = e + (T* - that without the limit) Ti/(Ks tracking)         back-calculation; without Ti no integral
 *   torque          Tc T' = T* - T                                                  the closed current loop; T = T* without Tc
 *
 * Kp and Ks are gains, or given by bandwidths: Kp = 2 pi f, Ks = 2 pi f inertia, Tc = 1/(2 pi f).
 */
#include "model/force_class.h"
#include "model/motor_curve.h"
#include "model/motor_shaft.h"

static const tml_field fields[] = {
    {"position", TML_FIELD_VARYING, .required = true,
     .doc = "wanted coordinate of the joint: rad, or m of a slider; an expression of t, channels and states"},
    {"position_gain", TML_FIELD_NUMBER, "1/s", .doc = "wanted speed per error of position"},
    {"position_bandwidth", TML_FIELD_NUMBER, "Hz", .doc = "the same, by the frequency at which the loop cuts off"},
    {"speed_gain", TML_FIELD_NUMBER, "N*m*s/rad", .doc = "torque of the motor per error of the rotor's speed"},
    {"speed_bandwidth", TML_FIELD_NUMBER, "Hz",
     .doc = "the same, by the frequency at which the loop cuts off with `inertia`"},
    {"inertia", TML_FIELD_NUMBER, "kg*m^2",
     .doc = "for speed_bandwidth: what the motor turns, its rotor and the load seen through the gearbox"},
    {"integral_time", TML_FIELD_NUMBER, "s", .doc = "integral of the speed loop: its reset time; none if not given"},
    {"tracking", TML_FIELD_NUMBER, "s",
     .doc = "time constant with which the integral follows a torque at its limit; integral_time if not given"},
    {"current_time", TML_FIELD_NUMBER, "s", .doc = "time constant of the current loop; at once if not given"},
    {"current_bandwidth", TML_FIELD_NUMBER, "Hz", .doc = "the same, by the frequency at which the loop cuts off"},
    {"feed_speed", TML_FIELD_VARYING, .preset = "0",
     .doc = "speed of the joint that is fed forward, the rate of `position`"},
    TML_MOTOR_CURVE_FIELD(.advanced = false),
    {"feed_torque", TML_FIELD_VARYING, "N*m", "0", .doc = "torque of the motor that is fed forward"},
    TML_MOTOR_SHAFT_FIELDS,
};

/* Text of the largest torque; NULL: it has no limit. */
static const char *most_torque(const tml_node *map)
{
    return tml_node_find(map, "curve") ? "available_torque" : tml_node_find(map, "peak_torque") ? "peak_torque" : NULL;
}

/* Each loop by its gain or by its bandwidth. */
static const char *misfit(const tml_node *map, const tml_node **where)
{
    const tml_node *Kp = tml_node_find(map, "position_gain"), *fp = tml_node_find(map, "position_bandwidth"),
                   *Ks = tml_node_find(map, "speed_gain"), *fs = tml_node_find(map, "speed_bandwidth"),
                   *J = tml_node_find(map, "inertia"), *Ti = tml_node_find(map, "integral_time"),
                   *tracking = tml_node_find(map, "tracking"), *fc = tml_node_find(map, "current_bandwidth");
    if (!Kp == !fp) {
        *where = Kp ? fp : map;
        return Kp ? "its position loop has a gain already: leave position_bandwidth or position_gain out"
                  : "its position loop needs position_gain, 1/s, or position_bandwidth, Hz";
    }
    if (!Ks == !fs) {
        *where = Ks ? fs : map;
        return Ks ? "its speed loop has a gain already: leave speed_bandwidth or speed_gain out"
                  : "its speed loop needs speed_gain, N*m*s/rad, or speed_bandwidth, Hz, with inertia";
    }
    if (!fs != !J) {
        *where = J ? J : fs;
        return J ? "\"inertia\" is for speed_bandwidth: leave it out"
                 : "speed_bandwidth needs \"inertia\", what the motor turns: rotor and load/ratio^2";
    }
    if ((*where = tml_node_find(map, "curve")) && tml_node_find(map, "peak_torque"))
        return "its curve says the largest torque at every speed: leave peak_torque out";
    if ((*where = tracking) && (!Ti || !most_torque(map)))
        return "\"tracking\" needs integral_time, and peak_torque or a curve: otherwise nothing winds up";
    if ((*where = fc) && tml_node_find(map, "current_time"))
        return "its current loop has a time constant already: leave current_bandwidth or current_time out";
    return NULL;
}

/* ---- texts ---- */

typedef struct {
    const tml_node *map;
    const char *Kp, *Ks, *Tc; /* NULL: at once */
    const char *v, *T;        /* wanted, without limits */
} loops;

static loops loops_of(const tml_node *map, tml_arena *arena)
{
    loops l = {.map = map};
    l.Kp = tml_node_find(map, "position_gain") ? "position_gain" : "(2*pi*position_bandwidth)";
    l.Ks = tml_node_find(map, "speed_gain") ? "speed_gain" : "(2*pi*speed_bandwidth*inertia)";
    l.Tc = tml_node_find(map, "current_time")        ? "current_time"
           : tml_node_find(map, "current_bandwidth") ? "(1/(2*pi*current_bandwidth))"
                                                     : NULL;
    l.v = tml_arena_format(arena, "%s*(position - coordinate) + feed_speed", l.Kp);
    l.T = tml_arena_format(arena, "%s*(ratio*(wanted_speed - speed)%s) + feed_torque", l.Ks,
                           tml_node_find(map, "integral_time") ? " + integral/integral_time" : "");
    return l;
}

static const char *integral_rate(const loops *l, tml_arena *arena)
{
    const char *error = "ratio*(wanted_speed - speed)";
    if (!most_torque(l->map))
        return error;
    return tml_arena_format(arena, "%s + (wanted_torque - (%s))*integral_time/(%s*%s)", error, l->T, l->Ks,
                            tml_node_find(l->map, "tracking") ? "tracking" : "integral_time");
}

static int add_variables(const loops *l, const char *name, tml_state_variable_form *x, tml_arena *arena)
{
    int count = 0;
    if (tml_node_find(l->map, "integral_time"))
        x[count++] = (tml_state_variable_form){
            .name = tml_arena_dotted(arena, name, "integral"), .own = "integral", .rate = integral_rate(l, arena)};
    if (l->Tc)
        x[count++] =
            (tml_state_variable_form){.name = tml_arena_dotted(arena, name, "current_torque"),
                                      .own = "current_torque",
                                      .rate = tml_arena_format(arena, "(wanted_torque - current_torque)/%s", l->Tc),
                                      .unit = tml_state_unit("N*m", arena)};
    return count;
}

static tml_state_signal_form *signals_of(const loops *l, const char *name, int *count, tml_arena *arena)
{
    tml_state_signal_form *s = TML_NEW_ARRAY(arena, tml_state_signal_form, 4);
    const char *most = most_torque(l->map);
    const char *v = tml_node_find(l->map, "max_speed")
                        ? tml_arena_format(arena, "clamp(%s, -abs(max_speed/ratio), abs(max_speed/ratio))", l->v)
                        : l->v;
    const char *T = most ? tml_arena_format(arena, "clamp(%s, -%s, %s)", l->T, most, most) : l->T;
    *count = tml_node_find(l->map, "curve") ? 4 : 3;
    s[3] = (tml_state_signal_form){tml_arena_dotted(arena, name, "available_torque"), "available_torque",
                                   "max(0, table(min(abs(motor_speed), curve_end), curve))", "N*m"};
    s[0] = (tml_state_signal_form){tml_arena_dotted(arena, name, "wanted_speed"), "wanted_speed", v, ""};
    s[1] = (tml_state_signal_form){tml_arena_dotted(arena, name, "wanted_torque"), "wanted_torque", T, "N*m"};
    s[2] = (tml_state_signal_form){tml_arena_dotted(arena, name, "position_error"), NULL, "position - coordinate", ""};
    return s;
}

/* Where a limit is reached or left. */
static void add_kinks(tml_state_form *form, const loops *l, tml_arena *arena)
{
    const char **kinks = TML_NEW_ARRAY(arena, const char *, 4);
    if (tml_node_find(l->map, "max_speed")) {
        kinks[form->kink_count++] = tml_arena_format(arena, "%s - abs(max_speed/ratio)", l->v);
        kinks[form->kink_count++] = tml_arena_format(arena, "%s + abs(max_speed/ratio)", l->v);
    }
    const char *most = most_torque(l->map);
    if (most) {
        kinks[form->kink_count++] = tml_arena_format(arena, "%s - %s", l->T, most);
        kinks[form->kink_count++] = tml_arena_format(arena, "%s + %s", l->T, most);
    }
    form->kinks = kinks;
    form->curve_argument = "abs(motor_speed)";
}

static tml_state_form form(const char *name, const tml_node *map, tml_arena *arena)
{
    const loops l = loops_of(map, arena);
    tml_state_variable_form *x = TML_NEW_ARRAY(arena, tml_state_variable_form, 2);
    int signal_count;
    const tml_state_signal_form *signals = signals_of(&l, name, &signal_count, arena);
    const tml_motor_texts texts = {
        .variables = x,
        .count = add_variables(&l, name, x, arena),
        .signals = signals,
        .signal_count = signal_count,
        .torque = l.Tc ? "current_torque" : "wanted_torque",
    };
    tml_state_form made = tml_motor_form(name, map, &texts, arena);
    add_kinks(&made, &l, arena);
    return made;
}

static const tml_state_class states = {
    .name = "servo",
    TML_LIST(fields),
    .misfit = misfit,
    .form = form,
    .positive =
        "position_gain position_bandwidth speed_gain speed_bandwidth inertia integral_time tracking current_time "
        "current_bandwidth " TML_MOTOR_SHAFT_POSITIVE,
    .divides = TML_MOTOR_SHAFT_DIVIDES,
    .not_below = TML_MOTOR_SHAFT_NOT_BELOW,
    .coordinates = "position",
    .rates = "feed_speed " TML_MOTOR_SHAFT_RATES,
    .curve = tml_motor_curve_read,
};

static const tml_force_channel channels[] = {
    TML_MOTOR_CHANNELS,
    {"position_error", "", TML_CHANNEL_OWN, 1, "wanted less actual coordinate of the joint", TML_ANY_COORDINATE},
    {"wanted_speed", "", TML_CHANNEL_OWN, 1, "speed of the joint that the position loop asks for", TML_ANY_COORDINATE},
    {"wanted_torque", "N*m", TML_CHANNEL_OWN, 1, "torque of the motor that the speed loop asks for",
     TML_ANY_COORDINATE},
    {"integral", "", TML_CHANNEL_OWN, 1, "integral of the speed loop: of its error over time", TML_ANY_COORDINATE},
    {"current_torque", "N*m", TML_CHANNEL_OWN, 1, "torque that the current loop has built up", TML_ANY_COORDINATE},
};
static const tml_template templates[] = {
    {.title = "Servo drive",
     .plane = "position: sin(t), position_gain: 20, speed_gain: 0.02, ratio: 50, peak_torque: 3, rotor: 1e-4",
     .sliding = "position: 0.1*sin(t), position_gain: 20, speed_gain: 0.02, ratio: 600, peak_torque: 3, rotor: 1e-4",
     .rank = 9}};

const tml_force_class tml_force_servo = {
    .name = "servo",
    .doc = "A servo drive on a joint: loops of position, speed and current with their limits; with rotor and gearbox.",
    TML_MOTOR_CLASS,
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {points: {O: [0, 0]}}\n"
                     "  arm: {points: {O: [0, 0], A: [0.5, 0]}, mass: 4, shape: rod}\n"
                     "joints:\n"
                     "  O: {revolute: [ground, arm]}\n"
                     "forces:\n"
                     "  s: {servo: O, position: \"step(t, 0, 0, 1, 1.5)\", position_gain: 20, speed_gain: 0.02, "
                     "integral_time: 0.05, current_bandwidth: 500, peak_torque: 1.2, max_speed: 5000 rpm, ratio: 80, "
                     "rotor: 2e-5}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.5, output: 0.05}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {O: [0, 0, 0]}\n"
                     "bodies:\n"
                     "  table: {points: [O], mass: 30, inertia: [0.1, 0.08, 0.08]}\n"
                     "joints:\n"
                     "  O: {prismatic: [ground, table], axis: x}\n"
                     "forces:\n"
                     "  s: {servo: O, position: 0.1*sin(5*t), feed_speed: 0.5*cos(5*t), position_gain: 30, "
                     "speed_bandwidth: 40, inertia: 1e-4, ratio: 628, peak_torque: 2}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 1, output: 0.1}\n",
};
