import { expect, test } from 'vitest';
import { notifyInboxes } from '../../../../src/modules/inbox/notify.ts';
import { inboxStore } from '../../../../src/modules/inbox/store.ts';
import type { Store } from '../../../../src/store/store.ts';
import { onDatabase } from '../../../support/databases.ts';
import { testDeadline } from '../../../support/deadline.ts';
import { approver, openQueue, proposal, requestor } from '../../../support/queue.ts';

const approverIds = ['22', '33', '44'];

const entries = (store: Store, user_id: string) =>
  store.read(async (tx) =>
    (await inboxStore(tx).list({ user_id }, 100))
      .map(({ kind, change_id }) => `${kind} ${change_id}`)
      .reverse(),
  );

onDatabase('SQLite', (_, makeStore) => {
  test('of what shares a transaction, what is undone is not told', async () => {
    const store = await makeStore();
    const queue = await openQueue(store, { tell: notifyInboxes(approverIds) });
    const names = ['one', 'two', 'never there', 'three'];
    await Promise.allSettled(
      names.map((name) => {
        const caller = { ...requestor, deadline: testDeadline() };
        const operation = name === 'never there' ? 'delete' : 'create';
        return queue.proposals.propose({ ...proposal(operation, 'clip', name), caller });
      }),
    );
    for (const id of approverIds) {
      expect(await entries(store, id)).toEqual(['proposed 1', 'proposed 2', 'proposed 3']);
    }
    expect(await entries(store, requestor.userId)).toEqual([]);
  });

  test('an apply tells of a conflict whoever rests on another record, and nobody whose change still fits', async () => {
    const store = await makeStore();
    const queue = await openQueue(store, { tell: notifyInboxes(approverIds), canonicalFormat: 'legacy' });
    await queue.write('create', 'clip', 'a', { description: 'one' });
    const applied = async (description: string) => {
      const change = await queue.propose('update', 'clip', 'a', { description });
      await queue.approve(change);
      await queue.apply.applySingle(change.change_id, null, approver);
      return entries(store, requestor.userId);
    };
    const { change_id } = await queue.propose('update', 'clip', 'a', { description: 'two' });
    // Says what is live already, so the legacy record stays what it was.
    expect(await applied('one')).not.toContain(`conflict ${change_id}`);
    expect(await applied('three')).toContain(`conflict ${change_id}`);
  });

  test('a rename tells of a conflict whoever proposes a model of the new name, or a change of the old one', async () => {
    const store = await makeStore();
    const queue = await openQueue(store, { tell: notifyInboxes(approverIds) });
    await queue.write('create', 'clip', 'old');
    const other = await queue.propose('update', 'clip', 'old', { description: 'other' });
    const create = await queue.propose('create', 'clip', 'new');
    await queue.propose('create', 'clip', 'apart');
    const rename = await queue.proposals.propose({
      ...proposal('update', 'clip', 'old', { description: 'renamed' }),
      renamesTo: 'new',
    });
    await queue.approve(rename);
    await queue.apply.applySingle(rename.change_id, null, approver);
    const told = await entries(store, requestor.userId);
    const conflicts = told.filter((entry) => entry.startsWith('conflict'));
    expect(conflicts.sort()).toEqual([`conflict ${other.change_id}`, `conflict ${create.change_id}`]);
  });
});
