import type { RemoteAnswer, RemoteHeaders } from '../../outside/remote-files.ts';

/** The text of an ETag, without its marks. */
export function etagText(value: string | undefined): string | null {
  return value === undefined ? null : value.trim().replace(/^W\//, '').replace(/^"|"$/g, '').toLowerCase();
}

/** What the host marks the bytes of the file with, so that others have another mark; absent where it does not. */
export function markOf(answer: Pick<RemoteAnswer, 'status' | 'headers'>): { mark?: string } {
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
