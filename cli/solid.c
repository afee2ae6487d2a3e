/* solid.c - boxes, and solids of revolution by their profile: radii at heights along an axis, from one pole to the other.
 *
 * Rings of `segments` corners lie between the poles; neighbours use the same numbers for the same corner, so that the surface is closed to the bit.
 */
#include "solid.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static bool add_triangle(cli_mesh *mesh, const double a[3], const double b[3], const double c[3])
{
    if (mesh->count == mesh->room) {
        const size_t room = mesh->room ? 2 * mesh->room : 256;
        void *more = realloc(mesh->corners, room * sizeof *mesh->corners);
        if (!more)
            return false;
        mesh->corners = more;
        mesh->room = room;
    }
    double(*to)[3] = mesh->corners[mesh->count++];
    memcpy(to[0], a, sizeof to[0]);
    memcpy(to[1], b, sizeof to[1]);
    memcpy(to[2], c, sizeof to[2]);
    return true;
}

static cli_solid_result result(bool good)
{
    return good ? CLI_SOLID_ADDED : CLI_SOLID_NO_MEMORY;
}

/* ---- solids of revolution ---- */

typedef struct {
    double height, radius; /* radius 0: a pole */
} ring;

typedef struct {
    double origin[3], axis[3], u[3], v[3]; /* orthonormal, right-handed: u, v, axis */
    int segments;
} frame;

static double length_of(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static frame frame_of(const double origin[3], const double along[3], int segments)
{
    frame f = {.segments = segments};
    const double length = length_of(along), z[3] = {0, 0, 1};
    int least = 0;
    for (int k = 0; k < 3; k++) {
        f.origin[k] = origin[k];
        f.axis[k] = length > 0 ? along[k] / length : z[k];
        least = fabs(f.axis[k]) < fabs(f.axis[least]) ? k : least;
    }
    double other[3] = {0};
    other[least] = 1;
    cross(f.axis, other, f.u);
    const double scale = length_of(f.u);
    for (int k = 0; k < 3; k++)
        f.u[k] /= scale;
    cross(f.axis, f.u, f.v);
    return f;
}

static void corner(const frame *f, ring r, int segment, double out[3])
{
    const double angle = 2 * PI * (segment % f->segments) / f->segments;
    const double c = r.radius * cos(angle), s = r.radius * sin(angle);
    for (int k = 0; k < 3; k++)
        out[k] = f->origin[k] + r.height * f->axis[k] + c * f->u[k] + s * f->v[k];
}

/* The band between two rings, of which one may be a pole. */
static bool add_band(cli_mesh *mesh, const frame *f, ring low, ring high)
{
    bool good = true;
    for (int i = 0; good && i < f->segments; i++) {
        double a[3], b[3], c[3], d[3];
        corner(f, low, i, a);
        corner(f, low, i + 1, b);
        corner(f, high, i + 1, c);
        corner(f, high, i, d);
        good =
            (!(low.radius > 0) || add_triangle(mesh, a, b, c)) && (!(high.radius > 0) || add_triangle(mesh, a, c, d));
    }
    return good;
}

static cli_solid_result revolve(cli_mesh *mesh, const frame *f, const ring *rings, int count)
{
    bool good = true;
    for (int i = 0; good && i + 1 < count; i++)
        good = add_band(mesh, f, rings[i], rings[i + 1]);
    return result(good);
}

static cli_solid_result add_cylinder(cli_mesh *mesh, const frame *f, double from, double to, double radius)
{
    const ring rings[] = {{from, 0}, {from, radius}, {to, radius}, {to, 0}};
    return radius > 0 && to > from ? revolve(mesh, f, rings, 4) : CLI_SOLID_UNKNOWN;
}

/* ---- shapes ---- */

typedef cli_solid_result put_shape(cli_mesh *mesh, const cli_shape *s, const cli_solid_options *o);

static cli_solid_result put_cylinder(cli_mesh *mesh, const cli_shape *s, const cli_solid_options *o)
{
    const frame f = frame_of(s->at, s->axis, o->segments);
    return add_cylinder(mesh, &f, -s->length / 2, s->length / 2, s->radius);
}

static cli_solid_result put_disc(cli_mesh *mesh, const cli_shape *s, const cli_solid_options *o)
{
    const frame f = frame_of(s->at, s->axis, o->segments);
    const double half = (s->length > 0 ? s->length : o->thickness) / 2;
    return add_cylinder(mesh, &f, -half, half, s->radius);
}

static cli_solid_result put_rod(cli_mesh *mesh, const cli_shape *s, const cli_solid_options *o)
{
    const double along[3] = {s->to[0] - s->from[0], s->to[1] - s->from[1], s->to[2] - s->from[2]};
    const frame f = frame_of(s->from, along, o->segments);
    return add_cylinder(mesh, &f, 0, length_of(along), (s->width > 0 ? s->width : o->width) / 2);
}

/* Half as many bands as segments, from pole to pole. */
static cli_solid_result put_sphere(cli_mesh *mesh, const cli_shape *s, const cli_solid_options *o)
{
    const double z[3] = {0, 0, 1};
    const frame f = frame_of(s->at, z, o->segments);
    const int bands = (o->segments + 1) / 2;
    ring *rings = s->radius > 0 ? calloc((size_t)bands + 1, sizeof *rings) : NULL;
    if (!rings)
        return s->radius > 0 ? CLI_SOLID_NO_MEMORY : CLI_SOLID_UNKNOWN;
    for (int i = 0; i <= bands; i++)
        rings[i] = (ring){-s->radius * cos(PI * i / bands), i % bands ? s->radius * sin(PI * i / bands) : 0};
    const cli_solid_result done = revolve(mesh, &f, rings, bands + 1);
    free(rings);
    return done;
}

/* Corner k of 8 is at the upper end of x, y, z where bits 1, 2, 4 of k are set. */
static cli_solid_result put_box(cli_mesh *mesh, const cli_shape *s, const cli_solid_options *o)
{
    static const int faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    double at[8][3];
    bool good = true;
    (void)o;
    if (!(s->size[0] > 0 && s->size[1] > 0 && s->size[2] > 0))
        return CLI_SOLID_UNKNOWN;
    for (int k = 0; k < 8; k++)
        for (int i = 0; i < 3; i++)
            at[k][i] = s->at[i] + (k >> i & 1 ? 0.5 : -0.5) * s->size[i];
    for (int i = 0; good && i < 6; i++)
        good = add_triangle(mesh, at[faces[i][0]], at[faces[i][1]], at[faces[i][2]]) &&
               add_triangle(mesh, at[faces[i][0]], at[faces[i][2]], at[faces[i][3]]);
    return result(good);
}

cli_solid_result cli_solid_add(cli_mesh *mesh, const cli_shape *shape, const cli_solid_options *options)
{
    static const struct {
        const char *kind;
        put_shape *put;
    } table[] = {
        {"box", put_box}, {"cylinder", put_cylinder}, {"disc", put_disc}, {"rod", put_rod}, {"sphere", put_sphere}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!shape->hole && strcmp(shape->kind, table[i].kind) == 0)
            return table[i].put(mesh, shape, options);
    return CLI_SOLID_UNKNOWN;
}

double cli_mesh_volume(const cli_mesh *mesh)
{
    double sum = 0;
    for (size_t i = 0; i < mesh->count; i++) {
        double bc[3];
        const double *a = mesh->corners[i][0];
        cross(mesh->corners[i][1], mesh->corners[i][2], bc);
        sum += a[0] * bc[0] + a[1] * bc[1] + a[2] * bc[2];
    }
    return sum / 6;
}

void cli_mesh_free(cli_mesh *mesh)
{
    free(mesh->corners);
    *mesh = (cli_mesh){0};
}
