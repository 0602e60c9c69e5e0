import type { Draft, RecordDraft } from '#client';
import { type Path, pathText, sameJson, valueAt } from '../draft.ts';

/** What said the value of a field, and how sure that is. */
export type FieldOrigin = Draft['sources'][string];

/** Null for what no draft has filled in, and for what is not as it did any more. */
export function originAt(made: Draft, record: RecordDraft, path: Path): FieldOrigin | null {
  const filled = valueAt(made.record, path);
  if (filled === undefined || !sameJson(filled, valueAt(record, path))) return null;
  // What is said of a part of the record is said of all in it.
  for (let length = path.length; length > 0; length -= 1) {
    const key = pathText(path.slice(0, length));
    if (Object.hasOwn(made.sources, key)) return made.sources[key] ?? null;
  }
  return null;
}
