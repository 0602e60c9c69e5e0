import type { RecordDraft } from '#client';

/**
 * Fields whose values people wrote, and which also suit the next version of a model. A draft of the next
 * version fills in such a field only if the live record leaves it empty.
 */
const written = ['description', 'tags', 'style', 'nsfw', 'requirements', 'settings', 'display_name'];

/**
 * Gives the live record, updated with the values from a draft of a newer version of the model. The name
 * stays, and so do the values of the fields in `written`.
 */
export function withNewerVersion(live: RecordDraft, drafted: RecordDraft): RecordDraft {
  const stays = Object.fromEntries(written.flatMap((key) => (isSaid(live[key]) ? [[key, live[key]]] : [])));
  return { ...live, ...drafted, ...stays, name: live.name };
}

function isSaid(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
