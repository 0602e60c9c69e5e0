/** Gives Student's t of a sample: how far its mean is from 0, in standard errors. */
export function studentT(sample: readonly number[]): { mean: number; t: number } {
  const mean = sample.reduce((sum, each) => sum + each, 0) / sample.length;
  const squares = sample.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return { mean, t: mean / Math.sqrt(squares / (sample.length - 1) / sample.length) };
}
