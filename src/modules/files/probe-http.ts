import type { RemoteAnswer, RemoteFiles, RemoteHeaders } from '../../outside/remote-files.ts';
import type { LearnedBy, Observation } from '../../records/files/address-state.ts';
import { hostAddress } from '../../records/files/host-address.ts';

/** In bytes: enough to tell a file from a page or a message. */
const beginning = 512;
/** Answers of servers that give no parts of files, or not of this one. */
const partRefused = [400, 403, 405, 416, 501];

/** By the first bytes of the file: what hosts answer to a HEAD is now and then about something else. */
export async function probeByHttp(remote: RemoteFiles, url: string): Promise<Observation> {
  {
    await using answer = await remote.open({
      method: 'GET',
      url,
      headers: { range: `bytes=0-${beginning - 1}` },
    });
    if (!partRefused.includes(answer.status)) return await observedFile(url, answer);
  }
  await using answer = await remote.open({ method: 'GET', url });
  return await observedFile(url, answer);
}

async function observedFile(url: string, answer: RemoteAnswer): Promise<Observation> {
  const seen = observed(url, answer, 'ranged_get');
  // What was compressed on the way does not begin as the file does.
  if (seen.outcome !== 'there' || !isPlain(answer.headers)) return seen;
  return otherThanFile(url, answer, await answer.first(beginning), 'ranged_get') ?? seen;
}

/** What the head of the answer to a GET of a file says of it. */
export function observed(url: string, answer: RemoteAnswer, how: LearnedBy): Observation {
  const { status, headers } = answer;
  if (isTransient(status) || isChallenge(answer)) {
    return {
      outcome: 'unreachable',
      how,
      status,
      reason: `The host answered ${status}.`,
      ...retryAfter(headers),
    };
  }
  if (status === 404 || status === 410)
    return { outcome: 'missing', how, status, reason: `The host answered ${status}.` };
  if (status === 401 || status === 402 || status === 403 || status === 407 || status === 451) {
    const storage = storageOf(url, answer);
    // The host itself gives the file to everybody: its signature ran out, or the storage fails.
    return storage === null
      ? { outcome: 'gated', how, status, reason: `The host answered ${status}: not for everybody.` }
      : {
          outcome: 'unreachable',
          how,
          status,
          reason: `${storage}, where the host leads, answered ${status}.`,
        };
  }
  if (status === 200 || status === 206) {
    const seen = { sha256: null, size_bytes: sizeOfFile(answer), revision: null, moved_to: movedTo(answer) };
    return { outcome: 'there', how, status, seen, ...markOf(answer) };
  }
  return { outcome: 'unreachable', how, status, reason: `The host answered ${status}.` };
}

/** The other host to which a known one has redirected; null when it has answered by itself. */
function storageOf(url: string, answer: Pick<RemoteAnswer, 'url'>): string | null {
  const [asked, answered] = [URL.parse(url)?.host, URL.parse(answer.url)?.host ?? null];
  if (hostAddress(url).host === 'other' || isLoginAddress(answer.url)) return null;
  return asked === answered ? null : answered;
}

/** What answers in the place of a file, by its first bytes; null when they may be the file's. */
export function otherThanFile(
  url: string,
  { status, headers, url: at }: Pick<RemoteAnswer, 'status' | 'headers' | 'url'>,
  bytes: Uint8Array,
  how: LearnedBy,
): Observation | null {
  const first = bytes.subarray(0, beginning);
  if (first.length === 0)
    return { outcome: 'missing', how, status, reason: 'An empty answer comes instead of the file.' };
  if (!isText(first)) return null;
  const path = URL.parse(url)?.pathname ?? '';
  const named = binaryName.test(path);
  const page = isHtml(headers) || markup.test(Buffer.from(first).toString('latin1'));
  if (page && (named || (!pageName.test(path) && !isAttachment(headers)))) {
    return isLoginAddress(at)
      ? { outcome: 'gated', how, status, reason: 'A page to log in answers instead of the file.' }
      : { outcome: 'missing', how, status, reason: 'A web page answers instead of the file.' };
  }
  return named ? { outcome: 'missing', how, status, reason: 'A text answers instead of the file.' } : null;
}

/** Files of models that no text is: all of them begin with lengths, versions or marks. */
const binaryName = /\.(safetensors|ckpt|gguf|ggml|pt|pth|bin|onnx|pkl|npz|zip|7z|gz|tar)$/i;
const pageName = /\.x?html?$/i;
const markup = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body|title)\b/i;

/** In whatever charset: no byte is a control character that texts do not have. */
function isText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte >= 32 || (byte >= 9 && byte <= 13) || byte === 27);
}

/** As far as the host redirects for good: what it does behind that is its own business of every day. */
function movedTo({ redirects }: RemoteAnswer): string | null {
  const temporary = redirects.findIndex(({ status }) => status !== 301 && status !== 308);
  const lasting = temporary === -1 ? redirects : redirects.slice(0, temporary);
  return lasting.at(-1)?.to ?? null;
}

/** The text of an ETag, without its marks. */
export function etagText(value: string | undefined): string | null {
  return value === undefined ? null : value.trim().replace(/^W\//, '').replace(/^"|"$/g, '').toLowerCase();
}

/** What the host marks the bytes of the file with, so that others have another mark; absent where it does not. */
function markOf(answer: Pick<RemoteAnswer, 'status' | 'headers'>): { mark?: string } {
  const { etag, 'last-modified': modified } = answer.headers;
  if (etag !== undefined && !etag.startsWith('W/')) return { mark: etag };
  const size = sizeOfFile(answer);
  return modified === undefined || size === null ? {} : { mark: `${modified}, ${size} bytes` };
}

export function sizeText(value: string | undefined): number | null {
  return value !== undefined && /^\d{1,15}$/.test(value.trim()) ? Number(value) : null;
}

/** How large the file is of which this is an answer to a HEAD or a ranged GET. */
export function sizeOfFile({ status, headers }: Pick<RemoteAnswer, 'status' | 'headers'>): number | null {
  const total = /^bytes [\d*-]+\/(\d{1,15})$/.exec(headers['content-range']?.trim() ?? '')?.[1];
  if (total !== undefined) return Number(total);
  // Compressed on the way, it has another length.
  return status === 200 && isPlain(headers) ? sizeText(headers['content-length']) : null;
}

function isPlain(headers: RemoteHeaders): boolean {
  return (headers['content-encoding'] ?? 'identity') === 'identity';
}

/** Whether the host calls it a page for people. */
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

/** A bot check in front of the host answers, and not the host. */
export function isChallenge({ status, headers }: Pick<RemoteAnswer, 'status' | 'headers'>): boolean {
  if (headers['cf-mitigated'] !== undefined) return true;
  return status === 403 && isHtml(headers);
}

/** Answers that say something about the host at this moment and nothing about the file. */
export function isTransient(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}

/** In seconds, where the host says it so. */
export function retryAfter(headers: RemoteHeaders): { retry_after_seconds?: number } {
  const seconds = sizeText(headers['retry-after']);
  return seconds === null ? {} : { retry_after_seconds: seconds };
}
