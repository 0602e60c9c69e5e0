import type { JsonObject } from '../../kernel/json.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import { filePlace, foldersTo } from '../../records/file-name.ts';
import { addressKey } from '../../records/files/host-address.ts';
import { pageOf } from '../../records/files/links.ts';
import { downloadsOf, isSha256 } from '../../records/files/record-file.ts';
import { type AlikeKey, alikeKeys, nameKeys } from '../../records/look-alike.ts';
import { derivedNames } from '../../records/text-names/index.ts';
import type { Catalog } from './catalog.ts';
import type { Segment } from './segment.ts';

const key = Symbol('known models');
const ofSegment = Symbol('keys of the models of a segment');

/**
 * Gives the index of a category's models by file, page, URL and name. A snapshot's index is built once, from
 * the indexes of groups of segments, and a group's index is also built only once.
 */
export function knownModelsOf(
  catalog: Pick<Catalog, 'snapshot'>,
  definition: CategoryDefinition,
): KnownModels {
  return catalog.snapshot('v2', definition.name, 'beta').derived(key, ({ segments }) =>
    joinedModels(
      definition.name,
      groupsOf(segments).map((group) => ofGroup(group, definition)),
    ),
  );
}

/**
 * Average number of segments in a group, each of which has an index. A look-up reads the indexes of all
 * groups; a change rebuilds the index of one group. A category of at most `fewSegments` segments has a group
 * for each segment.
 */
const segmentsOfGroup = 8;
const fewSegments = 32;

/**
 * Cuts the segments into groups. A segment's hash alone decides whether a group ends with this segment, so a
 * change rebuilds only one or two groups.
 */
function groupsOf(segments: readonly Segment[]): readonly (readonly Segment[])[] {
  const onAverage = segments.length > fewSegments ? segmentsOfGroup : 1;
  const groups: Segment[][] = [];
  let ended = true;
  for (const segment of segments) {
    if (ended) groups.push([]);
    groups.at(-1)!.push(segment);
    ended = segment.hash[0]! % onAverage === 0;
  }
  return groups;
}

/** For each segment, the latest group that began with it, and the index of that group. */
const groupFrom = new WeakMap<
  Segment,
  { readonly segments: readonly Segment[]; readonly known: KnownModels }
>();

function ofGroup(segments: readonly Segment[], { name, usage }: CategoryDefinition): KnownModels {
  const first = segments[0]!;
  const before = groupFrom.get(first);
  if (
    before?.segments.length === segments.length &&
    segments.every((segment, at) => segment === before.segments[at])
  ) {
    return before.known;
  }
  const parts = segments.map((segment) =>
    segment.derived(ofSegment, ({ records }) => keysOfModels(records, usage === 'text')),
  );
  const known = knownModels(name, parts);
  groupFrom.set(first, { segments, known });
  return known;
}

/** Names of models by one of their properties. */
interface Index {
  get(key: string): readonly string[] | undefined;
  /** Gives each list of models that share a value of the property. */
  values(): Iterable<readonly string[]>;
}

/**
 * An index of a category's models by file, page, URL and name, so that a look-up need not read every record.
 */
export interface KnownModels {
  readonly category: string;
  /** Models by the SHA-256 of their files, in lower case. */
  readonly byHash: Index;
  /** Models by the addresses of their files, as `addressKey` writes them. */
  readonly byUrl: Index;
  /** Models by `filePlace` of their files, and by the folders of these files, with a slash at the end. */
  readonly byPlace: Index;
  /** Models by their baseline; a text model's baseline is mostly the name of another model. */
  readonly byBaseline: Index;
  /** Models by the page that their record names, as `pageOf` writes it. */
  readonly byPage: Index;
  /** Models by keys of their names; the keys of two names are equal when people may confuse the names. */
  readonly byNameKey: Readonly<Record<AlikeKey, Index>>;
  /** Text models by the names under which backends serve them. */
  readonly byDerivedName: Index;
}

/**
 * Alternating keys and model names, for each index: a key, the name of a model that has it, the next key, and
 * so on.
 */
type KeysOfModels = Readonly<Record<IndexedBy, readonly string[]>>;

type IndexedBy = Exclude<keyof KnownModels, 'category' | 'byNameKey'> | AlikeKey;

/**
 * Lists the index keys of models.
 *
 * @param hasDerivedNames whether backends serve the models of the category under names of their own
 */
export function keysOfModels(
  models: Iterable<{ readonly name: string; readonly record: JsonObject }>,
  hasDerivedNames = false,
): KeysOfModels {
  const keys = {
    byHash: [] as string[],
    byUrl: [] as string[],
    byPlace: [] as string[],
    byBaseline: [] as string[],
    byPage: [] as string[],
    byDerivedName: [] as string[],
    seen: [] as string[],
    looselySeen: [] as string[],
  };
  for (const { name, record } of models) {
    const own = nameKeys(name);
    for (const key of alikeKeys) keys[key].push(own[key], name);
    if (hasDerivedNames) for (const derived of derivedNames(name)) keys.byDerivedName.push(derived, name);
    if (typeof record.baseline === 'string') keys.byBaseline.push(record.baseline, name);
    const page = pageOf(record.homepage) ?? pageOf(record.url);
    if (page) keys.byPage.push(page.page, name);
    for (const { url, sha256, fileName } of downloadsOf(record)) {
      if (fileName !== null) {
        const place = filePlace(fileName);
        keys.byPlace.push(place, name);
        for (const folder of foldersTo(place)) keys.byPlace.push(`${folder}/`, name);
      }
      if (isSha256(sha256)) keys.byHash.push(sha256.toLowerCase(), name);
      if (url !== '') keys.byUrl.push(addressKey(url), name);
    }
  }
  return keys;
}

/**
 * Builds the index of a category.
 *
 * @param parts keys and model names of the category's segments, in stored order
 */
export function knownModels(category: string, parts: readonly KeysOfModels[]): KnownModels {
  return indexed(category, (by) => {
    const names = new Map<string, string[]>();
    for (const part of parts) {
      const keys = part[by];
      for (let at = 0; at < keys.length; at += 2) add(names, keys[at]!, keys[at + 1]!);
    }
    return names;
  });
}

function indexed(category: string, indexOf: (by: IndexedBy) => Index): KnownModels {
  return {
    category,
    byHash: indexOf('byHash'),
    byUrl: indexOf('byUrl'),
    byPlace: indexOf('byPlace'),
    byBaseline: indexOf('byBaseline'),
    byPage: indexOf('byPage'),
    byNameKey: { seen: indexOf('seen'), looselySeen: indexOf('looselySeen') },
    byDerivedName: indexOf('byDerivedName'),
  };
}

/** Joins the indexes of a category's parts; the parts come in stored order. */
function joinedModels(category: string, parts: readonly KnownModels[]): KnownModels {
  return indexed(category, (by) => {
    const indexes = parts.map((part) =>
      by === 'seen' || by === 'looselySeen' ? part.byNameKey[by] : part[by],
    );
    return {
      // Called for each file and name of a proposal; most parts have nothing, and then no list is made.
      get: (key) => {
        let found: readonly string[] | undefined;
        for (const index of indexes) {
          const names = index.get(key);
          if (names) found = found ? [...found, ...names] : names;
        }
        return found;
      },
      values: () => indexes.flatMap((index) => [...index.values()]),
    };
  });
}

/**
 * Adds a model's name to the names under a key, unless it is there. All calls for one model come one after
 * the other, so it is enough to compare the last name.
 */
function add(index: Map<string, string[]>, key: string, name: string): void {
  const names = index.get(key);
  if (!names) index.set(key, [name]);
  else if (names.at(-1) !== name) names.push(name);
}

/**
 * Gives the names of models that people may confuse with this name; the name itself too if a model has it.
 */
export function alikeNames(name: string, { byNameKey }: Pick<KnownModels, 'byNameKey'>): Set<string> {
  const keys = nameKeys(name);
  return new Set(alikeKeys.flatMap((key) => byNameKey[key].get(keys[key]) ?? []));
}
