import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bridgeStore } from '../../../src/modules/bridge/store.ts';
import { leaseStore } from '../../../src/modules/leases/store.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys, users } from '../../support/identity-server.ts';
import { temporaryStore } from '../../support/temporary-store.ts';

const repository = { kind: 'text', url: 'file:///dev/null/r.git', branch: 'main' } as const;
let app: TestApp;
const atEnd: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const store = await temporaryStore((undo) => atEnd.push(undo));
  // Another instance syncs.
  await store.write((tx) => leaseStore(tx).acquire('bridge', 'somebody else', 3_600_000));
  app = await startTestApp({
    settings: {
      bridge: [{ ...repository, policy: 'review', out: 'none', github: 'org/text' }],
      bridgeDirectory: '/dev/null/bridge',
    },
    overrides: { store },
  });
});
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  for (const undo of atEnd) await undo();
});
beforeEach(() =>
  app.store.write(async (tx) => bridgeStore(tx).takeRequests(await bridgeStore(tx).waitingRequests(100), 1)),
);
const waiting = () => app.store.read((tx) => bridgeStore(tx).waitingRequests(100));

describe('the bridge, for operators', () => {
  const bridge = '/api/model_references/v2/operations/bridge';

  test('says how each repository is', async () => {
    const status = (await app.get(bridge, { key: keys.approver })).json();
    expect(status.repositories).toMatchObject([
      { repository: 'text', policy: 'review', commit: null, behind: 0, conflicts: [], asked: false },
    ]);
  });

  test('is asked to sync', async () => {
    const ask = (key: string, repository: string) =>
      app.send('POST', `${bridge}/sync`, { key, body: { repository } });
    expect((await ask(keys.approver, 'text')).json()).toMatchObject({ repository: 'text' });
    expect(await waiting()).toMatchObject([
      { repository: 'text', reason: expect.stringContaining('console') },
    ]);
    expect((await app.get(bridge, { key: keys.approver })).json().repositories[0].asked).toBe(true);
    expect((await ask(keys.approver, 'image')).statusCode).toBe(404);
    expect((await ask(keys.approver, 'audio')).statusCode).toBe(422);
  });

  test('is told that a commit is meant, once and only of what is asked', async () => {
    const commit = 'ab'.repeat(20);
    const file = { file: 'models.csv', category: 'text_generation', names: ['acme/Gone'] };
    const counts = { known: 20, gone: 1, added: 0, rows: 19, unreadable: 9 };
    const question = { commit, title: 'Removed it', rewritten: false, files: [{ ...file, ...counts }] };
    const accept = (key: string, body: object) => app.send('POST', `${bridge}/accept`, { key, body });
    const status = async () => (await app.get(bridge, { key: keys.approver })).json().repositories[0];
    const metric = 'modelref_bridge_held_files{repository="text"}';
    const word = { repository: 'text', commit };
    expect((await accept(keys.approver, word)).statusCode).toBe(409);
    await app.store.write((writer) => bridgeStore(writer).putState('text', { question }));
    expect(await status()).toMatchObject({ question, accepted: null });
    expect((await app.get('/metrics')).body).toContain(`${metric} 1`);

    for (const [body, answer] of [
      [{ ...word, commit: 'cd'.repeat(20) }, 409],
      [{ ...word, commit: commit.slice(0, 12) }, 409],
      [{ ...word, repository: 'image' }, 404],
      [{ repository: 'text' }, 422],
    ] as const) {
      expect((await accept(keys.approver, body)).statusCode).toBe(answer);
    }
    expect(await status()).toMatchObject({ question, accepted: null, asked: false });

    const accepted = (await accept(keys.approver, word)).json();
    expect(accepted).toEqual({
      ...word,
      ...{ files: ['models.csv'], by: users.approver.username, at: expect.any(Number) },
    });
    expect(await waiting()).toMatchObject([
      { repository: 'text', reason: `${users.approver.username}: accepted ${commit}` },
    ]);
    expect(await status()).toMatchObject({ question, accepted: { by: users.approver.username } });
    const again = await accept(keys.approver, word);
    expect({ status: again.statusCode, ...again.json() }).toEqual({
      status: 409,
      detail: `Commit ${commit} was already accepted by ${users.approver.username}.`,
    });
    expect(await waiting()).toHaveLength(1);
    expect((await app.get('/metrics')).body).toContain(`${metric} 0`);
    await app.store.write((writer) => bridgeStore(writer).putState('text', {}));
  });

  test('has numbers in the metrics', async () => {
    const metrics = (await app.get('/metrics')).body;
    expect(metrics).toContain('modelref_bridge_conflicts{repository="text"} 0');
    expect(metrics).toContain('modelref_bridge_lag_commits{repository="text"} 0');
    expect(metrics).toContain('# TYPE modelref_bridge_runs_total counter');
    expect(metrics).not.toContain('modelref_bridge_last_success_age_seconds{');
  });
});

test('without repositories, there is none', async () => {
  await using plain = await startTestApp();
  const answer = await plain.get('/api/model_references/v2/operations/bridge', { key: keys.approver });
  expect(answer.json()).toEqual({ repositories: [] });
});
