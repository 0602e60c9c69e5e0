import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PerRecord, writeBody } from '../../../../src/modules/catalog/snapshot-record.ts';
import {
  applyChanges,
  findSharingModels,
  type ShownRecord,
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
    const sharing = findSharingModels(view, changes);
    if (sharing.length === 0) return applyChanges(view, changes);
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
const size = fc.nat(300);
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
      const fresh = anew(models);
      expect(writeBody(view.records).toString()).toBe(text);
      expect(writeBody(fresh.records).toString()).toBe(text);
      expect(view.records.map(({ position }) => position)).toEqual(
        fresh.records.map(({ position }) => position),
      );
      expect(new Map(view.shared)).toEqual(new Map(fresh.shared));
      expect(view.records.map(({ name, text }) => [name, text])).toEqual([...records]);
      expect([...view.byName.keys()].sort()).toEqual([...records.keys()].sort());
      for (const record of view.records) expect(view.byName.get(record.name)).toBe(record);
    }),
    { numRuns: 150 },
  );
});

test('a record that stays the same is the same object, with what was computed for it', () => {
  const shown = (position: number, text: string): [number, ShownRecord[]] => [
    position,
    [{ name: `model ${position}`, text: JSON.stringify(text) }],
  ];
  const models: Models = new Map([1, 2, 3].map((position) => shown(position, 'x')));
  const before = anew(models);
  let computed = 0;
  const lengths = new PerRecord(({ text }) => {
    computed += 1;
    return text.length;
  });
  writeBody(before.records);
  for (const record of before.records) lengths.of(record);
  const next = after(before, new Map([...models, shown(2, 'other')]), [2]);
  expect(next.records.map((record) => lengths.of(record))).toEqual([3, 7, 3]);
  expect(computed).toBe(4);
  expect(next.records[0]).toBe(before.records[0]);
  expect(after(before, models, [2]).records).toEqual(before.records);
  writeBody(next.records);
  expect(before.records.map(({ text }) => text)).toEqual(['"x"', '"x"', '"x"']);
});
