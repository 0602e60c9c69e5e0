import { describe, expect, onTestFinished, test } from 'vitest';
import { appendNothing } from '../../../../src/modules/audit/append-events.ts';
import type { AuditEvent } from '../../../../src/modules/audit/event.ts';
import { modelStore } from '../../../../src/modules/catalog/store.ts';
import { counterStore } from '../../../../src/modules/counters/store.ts';
import { parseGroupWrite } from '../../../../src/modules/names/group-event.ts';
import { createGroups } from '../../../../src/modules/names/groups.ts';
import { aliasStore, familyStore, nameSchemaStore } from '../../../../src/modules/names/store.ts';
import type { Store } from '../../../../src/store/store.ts';
import { forEachDatabase } from '../../../support/databases.ts';
import { openQueue, requestor } from '../../../support/queue.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

async function openGroups(store: Store, more: Partial<Parameters<typeof createGroups>[0]> = {}) {
  const queue = await openQueue(store);
  const { catalog, clock, settings, proposals } = queue;
  const groups = createGroups({
    ...{ store, catalog, clock, settings, proposals },
    ...more,
  });
  await groups.refresh();
  return { ...queue, groups };
}

const onTemporaryStore = async () => openGroups(await temporaryStore(onTestFinished));

/** What the entries of a store are, and how many writes made them. */
const stored = (store: Store) =>
  store.read(async (reader) => ({
    aliases: await aliasStore(reader).all(),
    families: await familyStore(reader).all(),
    schemas: await nameSchemaStore(reader).all(),
  }));
const writes = (store: Store) => store.read((reader) => counterStore(reader).current('groups'));

describe('a write of an entry', () => {
  test('leaves one event, which says what was there, what is there, and who did it', async () => {
    const { groups, events, time } = await onTemporaryStore();
    await groups.aliases.set('magnum', ['Opus'], requestor);
    time.seconds += 1;
    await groups.aliases.add('magnum', 'Large', requestor);
    await groups.aliases.delete('magnum', requestor);
    await groups.families.set('F', ['b', 'a'], requestor);
    await groups.nameSchemas.save('magnum', { separator: '_' }, requestor);
    const [created, ...others] = (await events()).map(
      ({ event_id: _, hash: __, previous_hash: ___, ...event }) => event,
    );
    expect(created).toEqual({
      ...{ domain: 'v2', category: 'text_generation', model_name: 'magnum', operation: 'create' },
      ...{ timestamp: time.seconds - 1, logical_user_id: requestor.userId },
      ...{ request_id: null, action: null, change_id: null, batch_id: null },
      payload: {
        ...{ group_entry: 'alias', username: requestor.username },
        after: { canonical: 'magnum', aliases: ['Opus'] },
      },
    });
    expect(others.map(({ operation, payload }) => [operation, payload?.group_entry])).toEqual([
      ['update', 'alias'],
      ['delete', 'alias'],
      ['create', 'family'],
      ['create', 'name_schema'],
    ]);
  });

  test('that changes nothing is none', async () => {
    const { groups, events, store } = await onTemporaryStore();
    const thrice = async (write: () => Promise<unknown>) => {
      for (let time = 0; time < 3; time += 1) await write();
    };
    await thrice(() => groups.aliases.add('magnum', 'Opus', requestor));
    await thrice(() => groups.families.set('F', ['a', 'b', 'a'], requestor));
    await thrice(() => groups.nameSchemas.save('magnum', {}, requestor));
    expect([(await events()).length, await writes(store)]).toEqual([3, 3]);
  });

  test('that is refused leaves nothing', async () => {
    const { groups, events, store } = await onTemporaryStore();
    await groups.aliases.set('a', ['x'], requestor);
    await groups.families.set('F', ['a'], requestor);
    const before = await stored(store);
    for (const refused of [
      () => groups.aliases.set('b', ['new', 'x'], requestor),
      () => groups.aliases.add('x', 'y', requestor),
      () => groups.families.set('G', ['new', 'a'], requestor),
      () => groups.nameSchemas.delete('none', requestor),
    ]) {
      await expect(refused()).rejects.toMatchObject({ name: 'RegistryError' });
    }
    expect(await stored(store)).toEqual(before);
    expect([(await events()).length, await writes(store)]).toEqual([2, 2]);
  });

  test('leaves no event where nothing is audited, but counts', async () => {
    const store = await temporaryStore(onTestFinished);
    const { groups, events } = await openGroups(store, { append: appendNothing });
    await groups.aliases.add('magnum', 'Opus', requestor);
    expect([(await events()).length, await writes(store)]).toEqual([0, 1]);
    expect(groups.aliases.list()).toHaveLength(1);
  });
});

test.each<[string, Pick<AuditEvent, 'category' | 'model_name' | 'payload'>]>([
  ['a model', { category: 'text_generation', model_name: 'a', payload: { after: { name: 'a' } } }],
  ['another category', { category: 'clip', model_name: 'a', payload: { group_entry: 'alias' } }],
  ['another kind', { category: 'text_generation', model_name: 'a', payload: { group_entry: 'toString' } }],
  ['nothing', { category: 'text_generation', model_name: 'a', payload: null }],
])('an event about %s is no group event', (_what, event) => {
  expect(parseGroupWrite(event)).toEqual({ problem: expect.any(String) });
});

describe('what another process writes', () => {
  test('is seen after a refresh; what this one writes, at once', async () => {
    const { groups, store } = await onTemporaryStore();
    const { groups: other } = await openGroups(store);
    await other.aliases.set('magnum', ['Opus'], requestor);
    expect(other.parse('Opus-7B').suggested_group).toBe('magnum');
    expect(groups.parse('Opus-7B').suggested_group).toBe('Opus');
    await groups.refresh();
    expect(groups.parse('Opus-7B').suggested_group).toBe('magnum');
    expect(groups.aliases.get('magnum')).toEqual({ canonical: 'magnum', aliases: ['Opus'] });
  });

  test('counts when this one checks a write, seen or not', async () => {
    const { groups, store } = await onTemporaryStore();
    const { groups: other } = await openGroups(store);
    await other.aliases.set('magnum', ['Opus'], requestor);
    await expect(groups.aliases.set('Opus', ['x'], requestor)).rejects.toMatchObject({ code: 'conflict' });
    await groups.aliases.add('magnum', 'Large', requestor);
    expect(groups.aliases.get('magnum').aliases).toEqual(['Opus', 'Large']);
  });
});

test('views follow the models', async () => {
  const { groups, write } = await onTemporaryStore();
  for (const [at, size] of ['7B', '9B'].entries()) {
    await write('create', 'text_generation', `org/magnum-${size}`, { parameters: 1 });
    const detail = await groups.views.detail('magnum');
    expect(JSON.parse(String(detail?.identity)).members).toHaveLength(at + 1);
  }
});

describe('an edit of members', () => {
  test('is made of the records as they are in the moment of queueing', async () => {
    const { groups, write, stored: change, live, approve, apply } = await onTemporaryStore();
    await write('create', 'text_generation', 'org/magnum-7B', { parameters: 1, baseline: 'old' });
    const edit = { style: 'chat', url: undefined };
    const [{ pending_change_ids }] = await Promise.all([
      groups.memberEdits.updateCommonFields('magnum', edit, requestor),
      write('update', 'text_generation', 'org/magnum-7B', { parameters: 1, baseline: 'new' }),
    ]);
    const [id] = pending_change_ids;
    const queued = await change(id!);
    const row = await live('text_generation', 'org/magnum-7B');
    const seen = { old: 'old', new: 'new' }[String(queued!.payload!.baseline)];
    expect(queued).toMatchObject({ payload_format: 'v2', payload: { style: 'chat', baseline: seen } });
    // Based on another record than the live one now: whoever reviews it is told that it is stale.
    expect(queued!.base_hash === row!.v2_hash).toBe(seen === 'new');
    await approve(id!);
    await apply.applySingle(id!, null, requestor);
    expect(JSON.parse((await live('text_generation', 'org/magnum-7B'))!.v2)).toMatchObject({ style: 'chat' });
  });

  test('queues all members or none', async () => {
    const { groups, write, store, losePayload: _, ...queue } = await onTemporaryStore();
    await write('create', 'text_generation', 'org/magnum-7B', { parameters: 1 });
    await write('create', 'text_generation', 'org/magnum-9B', { parameters: 1 });
    const before = await queue.overview();
    const name = 'org/magnum-\u0001';
    await store.write((writer) =>
      modelStore(writer).put(
        {
          ...{ category: 'text_generation', name, legacy: null, v2_hash: 'x', legacy_hash: null },
          v2: JSON.stringify({ name, parameters: 1, text_model_group: 'magnum' }),
        },
        1,
      ),
    );
    const edit = groups.memberEdits.updateCommonFields('magnum', { style: 'chat' }, requestor);
    await expect(edit).rejects.toMatchObject({ code: 'invalid_name' });
    expect(await queue.overview()).toEqual(before);
  });

  test('leaves alone what was stored before a rule came up, and cannot be mended here', async () => {
    const { groups, write, store, stored: change } = await onTemporaryStore();
    await write('create', 'text_generation', 'org/magnum-7B', { parameters: 1 });
    const v2 = JSON.stringify({ name: 'org/magnum-7B', parameters: 0, text_model_group: 'magnum' });
    await store.write((writer) =>
      modelStore(writer).put(
        {
          ...{ category: 'text_generation', name: 'org/magnum-7B', legacy: null },
          ...{ v2, v2_hash: 'x', legacy_hash: null },
        },
        1,
      ),
    );
    const { pending_change_ids } = await groups.memberEdits.updateCommonFields(
      'magnum',
      { style: 'chat' },
      requestor,
    );
    expect(await change(pending_change_ids[0]!)).toMatchObject({ payload: { parameters: 0, style: 'chat' } });
  });
});

forEachDatabase((_database, makeStore) => {
  test('the constraint decides who holds an alias or a group, and the holder is named', async () => {
    const store = await makeStore();
    const [one, two] = [(await openGroups(store)).groups, (await openGroups(store)).groups];
    const outcomes = async (...attempts: Promise<unknown>[]) => {
      const settled = await Promise.allSettled(attempts);
      return new Set(settled.map((each) => (each.status === 'rejected' ? each.reason.message : 'written')));
    };
    const alias = [one.aliases.add('a', 'x', requestor), two.aliases.add('b', 'x', requestor)];
    const registered = /^Alias 'x' is already registered under canonical group '[ab]'$/;
    expect(await outcomes(...alias)).toEqual(new Set(['written', expect.stringMatching(registered)]));
    const family = [one.families.set('F', ['g'], requestor), two.families.set('G', ['g'], requestor)];
    const belongs = /^Group 'g' already belongs to family '[FG]'\. Remove it from that family first\.$/;
    expect(await outcomes(...family)).toEqual(new Set(['written', expect.stringMatching(belongs)]));
    expect(await writes(store)).toBe(2);
  });
});
