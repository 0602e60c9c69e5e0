import { expect, test } from 'vitest';
import { verifyStore } from '../../../../src/modules/history/verify.ts';
import { withStatements } from '../../../proof/crash/statements.ts';
import { onDatabase } from '../../../support/databases.ts';
import { approver, openQueue } from '../../../support/queue.ts';

onDatabase('SQLite', (_, makeStore) => {
  /** Applies one of so many approved changes; gives the statements that it took, and the events. */
  async function splitOff(approved: number) {
    const queue = await openQueue(await makeStore());
    const names = Array.from({ length: approved }, (_, index) => `clip ${index}`);
    const ids = await queue.approvedClips(...names);
    const before = (await queue.events()).length;
    const statements: string[] = [];
    const { split } = await withStatements(
      ({ source }) => statements.push(source),
      () => queue.apply.applySingle(ids[0] as number, null, approver),
    );
    expect(split).toEqual({ original_batch_id: 1, new_batch_id: 2, reassigned_change_ids: ids.slice(1) });
    expect((await verifyStore(queue.store)).problems).toEqual([]);
    const events = (await queue.events()).slice(before).map(({ action }) => action);
    return { statements, events };
  }

  test('a split writes no change that is left, and one event, however many are left', async () => {
    const [few, many] = [await splitOff(3), await splitOff(60)];
    expect(many.statements).toEqual(few.statements);
    const writes = many.statements.filter((statement) =>
      /^(insert|update|delete).*"pending_changes"/.test(statement),
    );
    expect(writes).toEqual([expect.stringMatching(/^update .* where "change_id" = \?$/)]);
    expect(many.events).toEqual([null, 'apply', 'batch_split']);
  });
});
