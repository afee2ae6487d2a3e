// robots_pinocchio.cpp - forward dynamics of a robot by Pinocchio: aba at random states, in both of its conventions.
//
//     robots_pinocchio FILE.urdf fixed|floating SECONDS
//
// Prints degrees of freedom and, of the faster convention, the time of the fastest pass over 64 states as nanoseconds for one evaluation.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/joint-configuration.hpp>
#include <pinocchio/parsers/urdf.hpp>
#include <string>
#include <vector>

namespace pin = pinocchio;
using clock_type = std::chrono::steady_clock;

static double since(clock_type::time_point from)
{
    return std::chrono::duration<double, std::nano>(clock_type::now() - from).count();
}

struct states {
    std::vector<Eigen::VectorXd> q, v, tau;

    states(const pin::Model &model, int count)
    {
        for (int i = 0; i < count; i++) {
            const Eigen::VectorXd d = Eigen::VectorXd::Random(model.nv);
            q.push_back(pin::integrate(model, pin::neutral(model), d));
            v.push_back(Eigen::VectorXd::Random(model.nv));
            tau.push_back(Eigen::VectorXd::Random(model.nv));
        }
    }
};

static double time_of(const pin::Model &model, pin::Data &data, const states &s, pin::Convention convention, double seconds)
{
    double least = 1e300, sum = 0;
    for (const auto begin = clock_type::now(); since(begin) < 1e9 * seconds;) {
        const auto from = clock_type::now();
        for (size_t i = 0; i < s.q.size(); i++)
            sum += pin::aba(model, data, s.q[i], s.v[i], s.tau[i], convention)[0];
        least = std::min(least, since(from) / double(s.q.size()));
    }
    return sum == 0.125 ? 0 : least; // the sum is used
}

int main(int count, char **arguments)
{
    pin::Model model;
    if (count != 4)
        return 1;
    if (std::string(arguments[2]) == "floating")
        pin::urdf::buildModel(arguments[1], pin::JointModelFreeFlyer(), model);
    else
        pin::urdf::buildModel(arguments[1], model);
    pin::Data data(model);
    const states s(model, 64);
    const double seconds = std::atof(arguments[3]) / 2;
    const double local = time_of(model, data, s, pin::Convention::LOCAL, seconds),
                 world = time_of(model, data, s, pin::Convention::WORLD, seconds);
    std::printf("%d %.1f\n", int(model.nv), std::min(local, world));
    return 0;
}
