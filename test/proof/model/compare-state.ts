import { deepStrictEqual } from 'node:assert/strict';
import { counterStore } from '../../../src/modules/counters/store.ts';
import { changeStore } from '../../../src/modules/queue/store.ts';
import { requestStore } from '../../../src/modules/requests/store.ts';
import type { QueueModel } from './queue-model.ts';
import type { RegistryUnderTest } from './registry-under-test.ts';
import { isOpen } from './rules.ts';
import type { Tally } from './tally.ts';
import { recordOf, shown } from './written-records.ts';

/**
 * The registry holds what the model holds; its readers see it; its audit trail explains it.
 *
 * @param whole looks through all that is stored even where no event says that it changed
 */
export async function compareState(
  registry: RegistryUnderTest,
  model: QueueModel,
  { whole }: { whole: boolean },
): Promise<void> {
  const { services } = registry;
  const [changes, open, change, batch, unexplained] = await services.store.read((reader) =>
    Promise.all([
      changeStore(reader)
        .ids({})
        .then((ids) => changeStore(reader).getMany(ids)),
      changeStore(reader).openBatch(),
      counterStore(reader).current('change'),
      counterStore(reader).current('batch'),
      registry.audit(reader, { whole }),
    ]),
  );
  const stored = changes.map((each) => ({
    id: each.change_id,
    status: each.status,
    decidedRisk: each.decided_risk,
    batch: each.batch_id,
    title: each.batch_title,
    version: each.version,
    asker: each.changes_requested_by,
    approvals: (each.approvals ?? []).map(({ user_id }) => user_id),
    job: each.applied_job_id?.startsWith('apply-') ? 'unnamed' : each.applied_job_id,
    before: recordOf(each.before_state, model.rules),
    after: recordOf(each.after_state, model.rules),
  }));
  const expected = [...model.changes.values()].map(
    ({ id, status, decidedRisk, batch, title, version, asker, approvals, job, before, after }) => ({
      id,
      status,
      decidedRisk,
      batch,
      title,
      version,
      asker,
      approvals,
      job: job?.startsWith('unnamed') ? 'unnamed' : job,
      before: before && shown(before, model.rules),
      after: after && shown(after, model.rules),
    }),
  );
  deepStrictEqual(
    { changes: stored, open, change, batch },
    { changes: expected, open: model.openBatch, change: model.lastChange, batch: model.lastBatch },
  );
  // At most one batch is open.
  const opened = stored.filter(({ status }) => status === 'approved').map((each) => each.batch);
  deepStrictEqual(new Set(opened).size <= 1, true, `open batches: ${opened.join(', ')}`);

  const read = ['clip', 'blip'].flatMap((category) =>
    services.catalog
      .snapshot('v2', category)
      .records.map(({ name, record }) => [`${category}/${name}`, recordOf(record, { format: 'v2' })]),
  );
  deepStrictEqual(
    Object.fromEntries(read),
    Object.fromEntries([...model.live.records].map(([target, record]) => [target, { ...record }])),
  );
  deepStrictEqual(await requestsOf(registry), model.requests.all);
  deepStrictEqual(unexplained, null);
}

async function requestsOf({ services }: RegistryUnderTest) {
  return services.store.read(async (reader) => {
    const requests = requestStore(reader);
    return Promise.all(
      (await requests.page(0, 1_000)).map(async (each) => {
        const {
          request_id: id,
          category,
          name,
          state,
          hidden,
          duplicate_of,
          change_id,
          model_name,
          wanted,
        } = each;
        const wantedBy = new Set((await requests.supporters(id, 1_000)).map(({ user_id }) => user_id));
        deepStrictEqual(wanted, wantedBy.size);
        const changes = (await requests.stepsOf([id])).flatMap((step) => step.change_id ?? []);
        return {
          ...{ id, target: `${category}/${name}`, state, hidden, wantedBy },
          ...{ duplicateOf: duplicate_of, changes, change: change_id, model: model_name },
        };
      }),
    );
  });
}

/** Compares the risk of waiting changes. */
export async function compareRisks(
  { services }: RegistryUnderTest,
  model: QueueModel,
  tally: Tally,
): Promise<void> {
  const open = [...model.changes.values()].filter(isOpen);
  const expected = new Map(open.map((change) => [change.id, model.risk(change)]));
  deepStrictEqual(await services.changeReview.readRisks([...expected.keys()]), expected);
  for (const risk of expected.values()) tally.add(`waits: of risk ${risk}`);
}
