import type { Primary, PrimaryView } from '../../outside/primary-client.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../records/categories/category.ts';
import { contentHash } from '../../records/hash.ts';
import { joinViews, legacyTexts, type ViewTexts, v2Texts } from './category-views.ts';
import { primaryOutage } from './pages.ts';
import type { CategoryDraft, CategoryModels, Copy } from './replica-copy.ts';
import type { ViewEtags } from './tables.ts';

/**
 * Makes the polling of a primary that keeps no feed. Each round asks for both views of every category, with
 * the ETags of the previous answers, and replaces the changed categories of the copy in one transaction. When
 * the new content of a category cannot be read or is not believable, the copy keeps the old content.
 *
 * @param canonicalFormat the canonical format to assume when the primary does not tell its own
 * @param now gives Unix seconds
 * @returns a function that runs one round; it throws an Error when a category could not be updated
 */
export function createPoll(
  primary: Primary,
  copy: Copy,
  definitions: readonly CategoryDefinition[],
  canonicalFormat: CanonicalFormat,
  now: () => number,
): (signal: AbortSignal) => Promise<void> {
  /**
   * By category name, a hash of the content that `refuseLoss` refused last. It is made of the model names and
   * the numbers of records. When content with the same hash comes next, it is accepted.
   */
  const refused = new Map<string, string>();
  let ledBefore: CanonicalFormat | null = null;

  return async (signal) => {
    const began = now();
    const state = await copy.state();
    const isOurs = state?.kind === 'polled' && state.source === primary.url;
    const leading = (await primary.canonicalFormat(signal)) ?? canonicalFormat;
    // The joined models depend on which view leads, so after a change ETags do not count.
    const knowsEtags = isOurs && leading === ledBefore;
    const drafts = new Map<string, CategoryDraft>();
    const failures: string[] = [];
    let answered = 0;
    for (const definition of definitions) {
      const { name } = definition;
      try {
        const etags = knowsEtags ? await copy.etags(name) : {};
        const views = await readViews(primary, definition, etags, signal);
        if (views.v2.kind !== 'none' || views.legacy.kind !== 'none') answered += 1;
        if (views.v2.kind === 'same' && views.legacy.kind !== 'text') continue;
        const held = await copy.models(name);
        const models = joinBelievable(definition, views, held, leading);
        refuseLoss(name, held, models, refused);
        drafts.set(name, { models, etags: etagsOf(views) });
      } catch (error) {
        if (signal.aborted) throw error;
        failures.push(`${name}: ${(error as Error).message}`);
      }
    }
    const text = `The primary at ${primary.url} was not read completely: ${failures.join('; ')}`;
    // An incomplete first copy would look like a registry that has lost the rest; mixed with another
    // source's, it would be neither.
    if (!isOurs && failures.length > 0) throw primaryOutage(text);
    if (answered === 0)
      throw primaryOutage(
        failures.length > 0 ? text : `The primary at ${primary.url} has no category at all.`,
      );
    const asOf = failures.length === 0 ? began : (state?.as_of ?? began);
    await copy.swapIn(drafts, { source: primary.url, kind: 'polled', cursor: null, as_of: asOf }, state);
    if (failures.length > 0) throw primaryOutage(text);
    ledBefore = leading;
  };
}

interface Views {
  readonly v2: PrimaryView;
  /**
   * The v1 view. Its kind is `none` when the primary has no such view, and when the category has no legacy
   * form.
   */
  readonly legacy: PrimaryView;
}

/**
 * Reads both views of a category with the ETags that are stored for the copy. When one view has changed,
 * reads both in full, because one view alone does not show the category's models.
 */
async function readViews(
  primary: Primary,
  definition: CategoryDefinition,
  etags: ViewEtags,
  signal: AbortSignal,
): Promise<Views> {
  const read = async (format: CanonicalFormat, etag: string | undefined): Promise<PrimaryView> => {
    if (format === 'legacy' && !definition.legacy) return { kind: 'none' };
    const view = await primary.view(format, definition.name, etag ?? null, signal);
    return view;
  };
  const v2 = await read('v2', etags.v2);
  const legacy = await read('legacy', etags.legacy);
  const isUnchanged = v2.kind === 'same' && (legacy.kind === 'same' || !definition.legacy);
  return {
    v2: v2.kind === 'same' && !isUnchanged ? await read('v2', undefined) : v2,
    legacy: legacy.kind === 'same' && !isUnchanged ? await read('legacy', undefined) : legacy,
  };
}

/**
 * Joins the two views of a category after checking them against the models that the copy holds.
 *
 * @throws Error when an answer is not an object of records, or the primary lacks a view that the copy has
 */
function joinBelievable(
  definition: CategoryDefinition,
  views: Views,
  held: CategoryModels,
  leading: CanonicalFormat,
): CategoryModels {
  const none: ViewTexts = new Map();
  const v2 = views.v2.kind === 'text' ? v2Texts(views.v2.text) : none;
  const legacy = views.legacy.kind === 'text' ? legacyTexts(definition, views.legacy.text) : none;
  const heldLegacy = [...held.values()].some((texts) => texts.legacy !== null);
  if (views.v2.kind === 'none' && legacy.size > 0 && held.size > 0)
    throw primaryOutage('the primary shows it in v1, but no longer in v2');
  if (views.legacy.kind === 'none' && v2.size > 0 && heldLegacy)
    throw primaryOutage('the primary shows it in v2, but no longer in v1');
  return joinViews(definition, v2, legacy, leading);
}

function etagsOf({ v2, legacy }: Views): ViewEtags {
  return {
    ...(v2.kind === 'text' && v2.etag !== null && { v2: v2.etag }),
    ...(legacy.kind === 'text' && legacy.etag !== null && { legacy: legacy.etag }),
  };
}

/**
 * Refuses new content of a category when one of its views has less than half of the copy's records. Accepts
 * it when the content before it was refused, and had the same model names and numbers of records.
 *
 * @throws Error when the content is refused
 */
export function refuseLoss(
  category: string,
  held: CategoryModels,
  models: CategoryModels,
  refused: Map<string, string>,
): void {
  const [counts, heldCounts] = [countsOf(models), countsOf(held)];
  const shrunk = counts.some((count, view) => count < (heldCounts[view] ?? 0) / 2);
  const said = contentHash(JSON.stringify([...models.keys(), counts]));
  if (!shrunk || refused.get(category) === said) {
    refused.delete(category);
    return;
  }
  refused.set(category, said);
  throw primaryOutage(
    `${counts[0]} records instead of ${heldCounts[0]}: taken over only if the primary says the same next time`,
  );
}

function countsOf(models: CategoryModels): [v2: number, legacy: number] {
  return [models.size, [...models.values()].filter(({ legacy }) => legacy !== null).length];
}
