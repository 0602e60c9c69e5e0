import type { RecordDraft } from '#client';

/** What people have written of a model holds for its next version as well: a draft only fills it in. */
const written = ['description', 'tags', 'style', 'nsfw', 'requirements', 'settings', 'display_name'];

/** A live record with what the draft of a newer version of it brings. */
export function withNewerVersion(live: RecordDraft, drafted: RecordDraft): RecordDraft {
  const stays = Object.fromEntries(written.flatMap((key) => (isSaid(live[key]) ? [[key, live[key]]] : [])));
  return { ...live, ...drafted, ...stays, name: live.name };
}

function isSaid(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
