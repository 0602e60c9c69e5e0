import type { KeptDraft } from '../../../api/kept-drafts.ts';

/** The name of a draft in lists: the model's name, if the draft has one. */
export function draftName({ made, edited, link }: KeptDraft): string {
  const { name } = edited?.record ?? made.record;
  return typeof name === 'string' && name !== '' ? name : (link ?? 'Pasted JSON');
}
