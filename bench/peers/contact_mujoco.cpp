// contact_mujoco.cpp - a problem of bench/contact_problems.py in MuJoCo, one line of JSON for every run.
//
//   contact_mujoco MODEL.xml DURATION plastic|elastic SECONDS QUANTITIES    lines there: joint NAME | body NAME AXIS | joints NAME NAME ; ADD EXACT
//
// Its contacts and stops are soft: a spring and a damper whose time constant follows the step. Plastic: critically damped, two steps long (the
// shortest that it permits). Elastic: stiffness without damping, a contact lasting 5, 20 or 80 steps. Integrators Euler, RK4, implicitfast; the
// solver is Newton's, friction cones elliptic.
#include "contact.hpp"
#include <cstring>
#include <fstream>
#include <iostream>
#include <mujoco/mujoco.h>
#include <sstream>
#include <vector>

struct quantity {
    int kind = 0; // 0: sum of joints, 1: a coordinate of a body
    std::vector<int> at;
    double add = 0, exact = 0;
};

static std::vector<quantity> read(const char *path, const mjModel *m)
{
    std::vector<quantity> all;
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        quantity q;
        std::string kind, name;
        words >> kind;
        q.kind = kind == "body";
        while (words >> name && name != ";") {
            if (q.kind && !q.at.empty())
                q.at.push_back(name == "x" ? 0 : name == "y" ? 1 : 2);
            else
                q.at.push_back(q.kind ? mj_name2id(m, mjOBJ_BODY, name.c_str()) : m->jnt_qposadr[mj_name2id(m, mjOBJ_JOINT, name.c_str())]);
        }
        words >> q.add >> q.exact;
        all.push_back(q);
    }
    return all;
}

static double error_of(const std::vector<quantity> &all, const mjModel *m, mjData *d)
{
    double worst = 0;
    mj_kinematics(m, d);
    for (const quantity &q : all) {
        double value = q.add;
        if (q.kind)
            value += d->xpos[3 * q.at[0] + q.at[1]];
        else
            for (int at : q.at)
                value += d->qpos[at];
        const double error = std::fabs(value - q.exact);
        worst = error > worst || std::isnan(error) ? error : worst;
    }
    return worst;
}

static void set_contacts(mjModel *m, double first, double second)
{
    const mjtNum impedance[mjNIMP] = {0.9999, 0.9999, 0.001, 0.5, 2};
    const auto set = [&](mjtNum *ref, mjtNum *imp) {
        ref[0] = first, ref[1] = second;
        mju_copy(imp, impedance, mjNIMP);
    };
    set(m->opt.o_solref, m->opt.o_solimp);
    m->opt.o_margin = 0;
    m->opt.enableflags |= mjENBL_OVERRIDE;
    for (int i = 0; i < m->ngeom; i++)
        set(m->geom_solref + mjNREF * i, m->geom_solimp + mjNIMP * i);
    for (int i = 0; i < m->njnt; i++)
        set(m->jnt_solref + mjNREF * i, m->jnt_solimp + mjNIMP * i);
    for (int i = 0; i < m->ntendon; i++)
        set(m->tendon_solref_lim + mjNREF * i, m->tendon_solimp_lim + mjNIMP * i);
}

static void start(const mjModel *m, mjData *d)
{
    if (m->nkey)
        mj_resetDataKeyframe(m, d, 0);
    else
        mj_resetData(m, d);
}

int main(int count, char **arguments)
{
    if (count != 6)
        return std::cerr << "usage: contact_mujoco MODEL.xml DURATION plastic|elastic SECONDS QUANTITIES\n", 2;
    char message[1000] = "";
    mju_user_warning = [](const char *) {};
    mjModel *m = mj_loadXML(arguments[1], nullptr, message, sizeof message);
    if (!m)
        return std::cerr << message << "\n", 1;
    mjData *d = mj_makeData(m);
    const std::vector<quantity> wanted = read(arguments[5], m);
    const double duration = std::atof(arguments[2]), seconds = std::atof(arguments[4]);
    const bool elastic = std::strcmp(arguments[3], "elastic") == 0;
    const std::vector<std::pair<int, const char *>> integrators = {{mjINT_EULER, "Euler"}, {mjINT_RK4, "RK4"}, {mjINT_IMPLICITFAST, "implicitfast"}};
    const std::vector<double> lengths = elastic ? std::vector<double>{5, 20, 80} : std::vector<double>{2};
    for (const auto &[integrator, name] : integrators)
        for (double length : lengths)
            halve_steps(duration, duration / 100, seconds / double(integrators.size() * lengths.size()), [&](long steps) {
                const double h = duration / double(steps), rate = 3.14159265 / (length * h);
                m->opt.timestep = h;
                m->opt.integrator = integrator;
                if (elastic)
                    set_contacts(m, -rate * rate, 0);
                else
                    set_contacts(m, length * h, 1);
                double best = INFINITY;
                for (int k = 0; k < (best > 0.2 && k ? 1 : 2); k++) {
                    start(m, d);
                    const double begun = cpu_time();
                    for (long i = 0; i < steps && !d->warning[mjWARN_BADQACC].number; i++)
                        mj_step(m, d);
                    best = std::min(best, cpu_time() - begun);
                }
                char settings[120];
                std::snprintf(settings, sizeof settings, "%s, contacts %g steps long", name, length);
                const double error = error_of(wanted, m, d);
                if (!d->warning[mjWARN_BADQACC].number && std::isfinite(error))
                    print_run("MuJoCo", mj_versionString(), settings, h, steps, error, best);
            });
    mj_deleteData(d);
    mj_deleteModel(m);
}
