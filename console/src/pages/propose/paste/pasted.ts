import { linksIn } from '#client';
import type { Pasted } from '../../../api/make-drafts.ts';

/**
 * Largest number of links in one paste. By default, the service lets an account make this many drafts in a
 * minute.
 */
export const maxLinks = 20;

/**
 * Reads a pasted text: as JSON when it begins with `{`, else as links.
 * @returns null for an empty text
 */
export function readPasted(text: string): Pasted | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (trimmed.startsWith('{')) return { json: trimmed };
  return { links: linksIn(trimmed) };
}
