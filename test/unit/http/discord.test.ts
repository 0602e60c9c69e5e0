import { expect, onTestFinished, test } from 'vitest';
import { batchMessageStore } from '../../../src/modules/announcements/store.ts';
import { startTestApp } from '../../support/app.ts';
import { startDiscord } from '../../support/emulators/discord.ts';
import { eventually } from '../../support/eventually.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';

test('a channel of Discord hears of a batch, and its message is edited when the batch is reverted', async () => {
  const discord = await startDiscord();
  onTestFinished(() => discord[Symbol.asyncDispose]());
  const logged: unknown[] = [];
  const app = await startTestApp({
    settings: {
      discordApi: discord.api,
      discordWebhooks: [{ id: discord.id, token: discord.token, threadId: '998877' }],
      bridgeConsoleUrl: 'https://models.example',
    },
    onLog: (line) => logged.push(line),
  });
  onTestFinished(() => app[Symbol.asyncDispose]());
  // From its first look on: what is applied before that is history.
  const target = `discord ${discord.id}/998877`;
  const noted = () => app.store.read((tx) => batchMessageStore(tx).notedUpTo(target));
  await eventually(async () => expect(await noted()).not.toBeNull());

  await app.seed('clip', { name: 'one' });
  await eventually(() => expect(discord.messages).toHaveLength(1));
  expect(discord.messages[0]?.embeds[0]).toMatchObject({
    title: 'a test batch',
    url: 'https://models.example/review/batches/1',
    description: '**Added** [one](https://models.example/model/clip?name=one) (clip)',
  });
  expect(discord.requests[0]?.query.toString()).toBe('wait=true&thread_id=998877');

  const reverted = await app.send('POST', `${v2}/pending_queue/audit/batches/1/revert`, {
    key: keys.approver,
  });
  expect(reverted.statusCode).toBe(202);
  const { change_id } = reverted.json().queued[0];
  await app.approve(change_id);
  await app.apply(change_id);
  await eventually(() => expect(discord.messages.map(({ edited }) => edited)).toEqual([1, 0]));
  expect(discord.messages.map(({ embeds }) => [embeds[0]?.title, embeds[0]?.description])).toEqual([
    [
      '~~a test batch~~',
      '**Reverted by batch 2.**\n**Added** [one](https://models.example/model/clip?name=one) (clip)',
    ],
    ['a test batch', '**Removed** one (clip)'],
  ]);

  const metrics = async () => (await app.get('/metrics')).body;
  const messages = (outcome: string) =>
    `modelref_discord_messages_total{target="${target}",outcome="${outcome}"}`;
  const waiting = `modelref_discord_messages_waiting{target="${target}"}`;
  await eventually(async () => expect(await metrics()).toContain(`${messages('sent')} 3\n`));
  expect(await metrics()).toContain(`${messages('failed')} 0\n`);
  expect(await metrics()).toContain(`${waiting} 0\n`);
  discord.isDeleted = true;
  await app.seed('clip', { name: 'two' });
  await eventually(async () => expect(await metrics()).toContain(`${waiting} 1\n`));
  expect(await metrics()).not.toContain(discord.token);
  expect(JSON.stringify(logged)).not.toContain(discord.token);
});
