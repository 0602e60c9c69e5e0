import { linksIn } from '#client';
import type { ParsedPaste } from '../../../api/make-drafts.ts';

/** Largest number of links in one paste: by default, the service's limit of drafts per account and minute. */
export const maxLinks = 20;

/**
 * Parses a pasted text: as JSON if it starts with `{`, otherwise as links.
 * @returns null for an empty text
 */
export function readPasted(text: string): ParsedPaste | null {
  const trimmedText = text.trim();
  if (trimmedText === '') return null;
  if (trimmedText.startsWith('{')) return { json: trimmedText };
  return { links: linksIn(trimmedText) };
}
