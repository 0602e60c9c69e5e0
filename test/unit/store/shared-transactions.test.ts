import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metadataStore, modelStore } from '../../../src/modules/catalog/store.ts';
import { counterStore } from '../../../src/modules/counters/store.ts';
import type { StoredChange } from '../../../src/modules/queue/pending-change.ts';
import { changeStore } from '../../../src/modules/queue/store.ts';
import type { Store } from '../../../src/store/store.ts';
import type { WriteTx } from '../../../src/store/tx.ts';
import { sampleChange } from '../../support/changes.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { testDeadline } from '../../support/deadline.ts';
import { aModel } from './samples.ts';

type Step = (writer: WriteTx, now: number) => Promise<unknown>;

const requestors = ['7', '8'];

/** What is decided of the change at a place of the queue, if there is one. */
function decide(
  place: number,
  decision: (change: StoredChange, batch: number) => Partial<StoredChange>,
): Step {
  return async (writer, now) => {
    const ids = await counterStore(writer).current('change');
    if (ids === 0) return null;
    const change = await changeStore(writer).get(1 + (place % ids));
    if (!change) return null;
    const open = await changeStore(writer).openBatch();
    const batch = open ?? (await counterStore(writer).current('batch')) + 1;
    const decided = { ...change, ...decision(change, batch), updated_at: now };
    if (decided.status === 'approved' && open === null) await changeStore(writer).openNextBatch(now);
    if (decided.after_state === change.after_state) await changeStore(writer).updateHead(decided);
    else await changeStore(writer).putApplied(decided);
    return [change, open];
  };
}

const steps: Readonly<Record<string, (place: number) => Step>> = {
  propose: (place) => (writer) => {
    const requested_by = requestors[place % requestors.length] as string;
    return changeStore(writer).insert(sampleChange({ model_name: `model ${place}`, requested_by }));
  },
  approve: (place) =>
    decide(place, ({ status }, batch_id) =>
      status === 'pending' ? { status: 'approved', batch_id, approved_at: place } : {},
    ),
  unapprove: (place) =>
    decide(place, ({ status }) => (status === 'approved' ? { status: 'pending', batch_id: null } : {})),
  reject: (place) => decide(place, () => ({ status: 'rejected', reject_reason: `${place}` })),
  apply: (place) =>
    decide(place, ({ status }) =>
      status === 'approved' ? { status: 'applied', applied_at: place, after_state: { place } } : {},
    ),
  split: () => async (writer, now) => {
    const open = await changeStore(writer).openBatch();
    if (open === null) return null;
    const batch_id = await changeStore(writer).openNextBatch(now);
    return changeStore(writer).ids({ batch_id });
  },
  purge: (place) => (writer) => changeStore(writer).delete([place]),
  waiting: (place) => (writer) =>
    changeStore(writer).waiting(requestors[place % requestors.length] as string, 0),
  count: () => (writer) => changeStore(writer).counts(),
  put: (place) => (writer, now) =>
    modelStore(writer).put(aModel({ name: `model ${place}`, v2: `{"at":${now}}` }), now),
  create: (place) => async (writer, now) => {
    const name = `new ${now}`;
    await metadataStore(writer).record('clip', [{ operation: 'create', model: name, now }]);
    return modelStore(writer).put(aModel({ name }), now, place % 4 === 0 ? 1000 - now : null);
  },
  remove: (place) => (writer) => modelStore(writer).delete('clip', `model ${place}`),
  model: (place) => (writer) => modelStore(writer).get('clip', `model ${place}`),
  models: () => (writer) => modelStore(writer).list('clip'),
};

interface Write {
  readonly steps: readonly { readonly step: string; readonly place: number }[];
  readonly fails: boolean;
}

const write: fc.Arbitrary<Write> = fc.record({
  steps: fc.array(fc.record({ step: fc.constantFrom(...Object.keys(steps)), place: fc.nat(7) }), {
    minLength: 1,
    maxLength: 5,
  }),
  fails: fc.boolean(),
});

const failed = new Error('thrown behind its last step');

/** All that it is told, and then what is stored. */
async function run(store: Store, writes: readonly Write[], together: boolean): Promise<unknown[]> {
  const told: unknown[] = [];
  const one = async (writer: WriteTx, { steps: own, fails }: Write, turn: number) => {
    for (const [index, { step, place }] of own.entries()) {
      told.push(await steps[step]?.(place)(writer, 1 + turn * 10 + index));
    }
    if (fails) throw failed;
  };
  const passed = (error: unknown) => expect(error).toBe(failed);
  if (together) {
    const all = async (writer: WriteTx) => {
      for (const [turn, each] of writes.entries()) {
        await writer.savepoint(() => one(writer, each, turn)).catch(passed);
      }
    };
    await store.write(all, testDeadline());
  } else {
    for (const [turn, each] of writes.entries()) {
      await store.write((writer) => one(writer, each, turn)).catch(passed);
    }
  }
  const stored = await store.read(async (reader) => [
    await changeStore(reader).getMany([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
    ]),
    await modelStore(reader).list('clip'),
    await modelStore(reader).versions(),
    await metadataStore(reader).all(),
  ]);
  return [...told, ...stored];
}

forEachDatabase((database, makeStore) => {
  test('writes of one transaction are told, and store, what they are and do one by one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 12 }), async (writes) => {
        const [together, singly] = [await makeStore(), await makeStore()];
        expect(await run(together, writes, true)).toEqual(await run(singly, writes, false));
        await together.close();
        await singly.close();
      }),
      { numRuns: Number(process.env.SHARED_TRANSACTIONS ?? (database === 'SQLite' ? 8 : 1)) },
    );
  });
});
