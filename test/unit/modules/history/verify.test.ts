import type { KyselyPlugin } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { OutageError } from '../../../../src/kernel/errors.ts';
import { verifyStore } from '../../../../src/modules/history/verify.ts';
import { createGroups } from '../../../../src/modules/names/groups.ts';
import { readStoredFacts } from '../../../../src/modules/queue/queue-event.ts';
import { openStore } from '../../../../src/store/open.ts';
import { type Contents, makeDefaultDatabase } from '../../../support/make-database.ts';
import { approver, openQueue, type Queue } from '../../../support/queue.ts';
import { runSql } from '../../../support/run-sql.ts';

/** A queue, and a way to its database that no rule of the store watches. */
async function newQueue(settings?: Parameters<typeof openQueue>[1], contents?: Contents) {
  const { url, remove } = await makeDefaultDatabase(contents);
  const store = await openStore(url);
  onTestFinished(async () => {
    await queue.catalog.finishCompression();
    await store.close();
    await remove();
  });
  const queue = await openQueue(store, settings);
  return { ...queue, tamper: (sql: string) => runSql(url, sql) };
}

/** The database of a queue that has done a bit of everything. */
let filled: string;
beforeAll(async () => {
  const { url, remove } = await makeDefaultDatabase();
  const store = await openStore(url);
  const queue = await openQueue(store);
  await useAll(queue);
  await queue.catalog.finishCompression();
  await store.close();
  filled = url;
  return remove;
});
const live = () => newQueue({}, { copyOf: filled });

/** Does a bit of everything that the queue can do. */
async function useAll(queue: Queue): Promise<void> {
  const { settings, time } = queue;
  await queue.write('create', 'clip', 'ViT-B', { description: 'ä' });
  time.seconds += 1;
  const file = settings.canonicalFormat === 'legacy' ? 'legacy' : 'v2';
  await queue.write('create', 'text_generation', 'org/model-7B', { parameters: 7_000_000_000, tags: [file] });
  time.seconds += 1;
  await queue.write('create', 'lora', 'only-v2');
  await queue.write('update', 'clip', 'ViT-B', { description: null, version: '2' });
  await queue.write('create', 'clip', 'ViT-L');
  await queue.write('delete', 'clip', 'ViT-L');
  await queue.write('create', 'clip', 'ViT-H');
  const ids = await queue.approvedClips('a', 'b', 'c', 'd');
  time.seconds += 1;
  await queue.apply.applyMany({ changeIds: ids.slice(0, 2) }, approver);
  const rejected = await queue.propose('create', 'clip', 'e');
  const rest = await queue.propose('delete', 'clip', 'a');
  await queue.review.processBatch(
    {
      batch_title: 'x',
      approved_ids: [rest.change_id],
      rejected_ids: [rejected.change_id],
      reject_reason: 'no',
    },
    approver,
  );
  await queue.review.purge({ model_name: 'c' }, approver);
  await queue.review.purge({ statuses: ['rejected'] }, approver);
  await queue.propose('create', 'clip', 'f');
  const groups = createGroups(queue);
  await groups.aliases.set('model', ['alias', 'other'], approver);
  await groups.families.set('family', ['model'], approver);
  await groups.aliases.add('model', 'third', approver);
  await groups.nameSchemas.save('schemed', { separator: '_' }, approver);
  await groups.nameSchemas.save('gone', {}, approver);
  await groups.nameSchemas.delete('gone', approver);
  await groups.families.set('gone', ['other model'], approver);
  await groups.families.delete('gone', approver);
}

describe('verify', () => {
  test.each(['v2', 'legacy'] as const)(
    'finds nothing wrong with what the services did (%s)',
    async (canonicalFormat) => {
      const queue = await newQueue({ canonicalFormat });
      await useAll(queue);
      const pages: number[] = [];
      const found = await verifyStore(queue.store, (events) => pages.push(events));
      expect(found).toMatchObject({ problems: [], events: expect.any(Number) });
      expect(found.models).toBeGreaterThan(3);
      expect(pages).toEqual([found.events]);
    },
  );

  test('finds nothing wrong with an empty database', async () => {
    const { store } = await newQueue();
    expect(await verifyStore(store)).toEqual({ events: 0, models: 0, changes: 0, gap: null, problems: [] });
  });

  test('reads the trail in pages', async () => {
    const queue = await newQueue();
    await queue.proposedClips(...Array.from({ length: 1001 }, (_, n) => `model ${n}`));
    const pages: number[] = [];
    expect((await verifyStore(queue.store, (events) => pages.push(events))).problems).toEqual([]);
    expect(pages).toEqual([1000, 1001]);
  });

  const lastEventOf = async (queue: Awaited<ReturnType<typeof live>>, name: string) =>
    (await queue.events()).findLast(({ model_name }) => model_name === name)?.event_id;

  test.each([
    ["UPDATE models SET v2 = replace(v2, '\"2\"', '\"3\"') WHERE name = 'ViT-B'", 'ViT-B', 'v2_hash'],
    [
      "UPDATE models SET legacy = replace(legacy, '\"2\"', '\"3\"') WHERE name = 'ViT-B'",
      'ViT-B',
      'legacy_hash',
    ],
    ["UPDATE models SET v2 = v2 || ' ' WHERE name = 'ViT-B'", 'ViT-B', 'v2_hash'],
    [
      "UPDATE models SET v2_hash = 'x' WHERE name = 'ViT-B'",
      'ViT-B',
      'hashes that are not those of its content',
    ],
    [
      "UPDATE models SET position = 99 WHERE name = 'ViT-B'",
      'ViT-B',
      'has another position than the events state',
    ],
    ["UPDATE models SET updated_at = 1 WHERE name = 'ViT-B'", 'ViT-B', 'updated_at'],
    ["DELETE FROM models WHERE name = 'ViT-B'", 'ViT-B', 'is not live'],
    ["UPDATE pending_changes SET status = 'rejected' WHERE change_id = 1", '1', 'status'],
    ['UPDATE pending_changes SET batch_id = 9 WHERE change_id = 1', '1', 'batch_id'],
    ["UPDATE pending_change_bodies SET payload = '{}' WHERE change_id = 1", '1', 'submitted'],
    ["UPDATE pending_change_bodies SET before_state = '{}' WHERE change_id = 1", '1', 'before'],
    ['UPDATE pending_change_bodies SET after_state = NULL WHERE change_id = 1', '1', 'after'],
    ['DELETE FROM pending_changes WHERE change_id = 1', '1', 'is not in the queue'],
    [
      "UPDATE pending_changes SET model_name_folded = 'x' WHERE change_id = 1",
      '1',
      'is not the name of its model',
    ],
    ["UPDATE family_members SET group_name = 'other'", 'family', 'family entry'],
    ["DELETE FROM aliases WHERE alias = 'third'", 'model', 'alias entry'],
    ['DELETE FROM families', 'family', 'is missing'],
    ['DELETE FROM name_schemas', 'schemed', 'is missing'],
  ])('names the event that says otherwise after %s', async (sql, name, text) => {
    const queue = await live();
    await queue.tamper(sql);
    const { problems } = await verifyStore(queue.store);
    expect(problems[0]).toEqual({
      event_id: await lastEventOf(queue, name),
      text: expect.stringContaining(text),
    });
  });

  test.each([
    ["UPDATE models SET name = 'another' WHERE name = 'only-v2'", "'another' of lora is live"],
    ["UPDATE counters SET value = value + 1 WHERE name = 'change'", 'change is'],
    ["UPDATE counters SET value = value - 1 WHERE name = 'batch'", 'batch is'],
    ["UPDATE category_metadata SET total_creates = 1 WHERE category = 'clip'", 'total_creates'],
    ["UPDATE category_metadata SET last_updated = 1 WHERE category = 'clip'", 'last_updated'],
    [
      "UPDATE category_metadata SET last_successful_operation = 1 WHERE category = 'clip'",
      'last_successful_operation',
    ],
    [
      "UPDATE category_versions SET version = version + 1 WHERE category = 'clip'",
      'the content version of clip is',
    ],
    [
      "INSERT INTO apply_jobs (job_id, calls, created_at) VALUES ('x', '[]', 1)",
      "apply job 'x' is stored, but no event records it",
    ],
    ["DELETE FROM category_metadata WHERE category = 'clip'", 'must have both metadata and events'],
    [
      "INSERT INTO pending_changes (change_id, status, category, operation, model_name, model_name_folded, requested_by, requested_username, requested_at, domain, payload_format, updated_at) VALUES (99, 'pending', 'clip', 'delete', 'a', 'a', '1', 'x', 1, 'v2', 'v2', 1)",
      'change 99 is in the queue, but no event records it',
    ],
  ])('finds what no event says after %s', async (sql, text) => {
    const queue = await live();
    await queue.tamper(sql);
    const { problems } = await verifyStore(queue.store);
    expect(problems).toContainEqual({ event_id: null, text: expect.stringContaining(text) });
  });

  test('finds an apply job that answers otherwise, or nothing any more', async () => {
    const queue = await live();
    const job = (await queue.events()).findLast(({ action }) => action === 'apply');
    const id = job ? readStoredFacts(job).job_id : null;
    await queue.tamper(`UPDATE apply_jobs SET calls = '[]' WHERE job_id = '${id}'`);
    const said = (await verifyStore(queue.store)).problems;
    expect(said).toEqual([
      { event_id: job?.event_id, text: expect.stringContaining(`'${id}' differs from what`) },
    ]);
    await queue.tamper(`DELETE FROM apply_jobs WHERE job_id = '${id}'`);
    const gone = (await verifyStore(queue.store)).problems;
    expect(gone).toEqual([
      { event_id: job?.event_id, text: expect.stringContaining(`'${id}' is no longer stored`) },
    ]);
  });

  test('finds that nothing guards the trail any more', async () => {
    const queue = await live();
    await queue.tamper(unguarded('SELECT 1'));
    const { problems } = await verifyStore(queue.store);
    expect(problems).toHaveLength(2);
    for (const problem of problems) {
      expect(problem).toEqual({
        event_id: null,
        text: expect.stringMatching(/trigger audit_events_no_|append/),
      });
    }
  });

  test('finds nothing wrong after a change of canonical format', async () => {
    const v2 = await newQueue({ canonicalFormat: 'v2' });
    await v2.write('create', 'clip', 'ViT-B', { description: 'ä' });
    await v2.write('create', 'text_generation', 'org/model-7B', { parameters: 7_000_000_000, nsfw: true });
    const legacy = await openQueue(v2.store, { canonicalFormat: 'legacy' });
    legacy.time.seconds += 1;
    await legacy.write('update', 'clip', 'ViT-B', { description: 'b' });
    await legacy.write('update', 'text_generation', 'org/model-7B', { parameters: 8_000_000_000 });
    const again = await openQueue(v2.store, { canonicalFormat: 'v2' });
    await again.write('update', 'clip', 'ViT-B', { description: 'c' });
    await again.write('delete', 'clip', 'ViT-B');
    expect((await verifyStore(v2.store)).problems).toEqual([]);
  });

  test('names the first event that is missing, in the middle and at the end', async () => {
    for (const gone of ['= 7', '>= (SELECT max(event_id) - 2 FROM audit_events)']) {
      const queue = await live();
      const last = (await queue.events()).length;
      await queue.tamper(unguarded(`DELETE FROM audit_events WHERE event_id ${gone}`));
      const { problems, events } = await verifyStore(queue.store);
      const first = gone === '= 7' ? 7 : last - 2;
      expect([problems.length, problems[0]?.event_id, events]).toEqual([1, first, first - 1]);
    }
  });

  test('names the first of several bad events, when one of them cannot even be read', async () => {
    const queue = await live();
    await queue.tamper(
      unguarded(
        "UPDATE audit_events SET payload = 'x' WHERE event_id IN (9, 12); UPDATE audit_events SET model_name = 'x' WHERE event_id = 11",
      ),
    );
    const { problems, events } = await verifyStore(queue.store);
    expect([problems, events]).toEqual([
      [{ event_id: 9, text: expect.stringContaining('audit event 9') }],
      8,
    ]);
  });
});

/** The statement, past the guard of a table that takes no changes. */
function unguarded(sql: string): string {
  const triggers = ['update', 'delete'].map((action) => `DROP TRIGGER IF EXISTS audit_events_no_${action}`);
  return process.env.TEST_STORE === 'postgres'
    ? `ALTER TABLE audit_events DISABLE TRIGGER ALL; ${sql}`
    : `${triggers.join('; ')}; ${sql}`;
}

test('that the database does not answer is no problem of the trail', async () => {
  const { store } = await live();
  const away: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (!JSON.stringify(node).includes('"audit_events"')) return node;
      throw new OutageError('storage_unavailable', 'The database cannot be used.');
    },
    transformResult: async ({ result }) => result,
  };
  const failing: typeof store = {
    ...store,
    read: (work) => store.read((tx) => work({ ...tx, db: tx.db.withPlugin(away) })),
  };
  await expect(verifyStore(failing)).rejects.toThrow('The database cannot be used.');
});
