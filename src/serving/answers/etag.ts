import { RegistryError } from '../../kernel/errors.ts';

/**
 * Gives the first of `etags` (quoted, strong) that an `If-None-Match` header names; null when it names none.
 * Comparison is weak, as RFC 9110 13.1.2 asks.
 */
export function matchingEtag(header: string, etags: readonly string[]): string | null {
  const simple = etags.indexOf(header);
  if (simple !== -1) return etags[simple] ?? null;
  if (header.trim() === '*') return etags[0] ?? null;
  for (const [, , candidate = ''] of header.matchAll(tags)) {
    if (etags.includes(candidate)) return candidate;
  }
  return null;
}

/**
 * Refuses a request whose `If-Match` header names none of `etags`; for a missing resource, `etags` is empty.
 * Comparison is strong, as RFC 9110 13.1.1 asks: a weak tag matches nothing.
 *
 * @throws RegistryError precondition_failed (412)
 */
export function assertMatch(header: string | undefined, etags: readonly string[]): void {
  if (header === undefined) return;
  const named = Array.from(header.matchAll(tags), ([, weak, tag = '']) => (weak ? '' : tag));
  const matches = header.trim() === '*' ? etags.length > 0 : named.some((tag) => etags.includes(tag));
  if (matches) return;
  const [current = 'there is none'] = etags;
  throw new RegistryError(
    'precondition_failed',
    `If-Match: ${header.slice(0, 200)} does not name the present ETag: ${current}. Read the record again.`,
  );
}

const tags = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;
