// contact_box2d.cpp - a problem of bench/contact_problems.py in Box2D, one line of JSON for every run.
//
//   contact_box2d PROBLEM DURATION SECONDS
//
// Box2D computes in single precision and is meant for sizes of 0.1 to 10: lengths are scaled by 10 and by 100, and errors scaled back. Its shapes
// have a skin of two slops (0.01): shapes are made smaller by it, so that the surfaces are where they should be. Iterations of the solver: 8 and 3
// (its own defaults), and 50 and 20. Nothing sleeps; bounces have no threshold.
#include "contact.hpp"
#include <box2d/box2d.h>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <vector>

struct quantity {
    int body;
    std::string what;
    double exact;
};

static const float SKIN = b2_polygonRadius, FOOT = 0.001F; // radius of a point that may stick: friction acts that far below it

struct scene {
    b2World world{b2Vec2(0, 0)};
    std::vector<b2Body *> bodies;
    std::vector<b2MassData> masses;
    std::vector<quantity> wanted;
    float scale, restitution = 0, friction = 0;

    void add_shape(const b2Shape &shape)
    {
        b2FixtureDef f;
        f.shape = &shape;
        f.density = 0; // masses are given
        f.restitution = restitution;
        f.friction = friction;
        f.restitutionThreshold = 0;
        bodies.back()->CreateFixture(&f);
    }

    void edge(float x1, float y1, float x2, float y2)
    {
        b2EdgeShape e;
        e.SetTwoSided(b2Vec2(x1, y1), b2Vec2(x2, y2));
        add_shape(e);
    }

    void polygon(const std::vector<double> &numbers)
    {
        std::vector<b2Vec2> points;
        for (size_t i = 0; i + 1 < numbers.size(); i += 2) {
            b2Vec2 p(float(numbers[i]) * scale, float(numbers[i + 1]) * scale);
            points.push_back((1 - SKIN / p.Length()) * p);
        }
        b2PolygonShape shape;
        shape.Set(points.data(), int(points.size()));
        add_shape(shape);
    }

    scene(const char *path, float by) : scale(by)
    {
        std::ifstream in(path);
        for (std::string line; std::getline(in, line);) {
            std::istringstream words(line);
            std::string kind, text;
            words >> kind;
            if (kind == "body" || kind == "quantity")
                words >> text;
            std::string what;
            if (kind == "quantity")
                words >> what;
            std::vector<double> x;
            for (double number; words >> number;)
                x.push_back(number);
            read(kind, text, what, x);
        }
        for (size_t i = 0; i < bodies.size(); i++)
            if (bodies[i]->GetType() == b2_dynamicBody)
                bodies[i]->SetMassData(&masses[i]);
    }

    void read(const std::string &kind, const std::string &text, const std::string &what, const std::vector<double> &x)
    {
        const auto at = [&](size_t i) { return float(x[i]) * scale; };
        if (kind == "gravity") {
            world.SetGravity(b2Vec2(at(0), at(1)));
        } else if (kind == "body") {
            b2BodyDef def;
            def.type = text == "static" ? b2_staticBody : text == "kinematic" ? b2_kinematicBody : b2_dynamicBody;
            def.position.Set(at(0), at(1));
            def.angle = float(x[2]);
            def.linearVelocity.Set(at(3), at(4));
            def.angularVelocity = float(x[5]);
            def.allowSleep = false;
            bodies.push_back(world.CreateBody(&def));
            masses.push_back({float(x[6]), b2Vec2(0, 0), float(x[7]) * scale * scale});
        } else if (kind == "surface") {
            restitution = float(x[0]), friction = float(x[1]);
        } else if (kind == "circle" || kind == "tip" || kind == "foot") {
            b2CircleShape shape;
            shape.m_radius = kind == "tip" ? 0.01F : kind == "foot" ? FOOT : at(0);
            if (kind != "circle")
                shape.m_p.Set(at(0), at(1));
            add_shape(shape);
        } else if (kind == "box") {
            b2PolygonShape shape;
            shape.SetAsBox(at(0) - SKIN, at(1) - SKIN);
            add_shape(shape);
        } else if (kind == "polygon") {
            polygon(x);
        } else if (kind == "edge") {
            edge(at(0), at(1) - SKIN, at(2), at(3) - SKIN);
        } else if (kind == "wall") { // hit from the right by a tip
            edge(at(0) - SKIN - 0.01F, 10 * scale, at(0) - SKIN - 0.01F, -10 * scale);
        } else if (kind == "floor") { // under feet
            edge(-10 * scale, -SKIN - FOOT, 10 * scale, -SKIN - FOOT);
        } else if (kind == "hinge") {
            b2RevoluteJointDef def;
            def.Initialize(bodies[size_t(x[0])], bodies[size_t(x[1])], b2Vec2(at(2), at(3)));
            if (x.size() > 4) {
                def.enableLimit = true;
                def.lowerAngle = float(x[4]), def.upperAngle = float(x[5]);
                def.referenceAngle = 0;
            }
            world.CreateJoint(&def);
        } else if (kind == "slide") {
            b2PrismaticJointDef def;
            def.Initialize(bodies[size_t(x[0])], bodies[size_t(x[1])], bodies[size_t(x[1])]->GetPosition(), b2Vec2(1, 0));
            world.CreateJoint(&def);
        } else if (kind == "rope") {
            b2DistanceJointDef def;
            def.bodyA = bodies[size_t(x[0])], def.bodyB = bodies[size_t(x[1])];
            def.localAnchorA.Set(at(2), at(3)), def.localAnchorB.Set(at(4), at(5));
            def.length = 0.5F * at(6), def.minLength = 0, def.maxLength = at(6);
            def.stiffness = 0, def.damping = 0;
            world.CreateJoint(&def);
        } else if (kind == "quantity") {
            wanted.push_back({std::atoi(text.c_str()), what, x[0]});
        }
    }

    double error() const
    {
        double worst = 0;
        for (const quantity &q : wanted) {
            const b2Body *b = bodies[size_t(q.body)];
            const double value = q.what == "x" ? double(b->GetPosition().x / scale) : q.what == "y" ? double(b->GetPosition().y / scale) : double(b->GetAngle());
            const double error = std::fabs(value - q.exact);
            worst = error > worst || std::isnan(error) ? error : worst;
        }
        return worst;
    }
};

int main(int count, char **arguments)
{
    if (count != 4)
        return std::cerr << "usage: contact_box2d PROBLEM DURATION SECONDS\n", 2;
    const double duration = std::atof(arguments[2]), seconds = std::atof(arguments[3]);
    const int iterations[][2] = {{8, 3}, {50, 20}};
    for (const auto &by : iterations)
        for (float scale : {10.0F, 100.0F})
            halve_steps(duration, duration / 100, seconds / 4, [&](long steps) {
                double best = INFINITY, error = 0;
                for (int k = 0; k < 2; k++) {
                    scene s(arguments[1], scale);
                    const float h = float(duration / double(steps));
                    const double begun = cpu_time();
                    for (long i = 0; i < steps; i++)
                        s.world.Step(h, by[0], by[1]);
                    best = std::min(best, cpu_time() - begun);
                    error = s.error();
                }
                char settings[120];
                std::snprintf(settings, sizeof settings, "%d and %d iterations, lengths times %g", by[0], by[1], double(scale));
                if (std::isfinite(error))
                    print_run("Box2D", "2.4.1", settings, duration / double(steps), steps, error, best);
            });
}
