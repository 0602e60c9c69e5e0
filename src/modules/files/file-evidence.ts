import type { NoOtherKeys } from '../../kernel/no-other-keys.ts';
import type { RecordFile } from '../../records/files/record-file.ts';
import { type FileVerdict, fileVerdicts } from '../../records/files/verdict.ts';
import { createEvidence, type FileEvidence } from './evidence.ts';
import type { FileMemory, LiveFiles } from './file-memory.ts';

/** Filters for files. A file matches when it has one of the values of each filter that is present. */
export interface FilesQuery {
  readonly verdicts?: readonly FileVerdict[] | undefined;
  readonly hosts?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly offset: number;
  readonly limit: number;
}

export type FileEvidenceViews = ReturnType<typeof createFileEvidence>;

/**
 * Creates the views of the evidence about the files in records. Only `refresh` reads the database; the other
 * methods use the data in memory.
 */
export function createFileEvidence(memory: FileMemory, liveFiles: LiveFiles) {
  const readEvidence = (file: RecordFile): FileEvidence =>
    createEvidence(file, memory.state(file.url), memory.lastVerdict(file));
  /** All files, worst verdict first. Cached until a record or the evidence about a file changes. */
  let cachedEvidence:
    | { from: readonly RecordFile[]; reads: number; files: readonly FileEvidence[] }
    | undefined;

  const readAll = (): readonly FileEvidence[] => {
    const allFiles = liveFiles.all();
    if (cachedEvidence?.from !== allFiles || cachedEvidence.reads !== memory.reads) {
      cachedEvidence = {
        from: allFiles,
        reads: memory.reads,
        files: allFiles.map(readEvidence).sort(compareByVerdict),
      };
    }
    return cachedEvidence.files;
  };

  return {
    /**
     * Reads the results that other processes have stored since the last call. Call it first when the result
     * has to be current.
     */
    refresh: memory.refresh,

    /** Lists all files, the worst verdict first, then in the order of the records. */
    all: readAll,

    /** Lists the files that match, in the order of `all`. */
    list: ({
      verdicts,
      hosts,
      categories,
      offset,
      limit,
      ...rest
    }: FilesQuery): { readonly files: readonly FileEvidence[]; readonly total: number } => {
      rest satisfies NoOtherKeys;
      const matchingFiles = readAll().filter(
        (file) =>
          (verdicts === undefined || verdicts.includes(file.verdict)) &&
          (hosts === undefined || hosts.includes(file.host ?? '')) &&
          (categories === undefined || categories.includes(file.category)),
      );
      return { files: matchingFiles.slice(offset, offset + limit), total: matchingFiles.length };
    },

    counts: () => {
      const verdicts = createZeroCounts();
      const hosts = new Map<string, number>();
      const categories = new Map<string, number>();
      for (const { verdict, host, category } of readAll()) {
        verdicts[verdict] += 1;
        hosts.set(host ?? '', (hosts.get(host ?? '') ?? 0) + 1);
        categories.set(category, (categories.get(category) ?? 0) + 1);
      }
      return {
        files: readAll().length,
        verdicts,
        hosts: Object.fromEntries(hosts),
        categories: Object.fromEntries(categories),
      };
    },

    /**
     * Returns the time (Unix seconds) at which the least recently checked file was checked. Ignores files
     * that were never checked. Returns null when no file was checked.
     */
    oldestCheckTime: (): number | null =>
      readAll().reduce<number | null>(
        (oldestTime, { checked_at: at }) => (at === null ? oldestTime : Math.min(oldestTime ?? at, at)),
        null,
      ),

    ofModel: (category: string, modelName: string) =>
      liveFiles.ofModel(category, modelName).map(readEvidence),
    /** Returns the evidence about these files. The files may belong to live or proposed records. */
    ofFiles: (files: readonly RecordFile[]) => files.map(readEvidence),
  };
}

function createZeroCounts(): Record<FileVerdict, number> {
  return Object.fromEntries(fileVerdicts.map((verdict) => [verdict, 0])) as Record<FileVerdict, number>;
}

function compareByVerdict(a: FileEvidence, b: FileEvidence): number {
  return fileVerdicts.indexOf(a.verdict) - fileVerdicts.indexOf(b.verdict);
}
