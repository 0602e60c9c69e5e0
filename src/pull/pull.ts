import pLimit from 'p-limit';
import { type FetchOptions, fetchFile, NotFetched, type Sources } from './fetch-file.ts';
import { RefusedPath, type TargetFolder } from './target-folder.ts';
import type { WantedFile } from './wanted-files.ts';

export interface PullOptions extends Omit<FetchOptions, 'onProgress'> {
  /** Files that are fetched at the same time. */
  readonly atOnce: number;
  /** Whether files of other bytes that somebody else put there are replaced. */
  readonly replace: boolean;
  /** Whether every file is read, also those that were verified when they were placed. */
  readonly check: boolean;
  readonly onFile?: (file: WantedFile, state: 'there' | 'fetched' | 'failed') => void;
  readonly onProgress?: (file: WantedFile, bytes: number, of: number | null) => void;
}

export interface Pulled {
  readonly there: readonly WantedFile[];
  readonly fetched: readonly WantedFile[];
  /** Each in a sentence. */
  readonly failures: readonly string[];
}

/** Which of the files are not there, or not with their bytes. */
export async function missingFiles(
  folder: TargetFolder,
  files: readonly WantedFile[],
  check: boolean,
): Promise<WantedFile[]> {
  const missing: WantedFile[] = [];
  for (const file of files) if (!(await folder.has(file.path, file.sha256, check))) missing.push(file);
  return missing;
}

/** Fetches what is missing, several files at a time. One that fails holds up no other. */
export async function pull(
  folder: TargetFolder,
  files: readonly WantedFile[],
  sources: Sources,
  options: PullOptions,
): Promise<Pulled> {
  const { atOnce, replace, check, onFile, onProgress, ...rest } = options;
  const missing = new Set(await missingFiles(folder, files, check));
  const there = files.filter((file) => !missing.has(file));
  for (const file of there) onFile?.(file, 'there');
  const fetched: WantedFile[] = [];
  const failures: string[] = [];
  const limit = pLimit(atOnce);
  await Promise.all(
    Array.from(groupsByHash(missing), (group) =>
      limit(async () => {
        let first: WantedFile | null = null;
        for (const file of group) {
          try {
            if (!replace && (await folder.isForeign(file.path))) {
              throw new RefusedPath(
                `${file.path} is there with other bytes, and pull has not put it there (--replace)`,
              );
            }
            if (first) await folder.copyToPart(first.path, file.sha256);
            await fetchFile(folder, file, sources, {
              ...rest,
              onProgress: (bytes, of) => onProgress?.(file, bytes, of),
            });
            fetched.push(file);
            first ??= file;
            onFile?.(file, 'fetched');
          } catch (error) {
            if (!(error instanceof NotFetched || error instanceof RefusedPath)) throw error;
            failures.push(error.message);
            onFile?.(file, 'failed');
          }
        }
      }),
    ),
  );
  return { there, fetched, failures };
}

/** Files of the same bytes go one after the other: only the first is fetched. */
function groupsByHash(files: Iterable<WantedFile>): Iterable<WantedFile[]> {
  return Map.groupBy(files, ({ sha256 }) => sha256).values();
}
