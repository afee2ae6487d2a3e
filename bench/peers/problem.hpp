// problem.hpp - a problem as export.py writes it, and the line of JSON that answers it.
#pragma once
#include "record.h"
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace peers {

using vec3 = std::array<double, 3>;

struct body {
    std::string name;
    int parent; // -1: the ground
    vec3 hinge, axis;
    double angle, speed, mass;
    vec3 com, inertia;
};
struct end {
    int body;
    vec3 point;
};
struct loop {
    end first, second;
};
struct spring {
    end first, second;
    double stiffness, length;
};
struct torque {
    int body;
    double value;
};
struct quantity {
    end of;
    std::string coordinate; // x y z angle
    double exact;
};

struct problem {
    std::string name;
    int size = 0;
    double duration = 0;
    vec3 gravity{};
    std::vector<body> bodies;
    std::vector<loop> loops;
    std::vector<spring> springs;
    std::vector<torque> torques;
    std::vector<quantity> quantities;
    bool chain() const { return name.find("chain") != std::string::npos; }
};

inline std::istream &operator>>(std::istream &in, vec3 &v) { return in >> v[0] >> v[1] >> v[2]; }
inline std::istream &operator>>(std::istream &in, end &e) { return in >> e.body >> e.point; }

inline problem load(const char *path)
{
    problem p;
    std::ifstream file(path);
    std::string line, word;
    while (std::getline(file, line)) {
        std::istringstream in(line);
        in >> word;
        if (word == "problem")
            in >> p.name >> p.size >> p.duration >> p.gravity;
        else if (word == "body") {
            body b;
            in >> b.name >> b.parent >> b.hinge >> b.axis >> b.angle >> b.speed >> b.mass >> b.com >> b.inertia;
            p.bodies.push_back(b);
        } else if (word == "loop") {
            loop l;
            in >> l.first >> l.second;
            p.loops.push_back(l);
        } else if (word == "torque") {
            torque t;
            in >> t.body >> t.value;
            p.torques.push_back(t);
        } else if (word == "spring") {
            spring s;
            in >> s.first >> s.second >> s.stiffness >> s.length;
            p.springs.push_back(s);
        } else if (word == "quantity") {
            quantity q;
            in >> q.of >> q.coordinate >> q.exact;
            p.quantities.push_back(q);
        }
        if (!in) {
            std::cerr << path << ": cannot read: " << line << "\n";
            std::exit(2);
        }
    }
    if (p.bodies.empty()) {
        std::cerr << path << ": no bodies\n";
        std::exit(2);
    }
    return p;
}

// Largest difference from the exact values. place: where a point of a body is; angle: of a body against the ground, about z.
inline double error(const problem &p, const std::function<vec3(const end &)> &place, const std::function<double(int)> &angle)
{
    double worst = 0;
    for (const quantity &q : p.quantities) {
        const double off = q.coordinate == "angle" ? std::remainder(angle(q.of.body) - q.exact, 2 * M_PI)
                                                   : place(q.of)[size_t(q.coordinate[0] - 'x')] - q.exact;
        worst = off == off ? std::max(worst, std::fabs(off)) : INFINITY;
    }
    return worst;
}

// The angle of a body is the sum of those of the hinges below it.
inline double sum_angles(const problem &p, int body, const std::function<double(int)> &hinge)
{
    double sum = 0;
    for (int b = body; b >= 0; b = p.bodies[size_t(b)].parent)
        sum += hinge(b);
    return sum;
}

// Seconds of one call: the best of several rounds of about 50 ms, ten seconds at most.
inline double time_call(const std::function<void()> &call)
{
    const double begun = bench_cpu();
    double best = INFINITY;
    long repeats = 1;
    for (int round = 0; round < 10 && (round == 0 || bench_cpu() - begun < 10);) {
        const double begin = bench_cpu();
        for (long i = 0; i < repeats; i++)
            call();
        const double took = bench_cpu() - begin;
        if (took < 0.05) {
            repeats *= 2;
            continue;
        }
        best = std::fmin(best, took / double(repeats));
        round++;
    }
    return best;
}

struct answer {
    double tolerance = NAN, error = NAN, cpu = NAN, evaluation = NAN;
    long evaluations = 0;
};

inline void print(const problem &p, const char *program, const std::string &version, const std::string &settings, const answer &a)
{
    const bench_record r = {program, version.c_str(), p.name.c_str(), settings.c_str(), p.size, int(p.bodies.size()),
                              a.tolerance, a.error, a.cpu, a.evaluation, a.evaluations};
    bench_print(&r);
}

// Runs that take long are not repeated: at most `limit` seconds for all.
inline double best_of(double limit, const std::function<void()> &run)
{
    const double begun = bench_cpu();
    double best = INFINITY;
    for (int i = 0; i < 5 && (i == 0 || bench_cpu() - begun + best < limit); i++) {
        const double begin = bench_cpu();
        run();
        best = std::fmin(best, bench_cpu() - begin);
    }
    return best;
}

} // namespace peers
