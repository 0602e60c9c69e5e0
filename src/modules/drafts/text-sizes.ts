import { parseTextName } from '../../records/text-names/index.ts';
import { wholeNumberOf } from './untrusted.ts';

export interface NamedSize {
  /** null: the name has no size. */
  readonly count: number | null;
  /** Of experts, of which some work at a time: `8x7B`, `30B-A3B`. */
  readonly isMixture: boolean;
}

const units: Readonly<Record<string, number>> = { B: 1e9, M: 1e6, K: 1e3 };

/** How many parameters a name says: `12B`, `125M`, `1B7`, `1_8B`; of `8x7B` the product. */
export function parametersOfName(id: string): NamedSize {
  const name = id.split('/').at(-1) ?? '';
  const [, experts, each] = /(?<![a-z\d])(\d{1,3})x(\d{1,3}(?:\.\d+)?)b/i.exec(name) ?? [];
  if (experts !== undefined)
    return { count: wholeNumberOf(Math.round(Number(experts) * Number(each) * 1e9)), isMixture: true };
  // Where a dot was not possible.
  const [, ones, tenths] = /-([01])_(\d)B(?![a-z\d])/.exec(name) ?? [];
  const size = ones === undefined ? parseTextName(name).size : `${ones}.${tenths}B`;
  const [, whole = '', unit = '', rest = ''] = /^(\d+(?:\.\d+)?)([BMK])(\d*)$/.exec(size ?? '') ?? [];
  const count = Number(rest === '' ? whole : `${whole}.${rest}`) * (units[unit] ?? 0);
  const isMixture = /(?<=\d[bB])-A\d+(?:\.\d+)?B(?![a-z])/i.test(name);
  return { count: wholeNumberOf(Math.round(count)), isMixture };
}
