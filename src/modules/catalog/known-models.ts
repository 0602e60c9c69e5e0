import type { JsonObject } from '../../kernel/json.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import { listParentFolders, normaliseFileName } from '../../records/file-name.ts';
import { compareFiles, createFileGroupKey } from '../../records/files/host-address.ts';
import { pageOf } from '../../records/files/links.ts';
import { downloadsOf, isSha256 } from '../../records/files/record-file.ts';
import { replacementOf } from '../../records/lifecycle.ts';
import { type AlikeKey, alikeKeys, createNameKeys } from '../../records/look-alike.ts';
import { listDerivedNames } from '../../records/text-names/backends.ts';
import type { Catalog } from './catalog.ts';
import { PerRecord, type SnapshotRecord } from './snapshot-record.ts';

const key = Symbol('known models');

const keysOf = new PerRecord((record: SnapshotRecord) => keysOfModel(record, false));
const keysOfText = new PerRecord((record: SnapshotRecord) => keysOfModel(record, true));

/** Returns the indexes of a category's models. They are built once per snapshot. */
export function knownModelsOf(
  catalog: Pick<Catalog, 'snapshot'>,
  { name, usage }: CategoryDefinition,
): KnownModels {
  const keys = usage === 'text' ? keysOfText : keysOf;
  return catalog.snapshot('v2', name).derive(key, ({ records }) =>
    createKnownModels(
      name,
      records.map((record) => keys.of(record)),
    ),
  );
}

/**
 * Indexes a category's models by one property. `get` returns the names of the models whose property has the
 * value `key`.
 */
interface Index {
  get(key: string): readonly string[] | undefined;
  /** Returns, for each value of the property, the names of the models that have it. */
  values(): Iterable<readonly string[]>;
}

/** A file of a model, with its URL and hash from `downloadsOf`. */
export interface KnownFile {
  readonly name: string;
  readonly url: string;
  readonly sha256: string;
}

/** The indexes of a category's models, one for each lookup property. */
export interface KnownModels {
  readonly category: string;
  /** Models by the SHA-256 of their files, in lower case. */
  readonly byHash: Index;
  /** Files by their `createFileGroupKey`: URLs that may lead to the same file have the same key. */
  readonly byUrl: ReadonlyMap<string, readonly KnownFile[]>;
  /**
   * Models by the `normaliseFileName` of their files, and by each folder on that path. The key of a folder ends with
   * a slash. A file without a SHA-256 also has the key `unhashedPlaceKey`.
   */
  readonly byPlace: Index;
  /** Models by their baseline. For a text model, this is usually the name of its base model. */
  readonly byBaseline: Index;
  /** Models by the model named in `lifecycle.replaced_by` of their record. */
  readonly byReplacement: Index;
  /** Text models by their `text_model_group`. */
  readonly byGroup: Index;
  /** Models by the page in their record's `homepage` or `url`, in the form of `pageOf`. */
  readonly byPage: Index;
  /** Models by keys computed from their names. Names that are easily confused have the same key. */
  readonly byNameKey: Readonly<Record<AlikeKey, Index>>;
  /** Text models by their derived names, under which backends serve them. Empty in other categories. */
  readonly byDerivedName: Index;
}

/** For each index, a flat list of alternating keys and model names. */
type KeysOfModels = Readonly<Record<IndexKind, readonly string[]>> & { readonly files: readonly KnownFile[] };

type IndexKind = Exclude<keyof KnownModels, 'category' | 'byNameKey' | 'byUrl'> | AlikeKey;

/**
 * Lists a model's keys for each index.
 *
 * @param hasDerivedNames whether to add keys for the model's derived names, under which backends serve it
 */
export function keysOfModel(
  { name, record }: { readonly name: string; readonly record: JsonObject },
  hasDerivedNames = false,
): KeysOfModels {
  const ownKeys = createNameKeys(name);
  const keys = {
    byHash: [] as string[],
    files: [] as KnownFile[],
    byPlace: [] as string[],
    byBaseline: [] as string[],
    byReplacement: [] as string[],
    byGroup: [] as string[],
    byPage: [] as string[],
    byDerivedName: [] as string[],
    seen: [ownKeys.seen, name],
    looselySeen: [ownKeys.looselySeen, name],
  };
  if (hasDerivedNames)
    for (const derivedName of listDerivedNames(name)) keys.byDerivedName.push(derivedName, name);
  if (typeof record.baseline === 'string') keys.byBaseline.push(record.baseline, name);
  const replacementName = replacementOf(record);
  if (replacementName !== null) keys.byReplacement.push(replacementName, name);
  if (typeof record.text_model_group === 'string') keys.byGroup.push(record.text_model_group, name);
  const page = pageOf(record.homepage) ?? pageOf(record.url);
  if (page) keys.byPage.push(page.page, name);
  for (const { url, sha256, fileName } of downloadsOf(record)) {
    if (fileName !== null) {
      const place = normaliseFileName(fileName);
      keys.byPlace.push(place, name);
      if (!isSha256(sha256)) keys.byPlace.push(unhashedPlaceKey(place), name);
      for (const folder of listParentFolders(place)) keys.byPlace.push(`${folder}/`, name);
    }
    if (isSha256(sha256)) keys.byHash.push(sha256.toLowerCase(), name);
    if (url !== '') keys.files.push({ name, url, sha256 });
  }
  return keys;
}

/**
 * Builds the indexes of a category's models.
 *
 * @param modelKeys the keys of each model, in stored order
 */
export function createKnownModels(category: string, modelKeys: readonly KeysOfModels[]): KnownModels {
  const byUrl = Map.groupBy(
    modelKeys.flatMap(({ files }) => files),
    ({ url }) => createFileGroupKey(url),
  );
  return createKnownModelsFromIndexes(category, byUrl, (indexKind) => {
    const names = new Map<string, string[]>();
    for (const keysOfOne of modelKeys) {
      const keys = keysOfOne[indexKind];
      for (let at = 0; at < keys.length; at += 2) addToIndex(names, keys[at]!, keys[at + 1]!);
    }
    return names;
  });
}

function createKnownModelsFromIndexes(
  category: string,
  byUrl: KnownModels['byUrl'],
  indexOf: (indexKind: IndexKind) => Index,
): KnownModels {
  return {
    category,
    byHash: indexOf('byHash'),
    byUrl,
    byPlace: indexOf('byPlace'),
    byBaseline: indexOf('byBaseline'),
    byReplacement: indexOf('byReplacement'),
    byGroup: indexOf('byGroup'),
    byPage: indexOf('byPage'),
    byNameKey: { seen: indexOf('seen'), looselySeen: indexOf('looselySeen') },
    byDerivedName: indexOf('byDerivedName'),
  };
}

/**
 * Adds a model's name to the list under a key, unless the last name there is the same. To prevent duplicates,
 * the caller must add all keys of one model before those of the next.
 */
function addToIndex(index: Map<string, string[]>, key: string, name: string): void {
  const names = index.get(key);
  if (!names) index.set(key, [name]);
  else if (names.at(-1) !== name) names.push(name);
}

/** Returns the key in `byPlace` for files at a path that have no SHA-256. */
export function unhashedPlaceKey(place: string): string {
  return `${place}\0`;
}

/**
 * Lists the models that have the file at a URL. `same`: the models that certainly have the file. `unknown`:
 * the models that may have it, because it is not known whether the bytes are the same.
 */
export function findModelsWithFile(
  { byUrl }: Pick<KnownModels, 'byUrl'>,
  file: Pick<KnownFile, 'url' | 'sha256'>,
): { same: string[]; unknown: string[] } {
  const namesByComparison = { same: new Set<string>(), unknown: new Set<string>(), other: new Set<string>() };
  for (const candidate of byUrl.get(createFileGroupKey(file.url)) ?? [])
    namesByComparison[compareFiles(file, candidate)].add(candidate.name);
  return {
    same: [...namesByComparison.same],
    unknown: [...namesByComparison.unknown].filter((name) => !namesByComparison.same.has(name)),
  };
}

/** Returns the names of models that are easily confused with `name`, including `name` itself if it exists. */
export function findAlikeNames(name: string, { byNameKey }: Pick<KnownModels, 'byNameKey'>): Set<string> {
  const keys = createNameKeys(name);
  return new Set(alikeKeys.flatMap((key) => byNameKey[key].get(keys[key]) ?? []));
}
