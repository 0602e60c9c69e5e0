import { TimeSlice } from '../../kernel/concurrency/time-slice.ts';
import { OutageError } from '../../kernel/errors.ts';
import type { UsageSource } from '../../outside/usage-client.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { Categories } from '../../records/categories/index.ts';
import type { searchSortOrders } from '../../records/enums.ts';
import { createCivitaiUrl, huggingFaceHosts } from '../../records/files/host-address.ts';
import { pageOf } from '../../records/files/links.ts';
import {
  type Catalog,
  type CategorySnapshot,
  findModelsWithFile,
  knownModelsOf,
  PerRecord,
  type SnapshotRecord,
} from '../catalog/index.ts';
import { readCategoryUsage } from './category-usage.ts';
import { createEntry, type Entry, type MatchKind, matchEntry, readQuery } from './find/match.ts';
import { parseWords, type SearchableText } from './find/words.ts';

export type FindOrder = (typeof searchSortOrders)[number];

export interface FoundModel {
  readonly category: string;
  readonly model: SnapshotRecord;
  /** The part of the model that matched the text; null if the text was empty. */
  readonly foundBy: MatchKind | null;
}

interface Candidate extends FoundModel {
  readonly entry: Entry;
  readonly cost: number;
  /**
   * Number of uses in the last month. -1 if the models are not ordered by usage, or if the category's usage
   * is not counted.
   */
  readonly uses: number;
}

/**
 * Returns the names related to a group (or to the group of an alias): the group itself, its aliases and its
 * family.
 */
export type NamesOfGroup = (group: string) => readonly string[];

/** Finds live models by a typed or pasted text: words, a URL or a hash. */
export function createFinder({
  catalog,
  categories: allCategories,
  source,
}: {
  readonly catalog: Pick<Catalog, 'snapshot'>;
  readonly categories: Pick<Categories, 'baselines'>;
  readonly source: UsageSource;
}) {
  const entriesByCategory = new Map<CategoryDefinition, PerRecord<Entry>>();
  const readEntries = (snapshot: CategorySnapshot, definition: CategoryDefinition): Promise<Entry[]> => {
    const entries =
      entriesByCategory.get(definition) ??
      new PerRecord((record) => createEntry(record, definition, allCategories));
    entriesByCategory.set(definition, entries);
    return entries.all(snapshot.records);
  };
  return {
    /**
     * Finds the models that match a text. An empty text matches all models. `order` determines which models come
     * first: the best matches, the most used or the newest. In the result, `ageSeconds` is the age of the oldest
     * usage data that was read, or null if none was read.
     * @param snapshots the models to search, one snapshot for each of `categories`
     * @param filteredModels restricts the results to these models; null for no restriction
     * @throws OutageError usage_unavailable if models are ordered by usage and the service has never returned
     *   usage
     */
    find: async (
      text: string,
      categories: readonly CategoryDefinition[],
      {
        snapshots,
        order,
        filteredModels,
        namesOfGroup,
      }: {
        readonly snapshots: readonly CategorySnapshot[];
        readonly order: FindOrder;
        readonly filteredModels: ReadonlySet<SnapshotRecord> | null;
        readonly namesOfGroup: NamesOfGroup;
      },
    ): Promise<{ readonly found: readonly FoundModel[]; readonly ageSeconds: number | null }> => {
      const slice = new TimeSlice();
      const matchEntry = createMatcher(text, categories, catalog, namesOfGroup);
      const candidates: Candidate[] = [];
      let ageSeconds: number | null = null;
      for (const [index, definition] of categories.entries()) {
        const snapshot = snapshots[index]!;
        const usage = order === 'usage' ? await readUses(source, snapshot, definition) : null;
        if (usage) ageSeconds = Math.max(ageSeconds ?? 0, usage.ageSeconds);
        let position = -1;
        for (const entry of await readEntries(snapshot, definition)) {
          position += 1;
          if (slice.expired) await slice.yield();
          const { model } = entry;
          if (filteredModels && !filteredModels.has(model)) continue;
          const match = matchEntry(definition.name, entry);
          if (match === null) continue;
          const uses = usage?.uses[position] ?? -1;
          candidates.push({ category: definition.name, model, entry, uses, ...match });
        }
      }
      const compareMatches = text.trim() === '' ? () => 0 : compareByMatch;
      return { found: candidates.sort((a, b) => orders[order](a, b) || compareMatches(a, b)), ageSeconds };
    },
  };
}

/** Compares two matches by cost. If the costs are equal, the match with the shorter name comes first. */
const compareByMatch = (a: Candidate, b: Candidate) =>
  a.cost - b.cost || a.entry.names[0]!.text.length - b.entry.names[0]!.text.length;

const orders: Readonly<Record<FindOrder, (a: Candidate, b: Candidate) => number>> = {
  match: () => 0,
  usage: (a, b) => b.uses - a.uses,
  newest: (a, b) => (b.entry.createdAt ?? -1) - (a.entry.createdAt ?? -1),
};

async function readUses(
  source: UsageSource,
  snapshot: CategorySnapshot,
  { name, usage: kind }: CategoryDefinition,
) {
  if (kind === null) return null;
  const { usage, unknown, ageSeconds } = await readCategoryUsage(source, snapshot, kind);
  if (unknown.includes('month'))
    throw new OutageError(
      'usage_unavailable',
      `The usage service has no monthly usage for models of ${name}. Try again later, or use a different order.`,
    );
  return { uses: usage.map((each) => each.usage.month), ageSeconds };
}

type Matcher = (category: string, entry: Entry) => Pick<Candidate, 'cost' | 'foundBy'> | null;

/** Returns the function that matches models against the text: a hash, a URL or words. */
function createMatcher(
  text: string,
  categories: readonly CategoryDefinition[],
  catalog: Pick<Catalog, 'snapshot'>,
  namesOfGroup: NamesOfGroup,
): Matcher {
  const trimmedText = text.trim();
  if (trimmedText === '') return () => ({ cost: 0, foundBy: null });
  const matchLink = createLinkMatcher(trimmedText, categories, catalog);
  if (matchLink) return matchLink;
  const hash = findHash(trimmedText);
  const query = readQuery(trimmedText);
  if (query.words.length === 0) return () => null;
  const wordsByGroup = new Map<string, readonly SearchableText[]>();
  const readGroupWords = ({ group }: Entry): readonly SearchableText[] => {
    if (group === null) return [];
    const words = wordsByGroup.get(group) ?? namesOfGroup(group).map(parseWords);
    wordsByGroup.set(group, words);
    return words;
  };
  return (_, entry) => {
    if (hash !== null && entry.hashes.some((each) => each.startsWith(hash))) return hashMatch;
    return matchEntry(query, entry, readGroupWords(entry));
  };
}

const hashMatch = { cost: Number.NEGATIVE_INFINITY, foundBy: 'hash' } as const;

/**
 * Parses a SHA-256, or a prefix of at least ten digits, as shown by image generators. Returns the digits in
 * lower case; null for any other text.
 */
function findHash(text: string): string | null {
  return /^(?:sha-?256\s*[:=]?\s*)?([0-9a-f]{10,64})$/i.exec(text)?.[1]?.toLowerCase() ?? null;
}

/**
 * Returns a matcher for a URL; null for any other text. A text without `http://` or `https://` is treated as
 * a URL only if a model has this URL, because it may be meant as words.
 */
function createLinkMatcher(
  text: string,
  categories: readonly CategoryDefinition[],
  catalog: Pick<Catalog, 'snapshot'>,
): Matcher | null {
  const isAddress = /^https?:\/\//i.test(text);
  if (!isAddress && !/^[\w-]+(\.[\w-]+)*\.[a-z]{2,}\/\S+$/i.test(text)) return null;
  const url = URL.parse(isAddress ? text : `https://${text}`);
  if (url === null) return isAddress ? () => null : null;
  const kindsByCategory = new Map<string, ReadonlyMap<string, MatchKind>>();
  const page = pageOf(url.href)?.page;
  const addresses = [...listAddresses(url)];
  for (const definition of categories) {
    const knownModels = knownModelsOf(catalog, definition);
    const files = addresses.map((address) => findModelsWithFile(knownModels, { url: address, sha256: '' }));
    // Possible but uncertain file matches count as page matches.
    const pages = [
      ...(page === undefined ? [] : (knownModels.byPage.get(page) ?? [])),
      ...files.flatMap(({ unknown }) => unknown),
    ];
    const names = new Map<string, MatchKind>(pages.map((name) => [name, 'page']));
    for (const name of files.flatMap(({ same }) => same)) names.set(name, 'file');
    if (names.size > 0) kindsByCategory.set(definition.name, names);
  }
  if (kindsByCategory.size === 0 && !isAddress) return null;
  return (category, { model }) => {
    const kind = kindsByCategory.get(category)?.get(model.name);
    return kind === undefined ? null : { cost: kind === 'file' ? 0 : 1, foundBy: kind };
  };
}

/**
 * Lists the file URLs that a pasted URL may stand for:
 *
 * - the URL itself
 * - the URL without the parameters `token` and `download`. For the page of a file on Hugging Face, this URL
 * has the path of the file instead
 * - the download URL of a version, if the URL is a Civitai page that names the version
 */
function listAddresses(url: URL): Set<string> {
  const bareUrl = new URL(url);
  for (const name of ['token', 'download']) bareUrl.searchParams.delete(name);
  if (huggingFaceHosts.includes(bareUrl.hostname))
    bareUrl.pathname = bareUrl.pathname.replace('/blob/', '/resolve/');
  const { page = null, version = null } = pageOf(url.href) ?? {};
  const isCivitaiVersion = page?.startsWith('civitai ') && version !== null;
  return new Set([url.href, bareUrl.href, ...(isCivitaiVersion ? [createCivitaiUrl(version)] : [])]);
}
