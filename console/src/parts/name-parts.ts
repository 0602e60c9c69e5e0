import type { NameParts } from '../api/text-names.ts';

const partOrder = ['base', 'size', 'variant', 'version', 'quant'];

/**
 * A name is put together with its size also when that is empty, which would leave two separators in a row.
 */
export function withoutEmptySize(parts: NameParts): NameParts {
  if (parts.size !== '') return parts;
  return { ...parts, part_order: (parts.part_order ?? partOrder).filter((part) => part !== 'size') };
}
