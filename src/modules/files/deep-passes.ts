import { type AddressState, wasReadSince } from '../../records/files/address-state.ts';
import { hostOf } from '../../records/files/addresses.ts';
import type { RecordFile } from '../../records/files/record-file.ts';
import type { AddressChecks, Look } from './check-addresses.ts';
import { type DeepLookOptions, deepLook } from './look-deep.ts';
import { type ReadProgress, readProgress } from './read-progress.ts';

export interface DeepRun extends Pick<DeepLookOptions, 'mostBytes' | 'pieceBytes' | 'now' | 'onTooLarge'> {
  readonly onBytes: (progress: ReadProgress) => void;
}

/** Passes over addresses of which the whole files are read. */
export interface DeepPasses {
  /** What looks at one address. */
  readonly lookWith: (usual: Look) => Look;
  /**
   * Reads the files of these addresses, of each host one at a time, unless they were read since.
   * @returns how many were looked at
   */
  pass(checks: AddressChecks, urls: readonly string[]): Promise<number>;
  /** Those that other runs had in hand when this one came by. */
  left(): string[];
  /** It was not read for its size. */
  isTooLarge(url: string): boolean;
}

export function deepPasses(
  { onBytes, onTooLarge, ...run }: DeepRun,
  {
    files,
    stateOf,
    readSince,
    hostsAtOnce,
    tries,
    remote,
    signal,
  }: Pick<DeepLookOptions, 'remote' | 'signal'> & {
    readonly files: readonly RecordFile[];
    readonly stateOf: (url: string) => AddressState;
    /** Files that were read after this (Unix seconds) are not read again. */
    readonly readSince: number;
    readonly hostsAtOnce: number;
    readonly tries: number;
  },
): DeepPasses {
  const toRead = files.filter(({ url }) => !wasReadSince(stateOf(url), readSince));
  const sizes = toRead.map(
    ({ url, expected }) => [url, sizeIn(stateOf(url)) ?? expected.size_bytes] as const,
  );
  const progress = readProgress(new Map(sizes));
  const theirs = new Set<string>();
  const tooLarge = new Set<string>();
  return {
    lookWith: (usual) =>
      deepLook(usual, {
        ...run,
        remote,
        signal,
        onTooLarge: (url, size) => {
          tooLarge.add(url);
          onTooLarge(url, size);
        },
        onBytes: (...news) => {
          progress.read(...news);
          onBytes(progress.sum());
        },
      }),
    pass: async (checks, urls) => {
      const byHost = [...Map.groupBy(urls, (url) => hostOf(url) ?? '').values()];
      let looked = 0;
      const work = async () => {
        for (let own = byHost.shift(); own; own = byHost.shift()) {
          const tally = await checks.check(own, {
            signal,
            tries,
            atOnce: 1,
            isDone: ({ state }) => wasReadSince(state, readSince),
            onDone: (url, how) => {
              if (how === 'theirs') theirs.add(url);
              else theirs.delete(url);
              progress.done(url);
              onBytes(progress.sum());
            },
          });
          looked += tally.looked;
        }
      };
      await Promise.all(Array.from({ length: hostsAtOnce }, work));
      return looked;
    },
    left: () => [...theirs],
    isTooLarge: (url) => tooLarge.has(url),
  };
}

function sizeIn({ known }: AddressState): number | null {
  return known && 'seen' in known.observation ? (known.observation.seen?.size_bytes ?? null) : null;
}
