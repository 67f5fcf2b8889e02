/* b(t) of the first-order models for Siconos; compiled by the benchmark into a temporary folder. */
#include <math.h>

/* The resonant converter: 1 V at 55 kHz over Lr. */
void resonantSource(double time, unsigned int size, double *b, unsigned int sizeZ, double *z)
{
  double sine = sin(2 * M_PI * 55000 * time);
  (void)sizeZ;
  (void)z;
  for (unsigned int i = 0; i < size; i++) b[i] = 0;
  b[0] = (sine > 0 ? 1 : sine < 0 ? -1 : 0) / 150e-6;
}

/* The inverter chain: the slope of its input, PULSE(0 1.8 50n .5n .5n 2n 5n), in the middle of the step of 50 ps before. */
void inverterSource(double time, unsigned int size, double *b, unsigned int sizeZ, double *z)
{
  double phase = time - 25e-12 - 50e-9;
  (void)sizeZ;
  (void)z;
  for (unsigned int i = 0; i < size; i++) b[i] = 0;
  if (phase < 0) return;
  phase = fmod(phase, 5e-9);
  if (phase < 0.5e-9) b[size - 1] = 1.8 / 0.5e-9;
  else if (phase > 2.5e-9 && phase < 3e-9) b[size - 1] = -1.8 / 0.5e-9;
}
