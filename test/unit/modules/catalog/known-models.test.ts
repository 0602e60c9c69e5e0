import fc from 'fast-check';
import { expect, test } from 'vitest';
import { knownModelsOf } from '../../../../src/modules/catalog/known-models.ts';
import {
  changedSegments,
  type Member,
  memberOf,
  type Segment,
  SegmentCutter,
} from '../../../../src/modules/catalog/segment.ts';
import type { CategorySnapshot } from '../../../../src/modules/catalog/snapshot.ts';
import { categoryOf } from '../../../../src/records/categories/index.ts';
import { nameKeys } from '../../../../src/records/look-alike.ts';

const clip = categoryOf('clip');
/** Half as long as a segment: there are more than 32, which make groups. */
const long = 'x'.repeat(64 * 1024);
const positions = 120;
const nameAt = (position: number) => `model ${position}`;

/** What is live: at each position the number of the file that a model has; null: no model. */
type Live = readonly (number | null)[];

const membersAt = (live: Live, position: number): Member[] => {
  const file = live[position] ?? null;
  if (file === null) return [];
  const record = { config: { download: [{ file_url: `https://host/${file}`, sha256sum: '' }] }, long };
  return [memberOf(position, nameAt(position), JSON.stringify(record))];
};

function knownOf(segments: readonly Segment[]) {
  const snapshot: Pick<CategorySnapshot, 'segments' | 'derived'> = {
    segments,
    derived: (_key, build) => build(snapshot as CategorySnapshot),
  };
  return knownModelsOf({ snapshot: () => snapshot as CategorySnapshot }, clip);
}

const file = fc.option(fc.nat({ max: 9 }), { nil: null });

test('whatever has changed, each file and name is found with the models that have it, in stored order', () => {
  fc.assert(
    fc.property(
      fc.array(file, { minLength: positions, maxLength: positions }),
      fc.array(fc.tuple(fc.nat({ max: positions - 1 }), file), { maxLength: 8 }),
      (first, changes) => {
        let live: Live = first;
        const cutter = new SegmentCutter();
        for (const position of live.keys()) for (const each of membersAt(live, position)) cutter.add(each);
        let segments = cutter.end();
        const look = () => {
          const known = knownOf(segments);
          for (let number = 0; number <= 9; number += 1) {
            const having = [...live.keys()].filter((at) => live[at] === number).map(nameAt);
            expect(known.byUrl.get(`https://host/${number}`) ?? []).toEqual(having);
          }
          for (const at of live.keys()) {
            const has = live[at] === null ? undefined : [nameAt(at)];
            expect(known.byNameKey.seen.get(nameKeys(nameAt(at)).seen)).toEqual(has);
          }
        };
        look();
        for (const [position, to] of changes) {
          live = live.with(position, to);
          segments = changedSegments(segments, new Map([[position, membersAt(live, position)]]));
          look();
        }
      },
    ),
    { numRuns: 10 },
  );
});

test('a change makes the index of few segments anew', () => {
  const live = Array.from({ length: 400 }, (_, position) => position % 10);
  const cutter = new SegmentCutter();
  for (const position of live.keys()) for (const each of membersAt(live, position)) cutter.add(each);
  const segments = cutter.end();
  knownOf(segments);
  let read = 0;
  const changed = changedSegments(segments, new Map([[200, membersAt(live.with(200, 3), 200)]]));
  for (const segment of changed) {
    const { records } = segment;
    Object.defineProperty(segment, 'records', {
      get: () => {
        read += 1;
        return records;
      },
    });
  }
  knownOf(changed);
  expect(read).toBe(1);
});
