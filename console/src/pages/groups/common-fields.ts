import type { CommonFieldsEdit } from '../../api/group-edits.ts';
import type { GroupMembers } from '../../api/types.ts';

export type CommonField = keyof CommonFieldsEdit;

/** The fields that can be set in all models of a group at once. */
export const commonFields: readonly {
  readonly key: CommonField;
  readonly kind: 'text' | 'long-text' | 'boolean' | 'texts';
}[] = [
  { key: 'baseline', kind: 'text' },
  { key: 'style', kind: 'text' },
  { key: 'instruct_format', kind: 'text' },
  { key: 'url', kind: 'text' },
  { key: 'nsfw', kind: 'boolean' },
  { key: 'tags', kind: 'texts' },
  { key: 'description', kind: 'long-text' },
];

/** The value that clears a field, by kind of field. */
export const emptyValues: Readonly<
  Record<(typeof commonFields)[number]['kind'], string | readonly string[] | false>
> = { text: '', 'long-text': '', boolean: false, texts: [] };

export function formatFieldValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return '(empty)';
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : '(empty)';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}

/**
 * Returns each value of a field in the models of a group, with the number of models that have this value. The
 * most frequent value comes first.
 */
export function countValues(
  group: GroupMembers,
  key: CommonField,
): { value: string; count: number; raw: unknown }[] {
  const counts = new Map<string, { count: number; raw: unknown }>();
  for (const member of group.members) {
    if (member.is_backend_duplicate) continue;
    const valueText = formatFieldValue(member[key]);
    counts.set(valueText, { count: (counts.get(valueText)?.count ?? 0) + 1, raw: member[key] });
  }
  return [...counts].map(([value, rest]) => ({ value, ...rest })).sort((a, b) => b.count - a.count);
}
