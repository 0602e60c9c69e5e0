import type { StoredDraft } from '../../../api/stored-drafts.ts';

/** Returns the name of a draft in lists: the model's name, else the draft's link, else `Pasted JSON`. */
export function formatDraftName({ made, edited, link }: StoredDraft): string {
  const { name } = edited?.record ?? made.record;
  return typeof name === 'string' && name !== '' ? name : (link ?? 'Pasted JSON');
}
