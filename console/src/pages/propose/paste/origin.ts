import type { Draft, RecordDraft } from '#client';
import { type Path, pathText, sameJson, valueAt } from '../draft.ts';

/** Where a draft took the value of a field from, and how certain it is that the value is right. */
export type FieldOrigin = Draft['sources'][string];

/**
 * Returns the source of the value at a path. Null when the draft did not fill in the value, or when the user
 * has changed it since.
 */
export function originAt(made: Draft, record: RecordDraft, path: Path): FieldOrigin | null {
  const filled = valueAt(made.record, path);
  if (filled === undefined || !sameJson(filled, valueAt(record, path))) return null;
  // A source of a part of the record is the source of everything inside it.
  for (let length = path.length; length > 0; length -= 1) {
    const key = pathText(path.slice(0, length));
    if (Object.hasOwn(made.sources, key)) return made.sources[key] ?? null;
  }
  return null;
}
