import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { modelStore } from '../../../src/modules/catalog/store.ts';
import { startTestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';
import { openQueue } from '../../support/queue.ts';
import { temporaryStore } from '../../support/temporary-store.ts';
import { withStatements } from './statements.ts';

const base = '/api/model_references';
const views = [`${base}/v2/clip`, `${base}/v1/clip`];

test('when what was committed cannot be read back, readers keep the old bytes until it can', async () => {
  await using app = await startTestApp();
  await app.seed('clip', { name: 'old' });
  const change = await app.propose('POST', '/clip', { name: 'new' });
  await app.approve(change);
  const read = () => Promise.all(views.map(async (path) => (await app.get(path)).body));
  const apply = () =>
    app.send('POST', `${base}/v2/pending_queue/apply`, {
      key: keys.approver,
      body: { change_ids: [change], job_id: 'job' },
    });
  const before = await read();

  let committed = false;
  const failAfterCommit = (statement: Sqlite.Statement): void => {
    if (committed) throw new Sqlite.SqliteError('injected', 'SQLITE_IOERR_READ');
    committed = statement.source === 'commit' && !statement.database.readonly;
  };
  await withStatements(failAfterCommit, async () => {
    const answer = await apply();
    expect({ status: answer.statusCode, ...answer.json() }).toEqual({
      status: 503,
      detail: 'The database cannot be used: reading or writing its files failed.',
    });
    expect(await read()).toEqual(before);
  });

  await app.service.follower.check();
  const after = await read();
  for (const body of after) expect(Object.keys(JSON.parse(body))).toEqual(['old', 'new']);
  // Whoever got the 503 may ask again with the same job id.
  const again = await apply();
  expect(again.statusCode).toBe(200);
  expect(await read()).toEqual(after);
});

test('a view that cannot be made leaves both as they were, and both follow when it can', async () => {
  const store = await temporaryStore(onTestFinished);
  const queue = await openQueue(store);
  await queue.write('create', 'clip', 'old');
  const shown = () =>
    (['v2', 'legacy'] as const).map((format) => {
      const { version, records } = queue.catalog.snapshot(format, 'clip');
      return { version, names: records.map(({ name }) => name) };
    });
  const before = shown();

  const put = (legacy: string) =>
    store.write((writer) =>
      modelStore(writer).put(
        {
          category: 'clip',
          name: 'new',
          v2: '{"name":"new"}',
          legacy,
          v2_hash: 'a'.repeat(64),
          legacy_hash: legacy.padEnd(64),
        },
        1,
      ),
    );
  await put('{"name":');
  await expect(queue.catalog.refresh(['clip'])).rejects.toThrow(SyntaxError);
  expect(shown()).toEqual(before);

  await put('{"name":"new"}');
  await queue.catalog.refresh(['clip']);
  const { version } = queue.catalog.snapshot('v2', 'clip');
  expect(shown()).toEqual([
    { version, names: ['old', 'new'] },
    { version, names: ['old', 'new'] },
  ]);
});
