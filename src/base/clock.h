/* clock.h - CPU time. */
#pragma once

/* CPU time of the calling thread, s. */
double tml_cpu_time(void);
