import type { CategoryDefinition } from '../../records/categories/category.ts';
import { joinedModels, type KnownModels, keysOfModels, knownModels } from '../queue/findings/known-models.ts';
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
