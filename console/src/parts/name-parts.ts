import type { NameParts } from '../api/text-names.ts';

const partOrder = ['base', 'size', 'variant', 'version', 'quant'];

/** Removes an empty size from the parts: it would leave two separators in a row in the name. */
export function withoutEmptySize(parts: NameParts): NameParts {
  if (parts.size !== '') return parts;
  return { ...parts, part_order: (parts.part_order ?? partOrder).filter((part) => part !== 'size') };
}
