import { hex, sha256 } from './hashes.ts';
import { InvalidCheckpoint, openNote } from './verify.ts';

/** Thrown when a response does not match the manifest of the edition. */
export class InvalidEdition extends Error {
  override readonly name = 'InvalidEdition';
}

interface Manifest {
  readonly event_id: number;
  readonly files: ReadonlyMap<string, { readonly sha256: string }>;
}

/** Maximum size of the manifest, and of any other response, in bytes. */
const [maxManifestBytes, maxResponseBytes] = [64 * 1024 ** 2, 256 * 1024 ** 2];

/**
 * Returns a `fetch` that reads from a published edition without trusting its host: each response must have
 * the SHA-256 that the signed manifest states for its path. Pass this function to a client as the option
 * `fetch`. The function accepts only GET requests without a query. For a path that is not in the manifest, it
 * accepts only a 404 response. It replaces the ETag of each response by the SHA-256 of the body, because the
 * host may send a wrong ETag. It sends `If-None-Match` only for responses that it has verified.
 *
 * @param server the base URL of the edition, as in the options of the client
 * @param key the public key of the registry, as `checkpointKey` returns it
 */
export function editionFetch(server: string, key: string, send: typeof fetch = fetch): typeof fetch {
  const base = server.replace(/\/+$/, '');
  let newestManifest: Manifest | null = null;
  /** The ETags and hashes of verified responses, by path. */
  const verifiedFiles = new Map<string, { readonly etag: string | null; readonly digest: string }>();

  const readManifest = async (signal: AbortSignal | null | undefined): Promise<Manifest> => {
    const answer = await send(`${base}/manifest.json`, { cache: 'no-cache', ...(signal && { signal }) });
    const text = new TextDecoder().decode(await bytesOf(answer, maxManifestBytes));
    if (!answer.ok) throw new InvalidEdition(`${base} has no manifest.json.`);
    const end = text.lastIndexOf('\n"note":');
    try {
      const { note } = JSON.parse(`{${text.slice(end + 1)}`) as { note: string };
      const signedDigest = hex(await sha256(new TextEncoder().encode(text.slice(0, end + 1))));
      const lines = (await openNote(note, key)).split('\n');
      if (lines[1] !== 'edition' || lines[2] !== signedDigest)
        throw new InvalidCheckpoint('The signature is not for this manifest.');
      const { event_id, files } = JSON.parse(`${text.slice(0, end - 1)}}`);
      if (newestManifest && event_id < newestManifest.event_id)
        throw new Error(`expected event ${newestManifest.event_id} or later; found event ${event_id}`);
      newestManifest = { event_id, files: new Map(Object.entries(files)) };
      return newestManifest;
    } catch (error) {
      throw new InvalidEdition(`The manifest of ${base} is not valid: ${(error as Error).message}`);
    }
  };

  return async (input, init = {}) => {
    const url = String(input instanceof Request ? input.url : input);
    if ((init.method ?? 'GET') !== 'GET' || !url.startsWith(`${base}/`) || url.includes('?'))
      throw new InvalidEdition(
        `Editions support only GET without a query; found ${init.method ?? 'GET'} ${url}.`,
      );
    const path = decodeURIComponent(url.slice(base.length + 1));
    const requestHeaders = new Headers(
      init.headers ?? (input instanceof Request ? input.headers : undefined),
    );
    const verifiedFile = verifiedFiles.get(path);
    const isVerified = verifiedFile && requestHeaders.get('if-none-match') === `"${verifiedFile.digest}"`;
    if (isVerified && verifiedFile.etag !== null) requestHeaders.set('if-none-match', verifiedFile.etag);
    else requestHeaders.delete('if-none-match');
    const answer = await send(input, { ...init, headers: requestHeaders });
    if (answer.status >= 400 && answer.status !== 404) return answer;
    const bytes = await bytesOf(answer, maxResponseBytes);
    const receivedDigest = answer.ok ? hex(await sha256(bytes)) : undefined;
    const digest =
      answer.status === 304 ? (isVerified ? verifiedFile.digest : 'not verified') : receivedDigest;
    const isInManifest = ({ files }: Manifest) => files.get(path)?.sha256 === digest;
    // The edition may be newer than the last manifest: read the manifest again.
    if (!(newestManifest && isInManifest(newestManifest)) && !isInManifest(await readManifest(init.signal)))
      throw new InvalidEdition(`${url} differs from the manifest of event ${newestManifest?.event_id}.`);
    if (answer.status === 304) return answer;
    const headers = new Headers(answer.headers);
    if (digest) {
      verifiedFiles.set(path, { etag: headers.get('etag'), digest });
      if (headers.has('etag')) headers.set('etag', `"${digest}"`);
    }
    for (const name of ['content-encoding', 'content-length', 'repr-digest']) headers.delete(name);
    return new Response(bytes, { status: answer.status, statusText: answer.statusText, headers });
  };
}

/** Reads the body of a response. @throws InvalidEdition when it has more than `maxBytes` bytes */
async function bytesOf({ body, url }: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytesLeft = maxBytes;
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    pieces.push(chunk.value);
    bytesLeft -= chunk.value.length;
    if (bytesLeft >= 0) continue;
    await reader?.cancel();
    throw new InvalidEdition(`${url} exceeds the limit of ${maxBytes} bytes.`);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
