// pinocchio.cpp - the problems with Pinocchio's kernels, driven by Runge-Kutta steps of our own: Pinocchio has no integrator.
//
//     peer_pinocchio PROBLEM SECONDS      (a file of export.py; CPU time for all runs of it)
//     peer_pinocchio PROBLEM SECONDS FROM TO COUNT ERROR      (then as many motions with torques from ... to, as accurate as this)
//
// Chains: aba. Loops: constraintDynamics (one proximal iteration, closures CONTACT_3D: the third row of a loop in the plane is zero,
// so mu must not be) and lcaba (loop-constrained articulated bodies). After a step loops are closed by projection, or left to drift
// as little as the integrator lets them. Steps: classical RK4, and the adaptive pairs of stepper.c.
#include "problem.hpp"
#include "stepper.h"
#include <Eigen/Dense>
#include <memory>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/constrained-dynamics.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/algorithm/loop-constrained-aba.hpp>

using namespace peers;
namespace pin = pinocchio;
using Eigen::VectorXd;

namespace {

Eigen::Vector3d to(const vec3 &v) { return {v[0], v[1], v[2]}; }

// The joints there are: hinges only. That is compiled in a fraction of the time of Pinocchio's own list, and runs no slower. (The last
// two are never used, but some of its functions ask for them.)
template <typename Scalar, int Options> struct hinges {
    using JointModelRX = pin::JointModelRevoluteTpl<Scalar, Options, 0>;
    using JointModelRY = pin::JointModelRevoluteTpl<Scalar, Options, 1>;
    using JointModelRZ = pin::JointModelRevoluteTpl<Scalar, Options, 2>;
    using JointModelComposite = pin::JointModelCompositeTpl<Scalar, Options, hinges>;
    using JointModelMimic = pin::JointModelMimicTpl<Scalar, Options, hinges>;
    using JointModelVariant = boost::variant<JointModelRX, JointModelRY, JointModelRZ, boost::recursive_wrapper<JointModelComposite>,
                                             boost::recursive_wrapper<JointModelMimic>>;
    using JointDataRX = pin::JointDataRevoluteTpl<Scalar, Options, 0>;
    using JointDataRY = pin::JointDataRevoluteTpl<Scalar, Options, 1>;
    using JointDataRZ = pin::JointDataRevoluteTpl<Scalar, Options, 2>;
    using JointDataComposite = pin::JointDataCompositeTpl<Scalar, Options, hinges>;
    using JointDataMimic = pin::JointDataMimicTpl<Scalar, Options, hinges>;
    using JointDataVariant = boost::variant<JointDataRX, JointDataRY, JointDataRZ, boost::recursive_wrapper<JointDataComposite>,
                                            boost::recursive_wrapper<JointDataMimic>>;
};
using Model = pin::ModelTpl<double, 0, hinges>;
using Data = pin::DataTpl<double, 0, hinges>;
using Joint = pin::JointModelTpl<double, 0, hinges>;

Joint hinge_about(const vec3 &axis)
{
    if (axis[2] == 1)
        return hinges<double, 0>::JointModelRZ();
    if (axis[1] == 1)
        return hinges<double, 0>::JointModelRY();
    return hinges<double, 0>::JointModelRX();
}

enum class kernel { aba, constraint_dynamics, lcaba };
const char *name_of(kernel k)
{
    return k == kernel::aba ? "aba" : k == kernel::lcaba ? "lcaba" : "constraintDynamics";
}

struct mechanism {
    const problem &p;
    Model model;
    std::unique_ptr<Data> data;
    std::vector<pin::JointIndex> joint; // of every body
    std::vector<pin::RigidConstraintModel> loops;
    std::vector<pin::RigidConstraintData> loop_data;
    pin::ProximalSettings settings;
    kernel use;
    VectorXd q, v, tau, start;
    double shift = 0; // added to each torque of the problem
    Eigen::MatrixXd J; // of the loops, two rows each
    VectorXd gap;

    mechanism(const problem &from, kernel k) : p(from), use(k)
    {
        model.gravity.linear(to(p.gravity));
        joint.resize(p.bodies.size());
        hang(-1, 0);
        for (const loop &l : p.loops) {
            const end &a = l.first.body < 0 ? l.second : l.first, &b = l.first.body < 0 ? l.first : l.second;
            loops.emplace_back(pin::CONTACT_3D, model, joint[size_t(a.body)], place(a), b.body < 0 ? 0 : joint[size_t(b.body)], place(b),
                               pin::LOCAL);
        }
        for (const pin::RigidConstraintModel &l : loops)
            loop_data.emplace_back(l);
        data = std::make_unique<Data>(model);
        if (use == kernel::constraint_dynamics) {
            pin::initConstraintDynamics(model, *data, loops, loop_data);
            settings = pin::ProximalSettings(1e-14, 1e-14, 1);
        } else if (use == kernel::lcaba) {
            pin::computeJointMinimalOrdering(model, *data, loops);
            settings = pin::ProximalSettings(1e-12, 1e-5, 10);
        }
        start_state();
    }

    // Branch by branch: crba and all that uses it wants every subtree in one piece.
    void hang(int parent, pin::JointIndex on)
    {
        for (size_t i = 0; i < p.bodies.size(); i++) {
            const body &b = p.bodies[i];
            if (b.parent != parent)
                continue;
            joint[i] = model.addJoint(on, hinge_about(b.axis), pin::SE3(Eigen::Matrix3d::Identity(), to(b.hinge)), b.name);
            const Eigen::Vector3d inertia = to(b.inertia);
            model.appendBodyToJoint(joint[i], pin::Inertia(b.mass, to(b.com), inertia.asDiagonal()), pin::SE3::Identity());
            hang(int(i), joint[i]);
        }
    }

    static pin::SE3 place(const end &e) { return pin::SE3(Eigen::Matrix3d::Identity(), to(e.point)); }

    long at(size_t body) const { return model.joints[joint[body]].idx_v(); }

    void start_state()
    {
        const long n = model.nv;
        start = VectorXd::Zero(2 * n);
        q = v = tau = VectorXd::Zero(n);
        for (size_t i = 0; i < p.bodies.size(); i++) {
            start[at(i)] = p.bodies[i].angle;
            start[n + at(i)] = p.bodies[i].speed;
        }
        J = Eigen::MatrixXd::Zero(2 * long(loops.size()), n);
        gap = VectorXd::Zero(J.rows());
    }

    // Springs from the ground to a body that hangs on the ground, as in Andrews' mechanism: the torque of its hinge
    void load()
    {
        tau.setZero();
        for (const torque &t : p.torques)
            tau[at(size_t(t.body))] += t.value + shift;
        for (const spring &s : p.springs) {
            const body &b = p.bodies[size_t(s.second.body)];
            const double angle = q[at(size_t(s.second.body))], c = std::cos(angle), k = std::sin(angle);
            const double x = c * s.second.point[0] - k * s.second.point[1], y = k * s.second.point[0] + c * s.second.point[1];
            const double wx = s.first.point[0] - b.hinge[0] - x, wy = s.first.point[1] - b.hinge[1] - y;
            tau[at(size_t(s.second.body))] += s.stiffness * (1 - s.length / std::hypot(wx, wy)) * (x * wy - y * wx);
        }
    }

    int rate(const double *y, double *slope)
    {
        const long n = model.nv;
        q = Eigen::Map<const VectorXd>(y, n);
        v = Eigen::Map<const VectorXd>(y + n, n);
        load();
        Eigen::Map<VectorXd>(slope, n) = v;
        Eigen::Map<VectorXd> a(slope + n, n);
        if (use == kernel::aba)
            a = pin::aba(model, *data, q, v, tau);
        else if (use == kernel::lcaba)
            a = pin::lcaba(model, *data, q, v, tau, loops, loop_data, settings);
        else
            a = pin::constraintDynamics(model, *data, q, v, tau, loops, loop_data, settings);
        return a.allFinite() ? 0 : 1;
    }

    Eigen::Vector3d where(const end &e) const
    {
        return e.body < 0 ? to(e.point) : data->oMi[joint[size_t(e.body)]].act(to(e.point));
    }

    // Column of a hinge about z: z x (point - hinge); the hinges from a body to the ground
    void fill(long row, const end &e, double sign)
    {
        const Eigen::Vector3d x = where(e);
        for (int b = e.body; b >= 0; b = p.bodies[size_t(b)].parent) {
            const Eigen::Vector3d arm = x - data->oMi[joint[size_t(b)]].translation();
            J(row, at(size_t(b))) -= sign * arm.y();
            J(row + 1, at(size_t(b))) += sign * arm.x();
        }
    }

    void linearize()
    {
        pin::forwardKinematics(model, *data, q);
        J.setZero();
        for (size_t i = 0; i < p.loops.size(); i++) {
            const long row = 2 * long(i);
            gap.segment<2>(row) = (where(p.loops[i].first) - where(p.loops[i].second)).head<2>();
            fill(row, p.loops[i].first, 1);
            fill(row, p.loops[i].second, -1);
        }
    }

    // Positions, then speeds, onto the loops by the shortest way
    int project(double *y)
    {
        const long n = model.nv;
        Eigen::Map<VectorXd> position(y, n), speed(y + n, n);
        Eigen::LLT<Eigen::MatrixXd> square;
        for (int i = 0; i < 3; i++) {
            q = position;
            linearize();
            square.compute(J * J.transpose());
            if (gap.lpNorm<Eigen::Infinity>() < 1e-14)
                break;
            position -= J.transpose() * square.solve(gap);
        }
        speed -= J.transpose() * square.solve(J * speed);
        return speed.allFinite() && position.allFinite() ? 0 : 1;
    }

    double error_of(const VectorXd &y)
    {
        q = y.head(model.nv);
        pin::forwardKinematics(model, *data, q);
        const auto place_of = [&](const end &e) {
            const Eigen::Vector3d x = where(e);
            return vec3{x[0], x[1], x[2]};
        };
        return error(p, place_of, [&](int b) { return sum_angles(p, b, [&](int i) { return y[at(size_t(i))]; }); });
    }
};

int rate_of(void *m, const double *y, double *slope) { return static_cast<mechanism *>(m)->rate(y, slope); }
int project_of(void *m, double *y) { return static_cast<mechanism *>(m)->project(y); }

// One run, and its repetitions while they are short; seconds, or infinity where it fails
double run(const stepper_motion &motion, mechanism &m, const stepper_task &task, answer &a)
{
    VectorXd y(m.start.size());
    stepper_count count{};
    if (stepper_best(&motion, &task, m.start.data(), y.data(), &count, &a.cpu))
        return INFINITY;
    a.evaluations = count.evaluations;
    a.error = m.error_of(y);
    return a.cpu;
}

// How one motion is run.
struct setting {
    kernel use;
    stepper_task task;
    bool projected;
    double cpu = INFINITY, error = NAN;
    std::string words;
};

stepper_motion motion_of(mechanism &m, bool projected)
{
    return {int(m.start.size()), rate_of, projected ? project_of : nullptr, &m, 1};
}

// Prints each, and takes the fastest with an error below `wanted`.
void precision(const problem &p, mechanism &m, double seconds, double evaluation, double wanted, setting &best)
{
    for (bool projected : {false, true}) {
        const stepper_motion motion = motion_of(m, projected);
        const double share = seconds / 8;
        for (int order : {4, 5, 6, 8}) {
            double spent = 0;
            for (int i = 0; i < 14 && spent < share; i++) {
                const stepper_task task = {order, order == 4 ? NAN : std::pow(10, -3 - i), 100 << i, p.duration};
                if (order == 4 && spent + (100 << i) * 4 * 1.3 * evaluation > share)
                    break;
                answer a = {.tolerance = order == 4 ? p.duration / (100 << i) : task.tolerance, .evaluation = evaluation};
                const double begun = bench_cpu(), cpu = run(motion, m, task, a);
                spent += bench_cpu() - begun;
                const std::string settings = std::string(name_of(m.use)) + ", " + stepper_name(order) + (projected ? ", projected" : ", not projected");
                if (std::isfinite(cpu) && a.error < 0.1)
                    print(p, "Pinocchio", PINOCCHIO_VERSION_TEXT, settings, a);
                if (std::isfinite(cpu) && a.error <= wanted && cpu < best.cpu)
                    best = {m.use, task, projected, cpu, a.error, settings};
            }
        }
    }
}

// The same motion with other torques, one after the other.
void sweep(const problem &p, const setting &best, double least, double greatest, int count)
{
    if (!std::isfinite(best.cpu))
        return;
    mechanism m(p, best.use);
    const stepper_motion motion = motion_of(m, best.projected);
    VectorXd y(m.start.size());
    stepper_count steps{};
    const stepper_task &t = best.task;
    const double begun = bench_cpu();
    for (int i = 0; i < count; i++) {
        m.shift = least + (greatest - least) * i / (count - 1) - p.torques[0].value;
        y = m.start;
        if (t.order == 4 ? stepper_run_fixed(&motion, t.fixed_steps, t.end, y.data(), &steps)
                         : stepper_run(&motion, t.order, t.tolerance, t.end, y.data(), &steps))
            return;
    }
    problem swept = p;
    swept.name += "-sweep";
    swept.size = count;
    print(swept, "Pinocchio", PINOCCHIO_VERSION_TEXT, best.words, {.tolerance = t.tolerance, .error = best.error, .cpu = (bench_cpu() - begun) / count});
}

} // namespace

int main(int count, char **arguments)
{
    if (count != 3 && count != 7)
        return std::cerr << "usage: peer_pinocchio PROBLEM SECONDS [FROM TO COUNT ERROR]\n", 2;
    const problem p = load(arguments[1]);
    const auto number = [&](int i) { return count > i ? std::strtod(arguments[i], nullptr) : 0; };
    const double seconds = number(2);
    setting best{};
    const std::vector<kernel> kernels =
        p.loops.empty() ? std::vector<kernel>{kernel::aba} : std::vector<kernel>{kernel::constraint_dynamics, kernel::lcaba};
    for (kernel use : kernels) {
        const double begun = bench_cpu();
        mechanism m(p, use);
        std::cerr << "Pinocchio " << p.name << " " << p.size << ": model made in " << bench_cpu() - begun << " s\n";
        VectorXd slope(m.start.size());
        const double evaluation = time_call([&] { m.rate(m.start.data(), slope.data()); });
        if (p.loops.empty() || seconds <= 0)
            print(p, "Pinocchio", PINOCCHIO_VERSION_TEXT, name_of(use), {.cpu = evaluation, .evaluation = evaluation, .evaluations = 1});
        else
            precision(p, m, seconds / double(kernels.size()), evaluation, number(6), best);
    }
    if (count == 7)
        sweep(p, best, number(3), number(4), int(number(5)));
}
