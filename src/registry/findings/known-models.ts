import { pageOf } from '../drafts/links.ts';
import type { JsonObject } from '../json.ts';
import { derivedNames } from '../text-names/index.ts';
import { addressKey } from './addresses.ts';
import { downloadsOf, isSha256 } from './downloads.ts';
import { type NameKeys, nameKeys } from './name-keys.ts';

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
  /** By what the record says is its baseline: of text models, mostly the name of a model. */
  readonly byBaseline: Index;
  /** By the page that the record names as its own, as `pageOf` tells pages apart. */
  readonly byPage: Index;
  readonly byNameKey: Readonly<Record<keyof NameKeys, Index>>;
  /** Text models, by the names under which backends serve them. */
  readonly byDerivedName: Index;
}

/** @param hasDerivedNames whether backends serve the models of the category under names of their own */
export function knownModels(
  category: string,
  models: Iterable<{ readonly name: string; readonly record: JsonObject }>,
  hasDerivedNames = false,
): KnownModels {
  const index = () => new Map<string, string[]>();
  const [byHash, byUrl, byBaseline, byPage, byDerivedName] = [index(), index(), index(), index(), index()];
  const byNameKey = { folded: index(), loose: index(), seen: index(), looselySeen: index() };
  for (const { name, record } of models) {
    const keys = nameKeys(name);
    for (const kind of Object.keys(byNameKey) as (keyof NameKeys)[]) add(byNameKey[kind], keys[kind], name);
    if (hasDerivedNames) for (const derived of derivedNames(name)) add(byDerivedName, derived, name);
    if (typeof record.baseline === 'string') add(byBaseline, record.baseline, name);
    const page = pageOf(record.homepage) ?? pageOf(record.url);
    if (page) add(byPage, page.page, name);
    for (const { url, sha256 } of downloadsOf(record)) {
      if (isSha256(sha256)) add(byHash, sha256.toLowerCase(), name);
      if (url !== '') add(byUrl, addressKey(url), name);
    }
  }
  return { category, byHash, byUrl, byBaseline, byPage, byNameKey, byDerivedName };
}

/** The models of a category, given those of its parts in stored order. */
export function joinedModels(category: string, parts: readonly KnownModels[]): KnownModels {
  const joined = (indexOf: (part: KnownModels) => Index): Index => ({
    get: (key) => {
      const names = parts.flatMap((part) => indexOf(part).get(key) ?? []);
      return names.length === 0 ? undefined : names;
    },
    values: () => parts.flatMap((part) => [...indexOf(part).values()]),
  });
  return {
    category,
    byHash: joined(({ byHash }) => byHash),
    byUrl: joined(({ byUrl }) => byUrl),
    byBaseline: joined(({ byBaseline }) => byBaseline),
    byPage: joined(({ byPage }) => byPage),
    byNameKey: {
      folded: joined(({ byNameKey }) => byNameKey.folded),
      loose: joined(({ byNameKey }) => byNameKey.loose),
      seen: joined(({ byNameKey }) => byNameKey.seen),
      looselySeen: joined(({ byNameKey }) => byNameKey.looselySeen),
    },
    byDerivedName: joined(({ byDerivedName }) => byDerivedName),
  };
}

/** Models come one after the other, so a repetition is the last one. */
function add(index: Map<string, string[]>, key: string, name: string): void {
  const names = index.get(key);
  if (!names) index.set(key, [name]);
  else if (names.at(-1) !== name) names.push(name);
}
