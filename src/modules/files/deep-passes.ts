import { type AddressState, wasReadSince } from '../../records/files/address-state.ts';
import { hostOf } from '../../records/files/host-address.ts';
import type { RecordFile } from '../../records/files/record-file.ts';
import type { AddressChecks, Look } from './check-addresses.ts';
import { seenIn } from './evidence.ts';
import { type DeepLookOptions, deepLook } from './look-deep.ts';

/** What is done of a run that reads whole files. */
export interface ReadProgress {
  /** From 0 to 1, by bytes where sizes are known. */
  readonly share: number;
  readonly bytes: number;
  readonly ofBytes: number;
}

export interface DeepRun extends Pick<DeepLookOptions, 'mostBytes' | 'now' | 'onTooLarge'> {
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
    ({ url, expected }) => [url, seenIn(stateOf(url))?.size_bytes ?? expected.size_bytes] as const,
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

/** Adds up how much of each file is read. @param sizes by address; null: unknown so far */
function readProgress(sizes: ReadonlyMap<string, number | null>): {
  readonly read: (url: string, position: number, size: number | null) => void;
  readonly done: (url: string) => void;
  readonly sum: () => ReadProgress;
} {
  const files = new Map([...sizes].map(([url, size]) => [url, { size: size ?? 0, position: 0 }]));
  let finished = 0;
  let [bytes, ofBytes] = [0, 0];
  for (const { size } of files.values()) ofBytes += size;
  const put = (url: string, position: number, size: number) => {
    const before = files.get(url) ?? { size: 0, position: 0 };
    bytes += position - before.position;
    ofBytes += size - before.size;
    files.set(url, { size, position });
  };
  return {
    read: (url, position, size) => put(url, position, Math.max(position, size ?? 0)),
    done: (url) => {
      finished += 1;
      const { size } = files.get(url) ?? { size: 0 };
      put(url, size, size);
    },
    sum: () => ({
      share: Math.min(1, ofBytes === 0 ? finished / Math.max(1, files.size) : bytes / ofBytes),
      bytes,
      ofBytes,
    }),
  };
}
