import { expect, onTestFinished, test } from 'vitest';
import { discordCursors } from '../../../src/modules/announcements/store.ts';
import { startTestApp } from '../../support/app.ts';
import { startDiscord } from '../../support/emulators/discord.ts';
import { eventually } from '../../support/eventually.ts';

test('a channel of Discord is told of each applied batch, and nothing says the secret of its webhook', async () => {
  const discord = await startDiscord();
  onTestFinished(() => discord[Symbol.asyncDispose]());
  const logged: unknown[] = [];
  const app = await startTestApp({
    settings: {
      discordWebhooks: [{ id: discord.id, token: discord.token, threadId: '998877' }],
      bridgeConsoleUrl: 'https://models.example',
    },
    overrides: { discordApi: discord.api },
    onLog: (line) => logged.push(line),
  });
  onTestFinished(() => app[Symbol.asyncDispose]());
  const target = `discord ${discord.id}/998877`;
  const told = () => app.store.read((tx) => discordCursors(tx).latest(target));
  await eventually(async () => expect(await told()).not.toBeNull());

  await app.seed('clip', { name: 'one' });
  await eventually(() => expect(discord.messages).toHaveLength(1));
  expect(discord.messages[0]?.embeds[0]).toMatchObject({
    title: 'a test batch',
    url: 'https://models.example/review/batches/1',
    description: expect.stringMatching(
      /^Proposed by \S+, approved by \S+\n\*\*clip\*\*\nAdded \[one\]\(https:\/\/models\.example\/model\/clip\?name=one\)$/,
    ),
  });
  expect(discord.requests[0]?.query.toString()).toBe('wait=true&thread_id=998877');

  const metrics = async () => (await app.get('/metrics')).body;
  const waiting = `modelref_discord_messages_waiting{target="${target}"}`;
  await eventually(async () => expect(await metrics()).toContain(`${waiting} 0\n`));
  discord.isDeleted = true;
  await app.seed('clip', { name: 'two' });
  await eventually(async () => expect(await metrics()).toContain(`${waiting} 1\n`));
  await eventually(() => expect(JSON.stringify(logged)).toContain('Unknown Webhook'));
  expect(await metrics()).not.toContain(discord.token);
  expect(JSON.stringify(logged)).not.toContain(discord.token);
});
