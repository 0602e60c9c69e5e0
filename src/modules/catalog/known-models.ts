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
 * Which models of a category have a file, a page, a URL or a name: made once per snapshot, of what is made
 * once per group of segments.
 */
export function knownModelsOf(
  catalog: Pick<Catalog, 'snapshot'>,
  definition: CategoryDefinition,
): KnownModels {
  return catalog.snapshot('v2', definition.name).derived(key, ({ segments }) =>
    joinedModels(
      definition.name,
      groupsOf(segments).map((group) => ofGroup(group, definition)),
    ),
  );
}

/**
 * Segments that are indexed together, on average: a look-up asks each group, and a change makes one anew. Up to
 * `fewSegments`, each is one by itself.
 */
const segmentsOfGroup = 8;
const fewSegments = 32;

/** Nothing but a segment decides whether a group ends with it, so that a change makes one group anew, or two. */
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

/** The last group that began with a segment. */
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

/** Names of models by something that they have. */
interface Index {
  get(key: string): readonly string[] | undefined;
  /** All names, in lists of those that have the same. */
  values(): Iterable<readonly string[]>;
}

/** Which models of a category have a file, a URL or a name, to be asked without looking at every record. */
export interface KnownModels {
  readonly category: string;
  /** By SHA-256 in lower case. */
  readonly byHash: Index;
  /** By `addressKey`. */
  readonly byUrl: Index;
  /** By `filePlace` of its files, and of the folders that these need, with a slash at their end. */
  readonly byPlace: Index;
  /** By what the record says is its baseline: of text models, mostly the name of a model. */
  readonly byBaseline: Index;
  /** By the page that the record names as its own, as `pageOf` tells pages apart. */
  readonly byPage: Index;
  /** By the keys that say whose names people may take for one another. */
  readonly byNameKey: Readonly<Record<AlikeKey, Index>>;
  /** Text models, by the names under which backends serve them. */
  readonly byDerivedName: Index;
}

/** What models of a category have: for each index a key, the name of a model that has it, the next key, and so on. */
type KeysOfModels = Readonly<Record<IndexedBy, readonly string[]>>;

type IndexedBy = Exclude<keyof KnownModels, 'category' | 'byNameKey'> | AlikeKey;

/** @param hasDerivedNames whether backends serve the models of the category under names of their own */
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

/** @param parts in stored order */
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

/** Joins the indexes of parts of a category, given in stored order. */
function joinedModels(category: string, parts: readonly KnownModels[]): KnownModels {
  return indexed(category, (by) => {
    const indexes = parts.map((part) =>
      by === 'seen' || by === 'looselySeen' ? part.byNameKey[by] : part[by],
    );
    return {
      // Asked for each file and name of a proposal, and in most parts there is nothing: no list for each.
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

/** Adds the name of a model. Models come one after the other, so a repetition is the last name. */
function add(index: Map<string, string[]>, key: string, name: string): void {
  const names = index.get(key);
  if (!names) index.set(key, [name]);
  else if (names.at(-1) !== name) names.push(name);
}

/** The models whose names people may take for this one, itself among them where it is there. */
export function alikeNames(name: string, { byNameKey }: Pick<KnownModels, 'byNameKey'>): Set<string> {
  const keys = nameKeys(name);
  return new Set(alikeKeys.flatMap((key) => byNameKey[key].get(keys[key]) ?? []));
}
