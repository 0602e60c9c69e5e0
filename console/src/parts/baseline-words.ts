import type { Baseline, BaselineChange, BaselineRecord } from '../api/baseline-change-sets.ts';
import type { BaselineUse } from '../api/baselines.ts';
import { formatCount, plural } from './format.ts';

/** The display names of the capabilities of baselines, in the order of the catalogue. */
export const capabilityNames = {
  controlnet: 'ControlNet',
  transparent: 'transparent layers',
  qr_code: 'QR codes',
  remix: 'remix',
  flow_matching: 'flow matching',
} as const;

export type Capability = keyof typeof capabilityNames;

export const capabilityKeys = Object.keys(capabilityNames) as Capability[];

/** The display names of the numbers in `horde_policy`, in the order of the catalogue. */
export const policyNames = {
  kudos: 'kudos',
  kudos_qr_code: 'kudos with QR codes',
  kudos_hires: 'kudos with hires fix',
  batching: 'cost of a batch',
  ttl: 'lease time',
  resolution_floor: 'resolution floor',
} as const;

export type PolicyKey = keyof typeof policyNames;

/** Help texts for the numbers in `horde_policy`. */
export const policyHelp: Readonly<Record<PolicyKey, string>> = {
  kudos: 'What one generation costs, relative to a baseline of 1.',
  kudos_qr_code: 'The factor of QR code workflows. Default: kudos.',
  kudos_hires: 'The factor with hires fix. Default: kudos.',
  batching: 'Cost factor of a batch of images.',
  ttl: 'Factor for the time that a worker may take.',
  resolution_floor: 'Resolution that every request may use, in pixels. 0: none.',
};

/** Returns the label of a number in `horde_policy`: "Kudos with hires fix". */
export function policyLabel(key: PolicyKey): string {
  return capitalize(policyNames[key]);
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const policyKeys = Object.keys(policyNames) as PolicyKey[];

/** Formats a native size in pixels; `not stated` for null. */
export function formatNativeSize(pixels: number | null): string {
  return pixels === null ? 'not stated' : `${formatCount(pixels)} px`;
}

/** Formats the value of a number in `horde_policy`. */
export function formatPolicyValue(key: PolicyKey, value: number | null): string {
  if (value === null) return 'same as kudos';
  if (key === 'resolution_floor') return value === 0 ? 'none' : `${formatCount(value)} px`;
  return formatCount(value);
}

/**
 * Formats the price of a generation, such as `8` or `8, hires 10, QR 12`. Omits hires and QR if they have no
 * factor of their own, or the same factor as `kudos`.
 */
export function formatPrice({ kudos, kudos_hires, kudos_qr_code }: Baseline['horde_policy']): string {
  const furtherFactors = [
    ['hires', kudos_hires],
    ['QR', kudos_qr_code],
  ] as const;
  return [
    formatCount(kudos),
    ...furtherFactors.flatMap(([word, factor]) =>
      factor === null || factor === kudos ? [] : [`${word} ${formatCount(factor)}`],
    ),
  ].join(', ');
}

/** Formats the number of a baseline's models and of their uses: `14 models, 82,000 uses a month`. */
export function formatBaselineUse({
  models,
  monthlyUses,
}: Pick<BaselineUse, 'monthlyUses'> & { models: { length: number } }): string {
  if (models.length === 0) return 'no model';
  const uses = monthlyUses === undefined ? 'use not known' : `${plural(monthlyUses, 'use')} a month`;
  return `${plural(models.length, 'model')}, ${uses}`;
}

/** The description of a change of a baseline. */
export interface BaselineDifference {
  readonly name: string;
  readonly kind: 'new' | 'changed' | 'deleted';
  /** The changes that affect the baseline's models: prices, limits, capabilities and the native size. */
  readonly effects: readonly string[];
  /** The changes of the display name and of the names that writes accept for the baseline. */
  readonly names: readonly string[];
}

/** Describes a change of a baseline. A new baseline is compared with the defaults. */
export function describeBaselineChange({
  name,
  expected_before,
  record,
}: BaselineChange): BaselineDifference {
  const kind = record === null ? 'deleted' : expected_before === null ? 'new' : 'changed';
  if (record === null) return { name, kind, effects: [], names: [] };
  return {
    name,
    kind,
    effects: describeEffects(expected_before, record),
    names: describeNameChanges(expected_before, record),
  };
}

function describeEffects(before: BaselineRecord | null, after: BaselineRecord): string[] {
  const [oldPolicy, newPolicy] = [before?.horde_policy, after.horde_policy];
  const formatStep = (from: string | undefined, to: string) => (from === undefined ? to : `${from} → ${to}`);
  const effects: string[] = [];
  const [oldSize, newSize] = [before?.native_resolution, after.native_resolution];
  if (oldSize !== newSize && !(before === null && newSize === null))
    effects.push(
      `native size ${formatStep(oldSize === undefined ? undefined : formatNativeSize(oldSize), formatNativeSize(newSize))}`,
    );
  for (const key of policyKeys) {
    // For a new baseline, only the price and non-default values are described.
    if (
      oldPolicy === undefined
        ? key !== 'kudos' && newPolicy[key] === defaultPolicy[key]
        : oldPolicy[key] === newPolicy[key]
    )
      continue;
    const oldText = oldPolicy && formatPolicyValue(key, oldPolicy[key]);
    effects.push(`${policyNames[key]} ${formatStep(oldText, formatPolicyValue(key, newPolicy[key]))}`);
  }
  for (const key of capabilityKeys) {
    const [hadCapability, hasCapability] = [before?.capabilities[key] ?? false, after.capabilities[key]];
    if (hadCapability !== hasCapability)
      effects.push(
        `${hasCapability ? (before === null ? 'with' : 'gains') : 'loses'} ${capabilityNames[key]}`,
      );
  }
  const [removedTypes, restoredTypes] = findExclusiveItems(
    after.capabilities.controlnet_types_unavailable,
    before?.capabilities.controlnet_types_unavailable ?? [],
  );
  if (removedTypes.length > 0) effects.push(`without the ControlNet ${formatTypes(removedTypes)}`);
  if (restoredTypes.length > 0) effects.push(`with the ControlNet ${formatTypes(restoredTypes)} again`);
  return effects;
}

export const defaultPolicy: Baseline['horde_policy'] = {
  kudos: 1,
  kudos_qr_code: null,
  kudos_hires: null,
  batching: 1,
  ttl: 1,
  resolution_floor: 0,
};

function describeNameChanges(before: BaselineRecord | null, after: BaselineRecord): string[] {
  const nameChanges: string[] = [];
  if ((before?.display_name ?? null) !== after.display_name)
    nameChanges.push(after.display_name === null ? 'no display name' : `shown as ‘${after.display_name}’`);
  const [added, removed] = findExclusiveItems(after.alternative_names, before?.alternative_names ?? []);
  if (added.length > 0) nameChanges.push(`also called ${quoteNames(added)}`);
  if (removed.length > 0)
    nameChanges.push(`no longer called ${quoteNames(removed)}: proposals can no longer use this name`);
  return nameChanges;
}

/** Returns the items of each list that the other list lacks. */
function findExclusiveItems(a: readonly string[], b: readonly string[]): [string[], string[]] {
  return [a.filter((item) => !b.includes(item)), b.filter((item) => !a.includes(item))];
}

const formatTypes = (types: readonly string[]) =>
  `${types.length === 1 ? 'type' : 'types'} ${types.join(', ')}`;
const quoteNames = (names: readonly string[]) => names.map((name) => `‘${name}’`).join(', ');

/**
 * Formats a difference as one line: `kudos 8 → 12; gains remix`. With `use`, includes the affected models.
 */
export function formatDifference({ kind, effects, names }: BaselineDifference, use?: BaselineUse): string {
  const affectedSuffix = use === undefined ? '' : `: ${formatBaselineUse(use)}`;
  if (kind === 'deleted') return `is deleted${affectedSuffix}`;
  const parts = [...(effects.length > 0 ? [`${effects.join('; ')}${affectedSuffix}`] : []), ...names];
  return parts.length > 0 ? parts.join('; ') : 'stays as it is';
}
