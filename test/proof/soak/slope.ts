export interface Sample {
  /** Seconds since the beginning. */
  readonly at: number;
  readonly value: number;
}

/** Growth per second by linear regression (least squares); 0 of fewer than two samples. */
export function slope(samples: readonly Sample[]): number {
  const mean = (pick: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length;
  const [at, value] = [mean((sample) => sample.at), mean((sample) => sample.value)];
  let [covariance, variance] = [0, 0];
  for (const sample of samples) {
    covariance += (sample.at - at) * (sample.value - value);
    variance += (sample.at - at) ** 2;
  }
  return variance === 0 ? 0 : covariance / variance;
}
