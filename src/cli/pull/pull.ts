import pLimit from 'p-limit';
import { type FetchOptions, fetchFile, NotFetched, type Sources } from './fetch-file.ts';
import { isOfSystem, RefusedPath, type TargetFolder } from './target-folder.ts';
import type { WantedFile } from './wanted-files.ts';

export interface PullOptions extends Omit<FetchOptions, 'onProgress' | 'replace'> {
  /** Files that are fetched at the same time. */
  readonly atOnce: number;
  /** Whether files of other bytes that somebody else put there are replaced. */
  readonly replace: boolean;
  /** Whether what there is of files that failed is kept, for the next time. */
  readonly keepParts: boolean;
  readonly onFile?: (file: WantedFile, state: 'fetched' | 'failed') => void;
  readonly onProgress?: (file: WantedFile, bytes: number, of: number | null) => void;
}

/** How a folder is, before anything is done. */
export interface Looked {
  readonly there: readonly WantedFile[];
  /** Those that are not there, or not with their bytes. */
  readonly missing: readonly WantedFile[];
}

/** @param check whether every file is read, also those that were verified when they were placed */
export async function lookAt(
  folder: TargetFolder,
  files: readonly WantedFile[],
  check: boolean,
): Promise<Looked> {
  const [there, missing]: [WantedFile[], WantedFile[]] = [[], []];
  for (const file of files) {
    if (await folder.has(file.path, file.sha256, check)) there.push(file);
    else missing.push(file);
  }
  return { there, missing };
}

/**
 * Fetches what is missing, several files at a time. One that fails holds up no other.
 * @returns failures each in a sentence
 */
export async function pull(
  folder: TargetFolder,
  { there, missing }: Looked,
  sources: Sources,
  options: PullOptions,
) {
  const { atOnce, replace, keepParts, onFile, onProgress, ...rest } = options;
  const fetched: WantedFile[] = [];
  const failures: string[] = [];
  const limit = pLimit(atOnce);
  await Promise.all(
    Array.from(groupsByHash(missing), (group) =>
      limit(async () => {
        let first: WantedFile | null = null;
        for (const file of group) {
          try {
            await folder.prepare(file.path, replace);
            if (first) await folder.copyToPart(first.path, file.sha256);
            await fetchFile(folder, file, sources, {
              ...rest,
              replace,
              onProgress: (bytes, of) => onProgress?.(file, bytes, of),
            });
            fetched.push(file);
            first ??= file;
            onFile?.(file, 'fetched');
          } catch (error) {
            failures.push(failureOf(file, error));
            if (!keepParts) await folder.dropPart(file.sha256);
            onFile?.(file, 'failed');
          }
        }
      }),
    ),
  );
  return { there, fetched, failures };
}

/** In a sentence that names the file. @throws the error, when it is not about one file */
function failureOf({ path }: WantedFile, error: unknown): string {
  if (error instanceof NotFetched || error instanceof RefusedPath) return error.message;
  if (isOfSystem(error)) return `${path} is not written: ${error.message}`;
  throw error;
}

/** Files of the same bytes go one after the other: only the first is fetched. */
function groupsByHash(files: Iterable<WantedFile>): Iterable<WantedFile[]> {
  return Map.groupBy(files, ({ sha256 }) => sha256).values();
}
