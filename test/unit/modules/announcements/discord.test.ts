import { expect, onTestFinished, test } from 'vitest';
import { createDiscordSender } from '../../../../src/modules/announcements/discord.ts';
import { createInstanceLease } from '../../../../src/modules/leases/store.ts';
import { createDiscordClient } from '../../../../src/outside/discord-client.ts';
import { startDiscord } from '../../../support/emulators/discord.ts';
import { json, startEmulatedHost } from '../../../support/emulators/emulated-host.ts';
import { approver, openQueue } from '../../../support/queue.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

const target = 'discord 1';

/** A queue, a Discord, and instances that tell one of the other. */
async function world() {
  const store = await temporaryStore(onTestFinished);
  const queue = await openQueue(store);
  const discord = await startDiscord();
  onTestFinished(() => discord[Symbol.asyncDispose]());
  const time = { ms: 0 };
  const logged: string[] = [];
  const instance = (given: { store?: Partial<typeof store>; held?: () => Promise<boolean> } = {}) => {
    const { id, token } = discord;
    const channel = createDiscordClient({ api: discord.api, id, token, threadId: null, now: () => 0 });
    onTestFinished(() => channel.close());
    return createDiscordSender({
      store: { ...store, ...given.store },
      channel,
      target,
      console: 'https://models.example',
      holdsLease: given.held ?? (async () => true),
      monotonicMs: () => time.ms,
      logger: { error: (facts: unknown, text?: string) => logged.push(`${JSON.stringify(facts)} ${text}`) },
    });
  };
  return {
    store,
    discord,
    instance,
    logged,
    pass: (seconds: number) => {
      time.ms += seconds * 1000;
    },
    /** Until there is nothing to do. */
    run: async (step: ReturnType<typeof instance>) => {
      for (let steps = 0; await step(); steps += 1) if (steps > 200) throw new Error('it never ends');
    },
    applyClips: async (...names: string[]) => {
      const ids = await queue.approvedClips(...names);
      await queue.apply.applyMany({ changeIds: ids, jobId: null, allowMixedBatch: false }, approver);
    },
  };
}

const told = ({ messages }: Awaited<ReturnType<typeof startDiscord>>) =>
  messages.map(({ embeds }) => String(embeds[0]?.footer?.text));

test('each batch is told of once, in order; what was applied before is history', async () => {
  const { discord, instance, run, applyClips } = await world();
  await applyClips('before');
  const one = instance();
  await run(one);
  await applyClips('a', 'b');
  await applyClips('c');
  await run(one);
  await run(instance());
  expect(told(discord)).toEqual(['Batch 2', 'Batch 3']);
  expect(String(discord.messages[0]?.embeds[0]?.description).match(/^Added /gm)).toHaveLength(2);
});

test('after a long pause, the twenty latest batches are told of', async () => {
  const { discord, instance, run, applyClips, pass } = await world();
  await run(instance());
  for (let batch = 1; batch <= 25; batch += 1) await applyClips(`clip ${batch}`);
  const one = instance();
  for (let windows = 0; windows < 6; windows += 1) {
    discord.nextWindow();
    pass(5);
    await run(one);
  }
  expect(told(discord)).toEqual(Array.from({ length: 20 }, (_, at) => `Batch ${at + 6}`));
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
  expect(told(discord)).toEqual([1, 2, 3, 4, 5, 6, 7].map((batch) => `Batch ${batch}`));
  expect(discord.requests).toHaveLength(8);
});

test('a failure is tried again, more seldom each time, and given up after twelve attempts', async () => {
  const { discord, instance, run, applyClips, pass, logged } = await world();
  const one = instance();
  await run(one);
  await applyClips('a');
  await applyClips('b');
  discord.fault = () => json(502, {});
  await run(one);
  pass(4);
  await run(one);
  expect(discord.requests).toHaveLength(1);
  discord.fault = () => 'reset';
  for (let attempt = 2; attempt <= 11; attempt += 1) {
    pass(3600);
    await run(one);
  }
  expect(discord.requests).toHaveLength(11);
  pass(1799);
  await run(one);
  expect(discord.requests).toHaveLength(11);
  expect(logged.join()).not.toContain('not sent again');
  discord.fault = () => (discord.requests.length === 12 ? 'reset' : null);
  pass(3600);
  await run(one);
  expect(told(discord)).toEqual(['Batch 2']);
  expect(logged.at(-1)).toContain('not sent again');
});

test('a webhook that is gone is hardly asked, and a refused message is given up', async () => {
  const { discord, instance, run, applyClips, pass, logged } = await world();
  const one = instance();
  await run(one);
  discord.isDeleted = true;
  await applyClips('a');
  for (let minutes = 0; minutes < 59; minutes += 1) {
    await run(one);
    pass(60);
  }
  expect(discord.requests).toHaveLength(1);
  expect(logged).toEqual([expect.stringContaining('it answered 404: Unknown Webhook (10015)')]);
  discord.isDeleted = false;
  pass(3600);
  await run(one);
  expect(told(discord)).toEqual(['Batch 1']);

  discord.fault = () => json(400, { message: 'Invalid Form Body', code: 50_035 });
  await applyClips('b');
  await run(one);
  expect(logged.at(-1)).toMatch(
    /"batch_id":2,"error":"it answered 400: Invalid Form Body \(50035\)".*not sent again/,
  );
  discord.fault = () => null;
  await applyClips('c');
  await run(one);
  expect(told(discord)).toEqual(['Batch 1', 'Batch 3']);
});

test('killed before or after the call, a batch is told of by the next process', async () => {
  for (const [killed, messages] of [
    ['read', 1],
    ['write', 2],
  ] as const) {
    const { store, discord, instance, run, applyClips } = await world();
    await run(instance());
    await applyClips('a');
    const dying = instance({
      store: {
        [killed]: async () => {
          throw new Error('killed');
        },
      },
    });
    await expect(run(dying)).rejects.toThrow('killed');
    await run(instance({ store }));
    expect(told(discord)).toEqual(Array(messages).fill('Batch 1'));
  }
});

test('of many instances one sends', async () => {
  const { store, discord, instance, applyClips, run } = await world();
  const instances = ['one', 'two', 'three'].map((holder) => {
    const lease = createInstanceLease({
      store,
      name: target,
      holder,
      durationMs: 30_000,
      now: () => performance.now(),
    });
    return instance({ held: () => lease.ensureHeld() });
  });
  await Promise.all(instances.map(run));
  await applyClips('a');
  await applyClips('b');
  await Promise.all(instances.map(run));
  expect(told(discord)).toEqual(['Batch 1', 'Batch 2']);
});

test('the token of the webhook is in no failure, even where the host quotes the request', async () => {
  const host = await startEmulatedHost(({ path }) => json(400, { message: `no ${path}`, code: 0 }));
  onTestFinished(() => host[Symbol.asyncDispose]());
  const token = 'Tok3n-in-the-path_z';
  const channel = createDiscordClient({ api: host.url, id: '7', token, threadId: null, now: () => 0 });
  onTestFinished(() => channel.close());
  expect(await channel.send('{}')).toMatchObject({ error: 'it answered 400: no /webhooks/7/*** (0)' });
});
