import { defaultPartOrder } from './name-schema.ts';

export interface NameParts {
  author?: string | null | undefined;
  base_name: string;
  /** May be empty. */
  size: string;
  variant?: string | null | undefined;
  version?: string | null | undefined;
  quant?: string | null | undefined;
  /** `-` when null or empty. */
  separator?: string | null | undefined;
  /** Which parts in which order; a label given twice is written twice, an unknown one is skipped. */
  part_order?: readonly string[] | null | undefined;
}

/**
 * Puts a name together from its parts.
 *
 * @example composeTextName({ author: 'acrastt', base_name: 'Marx', size: '3B', version: 'V3' }) //
 * 'acrastt/Marx-3B-V3'
 */
export function composeTextName(parts: NameParts): string {
  const available = new Map([
    ['base', parts.base_name],
    ['size', parts.size],
  ]);
  for (const optional of ['variant', 'version', 'quant'] as const) {
    const value = parts[optional];
    if (value) available.set(optional, value);
  }
  const order = parts.part_order?.length ? parts.part_order : defaultPartOrder;
  const name = order.flatMap((label) => available.get(label) ?? []).join(parts.separator || '-');
  return parts.author ? `${parts.author}/${name}` : name;
}
