import type { Draft, RecordDraft } from '#client';
import { getValueAt, isEqualJson, type Path, pathText } from '../draft.ts';

/** The source of a draft's value for a field, and how certain the value is. */
export type FieldOrigin = Draft['sources'][string];

/**
 * Returns the source of the value at a path. Null if the draft did not fill it in, or if the user has changed
 * it since.
 */
export function findOrigin(made: Draft, record: RecordDraft, path: Path): FieldOrigin | null {
  const draftedValue = getValueAt(made.record, path);
  if (draftedValue === undefined || !isEqualJson(draftedValue, getValueAt(record, path))) return null;
  // The source of an object applies to everything inside it.
  for (let length = path.length; length > 0; length -= 1) {
    const key = pathText(path.slice(0, length));
    if (Object.hasOwn(made.sources, key)) return made.sources[key] ?? null;
  }
  return null;
}
