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
  return capitalized(policyNames[key]);
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const policyKeys = Object.keys(policyNames) as PolicyKey[];

/** Says a native size. */
export function sizeWords(pixels: number | null): string {
  return pixels === null ? 'not stated' : `${formatCount(pixels)} px`;
}

/** Returns the text for the value of a number in `horde_policy`. */
export function policyWords(key: PolicyKey, value: number | null): string {
  if (value === null) return 'same as kudos';
  if (key === 'resolution_floor') return value === 0 ? 'none' : `${formatCount(value)} px`;
  return formatCount(value);
}

/**
 * Returns the price of a generation, such as `8` or `8, hires 10, QR 12`. Omits hires and QR if they have no
 * factor of their own, or the same factor as `kudos`.
 */
export function priceWords({ kudos, kudos_hires, kudos_qr_code }: Baseline['horde_policy']): string {
  const others = [
    ['hires', kudos_hires],
    ['QR', kudos_qr_code],
  ] as const;
  return [
    formatCount(kudos),
    ...others.flatMap(([word, factor]) =>
      factor === null || factor === kudos ? [] : [`${word} ${formatCount(factor)}`],
    ),
  ].join(', ');
}

/** Returns how many models a change of a baseline affects: `14 models, 82,000 uses a month`. */
export function affectedText({
  models,
  month,
}: Pick<BaselineUse, 'month'> & { models: { length: number } }): string {
  if (models.length === 0) return 'no model';
  const uses = month === undefined ? 'use not known' : `${plural(month, 'use')} a month`;
  return `${plural(models.length, 'model')}, ${uses}`;
}

/** The description of a change of a baseline. */
export interface BaselineDifference {
  readonly name: string;
  readonly kind: 'new' | 'changed' | 'deleted';
  /** Changes that affect its models: prices, limits, capabilities and the native size. */
  readonly effects: readonly string[];
  /** Changes of the display name and the names accepted in writes. */
  readonly names: readonly string[];
}

/** Describes a change of a baseline. A new baseline is compared with the defaults. */
export function differenceOf({ name, expected_before, record }: BaselineChange): BaselineDifference {
  const kind = record === null ? 'deleted' : expected_before === null ? 'new' : 'changed';
  if (record === null) return { name, kind, effects: [], names: [] };
  return {
    name,
    kind,
    effects: effectsBetween(expected_before, record),
    names: namesBetween(expected_before, record),
  };
}

function effectsBetween(before: BaselineRecord | null, after: BaselineRecord): string[] {
  const [old, now] = [before?.horde_policy, after.horde_policy];
  const step = (from: string | undefined, to: string) => (from === undefined ? to : `${from} → ${to}`);
  const said: string[] = [];
  const [size, newSize] = [before?.native_resolution, after.native_resolution];
  if (size !== newSize && !(before === null && newSize === null))
    said.push(`native size ${step(size === undefined ? undefined : sizeWords(size), sizeWords(newSize))}`);
  for (const key of policyKeys) {
    // For a new baseline, only the price and non-default values are described.
    if (old === undefined ? key !== 'kudos' && now[key] === par[key] : old[key] === now[key]) continue;
    const from = old && policyWords(key, old[key]);
    said.push(`${policyNames[key]} ${step(from, policyWords(key, now[key]))}`);
  }
  for (const key of capabilityKeys) {
    const [had, has] = [before?.capabilities[key] ?? false, after.capabilities[key]];
    if (had !== has)
      said.push(`${has ? (before === null ? 'with' : 'gains') : 'loses'} ${capabilityNames[key]}`);
  }
  const [gone, back] = exclusiveItems(
    after.capabilities.controlnet_types_unavailable,
    before?.capabilities.controlnet_types_unavailable ?? [],
  );
  if (gone.length > 0) said.push(`without the ControlNet ${typesOf(gone)}`);
  if (back.length > 0) said.push(`with the ControlNet ${typesOf(back)} again`);
  return said;
}

export const par: Baseline['horde_policy'] = {
  kudos: 1,
  kudos_qr_code: null,
  kudos_hires: null,
  batching: 1,
  ttl: 1,
  resolution_floor: 0,
};

function namesBetween(before: BaselineRecord | null, after: BaselineRecord): string[] {
  const said: string[] = [];
  if ((before?.display_name ?? null) !== after.display_name)
    said.push(after.display_name === null ? 'no display name' : `shown as ‘${after.display_name}’`);
  const [added, removed] = exclusiveItems(after.alternative_names, before?.alternative_names ?? []);
  if (added.length > 0) said.push(`also called ${quoted(added)}`);
  if (removed.length > 0)
    said.push(`no longer called ${quoted(removed)}: proposals can no longer use this name`);
  return said;
}

/** Returns the items of each list that the other list lacks. */
function exclusiveItems(a: readonly string[], b: readonly string[]): [string[], string[]] {
  return [a.filter((item) => !b.includes(item)), b.filter((item) => !a.includes(item))];
}

const typesOf = (types: readonly string[]) => `${types.length === 1 ? 'type' : 'types'} ${types.join(', ')}`;
const quoted = (names: readonly string[]) => names.map((name) => `‘${name}’`).join(', ');

/**
 * Returns a difference in one line: `kudos 8 → 12; gains remix`. With `use`, includes the affected models.
 */
export function differenceWords({ kind, effects, names }: BaselineDifference, use?: BaselineUse): string {
  const whom = use === undefined ? '' : `: ${affectedText(use)}`;
  if (kind === 'deleted') return `is deleted${whom}`;
  const parts = [...(effects.length > 0 ? [`${effects.join('; ')}${whom}`] : []), ...names];
  return parts.length > 0 ? parts.join('; ') : 'stays as it is';
}
