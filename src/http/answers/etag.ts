/**
 * True when an `If-None-Match` header names one of `etags` (quoted, strong). Comparison is weak, as RFC 9110
 * 13.1.2 asks.
 */
export function matchingEtag(header: string, etags: readonly string[]): string | null {
  const simple = etags.indexOf(header);
  if (simple !== -1) return etags[simple] ?? null;
  if (header.trim() === '*') return etags[0] ?? null;
  for (const [candidate] of header.matchAll(/"[\x21\x23-\x7e\x80-\xff]*"/g)) {
    if (etags.includes(candidate)) return candidate;
  }
  return null;
}
