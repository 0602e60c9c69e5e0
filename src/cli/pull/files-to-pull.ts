import type { Download, ModelRecord } from '#client';
import { findFileNameProblem, listParentFolders, normaliseFileName } from '../../records/file-name.ts';
import { formatBytes } from '../remote/output.ts';

/**
 * A model whose files the user wants to have on disk. Earlier models in a list have priority for the budget.
 */
export interface SelectedModel {
  readonly category: string;
  readonly name: string;
  readonly record: ModelRecord;
}

/** A file that selected models need. It is listed once, even when several models need it. */
export interface FileToPull {
  /** The path of the file, relative to the target folder, with `/` as separator. */
  readonly path: string;
  /** SHA-256 of the file, 64 lowercase hex digits. */
  readonly sha256: string;
  /** The size of the file, in bytes, from a record or a host; null: unknown. */
  readonly bytes: number | null;
  /** The size in the record, in bytes; null: the record has none. */
  readonly statedBytes: number | null;
  /** Maximum number of bytes to read from a host that does not announce the size of its file. */
  readonly mostBytes: number;
  /**
   * Maximum number of bytes to read from a host that announces the size of its file. At least `mostBytes`,
   * and often more, because the recorded size may be wrong.
   */
  readonly mostAnnounced: number;
  /**
   * URLs of the file: first the URL in the model's record, then the URLs of files with the same hash in other
   * records.
   */
  readonly urls: readonly string[];
  /** The names of the models that need the file. */
  readonly models: readonly string[];
}

export interface FilesToPull {
  readonly files: readonly FileToPull[];
  /** A message for each file that cannot be fetched, with the reason. */
  readonly problems: readonly string[];
  /** Models that did not fit into the budget, each with the reason. */
  readonly leftOut: readonly string[];
  /**
   * Paths that `--prune` does not touch: files of selected models that are not in `files`, because a record
   * has an invalid or missing value, two files conflict, or a size is unknown. If the name or the list of the
   * files in a record is invalid, the path is the folder of the category.
   */
  readonly protectedPaths: ReadonlySet<string>;
  /**
   * Names of the selected models to which the paths in `protectedPaths` belong. `--prune` also keeps the
   * files that an earlier pull fetched for these models, because the record may only have got a new file
   * name.
   */
  readonly protectedModels: ReadonlySet<string>;
}

export interface FilesToPullOptions {
  /** Returns the folder of a category, relative to the target folder. */
  readonly folderOf: (category: string) => string;
  /**
   * Maximum total size of all files, in bytes; absent: no limit. A model that exceeds the remaining budget is
   * left out; smaller models after it may still fit.
   */
  readonly budget?: number | undefined;
  /** Sizes that hosts announced, in bytes, by SHA-256, for files whose record states no size. */
  readonly sizes?: ReadonlyMap<string, number>;
  /**
   * Records of further models. Pull may use the URL of a file in them that has the same hash as a file to
   * pull.
   */
  readonly others?: Iterable<Pick<SelectedModel, 'category' | 'record'>>;
  /** Maximum size, in bytes, to read of a file without a recorded size. Default: see `minSizeLimit`. */
  readonly largestUnknown?: number | undefined;
}

/**
 * Minimum of the read limit, in bytes, for files without a recorded size. The limit of a category is twice the
 * size of its largest known file, but at least this.
 */
const minSizeLimit = 20 * 2 ** 30;

/**
 * Returns the files that models need. Does not trust records: skips files without a valid hash or URL, and
 * files whose path is invalid or outside their folder. Adds a message about each skipped file to `problems`.
 */
export function listFilesToPull(
  models: readonly SelectedModel[],
  {
    folderOf,
    budget = Number.POSITIVE_INFINITY,
    others = [],
    sizes = new Map(),
    largestUnknown,
  }: FilesToPullOptions,
): FilesToPull {
  const otherModels = [...others];
  const urlsBySha256 = groupUrlsByHash(otherModels.map(({ record }) => record));
  const maxSizeByCategory = findMaxSizes([...otherModels, ...models]);
  const unknownSizeLimitOf = (category: string) =>
    largestUnknown ?? Math.max(minSizeLimit, 2 * (maxSizeByCategory.get(category) ?? 0));
  const files = new FilesByPath();
  const problems: string[] = [];
  const leftOut: string[] = [];
  const protectedPaths = new Set<string>();
  const protectedModels = new Set<string>();
  let selectedBytes = 0;
  for (const model of models) {
    const modelFiles = filesOf(model, {
      folderOf,
      earlierFiles: files,
      urlsBySha256,
      sizes,
      unknownSizeLimit: unknownSizeLimitOf(model.category),
    });
    problems.push(...modelFiles.problems);
    const { newFiles } = modelFiles;
    const newBytes = newFiles.reduce(
      (sum, file) => sum + (files.get(keyOf(file)) ? 0 : (file.bytes ?? Number.NaN)),
      0,
    );
    const fits = !Number.isFinite(budget) || selectedBytes + newBytes <= budget;
    const newProtectedPaths = [
      ...modelFiles.protectedPaths,
      ...(!fits && Number.isNaN(newBytes) ? newFiles.map(({ path }) => path) : []),
    ];
    for (const path of newProtectedPaths) protectedPaths.add(path);
    if (newProtectedPaths.length > 0) protectedModels.add(model.name);
    if (!fits) {
      const pathsOfUnknownSize = newFiles.filter(({ bytes }) => bytes === null).map(({ path }) => path);
      const leftOutReason =
        pathsOfUnknownSize.length > 0
          ? `the size of ${pathsOfUnknownSize.join(', ')} is unknown${sizes.size > 0 ? '' : '; --sizes asks the hosts'}`
          : `${formatBytes(newBytes)}, and ${formatBytes(budget - selectedBytes)} are left`;
      leftOut.push(`${model.name} (${leftOutReason})`);
      continue;
    }
    selectedBytes += newBytes;
    for (const file of newFiles) files.put(file);
  }
  return { files: [...files.all()], problems, leftOut, protectedPaths, protectedModels };
}

const keyOf = ({ path }: { path: string }) => normaliseFileName(path);

/** The files to pull by path, and the parent folders of these paths. */
class FilesByPath {
  readonly #files = new Map<string, FileToPull>();
  readonly #folders = new Map<string, FileToPull>();

  get(key: string): FileToPull | undefined {
    return this.#files.get(key);
  }

  put(file: FileToPull): void {
    const key = keyOf(file);
    this.#files.set(key, file);
    for (const folder of listParentFolders(key)) this.#folders.set(folder, file);
  }

  /**
   * Returns a file that cannot exist together with a file at the path `key`, because one of the two paths is
   * a parent folder of the other; undefined when there is none.
   */
  findConflict(key: string): FileToPull | undefined {
    const folder = listParentFolders(key).find((each) => this.#files.has(each));
    return folder === undefined ? this.#folders.get(key) : this.#files.get(folder);
  }

  all(): Iterable<FileToPull> {
    return this.#files.values();
  }
}

interface FilesOptions {
  readonly folderOf: FilesToPullOptions['folderOf'];
  readonly earlierFiles: FilesByPath;
  readonly urlsBySha256: ReadonlyMap<string, ReadonlySet<string>>;
  readonly sizes: ReadonlyMap<string, number>;
  readonly unknownSizeLimit: number;
}

function filesOf(
  { category, name, record }: SelectedModel,
  { folderOf, earlierFiles, urlsBySha256, sizes, unknownSizeLimit }: FilesOptions,
): { newFiles: FileToPull[]; problems: string[]; protectedPaths: string[] } {
  const newFilesByPath = new FilesByPath();
  const [problems, protectedPaths]: [string[], string[]] = [[], []];
  const downloads = downloadsOfRecord(record);
  const listProblem = listProblemOf(record);
  if (listProblem !== null) {
    problems.push(`${category} ${name}: ${listProblem}`);
    protectedPaths.push(folderOf(category));
  }
  for (const download of downloads) {
    const nameProblem = nameProblemOf(download);
    const problem = nameProblem ?? problemOf(download);
    const path = `${folderOf(category)}/${download.file_name}`;
    const sha256 = String(download.sha256sum).toLowerCase();
    const key = keyOf({ path });
    const existingFile = newFilesByPath.get(key) ?? earlierFiles.get(key);
    const conflictingFile = existingFile
      ? null
      : (newFilesByPath.findConflict(key) ?? earlierFiles.findConflict(key));
    if (problem !== null) {
      problems.push(`${category} ${name}: ${problem}`);
      protectedPaths.push(nameProblem === null ? path : folderOf(category));
    } else if (existingFile && (existingFile.sha256 !== sha256 || existingFile.path !== path)) {
      problems.push(
        `${category} ${name}: ${path} is required with different content by ${existingFile.models.join(', ')}`,
      );
      protectedPaths.push(path);
    } else if (conflictingFile) {
      problems.push(
        `${category} ${name}: ${path} conflicts with ${conflictingFile.path}, which ${conflictingFile.models.join(', ')} requires`,
      );
      protectedPaths.push(path);
    } else {
      const recordBytes = downloads.length === 1 ? readByteCount(record.size_on_disk_bytes) : undefined;
      const downloadBytes = readByteCount(download.size_bytes);
      const bytes = downloadBytes ?? sizes.get(sha256) ?? recordBytes ?? null;
      // The size that a host announces must not limit the bytes read from that host.
      const statedBytes = downloadBytes ?? recordBytes ?? null;
      const mostBytes = statedBytes === null ? unknownSizeLimit : statedBytes * 2 + 2 ** 20;
      const mostAnnounced = Math.max(mostBytes, unknownSizeLimit);
      const urls = [...(existingFile?.urls ?? []), download.file_url, ...(urlsBySha256.get(sha256) ?? [])];
      const models = [...new Set([...(existingFile?.models ?? []), name])];
      newFilesByPath.put({
        path,
        sha256,
        bytes,
        statedBytes,
        mostBytes,
        mostAnnounced,
        urls: [...new Set(urls)],
        models,
      });
    }
  }
  return { newFiles: [...newFilesByPath.all()], problems, protectedPaths };
}

/**
 * Returns the downloads of a record. Does not trust the server: returns an empty list when they are not an
 * array, and an empty object for each entry that is not an object.
 */
export function downloadsOfRecord(record: ModelRecord): Download[] {
  const { config } = record as { config?: { download?: unknown } | null };
  const downloads: unknown = config?.download;
  if (!Array.isArray(downloads)) return [];
  return downloads.map((each) => (typeof each === 'object' && each !== null ? each : {}) as Download);
}

/** Returns the error in a record's list of downloads; null when it is an array or absent. */
function listProblemOf({ config }: { config?: unknown }): string | null {
  if (config === undefined) return null;
  if (typeof config !== 'object' || config === null) return 'config must be an object';
  const { download } = config as { download?: unknown };
  return download === undefined || Array.isArray(download) ? null : 'config.download must be a list';
}

function readByteCount(size: unknown): number | undefined {
  return Number.isSafeInteger(size) && (size as number) > 0 ? (size as number) : undefined;
}

function nameProblemOf({ file_name }: Download): string | null {
  if (typeof file_name !== 'string')
    return `file_name must be a string; found ${JSON.stringify(file_name) ?? 'no value'}`;
  const problem = findFileNameProblem(file_name);
  return problem && `the file name ${problem}`;
}

function problemOf({ file_name, file_url, sha256sum }: Download): string | null {
  if (!/^[0-9a-f]{64}$/i.test(String(sha256sum))) {
    return `${file_name} has no SHA-256 in its record, so it cannot be verified`;
  }
  return URL.canParse(file_url) ? null : `the URL of ${file_name} is not valid: '${file_url}'`;
}

function groupUrlsByHash(records: Iterable<ModelRecord>): Map<string, Set<string>> {
  const urlsByHash = new Map<string, Set<string>>();
  for (const record of records) {
    for (const { sha256sum, file_url } of downloadsOfRecord(record)) {
      if (!URL.canParse(file_url) || typeof sha256sum !== 'string') continue;
      const hash = sha256sum.toLowerCase();
      urlsByHash.set(hash, (urlsByHash.get(hash) ?? new Set()).add(file_url));
    }
  }
  return urlsByHash;
}

/** Returns the size, in bytes, of the largest file of each category, among records with sizes. */
function findMaxSizes(models: Iterable<Pick<SelectedModel, 'category' | 'record'>>): Map<string, number> {
  const maxSizeByCategory = new Map<string, number>();
  for (const { category, record } of models) {
    const downloads = downloadsOfRecord(record);
    const recordBytes = downloads.length === 1 ? readByteCount(record.size_on_disk_bytes) : undefined;
    for (const { size_bytes } of downloads) {
      const size = readByteCount(size_bytes) ?? recordBytes ?? 0;
      if (size > (maxSizeByCategory.get(category) ?? 0)) maxSizeByCategory.set(category, size);
    }
  }
  return maxSizeByCategory;
}
