import { expect, onTestFinished, test } from 'vitest';
import { RegistryError } from '../../../../src/kernel/errors.ts';
import { verifyStore } from '../../../../src/modules/history/verify.ts';
import { inboxStore } from '../../../../src/modules/inbox/index.ts';
import { startTestApp } from '../../../support/app.ts';
import { keys, users } from '../../../support/identity-server.ts';
import { asking } from './request-setup.ts';

const accounts = Array.from({ length: 1000 }, (_, index) => `${1_000_001 + index}`);

test('a thousand accounts want one model: each once, all listed, all told, and none of them asks for it again', async () => {
  const app = await startTestApp({
    overrides: {
      identity: {
        authenticate: async (key) => {
          if (accounts.includes(key)) return { userId: key, username: `crowd#${key}` };
          if (key === keys.approver) return { userId: users.approver.id, username: users.approver.username };
          throw new RegistryError('invalid_key', 'Invalid API key');
        },
      },
    },
  });
  onTestFinished(() => app[Symbol.asyncDispose]());
  const { asked, ask, second, read, items, send, decide } = asking(() => app);
  const [first = '', ...others] = accounts;
  const id = await asked({ name: 'Everybody’s' }, first);
  for (let from = 0; from < others.length; from += 100) {
    const some = others.slice(from, from + 100);
    // Each twice, at the same time.
    await Promise.all([...some, ...some].map((key) => second(id, key)));
    await Promise.all(
      some.map(async (key) =>
        expect((await ask({ category: 'clip', name: 'everybody’s' }, key)).statusCode).toBe(409),
      ),
    );
  }
  expect(await read(id)).toMatchObject({ wanted: 1000 });
  const listed: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { items: { user_id: string }[]; next_cursor: string | null } = (
      await send('GET', `/${id}/seconds?limit=100${cursor && `&cursor=${cursor}`}`)
    ).json();
    listed.push(...page.items.map(({ user_id }) => user_id));
    cursor = page.next_cursor;
  }
  expect(listed).toEqual(accounts);
  expect(await items('?sort=wanted')).toHaveLength(1);

  expect((await decide(id, 'decline', { reason: 'too large' })).statusCode).toBe(200);
  const told = await app.store.read(async (tx) => {
    const inboxes = await Promise.all(accounts.map((user_id) => inboxStore(tx).list({ user_id }, 2)));
    return inboxes.map((entries) => entries.map(({ kind, excerpt }) => `${kind}: ${excerpt}`));
  });
  expect(told).toEqual(accounts.map(() => ['request_declined: too large']));
  expect((await verifyStore(app.store)).problems).toEqual([]);
});
