import type { RecordDraft } from '#client';

/**
 * Fields that people write about a model. Their values hold for the next version too, so a draft of the next
 * version fills in only those that are empty.
 */
const written = ['description', 'tags', 'style', 'nsfw', 'requirements', 'settings', 'display_name'];

/** A live record with the values that a draft of its newer version brings. */
export function withNewerVersion(live: RecordDraft, drafted: RecordDraft): RecordDraft {
  const stays = Object.fromEntries(written.flatMap((key) => (isSaid(live[key]) ? [[key, live[key]]] : [])));
  return { ...live, ...drafted, ...stays, name: live.name };
}

function isSaid(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
