import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const queue = `${v2}/pending_queue`;
const key = keys.approver;

let app: TestApp;
const ids: number[] = [];
beforeAll(async () => {
  app = await startTestApp({
    settings: { bodyLimitBytes: 20_000_000 },
    overrides: { bounds: { proposalBytes: 20_000_000 } },
  });
  // Two of them are within what one call handles, three are not.
  const description = 'x'.repeat(12_000_000);
  for (const name of ['a', 'b', 'c']) ids.push(await app.propose('POST', '/clip', { name, description }));
});
afterAll(() => app[Symbol.asyncDispose]());

const decide = (body: object) =>
  app.send('POST', `${queue}/batches`, { key, body: { batch_title: 'x', ...body } });

it('more than one call may hold is refused, with what to do instead, and changes nothing', async () => {
  for (const decision of [{ approved_ids: ids }, { rejected_ids: ids, reject_reason: 'too large' }]) {
    const refused = await decide(decision);
    expect(refused.statusCode).toBe(400);
    expect(refused.json().detail).toBe(
      'The proposals have 35 MiB in total; one call handles at most 32 MiB: decide them in several, which approve into the same batch.',
    );
  }
  const [first, second, third] = ids;
  const batches: number[] = [];
  for (const approved_ids of [[first, second], [third]]) {
    const decided = await decide({ approved_ids });
    expect(decided.statusCode).toBe(200);
    batches.push(decided.json().batch_id);
  }
  const [batch] = batches;
  expect(batches).toEqual([batch, batch]);
  await app.apply(...ids);

  const audit = `${queue}/audit/batches/${batch}`;
  const refusedOfBatch = async () => {
    for (const answer of [
      await app.get(`${audit}/net_changes`, { key }),
      await app.send('POST', `${audit}/revert`, { key }),
      await app.send('POST', `${audit}/revert?dry_run=true`, { key }),
    ]) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json().detail).toMatch(
        new RegExp(
          `^The records that batch ${batch} has written have 35 MiB in total; one call handles at most 32 MiB: `,
        ),
      );
    }
  };
  await refusedOfBatch();
  // What needs no records has no such bound; and the audit trail knows them still.
  const purged = await app.send('POST', `${queue}/purge`, { key, body: { statuses: ['applied'] } });
  expect(purged.json()).toMatchObject({ removed_count: 3 });
  await refusedOfBatch();
});
