/* even_planets.h - how many planets can be put evenly between wheels. */
#pragma once

/* The number nearest to that wanted by which a sum of teeth can be divided. */
int tml_even_planets(int teeth, int wanted);
