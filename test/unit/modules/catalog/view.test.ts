import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyEtag, SegmentedBody } from '../../../../src/modules/catalog/segmented-body.ts';
import {
  changedView,
  type ShownRecord,
  sharingModels,
  type View,
  ViewDraft,
} from '../../../../src/modules/catalog/view.ts';

/** What each model shows, by its position. */
type Models = ReadonlyMap<number, readonly ShownRecord[]>;

/** What readers get, in plain words: a name stands where it first comes, with the value that comes last. */
function recordsOf(models: Models): Map<string, string> {
  const inOrder = [...models].sort(([a], [b]) => a - b).flatMap(([, shown]) => shown);
  return new Map(inOrder.map(({ name, text }) => [name, text]));
}

function after(view: View, models: Models, positions: readonly number[]): View {
  const shownAt = (position: number) => models.get(position) ?? [];
  const changes = new Map(positions.map((position) => [position, shownAt(position)]));
  for (;;) {
    const sharing = sharingModels(view, changes);
    if (sharing.length === 0) return changedView(view, changes);
    for (const position of sharing) changes.set(position, shownAt(position));
  }
}

function anew(models: Models): View {
  const draft = new ViewDraft();
  for (const [position, shown] of [...models].sort(([a], [b]) => a - b)) draft.add(position, shown);
  const view = draft.view();
  return after(view, models, [...new Set([...view.shared.values()].flat())]);
}

const name = fc.oneof(fc.constantFrom('a', 'ä', '"', 'shared', 'also shared'), fc.string({ maxLength: 6 }));
/** Some are as long as a segment, so that there are several. */
const size = fc.oneof(fc.nat(300), fc.nat(90_000), fc.constantFrom(40_000, 70_000, 140_000));
const record = fc.record({ name, size }).map(({ name, size }) => ({
  name,
  text: JSON.stringify(`${'é'.repeat(size / 2)}${size}`),
}));
/** The models that one write changes; without records they are gone. */
const write = fc.array(fc.tuple(fc.nat(12), fc.array(record, { maxLength: 3 })), {
  minLength: 1,
  maxLength: 4,
});

function written(models: Models, changes: readonly (readonly [number, readonly ShownRecord[]])[]): Models {
  const next = new Map(models);
  for (const [position, shown] of changes) {
    if (shown.length === 0) next.delete(position);
    else next.set(position, shown);
  }
  return next;
}

test('whatever was written in whatever order, a view is the one that is made anew', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { maxLength: 8 }), async (writes) => {
      let models: Models = new Map();
      let view = anew(models);
      for (const changes of writes) {
        models = written(models, changes);
        view = after(
          view,
          models,
          changes.map(([position]) => position),
        );
      }
      const records = recordsOf(models);
      const text = `{${Array.from(records, ([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
      const body = new SegmentedBody(view.segments);
      expect(body.identity.toString() === text).toBe(true);
      expect(body.etag).toBe(bodyEtag(records));
      expect(view.size).toBe(records.size);

      const fresh = anew(models);
      expect(view.segments.map((segment) => segment.hash.toString('hex'))).toEqual(
        fresh.segments.map((segment) => segment.hash.toString('hex')),
      );
      expect(view.segments.map((segment) => segment.positions)).toEqual(
        fresh.segments.map((segment) => segment.positions),
      );
      expect(new Map(view.shared)).toEqual(new Map(fresh.shared));
      for (const shown of records.keys()) expect(view.names.get(shown)).toBe(fresh.names.get(shown));
      expect(view.segments.flatMap(({ records }) => records.map(({ name, text }) => [name, text]))).toEqual([
        ...records,
      ]);
    }),
    { numRuns: 150 },
  );
});

test('gzip pieces that were made for other bodies give the same bytes as those made anew', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 2, maxLength: 4 }), async (writes) => {
      let models: Models = new Map();
      let view = anew(models);
      for (const changes of writes) {
        models = written(models, changes);
        view = after(
          view,
          models,
          changes.map(([position]) => position),
        );
        await new SegmentedBody(view.segments).compress();
      }
      const [kept, fresh] = [new SegmentedBody(view.segments), new SegmentedBody(anew(models).segments)];
      await Promise.all([kept.compress(), fresh.compress()]);
      expect(kept.gzip?.joined().equals(fresh.gzip!.joined())).toBe(fresh.gzip ? true : undefined);
      if (kept.gzip) expect(gunzipSync(kept.gzip.joined()).equals(kept.identity.joined())).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test('a change makes the segment it is in, and no other', () => {
  const shown = (position: number, length: number): [number, ShownRecord[]] => [
    position,
    [{ name: `model ${position}`, text: JSON.stringify('x'.repeat(length)) }],
  ];
  const models: Models = new Map(Array.from({ length: 400 }, (_, at) => shown(2 * at, 5_000)));
  const before = anew(models);
  expect(before.segments.length).toBeGreaterThan(5);
  const changed = after(before, new Map([...models, shown(400, 4_999)]), [400]);
  const appended = after(before, new Map([...models, shown(799, 5_000)]), [799]);
  for (const next of [changed, appended]) {
    expect(next.segments.filter((segment) => !before.segments.includes(segment))).toHaveLength(1);
  }
  const same = after(before, models, [400]);
  expect(same.segments).toEqual(before.segments);
  for (const [at, segment] of same.segments.entries()) expect(segment).toBe(before.segments[at]);
});
