import type { Model } from '../../api/models.ts';
import type { UsageByModel } from '../../api/usage.ts';
import { modelSize } from '../../parts/model-facts.ts';
import { ownValue } from '../../parts/own-value.ts';
import { figuresOf } from '../../parts/usage-figures.ts';
import type { Period } from './insight-search.ts';

/** A model in the plot of usage and size. */
export interface Dot {
  readonly name: string;
  /** Size of the model: parameters of a text model, bytes of any other. */
  readonly size: number;
  readonly uses: number;
  /** Null when it is not known. */
  readonly workers: number | null;
}

export interface Dots {
  readonly dots: readonly Dot[];
  /** The number of models whose size is not known. */
  readonly unsized: number;
}

export function dotsOf(models: readonly Model[], usage: UsageByModel, period: Period): Dots {
  const dots: Dot[] = [];
  for (const model of models) {
    const size = modelSize(model);
    const stats = ownValue(usage, model.name);
    if (!size || stats === undefined) continue;
    const { [period]: uses, workers } = figuresOf(stats);
    if (uses !== null) dots.push({ name: model.name, size, uses, workers });
  }
  return { dots, unsized: models.filter((model) => !modelSize(model)).length };
}

/**
 * Gives the position of a number of uses on the plot's axis. The axis is logarithmic, because the numbers
 * span many powers of ten. One is added to each number, so that zero has a position too.
 */
export function usesPlace(uses: number): number {
  return Math.log10(uses + 1);
}

/**
 * Gives the numbers of uses to mark on the plot's axis: 0, 1, 10, 100 and so on, up to the first that is at
 * least `most`.
 */
export function usesTicks(most: number): number[] {
  const ticks = [0];
  for (let tick = 1; ; tick *= 10) {
    ticks.push(tick);
    if (tick >= most) return ticks;
  }
}

/**
 * Gives the sizes to mark on the plot's axis. Each is twice the one before; the first is at most the smallest
 * of `sizes`, and the last at least the largest.
 */
export function sizeTicks(sizes: readonly number[], unit: number): number[] {
  const powers = sizes.map((size) => Math.log2(size / unit));
  const [from, to] = [Math.floor(Math.min(...powers)), Math.ceil(Math.max(...powers))];
  return Array.from({ length: to - from + 1 }, (_, index) => unit * 2 ** (from + index));
}
