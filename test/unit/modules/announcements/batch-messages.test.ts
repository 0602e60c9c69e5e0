import { expect, onTestFinished, test } from 'vitest';
import { createBatchMessages, noteBatches } from '../../../../src/modules/announcements/batch-messages.ts';
import { batchMessageStore } from '../../../../src/modules/announcements/store.ts';
import type { BatchMessage } from '../../../../src/modules/announcements/tables.ts';
import { instanceLease } from '../../../../src/modules/leases/store.ts';
import { createDiscordClient } from '../../../../src/outside/discord-client.ts';
import { startTestApp } from '../../../support/app.ts';
import { startDiscord } from '../../../support/emulators/discord.ts';
import { json, startEmulatedHost } from '../../../support/emulators/emulated-host.ts';
import { holdState } from '../../../support/lost-history.ts';
import { approver, openQueue, proposal } from '../../../support/queue.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

const target = 'discord 1';
const usage = { prepare: async () => {}, of: () => null };

/** A queue, a Discord, and instances that tell one of the other. */
async function world() {
  const store = await temporaryStore(onTestFinished);
  const queue = await openQueue(store);
  const discord = await startDiscord();
  onTestFinished(() => discord[Symbol.asyncDispose]());
  const time = { ms: 0 };
  const sent: number[] = [];
  const failed: BatchMessage[] = [];
  const instance = (given: { store?: Partial<typeof store>; held?: () => Promise<boolean> } = {}) => {
    const { id, token } = discord;
    const channel = createDiscordClient({ api: discord.api, id, token, threadId: null, now: () => 0 });
    onTestFinished(() => channel.close());
    return createBatchMessages({
      store: { ...store, ...given.store },
      channel,
      target,
      usage,
      categories: ['clip'],
      settings: { canonicalFormat: 'v2', bridgeConsoleUrl: 'https://models.example' },
      held: given.held ?? (async () => true),
      clock: queue.clock,
      monotonicMs: () => time.ms,
      random: () => 0,
      onSent: (message) => sent.push(message.batch_id),
      onFailed: (message) => failed.push(message),
    });
  };
  return {
    queue,
    discord,
    instance,
    sent,
    failed,
    pass: (seconds: number) => {
      queue.time.seconds += seconds;
      time.ms += seconds * 1000;
    },
    /** Until there is nothing to do. */
    run: async (of: ReturnType<typeof instance>) => {
      for (let steps = 0; await of.step(); steps += 1) if (steps > 200) throw new Error('it never ends');
    },
    messages: () => store.read((tx) => batchMessageStore(tx).list(target)),
    /** Takes a batch back, or the models of it that are named. */
    takeBack: async (batch: number, ...names: string[]) => {
      const ids: number[] = [];
      for (const name of names) {
        const requestMetadata = { reverts_batch_id: batch };
        const change = await queue.proposals.propose({
          ...proposal('delete', 'clip', name),
          requestMetadata,
        });
        ids.push(change.change_id);
      }
      await queue.approve(...ids);
      await queue.apply.applyMany({ changeIds: ids, jobId: null, allowMixedBatch: false }, approver);
    },
    applyClips: async (...names: string[]) => {
      const ids = await queue.approvedClips(...names);
      await queue.apply.applyMany({ changeIds: ids, jobId: null, allowMixedBatch: false }, approver);
    },
  };
}

const titles = ({ messages }: Awaited<ReturnType<typeof startDiscord>>) =>
  messages.map(({ embeds }) => String(embeds[0]?.footer?.text));

test('a batch that got the number of one that was lost is noted', async () => {
  const app = await startTestApp();
  onTestFinished(() => app[Symbol.asyncDispose]());
  const { store, settings } = app;
  const note = noteBatches({ store, target: 'a channel', clock: { now: () => 1 } });
  await app.seed('clip', { name: 'history' });
  await note();
  await using held = await holdState(settings.databaseUrl);
  await app.seed('clip', { name: 'lost' });
  expect(await note()).toBe(true);
  await held.putBack();
  await app.seed('clip', { name: 'found' });
  expect(await note()).toBe(true);
  expect(await note()).toBe(false);
});

test('each batch is told of once, in order; what was applied before is history', async () => {
  const { discord, instance, run, applyClips } = await world();
  await applyClips('before');
  const one = instance();
  await run(one);
  await applyClips('a', 'b');
  await applyClips('c');
  await run(one);
  await run(instance());
  expect(titles(discord)).toEqual(['Batch 2', 'Batch 3']);
  expect(String(discord.messages[0]?.embeds[0]?.description).split('\n')).toHaveLength(2);
});

test('a batch that is taken back has its message edited, wholly or in parts', async () => {
  const { discord, instance, run, applyClips, takeBack, pass } = await world();
  const one = instance();
  await run(one);
  await applyClips('a', 'b');
  await applyClips('c', 'd');
  await run(one);
  await takeBack(1, 'a', 'b');
  await takeBack(2, 'c');
  discord.nextWindow();
  pass(5);
  await run(one);
  expect(discord.messages.map(({ embeds, edited }) => [embeds[0]?.title, edited])).toEqual([
    ['~~Batch~~', 1],
    ['Batch', 1],
    ['Batch', 0],
    ['Batch', 0],
  ]);
  expect(String(discord.messages[1]?.embeds[0]?.description)).toContain('Partly reverted by batch 4');
});

test('a batch is taken back wholly when all that it wrote is, however many, or renamed', async () => {
  const { queue, discord, instance, run, applyClips, takeBack, pass } = await world();
  const rename = async (from: string, to: string, requestMetadata = {}) => {
    const given = { ...proposal('update', 'clip', from), renamesTo: to, requestMetadata };
    const { change_id } = await queue.proposals.propose(given);
    await queue.approve(change_id);
    await queue.apply.applySingle(change_id, null, approver);
  };
  const one = instance();
  await run(one);
  await applyClips(...Array.from({ length: 22 }, (_, each) => `many ${each}`));
  const common = await queue.propose('create', 'clip', 'common');
  const other = await queue.propose('create', 'clip', 'other');
  await queue.approve(common, other);
  await queue.apply.applyBatch(2, null, approver);
  await rename('common', 'renamed');
  await run(one);
  await takeBack(1, 'many 3');
  await takeBack(2, 'other');
  await rename('renamed', 'common', { reverts_batch_id: 3 });
  discord.nextWindow();
  pass(5);
  await run(one);
  const told = discord.messages
    .slice(0, 3)
    .map(({ embeds: [embed] }) => [embed?.title, String(embed?.description).split('\n')[0]]);
  expect(told).toEqual([
    ['Batch', '**Partly reverted by batch 4.**'],
    ['Batch', '**Partly reverted by batch 5.**'],
    ['~~Batch~~', '**Reverted by batch 6.**'],
  ]);
});

test('no call is made before Discord has one left, and what was too much comes later', async () => {
  const { discord, instance, run, applyClips, pass } = await world();
  const one = instance();
  await run(one);
  for (let batch = 0; batch < 7; batch += 1) await applyClips(`clip ${batch}`);
  await run(one);
  expect([discord.messages.length, discord.requests.length]).toEqual([5, 5]);
  // Somebody else used the window up: 429.
  pass(2);
  await run(one);
  expect(discord.requests).toHaveLength(6);
  pass(1);
  await run(one);
  expect(discord.requests).toHaveLength(6);
  discord.nextWindow();
  pass(1);
  await run(one);
  expect(titles(discord)).toEqual([1, 2, 3, 4, 5, 6, 7].map((batch) => `Batch ${batch}`));
  expect(discord.requests).toHaveLength(8);
});

test('a failure is tried again, more seldom each time, and others are told of meanwhile', async () => {
  const { discord, instance, run, applyClips, pass, messages } = await world();
  const one = instance();
  await run(one);
  await applyClips('a');
  discord.fault = () => json(502, {});
  await run(one);
  discord.fault = () => 'reset';
  for (let attempt = 2; attempt <= 5; attempt += 1) {
    pass(400);
    await run(one);
  }
  expect(await messages()).toMatchObject([{ state: 'waiting', attempts: 5, message_id: null }]);
  expect((await messages())[0]!.next_attempt_at).toBeGreaterThan(1_700_000_000 + 1600 + 79);
  discord.fault = () => null;
  await applyClips('b');
  pass(60);
  await run(one);
  expect(titles(discord)).toEqual(['Batch 2']);
  pass(300);
  await run(one);
  expect(titles(discord)).toEqual(['Batch 2', 'Batch 1']);
});

test('a webhook that is gone is hardly asked; a refused message is given up; a deleted one is let be', async () => {
  const { discord, instance, run, applyClips, takeBack, pass, messages, sent, failed } = await world();
  const one = instance();
  await run(one);
  discord.isDeleted = true;
  await applyClips('a');
  for (let minutes = 0; minutes < 59; minutes += 1) {
    await run(one);
    pass(60);
  }
  expect(discord.requests).toHaveLength(1);
  expect((await messages())[0]!.last_error).toBe('it answered 404: Unknown Webhook (10015)');
  discord.isDeleted = false;
  pass(3600);
  await run(one);
  expect(discord.messages).toHaveLength(1);

  discord.fault = () => json(400, { message: 'Invalid Form Body', code: 50_035 });
  await applyClips('b');
  await run(one);
  expect(failed).toMatchObject([{ batch_id: 2, last_error: 'it answered 400: Invalid Form Body (50035)' }]);
  discord.fault = () => null;

  discord.messages.length = 0;
  pass(60);
  await takeBack(1, 'a');
  await run(one);
  expect(await messages()).toMatchObject([
    { batch_id: 1, state: 'sent' },
    { batch_id: 2, state: 'failed' },
    { batch_id: 3, state: 'sent' },
  ]);
  expect(sent).toEqual([1, 3]);
  // Nothing is asked again, and what is stored has no secret.
  const asked = discord.requests.length;
  pass(100_000);
  await run(one);
  expect(discord.requests).toHaveLength(asked);
  expect(JSON.stringify(await messages())).not.toContain(discord.token);
});

test('killed at any write, a batch is told of once, or twice where the answer was not noted', async () => {
  let [once, twice] = [0, 0];
  for (let killAt = 1; killAt <= 4; killAt += 1) {
    const { queue, discord, instance, run, applyClips, pass, messages } = await world();
    await run(instance());
    await applyClips('a');
    let writes = 0;
    const killed = instance({
      store: {
        read: (work) => queue.store.read(work),
        write: (work) => {
          writes += 1;
          if (writes === killAt) throw new Error('killed');
          return queue.store.write(work);
        },
      },
    });
    await run(killed).catch(() => {});
    pass(2);
    await run(instance());
    expect(titles(discord)).toContain('Batch 1');
    if (discord.messages.length === 1) once += 1;
    else twice += 1;
    expect(discord.messages.length).toBeLessThanOrEqual(2);
    expect(await messages()).toMatchObject([{ state: 'sent' }]);
  }
  expect({ once, twice }).toEqual({ once: 3, twice: 1 });
});

test('of many instances one sends', async () => {
  const { queue, discord, instance, applyClips, run } = await world();
  const instances = ['one', 'two', 'three'].map((holder) => {
    const { store } = queue;
    const lease = instanceLease({ store, name: target, holder, forMs: 30_000, now: () => performance.now() });
    return instance({ held: () => lease.held() });
  });
  await Promise.all(instances.map(run));
  await applyClips('a');
  await applyClips('b');
  await Promise.all(instances.map(run));
  expect(titles(discord)).toEqual(['Batch 1', 'Batch 2']);
});

test('the token of the webhook is in no failure, even where the host quotes the request', async () => {
  const host = await startEmulatedHost(({ path }) => json(400, { message: `no ${path}`, code: 0 }));
  onTestFinished(() => host[Symbol.asyncDispose]());
  const token = 'Tok3n-in-the-path_z';
  const channel = createDiscordClient({ api: host.url, id: '7', token, threadId: null, now: () => 0 });
  onTestFinished(() => channel.close());
  expect(await channel.send('{}')).toMatchObject({ error: 'it answered 400: no /webhooks/7/*** (0)' });
});
