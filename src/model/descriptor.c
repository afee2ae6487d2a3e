/* descriptor.c - the keys of the model file that belong to no kind of joint, force or analysis. */
#include "model/descriptor.h"
#include "expression/motion.h"
#include <string.h>

const tml_field tml_section_fields[] = {
    {"trammel", TML_FIELD_ANY, .required = true, .doc = "version of this format: 1"},
    {"title", TML_FIELD_TEXT, .doc = "one line that says what this is"},
    {"description", TML_FIELD_TEXT, .doc = "more about it"},
    {"space", TML_FIELD_CHOICE, .preset = "plane", .choices = "plane space", .doc = "where it moves"},
    {"display", TML_FIELD_ANY,
     .doc = "units in which the workbench shows and takes numbers, {length: mm, force: N, angle: deg, speed: rpm}, and "
            "the "
            "paths that are drawn; "
            "numbers in the file without a unit are SI whatever it says"},
    {"gravity", TML_FIELD_ANY, "m/s^2",
     .doc = "acceleration of gravity, a vector or none; 9.81 along -y in the plane, along -z in space if not given"},
    {"parameters", TML_FIELD_ANY, .doc = "named numbers for use in expressions"},
    {"points", TML_FIELD_ANY, "m", .doc = "the drawing: named points on the ground frame, the mechanism assembled"},
    {"bodies", TML_FIELD_ANY, .doc = "rigid bodies; ground always exists"},
    {"joints", TML_FIELD_ANY,
     .doc = "what holds the bodies together: name: {TYPE: [first, second], ...}; some join more than two"},
    {"forces", TML_FIELD_ANY, .doc = "what acts on them: name: {TYPE: where, ...}"},
    {"drivers", TML_FIELD_ANY, .doc = "channels that are given functions of time: name: {CHANNEL: expression}"},
    {"states", TML_FIELD_ANY,
     .doc = "differential equations beside those of motion: name: {rate: expression, start: value}"},
    {"outputs", TML_FIELD_ANY,
     .doc = "what is reported besides: name: expression, or {value: expression, unit: mm}, {distance: [crank.A, "
            "ground.C]}"},
    {"output", TML_FIELD_ANY, .doc = "what result files keep of all that is computed: {channels: [O.*, B.f?]}"},
    {"initial", TML_FIELD_ANY, .doc = "values of channels at the start, exact"},
    {"events", TML_FIELD_EVENTS,
     .doc = "what happens where an expression crosses zero, in every motion by forces: name: {when: expression, do: "
            "{...}}"},
    {"tables", TML_FIELD_ANY,
     .doc = "curves for table(x, name), spline(x, name), monotone(x, name): [[x, y], ...], the path of a CSV file, or "
            "{points: ..., interpolation: ...}; several columns, table(x, name.column); of x and y, table(x, y, name)"},
    {"parts", TML_FIELD_ANY,
     .doc = "mechanisms to be used several times: name: {parameters, ports, points, bodies, joints, ...}"},
    {"use", TML_FIELD_ANY,
     .doc = "parts put in place: name: {part: NAME, at: point, with: {...}}; their elements are name.element"},
    {"include", TML_FIELD_ANY, .doc = "paths of files whose sections belong to this one"},
    {"defaults", TML_FIELD_ANY,
     .doc = "fields for elements of a kind that do not give them: KIND: {field: value}, body: {...}"},
    {"sketch", TML_FIELD_ANY,
     .doc =
         "dimensions and constraints of the drawing, for the workbench: name: {length: crank, is: 150 mm}; no number "
         "depends on them"},
    {"background", TML_FIELD_ANY,
     .doc =
         "a picture under the drawing to trace over, for the workbench, in the plane: {image: linkage.png, width: 300 "
         "mm}; no number depends on it"},
    {"groups", TML_FIELD_ANY,
     .doc =
         "elements that the workbench hides or locks together: name: {of: [crank, coupler], hidden: true}; no number "
         "depends on them"},
    {"analyses", TML_FIELD_ANY, .doc = "what to do, in order: KIND: {options}"},
    {"studies", TML_FIELD_ANY,
     .doc = "what is done with many variants of the model, by command: [KIND: {...}, ...] or {KIND: {...}}; a run does "
            "not depend on them"},
};
const size_t tml_section_fields_count = sizeof tml_section_fields / sizeof *tml_section_fields;

const tml_field tml_display_fields[] = {
    {"length", TML_FIELD_CHOICE, .choices = "m mm cm in ft", .doc = "of lengths; speeds, areas, stiffnesses follow"},
    {"force", TML_FIELD_CHOICE, .choices = "N kN lbf", .doc = "of forces; torques, stresses, power, energy follow"},
    {"angle", TML_FIELD_CHOICE, .choices = "deg rad", .doc = "of angles"},
    {"speed", TML_FIELD_CHOICE, .choices = "rpm rad/s deg/s", .doc = "of rotational speeds"},
    {"mass", TML_FIELD_CHOICE, .choices = "kg g lb", .doc = "of masses; moments of inertia, densities follow"},
    {"paths", TML_FIELD_NAMES,
     .doc = "points whose paths are drawn, [coupler.P]; a body stands for its centre of mass"},
};
const size_t tml_display_fields_count = sizeof tml_display_fields / sizeof *tml_display_fields;

const tml_field tml_output_file_fields[] = {
    {"channels", TML_FIELD_NAMES,
     .doc = "channels that result files keep, as names or patterns: * stands for any characters, ? for one; all if not "
            "given"},
};
const size_t tml_output_file_fields_count = sizeof tml_output_file_fields / sizeof *tml_output_file_fields;

const tml_field tml_part_fields[] = {
    {"ports", TML_FIELD_NAMES, .doc = "names of the bodies that each use gives"},
};
const size_t tml_part_fields_count = sizeof tml_part_fields / sizeof *tml_part_fields;

bool tml_section_in_part(const tml_field *section)
{
    static const char *const whole[] = {"trammel",  "space",  "display",    "output", "gravity",  "parts",  "include",
                                        "defaults", "sketch", "background", "groups", "analyses", "studies"};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (strcmp(whole[i], section->name) == 0)
            return false;
    return true;
}

const tml_field tml_use_fields[] = {
    {"part", TML_FIELD_TEXT, .required = true, .doc = "name of the part"},
    {"at", TML_FIELD_PLACE, "m", .doc = "where its origin is, a point or coordinates; the origin if not given"},
    {"angle", TML_FIELD_NUMBER, "rad", .doc = "how far it is turned; in space about z"},
    {"orientation", TML_FIELD_ORIENTATION,
     .doc = "the same in space: [w, x, y, z], {axis:, angle:} or {euler: zyx, angles:}"},
    {"ports", TML_FIELD_ANY,
     .doc = "the bodies, or points of bodies, that it is given: PORT: body; with repeat a list of as many"},
    {"with", TML_FIELD_CHANNELS, .doc = "values of its parameters"},
};
const size_t tml_use_fields_count = sizeof tml_use_fields / sizeof *tml_use_fields;

const tml_field tml_repeat_fields[] = {
    {"repeat", TML_FIELD_ANY, .doc = "how many there are: name1, name2, ...; a whole number"},
    {"index", TML_FIELD_TEXT, .doc = "the name of the number, 1, 2, ..., in the expressions of each"},
};
const size_t tml_repeat_fields_count = sizeof tml_repeat_fields / sizeof *tml_repeat_fields;

const tml_field tml_body_fields[] = {
    {"points", TML_FIELD_POINTS, "m",
     .doc = "a map from names to coordinates in the body's frame, or a list of names of drawing points"},
    {"com", TML_FIELD_PLACE, "m",
     .doc = "centre of mass, a point or coordinates; the shape's centroid or the mean of the points if not given"},
    {"mass", TML_FIELD_NUMBER, "kg", "0", .doc = "mass; a body without is massless"},
    {"inertia", TML_FIELD_INERTIA, "kg*m^2",
     .doc = "about the centre of mass in body axes: a number in the plane, the entries xx, yy, zz (xy, xz, yz) of the "
            "tensor in space, or {values:, frame:, about:}; that of the shape if not given"},
    {"density", TML_FIELD_NUMBER, "kg/m^3", .doc = "instead of a mass, with a shape whose volume is known"},
    {"shape", TML_FIELD_SHAPE, .doc = "its appearance and how its mass is distributed"},
    {"shapes", TML_FIELD_SHAPES,
     .doc =
         "instead of one shape: [{NAME: ..., density: ...}, {NAME: ..., hole: true}], a hole in the shape before it"},
    {"surfaces", TML_FIELD_SURFACES,
     .doc = "where it may touch other bodies: {NAME: {disc: 50 mm, at: P}}, used as body.NAME"},
    {"mass_properties", TML_FIELD_TEXT,
     .doc = "path of a JSON, YAML or CSV file with mass, com and inertia, relative to the model file"},
    {"position", TML_FIELD_VECTOR, "m", .doc = "of the body's frame on the ground: the guess for assembly"},
    {"angle", TML_FIELD_NUMBER, "rad", .doc = "of the body's frame in the plane: the guess for assembly"},
    {"orientation", TML_FIELD_ORIENTATION,
     .doc = "of the body's frame in space: [w, x, y, z], {axis:, angle:}, {euler: zyx, angles:}, or by points {x: [A, "
            "B], xy: "
            "[A, C]}: x from A to B, C in the half-plane of x and y"},
    {"velocity", TML_FIELD_VECTOR, "m/s", .doc = "of the frame's origin, ground axes: the guess for assembly"},
    {"omega", TML_FIELD_OMEGA, "rad/s", .doc = "angular velocity, ground axes: the guess for assembly"},
};
const size_t tml_body_fields_count = sizeof tml_body_fields / sizeof *tml_body_fields;

const tml_field tml_axis_angle_fields[] = {
    {"axis", TML_FIELD_DIRECTION, "", .required = true, .doc = "axis of the rotation"},
    {"angle", TML_FIELD_NUMBER, "rad", .required = true, .doc = "how far"},
};
const size_t tml_axis_angle_fields_count = sizeof tml_axis_angle_fields / sizeof *tml_axis_angle_fields;

const tml_field tml_euler_fields[] = {
    {"euler", TML_FIELD_CHOICE, .required = true, .choices = "xyz xzy yxz yzx zxy zyx xyx xzx yxy yzy zxz zyz",
     .doc = "the axes of three successive rotations, each about axes already rotated by those before"},
    {"angles", TML_FIELD_ANY, "rad", .required = true, .doc = "the three angles"},
};
const size_t tml_euler_fields_count = sizeof tml_euler_fields / sizeof *tml_euler_fields;

const tml_field tml_table_fields[] = {
    {"points", TML_FIELD_ANY, .doc = "[[x, y], ...] or, with columns, [[x, y1, y2], ...]; x ascending"},
    {"file", TML_FIELD_TEXT,
     .doc = "path of a CSV file with such rows, instead of points; its first line may name the columns"},
    {"columns", TML_FIELD_NAMES,
     .doc = "names of the columns, the first is x: table(x, name.lift); of a file with names in its first line, those "
            "to be read"},
    {"x", TML_FIELD_NUMBERS, .doc = "of a table of x and y, used as table(x, y, name): values of x, ascending"},
    {"y", TML_FIELD_NUMBERS, .doc = "values of y, ascending"},
    {"z", TML_FIELD_ANY, .doc = "a row for each x, with a number for each y"},
    {"grid", TML_FIELD_TEXT,
     .doc = "path of a CSV file instead of x, y and z: y in its first line, x in its first column"},
    {"segments", TML_FIELD_ANY,
     .doc =
         "a motion by its segments in order, instead of points: [{rise: 20 mm, over: 90 deg, law: 3-4-5}, {dwell: 30 "
         "deg}, ...]"},
    {"trapezoid", TML_FIELD_ANY,
     .doc = "a move within limits of speed and acceleration, instead of points: {from: 0, to: 90 deg, speed: 60 rpm, "
            "acceleration: 20 rad/s^2, start: 0.5 s}"},
    {"s_curve", TML_FIELD_ANY, .doc = "the same with a limit of the jerk too, jerk: 200 rad/s^3"},
    {"poses", TML_FIELD_ANY,
     .doc = "a motion of several coordinates through poses, table(t, name.arm): [{at: 0, arm: 0, hand: 0}, {at: 1 s, "
            "arm: 30 deg, hand: 45 deg}, {at: 2 s, ..., stop: true}]"},
    {"road", TML_FIELD_ANY,
     .doc = "a random road by its class of ISO 8608, instead of points, in m: {class: C, length: 200 m, seed: 1}"},
    {"begin", TML_FIELD_ANY, .doc = "of segments: x and value where they begin, [x, y]; [0, 0] if not given"},
    {"interpolation", TML_FIELD_CHOICE, .choices = "linear monotone spline",
     .doc = "straight lines, cubics that do not overshoot, or a spline; if not given, a spline in drivers, else "
            "monotone, or "
            "linear in x and y"},
    {"ends", TML_FIELD_CHOICE, .choices = "natural not_a_knot clamped rest",
     .doc = "of a spline: no curvature, the same cubic as next to it, or no slope at its ends; not_a_knot if "
            "interpolation is spline, else natural. Of poses also neither slope nor curvature, which they have if not "
            "given"},
    {"periodic", TML_FIELD_CHOICE, .preset = "false", .choices = "false true x y",
     .doc = "the last point is the first, one period later, and the curve smooth there; x or y: a table of both, along "
            "one"},
    {"extrapolation", TML_FIELD_CHOICE, .preset = "linear", .choices = "linear hold error",
     .doc = "beyond its ends: straight lines, the values there, or a message that ends the analysis"},
    {"units", TML_FIELD_NAMES, .doc = "units of plain numbers, one for each column, such as [deg, mm]; of x, y and z"},
};
const size_t tml_table_fields_count = sizeof tml_table_fields / sizeof *tml_table_fields;

/* clang-format off */
#define TML_LIMITS_OF_MOVES                                                                                            \
    {"speed", TML_FIELD_NUMBER, .doc = "of a trapezoid or an s_curve: the speed that is not exceeded"},                \
    {"acceleration", TML_FIELD_NUMBER,                                                                                 \
     .doc = "of a trapezoid or an s_curve: the acceleration that is not exceeded"},                                    \
    {"deceleration", TML_FIELD_NUMBER, .doc = "the same while it slows down; as the acceleration, if not given"},      \
    {"jerk", TML_FIELD_NUMBER, .doc = "of an s_curve: the rate of the acceleration that is not exceeded"}
/* clang-format on */

const tml_field tml_profile_fields[] = {
    {"from", TML_FIELD_NUMBER, .preset = "0", .doc = "value before the move"},
    {"to", TML_FIELD_NUMBER, .required = true, .doc = "value behind it"},
    TML_LIMITS_OF_MOVES,
    {"over", TML_FIELD_NUMBER, "s",
     .doc =
         "how long it takes; as short as the limits allow, if not given. Without an acceleration a trapezoid has the "
         "least that will do"},
    {"start", TML_FIELD_NUMBER, "s", .preset = "0", .doc = "when it begins"},
};
const size_t tml_profile_fields_count = sizeof tml_profile_fields / sizeof *tml_profile_fields;

const tml_field tml_road_fields[] = {
    {"class", TML_FIELD_CHOICE, .choices = "A B C D E F G H", .required = true,
     .doc = "of roughness, from very good, A, to very poor roads and tracks"},
    {"length", TML_FIELD_NUMBER, "m", .required = true, .doc = "after which the road repeats itself"},
    {"seed", TML_FIELD_NUMBER, "", .preset = "1", .doc = "a whole number: another one is another road of this class"},
};
const size_t tml_road_fields_count = sizeof tml_road_fields / sizeof *tml_road_fields;

const tml_field tml_pose_fields[] = {
    {"at", TML_FIELD_NUMBER, .required = true, .doc = "when it is there"},
    {"stop", TML_FIELD_BOOL, .preset = "false", .doc = "comes to rest there, without acceleration"},
    {"dwell", TML_FIELD_NUMBER, .doc = "stays there for so long"},
};
const size_t tml_pose_fields_count = sizeof tml_pose_fields / sizeof *tml_pose_fields;

const tml_field tml_segment_fields[] = {
    {"rise", TML_FIELD_NUMBER, .doc = "goes up by this much, by a law"},
    {"return", TML_FIELD_NUMBER, .doc = "goes down by this much, by a law"},
    {"to", TML_FIELD_NUMBER, .doc = "goes to this value, by a law"},
    {"law", TML_FIELD_CHOICE, .choices = "trapezoid s_curve", .registered = tml_motion_law_name,
     .doc = "of a rise or a return: how it goes from rest to rest; linear has jumps of the velocity at its ends, "
            "trapezoid and s_curve keep limits"},
    TML_LIMITS_OF_MOVES,
    {"dwell", TML_FIELD_NUMBER, .doc = "stays for so long, along x"},
    {"end", TML_FIELD_NUMBERS,
     .doc = "polynomial: value and up to three derivatives by x at its end; derivatives that are not given are free"},
    {"begin", TML_FIELD_NUMBERS,
     .doc = "of a polynomial, at its beginning; those where the segment before ends, as many "
            "as at its end, if not given"},
    {"expression", TML_FIELD_TEXT, .doc = "any smooth function of x, which counts from the beginning of the segment"},
    {"over", TML_FIELD_NUMBER,
     .doc = "how long the segment is, along x; of a trapezoid or an s_curve as long as its limits need, if not given"},
};
const size_t tml_segment_fields_count = sizeof tml_segment_fields / sizeof *tml_segment_fields;

#define TML_HALF_PLANE(name)                                                                                           \
    {                                                                                                                  \
        name, TML_FIELD_DIRECTION, "", .doc = "a direction in the half-plane of these two axes"                        \
    }
const tml_field tml_frame_fields[] = {
    {"x", TML_FIELD_DIRECTION, "", .doc = "direction of its x axis, as two points [A, B]"},
    {"y", TML_FIELD_DIRECTION, "", .doc = "direction of its y axis"},
    {"z", TML_FIELD_DIRECTION, "", .doc = "direction of its z axis"},
    TML_HALF_PLANE("xy"),
    TML_HALF_PLANE("xz"),
    TML_HALF_PLANE("yx"),
    TML_HALF_PLANE("yz"),
    TML_HALF_PLANE("zx"),
    TML_HALF_PLANE("zy"),
};
const size_t tml_frame_fields_count = sizeof tml_frame_fields / sizeof *tml_frame_fields;

const tml_field tml_analysis_common_fields[] = {
    {"set", TML_FIELD_CHANNELS, .advanced = true, .doc = "other values of parameters, from this analysis on"},
    {"assemble", TML_FIELD_BOOL, .preset = "true", .advanced = true,
     .doc = "false: take poses and velocities as given"},
    {"initial", TML_FIELD_CHANNELS, .advanced = true,
     .doc = "values of channels and states at its start, exact; the rest goes on from the present state"},
    {"switch", TML_FIELD_SWITCHES, .advanced = true, .doc = "forces and drivers on or off, from this analysis on"},
};
const size_t tml_analysis_common_fields_count = sizeof tml_analysis_common_fields / sizeof *tml_analysis_common_fields;

const tml_field tml_event_fields[] = {
    {"when", TML_FIELD_VARYING, .required = true,
     .doc = "occurs where this expression crosses zero, or this condition becomes true"},
    {"direction", TML_FIELD_CHOICE, .preset = "both", .choices = "rising falling both up down",
     .doc = "direction of the crossing; up is rising, down is falling"},
    {"do", TML_FIELD_ACTIONS,
     .doc = "what happens then: one map in the order of its keys below, or a list in its own order"},
    {"stop", TML_FIELD_BOOL, .doc = "ends the analysis; true if nothing else is to be done"},
};
const size_t tml_event_fields_count = sizeof tml_event_fields / sizeof *tml_event_fields;

const tml_field tml_action_fields[] = {
    {"set", TML_FIELD_ASSIGNMENTS,
     .doc = "new values of speeds, states and parameters, all evaluated before any is assigned; speeds change by an "
            "impulse "
            "along their coordinate that the joints obey"},
    {"impulse", TML_FIELD_IMPULSE,
     .doc = "{at: body.P, value: [x, y]}, N*s, in ground axes; or {CHANNEL: value} along a coordinate, N*s or N*m*s"},
    {"switch", TML_FIELD_SWITCHES,
     .doc = "forces and drivers on or off: a driver that is switched on takes its coordinate along by an impulse"},
    {"count", TML_FIELD_BOOL, .doc = "counts how often the event occurs"},
    {"stop", TML_FIELD_BOOL, .doc = "ends the analysis"},
};
const size_t tml_action_fields_count = sizeof tml_action_fields / sizeof *tml_action_fields;

const tml_field tml_sweep_fields[] = {
    {"from", TML_FIELD_NUMBER, .required = true, .doc = "speed at which a sweep begins"},
    {"to", TML_FIELD_NUMBER, .required = true, .doc = "speed at which it ends"},
    {"steps", TML_FIELD_NUMBER, "", "100", .doc = "number of steps, at least"},
};
const size_t tml_sweep_fields_count = sizeof tml_sweep_fields / sizeof *tml_sweep_fields;

const tml_field tml_stiffness_fields[] = {
    {"translation", TML_FIELD_ANY, .doc = "a number, or one for each axis"},
    {"rotation", TML_FIELD_ANY, .doc = "a number, or one for each axis"},
};
const size_t tml_stiffness_fields_count = sizeof tml_stiffness_fields / sizeof *tml_stiffness_fields;

const tml_field tml_deflection_fields[] = {
    {"translation", TML_FIELD_VECTOR, "m", .doc = "along its axes"},
    {"rotation", TML_FIELD_VARYING_VECTOR, "rad", .doc = "rotation vector about its axes; in the plane an angle"},
};
const size_t tml_deflection_fields_count = sizeof tml_deflection_fields / sizeof *tml_deflection_fields;

const tml_field tml_wrench_fields[] = {
    {"force", TML_FIELD_VECTOR, "N", .doc = "on the second body, along its axes"},
    {"torque", TML_FIELD_VARYING_VECTOR, "N*m", .doc = "on the second body, about its axes; in the plane a number"},
};
const size_t tml_wrench_fields_count = sizeof tml_wrench_fields / sizeof *tml_wrench_fields;

const tml_field tml_stabilization_fields[] = {
    {"alpha", TML_FIELD_NUMBER, "1/s", .doc = "of baumgarte: weight of the velocity error"},
    {"beta", TML_FIELD_NUMBER, "1/s", .doc = "of baumgarte: weight of the position error"},
    {"metric", TML_FIELD_ANY, .doc = "of projection and direct: the norm that is minimized, mass or plain"},
    {"tolerance", TML_FIELD_NUMBER, "",
     .doc = "of direct: violations of positions (m, rad) and of velocities (per second) that are not corrected; 1e-10 "
            "of the "
            "mechanism's size if not given"},
};
const size_t tml_stabilization_fields_count = sizeof tml_stabilization_fields / sizeof *tml_stabilization_fields;

const tml_field tml_friction_fields[] = {
    {"coefficient", TML_FIELD_NUMBER, "", "0", .doc = "of friction while it slides"},
    {"static", TML_FIELD_NUMBER, "", .doc = "of friction while it sticks; the same as coefficient if not given"},
    {"radius", TML_FIELD_NUMBER, "m",
     .doc = "of the pin, the ball or the shaft, mean radius of a thread; of a planar joint that at which it resists "
            "rotation"},
    {"collar", TML_FIELD_NUMBER, "m", .doc = "mean radius of the thrust collar, which takes the force along the axis"},
    {"length", TML_FIELD_NUMBER, "m",
     .doc = "of the guide or bearing: a moment across the axis presses on its edges; without it moments do not count"},
    {"width", TML_FIELD_NUMBER, "m", .doc = "of a guide in space: a moment about the axis presses on its sides"},
    {"stribeck", TML_FIELD_NUMBER, "m/s",
     .doc = "slip speed over which friction falls from static to sliding; without it, at once"},
    {"exponent", TML_FIELD_NUMBER, "", "1", .advanced = true, .doc = "n of the Stribeck curve, exp(-(v/stribeck)^n)"},
    {"viscous", TML_FIELD_NUMBER,
     .doc = "force per speed, N*s/m; of a rotation torque per angular velocity, N*m*s/rad"},
    {"preload", TML_FIELD_NUMBER, "N", "0", .doc = "force that presses the surfaces together besides the reaction"},
    {"model", TML_FIELD_CHOICE, .preset = "exact", .choices = "exact smooth",
     .doc = "exact: it sticks or slides; smooth: a steep function of the slip speed, which creeps"},
    {"speed", TML_FIELD_NUMBER, "m/s", "0.001", .advanced = true,
     .doc = "of the smooth model: slip speed at which it reaches three quarters, tanh(v/speed)"},
};
const size_t tml_friction_fields_count = sizeof tml_friction_fields / sizeof *tml_friction_fields;

/* ---- joints and forces ---- */

const tml_field tml_joint_common_fields[] = {
    [TML_JOINT_AT] = {"at", TML_FIELD_POINT,
                      .doc = "the point of both bodies; that with the joint's name if not given"},
    [TML_JOINT_AXIS] = {"axis", TML_FIELD_DIRECTION, "",
                        .doc =
                            "direction, or two points [from, to], in the frame of the first body (in a drawing, of the "
                            "ground)"},
    [TML_JOINT_AXES] = {"axes", TML_FIELD_DIRECTIONS, "",
                        .doc =
                            "two directions, each x, y, z, a vector or two points: one in the first body, one in the "
                            "second"},
    [TML_JOINT_STIFFNESS] = {"stiffness", TML_FIELD_STIFFNESS, .doc = "makes the joint compliant: force per gap"},
    [TML_JOINT_DAMPING] = {"damping", TML_FIELD_DAMPING, .doc = "makes the joint compliant: force per rate of the gap"},
    [TML_JOINT_FRICTION] = {"friction", TML_FIELD_FRICTION, "",
                            .doc = "friction in the joint: a coefficient, or {coefficient:, static:, radius:, ...}"},
    [TML_JOINT_LIMITS] =
        {"limits", TML_FIELD_LIMITS,
         .doc =
             "stops of its coordinates: [lower, upper], null for none, or {angle: [lower, upper], restitution: 0.5}; "
             "with a stiffness they are compliant"},
    [TML_JOINT_CLEARANCE] =
        {"clearance", TML_FIELD_CLEARANCE, "m",
         .doc = "play on each side, which turns the joint into a contact of journal and bearing, block and guide: a "
                "length, or {gap:, radius:, length:, law:, restitution:, friction:, ...}"},
};
const size_t tml_joint_common_fields_count = sizeof tml_joint_common_fields / sizeof *tml_joint_common_fields;

const tml_joint_class *tml_joint_class_find(const char *name)
{
    for (int i = 0; i < tml_joint_class_count; i++)
        if (strcmp(tml_joint_classes[i]->name, name) == 0)
            return tml_joint_classes[i];
    return NULL;
}

const tml_force_class *tml_force_class_find(const char *name)
{
    for (int i = 0; i < tml_force_class_count; i++)
        if (strcmp(tml_force_classes[i]->name, name) == 0)
            return tml_force_classes[i];
    return NULL;
}

const tml_joint_class *tml_joint_class_of_point(bool space)
{
    for (int i = 0; i < tml_joint_class_count; i++)
        if ((space ? &tml_joint_classes[i]->space : &tml_joint_classes[i]->plane)->shares_point)
            return tml_joint_classes[i];
    return NULL;
}

size_t tml_joint_fields(const tml_joint_class *joint, tml_field fields[static TML_MAX_COMMON_FIELDS])
{
    size_t count = 0;
    for (size_t i = 0; i < tml_joint_common_fields_count && joint->connects != TML_CONNECT_PATH; i++) {
        if ((i == TML_JOINT_AXIS && !joint->has_axis) || (i == TML_JOINT_AXES && !joint->has_axes && !joint->bends) ||
            (i == TML_JOINT_AT && joint->connects != TML_CONNECT_BODIES) ||
            (i == TML_JOINT_FRICTION && !joint->plane.frictions_count && !joint->space.frictions_count) ||
            (i == TML_JOINT_LIMITS && !joint->plane.coordinates_count && !joint->space.coordinates_count) ||
            (i == TML_JOINT_CLEARANCE && !joint->plane.clearance.rows_count && !joint->space.clearance.rows_count))
            continue;
        fields[count++] = tml_joint_common_fields[i];
    }
    return count;
}

size_t tml_force_fields(const tml_force_class *force, tml_field fields[static TML_MAX_COMMON_FIELDS])
{
    size_t count = 0;
    if (force->has_axis)
        fields[count++] = tml_joint_common_fields[TML_JOINT_AXIS];
    fields[count++] = (tml_field){"on", TML_FIELD_BOOL, .preset = "true", .advanced = true,
                                  .doc = "false: it exerts nothing until it is switched on"};
    return count;
}
