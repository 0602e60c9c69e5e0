import type { KeptDraft } from '../../../api/kept-drafts.ts';

/** What a draft is listed as: the name in it, as far as there is one. */
export function draftName({ made, edited, link }: KeptDraft): string {
  const { name } = edited?.record ?? made.record;
  return typeof name === 'string' && name !== '' ? name : (link ?? 'Pasted JSON');
}
