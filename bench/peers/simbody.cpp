// simbody.cpp - the problems in Simbody: pins in a tree, loops by two points-in-planes each, its integrators at several accuracies.
//
//     peer_simbody PROBLEM SECONDS      (a file of export.py; CPU time for all runs of it)
//
// Two points-in-planes keep a joint of the plane closed with two equations; a ball joint would add a third, redundant one. The
// constraint tolerance is a tenth of the accuracy. One evaluation is realize(Acceleration) from positions on.
#include "problem.hpp"
#include <Simbody.h>

using namespace peers;

namespace {

SimTK::Vec3 to(const vec3 &v) { return {v[0], v[1], v[2]}; }

struct mechanism {
    SimTK::MultibodySystem system;
    SimTK::SimbodyMatterSubsystem matter{system};
    SimTK::GeneralForceSubsystem forces{system};
    SimTK::State start;

    explicit mechanism(const problem &p)
    {
        if (SimTK::Vec3 g = to(p.gravity); g.norm() > 0)
            SimTK::Force::UniformGravity(forces, matter, g);
        for (const body &b : p.bodies)
            hang(b);
        for (const loop &l : p.loops)
            close(l);
        for (const spring &s : p.springs)
            SimTK::Force::TwoPointLinearSpring(forces, at(s.first.body), to(s.first.point), at(s.second.body), to(s.second.point),
                                               s.stiffness, s.length);
        for (const torque &t : p.torques)
            SimTK::Force::MobilityConstantForce(forces, at(t.body), SimTK::MobilizerUIndex(0), t.value);
        start = system.realizeTopology();
        system.realizeModel(start);
        for (size_t i = 0; i < p.bodies.size(); i++) {
            at(int(i)).setOneQ(start, 0, p.bodies[i].angle);
            at(int(i)).setOneU(start, 0, p.bodies[i].speed);
        }
    }

    const SimTK::MobilizedBody &at(int body) const { return matter.getMobilizedBody(SimTK::MobilizedBodyIndex(body + 1)); }
    SimTK::MobilizedBody &at(int body) { return matter.updMobilizedBody(SimTK::MobilizedBodyIndex(body + 1)); }

    void hang(const body &b)
    {
        const SimTK::Vec3 com = to(b.com);
        const SimTK::Inertia central(b.inertia[0], b.inertia[1], b.inertia[2]);
        const SimTK::Body::Rigid rigid(SimTK::MassProperties(b.mass, com, central.shiftFromMassCenter(com, b.mass)));
        const SimTK::Rotation R(SimTK::UnitVec3(to(b.axis)), SimTK::ZAxis); // a pin turns about z
        SimTK::MobilizedBody::Pin(at(b.parent), SimTK::Transform(R, to(b.hinge)), rigid, SimTK::Transform(R, SimTK::Vec3(0)));
    }

    void close(const loop &l)
    {
        const SimTK::Vec3 a = to(l.first.point), b = to(l.second.point);
        SimTK::Constraint::PointInPlane(at(l.first.body), SimTK::XAxis, a[0], at(l.second.body), b);
        SimTK::Constraint::PointInPlane(at(l.first.body), SimTK::YAxis, a[1], at(l.second.body), b);
    }

    double error_of(const problem &p, const SimTK::State &s) const
    {
        system.realize(s, SimTK::Stage::Position);
        const auto place = [&](const end &e) {
            const SimTK::Vec3 x = at(e.body).findStationLocationInGround(s, to(e.point));
            return vec3{x[0], x[1], x[2]};
        };
        return error(p, place, [&](int b) { return sum_angles(p, b, [&](int i) { return at(i).getOneQ(s, 0); }); });
    }
};

SimTK::Integrator *make(const std::string &name, const mechanism &m)
{
    if (name == "RungeKuttaMerson")
        return new SimTK::RungeKuttaMersonIntegrator(m.system);
    if (name == "RungeKuttaFeldberg")
        return new SimTK::RungeKuttaFeldbergIntegrator(m.system);
    if (name == "RungeKutta3")
        return new SimTK::RungeKutta3Integrator(m.system);
    if (name == "Verlet")
        return new SimTK::VerletIntegrator(m.system);
    return new SimTK::CPodesIntegrator(m.system);
}

double evaluation_of(const mechanism &m)
{
    SimTK::State s = m.start;
    return time_call([&] {
        s.updQ(); // makes all that follows from positions stale
        m.system.realize(s, SimTK::Stage::Acceleration);
    });
}

// An integrator at better and better accuracy, until a run has taken its share of the time.
void precision(const problem &p, const mechanism &m, const std::string &name, double share, double evaluation)
{
    double spent = 0;
    for (double accuracy = 1e-4; accuracy > 0.9e-13 && spent < share; accuracy /= 10) {
        double error = INFINITY, cpu = INFINITY;
        long evaluations = 0;
        const double begun = bench_cpu();
        try {
            cpu = best_of(1, [&] {
                const std::unique_ptr<SimTK::Integrator> use(make(name, m));
                use->setAccuracy(accuracy);
                use->setConstraintTolerance(0.1 * accuracy);
                use->setFinalTime(p.duration);
                use->initialize(m.start);
                use->setReturnEveryInternalStep(true);
                while (use->getTime() < p.duration) {
                    use->stepTo(p.duration);
                    if (bench_cpu() - begun > 2 * share)
                        throw std::runtime_error("takes too long");
                }
                evaluations = use->getNumRealizations();
                error = m.error_of(p, use->getState());
            });
        } catch (const std::exception &e) {
            std::cerr << "Simbody " << p.name << " " << name << " " << accuracy << ": " << std::string(e.what()).substr(0, 160) << "\n";
            if (bench_cpu() - begun > 2 * share)
                return;
            spent += bench_cpu() - begun;
            continue;
        }
        spent += bench_cpu() - begun;
        char settings[128];
        std::snprintf(settings, sizeof settings, "%s, accuracy %.0e, constraint tolerance %.0e", name.c_str(), accuracy, 0.1 * accuracy);
        if (error < 0.1)
            print(p, "Simbody", SIMBODY_VERSION, settings,
                  {.tolerance = accuracy, .error = error, .cpu = cpu, .evaluation = evaluation, .evaluations = evaluations});
        if (spent + 2.5 * cpu > share)
            return;
    }
}

} // namespace

int main(int count, char **arguments)
{
    if (count != 3)
        return std::cerr << "usage: peer_simbody PROBLEM SECONDS\n", 2;
    const problem p = load(arguments[1]);
    const double begun = bench_cpu(), seconds = std::strtod(arguments[2], nullptr);
    const mechanism m(p);
    std::cerr << "Simbody " << p.name << " " << p.size << ": model made in " << bench_cpu() - begun << " s\n";
    const double evaluation = evaluation_of(m);
    if (p.loops.empty() || seconds <= 0) {
        print(p, "Simbody", SIMBODY_VERSION, "realize(Acceleration)", {.cpu = evaluation, .evaluation = evaluation, .evaluations = 1});
        return 0;
    }
    const std::vector<std::string> names = {"RungeKuttaMerson", "RungeKuttaFeldberg", "RungeKutta3", "Verlet", "CPodes (BDF)"};
    for (const std::string &name : names)
        precision(p, m, name, seconds / double(names.size()), evaluation);
}
