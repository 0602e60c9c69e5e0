/** What is done of a run that reads whole files. */
export interface ReadProgress {
  /** From 0 to 1, by bytes where sizes are known. */
  readonly share: number;
  readonly bytes: number;
  readonly ofBytes: number;
}

/** Adds up how much of each file is read. @param sizes by address; null: unknown so far */
export function readProgress(sizes: ReadonlyMap<string, number | null>): {
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
