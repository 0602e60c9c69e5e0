import { type RemoteAnswer, RemoteFailure, type RemoteFiles } from '../../outside/remote-files.ts';
import type { LearnedBy, Observation, SeenFile } from '../../records/files/address-state.ts';
import { hostAddress } from '../../records/files/host-address.ts';
import type { ExpectedFile } from '../../records/files/record-file.ts';
import { probeCivitai } from './probe-civitai.ts';
import {
  etagText,
  isChallenge,
  isTransient,
  probeByHttp,
  retryAfter,
  sizeOfFile,
  sizeText,
} from './probe-http.ts';

/**
 * Looks at an address once, as cheaply as its host allows: by headers, or a few kilobytes of JSON. Never
 * throws for anything that a host does.
 *
 * @param expected.sha256 the hash to look for elsewhere on the host when the file is gone
 */
export async function probe(
  remote: RemoteFiles,
  url: string,
  expected: Pick<ExpectedFile, 'sha256'>,
): Promise<Observation> {
  const address = hostAddress(url);
  try {
    if (address.host === 'huggingface') return await probeHuggingFace(remote, url);
    if (address.host === 'civitai') return await probeCivitai(remote, url, address, expected);
    return await probeByHttp(remote, url);
  } catch (error) {
    if (error instanceof RemoteFailure) return failed(error, 'head');
    throw error;
  }
}

/** Makes an observation of a call that got no answer. */
export function failed(failure: RemoteFailure, how: LearnedBy): Observation {
  const { kind, message, retryAfterSeconds } = failure;
  if (kind === 'refused_address') {
    return {
      outcome: 'missing',
      how: 'address',
      status: null,
      reason: `The address cannot be called: ${message}`,
    };
  }
  if (kind === 'too_many_redirects') return { outcome: 'missing', how, status: null, reason: message };
  return {
    outcome: 'unreachable',
    how,
    status: kind === 'rate_limited' ? 429 : null,
    reason: message,
    ...(retryAfterSeconds !== null && { retry_after_seconds: retryAfterSeconds }),
  };
}

const how = 'x_linked_etag';

/**
 * Looks at a file on Hugging Face by one HEAD. Follows redirects on the same host only, because hash, size
 * and commit are in the Hub's own headers and not in those of its storage.
 */
async function probeHuggingFace(remote: RemoteFiles, url: string): Promise<Observation> {
  await using answer = await remote.open({ method: 'HEAD', url, redirects: 'same-host' });
  const { status, headers } = answer;
  if (status < 400) {
    // Something else answers in the Hub's name: a proxy, a captive portal.
    if (headers['x-repo-commit'] === undefined) {
      return {
        outcome: 'unreachable',
        how,
        status,
        reason: `${status} without a commit: that was not the Hub.`,
      };
    }
    // The hash of the bytes or of the git blob: the same for the same bytes, in any revision.
    const mark = etagText(headers['x-linked-etag']) ?? etagText(headers.etag);
    return { outcome: 'there', how, status, seen: seenIn(url, answer), ...(mark !== null && { mark }) };
  }
  return refused(answer);
}

function seenIn(url: string, answer: RemoteAnswer): SeenFile {
  const { headers } = answer;
  const etag = etagText(headers['x-linked-etag']) ?? etagText(headers.etag);
  return {
    // 40 digits are the id of a git blob: a small file that is not in large file storage.
    sha256: etag !== null && /^[0-9a-f]{64}$/.test(etag) ? etag : null,
    size_bytes: sizeText(headers['x-linked-size']) ?? sizeOfFile(answer),
    revision: headers['x-repo-commit'] ?? null,
    moved_to: renamedTo(url, answer),
  };
}

/**
 * Gives the address with the repository's new name; null when the repository was not renamed. Ignores
 * redirects of small files, because they lead elsewhere on the same host even without a new name.
 */
function renamedTo(url: string, { redirects }: RemoteAnswer): string | null {
  const last = redirects.findLast(({ to }) => URL.parse(to)?.pathname.includes('/resolve/'));
  if (last === undefined) return null;
  const [from, to] = [new URL(url), new URL(last.to)];
  if (from.pathname === to.pathname) return null;
  // The query was the record's, and stays.
  to.search = from.search;
  return to.href;
}

function refused({ status, headers }: RemoteAnswer): Observation {
  const code = headers['x-error-code'] ?? '';
  const message = headers['x-error-message'] ?? '';
  if (isTransient(status) || (code === '' && message === '' && isChallenge({ status, headers }))) {
    return {
      outcome: 'unreachable',
      how,
      status,
      reason: `Hugging Face answered ${status}.`,
      ...retryAfter(headers),
    };
  }
  if (/invalid credentials/i.test(message)) {
    return {
      outcome: 'unreachable',
      how,
      status,
      reason: 'Hugging Face does not accept the token of this service.',
    };
  }
  if (code === 'GatedRepo') {
    return {
      outcome: 'gated',
      how,
      status,
      stated: true,
      reason: 'The repository is gated: its licence has to be accepted with an account.',
    };
  }
  if (/^access to this resource is disabled\.?$/i.test(message)) {
    return { outcome: 'missing', how, status, reason: 'Hugging Face has disabled the repository.' };
  }
  const missing = missingByCode[code];
  if (missing !== undefined) return { outcome: 'missing', how, status, reason: missing };
  // Without a token the Hub answers alike for a private and a missing repository.
  if (status === 401) return { outcome: 'missing', how, status, reason: missingRepository };
  if (status === 404 || status === 410)
    return { outcome: 'missing', how, status, reason: `Hugging Face answered ${status}.` };
  if (status === 403) return { outcome: 'gated', how, status, reason: 'Hugging Face refuses access (403).' };
  return { outcome: 'unreachable', how, status, reason: `Hugging Face answered ${status}.` };
}

const missingRepository = 'There is no such repository on Hugging Face, or it is private.';
const missingByCode: Readonly<Record<string, string>> = {
  RepoNotFound: missingRepository,
  RevisionNotFound: 'The repository has no such revision.',
  EntryNotFound: 'The repository has no such file.',
};
