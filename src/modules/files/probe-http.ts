import type { RemoteAnswer, RemoteFiles } from '../../outside/remote-files.ts';
import type { LearnedBy, Observation } from '../../records/files/observation.ts';
import {
  isChallenge,
  isLoginAddress,
  isPage,
  isTransient,
  markOf,
  retryAfter,
  sizeOfFile,
} from './answer-headers.ts';

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
