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
 * Gives the index of a category's models, those in beta included. It is kept with the snapshot, and is joined
 * from the indexes of groups of segments. Later snapshots use the index of an unchanged group again.
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
 * Average number of segments in a group. Each group has an index of its own: a look-up asks the indexes of
 * all groups, and a change of a segment rebuilds only the index of its group. In a category of at most
 * `fewSegments` segments, each segment is a group.
 */
const segmentsOfGroup = 8;
const fewSegments = 32;

/**
 * Divides consecutive segments into groups. Whether a group ends after a segment depends only on that
 * segment's hash, so a changed segment changes only one or two groups.
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

/**
 * The index of the latest group that began with a segment, by that segment. `segments` are the members of
 * that group; the index is used again only for a group with the same members.
 */
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

/**
 * An index of the models of a category: for each value of some property, the names of the models that have
 * it.
 */
interface Index {
  get(key: string): readonly string[] | undefined;
  /** Gives, for each value of the property, the list of the names of its models. */
  values(): Iterable<readonly string[]>;
}

/**
 * The indexes of a category's models, each by another property, so that a look-up need not read every record.
 */
export interface KnownModels {
  readonly category: string;
  /** Models by the SHA-256 of their files, in lower case. */
  readonly byHash: Index;
  /** Models by the addresses of their files, as `addressKey` writes them. */
  readonly byUrl: Index;
  /**
   * Models by the paths of their files, as `filePlace` gives them, and by each folder on such a path. The key
   * of a folder ends with a slash.
   */
  readonly byPlace: Index;
  /**
   * Models by their baseline. The baseline of a text model is mostly the name of the model that it was made
   * from.
   */
  readonly byBaseline: Index;
  /** Models by the page that their record's `homepage` or `url` leads to, as `pageOf` writes it. */
  readonly byPage: Index;
  /** Models by keys that are computed from their names. Names that people may confuse share a key. */
  readonly byNameKey: Readonly<Record<AlikeKey, Index>>;
  /** Text models by the names under which backends serve them. */
  readonly byDerivedName: Index;
}

/**
 * For each index, a flat list in which keys and model names alternate: a key, the name of a model that has
 * it, the next key, and so on.
 */
type KeysOfModels = Readonly<Record<IndexedBy, readonly string[]>>;

type IndexedBy = Exclude<keyof KnownModels, 'category' | 'byNameKey'> | AlikeKey;

/**
 * Lists the keys under which each index holds the given models.
 *
 * @param hasDerivedNames whether backends serve the category's models under further names, made from the
 * models' names
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
 * Builds the indexes of models from their keys.
 *
 * @param parts for each segment, in stored order, the keys of its models
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

/**
 * Gives indexes that ask those of several groups of segments in turn.
 * @param parts in stored order
 */
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
 * Adds a model's name to the names under a key, unless it is there already. Compares only the last of these
 * names, so all keys of one model have to be added before those of the next.
 */
function add(index: Map<string, string[]>, key: string, name: string): void {
  const names = index.get(key);
  if (!names) index.set(key, [name]);
  else if (names.at(-1) !== name) names.push(name);
}

/**
 * Gives the names of the models whose names people may confuse with `name`, including a model of exactly this
 * name.
 */
export function alikeNames(name: string, { byNameKey }: Pick<KnownModels, 'byNameKey'>): Set<string> {
  const keys = nameKeys(name);
  return new Set(alikeKeys.flatMap((key) => byNameKey[key].get(keys[key]) ?? []));
}
