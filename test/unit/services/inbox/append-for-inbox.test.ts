import { expect, test } from 'vitest';
import { appendEvents } from '../../../../src/services/audit/append-events.ts';
import { appendForInbox } from '../../../../src/services/inbox/append-for-inbox.ts';
import type { Store } from '../../../../src/services/ports/store/store.ts';
import { withStatements } from '../../../proof/crash/statements.ts';
import { onDatabase } from '../../../support/databases.ts';
import { testDeadline } from '../../../support/deadline.ts';
import { approver, openQueue, proposal, requestor } from '../../../support/queue.ts';

const approverIds = ['22', '33', '44'];

const entries = (store: Store, user_id: string) =>
  store.read(async ({ inbox }) =>
    (await inbox.list({ user_id }, 100)).map(({ kind, change_id }) => `${kind} ${change_id}`).reverse(),
  );

onDatabase('SQLite', (_, makeStore) => {
  /** The statements of `work` that are about inboxes, or that look up whom to tell. */
  const statementsOf = async (work: () => Promise<unknown>) => {
    const found: string[] = [];
    await withStatements(({ source }) => found.push(source), work);
    return {
      inserts: found.filter((text) => text.includes('insert into "inbox_entries"')).length,
      commits: found.filter((text) => /^commit/i.test(text)).length,
      all: found.length,
    };
  };

  test('what shares a transaction is told by one statement, and what is undone not at all', async () => {
    const store = await makeStore();
    const queue = await openQueue(store, { append: appendForInbox(appendEvents, approverIds) });
    const names = ['one', 'two', 'never there', 'three'];
    const { inserts, commits } = await statementsOf(() =>
      Promise.allSettled(
        names.map((name) => {
          const caller = { ...requestor, deadline: testDeadline() };
          const operation = name === 'never there' ? 'delete' : 'create';
          return queue.proposals.propose({ ...proposal(operation, 'clip', name), caller });
        }),
      ),
    );
    expect({ inserts, commits }).toEqual({ inserts: 1, commits: 1 });
    for (const id of approverIds) {
      expect(await entries(store, id)).toEqual(['proposed 1', 'proposed 2', 'proposed 3']);
    }
    expect(await entries(store, requestor.userId)).toEqual([]);
  });

  test('an approval takes one statement more than without, an apply three, however many they are of', async () => {
    const work = async (append: typeof appendEvents, count: number) => {
      const store = await makeStore();
      const queue = await openQueue(store, { append });
      const ids: number[] = [];
      for (let n = 0; n < count; n += 1)
        ids.push((await queue.propose('create', 'clip', `m ${n}`)).change_id);
      const approved = await statementsOf(() => queue.approve(...ids));
      const changeIds = ids;
      const applied = await statementsOf(() => queue.apply.applyMany({ changeIds, jobId: 'job' }, approver));
      return { store, approved: approved.all, applied: applied.all };
    };
    const telling = appendForInbox(appendEvents, approverIds);
    for (const count of [2, 12]) {
      const [with_, without] = [await work(telling, count), await work(appendEvents, count)];
      // The entries; for an apply also whose changes they are, and what else waits for its models.
      expect([with_.approved - without.approved, with_.applied - without.applied]).toEqual([1, 3]);
      expect(await entries(with_.store, requestor.userId)).toHaveLength(2 * count);
    }
  });

  test('an apply tells of a conflict whoever rests on another record, and nobody whose change still fits', async () => {
    const store = await makeStore();
    const append = appendForInbox(appendEvents, approverIds);
    const queue = await openQueue(store, { append, canonicalFormat: 'legacy' });
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
});
