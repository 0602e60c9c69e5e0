import { formerNames } from '../../records/lifecycle.ts';
import type { Catalog } from './catalog.ts';
import type { Segment } from './segment.ts';
import type { CategorySnapshot } from './snapshot.ts';

const ofSnapshot = Symbol('models by their former names');
const ofSegment = Symbol('former names of the models of a segment');

/**
 * Gives the present name of the model that was formerly called `name`; undefined when this snapshot has no
 * such model. When several models once had this name, gives the last of them in stored order.
 */
export function successorIn(snapshot: CategorySnapshot, name: string): string | undefined {
  return snapshot
    .derived(ofSnapshot, ({ segments }) => {
      const pairs = segments.flatMap((segment) => segment.derived(ofSegment, pairsOf));
      return new Map(pairs);
    })
    .get(name);
}

function pairsOf(segment: Segment): readonly (readonly [former: string, name: string])[] {
  if (!segment.bytes.includes('"renamed_from":[')) return [];
  return segment.records.flatMap(({ name, record }) =>
    formerNames(record).flatMap((former) => (former === name ? [] : [[former, name] as const])),
  );
}

/**
 * Gives the present name of the model that was formerly called `name`; undefined when there is none. Also
 * finds a model that is in beta.
 */
export function successorOf(
  catalog: Pick<Catalog, 'snapshot'>,
  category: string,
  name: string,
): string | undefined {
  return successorIn(catalog.snapshot('v2', category, 'beta'), name);
}
