import type { Pasted } from '../../../api/make-drafts.ts';

/** As many as a minute has for one account when nothing else is set. */
export const mostLinks = 20;

/** @returns null when there is nothing in it */
export function readPasted(text: string): Pasted | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (trimmed.startsWith('{')) return { json: trimmed };
  return { links: [...new Set(trimmed.split(/\s*\n\s*/))] };
}
