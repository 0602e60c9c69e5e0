import { hash } from 'node:crypto';
import { OutageError } from '../kernel/errors.ts';
import { type EditionManifest, readManifest } from '../kernel/transparency/edition-manifest.ts';
import type { Verifier } from '../kernel/transparency/signed-note.ts';
import { categoryPath, type Primary, type PrimaryClient, parseCanonicalFormat } from './primary-client.ts';

/**
 * Returns a primary that verifies every response against the signed manifest of its edition, so that the
 * server need not be trusted. Responses 304 and 404 are verified too.
 *
 * The returned ETag is the SHA-256 of the document. The server's own ETag is not returned, because it may
 * belong to another document. It is sent back to the server only for content that this process has verified.
 *
 * Reads throw OutageError for a document that does not match the manifest, for a manifest without a signature
 * of the verifier, and for a manifest that is older than one read before.
 */
export function createVerifiedPrimary(primary: PrimaryClient, verifier: Verifier): PrimaryClient {
  const verifiedDocuments = new Map<string, { readonly etag: string | null; readonly sha256: string }>();
  let newestManifest: EditionManifest | null = null;
  const createRefusal = (path: string, why: string, cause?: unknown) =>
    new OutageError('primary_unavailable', `${primary.url}${path} is refused: ${why}`, { cause });

  const readNewestManifest = async (signal: AbortSignal): Promise<EditionManifest> => {
    const path = '/manifest.json';
    const answer = await primary.document(path, null, signal);
    if (answer.kind !== 'text') throw createRefusal(path, 'the primary does not have this file.');
    let manifest: EditionManifest;
    try {
      manifest = readManifest(answer.text, verifier);
    } catch (error) {
      throw createRefusal(path, (error as Error).message, error);
    }
    if (newestManifest && manifest.event_id < newestManifest.event_id)
      throw createRefusal(
        path,
        `expected event ${newestManifest.event_id} or later; found event ${manifest.event_id}.`,
      );
    newestManifest = manifest;
    return manifest;
  };

  const document: Primary['document'] = async (path, etag, signal) => {
    const previousDocument = verifiedDocuments.get(path);
    const isVerified = previousDocument && etag === `"${previousDocument.sha256}"`;
    const answer = await primary.document(path, isVerified ? previousDocument.etag : null, signal);
    const currentDocument =
      answer.kind === 'text'
        ? { etag: answer.etag, sha256: hash('sha256', answer.text) }
        : answer.kind === 'same'
          ? previousDocument
          : undefined;
    if (answer.kind === 'same' && !currentDocument)
      throw createRefusal(path, 'status 304, but the request had no If-None-Match.');
    const isInManifest = ({ files }: EditionManifest) =>
      files.get(path.slice(1))?.sha256 === currentDocument?.sha256;
    // The edition may be newer than the last manifest that was read.
    if (!(newestManifest && isInManifest(newestManifest)) && !isInManifest(await readNewestManifest(signal)))
      throw createRefusal(path, `it differs from the manifest of event ${newestManifest?.event_id}.`);
    if (currentDocument) verifiedDocuments.set(path, currentDocument);
    const ownEtag = `"${currentDocument?.sha256}"`;
    if (etag === ownEtag) return { kind: 'same' };
    return answer.kind === 'text' && answer.etag !== null ? { ...answer, etag: ownEtag } : answer;
  };
  return {
    ...primary,
    document,
    view: (format, category, etag, signal) => document(categoryPath(format, category), etag, signal),
    canonicalFormat: async (signal) => {
      const answer = await document('/replicate_mode', null, signal);
      return answer.kind === 'text' ? parseCanonicalFormat(JSON.parse(answer.text)) : null;
    },
  };
}
