import { RemoteFailure, type RemoteFiles } from '../../outside/remote-files.ts';
import type { LearnedBy, Observation } from '../../records/files/address-state.ts';
import { hostAddress } from '../../records/files/host-address.ts';
import type { ExpectedFile } from '../../records/files/record-file.ts';
import { probeCivitai } from './probe-civitai.ts';
import { probeByHttp } from './probe-http.ts';
import { probeHuggingFace } from './probe-hugging-face.ts';

/**
 * Looks at an address once, as cheaply as its host allows: no more than headers, or a few kilobytes of JSON.
 * Never throws for anything that a host does.
 *
 * @param expected.sha256 what to look for elsewhere on the host when the file is not where it was
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

/** What a call that gave no answer says of the file. */
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
  return {
    outcome: 'unreachable',
    how,
    status: kind === 'rate_limited' ? 429 : null,
    reason: message,
    ...(retryAfterSeconds !== null && { retry_after_seconds: retryAfterSeconds }),
  };
}
