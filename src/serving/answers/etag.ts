import { RegistryError } from '../../kernel/errors.ts';

/**
 * Returns the first ETag in an `If-None-Match` header that is also in `etags`, a list of quoted, strong
 * ETags. If the header is `*`, returns the first of `etags`. Returns null if nothing matches. Uses weak
 * comparison (RFC 9110 13.1.2).
 */
export function findMatchingEtag(header: string, etags: readonly string[]): string | null {
  const exactIndex = etags.indexOf(header);
  if (exactIndex !== -1) return etags[exactIndex] ?? null;
  if (header.trim() === '*') return etags[0] ?? null;
  for (const [, , candidate = ''] of header.matchAll(tagPattern)) {
    if (etags.includes(candidate)) return candidate;
  }
  return null;
}

/**
 * Checks that the `If-Match` header contains one of `etags`, or `*` if there are any. Passes without this
 * header. A weak tag matches nothing (RFC 9110 13.1.1).
 *
 * @param etags the current ETags of the resource; empty if it does not exist
 * @throws RegistryError precondition_failed (412)
 */
export function assertMatch(header: string | undefined, etags: readonly string[]): void {
  if (header === undefined) return;
  const strongTags = Array.from(header.matchAll(tagPattern), ([, weak, tag = '']) => (weak ? '' : tag));
  const matches = header.trim() === '*' ? etags.length > 0 : strongTags.some((tag) => etags.includes(tag));
  if (matches) return;
  const [current = 'none'] = etags;
  throw new RegistryError(
    'precondition_failed',
    `If-Match: ${header.slice(0, 200)} does not match the current ETag: ${current}. Read the record again.`,
  );
}

const tagPattern = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;
