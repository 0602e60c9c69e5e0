import type { JsonObject } from '../../../kernel/json.ts';
import { share } from './distribution.ts';

/** Text models by their number of parameters: from `min`, below `max`. */
const buckets = [
  { label: '< 3B', min: 0, max: 3e9 },
  { label: '3B-6B', min: 3e9, max: 6e9 },
  { label: '6B-9B', min: 6e9, max: 9e9 },
  { label: '9B-13B', min: 9e9, max: 13e9 },
  { label: '13B-20B', min: 13e9, max: 20e9 },
  { label: '20B-35B', min: 20e9, max: 35e9 },
  { label: '35B-70B', min: 35e9, max: 70e9 },
  { label: '> 70B', min: 70e9, max: null },
] as const;

export interface ParameterBucket {
  bucket_label: string;
  min_params: number;
  /** Null for the last bucket, which has no end. */
  max_params: number | null;
  count: number;
  percentage: number;
}

/** The number of parameters that a text record says, under either of its names; null when it says none. */
export function parametersOf({ parameters, parameters_count }: JsonObject): number | null {
  const count = parameters ?? parameters_count;
  return typeof count === 'number' && count > 0 ? count : null;
}

/** The buckets that are not empty, by size. @param whole what percentages are of */
export function parameterBuckets(counts: readonly number[], whole: number): ParameterBucket[] {
  return buckets
    .map(({ label, min, max }) => {
      const count = counts.filter(
        (parameters) => parameters >= min && (max === null || parameters < max),
      ).length;
      return {
        bucket_label: label,
        min_params: min,
        max_params: max,
        count,
        percentage: share(count, whole),
      };
    })
    .filter(({ count }) => count > 0);
}
