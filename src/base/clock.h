/* clock.h - the time that computing takes. */
#pragma once

/* Seconds of processor time that the calling thread has had. */
double tml_cpu_time(void);
