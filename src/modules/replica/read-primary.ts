import type { Primary, PrimaryView } from '../../outside/primary-client.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../records/categories/category.ts';
import type { Categories } from '../../records/categories/index.ts';
import { contentHash } from '../../records/hash.ts';
import type { Catalog } from '../catalog/index.ts';
import type { Catalogue, CatalogueKind, CatalogueMemory, ChangeSets } from '../catalogues/index.ts';
import { joinViews, parseLegacyTexts, parseV2Texts, type ViewTexts } from './category-views.ts';
import { type CategoryModels, type CopiedCatalogue, type Copy, createPrimaryOutage } from './replica-copy.ts';
import type { SuspectedLosses } from './suspected-losses.ts';

interface ReadCatalogue extends CopiedCatalogue {
  /** The ETag of the primary's response; null when it had none. */
  readonly etag: string | null;
}

/** Milliseconds between two calls, if the primary supports ETags. */
const roundIntervalMs = 5_000;
/** Maximum number of times that one call reads both views of a category. */
const maxViewReads = 5;

/** The primary's latest response for a view. */
interface CachedView {
  readonly etag: string | null;
  readonly hash: string;
  /** The hash of this replica's own body after copying the view. */
  readonly ownHash: string;
}

/** Both views of a category; the v1 view is `none` when the category has no legacy form. */
interface Views {
  readonly v2: PrimaryView;
  readonly legacy: PrimaryView;
}

/**
 * Returns a function that synchronizes the replica with its primary. Each call requests both views of every
 * category with their ETags. It reads the whole category when one of the views has changed, and writes all
 * changes in one transaction. If a category cannot be read or is not plausible, the replica's copy of the
 * category stays unchanged.
 *
 * @param settings `canonicalFormat` is assumed when the primary does not state its own; `cacheTtlSeconds` is
 *   the pause if the primary does not support ETags, because each call then downloads every category
 * @param now returns Unix seconds
 * @returns a function that synchronizes once and returns the longest pause before the next call, in
 *   milliseconds. It throws an OutageError when a category could not be updated
 */
export function createPrimaryReader({
  primary,
  copy,
  catalog,
  categories,
  settings,
  losses,
  now,
  catalogues,
  kinds = [],
}: {
  readonly primary: Primary;
  readonly copy: Copy;
  readonly catalog: Pick<Catalog, 'snapshot'>;
  readonly categories: Categories;
  readonly settings: { readonly canonicalFormat: CanonicalFormat; readonly cacheTtlSeconds: number };
  readonly losses: SuspectedLosses;
  readonly now: () => number;
  readonly catalogues?: Pick<CatalogueMemory, 'get'>;
  readonly kinds?: readonly ChangeSets[];
}): (signal: AbortSignal) => Promise<number> {
  /** The catalogues that this process has read from the primary, with the ETags for conditional requests. */
  const cachedCatalogues = new Map<
    CatalogueKind,
    { readonly revision: number; readonly etag: string | null }
  >();
  /** The views that the primary has sent, by format and category. */
  const cachedViews = new Map<string, CachedView>();
  let previousFormat: CanonicalFormat | null = null;
  /** Whether all responses of the primary in this call support conditional requests. */
  let supportsEtags = true;
  /** The number of views that the primary has returned or confirmed in this call. */
  let viewCount = 0;

  /** Requests a view with its ETag. Returns `same` when the copy is up to date. */
  const requestView = async (
    format: CanonicalFormat,
    { name }: CategoryDefinition,
    signal: AbortSignal,
  ): Promise<PrimaryView> => {
    const { body, size } = catalog.snapshot(format, name);
    const cachedView = cachedViews.get(`${format}/${name}`);
    // Another process may have changed the copy since.
    const previousView = cachedView?.ownHash === body.etag ? cachedView : null;
    const etag = previousView?.etag ?? `"${body.etag}"`;
    const view = await primary.view(format, name, etag, signal);
    if (view.kind === 'none') return size === 0 ? { kind: 'same' } : view;
    viewCount += 1;
    if (view.kind === 'same') return view;
    // A proxy in between may drop ETags, or the header `If-None-Match`.
    if (view.etag === null || view.etag === etag) supportsEtags = false;
    const hash = contentHash(view.text);
    if (hash !== body.etag && hash !== previousView?.hash) return view;
    cachedViews.set(`${format}/${name}`, { etag: view.etag, hash, ownHash: body.etag });
    return { kind: 'same' };
  };

  /** Reads both views of a category if one has changed; null when both are unchanged. */
  const readChangedViews = async (
    definition: CategoryDefinition,
    signal: AbortSignal,
  ): Promise<Views | null> => {
    const v2 = await requestView('v2', definition, signal);
    const isSame =
      v2.kind === 'same' &&
      (!definition.legacy || (await requestView('legacy', definition, signal)).kind === 'same');
    if (isSame) return null;
    const wholeV2 = v2.kind === 'same' ? await primary.view('v2', definition.name, null, signal) : v2;
    return readBothViews(primary, definition, wholeV2, signal);
  };

  /**
   * Reads a catalogue if it has changed; null when it has not, and when the primary has no such catalogue.
   */
  const readCatalogue = async (kind: ChangeSets, signal: AbortSignal): Promise<ReadCatalogue | null> => {
    const currentCatalogue = catalogues?.get(kind.kind) ?? kind.initialCatalogue;
    const cachedCatalogue = cachedCatalogues.get(kind.kind);
    const etag = cachedCatalogue?.revision === currentCatalogue.revision ? cachedCatalogue.etag : null;
    const answer = await primary.document(kind.exportPath, etag, signal);
    if (answer.kind !== 'text') return null;
    const nextCatalogue = kind.parseExport(JSON.parse(answer.text));
    losses.check(kind.kind, indexEntries(currentCatalogue), indexEntries(nextCatalogue));
    return { kind, catalogue: nextCatalogue, etag: answer.etag };
  };

  return async (signal) => {
    const startedAt = now();
    const state = await copy.state();
    const isFromPrimary = state?.source === primary.url;
    const leadingFormat = (await primary.canonicalFormat(signal)) ?? settings.canonicalFormat;
    // The joined models depend on the canonical format.
    if (!isFromPrimary || leadingFormat !== previousFormat) cachedViews.clear();
    if (!isFromPrimary) cachedCatalogues.clear();
    previousFormat = leadingFormat;
    supportsEtags = true;
    viewCount = 0;
    const changedViews = new Map<string, Views>();
    const drafts = new Map<string, CategoryModels>();
    const failures: string[] = [];
    for (const definition of categories.list) {
      const { name } = definition;
      try {
        const views = await readChangedViews(definition, signal);
        if (!views) continue;
        const currentModels = await copy.models(name);
        const models = joinPlausibleViews(definition, views, currentModels, {
          canonicalFormat: leadingFormat,
          baselines: categories.baselines,
        });
        losses.check(name, currentModels, models);
        drafts.set(name, models);
        changedViews.set(name, views);
      } catch (error) {
        if (signal.aborted) throw error;
        failures.push(`${name}: ${(error as Error).message}`);
      }
    }
    // Catalogues are read after the models, so that they contain every entry that the models name.
    const copiedCatalogues: ReadCatalogue[] = [];
    for (const kind of kinds) {
      try {
        const catalogue = await readCatalogue(kind, signal);
        if (catalogue) copiedCatalogues.push(catalogue);
      } catch (error) {
        if (signal.aborted) throw error;
        failures.push(`${kind.kind}: ${(error as Error).message}`);
        for (const [name, { v2 }] of changedViews) {
          // The catalogue of licences has no category; models of any category may refer to it.
          const names =
            kind.category ?? (v2.kind === 'text' && v2.text.includes('"licensing":') ? name : null);
          if (names !== name) continue;
          drafts.delete(name);
          changedViews.delete(name);
        }
      }
    }
    const failureText = `The primary at ${primary.url} was not read completely: ${failures.join('; ')}`;
    // An incomplete first copy would look like a registry that has lost the other models. An incomplete copy
    // mixed with the copy of another source would match neither source.
    if (failures.length > 0 && (!isFromPrimary || viewCount === 0)) throw createPrimaryOutage(failureText);
    if (viewCount === 0) throw createPrimaryOutage(`The primary at ${primary.url} returned no categories.`);
    if (drafts.size + copiedCatalogues.length > 0 || !isFromPrimary) {
      const asOf = failures.length === 0 ? startedAt : (state?.as_of ?? startedAt);
      await copy.write(drafts, { source: primary.url, as_of: asOf }, state, copiedCatalogues);
    }
    for (const { kind, catalogue, etag } of copiedCatalogues)
      cachedCatalogues.set(kind.kind, { revision: catalogue.revision, etag });
    for (const [name, views] of changedViews) {
      for (const format of ['v2', 'legacy'] as const) {
        const view = views[format];
        if (view.kind !== 'text') continue;
        const ownEtag = catalog.snapshot(format, name).body.etag;
        cachedViews.set(`${format}/${name}`, {
          etag: view.etag,
          hash: contentHash(view.text),
          ownHash: ownEtag,
        });
      }
    }
    if (failures.length > 0) throw createPrimaryOutage(failureText);
    const ttlMs = settings.cacheTtlSeconds * 1000;
    return supportsEtags ? Math.min(roundIntervalMs, ttlMs) : ttlMs;
  };
}

function indexEntries({ sections }: Catalogue): ReadonlyMap<string, { readonly legacy: null }> {
  const names = Object.entries(sections).flatMap(([section, entries]) =>
    Array.from(entries.keys(), (name) => `${section}/${name}`),
  );
  return new Map(names.map((name) => [name, { legacy: null }]));
}

/**
 * Reads the v1 view that belongs to a category's v2 view, which was read just before. If the v2 view has
 * changed meanwhile, reads both views again, until there have been `maxViewReads` readings.
 */
async function readBothViews(
  primary: Primary,
  { name, legacy: legacyForm }: CategoryDefinition,
  firstV2: PrimaryView,
  signal: AbortSignal,
): Promise<Views> {
  if (!legacyForm) return { v2: firstV2, legacy: { kind: 'none' } };
  let v2 = firstV2;
  for (let readings = 1; ; readings += 1) {
    const legacy = await primary.view('legacy', name, null, signal);
    const repeatedV2 = await primary.view('v2', name, v2.kind === 'text' ? v2.etag : null, signal);
    const isSame = repeatedV2.kind === 'same' || textOf(repeatedV2) === textOf(v2);
    if (isSame || readings === maxViewReads) return { v2, legacy };
    v2 = repeatedV2;
  }
}

function textOf(view: PrimaryView): string | null {
  return view.kind === 'text' ? view.text : null;
}

/**
 * Joins the two views of a category after comparing them with the models in the copy.
 *
 * @throws Error when a response is not an object of records, or the primary lacks a view that the copy has
 */
function joinPlausibleViews(
  definition: CategoryDefinition,
  { v2: v2View, legacy: legacyView }: Views,
  currentModels: CategoryModels,
  options: { readonly canonicalFormat: CanonicalFormat; readonly baselines: KnownBaselines },
): CategoryModels {
  const noTexts: ViewTexts = new Map();
  const v2 = v2View.kind === 'text' ? parseV2Texts(definition, v2View.text) : noTexts;
  const legacy = legacyView.kind === 'text' ? parseLegacyTexts(definition, legacyView.text) : noTexts;
  const isLegacyLost = [...currentModels].some(([name, texts]) => texts.legacy !== null && v2.has(name));
  if (v2View.kind === 'none' && legacy.size > 0 && currentModels.size > 0)
    throw createPrimaryOutage('the primary shows it in v1, but no longer in v2');
  if (legacyView.kind === 'none' && isLegacyLost)
    throw createPrimaryOutage('the primary shows it in v2, but no longer in v1');
  return joinViews(definition, v2, legacy, options);
}
