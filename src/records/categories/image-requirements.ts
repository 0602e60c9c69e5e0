import type { JsonObject } from '../../kernel/json.ts';
import { absentOrNull } from '../lax.ts';
import { settingMap } from '../setting-value.ts';

/** The schedulers of image workers, which `requirements.schedulers` may name. */
export const knownSchedulers: readonly string[] = [
  'normal',
  'karras',
  'exponential',
  'sgm_uniform',
  'simple',
  'ddim_uniform',
  'beta',
  'linear_quadratic',
  'kl_optimal',
  'align_your_steps',
  'gits',
];

/**
 * Returns the schema of `requirements` in a submitted v2 record. Earlier clients send a boolean `karras`. It
 * is converted to `schedulers`, unless the record has `schedulers` too.
 */
export function submittedRequirements() {
  return absentOrNull(
    settingMap().transform((requirements) => {
      const { karras, ...others } = requirements;
      return typeof karras === 'boolean'
        ? { schedulers: [karras ? 'karras' : 'normal'], ...others }
        : requirements;
    }),
  ).meta({
    description:
      'Requirements for workers. A boolean `karras` is stored as `schedulers`: true as `["karras"]`, false as `["normal"]`; a given list takes precedence.',
  });
}

/** Returns the schedulers that a record requires but that are unknown. */
export function findUnknownSchedulers({ requirements }: JsonObject): string[] {
  const { schedulers = [] } = (requirements ?? {}) as JsonObject;
  return [schedulers]
    .flat()
    .map(String)
    .filter((name) => !knownSchedulers.includes(name));
}
