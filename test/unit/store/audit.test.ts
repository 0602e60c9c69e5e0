import { beforeAll, describe, expect, test } from 'vitest';
import { auditStore } from '../../../src/modules/audit/store.ts';
import type { AuditFilter } from '../../../src/modules/audit/tables.ts';
import type { Store } from '../../../src/store/store.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { runSql } from '../../support/run-sql.ts';
import { appendEvent } from './samples.ts';

forEachDatabase((_database, makeStore, makeUrl) => {
  test('an event is read back as it was appended, and is the new head', async () => {
    const store = await makeStore();
    const event = await store.write((writer) =>
      appendEvent(writer, {
        domain: 'legacy',
        category: 'pending_queue',
        model_name: '17',
        request_id: 'job',
        payload: { after: { z: 1, a: { old: null, new: 'é\u0000' } } },
        action: 'apply',
        change_id: 17,
        batch_id: 4,
      }),
    );
    const [read] = await store.read((reader) => auditStore(reader).events({}, 10));
    expect(read).toEqual(event);
    expect(JSON.stringify(read)).toBe(JSON.stringify(event));
    expect(await store.read((reader) => auditStore(reader).head())).toEqual({
      event_id: 1,
      hash: event.hash,
    });
  });

  test('an event that does not follow the end of the chain is refused', async () => {
    const store = await makeStore();
    await store.write((writer) => appendEvent(writer));
    for (const wrong of [{ event_id: 1 }, { event_id: 3 }, { previous_hash: 'f'.repeat(64) }]) {
      await expect(store.write((writer) => appendEvent(writer, wrong))).rejects.toThrow(/does not follow/);
    }
    expect((await store.read((reader) => auditStore(reader).events({}, 10))).length).toBe(1);
  });

  test('stored events can be neither changed nor removed', async () => {
    const url = await makeUrl();
    const store = await makeStore.on(url);
    await store.write((writer) => appendEvent(writer));
    for (const statement of [
      "UPDATE audit_events SET model_name = 'other'",
      'UPDATE audit_events SET payload = NULL WHERE event_id = 1',
      'DELETE FROM audit_events',
    ]) {
      await expect(runSql(url, statement)).rejects.toThrow('audit_events is append-only');
    }
    expect((await store.read((reader) => auditStore(reader).events({}, 10))).length).toBe(1);
  });

  test.each([
    ['no JSON', '{"after":'],
    ['the same value in other bytes', '{"after": {}}'],
  ])('an event whose payload is %s is named as damaged', async (_what, payload) => {
    const url = await makeUrl();
    const store = await makeStore.on(url);
    await store.write((writer) => appendEvent(writer));
    await runSql(
      url,
      `INSERT INTO audit_events (event_id, timestamp, domain, category, model_name, operation, logical_user_id, payload, previous_hash, hash)
       VALUES (2, 1, 'v2', 'clip', 'x', 'update', '1', '${payload}', 'a', 'b')`,
    );
    await expect(store.read((reader) => auditStore(reader).events({}, 10))).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringContaining('audit event 2'),
    });
    expect((await store.read((reader) => auditStore(reader).events({ upto: 1 }, 10))).length).toBe(1);
  });

  describe('large events', () => {
    let store: Store;
    const large = (length: number) => ({ payload: { after: 'ä'.repeat(length) } });
    beforeAll(async () => {
      store = await makeStore();
      const queue = { category: 'pending_queue', action: 'enqueue' } as const;
      await store.write(async (writer) => {
        await appendEvent(writer, { ...queue, ...large(500), change_id: 1, batch_id: 3 });
        await appendEvent(writer, { ...queue, ...large(100), change_id: 2, batch_id: 3 });
        await appendEvent(writer, { ...large(100), change_id: 2 });
        await appendEvent(writer, { ...queue, ...large(10), change_id: 1, batch_id: 3 });
        await appendEvent(writer, { ...queue, change_id: 5, batch_id: 3 });
      });
    });

    test('come in pages that are bounded in bytes, one event at least', async () => {
      const pages = async (bytes: number, order: 'ascending' | 'descending') => {
        const found: number[][] = [];
        for (let filter = {}; ; ) {
          const { events, hasMore } = await store.read((reader) =>
            auditStore(reader).page(filter, { rows: 10, bytes }, order),
          );
          found.push(events.map(({ event_id }) => event_id));
          const last = events.at(-1)?.event_id ?? 0;
          if (!hasMore) return found;
          filter = order === 'ascending' ? { after: last } : { upto: last - 1 };
        }
      };
      // 1012, 212, 212, 32 and 0 bytes.
      expect(await pages(500, 'ascending')).toEqual([[1], [2, 3, 4, 5]]);
      expect(await pages(500, 'descending')).toEqual([[5, 4, 3, 2], [1]]);
      expect(await pages(1, 'ascending')).toEqual([[1], [2], [3], [4], [5]]);
      expect(await pages(10_000, 'ascending')).toEqual([[1, 2, 3, 4, 5]]);
    });

    test('tell by change how large they are, without being read', async () => {
      const bytes = await store.read((reader) => auditStore(reader).queueEventBytes([1, 2, 5, 9]));
      expect(Object.fromEntries(bytes)).toEqual({ 1: 1012 + 32, 2: 212, 5: 0 });
    });

    test('tell which changes they are about', async () => {
      const ids = (filter: AuditFilter) => store.read((reader) => auditStore(reader).changeIds(filter));
      expect(await ids({ batch_id: 3 })).toEqual([1, 2, 5]);
      expect(await ids({ batch_id: 3, action: 'purge' })).toEqual([]);
    });
  });
});
