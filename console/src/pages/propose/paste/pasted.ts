import { linksIn } from '#client';
import type { Pasted } from '../../../api/make-drafts.ts';

/** Most links at once: the default limit of drafts per account and minute. */
export const mostLinks = 20;

/**
 * Takes a pasted text apart.
 * @returns null for an empty text
 */
export function readPasted(text: string): Pasted | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (trimmed.startsWith('{')) return { json: trimmed };
  return { links: linksIn(trimmed) };
}
