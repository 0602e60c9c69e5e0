import type { Download, ModelRecord } from '#client';
import { fileNameProblem } from '../registry/records/file-name.ts';

/** A model that somebody wants on disk. The order is that in which a budget is spent. */
export interface ChosenModel {
  readonly category: string;
  readonly name: string;
  readonly record: ModelRecord;
}

/** A file to have, once, however many models need it. */
export interface WantedFile {
  /** Below the target folder, with `/` between its parts. */
  readonly path: string;
  /** SHA-256 of its bytes, 64 hex digits in lower case. */
  readonly sha256: string;
  /** Null when nobody says. */
  readonly bytes: number | null;
  /** Where it may be had: the record's own address first, then those of other records with the same hash. */
  readonly urls: readonly string[];
  /** The models that need it. */
  readonly models: readonly string[];
}

export interface Wanted {
  readonly files: readonly WantedFile[];
  /** What cannot be fetched and why, each in a sentence. */
  readonly problems: readonly string[];
  /** Models that did not fit into the budget. */
  readonly leftOut: readonly string[];
}

export interface WantedOptions {
  /** Below the target folder, by category. */
  readonly folderOf: (category: string) => string;
  /** Bytes; models that would go beyond are left out, and smaller ones behind them still taken. */
  readonly budget?: number | undefined;
  /** Bytes by hash, where no record says them. */
  readonly sizes?: ReadonlyMap<string, number>;
  /** Records besides the chosen ones: their addresses serve for files of the same hash. */
  readonly others?: Iterable<ModelRecord>;
}

/** The files of some models. What records say is data: a path that leads elsewhere is a problem, not a path. */
export function wantedFiles(
  models: readonly ChosenModel[],
  { folderOf, budget = Number.POSITIVE_INFINITY, others = [], sizes = new Map() }: WantedOptions,
): Wanted {
  const files = new Map<string, WantedFile>();
  const problems: string[] = [];
  const leftOut: string[] = [];
  const elsewhere = addressesByHash(others);
  let spent = 0;
  for (const model of models) {
    const { added, refused } = filesOf(model, folderOf, files, elsewhere, sizes);
    problems.push(...refused);
    const cost = added.reduce(
      (sum, file) => sum + (files.has(keyOf(file)) ? 0 : (file.bytes ?? Number.NaN)),
      0,
    );
    if (Number.isFinite(budget) && !(spent + cost <= budget)) {
      leftOut.push(
        Number.isNaN(cost) ? `${model.name} (no record says how large it is: --sizes)` : model.name,
      );
      continue;
    }
    spent += cost;
    for (const file of added) files.set(keyOf(file), file);
  }
  return { files: [...files.values()], problems, leftOut };
}

/** Where names differ in case only, some disks know one file. */
const keyOf = ({ path }: { path: string }) => path.toLowerCase();

function filesOf(
  { category, name, record }: ChosenModel,
  folderOf: WantedOptions['folderOf'],
  known: ReadonlyMap<string, WantedFile>,
  elsewhere: ReadonlyMap<string, ReadonlySet<string>>,
  sizes: ReadonlyMap<string, number>,
): { added: WantedFile[]; refused: string[] } {
  const added = new Map<string, WantedFile>();
  const refused: string[] = [];
  const downloads = record.config?.download ?? [];
  for (const download of downloads) {
    const problem = problemOf(download);
    const path = `${folderOf(category)}/${download.file_name}`;
    const sha256 = String(download.sha256sum).toLowerCase();
    const before = added.get(keyOf({ path })) ?? known.get(keyOf({ path }));
    if (problem !== null) refused.push(`${category} ${name}: ${problem}`);
    else if (before && (before.sha256 !== sha256 || before.path !== path)) {
      refused.push(`${category} ${name}: ${path} is wanted with other bytes by ${before.models.join(', ')}`);
    } else {
      const whole = downloads.length === 1 ? record.size_on_disk_bytes : undefined;
      const bytes = download.size_bytes ?? sizes.get(sha256) ?? whole ?? null;
      const urls = [...(before?.urls ?? []), download.file_url, ...(elsewhere.get(sha256) ?? [])];
      const models = [...new Set([...(before?.models ?? []), name])];
      added.set(keyOf({ path }), { path, sha256, bytes, urls: [...new Set(urls)], models });
    }
  }
  return { added: [...added.values()], refused };
}

function problemOf({ file_name, file_url, sha256sum }: Download): string | null {
  const path = fileNameProblem(file_name);
  if (path !== null) return `the file name ${path}`;
  if (!/^[0-9a-f]{64}$/i.test(String(sha256sum))) {
    return `${file_name} has no SHA-256 in its record, so it could not be verified`;
  }
  return URL.canParse(file_url) ? null : `${file_name} has no address: '${file_url}'`;
}

function addressesByHash(records: Iterable<ModelRecord>): Map<string, Set<string>> {
  const addresses = new Map<string, Set<string>>();
  for (const { config } of records) {
    for (const { sha256sum, file_url } of config?.download ?? []) {
      if (!URL.canParse(file_url) || !sha256sum) continue;
      const hash = sha256sum.toLowerCase();
      addresses.set(hash, (addresses.get(hash) ?? new Set()).add(file_url));
    }
  }
  return addresses;
}
