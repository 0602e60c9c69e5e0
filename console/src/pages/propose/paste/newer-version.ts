import type { RecordDraft } from '#client';

/**
 * Fields that are filled in by hand and usually apply to the next version of a model too. A draft for the
 * next version sets them only if the live record leaves them empty.
 */
const manualFields = ['description', 'tags', 'style', 'nsfw', 'requirements', 'settings', 'display_name'];

/**
 * Returns the live record with the values of a draft for a newer version of the model. Keeps the live name
 * and the non-empty live values of the fields in `written`.
 */
export function mergeNewerVersion(live: RecordDraft, drafted: RecordDraft): RecordDraft {
  const keptValues = Object.fromEntries(
    manualFields.flatMap((key) => (hasContent(live[key]) ? [[key, live[key]]] : [])),
  );
  return { ...live, ...drafted, ...keptValues, name: live.name };
}

function hasContent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
