import { TimeSlice } from '../../kernel/concurrency/time-slice.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { NothingLeft } from '../../kernel/nothing-left.ts';
import { filesOfRecord, type RecordFile, sizeOf } from '../../records/files/record-file.ts';
import { type FileVerdict, fileVerdicts, judge } from '../../records/files/verdict.ts';
import type { Store } from '../../store/store.ts';
import { evidenceOf, type FileEvidence, seenIn } from './evidence.ts';
import type { FileMemory, LiveFiles } from './file-memory.ts';
import { type FileStore, fileStore } from './store.ts';
import type { FileVerdictChange } from './tables.ts';

/** Which files to list. Filters are AND-ed, the values within one OR-ed; absent ones match all. */
export interface FilesQuery {
  readonly verdicts?: readonly FileVerdict[] | undefined;
  readonly hosts?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
  /** Only those that a repair is known for, or only the others. */
  readonly repairable?: boolean | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** The worst that is known of the files of a model. */
export interface FileMark
  extends Pick<FileEvidence, 'category' | 'model_name' | 'verdict' | 'weight' | 'detail' | 'since'> {
  /** How many of its files have one of the verdicts that were asked for. */
  readonly files: number;
}

/** What is known of files: by what was stored of looks, or at a replica by what its primary says. */
export interface FileKnowledge {
  /** Sees what others have learned. */
  refresh(): Promise<void>;
  /** Grows whenever something else is known. */
  readonly reads: number;
  of(file: RecordFile): FileEvidence;
  /** The same, without all that only people want to know. */
  glance(file: Pick<RecordFile, 'url' | 'host' | 'expected'>): Pick<FileEvidence, 'verdict' | 'seen'>;
  /** Verdicts that became other ones, newest first; null when the primary cannot be asked. */
  changes(filter: Parameters<FileStore['changes']>[0], limit: number): Promise<FileVerdictChange[] | null>;
}

export function storedKnowledge(store: Pick<Store, 'read'>, memory: FileMemory): FileKnowledge {
  return {
    refresh: memory.refresh,
    get reads() {
      return memory.reads;
    },
    of: (file) => evidenceOf(file, memory.state(file.url), memory.noted(file)),
    glance: (file) => {
      const state = memory.state(file.url);
      return { verdict: judge(file, state).verdict, seen: seenIn(state) };
    },
    changes: (filter, limit) => store.read((tx) => fileStore(tx).changes(filter, limit)),
  };
}

export type FileEvidenceViews = ReturnType<typeof createFileEvidence>;

/** What is known of the files that records name. All but `refresh` and `changes` answers from memory. */
export function createFileEvidence(known: FileKnowledge, liveFiles: LiveFiles) {
  /** Kept until a record or what is known of a file changes. */
  let sorted: { from: readonly RecordFile[]; reads: number; files: readonly FileEvidence[] } | undefined;

  const counted = new WeakMap<
    readonly RecordFile[],
    { reads: number; verdicts: Record<FileVerdict, number> }
  >();

  const all = (): readonly FileEvidence[] => {
    const from = liveFiles.all();
    if (sorted?.from !== from || sorted.reads !== known.reads) {
      sorted = { from, reads: known.reads, files: from.map(known.of).sort(worstFirst) };
    }
    return sorted.files;
  };

  return {
    /** Sees what others have learned. To be called before a look that has to be up to date. */
    refresh: known.refresh,

    /** The worst verdict first, then in the order of the records. */
    list: ({
      verdicts,
      hosts,
      categories,
      repairable,
      offset,
      limit,
      ...rest
    }: FilesQuery): { readonly files: readonly FileEvidence[]; readonly total: number } => {
      rest satisfies NothingLeft;
      const found = all().filter(
        (file) =>
          (verdicts === undefined || verdicts.includes(file.verdict)) &&
          (hosts === undefined || hosts.includes(file.host ?? '')) &&
          (categories === undefined || categories.includes(file.category)) &&
          (repairable === undefined || repairable === file.repairs.length > 0),
      );
      return { files: found.slice(offset, offset + limit), total: found.length };
    },

    /** How many files of a category have which verdict. */
    verdictsOf: async (category: string): Promise<Readonly<Record<FileVerdict, number>>> => {
      const slice = new TimeSlice();
      const sum = noVerdicts();
      for (const files of await liveFiles.inPieces(category)) {
        let counts = counted.get(files);
        if (counts?.reads !== known.reads) {
          if (slice.expired) await slice.yield();
          counts = { reads: known.reads, verdicts: noVerdicts() };
          // Without the sorting that lists need: of a large category that takes longer than all else here.
          for (const file of files) counts.verdicts[known.glance(file).verdict] += 1;
          counted.set(files, counts);
        }
        for (const verdict of fileVerdicts) sum[verdict] += counts.verdicts[verdict];
      }
      return sum;
    },

    /** A mark for each model with a file of one of these verdicts, the worst first; `total` is beyond the limit too. */
    marks: ({
      categories,
      verdicts,
      limit,
      ...rest
    }: Pick<FilesQuery, 'categories' | 'limit'> & { readonly verdicts: readonly FileVerdict[] }) => {
      rest satisfies NothingLeft;
      const marks = new Map<string, FileMark>();
      for (const { category, model_name, verdict, weight, detail, since } of all()) {
        if (categories !== undefined && !categories.includes(category)) continue;
        if (!verdicts.includes(verdict)) continue;
        const key = `${category}\0${model_name}`;
        const worst = marks.get(key) ?? { category, model_name, verdict, weight, detail, since, files: 0 };
        marks.set(key, { ...worst, files: worst.files + 1 });
      }
      return { marks: [...marks.values()].slice(0, limit), total: marks.size };
    },

    counts: () => {
      const verdicts = noVerdicts();
      const hosts = new Map<string, number>();
      const categories = new Map<string, number>();
      for (const { verdict, host, category } of all()) {
        verdicts[verdict] += 1;
        hosts.set(host ?? '', (hosts.get(host ?? '') ?? 0) + 1);
        categories.set(category, (categories.get(category) ?? 0) + 1);
      }
      return {
        files: all().length,
        verdicts,
        hosts: Object.fromEntries(hosts),
        categories: Object.fromEntries(categories),
      };
    },

    /** Unix seconds of the look that is longest ago; null when there was none. */
    oldestLook: (): number | null =>
      all().reduce<number | null>(
        (oldest, { checked_at: at }) => (at === null ? oldest : Math.min(oldest ?? at, at)),
        null,
      ),

    /** In the order of the record. */
    ofModel: (category: string, modelName: string) => liveFiles.ofModel(category, modelName).map(known.of),
    /** Files of live models whose record says this SHA-256 (in any case). */
    withHash: (sha256: string) => liveFiles.withHash(sha256.toLowerCase()).map(known.of),
    /** Of files of any record, of a proposed one too. */
    of: (files: readonly RecordFile[]) => files.map(known.of),
    glance: known.glance,
    changes: known.changes,
  };
}

function noVerdicts(): Record<FileVerdict, number> {
  return Object.fromEntries(fileVerdicts.map((verdict) => [verdict, 0])) as Record<FileVerdict, number>;
}

function worstFirst(some: FileEvidence, other: FileEvidence): number {
  return fileVerdicts.indexOf(some.verdict) - fileVerdicts.indexOf(other.verdict);
}

/** What workers ask of all files of a record together. Absent ones do not filter. */
export interface FileFacets {
  /** Whether any file is known to be for those with an account only. */
  readonly gated?: boolean | undefined;
  /** Bounds of what the files weigh together, in bytes. A record of unknown weight is outside of any. */
  readonly total_size_min?: number | undefined;
  readonly total_size_max?: number | undefined;
}

export function asksForFacets({ gated, total_size_min, total_size_max, ...rest }: FileFacets): boolean {
  rest satisfies NothingLeft;
  return gated !== undefined || total_size_min !== undefined || total_size_max !== undefined;
}

export function fitsFacets(
  record: JsonObject,
  { gated, total_size_min, total_size_max, ...rest }: FileFacets,
  glance: FileKnowledge['glance'],
): boolean {
  rest satisfies NothingLeft;
  // Which category and name a file is of makes no difference to its verdict.
  const files = filesOfRecord('', '', record);
  if (gated !== undefined) {
    const isGated = files.some((file) => glance(file).verdict === 'gated');
    if (isGated !== gated) return false;
  }
  if (total_size_min === undefined && total_size_max === undefined) return true;
  const total = sizeOf(record) ?? hostedSize(files.map(glance));
  return (
    total !== null && total >= (total_size_min ?? 0) && total <= (total_size_max ?? Number.POSITIVE_INFINITY)
  );
}

/** What the hosts say that they weigh together; null when one of them does not say. */
function hostedSize(files: readonly ReturnType<FileKnowledge['glance']>[]): number | null {
  let total = 0;
  for (const { seen } of files) {
    if (typeof seen?.size_bytes !== 'number') return null;
    total += seen.size_bytes;
  }
  return files.length === 0 ? null : total;
}
