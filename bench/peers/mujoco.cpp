// mujoco.cpp - the problems in MuJoCo: hinges, loops by `connect`, springs by tendons.
//
//     peer_mujoco PROBLEM SECONDS      (a file of export.py; CPU time for all runs of it)
//     peer_mujoco PROBLEM SECONDS FROM TO COUNT ERROR      (then as many motions with torques from ... to, as accurate as this)
//
// Loops are soft in MuJoCo: a spring-damper of time constant c (solref) and impedance 0.9999 (solimp, the hardest it takes). Every
// integrator is run at step after step, with c = 2h (the smallest it allows by default) and c = h (refsafe off). Contacts, limits and
// all else are off; Newton stops at 1e-10, one iteration as a rule. One evaluation is mj_forward: kinematics, inertia matrix and its factors, forces, accelerations, loop forces.
#include "problem.hpp"
#include <mujoco/mujoco.h>

using namespace peers;

#if mjVERSION_HEADER >= 300
#define MEMORY "<size memory=\"400M\"/>"
#define NEW_FLAGS "island=\"disable\" sensor=\"disable\" "
#else
#define MEMORY ""
#define NEW_FLAGS ""
#endif

namespace {

std::string numbers(const vec3 &v)
{
    char text[96];
    std::snprintf(text, sizeof text, "%.17g %.17g %.17g", v[0], v[1], v[2]);
    return text;
}

std::string number(double x)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", x);
    return text;
}

// Children of every body, so that the file can be written inside out; the depth of a chain does not matter.
std::string bodies_xml(const problem &p)
{
    std::vector<std::vector<int>> children(p.bodies.size() + 1);
    for (size_t i = 0; i < p.bodies.size(); i++)
        children[size_t(p.bodies[i].parent + 1)].push_back(int(i));
    std::string xml;
    std::function<void(int)> write = [&](int i) {
        const body &b = p.bodies[size_t(i)];
        xml += "<body name=\"b" + std::to_string(i) + "\" pos=\"" + numbers(b.hinge) + "\" quat=\"" + number(std::cos(b.angle / 2)) +
               " 0 0 " + number(std::sin(b.angle / 2)) + "\"><joint name=\"j" + std::to_string(i) + "\" type=\"hinge\" axis=\"" +
               numbers(b.axis) + "\"/><inertial pos=\"" + numbers(b.com) + "\" mass=\"" + number(b.mass) + "\" diaginertia=\"" +
               numbers(b.inertia) + "\"/>";
        for (size_t s = 0; s < p.springs.size(); s++)
            for (const end *e : {&p.springs[s].first, &p.springs[s].second})
                if (e->body == i)
                    xml += "<site name=\"s" + std::to_string(s) + (e == &p.springs[s].first ? "a" : "b") + "\" pos=\"" +
                           numbers(e->point) + "\"/>";
        for (int c : children[size_t(i) + 1])
            write(c);
        xml += "</body>";
    };
    for (size_t s = 0; s < p.springs.size(); s++)
        if (p.springs[s].first.body < 0)
            xml += "<site name=\"s" + std::to_string(s) + "a\" pos=\"" + numbers(p.springs[s].first.point) + "\"/>";
    for (int c : children[0])
        write(c);
    return xml;
}

std::string xml_of(const problem &p)
{
    std::string xml = "<mujoco><compiler angle=\"radian\" autolimits=\"false\"/>" MEMORY "<option gravity=\"" +
                      numbers(p.gravity) +
                      "\" solver=\"Newton\" iterations=\"20\" tolerance=\"1e-10\"><flag contact=\"disable\" limit=\"disable\" "
                      "frictionloss=\"disable\" " NEW_FLAGS "refsafe=\"disable\"/></option><worldbody>" +
                      bodies_xml(p) + "</worldbody>";
    if (!p.loops.empty())
        xml += "<equality>";
    for (const loop &l : p.loops) {
        const end &a = l.first.body < 0 ? l.second : l.first, &b = l.first.body < 0 ? l.first : l.second;
        xml += "<connect body1=\"b" + std::to_string(a.body) + "\" " + (b.body < 0 ? "" : "body2=\"b" + std::to_string(b.body) + "\" ") +
               "anchor=\"" + numbers(a.point) + "\" solref=\"0.001 1\" solimp=\"0.9999 0.9999 0.001 0.5 2\"/>";
    }
    xml += p.loops.empty() ? "" : "</equality>";
    if (!p.springs.empty())
        xml += "<tendon>";
    for (size_t s = 0; s < p.springs.size(); s++)
        xml += "<spatial stiffness=\"" + number(p.springs[s].stiffness) + "\" springlength=\"" + number(p.springs[s].length) +
               "\"><site site=\"s" + std::to_string(s) + "a\"/><site site=\"s" + std::to_string(s) + "b\"/></spatial>";
    xml += p.springs.empty() ? "" : "</tendon>";
    return xml + "</mujoco>";
}

mjModel *compile(const std::string &xml)
{
    char message[1000] = "";
    static mjVFS vfs;
    mj_defaultVFS(&vfs);
#if mjVERSION_HEADER >= 300
    mj_addBufferVFS(&vfs, "model.xml", xml.data(), int(xml.size()));
#else
    mj_makeEmptyFileVFS(&vfs, "model.xml", int(xml.size()));
    std::memcpy(vfs.filedata[mj_findFileVFS(&vfs, "model.xml")], xml.data(), xml.size());
#endif
    mjModel *m = mj_loadXML("model.xml", &vfs, message, sizeof message);
    if (!m) {
        std::cerr << message << "\n";
        std::exit(1);
    }
    return m;
}

std::string named(char letter, int i) { return std::string(1, letter).append(std::to_string(i)); }

// MuJoCo numbers bodies branch by branch.
int body_id(const mjModel *m, int i) { return i < 0 ? 0 : mj_name2id(m, mjOBJ_BODY, named('b', i).c_str()); }
int joint_id(const mjModel *m, int i) { return mj_name2id(m, mjOBJ_JOINT, named('j', i).c_str()); }

struct start_state {
    std::vector<double> speed, force;
};

start_state start_of(const problem &p, const mjModel *m)
{
    start_state s = {std::vector<double>(size_t(m->nv)), std::vector<double>(size_t(m->nv))};
    for (size_t i = 0; i < p.bodies.size(); i++)
        s.speed[size_t(m->jnt_dofadr[joint_id(m, int(i))])] = p.bodies[i].speed;
    for (const torque &t : p.torques) // bodies on the ground: the torque of their hinge
        s.force[size_t(m->jnt_dofadr[joint_id(m, t.body)])] = t.value;
    return s;
}

void start(const start_state &s, const mjModel *m, mjData *d)
{
    mj_resetData(m, d);
    mju_copy(d->qvel, s.speed.data(), int(m->nv));
    mju_copy(d->qfrc_applied, s.force.data(), int(m->nv));
}

double error_of(const problem &p, const mjModel *m, mjData *d)
{
    mj_kinematics(m, d);
    const auto place = [&](const end &e) {
        vec3 x;
        const double *R = d->xmat + 9 * body_id(m, e.body), *o = d->xpos + 3 * body_id(m, e.body);
        for (size_t i = 0; i < 3; i++)
            x[i] = o[i] + R[3 * i] * e.point[0] + R[3 * i + 1] * e.point[1] + R[3 * i + 2] * e.point[2];
        return x;
    };
    const auto hinge = [&](int b) { return p.bodies[size_t(b)].angle + d->qpos[m->jnt_qposadr[joint_id(m, b)]]; };
    return error(p, place, [&](int b) { return sum_angles(p, b, hinge); });
}

struct method {
    int integrator;
    const char *name;
    int evaluations; // in a step
    std::vector<double> ratios;
};

double evaluation_of(const start_state &s, const mjModel *m, mjData *d)
{
    start(s, m, d);
    return time_call([&] { mj_forward(m, d); });
}

// How one motion is run.
struct setting {
    int integrator, steps;
    double ratio, cpu = INFINITY, error = NAN;
    std::string words;
};

void take(const problem &p, mjModel *m, const setting &use)
{
    const double h = p.duration / use.steps;
    m->opt.timestep = h;
    m->opt.integrator = use.integrator;
    for (int i = 0; i < m->neq; i++)
        m->eq_solref[mjNREF * i] = use.ratio * h;
}

void move(const start_state &from, const mjModel *m, mjData *d, int steps)
{
    start(from, m, d);
    for (int i = 0; i < steps && !d->warning[mjWARN_BADQACC].number; i++)
        mj_step(m, d);
}

// Work against precision: every integrator, both time constants, steps halved until the time is used up; the fastest below `wanted`.
setting precision(const problem &p, mjModel *m, mjData *d, double seconds, double wanted)
{
    setting best{};
    const start_state from = start_of(p, m);
    const double evaluation = evaluation_of(from, m, d);
    std::vector<method> methods = {{mjINT_EULER, "Euler", 1, {2}}, {mjINT_RK4, "RK4", 4, {2, 1, 0.7}}, {mjINT_IMPLICIT, "implicit", 1, {2}}};
#if mjVERSION_HEADER >= 300
    methods.push_back({mjINT_IMPLICITFAST, "implicitfast", 1, {2}});
#endif
    const double share = seconds / 6;
    for (const method &use : methods)
        for (double ratio : use.ratios) {
            double spent = 0;
            for (int steps = 500; spent < share; steps = steps * 2) {
                const double h = p.duration / steps;
                setting one = {use.integrator, steps, ratio};
                take(p, m, one);
                if (spent + 2.2 * steps * use.evaluations * evaluation > share && spent > 0)
                    break;
                const double begun = bench_cpu(), cpu = best_of(1, [&] { move(from, m, d, steps); });
                spent += bench_cpu() - begun;
                const double error = error_of(p, m, d);
                char settings[160];
                std::snprintf(settings, sizeof settings, "%s, step %.3g s, Newton, connect with solref %.3g s (%g steps), solimp 0.9999",
                              use.name, h, ratio * h, ratio);
                if (error < 0.1 && !d->warning[mjWARN_BADQACC].number)
                    print(p, PEER, mj_versionString(), settings,
                          {.tolerance = h, .error = error, .cpu = cpu, .evaluation = cpu / steps / use.evaluations, .evaluations = long(steps) * use.evaluations});
                one.cpu = cpu;
                one.error = error;
                one.words = settings;
                if (error <= wanted && cpu < best.cpu)
                    best = one;
            }
        }
    return best;
}

// The same motion with other torques, one after the other.
void sweep(const problem &p, mjModel *m, mjData *d, const setting &use, double least, double greatest, int count)
{
    if (!std::isfinite(use.cpu))
        return;
    take(p, m, use);
    start_state from = start_of(p, m);
    const double begun = bench_cpu();
    for (int i = 0; i < count; i++) {
        for (const torque &t : p.torques)
            from.force[size_t(m->jnt_dofadr[joint_id(m, t.body)])] = least + (greatest - least) * i / (count - 1);
        move(from, m, d, use.steps);
    }
    problem swept = p;
    swept.name += "-sweep";
    swept.size = count;
    print(swept, PEER, mj_versionString(), use.words, {.tolerance = p.duration / use.steps, .error = use.error, .cpu = (bench_cpu() - begun) / count});
}

} // namespace

int main(int count, char **arguments)
{
    if (count != 3 && count != 7)
        return std::cerr << "usage: peer_mujoco PROBLEM SECONDS [FROM TO COUNT ERROR]\n", 2;
    const problem p = load(arguments[1]);
    mju_user_warning = [](const char *) {}; // what is unstable is left out
    const double begun = bench_cpu();
    mjModel *m = compile(xml_of(p));
    mjData *d = mj_makeData(m);
    std::cerr << "MuJoCo " << mj_versionString() << " " << p.name << " " << p.size << ": model made in " << bench_cpu() - begun << " s\n";
    if (p.loops.empty() || std::strtod(arguments[2], nullptr) <= 0) {
        const double evaluation = evaluation_of(start_of(p, m), m, d);
        print(p, PEER, mj_versionString(), "mj_forward, nothing but the hinges on", {.cpu = evaluation, .evaluation = evaluation, .evaluations = 1});
    } else {
        const auto number = [&](int i) { return count > i ? std::strtod(arguments[i], nullptr) : 0; };
        const setting best = precision(p, m, d, number(2), number(6));
        if (count == 7)
            sweep(p, m, d, best, number(3), number(4), int(number(5)));
    }
    mj_deleteData(d);
    mj_deleteModel(m);
}
