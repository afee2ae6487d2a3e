/* mass.c - centre of mass and inertia of bodies: several shapes with holes, frames, imported properties, against closed forms. */
#include "model/model.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static tml_log *logged;
static tml_model *model;
static tml_arena arena;
static tml_resolved *resolved;
static const double pi = 3.14159265358979323846;

static void set_up(void)
{
    logged = tml_log_make();
}

static void tear_down(void)
{
    tml_model_free(model);
    tml_arena_free(&arena);
    tml_log_free(logged);
}

TestSuite(mass, .init = set_up, .fini = tear_down);

static void build(const char *text)
{
    tml_model_free(model);
    model = tml_model_build(text, strlen(text), TML_BINARY_DIR "/test-mass.yaml", NULL, 0, logged);
    resolved = model ? tml_model_read(model, NULL, 0, &arena, logged) : NULL;
    cr_assert_not_null(resolved, "%s", tml_log_count(logged) ? tml_log_get(logged, 0).text : "");
}

static const tml_body *body(const char *name)
{
    const int i = tml_names_find(&model->names, name);
    cr_assert(i > 0 && i < model->body_count, "no body %s", name);
    return &resolved->bodies[i];
}

static void expect_near(double value, double right, double scale, const char *what)
{
    cr_expect(fabs(value - right) <= 4e-15 * scale, "%s is %.17g, not %.17g", what, value, right);
}

static void expect_matter(const char *name, double mass, tml_vec3 com, const double inertia[6])
{
    const tml_body *b = body(name);
    double size = 0;
    for (int i = 0; i < 6; i++)
        size = fmax(size, fabs(inertia[i]));
    expect_near(b->mass, mass, fmax(mass, 1), name);
    expect_near(b->com.x, com.x, 1, name);
    expect_near(b->com.y, com.y, 1, name);
    expect_near(b->com.z, com.z, 1, name);
    for (int i = 0; i < 6; i++)
        expect_near(b->inertia[i], model->space || i == 2 ? inertia[i] : 0, 3 * size, name);
}

static void expect_planar(const char *name, double mass, double x, double y, double zz)
{
    expect_matter(name, mass, (tml_vec3){x, y, 0}, (const double[6]){[2] = zz});
}

static void expect_same(const char *one, const char *other)
{
    expect_matter(one, body(other)->mass, body(other)->com, body(other)->inertia);
}

/* ---- several shapes ---- */

Test(mass, a_ring_is_a_disc_less_a_disc)
{
    build("trammel: 1\nbodies:\n"
          "  ring: {mass: 3, shapes: [{disc: 0.2}, {disc: 0.1, hole: true}]}\n"
          "  thick: {density: 1000, shapes: [{disc: {radius: 0.2, thickness: 0.05}}, {disc: 0.1, hole: true}]}\n"
          "  heavy: {shapes: [{disc: 0.2, thickness: 0.05, mass: 3}, {disc: 0.1, hole: true}]}\n"
          "  three: {mass: 1, shapes: [{disc: 0.3}, {disc: 0.1, at: [0.15, 0], hole: true}, {disc: 0.1, at: [-0.15, 0],"
          " hole: true}]}\n");
    expect_planar("ring", 3, 0, 0, 3 * (0.04 + 0.01) / 2);
    const double m = 1000 * pi * 0.03 * 0.05;
    expect_planar("thick", m, 0, 0, m * (0.04 + 0.01) / 2);
    expect_planar("heavy", 3, 0, 0, 3 * (0.04 + 0.01) / 2);
    /* areas 9, 1, 1: sum (9 0.09/2 - 2 (0.01/2 + 0.0225)) / 7 */
    expect_planar("three", 1, 0, 0, (9 * 0.045 - 2 * (0.005 + 0.0225)) / 7);
}

Test(mass, keys_of_a_shape_may_stand_beside_it)
{
    build("trammel: 1\nbodies:\n"
          "  flat: {mass: 1, shape: {disc: 0.2, at: [1, 2]}}\n"
          "  map: {mass: 1, shape: {disc: {radius: 0.2, at: [1, 2]}}}\n"
          "  both: {mass: 1, shape: {disc: {radius: 0.2}, at: [1, 2]}}\n"
          "  wide: {mass: 1, shape: {at: [1, 2], diameter: 0.4, disc: }}\n");
    expect_planar("flat", 1, 1, 2, 0.02);
    expect_same("flat", "map");
    expect_same("flat", "both");
    expect_same("flat", "wide");
}

Test(mass, parts_are_summed_about_the_common_centre)
{
    build("trammel: 1\nbodies:\n"
          "  dumbbell: {points: {A: [-1, 0], B: [2, 0]}, shapes: [{particle: A, mass: 2}, {particle: B, mass: 1},"
          " {rod: , mass: 3}]}\n"
          "  angle: {points: {O: [0, 0], A: [2, 0], B: [0, 2]}, shapes: [{rod: , from: O, to: A, mass: 1},"
          " {rod: {from: O, to: B}, mass: 1}]}\n"
          "  tee: {mass: 4, shapes: [{box: [2, 1]}, {box: [1, 2], at: [0, -1.5]}]}\n"
          "  mixed: {density: 2, shapes: [{box: [1, 1, 1]}, {box: [1, 1, 1], at: [1, 0], density: 6}]}\n"
          "  eccentric: {mass: 5, shapes: [{box: [4, 2]}, {disc: 0.5, at: [1, 0], hole: true}]}\n"
          "  drawn: {shapes: [{rod: , from: [0, 0], to: [1, 0]}, {disc: 0.1}]}\n");
    /* centre (-2 + 2 + 3 0.5)/6 = 0.25 */
    expect_planar("dumbbell", 6, 0.25, 0, 2 * 1.25 * 1.25 + 1 * 1.75 * 1.75 + 3 * (9.0 / 12 + 0.25 * 0.25));
    expect_planar("angle", 2, 0.5, 0.5, 2 * (4.0 / 12 + 0.5));
    /* areas 2 and 2, centres 0 and -1.5 */
    expect_planar("tee", 4, 0, -0.75, 2 * (5.0 / 12 + 0.5625) * 2);
    expect_planar("mixed", 8, 0.75, 0, 2 * (2.0 / 12 + 0.5625) + 6 * (2.0 / 12 + 0.0625));
    const double a = 8, h = pi / 4, x = -h / (a - h);
    expect_planar("eccentric", 5, x, 0, 5 / (a - h) * (a * (20.0 / 12 + x * x) - h * (0.125 + (1 - x) * (1 - x))));
    expect_planar("drawn", 0, 0.25, 0, 0);
}

Test(mass, hollow_solids_in_space_are_outer_less_inner)
{
    build(
        "trammel: 1\nspace: space\nbodies:\n"
        "  pipe: {density: 7850, shapes: [{cylinder: 0.05, length: 0.4}, {cylinder: 0.04, length: 0.4, hole: true}]}\n"
        "  shell: {mass: 2, shapes: [{sphere: 0.2}, {sphere: 0.1, hole: true}]}\n"
        "  frame: {mass: 3, shapes: [{box: [3, 3, 1]}, {box: [1, 1, 1], hole: true}]}\n"
        "  drilled: {density: 1, shapes: [{box: [1, 2, 3]}, {disc: 0.25, axis: x, at: [7, 0.5, 0], hole: true}]}\n"
        "  bored: {density: 1, shapes: [{box: [1, 2, 3]}, {cylinder: 0.25, length: 1, axis: x, at: [0, 0.5, 0],"
        " hole: true}]}\n"
        "  plate: {density: 3, shapes: [{polygon: [[0, 0, 0], [0, 2, 0], [0, 2, 2], [0, 0, 2]], thickness: 0.1},"
        " {disc: 0.5, axis: -x, at: [0, 1, 1], hole: true}]}\n"
        "  same: {density: 3, shapes: [{box: [0.1, 2, 2], at: [0, 1, 1]}, {cylinder: 0.5, length: 0.1, axis: x,"
        " at: [0, 1, 1], hole: true}]}\n");
    const double R2 = 0.0025, r2 = 0.0016, m = 7850 * pi * (R2 - r2) * 0.4;
    const double across = m * (3 * (R2 + r2) + 0.16) / 12;
    expect_matter("pipe", m, (tml_vec3){0}, (const double[6]){across, across, m * (R2 + r2) / 2});
    const double s = 2 * 0.4 * (pow(0.2, 5) - pow(0.1, 5)) / (pow(0.2, 3) - pow(0.1, 3));
    expect_matter("shell", 2, (tml_vec3){0}, (const double[6]){s, s, s});
    const double flat = 3.0 / 8 * (9 * 10.0 / 12 - 2.0 / 12), polar = 3.0 / 8 * (9 * 18.0 / 12 - 2.0 / 12);
    expect_matter("frame", 3, (tml_vec3){0}, (const double[6]){flat, flat, polar});
    expect_same("drilled", "bored");
    expect_same("plate", "same");
}

/* ---- frames and points ---- */

Test(mass, inertia_in_a_frame_is_rotated_into_body_axes)
{
    build("trammel: 1\nspace: space\nbodies:\n"
          "  slim: {points: {A: [1, 0, 0], B: [3, 2, 0]}, mass: 1, inertia: {frame: [A, B], values: [1, 5, 5]}}\n"
          "  three: {points: {A: [0, 0, 0], B: [0, 2, 0], C: [0, 5, 3]}, mass: 1,"
          " inertia: {frame: [A, B, C], values: [1, 2, 2.5]}}\n"
          "  places: {mass: 1, com: [0, 1, 0], inertia: {frame: [[0, 0, 0], [0, 1, 0], [0, 0, 1]], values: [1, 2, "
          "2.5]}}\n"
          "  quarter: {mass: 1, inertia: {frame: {axis: z, angle: 30 deg}, values: [2, 4, 5]}}\n"
          "  euler: {mass: 1, inertia: {frame: {euler: zyx, angles: [30 deg, 0, 0]}, values: [2, 4, 5]}}\n"
          "  quaternion: {mass: 1, inertia: {frame: [1, 0, 0, 0], values: [2, 4, 5, 0.1, 0.2, 0.3]}}\n");
    /* 5 - 4 u u', u = (1, 1, 0)/sqrt 2 */
    expect_matter("slim", 1, (tml_vec3){2, 1, 0}, (const double[6]){3, 3, 5, -2, 0, 0});
    /* x along y, y along z, z along x */
    expect_matter("three", 1, body("three")->com, (const double[6]){2.5, 1, 2});
    expect_matter("places", 1, (tml_vec3){0, 1, 0}, (const double[6]){2.5, 1, 2});
    /* (Ix + Iy)/2 +- (Ix - Iy)/2 cos 2a, (Ix - Iy)/2 sin 2a */
    expect_matter("quarter", 1, (tml_vec3){0},
                  (const double[6]){3 - cos(pi / 3), 3 + cos(pi / 3), 5, -sin(pi / 3), 0, 0});
    expect_same("euler", "quarter");
    expect_matter("quaternion", 1, (tml_vec3){0}, (const double[6]){2, 4, 5, 0.1, 0.2, 0.3});
}

Test(mass, inertia_about_a_point_is_moved_to_the_centre)
{
    build("trammel: 1\nbodies:\n"
          "  rod: {points: {O: [0, 0], A: [2, 0]}, mass: 3, inertia: {values: 4, about: O}}\n"
          "  far: {mass: 2, com: [1, 1], inertia: {values: 10 kg*m^2, about: [-1, 0]}}\n");
    expect_planar("rod", 3, 1, 0, 1); /* m L^2/3 - m L^2/4 */
    expect_planar("far", 2, 1, 1, 10 - 2 * 5);
    build("trammel: 1\nspace: space\nbodies:\n"
          "  a: {mass: 2, com: [1, 2, 3], inertia: {values: [40, 40, 20, -3, -5, -11], about: [0, 0, 0]}}\n"
          "  rod: {points: {A: [0, 0, 0], B: [3, 3, 0]}, mass: 4, com: [1.5, 1.5, 0],"
          " inertia: {frame: [A, B], values: [0, 24, 24], about: A}}\n"
          "  thin: {points: {A: [0, 0, 0], B: [3, 3, 0]}, mass: 4, shape: rod}\n");
    expect_matter("a", 2, (tml_vec3){1, 2, 3}, (const double[6]){14, 20, 10, 1, 1, 1});
    expect_same("rod", "thin");
}

/* ---- files ---- */

static void write_file(const char *name, const char *text)
{
    char path[512];
    snprintf(path, sizeof path, TML_BINARY_DIR "/%s", name);
    FILE *file = fopen(path, "w");
    cr_assert(file);
    fputs(text, file);
    fclose(file);
}

Test(mass, properties_are_read_from_files)
{
    write_file("test-mass.json", "{\"mass\": 2.5, \"com\": [10, 20, 30], \"inertia\": [9000, 8000, 7000, 10, 20, 30],\n"
                                 " \"units\": {\"length\": \"mm\", \"mass\": \"kg\"}}\n");
    write_file("test-mass-2.yaml", "mass: 2500 g\ncom: [10 mm, 2 cm, 0.03]\n"
                                   "inertia: {values: [0.009, 8e-3, 0.007, 1e-5, 2e-5, 3e-5]}\n");
    write_file("test-mass-3.csv", "# from a CAD program\r\nunits, mm, g\r\nmass; 2500\r\ncom, 10, 20, 30 mm\r\n\r\n"
                                  "inertia, 9e6, 8e6, 7e6, 1e4, 2e4, 3e4\r\n");
    write_file("test-mass-4.csv", "mass,4\n");
    build("trammel: 1\nspace: space\nbodies:\n"
          "  one: {mass_properties: test-mass.json}\n"
          "  two: {mass_properties: test-mass-2.yaml}\n"
          "  three: {mass_properties: test-mass-3.csv}\n"
          "  four: {mass_properties: test-mass-4.csv, shape: {sphere: 0.1}}\n");
    expect_matter("one", 2.5, (tml_vec3){0.01, 0.02, 0.03}, (const double[6]){9e-3, 8e-3, 7e-3, 1e-5, 2e-5, 3e-5});
    expect_same("two", "one");
    expect_same("three", "one");
    expect_matter("four", 4, (tml_vec3){0}, (const double[6]){0.016, 0.016, 0.016});
    build("trammel: 1\nbodies:\n"
          "  one: {mass_properties: test-mass.json}\n"
          "  two: {mass_properties: test-mass-2.yaml}\n");
    expect_planar("one", 2.5, 0.01, 0.02, 7e-3);
    expect_planar("two", 2.5, 0.01, 0.02, 7e-3);
}

/* ---- what is refused ---- */

static void expect_refused(const char *text, tml_code code, const char *words)
{
    tml_log *log = tml_log_make();
    tml_model *made = tml_model_build(text, strlen(text), TML_BINARY_DIR "/test-mass.yaml", NULL, 0, log);
    bool found = false;
    if (made)
        tml_model_read(made, NULL, 0, &arena, log);
    for (size_t i = 0; i < tml_log_count(log); i++)
        found = found ||
                (strcmp(tml_log_get(log, i).code, tml_code_text(code)) == 0 && strstr(tml_log_get(log, i).text, words));
    cr_expect(found, "%s: not \"%s\" but \"%s\"", text, words,
              tml_log_count(log) ? tml_log_get(log, 0).text : "nothing");
    tml_model_free(made);
    tml_log_free(log);
}

Test(mass, files_that_cannot_be_used_are_refused)
{
    write_file("test-mass-5.json", "{\"mass\": 2, \"comm\": [1, 2]}");
    write_file("test-mass-6.csv", "mass, 2\nheight, 3\n");
    write_file("test-mass-7.json", "[1, 2]");
    write_file("test-mass-8.csv", "mass, 2\nmass, 3\n");
    write_file("test-mass-9.json", "{\"mass\": 2, \"units\": {\"length\": \"parsec\"}}");
    write_file("test-mass-10.json", "{\"mass\": 2, \"inertia\": \"1 kg\"}");
    expect_refused("trammel: 1\nbodies: {a: {mass_properties: test-mass-5.json}}\n", TML_E_UNKNOWN_KEY,
                   "did you mean \"com\"");
    expect_refused("trammel: 1\nbodies: {a: {mass_properties: test-mass-6.csv}}\n", TML_E_MASS_PROPERTIES,
                   "\"height\"");
    expect_refused("trammel: 1\nbodies: {a: {mass_properties: test-mass-7.json}}\n", TML_E_MASS_PROPERTIES, "a map");
    expect_refused("trammel: 1\nbodies: {a: {mass_properties: test-mass-8.csv}}\n", TML_E_MASS_PROPERTIES, "\"mass\"");
    expect_refused("trammel: 1\nbodies: {a: {mass_properties: test-mass-9.json}}\n", TML_E_NOT_A_CHOICE, "length");
    expect_refused("trammel: 1\nbodies: {a: {mass_properties: test-mass-10.json}}\n", TML_E_WRONG_DIMENSION,
                   "expected kg*m^2");
    expect_refused("trammel: 1\nbodies: {a: {mass_properties: test-mass-11.json}}\n", TML_E_CANNOT_READ,
                   "there is no such file");
    expect_refused("trammel: 1\nbodies: {a: {mass_properties: test-mass-5.json, mass: 3}}\n", TML_E_UNKNOWN_KEY,
                   "comm");
    write_file("test-mass-5.json", "{\"mass\": 2}");
    expect_refused("trammel: 1\nbodies: {a: {mass_properties: test-mass-5.json, mass: 3}}\n", TML_E_MASS_PROPERTIES,
                   "given here and in the file");
}

Test(mass, results_do_not_overwrite_mass_properties)
{
    write_file("test-mass-12.csv", "mass,4\n");
    write_file("test-mass-13.csv", "mass,4\n");
    build("trammel: 1\nbodies: {a: {mass_properties: test-mass-12.csv}}\n");
    cr_expect(tml_model_reads(model, TML_BINARY_DIR "/test-mass-12.csv"));
    cr_expect(!tml_model_reads(model, TML_BINARY_DIR "/test-mass-13.csv"));
}

/* The frame of a measured bicycle. Its second moments about the principal axes are tr(I)/2 - I_i; that across the plane of the frame is -0.01499 kg m^2.
 * The nearest possible one is zero: Ixx and Izz grow by 0.01499 kg m^2, all else stays. */
Test(mass, measured_inertia_off_by_little_becomes_the_nearest_possible)
{
    const double xx = 0.52962890621, yy = 1.3163960125, zz = 0.756786895402, xz = -0.116285607878;
    const double lacks = yy - (xx + yy + zz) / 2;
    char text[512];
    snprintf(text, sizeof text,
             "trammel: 1\nspace: space\nbodies:\n  frame: {mass: 9.86, inertia: [%.17g, %.17g, %.17g, 0, %.17g, 0]}\n",
             xx, yy, zz, xz);
    build(text);
    expect_matter("frame", 9.86, (tml_vec3){0, 0, 0}, (const double[6]){xx + lacks, yy, zz + lacks, 0, xz, 0});
    cr_assert(tml_log_count(logged) > 0);
    const tml_message told = tml_log_get(logged, 0);
    cr_expect_str_eq(told.code, "W239");
    cr_expect(strstr(told.text, "0.480658") && strstr(told.text, "0.495648") && strstr(told.text, "3.1 %"), "%s",
              told.text);
}

/* About another point the moments are larger, and possible: what counts are the moments about the centre of mass. */
Test(mass, measured_inertia_about_a_point_is_mended_about_the_centre)
{
    build("trammel: 1\nspace: space\nbodies:\n"
          "  a: {mass: 2, com: [0, 0, 0], inertia: {values: [1, 3, 4.06], about: [1, 0, 0]}}\n");
    expect_matter("a", 2, (tml_vec3){0, 0, 0}, (const double[6]){1.03, 1.03, 2.06, 0, 0, 0});
    cr_assert(tml_log_count(logged) > 0);
}
