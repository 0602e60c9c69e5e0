import { jsonMembers } from '../../kernel/json-members.ts';
import { contentHash } from '../../records/hash.ts';
import { bodyEtag } from '../catalog/segmented-body.ts';

/** The ETag that a registry like this one gives; a proxy may have made it a weak one. */
const ownForm = /^(?:W\/)?"([0-9a-f]{64})"$/;

/**
 * Compares a body with its ETag, which a registry like this one makes of the members; before 0.2.0, of the bytes.
 *
 * @param demanded whether there has to be such an ETag
 * @throws Error when they do not fit
 */
export function checkEtag(
  { text, etag }: { readonly text: string; readonly etag: string | null },
  { demanded }: { demanded: boolean },
): void {
  const named = ownForm.exec(etag ?? '')?.[1];
  if (named === undefined && !demanded) return;
  if (named !== contentHash(text) && named !== etagOf(text)) {
    throw new Error(`The primary's answer is damaged: its ETag is ${etag}, and not the hash of its bytes.`);
  }
}

/** Null when it is no object of records. */
function etagOf(text: string): string | null {
  try {
    return bodyEtag(jsonMembers(text));
  } catch {
    return null;
  }
}
