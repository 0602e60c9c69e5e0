import type { RemoteAnswer, RemoteFiles, RemoteHeaders } from '../../outside/remote-files.ts';
import type { Observation, ObservationSource } from '../../records/files/address-state.ts';
import { parseHostAddress } from '../../records/files/host-address.ts';

/**
 * Number of bytes of a file that are read. They suffice to distinguish the file from a web page or message.
 */
const probedBytes = 512;
/** The statuses with which servers refuse range requests. */
const rangeRefusalStatuses = [400, 403, 405, 416, 501];

/**
 * Checks a file with a GET of its first bytes. HEAD is not used, because some hosts respond to it as if
 * something else had been requested. When the host refuses the range request, requests the whole file and
 * reads only its beginning.
 */
export async function probeByHttp(remote: RemoteFiles, url: string): Promise<Observation> {
  {
    await using answer = await remote.open({
      method: 'GET',
      url,
      headers: { range: `bytes=0-${probedBytes - 1}` },
    });
    if (!rangeRefusalStatuses.includes(answer.status)) return await observeFile(url, answer);
  }
  await using answer = await remote.open({ method: 'GET', url });
  return await observeFile(url, answer);
}

async function observeFile(url: string, answer: RemoteAnswer): Promise<Observation> {
  const observation = createObservation(url, answer, 'ranged_get');
  // The first bytes of a compressed response are not those of the file.
  if (observation.outcome !== 'there' || !isUncompressed(answer.headers)) return observation;
  return findNonFileContent(url, answer, await answer.first(probedBytes), 'ranged_get') ?? observation;
}

/** Creates an observation from the status and headers of a host's response to a GET of a file. */
function createObservation(url: string, answer: RemoteAnswer, how: ObservationSource): Observation {
  const { status } = answer;
  if (isTransient(status) || isChallenge(answer)) return createUnreachable('The host', how, answer);
  if (status === 404 || status === 410)
    return { outcome: 'missing', how, status, reason: `The host answered ${status}.` };
  if (status === 401 || status === 402 || status === 403 || status === 407 || status === 451) {
    const storage = findStorageHost(url, answer);
    // The host itself granted access and redirected to its storage, which then refused: the signature in the
    // redirect has expired, or the storage fails.
    return storage === null
      ? { outcome: 'gated', how, status, reason: `The host answered ${status}: access is restricted.` }
      : {
          outcome: 'unreachable',
          how,
          status,
          reason: `${storage}, the redirect target, answered ${status}.`,
        };
  }
  if (status === 200 || status === 206) {
    const facts = {
      sha256: null,
      size_bytes: readFileSize(answer),
      revision: null,
      moved_to: findPermanentTarget(answer),
    };
    return { outcome: 'there', how, status, seen: facts, ...createMark(answer) };
  }
  return { outcome: 'unreachable', how, status, reason: `The host answered ${status}.` };
}

/**
 * Returns the storage host that has responded in place of a known host, because the known host redirected the
 * request to it. Null for unknown hosts, and when the known host itself or a login page responded.
 */
function findStorageHost(url: string, answer: Pick<RemoteAnswer, 'url'>): string | null {
  const [requestedHost, respondingHost] = [URL.parse(url)?.host, URL.parse(answer.url)?.host ?? null];
  if (parseHostAddress(url).host === 'other' || isLoginAddress(answer.url)) return null;
  return requestedHost === respondingHost ? null : respondingHost;
}

/**
 * Checks the first bytes of a response. Returns an observation when they are not those of the file but, for
 * example, of a web page; null when they may be the file's.
 */
function findNonFileContent(
  url: string,
  { status, headers, url: finalUrl }: Pick<RemoteAnswer, 'status' | 'headers' | 'url'>,
  bytes: Uint8Array,
  how: ObservationSource,
): Observation | null {
  const firstBytes = bytes.subarray(0, probedBytes);
  if (firstBytes.length === 0)
    return {
      outcome: 'missing',
      how,
      status,
      reason: 'The host returns an empty answer instead of the file.',
    };
  if (!isText(firstBytes)) return null;
  const path = URL.parse(url)?.pathname ?? '';
  const hasBinaryName = binaryName.test(path);
  const isPage = isHtml(headers) || htmlPattern.test(Buffer.from(firstBytes).toString('latin1'));
  if (isPage && (hasBinaryName || (!htmlName.test(path) && !isAttachment(headers)))) {
    return isLoginAddress(finalUrl)
      ? { outcome: 'gated', how, status, reason: 'The host returns a login page instead of the file.' }
      : { outcome: 'missing', how, status, reason: 'The host returns a web page instead of the file.' };
  }
  return hasBinaryName
    ? { outcome: 'missing', how, status, reason: 'The host returns a text instead of the file.' }
    : null;
}

/**
 * Matches names of binary files. Their formats begin with lengths, versions or magic numbers, never with
 * text.
 */
const binaryName = /\.(safetensors|ckpt|gguf|ggml|pt|pth|bin|onnx|pkl|npz|zip|7z|gz|tar)$/i;
const htmlName = /\.x?html?$/i;
const htmlPattern = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body|title)\b/i;

/**
 * Returns whether bytes may be text in any charset: they contain no control characters except white space and
 * ESC.
 */
function isText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte >= 32 || (byte >= 9 && byte <= 13) || byte === 27);
}

/**
 * Returns the target of the permanent redirects; null when there are none. Stops at the first temporary
 * redirect, because it may change at any time.
 */
function findPermanentTarget({ redirects }: RemoteAnswer): string | null {
  const temporaryIndex = redirects.findIndex(({ status }) => status !== 301 && status !== 308);
  const permanentRedirects = temporaryIndex === -1 ? redirects : redirects.slice(0, temporaryIndex);
  return permanentRedirects.at(-1)?.to ?? null;
}

/** Returns the value of an ETag in lower case, without `W/` and quotes; null when there is no ETag. */
export function normalizeEtag(value: string | undefined): string | null {
  return value === undefined ? null : value.trim().replace(/^W\//, '').replace(/^"|"$/g, '').toLowerCase();
}

/**
 * Creates a mark that changes when the file's bytes change: a strong ETag, otherwise the date and size
 * together. `mark` is absent when the response has neither.
 */
function createMark(answer: Pick<RemoteAnswer, 'status' | 'headers'>): { mark?: string } {
  const { etag, 'last-modified': lastModified } = answer.headers;
  if (etag !== undefined && !etag.startsWith('W/')) return { mark: etag };
  const size = readFileSize(answer);
  return lastModified === undefined || size === null ? {} : { mark: `${lastModified}, ${size} bytes` };
}

export function parseWholeNumber(value: string | undefined): number | null {
  return value !== undefined && /^\d{1,15}$/.test(value.trim()) ? Number(value) : null;
}

/**
 * Returns the size of the file from the response to a HEAD or a ranged GET; null when the response does not
 * state it.
 */
export function readFileSize({ status, headers }: Pick<RemoteAnswer, 'status' | 'headers'>): number | null {
  const total = /^bytes [\d*-]+\/(\d{1,15})$/.exec(headers['content-range']?.trim() ?? '')?.[1];
  if (total !== undefined) return Number(total);
  // A compressed response has another length.
  return status === 200 && isUncompressed(headers) ? parseWholeNumber(headers['content-length']) : null;
}

function isUncompressed(headers: RemoteHeaders): boolean {
  return (headers['content-encoding'] ?? 'identity') === 'identity';
}

export function isHtml(headers: RemoteHeaders): boolean {
  return /^\s*(text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '');
}

function isAttachment(headers: RemoteHeaders): boolean {
  return headers['content-disposition']?.toLowerCase().startsWith('attachment') ?? false;
}

export function isLoginAddress(url: string): boolean {
  const address = URL.parse(url);
  return (
    address !== null &&
    /(^|[/.])(log-?in|sign-?in|auth|sso)([/.?]|$)/i.test(`${address.hostname}${address.pathname}`)
  );
}

/** Returns whether the response comes from a bot check in front of the host. */
export function isChallenge({ status, headers }: Pick<RemoteAnswer, 'status' | 'headers'>): boolean {
  if (headers['cf-mitigated'] !== undefined) return true;
  return status === 403 && isHtml(headers);
}

/** Returns whether a status indicates a temporary problem of the host and says nothing about the file. */
export function isTransient(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}

/** Creates the observation that `host` responded with a status that says nothing about the file. */
export function createUnreachable(
  host: string,
  how: ObservationSource,
  { status, headers }: Pick<RemoteAnswer, 'status' | 'headers'>,
): Observation {
  const seconds = parseWholeNumber(headers['retry-after']);
  return {
    outcome: 'unreachable',
    how,
    status,
    reason: `${host} answered ${status}.`,
    ...(seconds !== null && { retry_after_seconds: seconds }),
  };
}
