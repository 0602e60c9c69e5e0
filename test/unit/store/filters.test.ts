import { describe, expect, test } from 'vitest';
import { auditStore } from '../../../src/modules/audit/store.ts';
import type { AuditFilter } from '../../../src/modules/audit/tables.ts';
import { deliveryStore } from '../../../src/modules/feed/store.ts';
import type { Delivery, DeliveryFilter } from '../../../src/modules/feed/tables.ts';
import { type InboxFilter, inboxStore } from '../../../src/modules/inbox/store.ts';
import type { InboxEntry } from '../../../src/modules/inbox/tables.ts';
import { changeStore } from '../../../src/modules/queue/store.ts';
import type { ChangeFilter } from '../../../src/modules/queue/tables.ts';
import type { Store } from '../../../src/store/store.ts';
import { aChange } from '../../support/changes.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { appendEvent } from './samples.ts';

// Each key of a filter, by itself, leaves out some of three rows. The types name every key: one that is
// declared and not applied would match all three.

type Cases<Filter> = { readonly [Key in keyof Required<Filter>]: readonly [filter: Filter, found: number[]] };

const changes: Cases<ChangeFilter> = {
  statuses: [{ statuses: ['approved'] }, [2]],
  categories: [{ categories: ['blip'] }, [2]],
  operations: [{ operations: ['update'] }, [2]],
  batch_id: [{ batch_id: 2 }, [2]],
  model_name: [{ model_name: 'NOTHER' }, [2]],
  model_name_exact: [{ model_name_exact: 'another' }, [2]],
  requested_by: [{ requested_by: ['8'] }, [2]],
  requestor: [{ requestor: 'body#8' }, [2]],
  domain: [{ domain: 'legacy' }, [2]],
};
const events: Cases<AuditFilter> = {
  domain: [{ domain: 'legacy' }, [2]],
  category: [{ category: 'blip' }, [2]],
  model_name: [{ model_name: 'another' }, [1, 2]],
  change_ids: [{ change_ids: [2] }, [2]],
  of_models: [{ of_models: true }, [1, 2]],
  operation: [{ operation: 'delete' }, [2]],
  batch_id: [{ batch_id: 2 }, [2]],
  action: [{ action: 'withdraw' }, [2]],
  until: [{ until: 200 }, [1, 2]],
  after: [{ after: 1 }, [2, 3]],
  upto: [{ upto: 2 }, [1, 2]],
};
const entries: Cases<InboxFilter> = {
  user_id: [{ user_id: '7' }, [1, 2]],
  because: [{ user_id: '7', because: 'requested' }, [2]],
  kinds: [{ user_id: '7', kinds: ['comment'] }, [2]],
  unread: [{ user_id: '7', unread: false }, [2]],
};
const deliveries: Cases<DeliveryFilter> = {
  state: [{ state: 'failed' }, [2]],
  target: [{ target: 'https://two.example/' }, [2]],
  event_id: [{ event_id: 2 }, [2]],
};

const entry: InboxEntry = {
  ...{
    event_id: 1,
    change_id: 1,
    user_id: '7',
    kind: 'proposed',
    request_id: null,
    because: 'reviews',
    at: 1,
  },
  ...{ actor_id: '9', actor_username: null, category: 'clip', model_name: 'a', operation: null },
  ...{ excerpt: null, read_at: null },
};
const delivery: Delivery = {
  ...{ event_id: 1, target: 'https://one.example/', state: 'waiting', attempts: 0, next_attempt_at: 1 },
  ...{ last_status: null, last_error: null, created_at: 1, updated_at: 1 },
};

async function fill(store: Store): Promise<void> {
  await store.write(async (writer) => {
    const insert = (given: Parameters<typeof aChange>[0]) => changeStore(writer).insert(aChange(given));
    await insert({ model_name: 'one' });
    const second = await insert({
      ...{ model_name: 'another', category: 'blip', operation: 'update', domain: 'legacy' },
      ...{ requested_by: '8', requested_username: 'somebody#8' },
    });
    await changeStore(writer).openNextBatch(1);
    const batch_id = await changeStore(writer).openNextBatch(1);
    await changeStore(writer).updateHead({ ...second, status: 'approved', batch_id, approved_at: 1 });
    await insert({ model_name: 'three' });

    await appendEvent(writer, { timestamp: 100, model_name: 'another' });
    await appendEvent(writer, {
      ...{ timestamp: 200, model_name: 'another', category: 'blip', operation: 'delete', domain: 'legacy' },
      ...{ logical_user_id: '8', change_id: 2, batch_id: 2, action: 'withdraw', payload: { said: true } },
    });
    await appendEvent(writer, { timestamp: 300, model_name: '3', category: 'pending_queue' });

    await inboxStore(writer).add([
      entry,
      { ...entry, event_id: 2, because: 'requested', kind: 'comment', read_at: 5 },
      { ...entry, event_id: 3, user_id: '8' },
    ]);
    await deliveryStore(writer).add([
      delivery,
      { ...delivery, event_id: 2, target: 'https://two.example/', state: 'failed' },
      { ...delivery, event_id: 3 },
    ]);
  });
}

forEachDatabase((_database, makeStore) => {
  describe('every key of a filter narrows', () => {
    const found = async (filter: 'changes' | 'events' | 'entries' | 'deliveries') => {
      const store = await makeStore();
      await fill(store);
      return store.read(async (reader) => {
        const idsOf = (rows: readonly { event_id: number }[]) => rows.map(({ event_id }) => event_id).sort();
        const all = async <Filter>(cases: Cases<Filter>, find: (filter: Filter) => Promise<number[]>) => {
          const given = Object.entries(cases) as [string, readonly [Filter, number[]]][];
          const told: [string, number[]][] = [];
          for (const [key, [filter]] of given) told.push([key, await find(filter)]);
          return [told, given.map(([key, [, expected]]) => [key, expected])];
        };
        if (filter === 'changes') return all(changes, (by) => changeStore(reader).ids(by));
        if (filter === 'events')
          return all(events, async (by) => idsOf(await auditStore(reader).events(by, 9)));
        if (filter === 'entries')
          return all(entries, async (by) => idsOf(await inboxStore(reader).list(by, 9)));
        return all(deliveries, async (by) => {
          const ids = idsOf(await deliveryStore(reader).list(by, 9));
          expect(await deliveryStore(reader).count(by)).toBe(ids.length);
          return ids;
        });
      });
    };

    test.each(['changes', 'events', 'entries', 'deliveries'] as const)('of %s', async (filter) => {
      const [told, expected] = await found(filter);
      expect(told).toEqual(expected);
    });
  });
});
