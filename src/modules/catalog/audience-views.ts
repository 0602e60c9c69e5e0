import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { SingleFlight } from '../../kernel/concurrency/shared-runs.ts';
import { TimeSlice } from '../../kernel/concurrency/time-slice.ts';
import {
  type Audience,
  audienceKey,
  clientProfileCategory,
  isShownTo,
  type ModelTraits,
  traitsOf,
} from '../../records/audience.ts';
import { type KnownBaselines, knownBaselines } from '../../records/baselines/known-baselines.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { findCategory } from '../../records/categories/index.ts';
import type { Catalog } from './catalog.ts';
import type { Segment } from './segment.ts';
import type { SegmentedBody } from './segmented-body.ts';
import { type CategorySnapshot, ofEachSegment } from './snapshot.ts';

/**
 * Limits of what is kept in memory, over all categories: the number of remembered requests, the number of
 * views, and the total length in bytes of the views' uncompressed bodies. The views take less memory than
 * that, because they share most of their bytes with the category. Without limits, anybody could fill the
 * memory by asking for many combinations of baselines.
 */
const kept = { questions: 1_000, views: 200, bytes: 64 * 1024 * 1024 };

/**
 * Number of reads of one view after which its body is compressed with brotli. Brotli has to compress the
 * whole body, which is not worth it for fewer reads.
 */
const readsWorthBrotli = 8;

const traitsKey = Symbol('what decides who is shown a model');
const flightKey = Symbol('views being made');

/**
 * A category without the models that an audience is not shown. Audiences with the same hidden models share
 * it.
 */
interface KeptView {
  /** The snapshot of the whole category from which the view was made. */
  readonly source: CategorySnapshot;
  readonly shown: CategorySnapshot;
  reads: number;
}

/** What a read of a remembered URL asks for, and for whom. */
interface Answer {
  readonly format: CanonicalFormat;
  readonly category: string;
  readonly audience: Audience;
  /**
   * The snapshot of the client profiles from which the audience was determined; null when the registry keeps
   * no client profiles.
   */
  readonly profiles: CategorySnapshot | null;
  /** The baselines by which the names in the query and in the profile were read. */
  readonly baselines: KnownBaselines;
}

/** Largest length of a URL that is remembered, in characters. */
const longestUrl = 512;

/** Makes and keeps views of categories for audiences that are not shown every model. */
export function createAudienceViews({ catalog }: { readonly catalog: Pick<Catalog, 'snapshot'> }) {
  /**
   * The views that answer earlier reads. The key contains a read's format, category, channel and profile;
   * `viewKey` is the view's key in `views`. `source` is the category's snapshot from which the view was made.
   * An entry counts only while this is the current snapshot.
   */
  const questions = new LRUCache<string, { readonly source: CategorySnapshot; readonly viewKey: string }>({
    max: kept.questions,
  });
  const views = new LRUCache<string, KeptView>({
    max: kept.views,
    maxSize: kept.bytes,
    sizeCalculation: ({ shown }) => shown.body.identity.length + 1024,
  });

  const answers = new LRUCache<string, Answer>({ max: kept.questions });
  const profiles = (): CategorySnapshot | null =>
    findCategory(clientProfileCategory) ? catalog.snapshot('v2', clientProfileCategory) : null;

  const make = async (question: string, source: CategorySnapshot, audience: Audience) => {
    const { category, format } = source;
    const v2 = catalog.snapshot('v2', category, 'beta');
    const plain = catalog.snapshot(format, category, audience.channel);
    const { hidden, ofProfile } = await hiddenFrom(audience, v2);
    if (ofProfile === 0) return plain;
    const positions = createHash('sha256').update([...hidden].join());
    const viewKey = `${format} ${category} ${positions.digest('base64')}`;
    const known = views.get(viewKey);
    const former = known ?? views.peek(questions.peek(question)?.viewKey ?? '');
    const view =
      known?.source === source
        ? known
        : { source, shown: await source.without(hidden, former?.shown, new TimeSlice()), reads: 0 };
    views.set(viewKey, view);
    questions.set(question, { source, viewKey });
    return view.shown;
  };

  const known = (question: string, source: CategorySnapshot): CategorySnapshot | undefined => {
    const asked = questions.get(question);
    const view = asked?.source === source ? views.get(asked.viewKey) : undefined;
    if (view?.source !== source) return undefined;
    view.reads += 1;
    if (view.reads === readsWorthBrotli) {
      const isWanted = () => catalog.snapshot(source.format, source.category, 'beta') === source;
      void (view.shown.body as SegmentedBody).compress(isWanted);
    }
    return view.shown;
  };

  const of = (
    format: CanonicalFormat,
    category: string,
    audience: Audience,
  ): CategorySnapshot | Promise<CategorySnapshot> => {
    if (audience.profile === null) return catalog.snapshot(format, category, audience.channel);
    const source = catalog.snapshot(format, category, 'beta');
    const question = `${format} ${category} ${audienceKey(audience)}`;
    const flights = source.derived(flightKey, () => new SingleFlight<CategorySnapshot>());
    return known(question, source) ?? flights.run(question, () => make(question, source, audience));
  };

  return {
    /**
     * Gives the view of a category that an audience is shown. Gives a promise when the audience has a profile
     * and the view has to be made first.
     */
    of,

    /**
     * Remembers that reads of this URL ask for this category, for this audience. Ignores URLs longer than
     * `longestUrl`.
     */
    noteAnswer: (url: string, format: CanonicalFormat, category: string, audience: Audience): void => {
      if (url.length > longestUrl) return;
      answers.set(url, { format, category, audience, profiles: profiles(), baselines: knownBaselines() });
    },

    /**
     * Gives the current view that answers a read of a URL. Gives undefined when `noteAnswer` was not called
     * for the URL, when a client profile or a baseline has changed since, or when the view has to be made first.
     */
    answered(url: string): CategorySnapshot | undefined {
      const answer = answers.get(url);
      if (answer?.profiles !== profiles() || answer.baselines !== knownBaselines()) return undefined;
      const shown = of(answer.format, answer.category, answer.audience);
      return shown instanceof Promise ? undefined : shown;
    },
  };
}

/**
 * Gives the positions of the models that an audience is not shown, and the number of models that only the
 * audience's profile hides.
 */
async function hiddenFrom(audience: Audience, v2: CategorySnapshot) {
  const traits = await ofEachSegment(v2, traitsKey, traitsOfSegment);
  const withoutProfile = { ...audience, profile: null };
  const hidden = new Set<number>();
  let ofProfile = 0;
  for (const [at, { positions }] of v2.segments.entries()) {
    for (const [index, position] of positions.entries()) {
      const model = traits[at]![index]!;
      if (isShownTo(audience, model)) continue;
      hidden.add(position);
      if (isShownTo(withoutProfile, model)) ofProfile += 1;
    }
  }
  return { hidden, ofProfile };
}

/**
 * Gives the traits of a segment's models, in the order of the segment's records. The traits of a model decide
 * which audiences are shown the model.
 */
export function traitsIn(segment: Segment): readonly ModelTraits[] {
  return segment.derived(traitsKey, traitsOfSegment);
}

function traitsOfSegment({ records }: Segment): readonly ModelTraits[] {
  return records.map(({ record }) => traitsOf(record));
}
