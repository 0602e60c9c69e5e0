import type { RemoteAnswer, RemoteFiles, RemoteHeaders } from '../../outside/remote-files.ts';
import type { LearnedBy, Observation } from '../../records/files/address-state.ts';

/** Answers of servers that do not do HEAD, or not for everybody. */
const headRefused = [400, 403, 405, 501];

/** A HEAD, and where that is refused a GET for the first byte. */
export async function probeByHttp(remote: RemoteFiles, url: string): Promise<Observation> {
  {
    await using answer = await remote.open({ method: 'HEAD', url });
    if (!headRefused.includes(answer.status)) return observed(url, answer, 'head');
  }
  await using answer = await remote.open({ method: 'GET', url, headers: { range: 'bytes=0-0' } });
  return observed(url, answer, 'ranged_get');
}

/** What the answer to a HEAD or a GET of a file says of it. */
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
    return { outcome: 'gated', how, status, reason: `The host answered ${status}: not for everybody.` };
  }
  if (status >= 200 && status < 300) {
    if (isPage(url, headers)) {
      return isLoginAddress(answer.url)
        ? { outcome: 'gated', how, status, reason: 'A page to log in answers instead of the file.' }
        : { outcome: 'missing', how, status, reason: 'A web page answers instead of the file.' };
    }
    const seen = { sha256: null, size_bytes: sizeOfFile(answer), revision: null, moved_to: movedTo(answer) };
    return { outcome: 'there', how, status, seen, ...markOf(answer) };
  }
  return { outcome: 'unreachable', how, status, reason: `The host answered ${status}.` };
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
  const plain = headers['content-encoding'] === undefined || headers['content-encoding'] === 'identity';
  return status === 200 && plain ? sizeText(headers['content-length']) : null;
}

/** Whether the answer is a page for people where a file should be. */
export function isPage(url: string, headers: RemoteHeaders): boolean {
  const type = headers['content-type']?.toLowerCase() ?? '';
  if (!type.startsWith('text/html') && !type.startsWith('application/xhtml')) return false;
  return !/\.x?html?$/i.test(URL.parse(url)?.pathname ?? '') && !isAttachment(headers);
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
  return status === 403 && (headers['content-type']?.toLowerCase().startsWith('text/html') ?? false);
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
