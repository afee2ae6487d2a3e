// contact.hpp - what the adapters for contact share: time of the processor, and the line of JSON that is a run.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <string>

inline double cpu_time()
{
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

inline void print_run(const char *program, const char *version, const std::string &settings, double step, long steps, double error, double cpu)
{
    std::printf("{\"program\": \"%s\", \"version\": \"%s\", \"settings\": \"%s\", \"step\": %.6g, \"steps\": %ld, \"error\": %.6g, \"cpu_s\": %.6g}\n",
                program, version, settings.c_str(), step, steps, error, cpu);
    std::fflush(stdout);
}

// Steps halved from `first` on until the time is used up; without any, 200 steps once: `run(steps)` returns the CPU time of the best of a few runs and sets the error.
template <typename Run> void halve_steps(double duration, double first, double seconds, Run run)
{
    if (!(seconds > 0)) {
        run(200);
        return;
    }
    double spent = 0, last = 0;
    for (long steps = std::max(1L, std::lround(duration / first)); spent + 2.2 * last < seconds && steps < 100000000; steps *= 2) {
        const double begun = cpu_time();
        run(steps);
        last = cpu_time() - begun;
        spent += last;
    }
}
