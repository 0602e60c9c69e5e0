import type { RecordDraft } from '#client';

/**
 * Fields that people write about a model. Their values also fit the next version of the model, so a draft of
 * the next version fills in such a field only if it is empty.
 */
const written = ['description', 'tags', 'style', 'nsfw', 'requirements', 'settings', 'display_name'];

/** Gives a live record with the values from a draft of a newer version of the model. */
export function withNewerVersion(live: RecordDraft, drafted: RecordDraft): RecordDraft {
  const stays = Object.fromEntries(written.flatMap((key) => (isSaid(live[key]) ? [[key, live[key]]] : [])));
  return { ...live, ...drafted, ...stays, name: live.name };
}

function isSaid(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
