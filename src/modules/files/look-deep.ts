import { RemoteFailure, type RemoteFiles } from '../../outside/remote-files.ts';
import type { Observation } from '../../records/files/observation.ts';
import type { Look } from './check-addresses.ts';
import { failed } from './probe.ts';
import { readWhole } from './whole-read.ts';

export interface DeepLookOptions {
  readonly remote: RemoteFiles;
  /** The largest file that is read; larger ones are judged by their headers, as without. */
  readonly mostBytes: number;
  /** What is read before it is stored how far. */
  readonly pieceBytes: number;
  readonly signal: AbortSignal;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
  /** How much of a file is read, of how much; null: unknown. */
  readonly onBytes: (url: string, position: number, size: number | null) => void;
  /** Told of files that are not read for their size. */
  readonly onTooLarge: (url: string, size: number | null) => void;
}

/** What a file may weigh beyond what its host says: sizes are told in rounded units here and there. */
const marginBytes = 1024 * 1024;

/** Reads whole files, of those addresses where `shallow` finds something that everybody gets. */
export function deepLook(shallow: Look, options: DeepLookOptions): Look {
  const { remote, mostBytes, pieceBytes, signal, now, onBytes, onTooLarge } = options;
  return async (address, keepClaim): Promise<Observation> => {
    const { url } = address;
    const first = await shallow(address, keepClaim);
    if (first.outcome !== 'there') return first;
    const size = first.seen.size_bytes;
    if (size !== null && size > mostBytes) {
      onTooLarge(url, size);
      return first;
    }
    const maxBytes = size === null ? mostBytes : Math.min(mostBytes, size + marginBytes);
    try {
      const read = await readWhole(url, address.read_so_far, {
        remote,
        pieceBytes,
        maxBytes,
        keepClaim,
        signal,
        now,
        onBytes: (position) => onBytes(url, position, size),
      });
      if ('outcome' in read) return read;
      return { ...first, how: 'full_download', seen: { ...first.seen, ...read } };
    } catch (error) {
      if (!(error instanceof RemoteFailure)) throw error;
      if (error.kind === 'too_large' && size === null) {
        onTooLarge(url, null);
        return first;
      }
      return failed(error, 'full_download');
    }
  };
}
